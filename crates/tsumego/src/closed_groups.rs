//! Groups of a whole game whose fate is proved: for reviews and for the engine, where many positions of one game are asked about.
//!
//! Only groups that are closed without filling a gap are looked at, so that a proof holds for the board as it is; with few empty points and a small
//! limit of nodes, so that a question costs milliseconds. What was found is kept: in most moves of a game most groups stay as they are.

use std::collections::HashMap;

use go_board::{Board, Color, Move, Point, PointSet};

use crate::infer::candidates;
use crate::problem::Problem;
use crate::solve::{Matters, Solver};
use crate::status::Status;
use crate::zone::Table;

/// Empty points of a region that is read.
const MAX_EMPTY: usize = 12;
/// A chain with more liberties is not closed in.
const MAX_LIBERTIES: usize = 10;
/// Smaller chains are not asked about.
const MIN_STONES: usize = 3;

/// A closed group whose fate depends on the next move.
#[derive(Clone, Debug, PartialEq)]
pub struct Critical {
    /// Its stones.
    pub target: PointSet,
    /// Its colour.
    pub defender: Color,
    /// What the side to move achieves.
    pub status: Status,
    /// The first moves that achieve it.
    pub best: Vec<Point>,
}

/// Reads closed groups, and remembers them.
pub struct ClosedGroups {
    table: Table,
    nodes: u64,
    known: HashMap<Vec<u8>, Known>,
    n_nodes: u64,
}

/// What is known of a problem.
#[derive(Clone)]
struct Known {
    status: Status,
    /// Proved best first moves, if they matter and were asked for.
    best: Vec<Point>,
}

impl ClosedGroups {
    /// A reader that expands at most `nodes` states for a question.
    pub fn new(nodes: u64) -> ClosedGroups {
        ClosedGroups { table: Table::with_bytes(4 << 20), nodes, known: HashMap::new(), n_nodes: 0 }
    }

    /// Expanded states so far.
    pub fn n_nodes(&self) -> u64 {
        self.n_nodes
    }

    /// The closed groups of either colour that the side to move can kill or save, and that are saved or killed if it passes.
    pub fn critical(&mut self, board: &Board, to_move: Color) -> Vec<Critical> {
        let mut found: Vec<Critical> = Vec::new();
        let mut seen: Vec<(Color, PointSet)> = Vec::new();
        let mut chains: Vec<Point> = board.size().points().filter(|&p| is_asked(board, p)).collect();
        chains.sort_by_key(|&p| std::cmp::Reverse(board.chain_at(p).map_or(0, |chain| board.chain_size(chain))));
        for stone in chains {
            let Some((playable, problem)) = closed_problem(board, stone, to_move) else { continue };
            let group = (problem.defender(), playable);
            if seen.contains(&group) {
                continue;
            }
            seen.push(group);
            let known = self.fate(&problem);
            if !known.best.is_empty() {
                let (target, defender) = (*problem.target(), problem.defender());
                found.push(Critical { target, defender, status: known.status, best: known.best });
            }
        }
        found
    }

    /// What becomes of the chain at `stone` when `to_move` begins; unknown if it is not closed.
    pub fn status(&mut self, board: &Board, stone: Point, to_move: Color) -> Status {
        closed_problem(board, stone, to_move).map_or(Status::Unknown, |(_, problem)| self.fate(&problem).status)
    }

    fn fate(&mut self, problem: &Problem) -> Known {
        let key = key_of(problem);
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let side = problem.side(problem.to_move());
        let mut solver = Solver::new(problem, &mut self.table, self.nodes);
        let matters = solver.first_move_matters(&mut || false) == Matters::Yes;
        self.n_nodes += solver.n_nodes();
        let known = if matters {
            let mut solver = Solver::new(problem, &mut self.table, self.nodes);
            let answer = solver.answer(&mut || false);
            self.n_nodes += solver.n_nodes();
            let is_all = answer.status == Status::best_for(side)
                && answer.status_after_pass == Status::best_for(side.opponent());
            let point = |mv: Move| mv.point();
            Known {
                status: answer.status,
                best: if is_all { answer.best().filter_map(point).collect() } else { Vec::new() },
            }
        } else {
            let mut solver = Solver::new(problem, &mut self.table, self.nodes);
            let status = solver.status(side);
            self.n_nodes += solver.n_nodes();
            Known { status, best: Vec::new() }
        };
        self.known.insert(key, known.clone());
        known
    }
}

/// Is it the first stone of a chain that may be closed in?
fn is_asked(board: &Board, point: Point) -> bool {
    board.chain_at(point).is_some_and(|chain| {
        board.chain_stone(chain) == point
            && board.chain_size(chain) >= MIN_STONES
            && board.liberties(chain).iter().count() <= MAX_LIBERTIES
    })
}

fn closed_problem(board: &Board, stone: Point, to_move: Color) -> Option<(PointSet, Problem)> {
    let candidate = candidates(board, &[stone]).into_iter().next()?;
    let is_small = candidate.n_filled == 0 && candidate.playable.len() <= MAX_EMPTY;
    is_small.then(|| candidate.problem(to_move).ok().map(|problem| (candidate.playable, problem))).flatten()
}

/// Everything that the answer depends on: the points of the region and around it, the target, the side to move.
fn key_of(problem: &Problem) -> Vec<u8> {
    let (board, size) = (problem.board(), problem.board().size());
    let mut points: PointSet = problem.region().points().collect();
    for point in problem.region().points() {
        point.neighbours().into_iter().filter(|&n| size.contains(n)).for_each(|n| {
            points.insert(n);
        });
    }
    let inside: PointSet = problem.region().points().collect();
    let mut key = vec![problem.to_move().index() as u8];
    for point in points.iter() {
        let stone = board.color_at(point).map_or(0, |color| 1 + color.index() as u8);
        let flags = u8::from(problem.target().contains(point)) << 3 | u8::from(inside.contains(point)) << 4;
        key.extend([point.x(), point.y(), stone | flags]);
    }
    key
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_that_hangs_on_one_move_is_critical_for_both_sides() {
        let (board, _): (Board, _) = Board::parse_ascii(
            ". . . X O . . . .
             X X X X O . . . .
             O O O O O . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . O O O O
             . . . . . O X X X
             . . . . . O X . .",
        )
        .expect("a board");
        let mut groups = ClosedGroups::new(2_000);
        for (to_move, status) in [(Color::White, Status::Dead), (Color::Black, Status::Alive)] {
            let found = groups.critical(&board, to_move);
            let [critical] = &found[..] else { panic!("{found:?}") };
            assert_eq!((critical.defender, critical.status), (Color::Black, status));
            assert_eq!(critical.best, [board.size().parse_point("B9").expect("a point")]);
        }
        let before = groups.n_nodes();
        groups.critical(&board, Color::White);
        assert_eq!(groups.n_nodes(), before, "what was found is kept");
        let dead = board.size().parse_point("G1").expect("a point");
        assert_eq!(groups.status(&board, dead, Color::Black), Status::Dead);
    }
}
