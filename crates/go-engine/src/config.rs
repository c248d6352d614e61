//! Every parameter of the player, as in a configuration file. Unknown keys are rejected; missing ones keep their
//! defaults.

use mcts::rules::{Bias, Explore, FirstPlay, Rave, Rules, Schedule, Widening, Width};
use serde::{Deserialize, Serialize};

use crate::m_eval::MEvalSearchConfig;
use crate::playout::PlayoutConfig;
use crate::tree::PriorConfig;

/// The whole player.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct EngineConfig {
    /// The playout policy.
    pub playout: PlayoutConfig,
    /// Priors of moves.
    pub prior: PriorConfig,
    /// Appraisals of positions by a model of final ownership.
    pub evaluation: EvaluationConfig,
    /// A-priori values of moves in corners and along sides.
    pub m_eval: MEvalSearchConfig,
    /// The tree.
    pub tree: TreeConfig,
    /// Passing, resigning and time use.
    pub conduct: ConductConfig,
}

/// How the judgement of a model of final ownership is mixed with playouts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct EvaluationConfig {
    /// How much the model counts against a playout: 0 is off, 1 is the model alone.
    pub weight: f64,
    /// Visits of a node before the model is asked about it, which costs as much as several playouts. The root is judged at once.
    pub after_visits: u32,
}

impl Default for EvaluationConfig {
    fn default() -> Self {
        Self { weight: 0.3, after_visits: 8 }
    }
}

/// How the tree explores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ExploreRule {
    /// PUCT: the prior steers exploration.
    #[default]
    Puct,
    /// UCB1: the prior orders widening and, with `prior_bias`, the first visits.
    Ucb1,
    /// PUCB (Rosin 2011): unlikely moves pay a penalty that fades with the visits of the node.
    Pucb,
}

/// The count that widens a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WideningClock {
    /// Visits.
    #[default]
    Visits,
    /// Wins of the player who moved there, as in Oakfoam.
    Wins,
}

/// GoKnot's five widths of exploration (Basaldúa 2013, section 3.1.3; [`Width`] has the numbers), or our own schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GoknotWidth {
    /// The other widening parameters hold.
    #[default]
    Off,
    /// The first of five.
    Narrowest,
    /// The second of five.
    Narrow,
    /// The third of five, the published one.
    Middle,
    /// The fourth of five.
    Wide,
    /// The fifth of five.
    Widest,
}

impl GoknotWidth {
    fn width(self) -> Option<Width> {
        match self {
            GoknotWidth::Off => None,
            GoknotWidth::Narrowest => Some(Width::Narrowest),
            GoknotWidth::Narrow => Some(Width::Narrow),
            GoknotWidth::Middle => Some(Width::Middle),
            GoknotWidth::Wide => Some(Width::Wide),
            GoknotWidth::Widest => Some(Width::Widest),
        }
    }
}

/// The tree's parameters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TreeConfig {
    /// Which rule explores.
    pub explore: ExploreRule,
    /// Its constant.
    pub exploration: f32,
    /// PUCB: the scale of the penalty; 1 in Rosin 2011, where the arms are few.
    pub pucb_penalty: f32,
    /// PUCB: the least weight of a move, mixed with the prior.
    pub pucb_floor: f32,
    /// RAVE's bias: 1 / this is the constant of Basaldúa 2013, eq. 3.13; 0 is off.
    pub rave_equivalence: f32,
    /// RAVE wins that every new move begins with; Oakfoam ran with 5.
    pub rave_head_start: f32,
    /// Progressive bias weight P / (n + 1); 0 is off. Oakfoam ran with 10.
    pub prior_bias: f32,
    /// The value of an unvisited move is the parent's less this.
    pub first_play_reduction: f32,
    /// What opens moves.
    pub widening_clock: WideningClock,
    /// Count at which the second move opens; 0: all moves are open from the start.
    pub widening_first: f32,
    /// Factor from one opened move to the next.
    pub widening_growth: f32,
    /// By wins: the next move comes sooner by this times the win rate.
    pub widening_leniency: f32,
    /// One of GoKnot's widths instead of the four parameters above.
    pub goknot_width: GoknotWidth,
    /// How much RAVE may promote a move that the prior hides.
    pub promotion: f32,
    /// Visits of a leaf before it is expanded, which costs one question to the predictor.
    pub expand_after: u32,
    /// Memory of the tree in MiB.
    pub memory_mib: usize,
}

impl Default for TreeConfig {
    fn default() -> Self {
        Self {
            explore: ExploreRule::Puct,
            exploration: 0.6,
            pucb_penalty: 0.01,
            pucb_floor: 0.0005,
            rave_equivalence: 3000.0,
            rave_head_start: 0.0,
            prior_bias: 0.0,
            first_play_reduction: 0.0,
            widening_clock: WideningClock::Visits,
            widening_first: 10.0,
            widening_growth: 1.3,
            widening_leniency: 0.67,
            goknot_width: GoknotWidth::Off,
            promotion: 4.0,
            expand_after: 6,
            memory_mib: 512,
        }
    }
}

impl TreeConfig {
    /// The selection rule that these parameters describe.
    pub fn rules(&self) -> Rules {
        let c = self.exploration;
        let rave = |equivalence: f32| Rave {
            initial_visits: self.rave_head_start,
            initial_mean: 1.0,
            ..Rave::least_error(1.0 / equivalence)
        };
        Rules {
            explore: match self.explore {
                ExploreRule::Puct => Explore::Puct { c, growth: None },
                ExploreRule::Ucb1 => Explore::Ucb1 { c },
                ExploreRule::Pucb => Explore::Pucb { c, floor: self.pucb_floor, penalty: self.pucb_penalty },
            },
            rave: (self.rave_equivalence > 0.0).then(|| rave(self.rave_equivalence)),
            bias: if self.prior_bias > 0.0 { Bias::Fading { weight: self.prior_bias, offset: 1.0 } } else { Bias::Off },
            first_play: FirstPlay::BelowParent(self.first_play_reduction),
            widening: match self.schedule() {
                Schedule::AtOnce => Widening::OFF,
                schedule => Widening { schedule, promotion: self.promotion },
            },
            ..Rules::ucb1(c)
        }
    }

    fn schedule(&self) -> Schedule {
        let (first, growth, leniency) = (self.widening_first, self.widening_growth, self.widening_leniency);
        if let Some(width) = self.goknot_width.width() {
            return Schedule::goknot(width);
        }
        if first <= 0.0 {
            return Schedule::AtOnce;
        }
        match self.widening_clock {
            WideningClock::Visits => Schedule::Geometric { first, growth },
            WideningClock::Wins => Schedule::ByWins { step: first, growth, leniency },
        }
    }
}

/// Passing, resigning and time use.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ConductConfig {
    /// A game is resigned when the win rate is below this ...
    pub resign_below: f64,
    /// ... for so many turns in a row; 0: never.
    pub resign_turns: u32,
    /// Playouts that judge which stones are dead at the end.
    pub status_playouts: usize,
    /// A chain or point is settled when playouts agree on its owner to this share.
    pub settled_from: f64,
    /// What a handicap stone is thought to be worth, for the komi that the search plays with; 0: always the real komi.
    pub handicap_stone: f32,
    /// That shift of the komi is gone when so large a share of the board has been played.
    pub shift_until: f32,
    /// Think while the opponent does.
    pub ponder: bool,
    /// Play from the opening book, if there is one for the board.
    pub book: bool,
}

impl Default for ConductConfig {
    fn default() -> Self {
        Self {
            resign_below: 0.03,
            resign_turns: 3,
            status_playouts: 300,
            settled_from: 0.85,
            handicap_stone: 7.0,
            shift_until: 0.5,
            ponder: false,
            book: true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_keys_are_refused_and_missing_ones_default() {
        let read = |text: &str| serde_json::from_str::<EngineConfig>(text);
        let config =
            read(r#"{"tree": {"exploration": 0.25}, "playout": {"self_atari": "result3"}}"#).expect("a config");
        assert_eq!(config.tree.exploration, 0.25);
        assert_eq!(config.tree.expand_after, TreeConfig::default().expand_after);
        let error = read(r#"{"tree": {"explration": 0.25}}"#).expect_err("a misspelt key").to_string();
        assert!(error.contains("explration"), "{error}");
        let text = serde_json::to_string(&EngineConfig::default()).expect("json");
        assert_eq!(read(&text).expect("the same config"), EngineConfig::default());
    }

    #[test]
    fn a_width_of_goknot_replaces_the_other_schedule() {
        let read = |text: &str| toml::from_str::<EngineConfig>(text).expect("a config").tree.rules().widening;
        let promotion = TreeConfig::default().promotion;
        for (name, width) in
            ["narrowest", "narrow", "middle", "wide", "widest"].into_iter().zip(mcts::rules::Width::ALL)
        {
            // Even where our own schedule is off.
            let read = read(&format!("[tree]\ngoknot_width = \"{name}\"\nwidening_first = 0.0"));
            assert_eq!(read, Widening { schedule: Schedule::goknot(width), promotion });
        }
        assert_eq!(read("[tree]\nwidening_first = 0.0"), Widening::OFF);
        let own = Schedule::Geometric { first: 10.0, growth: 1.3 };
        assert_eq!(read(""), Widening { schedule: own, promotion });
        assert!(toml::from_str::<EngineConfig>("[tree]\ngoknot_width = \"broad\"").is_err());
    }

    #[test]
    fn the_documentation_lists_the_defaults() {
        let page = include_str!("../../../docs/engine.md");
        let listed = page.split("```toml").nth(1).and_then(|rest| rest.split("```").next()).expect("a listing");
        assert_eq!(toml::from_str::<EngineConfig>(listed).expect("a config"), EngineConfig::default());
        let all = toml::to_string(&EngineConfig::default()).expect("toml");
        let keys = |text: &str| {
            text.lines().filter_map(|line| line.split_once(" = ")).map(|(key, _)| key.to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(keys(listed), keys(&all));
    }
}
