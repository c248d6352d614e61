//! When is a problem solved? Four readings of the same chosen move.
//!
//! - *listed*: the problem lists the move as right, as in Foulds 2006, section 5.1.
//! - *best status*: the target's fate after the move, dead, ko or alive, is the best that any move reaches, proved by the solver. A ko counts as
//!   any other ko; problems that the solver does not answer are left out.
//! - *proved*: the move is one of the proved best, kos told apart by the threats that they need. Problems that the solver does not answer are not solved.
//! - *gaining*: the target's fate after the move is better for the mover than after a pass, kos told apart: the moves that a solver which ranks solutions,
//!   as GoTools does, can nominate. Problems that the solver does not answer are left out.
//!
//! A move outside the solver's region changes nothing there: it is worth a pass.

use std::fs;
use std::path::Path;

use anyhow::Result;
use go_board::{Move, Point};
use output_files::write_whole;
use report::Progress;
use serde::{Deserialize, Serialize};
use stable_hash::Fnv1a;
use tsumego::{Answer, Status, Table, solve_task};

use super::problem::LocalProblem;

/// A reading of success.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Success {
    /// The problem lists the move.
    #[default]
    Listed,
    /// The best fate, by the solver.
    BestStatus,
    /// A best move, by the solver.
    Proved,
    /// Better than a pass, by the solver.
    Gaining,
}

/// Expanded states that the solver may spend on a problem, and the bytes of its table.
const NODES: u64 = 100_000;
const TABLE_BYTES: usize = 8 << 20;
/// Problems between two saves.
const PART: usize = 100;

/// What the solver knows of a problem's first moves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct FirstMoves {
    /// Points (as `Point::index`) of the same fate as the best, and of another.
    same_fate: Vec<u16>,
    other_fate: Vec<u16>,
    /// Has a pass, and so a move elsewhere, the same fate?
    pass_is_same: bool,
    /// Points that are proved best, and those after which the fate is better than after a pass.
    best: Vec<u16>,
    gaining: Vec<u16>,
    /// Was the problem answered, with a first move that matters?
    is_answered: bool,
}

impl FirstMoves {
    fn new(answer: &Answer) -> FirstMoves {
        let best: Vec<u16> = answer.best().filter_map(Move::point).map(index).collect();
        if best.is_empty() {
            return FirstMoves::default();
        }
        let fate = std::mem::discriminant(&answer.status);
        let is_same = |status: Status| std::mem::discriminant(&status) == fate;
        let of = |same: bool| {
            let moves = answer.moves.iter().filter(|m| is_same(m.status) == same);
            moves.filter_map(|m| m.mv.point()).map(index).collect()
        };
        let pass_is_same = is_same(answer.status_after_pass);
        let after_pass = answer.status_after_pass.value_for(answer.side());
        let gains = answer.moves.iter().filter(|m| m.status.value_for(answer.side()) > after_pass);
        let gaining = gains.filter_map(|m| m.mv.point()).map(index).collect();
        FirstMoves { same_fate: of(true), other_fate: of(false), pass_is_same, best, gaining, is_answered: true }
    }

    fn has_best_fate(&self, chosen: u16) -> bool {
        self.same_fate.contains(&chosen) || (self.pass_is_same && !self.other_fate.contains(&chosen))
    }
}

fn index(point: Point) -> u16 {
    point.index() as u16
}

/// Was the problem solved by this move? `None` where the reading leaves the problem out.
pub(super) fn is_solved(
    success: Success,
    problem: &LocalProblem,
    known: Option<&FirstMoves>,
    chosen: Option<u16>,
) -> Option<bool> {
    match success {
        Success::Listed => Some(problem.right.iter().any(|&point| chosen == Some(index(point)))),
        Success::BestStatus => {
            let known = known.filter(|known| known.is_answered)?;
            Some(chosen.is_some_and(|chosen| known.has_best_fate(chosen)))
        }
        Success::Gaining => {
            let known = known.filter(|known| known.is_answered)?;
            Some(chosen.is_some_and(|chosen| known.gaining.contains(&chosen)))
        }
        Success::Proved => Some(known.zip(chosen).is_some_and(|(known, chosen)| known.best.contains(&chosen))),
    }
}

/// Solves the problems; results are kept in `work`, and an interrupted run goes on.
pub(super) fn first_moves(problems: &[LocalProblem], work: &Path, progress: &dyn Progress) -> Result<Vec<FirstMoves>> {
    let mut hash = Fnv1a::default();
    hash.write(&NODES.to_le_bytes());
    for problem in problems {
        hash.write(&problem.board.hash().to_le_bytes());
        hash.write(&[problem.to_move().index() as u8]);
        problem.task.marked.iter().for_each(|point| hash.write(&point.index().to_le_bytes()));
    }
    let file = work.join(format!("statuses-{:016x}.json", hash.finish()));
    let mut known: Vec<FirstMoves> =
        fs::read(&file).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default();
    known.truncate(problems.len());
    progress.start("solving the test problems", Some(problems.len() as u64));
    progress.set_position(known.len() as u64);
    let mut table = Table::with_bytes(TABLE_BYTES);
    while known.len() < problems.len() {
        for problem in &problems[known.len()..problems.len().min(known.len() + PART)] {
            // What one problem left in the table must not change the limit's effect on the next.
            table.clear();
            let solved = solve_task(&problem.task, &mut table, NODES, &mut || false).ok();
            known.push(
                solved.and_then(|solved| solved.answer).map(|answer| FirstMoves::new(&answer)).unwrap_or_default(),
            );
            progress.advance(1);
        }
        write_whole(&file, serde_json::to_vec(&known)?)?;
    }
    progress.finish();
    Ok(known)
}
