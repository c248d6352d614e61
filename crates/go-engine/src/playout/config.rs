//! The parameters of the playout policy. Defaults are those of Basaldúa 2013, sections 4.4 and 4.8.1 unless a comment says otherwise.

use go_tactics::SelfAtariPolicy;
use serde::{Deserialize, Serialize};

use super::adapted::AdaptedConfig;
use super::learning::LearningConfig;

/// Which self-ataris a playout may play (Basaldúa 2013, section 4.3.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SelfAtariRule {
    /// All of them.
    Ignore,
    /// None.
    Never,
    /// Those that leave one or two stones in atari.
    Result3,
    /// Those that leave a killing shape: seki is kept, and eyes are taken away.
    #[default]
    Nakade,
}

impl From<SelfAtariRule> for SelfAtariPolicy {
    fn from(rule: SelfAtariRule) -> SelfAtariPolicy {
        match rule {
            SelfAtariRule::Ignore => SelfAtariPolicy::Ignore,
            SelfAtariRule::Never => SelfAtariPolicy::Never,
            SelfAtariRule::Result3 => SelfAtariPolicy::Result3,
            SelfAtariRule::Nakade => SelfAtariPolicy::Nakade,
        }
    }
}

/// The playout policies, by the names that a configuration file gives them. An unknown name is refused with a list of the known ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PolicyKind {
    /// `base`: the rules of Basaldúa 2013, section 4.6.
    #[default]
    Base,
    /// `sampled`: a draw by light learned weights (section 4.2.1). It uses only the parameters from `margin_weight` on.
    Sampled,
    /// `lgrf-1`: last good replies to one move, then the base policy.
    #[serde(rename = "lgrf-1")]
    Lgrf1,
    /// `lgrf-2`: last good replies to two moves, to one move, then the base policy.
    #[serde(rename = "lgrf-2")]
    Lgrf2,
    /// `learning`: the base policy with rules that learn during the search (section 4.7).
    Learning,
    /// `adapted`: the sampled policy with weights that follow the results of the search (Graf and Platzner 2016).
    Adapted,
}

/// How a playout chooses its moves and how its end is rewarded.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PlayoutConfig {
    /// Which policy chooses the moves.
    pub policy: PolicyKind,
    /// p_AT\[1\]: probability of continuing an atari sequence that has just begun.
    pub atari_first: f64,
    /// The number of consecutive atari moves from which p_AT\[t\] is 1; it rises linearly until then.
    pub atari_certain_after: u32,
    /// p_MP: chance to answer by a 3x3 pattern next to the last move.
    pub pattern: f64,
    /// Moves skipped by these draws are played before a random one (section 4.8.2).
    pub recycle_skipped: bool,
    /// A random move that fills half of a two-point space is moved to its other, larger side (section 4.4.3).
    pub improve_shape: bool,
    /// Which self-ataris are allowed.
    pub self_atari: SelfAtariRule,
    /// Chance to play the vital point of a small eye space next to the last move; not in Basaldúa's base policy.
    pub vital_point: f64,
    /// Chance to make a stored reply; only the policies `lgrf-1` and `lgrf-2` store them.
    pub last_good_reply: f64,
    /// Weight of the score margin in the reward (section 4.1.1: about 2%).
    pub margin_weight: f64,
    /// A playout stops when one side has so many more stones, as a share of the board; 0 is off (Oakfoam 0.2.0 used 0.4).
    pub mercy: f64,
    /// Longest playout as a multiple of the board's area.
    pub length_cap: f64,
    /// What the policy `learning` adds to these.
    pub learning: LearningConfig,
    /// What the policy `adapted` adds to these.
    pub adapted: AdaptedConfig,
}

impl Default for PlayoutConfig {
    fn default() -> Self {
        Self {
            policy: PolicyKind::Base,
            atari_first: 0.3405,
            atari_certain_after: 8,
            pattern: 0.4812,
            recycle_skipped: true,
            improve_shape: true,
            self_atari: SelfAtariRule::Nakade,
            vital_point: 0.5,
            last_good_reply: 1.0,
            margin_weight: 0.02,
            mercy: 0.35,
            length_cap: 3.0,
            learning: LearningConfig::default(),
            adapted: AdaptedConfig::default(),
        }
    }
}
