//! Where van Niekerk 2014 and its program, Oakfoam 0.2.0, differ: one named choice each.
//!
//! The default, `TacticalOptions::TABLES`, is what the program did when the tables were made, and reproduces them. Ladder levels are
//! off in the program's own default, but Table 5.1 has weights other than 1 for them, so they were on.
//!
//! One difference is not offered: where two captured chains both rescue an own one, the program uses the first
//! neighbour in its order, which depends on the orientation of the board; here the highest level counts, as in the
//! thesis.

use serde::{Deserialize, Serialize};

/// How the ladder levels (capture 2, extension 2, atari 3) are decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LadderTest {
    /// These levels never occur.
    Off,
    /// The program's walk along the diagonal (reproduces the tables).
    #[default]
    Static,
    /// The same shapes, judged by reading.
    Reading,
}

/// The chain tested by capture level 2, "capture a chain in a ladder".
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CaptureLadder {
    /// An own chain next to the move that is in a broken ladder: what the program does, probably by mistake (reproduces the tables).
    #[default]
    OwnChainBroken,
    /// The captured chain is in a broken ladder, so that it would otherwise escape: the program's documented behaviour.
    CapturedChainBroken,
    /// The captured chain is in a working ladder: the thesis to the letter.
    CapturedChainWorking,
}

/// The chain tested by atari level 3, "atari a chain in a ladder".
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AtariLadder {
    /// After the move the chain is in a broken ladder (reproduces the tables).
    #[default]
    Broken,
    /// After the move the chain is in a working ladder: the thesis to the letter.
    Working,
}

/// When a move is a self-atari.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SelfAtariRule {
    /// Never with two or more captured stones; the liberty that one captured stone leaves is not counted (reproduces the tables).
    #[default]
    Program,
    /// The new chain has one liberty, captures counted.
    Exact,
}

/// The common-fate-graph distance to the move before the previous one, when the previous one was a pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CfgAfterPass {
    /// Level 0: an oversight of the program (reproduces the tables).
    #[default]
    Dropped,
    /// The distance.
    Kept,
}

/// Whether the distances to recent moves are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HistoryUse {
    /// They are.
    #[default]
    Used,
    /// They are not: the set T_HA of section 5.10. Capture 4 and atari 2 stay, as there.
    Agnostic,
}

/// All choices.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct TacticalOptions {
    /// How ladder levels are decided.
    pub ladders: LadderTest,
    /// The chain tested by capture level 2.
    pub capture_ladder: CaptureLadder,
    /// The chain tested by atari level 3.
    pub atari_ladder: AtariLadder,
    /// When a move is a self-atari.
    pub self_atari: SelfAtariRule,
    /// The second-last distance after a pass.
    pub cfg_after_pass: CfgAfterPass,
    /// Whether recent moves matter.
    pub history: HistoryUse,
}

impl TacticalOptions {
    /// What reproduces the tables of van Niekerk 2014.
    pub const TABLES: TacticalOptions = TacticalOptions {
        ladders: LadderTest::Static,
        capture_ladder: CaptureLadder::OwnChainBroken,
        atari_ladder: AtariLadder::Broken,
        self_atari: SelfAtariRule::Program,
        cfg_after_pass: CfgAfterPass::Dropped,
        history: HistoryUse::Used,
    };

    /// The thesis to the letter, ladders read: the most sensible set of these features.
    pub const THESIS: TacticalOptions = TacticalOptions {
        ladders: LadderTest::Reading,
        capture_ladder: CaptureLadder::CapturedChainWorking,
        atari_ladder: AtariLadder::Working,
        self_atari: SelfAtariRule::Exact,
        cfg_after_pass: CfgAfterPass::Kept,
        history: HistoryUse::Used,
    };
}
