//! The ladder test of Oakfoam 0.2.0: a walk along the diagonal without search.
//!
//! A chain in atari is *ladder-shaped* if its last liberty has at most two empty neighbours. The ladder *works* if the walk from
//! there ends at the attacker's stone or the edge before it meets the defender's. It is broken at once if another chain
//! of the defender touches the liberty, if an attacking chain next to the target is in atari, or if there is no way to turn. On the
//! first three lines the walk follows the edge.
//!
//! Where several directions are open, Oakfoam takes the last one in its order; here the defender chooses, so that the
//! result does not depend on the orientation of the board. For actual reading see `Reader`.

use crate::adjacency::adjacent_chains;
use crate::self_atari::self_atari;
use go_board::{Board, Cell, ChainId, Color, Liberties, Point};

/// Whether a chain is in a ladder, and its outcome.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LadderStatus {
    /// Not the shape of a ladder.
    NoLadder,
    /// A working ladder: the chain is captured.
    Working,
    /// A broken ladder: the chain escapes.
    Broken,
}

type Direction = (i32, i32);
const DIRECTIONS: [Direction; 4] = [(0, -1), (-1, 0), (1, 0), (0, 1)];

/// Whether the chain is in atari with the shape of a ladder.
pub fn is_ladder_shaped(board: &Board, chain: ChainId) -> bool {
    board.liberties(chain).single().is_some_and(|liberty| board.n_empty_neighbours(liberty) <= 2)
}

/// Whether the chain, with two liberties, would have the shape of a ladder after the opponent takes one of them.
pub fn is_ladder_shaped_after(board: &Board, chain: ChainId, atari: Point) -> bool {
    other_of_two_liberties(board, chain, atari).is_some_and(|liberty| {
        liberty.neighbours().into_iter().filter(|&n| n != atari && board.is_empty(n)).count() <= 2
    })
}

fn other_of_two_liberties(board: &Board, chain: ChainId, point: Point) -> Option<Point> {
    let liberties = board.liberties(chain);
    let is_pair = liberties.count() == 2 && liberties.contains(point);
    if is_pair { liberties.iter().find(|&l| l != point) } else { None }
}

/// The test for a chain that is in atari now.
pub fn static_ladder(board: &Board, chain: ChainId) -> LadderStatus {
    match board.liberties(chain).single() {
        Some(liberty) if is_ladder_shaped(board, chain) => judge(board, chain, liberty, None),
        _ => LadderStatus::NoLadder,
    }
}

/// The test for a chain with two liberties, one of which the opponent takes.
pub fn static_ladder_after(board: &Board, chain: ChainId, atari: Point) -> LadderStatus {
    let Some(liberty) = other_of_two_liberties(board, chain, atari) else { return LadderStatus::NoLadder };
    if !is_ladder_shaped_after(board, chain, atari) {
        return LadderStatus::NoLadder;
    }
    if self_atari(board, atari, board.chain_color(chain).opponent()).is_some() {
        return LadderStatus::Broken;
    }
    judge(board, chain, liberty, Some(atari))
}

fn judge(board: &Board, chain: ChainId, liberty: Point, atari: Option<Point>) -> LadderStatus {
    let defender = board.chain_color(chain);
    let step = |(dx, dy): Direction| liberty.shifted(dx, dy);
    let helped = DIRECTIONS
        .into_iter()
        .any(|d| board.cell(step(d)) == defender.cell() && board.chain_at(step(d)) != Some(chain));
    if helped || adjacent_chains(board, chain).any(|attacker| board.liberties(attacker).is_single()) {
        return LadderStatus::Broken;
    }
    let mut n_walks = 0;
    for forward in DIRECTIONS {
        let (dx, dy) = forward;
        if board.chain_at(liberty.shifted(-dx, -dy)) != Some(chain) {
            continue;
        }
        for turn in DIRECTIONS {
            if turn != forward && board.is_empty(step(turn)) && Some(step(turn)) != atari {
                n_walks += 1;
                if !walk_works(board, defender, liberty, (forward, turn)) {
                    return LadderStatus::Broken;
                }
            }
        }
    }
    if n_walks > 0 { LadderStatus::Working } else { LadderStatus::Broken }
}

/// Follows the ladder: at each point the defender came from behind (`forward`) and turns.
fn walk_works<L: Liberties>(
    board: &Board<L>,
    defender: Color,
    start: Point,
    (mut forward, mut turn): (Direction, Direction),
) -> bool {
    let attacker = defender.opponent().cell();
    let mut point = start;
    let is_central = |point: Point| board.size().line(point) > 3;
    let step = |point: Point, (dx, dy): Direction| point.shifted(dx, dy);
    let back = |point: Point, (dx, dy): Direction| point.shifted(-dx, -dy);
    loop {
        let (first, second) = if is_central(point) { (forward, turn) } else { (turn, forward) };
        let (near, far) = (board.cell(step(point, first)), board.cell(step(point, second)));
        match (near, far) {
            (Cell::OffBoard, far) => return far != attacker,
            (Cell::Empty, Cell::OffBoard) => return true,
            (Cell::Empty, Cell::Empty) => {}
            (Cell::Empty, stone) | (stone, _) => return stone == attacker,
        }
        // Stones just beside the path help the defender unless the attacker has one there too.
        let behind = match board.cell(back(point, turn)) {
            Cell::OffBoard => Cell::OffBoard,
            _ => board.cell(back(back(point, turn), turn)),
        };
        let ahead = match board.cell(step(point, forward)) {
            Cell::OffBoard => Cell::OffBoard,
            _ => board.cell(back(step(point, forward), turn)),
        };
        let holds = |cell: Cell| behind == cell || ahead == cell;
        if holds(defender.cell()) && !holds(attacker) {
            return false;
        }
        point = step(point, turn);
        if is_central(point) {
            (forward, turn) = (turn, forward);
        }
    }
}
