//! A life-and-death problem: stones, the target, the region in which it is read, and whose turn it is.

use go_board::{Board, Color, Point, PointSet};
use thiserror::Error;

use crate::layout::RegionTooLarge;
use crate::reading::Reading;
use crate::region::Region;
use crate::side::Side;

/// Why stones and marks are no problem that can be solved.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ProblemError {
    /// No target.
    #[error("no chain is marked as the target; mark one of its stones")]
    NoTarget,
    /// A mark on an empty point.
    #[error("the target point {0} is empty; mark a stone")]
    EmptyTarget(String),
    /// Stones of both colours marked.
    #[error("the target has stones of both colours; mark stones of one side only")]
    MixedTarget,
    /// A chain without a liberty.
    #[error("the chain at {0} has no liberty: the position cannot arise; correct the stones")]
    NoLiberty(String),
    /// Nothing to play.
    #[error("the region has no empty point: there is nothing to read on a full board")]
    NothingToPlay,
    /// The target cannot be enclosed.
    #[error(
        "the target has liberties outside the region, so nothing in it can capture the target; mark a larger region"
    )]
    Open,
    /// Too large.
    #[error(transparent)]
    TooLarge(#[from] RegionTooLarge),
}

/// A problem that can be read.
#[derive(Clone)]
pub struct Problem {
    board: Board,
    target: PointSet,
    defender: Color,
    to_move: Color,
    region: Region,
}

impl Problem {
    /// Checks a problem. `target` names one stone of every target chain; `playable` holds the empty points in which it is read (points
    /// with stones are ignored).
    pub fn new(board: Board, target: &[Point], playable: &PointSet, to_move: Color) -> Result<Problem, ProblemError> {
        let size = board.size();
        for point in size.points() {
            if board.chain_at(point).is_some_and(|chain| board.liberties(chain).iter().next().is_none()) {
                return Err(ProblemError::NoLiberty(size.name(point)));
            }
        }
        let mut stones = PointSet::new();
        let mut defender = None;
        for &point in target {
            let chain = board.chain_at(point).ok_or_else(|| ProblemError::EmptyTarget(size.name(point)))?;
            let color = board.chain_color(chain);
            if *defender.get_or_insert(color) != color {
                return Err(ProblemError::MixedTarget);
            }
            for stone in board.stones(chain) {
                stones.insert(stone);
            }
        }
        let defender = defender.ok_or(ProblemError::NoTarget)?;
        if !board.empty_points().iter().any(|&point| playable.contains(point)) {
            return Err(ProblemError::NothingToPlay);
        }
        let region = Region::new(&board, playable, defender)?;
        let cells = region.mask(stones.iter());
        if (cells.count_ones() as usize) < stones.len() {
            return Err(ProblemError::Open);
        }
        Ok(Problem { board, target: stones, defender, to_move, region })
    }

    /// The stones at the start.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The stones in question.
    pub fn target(&self) -> &PointSet {
        &self.target
    }

    /// The colour of the target.
    pub fn defender(&self) -> Color {
        self.defender
    }

    /// Who moves first.
    pub fn to_move(&self) -> Color {
        self.to_move
    }

    /// The same problem with the other side to move first.
    pub fn with_to_move(&self, to_move: Color) -> Problem {
        Problem { to_move, ..self.clone() }
    }

    /// Where it is read.
    pub fn region(&self) -> &Region {
        &self.region
    }

    /// The side that a colour plays.
    pub fn side(&self, color: Color) -> Side {
        if color == self.defender { Side::Defender } else { Side::Attacker }
    }

    pub(crate) fn color(&self, side: Side) -> Color {
        if side == Side::Defender { self.defender } else { self.defender.opponent() }
    }

    pub(crate) fn target_mask(&self) -> u128 {
        self.region.mask(self.target.iter())
    }

    /// A board of this size as a reading.
    pub(crate) fn reading_of(&self, board: &Board, to_move: Side, threats: [u8; 2]) -> Reading {
        let mut stones = [0u128; 2];
        for point in self.region.points() {
            if let (Some(color), Some(cell)) = (board.color_at(point), self.region.cell(point)) {
                stones[self.side(color).index()] |= 1 << cell;
            }
        }
        Reading::new(stones, to_move, threats)
    }
}
