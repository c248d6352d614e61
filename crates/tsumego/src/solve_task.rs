//! Problems without marks: candidates are read in turn until one shows that the first move matters.
//!
//! A position asks a question about a group when the side to move gets more by moving than by passing. Candidates are read in
//! rounds of growing size, the likeliest first; the first that is such a question is answered in full.

use crate::infer::{Candidate, candidates};
use crate::problem::{Problem, ProblemError};
use crate::side::Side;
use crate::solve::{Matters, Solver};
use crate::status::{Answer, Status};
use crate::task::{PositionError, Task};
use crate::zone::Table;

/// Nodes for the first look at a candidate, and how the looks grow.
const FIRST_LOOK: u64 = 5_000;
const LOOK_GROWTH: u64 = 10;

/// The most empty points of a region in which a first move that succeeds is the answer although passing was not read to its end. In larger ones a group often lives or
/// runs in several ways, and then another group is meant.
const MOST_UNASKED: usize = 16;

/// Why a task cannot be solved.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TaskFailure {
    /// The stones are no position.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The marked stones are no problem.
    #[error(transparent)]
    Problem(#[from] ProblemError),
    /// The marked stones can run away.
    #[error("the marked group is not enclosed, so nothing near it can capture it; add the surrounding stones")]
    NotEnclosed,
    /// Nothing is enclosed.
    #[error("no chain is marked, and no group is enclosed enough to be the question; mark a stone of the target")]
    NothingInQuestion,
}

/// What came of a task.
pub struct SolvedTask {
    /// The question that was answered; `None` if none was found within the limits.
    pub problem: Option<Problem>,
    /// Its answer.
    pub answer: Option<Answer>,
    /// Expanded states in all.
    pub nodes: u64,
}

/// Finds out what a task asks, and answers it.
pub fn solve_task(
    task: &Task,
    table: &mut Table,
    nodes: u64,
    interrupt: &mut dyn FnMut() -> bool,
) -> Result<SolvedTask, TaskFailure> {
    let board = task.board()?;
    let list = candidates(&board, &task.marked);
    if !task.marked.is_empty() {
        if let Some(&empty) = task.marked.iter().find(|&&point| board.is_empty(point)) {
            return Err(ProblemError::EmptyTarget(task.size.name(empty)).into());
        }
        let first = list.first().ok_or(TaskFailure::NotEnclosed)?;
        let problem = first.problem(task.to_move)?;
        let mut solver = Solver::new(&problem, table, nodes);
        let answer = solver.answer(interrupt);
        let used = solver.n_nodes();
        return Ok(SolvedTask { problem: Some(problem), answer: Some(answer), nodes: used });
    }
    let question = |candidate| Some((Candidate::problem(candidate, task.to_move).ok()?, candidate));
    let problems: Vec<(Problem, &Candidate)> = list.iter().filter_map(question).collect();
    if problems.is_empty() {
        return Err(TaskFailure::NothingInQuestion);
    }
    let mut used = 0;
    // A candidate is taken only when every likelier one is known to be no question.
    let mut verdicts = vec![Matters::Unknown; problems.len()];
    let mut look = FIRST_LOOK;
    let mut chosen = None;
    while chosen.is_none() && used < nodes && !interrupt() {
        for (index, (problem, _)) in problems.iter().enumerate() {
            if matches!(verdicts[index], Matters::Unknown | Matters::Perhaps) {
                let mut solver = Solver::new(problem, table, look.min(nodes.saturating_sub(used)));
                verdicts[index] = solver.first_move_matters(interrupt);
                used += solver.n_nodes();
            }
            match verdicts[index] {
                Matters::Yes => chosen = Some(index),
                Matters::No => continue,
                Matters::Perhaps | Matters::Unknown => {}
            }
            break;
        }
        if verdicts.iter().all(|&verdict| verdict == Matters::No) {
            break;
        }
        look = look.saturating_mul(LOOK_GROWTH);
    }
    // At the end of the limits, a likeliest candidate whose first move succeeds is an answer if its region is small.
    let is_likely =
        |&index: &usize| verdicts[index] == Matters::Perhaps && problems[index].1.playable.len() <= MOST_UNASKED;
    let chosen = chosen.or_else(|| verdicts.iter().position(|&v| v != Matters::No).filter(is_likely));
    if let Some(index) = chosen {
        let (problem, candidate) = &problems[index];
        let mut solver = Solver::new(problem, table, nodes.saturating_sub(used));
        let answer = solver.answer(interrupt);
        let used = used + solver.n_nodes();
        if is_believed(&answer, candidate) {
            return Ok(SolvedTask { problem: Some(problem.clone()), answer: Some(answer), nodes: used });
        }
        return Ok(SolvedTask { problem: None, answer: None, nodes: used });
    }
    Ok(SolvedTask { problem: None, answer: None, nodes: used })
}

/// Is the answer about what the problem asks? When one move alone succeeds without threats, it is taken to be. Otherwise:
///
/// - Whether a defender gets a ko depends on the stones that were put into the gaps; without them it often lives.
/// - Who kills, but has at least a ko after a pass too, is probably asked about another group.
fn is_believed(answer: &Answer, candidate: &Candidate) -> bool {
    if answer.sole_success.is_some() {
        return true;
    }
    match (answer.side(), answer.status) {
        (Side::Defender, Status::Ko { .. }) => candidate.n_filled == 0,
        (Side::Attacker, Status::Dead) => answer.status_after_pass == Status::Alive,
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use go_board::{Board, Move};

    use super::*;

    /// The way out at F9 is closed with a stone of White's: what Black gets by a ko inside is no answer then, full life is.
    #[test]
    fn doubtful_answers_are_not_believed() {
        let (board, _): (Board, _) = Board::parse_ascii(
            ". . . X . . . . .
             . X X X O . . . .
             X X O O O . . . .
             O O O . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .",
        )
        .expect("a board");
        let candidate = candidates(&board, &[]).into_iter().next().expect("Black is enclosed up to a gap");
        assert_eq!(candidate.n_filled, 1);
        let closed = Candidate { n_filled: 0, ..candidate.clone() };
        let answer = |side, status| Answer::new(side, status, Status::best_for(Side::opponent(side)), Vec::new(), 0);
        let ko = Status::Ko { attacker_needs: Some(0) };
        assert!(!is_believed(&answer(Side::Defender, ko), &candidate));
        assert!(is_believed(&answer(Side::Defender, ko), &closed));
        assert!(is_believed(&answer(Side::Defender, Status::Alive), &candidate));
        assert!(is_believed(&answer(Side::Attacker, ko), &candidate));
        let mut sole = answer(Side::Defender, ko);
        sole.sole_success = Some(Move::Pass);
        assert!(is_believed(&sole, &candidate));
        let after_pass = |status| Answer::new(Side::Attacker, Status::Dead, status, Vec::new(), 0);
        assert!(is_believed(&after_pass(Status::Alive), &candidate));
        assert!(!is_believed(&after_pass(ko), &candidate), "a pass gets a ko too");
        assert!(!is_believed(&after_pass(Status::Unknown), &candidate));
    }
}
