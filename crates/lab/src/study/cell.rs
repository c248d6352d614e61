//! One cell of a study: its feature instance, and its measurements.

use go_features::graph::GraphSystem;
use go_features::tactical::HistoryUse;
use go_models::evaluate::{Evaluation, Stage};
use go_models::forest::{Forest, ForestSettings};
use go_models::instance::{InstanceConfig, InstanceModel, Level, PatternSettings, WeightSettings};
use go_models::kind::TrainedModel;
use learn::tree::Criterion;
use serde::{Deserialize, Serialize};

use super::SizeRule;

/// Which tactical features a cell has (section 5.10).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tactics {
    /// T: all of Table 5.1.
    #[default]
    All,
    /// T_HA: without the distances to recent moves.
    HistoryAgnostic,
    /// None.
    None,
}

/// The settings that a cell overrides; others are the study's.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct CellSettings {
    /// Tactical features.
    pub tactics: Option<Tactics>,
    /// Games harvested for patterns; 0 for no patterns.
    pub xi: Option<usize>,
    /// Query systems of the forest; empty for no forest.
    pub systems: Option<Vec<GraphSystem>>,
    /// The quality criterion.
    pub criterion: Option<Criterion>,
    /// Trees.
    pub tau: Option<usize>,
    /// Games grown from.
    pub rho: Option<usize>,
    /// Games weighed on.
    pub phi: Option<usize>,
}

impl CellSettings {
    /// These settings, with those of `other` where it has any.
    pub fn with(&self, other: &CellSettings) -> CellSettings {
        CellSettings {
            tactics: other.tactics.or(self.tactics),
            xi: other.xi.or(self.xi),
            systems: other.systems.clone().or_else(|| self.systems.clone()),
            criterion: other.criterion.or(self.criterion),
            tau: other.tau.or(self.tau),
            rho: other.rho.or(self.rho),
            phi: other.phi.or(self.phi),
        }
    }

    /// Games that the thesis weighed on (phi).
    pub fn published_phi(&self) -> usize {
        self.phi.unwrap_or(4_000)
    }

    /// The instance to train, its sizes as the rule of the scale says. Where phi is larger than the collection a larger share of the
    /// positions competes, so that there are as many competitions as far as that goes.
    pub fn instance(&self, rule: &SizeRule, n_games: usize, seed: u64) -> InstanceConfig {
        let wanted_games = |wanted: usize| ((wanted as f64 * rule.games).round() as usize).max(rule.min_games);
        let games = |wanted: usize| wanted_games(wanted).min(n_games);
        let phi = self.published_phi();
        let shortage = wanted_games(phi) as f64 / games(phi).max(1) as f64;
        let tactics = self.tactics.unwrap_or_default();
        let mut config = InstanceConfig {
            name: self.label(),
            without_tactical: tactics == Tactics::None,
            weights: WeightSettings {
                n_games: Some(games(phi)),
                sampling: (rule.weight_sampling * shortage).min(1.0),
                ..Default::default()
            },
            seed,
            ..Default::default()
        };
        if tactics == Tactics::HistoryAgnostic {
            config.tactical.history = HistoryUse::Agnostic;
        }
        if let Some(xi) = self.xi.filter(|&xi| xi > 0) {
            config.patterns = Some(PatternSettings {
                n_games: Some(games(xi)),
                threshold: rule.pattern_threshold,
                sampling: rule.pattern_sampling,
                ..Default::default()
            });
        }
        if let Some(systems) = self.systems.clone().filter(|systems| !systems.is_empty()) {
            let n_trees = self.tau.unwrap_or(8).min(rule.most_trees.max(systems.len()));
            let mut forest = ForestSettings {
                n_trees: n_trees - n_trees % systems.len(),
                n_games: Some(games(self.rho.unwrap_or(500))),
                systems,
                seed,
                ..Default::default()
            };
            forest.growth.sampling = rule.growth_sampling;
            forest.growth.threshold = rule.growth_threshold;
            forest.growth.criterion = self.criterion.unwrap_or(Criterion::WeightedWinLossSeparate);
            config.forest = Some(forest);
        }
        config
    }

    fn label(&self) -> String {
        let mut parts = match self.tactics.unwrap_or_default() {
            Tactics::All => vec!["T".to_string()],
            Tactics::HistoryAgnostic => vec!["T-HA".to_string()],
            Tactics::None => Vec::new(),
        };
        if let Some(xi) = self.xi.filter(|&xi| xi > 0) {
            parts.push(format!("P xi {xi}"));
        }
        if let Some(systems) = self.systems.as_deref().filter(|systems| !systems.is_empty()) {
            let names: Vec<&str> = systems.iter().map(|system| system.name()).collect();
            parts.push(format!("{} tau {} rho {}", names.join("+"), self.tau.unwrap_or(8), self.rho.unwrap_or(500)));
        }
        format!("{}, phi {}", parts.join(" + "), self.published_phi())
    }
}

/// The measurements of a cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CellResult {
    /// The trained instance.
    pub instance: InstanceConfig,
    /// M(1) to M(50) under the instance's rule for ties; none if only its trees were grown.
    pub top: Vec<f64>,
    /// Half the width of the 95% interval of M(1).
    pub top1_margin: f64,
    /// M(1) if ties for the first place are broken at random.
    pub top1_ties_at_random: f64,
    /// M(1) if ties share their ranks.
    pub top1_ties_shared: f64,
    /// M(1) if ties go to the lower board index.
    pub top1_ties_by_index: f64,
    /// Mean log-evidence.
    pub mean_log_evidence: f64,
    /// Positions that weights were trained on.
    pub competitions: usize,
    /// Positions tested.
    pub positions: u64,
    /// First move, positions and M(1) of each stage.
    pub stages: Vec<(usize, u64, f64)>,
    /// Leaves of the forest.
    pub leaves: usize,
    /// Patterns.
    pub patterns: usize,
    /// Variance of the logarithms of the leaves' weights.
    pub log_weight_variance: f64,
    /// Variance of the lengths of the paths to the leaves.
    pub path_length_variance: f64,
    /// The weight of every tactical level, as `family:level`.
    pub tactical_weights: Vec<(String, f32)>,
    /// Seconds for training and testing.
    pub seconds: f64,
}

impl CellResult {
    pub(super) fn new(instance: InstanceConfig, model: &InstanceModel, tested: Evaluation, seconds: f64) -> CellResult {
        let named = |(level, weight): (Level, f32)| match level {
            Level::Tactical(family, level) => Some((format!("{}:{level}", family.name()), weight)),
            _ => None,
        };
        CellResult {
            top1_margin: tested.top1_margin,
            top1_ties_at_random: tested.top1_ties_at_random,
            top1_ties_shared: tested.top1_ties_shared,
            top1_ties_by_index: tested.top1_ties_by_index,
            competitions: model.header().training.n_positions,
            mean_log_evidence: tested.mean_log_evidence,
            positions: tested.positions,
            stages: tested.stages.iter().map(|&Stage { from, positions, top1 }| (from, positions, top1)).collect(),
            top: tested.top,
            leaves: model.leaf_log_weights().len(),
            patterns: model.n_patterns(),
            log_weight_variance: variance(model.leaf_log_weights().iter().map(|&w| f64::from(w))),
            path_length_variance: path_length_variance(model.forest()),
            tactical_weights: model.tactical_weights().filter_map(named).collect(),
            instance,
            seconds,
        }
    }
}

impl CellResult {
    /// The figures of trees without weights; those of predictions stay empty.
    pub(super) fn of_trees(instance: InstanceConfig, forest: Option<&Forest>, seconds: f64) -> CellResult {
        CellResult {
            instance,
            top: Vec::new(),
            top1_margin: 0.0,
            top1_ties_at_random: 0.0,
            top1_ties_shared: 0.0,
            top1_ties_by_index: 0.0,
            mean_log_evidence: 0.0,
            competitions: 0,
            positions: 0,
            stages: Vec::new(),
            leaves: forest.map_or(0, Forest::n_leaves),
            patterns: 0,
            log_weight_variance: 0.0,
            path_length_variance: path_length_variance(forest),
            tactical_weights: Vec::new(),
            seconds,
        }
    }
}

fn path_length_variance(forest: Option<&Forest>) -> f64 {
    let depths = forest.map(Forest::trees).unwrap_or_default().iter().flat_map(|tree| tree.tree.leaf_depths());
    variance(depths.map(|depth| depth as f64))
}

/// Of the whole population; 0 if there is none.
fn variance(values: impl Iterator<Item = f64>) -> f64 {
    let (mut n, mut sum, mut squares) = (0.0, 0.0, 0.0);
    for value in values {
        n += 1.0;
        sum += value;
        squares += value * value;
    }
    if n == 0.0 { 0.0 } else { (squares / n - (sum / n) * (sum / n)).max(0.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variances() {
        assert_eq!(variance([].into_iter()), 0.0);
        assert_eq!(variance([1.0, 3.0].into_iter()), 1.0);
    }

    #[test]
    fn settings_are_laid_over_each_other_and_scaled() {
        let base =
            CellSettings { systems: Some(vec![GraphSystem::Sg, GraphSystem::Ig]), tau: Some(16), ..Default::default() };
        let cell = base.with(&CellSettings { phi: Some(16_000), xi: Some(10_000), ..Default::default() });
        let paper = cell.instance(&SizeRule::default(), 18_000, 1);
        assert_eq!(paper.weights.n_games, Some(16_000));
        assert_eq!(paper.forest.as_ref().map(|f| (f.n_trees, f.n_games)), Some((16, Some(500))));
        let small = SizeRule { games: 0.02, most_trees: 5, min_games: 20, ..Default::default() };
        let small = cell.instance(&small, 180, 1);
        assert_eq!(small.weights.n_games, Some(180));
        assert!((small.weights.sampling - 0.1 * 320.0 / 180.0).abs() < 1e-12, "as many competitions as 320 games have");
        assert_eq!(paper.weights.sampling, 0.1);
        assert_eq!(small.patterns.and_then(|p| p.n_games), Some(180));
        assert_eq!(small.forest.map(|f| (f.n_trees, f.n_games)), Some((4, Some(20))));
    }
}
