//! The parameters of the learning policy. Defaults are those of Basaldúa 2013, Table 4.7, and of section 4.7 where the table has none; a comment
//! says which are not published.

use serde::{Deserialize, Serialize};

/// How many cells around a point are its context (section 4.3.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub enum ContextCells {
    /// 8 cells, the square of 3x3. Not in the thesis.
    Cells8,
    /// 12 cells: those and the points two away along the lines. Not in the thesis.
    Cells12,
    /// 24 cells, the square of 5x5. The text of section 4.3.2 names it for the experiments, Table 4.7 does not.
    Cells24,
    /// 40 cells.
    #[default]
    Cells40,
}

/// A number of cells that no context has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("context_cells = {0}: it must be 8, 12, 24 or 40")]
pub struct ContextCellsError(u8);

impl TryFrom<u8> for ContextCells {
    type Error = ContextCellsError;

    fn try_from(n_cells: u8) -> Result<Self, ContextCellsError> {
        match n_cells {
            8 => Ok(Self::Cells8),
            12 => Ok(Self::Cells12),
            24 => Ok(Self::Cells24),
            40 => Ok(Self::Cells40),
            other => Err(ContextCellsError(other)),
        }
    }
}

impl From<ContextCells> for u8 {
    fn from(cells: ContextCells) -> u8 {
        match cells {
            ContextCells::Cells8 => 8,
            ContextCells::Cells12 => 12,
            ContextCells::Cells24 => 24,
            ContextCells::Cells40 => 40,
        }
    }
}

/// `[playout.learning]`: only the policy `learning` uses it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LearningConfig {
    /// Cells of a local context: 8, 12, 24 or 40.
    pub context_cells: ContextCells,
    /// Points around the last move that are asked for node moves, 8 or 20 in the thesis; 0 switches node moves off.
    pub node_neighbours: u32,
    /// A node move has at least the evidence of so many wins in so many trials.
    pub node_threshold: [u32; 2],
    /// k of the "best k" answers; 0 switches edge moves off.
    pub best_answers: u32,
    /// An edge move has at least the evidence of so many wins in so many trials.
    pub edge_threshold: [u32; 2],
    /// t_ill: an answer that was illegal so many times in a row leaves its list. Not published.
    pub illegal_limit: u32,
    /// e, the end of scale of the win/loss states; 21 is the largest of 8 bits.
    pub end_of_scale: u32,
    /// n_upd: the first so many moves of a playout are learned from.
    pub learned_moves: u32,
    /// Learned moves are made among the first so many moves of a playout; 0: among all. The thesis has no such limit. Beyond `learned_moves` hardly any context is
    /// known, and looking costs more than it finds.
    pub made_moves: u32,
    /// Thresholds move apart so that both colours make as many learned moves (section 4.7.4).
    pub balance: bool,
    /// Playouts between two corrections of that balance.
    pub balance_every: u32,
    /// The correction when one colour makes more than twice as many moves (4 or 8 in the thesis).
    pub balance_leap: u32,
    /// What the tables may take, from which the number of bits of a context follows. Not published.
    pub memory_mib: u32,
    /// A second layer of states knows what the tree found of moves with at least so many visits; 0 is off. It is filled when pondering begins, never by playouts, and takes as
    /// much memory again (section 7.3.1).
    pub tree_visits: u32,
}

impl Default for LearningConfig {
    fn default() -> Self {
        Self {
            context_cells: ContextCells::Cells40,
            node_neighbours: 20,
            node_threshold: [1, 2],
            best_answers: 8,
            edge_threshold: [125, 200],
            illegal_limit: 8,
            end_of_scale: 21,
            learned_moves: 80,
            made_moves: 0,
            balance: true,
            balance_every: 50,
            balance_leap: 4,
            memory_mib: 16,
            tree_visits: 0,
        }
    }
}
