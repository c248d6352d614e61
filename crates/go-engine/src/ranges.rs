//! The ranges of the player's parameters, all in one place: a configuration file is somebody else's bytes.
//!
//! A range is what the parameter can mean, not what is good. Not-a-number is in none.

use thiserror::Error;

use crate::config::EngineConfig;

/// A parameter outside of its range.
#[derive(Debug, Clone, PartialEq, Error)]
#[error("{name} = {value}: it must be from {low} to {high}")]
pub struct RangeError {
    /// Its name in a configuration file.
    pub name: &'static str,
    /// What the file says.
    pub value: f64,
    /// The least that it may be.
    pub low: f64,
    /// The most that it may be.
    pub high: f64,
}

impl EngineConfig {
    /// Fails at the first parameter outside of its range.
    pub fn check(&self) -> Result<(), RangeError> {
        match self.numbers().into_iter().find(|(_, value, low, high)| !(low..=high).contains(&value)) {
            None => Ok(()),
            Some((name, value, low, high)) => Err(RangeError { name, value, low, high }),
        }
    }

    /// Every number with its range.
    fn numbers(&self) -> Vec<(&'static str, f64, f64, f64)> {
        let Self { playout, prior, evaluation, m_eval, tree, conduct } = self;
        let single = f64::from;
        let (learning, adapted) = (&playout.learning, &playout.adapted);
        vec![
            ("playout.atari_first", playout.atari_first, 0.0, 1.0),
            ("playout.atari_certain_after", single(playout.atari_certain_after as f32), 0.0, 1000.0),
            ("playout.pattern", playout.pattern, 0.0, 1.0),
            ("playout.vital_point", playout.vital_point, 0.0, 1.0),
            ("playout.last_good_reply", playout.last_good_reply, 0.0, 1.0),
            ("playout.margin_weight", playout.margin_weight, 0.0, 1.0),
            ("playout.mercy", playout.mercy, 0.0, 1.0),
            ("playout.length_cap", playout.length_cap, 0.1, 100.0),
            ("playout.learning.context_cells", f64::from(u8::from(learning.context_cells)), 8.0, 40.0),
            ("playout.learning.node_neighbours", f64::from(learning.node_neighbours), 0.0, 20.0),
            ("playout.learning.node_threshold.0", f64::from(learning.node_threshold[0]), 0.0, 1e6),
            ("playout.learning.node_threshold.1", f64::from(learning.node_threshold[1]), 1.0, 1e6),
            ("playout.learning.best_answers", f64::from(learning.best_answers), 0.0, 16.0),
            ("playout.learning.edge_threshold.0", f64::from(learning.edge_threshold[0]), 0.0, 1e6),
            ("playout.learning.edge_threshold.1", f64::from(learning.edge_threshold[1]), 1.0, 1e6),
            ("playout.learning.illegal_limit", f64::from(learning.illegal_limit), 0.0, 14.0),
            ("playout.learning.end_of_scale", f64::from(learning.end_of_scale), 1.0, 21.0),
            ("playout.learning.learned_moves", f64::from(learning.learned_moves), 0.0, 1e6),
            ("playout.learning.made_moves", f64::from(learning.made_moves), 0.0, 1e6),
            ("playout.learning.balance_every", f64::from(learning.balance_every), 1.0, 1e6),
            ("playout.learning.balance_leap", f64::from(learning.balance_leap), 1.0, 250.0),
            ("playout.learning.memory_mib", f64::from(learning.memory_mib), 2.0, 65_536.0),
            ("playout.learning.tree_visits", f64::from(learning.tree_visits), 0.0, 1e9),
            ("playout.adapted.local_rate", adapted.local_rate, 0.0, 1.0),
            ("playout.adapted.shape_rate", adapted.shape_rate, 0.0, 1.0),
            ("playout.adapted.feature_rate", adapted.feature_rate, 0.0, 1.0),
            ("playout.adapted.decay", adapted.decay, 0.0, 1.0),
            ("playout.adapted.largest_factor", adapted.largest_factor, 1.0, 1e6),
            ("playout.adapted.learned_moves", f64::from(adapted.learned_moves), 0.0, 1e6),
            ("playout.adapted.baseline_rate", adapted.baseline_rate, 0.0, 1.0),
            ("prior.forced_floor", single(prior.forced_floor), 0.0, 1.0),
            ("prior.ladder_nodes", prior.ladder_nodes as f64, 0.0, 1e6),
            ("prior.life_floor", single(prior.life_floor), 0.0, 1.0),
            ("prior.life_nodes", f64::from(prior.life_nodes), 1.0, 1e9),
            ("prior.sharpness", single(prior.sharpness), 0.0, 100.0),
            ("evaluation.weight", evaluation.weight, 0.0, 1.0),
            ("evaluation.after_visits", f64::from(evaluation.after_visits), 0.0, 1e6),
            ("m_eval.intensity", single(m_eval.intensity), 0.0, 100.0),
            ("m_eval.persistence", single(m_eval.persistence), 0.0, 1e6),
            ("m_eval.depth", m_eval.depth as f64, 1.0, 6.0),
            ("m_eval.wide", m_eval.wide as f64, 1.0, 6.0),
            ("m_eval.step", single(m_eval.step), 0.0, 1.0),
            ("tree.exploration", single(tree.exploration), 0.0, 1000.0),
            ("tree.pucb_penalty", single(tree.pucb_penalty), 0.0, 1000.0),
            ("tree.pucb_floor", single(tree.pucb_floor), 0.0, 1.0),
            ("tree.rave_equivalence", single(tree.rave_equivalence), 0.0, 1e9),
            ("tree.rave_head_start", single(tree.rave_head_start), 0.0, 1e6),
            ("tree.prior_bias", single(tree.prior_bias), 0.0, 1e6),
            ("tree.first_play_reduction", single(tree.first_play_reduction), -1.0, 1.0),
            ("tree.widening_first", single(tree.widening_first), 0.0, 1e9),
            ("tree.widening_growth", single(tree.widening_growth), 1.0, 1000.0),
            ("tree.widening_leniency", single(tree.widening_leniency), 0.0, 1000.0),
            ("tree.promotion", single(tree.promotion), 0.0, 1e6),
            ("tree.expand_after", f64::from(tree.expand_after), 0.0, 1e6),
            ("tree.memory_mib", tree.memory_mib as f64, 1.0, 1_048_576.0),
            ("conduct.resign_below", conduct.resign_below, 0.0, 1.0),
            ("conduct.resign_turns", f64::from(conduct.resign_turns), 0.0, 1e6),
            ("conduct.status_playouts", conduct.status_playouts as f64, 1.0, 1e6),
            ("conduct.settled_from", conduct.settled_from, 0.5, 1.0),
            ("conduct.handicap_stone", single(conduct.handicap_stone), 0.0, 100.0),
            ("conduct.shift_until", single(conduct.shift_until), 0.0, 1.0),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names of all numbers of a table, its tables and lists included.
    fn names_of_numbers(name: &str, value: &toml::Value) -> Vec<String> {
        let below = |key: &str| if name.is_empty() { key.to_owned() } else { format!("{name}.{key}") };
        match value {
            toml::Value::Integer(_) | toml::Value::Float(_) => vec![name.to_owned()],
            toml::Value::Table(table) => {
                table.iter().flat_map(|(key, value)| names_of_numbers(&below(key), value)).collect()
            }
            toml::Value::Array(list) => list
                .iter()
                .enumerate()
                .flat_map(|(nth, value)| names_of_numbers(&below(&nth.to_string()), value))
                .collect(),
            _ => Vec::new(),
        }
    }

    #[test]
    fn every_number_of_the_configuration_has_a_range() {
        let mut config = EngineConfig::default();
        assert_eq!(config.check(), Ok(()));
        // These are written only when they are not at their defaults.
        (config.prior.life_floor, config.prior.life_nodes) = (0.2, 1);
        let table = toml::Table::try_from(&config).expect("a configuration is plain data");
        let mut written = names_of_numbers("", &toml::Value::Table(table));
        let mut ranged: Vec<String> = config.numbers().iter().map(|(name, ..)| (*name).to_owned()).collect();
        written.sort();
        ranged.sort();
        assert_eq!(written, ranged);
    }

    #[test]
    fn what_means_nothing_is_named_with_its_range() {
        let with = |text: &str| toml::from_str::<EngineConfig>(text).expect("it is a configuration").check();
        for text in [
            "[tree]\nexploration = nan",
            "[tree]\nexploration = inf",
            "[tree]\nmemory_mib = 17592186044416",
            "[tree]\nmemory_mib = 0",
            "[playout]\npattern = -0.1",
            "[conduct]\nsettled_from = 1.5",
        ] {
            let error = with(text).expect_err(text).to_string();
            assert!(error.contains("it must be from"), "{error}");
        }
        let error = with("[tree]\nmemory_mib = 17592186044416").expect_err("too much").to_string();
        assert_eq!(error, "tree.memory_mib = 17592186044416: it must be from 1 to 1048576");
    }
}
