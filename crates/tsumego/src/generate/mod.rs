//! Problems of our own making: shapes drawn at random, kept only when the solver proves that they are problems.
//!
//! A shape is drawn (`draft`), solved, stripped of stones that do not matter, and kept when every first move has a known status,
//! exactly one first move is best, passing is worse, and a near-by move looks possible and fails. What was seen before under any of
//! the eight symmetries, with either colouring, is not new. One random seed gives one sequence of problems; the state after any number
//! of them is the seed and the count of drafts, so a run can go on where it stopped.

mod draft;

use std::collections::HashSet;

use go_board::{Board, Color, Move, Point, Symmetry};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::infer::candidates;
use crate::problem::Problem;
use crate::side::Side;
use crate::solve::Solver;
use crate::status::{Answer, Status};
use crate::zone::Table;

/// Expanded states that a problem may take; harder drafts are left.
const MAX_NODES: u64 = 4_000;
/// Easier ones are no problems.
const MIN_NODES: u64 = 12;

/// A problem with its solution.
#[derive(Clone)]
pub struct Generated {
    /// The stones, in the upper left part of the board.
    pub board: Board,
    /// A stone of the target.
    pub target: Point,
    /// Who moves first.
    pub to_move: Color,
    /// The only best first move.
    pub best: Point,
    /// What it achieves.
    pub status: Status,
    /// First moves that look possible and fail, the nearest first.
    pub wrong: Vec<Point>,
    /// How hard it is: 10 times the binary logarithm of the states that the solver expanded.
    pub rating: u32,
}

/// Makes problems one after the other.
pub struct Generator {
    seed: u64,
    n_drafts: u64,
    seen: HashSet<Vec<u8>>,
    table: Table,
}

impl Generator {
    /// A generator that begins after `n_drafts` drafts.
    pub fn new(seed: u64, n_drafts: u64) -> Generator {
        Generator { seed, n_drafts, seen: HashSet::new(), table: Table::with_bytes(4 << 20) }
    }

    /// Drafts so far: together with the seed all that is needed to go on.
    pub fn n_drafts(&self) -> u64 {
        self.n_drafts
    }

    /// Remembers a problem, so that it is not made again; false if it is already known.
    pub fn remember(&mut self, board: &Board, target: Point) -> bool {
        self.seen.insert(canonical(board, target))
    }

    /// The next draft: a new problem, or none.
    pub fn next_draft(&mut self) -> Option<Generated> {
        let mut rng =
            Xoshiro256PlusPlus::seed_from_u64(self.seed.wrapping_add(self.n_drafts.wrapping_mul(0x9E37_79B9)));
        self.n_drafts += 1;
        let draft = draft::draw(&mut rng)?;
        let (board, target, to_move) = (draft.board, draft.target, draft.to_move);
        let first = self.accept(&board, target, to_move)?;
        let problem = self.strip(first, &draft.loose);
        let is_new = self.remember(&problem.board, problem.target);
        is_new.then_some(problem)
    }

    /// Takes away stones that make no difference to the answer.
    fn strip(&mut self, mut problem: Generated, loose: &[Point]) -> Generated {
        for &point in loose {
            let mut board = problem.board.clone();
            board.clear_stone(point);
            if board.chain_at(problem.target).is_none() || board.has_dead_chain() {
                continue;
            }
            let smaller = self.accept(&board, problem.target, problem.to_move);
            let is_same = |s: &Generated| s.best == problem.best && s.status == problem.status;
            if let Some(smaller) = smaller.filter(is_same) {
                problem = smaller;
            }
        }
        problem
    }

    fn accept(&mut self, board: &Board, target: Point, to_move: Color) -> Option<Generated> {
        let problem = candidates(board, &[target]).first()?.problem(to_move).ok()?;
        let answer = Solver::new(&problem, &mut self.table, MAX_NODES).answer(&mut || false);
        if answer.nodes < MIN_NODES || answer.moves.len() < 4 || !is_settled(&answer) {
            return None;
        }
        let mut best = answer.best();
        let (Some(Move::Play(best)), None) = (best.next(), best.next()) else { return None };
        let wrong = plausible_failures(&problem, &answer, best);
        if wrong.is_empty() {
            return None;
        }
        let rating = (10.0 * (answer.nodes as f64).log2()).round() as u32;
        Some(Generated { board: board.clone(), target, to_move, best, status: answer.status, wrong, rating })
    }
}

/// Is everything known, and does the mover gain?
fn is_settled(answer: &Answer) -> bool {
    let side = answer.side();
    let is_gain = answer.status.value_for(side) > answer.status_after_pass.value_for(side);
    let is_settled = |status: Status| status.is_known() && !status.is_uncounted_ko();
    answer.status_after_pass.is_known()
        && is_gain
        && is_settled(answer.status)
        && answer.moves.iter().all(|m| is_settled(m.status))
}

/// Moves beside the best one, or at a liberty of the target, that fail.
fn plausible_failures(problem: &Problem, answer: &Answer, best: Point) -> Vec<Point> {
    let side = answer.side();
    let wanted = answer.status.value_for(side);
    let distance = |p: Point| p.x().abs_diff(best.x()).max(p.y().abs_diff(best.y()));
    let mut wrong: Vec<Point> = Vec::new();
    for found in &answer.moves {
        let Move::Play(point) = found.mv else { continue };
        let touches_target = point.neighbours().into_iter().any(|n| problem.target().contains(n));
        if found.status.value_for(side) < wanted && (distance(point) <= 1 || touches_target) {
            wrong.push(point);
        }
    }
    wrong.sort_by_key(|&point| distance(point));
    wrong
}

/// The same bytes for every symmetry and colouring of a problem.
fn canonical(board: &Board, target: Point) -> Vec<u8> {
    let size = board.size();
    let Some(defender) = board.color_at(target) else { return Vec::new() };
    let picture = |symmetry: Symmetry| {
        let mut cells: Vec<(u8, u8, u8)> = Vec::new();
        for point in size.points() {
            if let Some(color) = board.color_at(point) {
                let there = symmetry.apply(size, point);
                cells.push((there.y(), there.x(), if color == defender { 1 } else { 2 }));
            }
        }
        cells.sort_unstable();
        cells.into_iter().flat_map(|(y, x, c)| [y, x, c]).collect::<Vec<u8>>()
    };
    Symmetry::ALL.into_iter().map(picture).min().unwrap_or_default()
}

impl Generated {
    /// The side that moves first.
    pub fn side(&self) -> Side {
        if self.board.color_at(self.target) == Some(self.to_move) { Side::Defender } else { Side::Attacker }
    }
}
