//! Analyses a position once, then gives the tactical levels of any legal move.
//!
//! Data shared by all moves (distance maps, read ladders, whether there is a ko) is computed in `new`. A move without
//! stones around it costs a few look-ups; the others examine the one to four chains around them.

use super::ladders::Ladders;
use super::{
    AtariLadder, CaptureLadder, CfgAfterPass, CfgDistance, HistoryUse, SelfAtariRule, TacticalFamily, TacticalLevels,
    TacticalOptions,
};
use go_board::{Board, Cell, ChainId, Color, Liberties, Move, Point, Position, circular_distance};
use go_tactics::{LadderStatus, adjacent_chains, chains_around, self_atari};

/// Distances beyond this are level 0.
const REACH: u8 = 10;
/// Border distances beyond this are level 0.
const LAST_LINE: u8 = 4;
/// Self-ataris of more stones are level 2.
const SMALL_SELF_ATARI: usize = 5;
/// Captures of at least so many stones that rescue something are level 6.
const LARGE_CAPTURE: usize = 10;

/// A position, ready to be asked about moves of the side to move.
pub struct TacticalContext<'a> {
    pub(super) position: &'a Position,
    options: TacticalOptions,
    ladders: Ladders,
    /// The chain of the last move, if that move captured something.
    capturer: Option<ChainId>,
    last: Option<Reference>,
    second_last: Option<Reference>,
}

/// A recent move to measure distances from.
struct Reference {
    point: Point,
    cfg: Option<CfgDistance>,
}

impl<'a> TacticalContext<'a> {
    /// Analyses the position.
    pub fn new(position: &'a Position, options: TacticalOptions) -> Self {
        let board = &position.board;
        let reference = |back: usize| {
            let point = position.last_point(back).filter(|_| options.history == HistoryUse::Used)?;
            let dropped = position.last_point(0).is_none() && options.cfg_after_pass == CfgAfterPass::Dropped;
            Some(Reference { point, cfg: (!dropped).then(|| CfgDistance::new(board, point, REACH)) })
        };
        let capturer = if position.last_captured > 0 { position.last_point(0) } else { None };
        TacticalContext {
            position,
            options,
            ladders: Ladders::new(board, position.to_move, &options),
            capturer: capturer.and_then(|point| board.chain_at(point)),
            last: reference(0),
            second_last: reference(1),
        }
    }

    /// The levels of a legal move of the side to move.
    pub fn levels(&self, mv: Move) -> TacticalLevels {
        let mut levels = TacticalLevels::default();
        let Move::Play(point) = mv else {
            let after_pass = self.position.last_moves[0].is_some_and(Move::is_pass);
            levels[TacticalFamily::Pass] = if after_pass { 2 } else { 1 };
            return levels;
        };
        let board = &self.position.board;
        if touches_stones(board, point) {
            levels[TacticalFamily::Capture] = self.capture(point);
            levels[TacticalFamily::Extension] = self.extension(point);
            levels[TacticalFamily::SelfAtari] = self.self_atari(point);
            levels[TacticalFamily::Atari] = self.atari(point);
        }
        let line = board.size().line(point);
        levels[TacticalFamily::BorderDistance] = if line <= LAST_LINE { line } else { 0 };
        if let Some(last) = &self.last {
            levels[TacticalFamily::LastDistance] = last.circular_level(point);
            levels[TacticalFamily::CfgLastDistance] = last.cfg_level(point);
        }
        if let Some(second_last) = &self.second_last {
            levels[TacticalFamily::SecondLastDistance] = second_last.circular_level(point);
            levels[TacticalFamily::CfgSecondLastDistance] = second_last.cfg_level(point);
        }
        levels
    }

    fn capture(&self, point: Point) -> u8 {
        let board = &self.position.board;
        let own = self.position.to_move;
        let enemies = chains_around(board, point, own.opponent());
        let in_atari = |chain: ChainId| board.liberties(chain).is_single();
        let captured = || enemies.iter().copied().filter(|&chain| in_atari(chain));
        if captured().next().is_none() {
            return 0;
        }
        let rescuing = captured().filter(|&chain| adjacent_chains(board, chain).any(in_atari));
        match rescuing.map(|chain| board.chain_size(chain)).max() {
            Some(LARGE_CAPTURE..) => return 6,
            Some(_) => return 5,
            None => {}
        }
        if captured().any(|chain| Some(chain) == self.capturer) {
            return 4;
        }
        if !enemies.iter().all(|&chain| in_atari(chain)) && is_extension(board, point, own.opponent()) {
            return 3;
        }
        let status = |chain: ChainId| self.ladders.now(board, chain);
        let in_ladder = match self.options.capture_ladder {
            CaptureLadder::OwnChainBroken => {
                chains_around(board, point, own).iter().any(|&chain| status(chain) == LadderStatus::Broken)
            }
            CaptureLadder::CapturedChainBroken => captured().any(|chain| status(chain) == LadderStatus::Broken),
            CaptureLadder::CapturedChainWorking => captured().any(|chain| status(chain) == LadderStatus::Working),
        };
        if in_ladder { 2 } else { 1 }
    }

    fn extension(&self, point: Point) -> u8 {
        let board = &self.position.board;
        let own = self.position.to_move;
        if !is_extension(board, point, own) {
            return 0;
        }
        let in_ladder =
            chains_around(board, point, own).iter().any(|&c| self.ladders.now(board, c) == LadderStatus::Working);
        if in_ladder { 2 } else { 1 }
    }

    fn self_atari(&self, point: Point) -> u8 {
        let board = &self.position.board;
        let own = self.position.to_move;
        let size = match self.options.self_atari {
            SelfAtariRule::Program => program_self_atari(board, point, own),
            SelfAtariRule::Exact => self_atari(board, point, own).map(|found| found.size),
        };
        match size {
            None => 0,
            Some(..=SMALL_SELF_ATARI) => 1,
            Some(_) => 2,
        }
    }

    fn atari(&self, point: Point) -> u8 {
        let board = &self.position.board;
        let attacked = chains_around(board, point, self.position.to_move.opponent());
        let mut attacked = attacked.iter().filter(|&&chain| board.liberties(chain).count() == 2).peekable();
        if attacked.peek().is_none() {
            return 0;
        }
        let wanted = match self.options.atari_ladder {
            AtariLadder::Broken => LadderStatus::Broken,
            AtariLadder::Working => LadderStatus::Working,
        };
        if attacked.any(|&chain| self.ladders.after(board, chain, point) == wanted) {
            3
        } else if board.ko().is_some() {
            2
        } else {
            1
        }
    }
}

impl Reference {
    fn circular_level(&self, point: Point) -> u8 {
        let (dx, dy) = (point.x() as i32 - self.point.x() as i32, point.y() as i32 - self.point.y() as i32);
        let distance = circular_distance(dx, dy);
        if distance <= REACH as usize { distance as u8 } else { 0 }
    }

    fn cfg_level(&self, point: Point) -> u8 {
        self.cfg.as_ref().and_then(|cfg| cfg.get(point)).unwrap_or(0)
    }
}

/// Is there any stone next to the point?
#[inline(always)]
fn touches_stones<L: Liberties>(board: &Board<L>, point: Point) -> bool {
    let n_empty = board.n_empty_neighbours(point);
    Color::BOTH.iter().any(|&color| n_empty + board.n_own_or_edge_neighbours(point, color) != 4)
}

/// Whether `color` brings its own chain out of atari there: at least two liberties among the empty neighbours and the
/// other liberties of the chains that it joins. Liberties gained by captures do not count.
fn is_extension(board: &Board, point: Point, color: Color) -> bool {
    let own = chains_around(board, point, color);
    own.iter().any(|&chain| board.liberties(chain).is_single()) && {
        let joined = own.iter().flat_map(|&chain| board.liberties(chain).iter()).filter(|&liberty| liberty != point);
        let open = point.neighbours().into_iter().filter(|&n| board.cell(n) == Cell::Empty);
        at_least_two(joined.chain(open))
    }
}

/// The size of the chain that the program would call in self-atari.
fn program_self_atari(board: &Board, point: Point, color: Color) -> Option<usize> {
    if board.n_empty_neighbours(point) > 1 {
        return None;
    }
    let own = chains_around(board, point, color);
    if own.iter().any(|&chain| board.liberties(chain).count() > 2) {
        return None;
    }
    let joined = own.iter().flat_map(|&chain| board.liberties(chain).iter()).filter(|&liberty| liberty != point);
    let open = point.neighbours().into_iter().filter(|&n| board.cell(n) == Cell::Empty);
    if at_least_two(joined.chain(open)) {
        return None;
    }
    let enemies = chains_around(board, point, color.opponent());
    let captured = enemies.iter().filter(|&&chain| board.liberties(chain).is_single());
    if captured.map(|&chain| board.chain_size(chain)).sum::<usize>() > 1 {
        return None;
    }
    Some(1 + own.iter().map(|&chain| board.chain_size(chain)).sum::<usize>())
}

/// Are there two different points?
fn at_least_two(mut points: impl Iterator<Item = Point>) -> bool {
    points.next().is_some_and(|first| points.any(|point| point != first))
}
