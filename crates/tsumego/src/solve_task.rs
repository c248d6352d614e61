//! Problems without marks: candidates are read in turn until one shows that the first move matters.
//!
//! A position asks a question about a group when the side to move gets more by moving than by passing. Candidates are read in
//! rounds of growing size, the likeliest first; the first that is such a question is answered in full.
//!
//! A group is read with little room first: the search grows with the power of the empty points, and corridors along the surrounding stones hardly
//! ever matter. There only a move that alone succeeds is an answer. Less room favours the attacker, so where several moves or a pass succeed for
//! it, or none for the defender, nothing is said, and the room with more points is asked.

use go_board::{Board, Color, Move};

use crate::enclosure::Room;
use crate::infer::{Candidate, candidates};
use crate::problem::{Problem, ProblemError};
use crate::side::Side;
use crate::solve::{Matters, Solver};
use crate::status::{Answer, Status};
use crate::task::{PositionError, Task};
use crate::without_threats::Sole;
use crate::zone::Table;

/// Nodes for the first look at a candidate, and how the looks grow.
const FIRST_LOOK: u64 = 5_000;
const LOOK_GROWTH: u64 = 4;

/// The rooms that a group is first read in.
const NARROW: [Room; 2] = [Room::Steps(1), Room::Steps(2)];

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
    let groups: Vec<Group> = list.into_iter().filter_map(|c| Group::new(&board, c, task.to_move)).collect();
    if groups.is_empty() {
        return Err(TaskFailure::NothingInQuestion);
    }
    Ok(Asking { groups, table, nodes, used: 0 }.answer(interrupt))
}

/// A group that the task may be about.
struct Group {
    /// The question with all the room that its enclosure allows.
    problem: Problem,
    candidate: Candidate,
    /// Questions with less room, the least first, that may still tell something.
    narrow: Vec<Problem>,
    /// With less room no first move succeeds.
    fails_narrowly: bool,
    matters: Matters,
}

impl Group {
    fn new(board: &Board, candidate: Candidate, to_move: Color) -> Option<Group> {
        let problem = candidate.problem(to_move).ok()?;
        let mut seen = vec![candidate.playable];
        let mut narrow = Vec::new();
        for room in NARROW {
            let Some(less) = candidate.with_room(board, room) else { continue };
            if seen.contains(&less.playable) {
                continue;
            }
            seen.push(less.playable);
            narrow.extend(less.problem(to_move).ok());
        }
        Some(Group { problem, candidate, narrow, fails_narrowly: false, matters: Matters::Unknown })
    }
}

/// The search for the question among the groups.
struct Asking<'t> {
    groups: Vec<Group>,
    table: &'t mut Table,
    nodes: u64,
    used: u64,
}

impl Asking<'_> {
    fn answer(mut self, interrupt: &mut dyn FnMut() -> bool) -> SolvedTask {
        // A group is taken only when every likelier one is known to be no question.
        let mut look = FIRST_LOOK;
        let mut chosen = None;
        while chosen.is_none() && self.used < self.nodes && !interrupt() {
            for index in 0..self.groups.len() {
                if matches!(self.groups[index].matters, Matters::Unknown | Matters::Perhaps) {
                    if let Some(solved) = self.look_at_narrow(index, look, interrupt) {
                        return solved;
                    }
                    let group = &mut self.groups[index];
                    let left = self.nodes.saturating_sub(self.used);
                    let mut solver = Solver::new(&group.problem, self.table, look.min(left));
                    group.matters = solver.first_move_matters(interrupt);
                    self.used += solver.n_nodes();
                }
                match self.groups[index].matters {
                    Matters::Yes => chosen = Some(index),
                    Matters::No => continue,
                    Matters::Perhaps | Matters::Unknown => {}
                }
                break;
            }
            if self.groups.iter().all(|group| group.matters == Matters::No) {
                break;
            }
            look = look.saturating_mul(LOOK_GROWTH);
        }
        // At the end of the limits, a likeliest group whose first move succeeds is an answer if its region is small.
        let is_likely = |&index: &usize| {
            let group = &self.groups[index];
            group.matters == Matters::Perhaps && !group.fails_narrowly && group.candidate.playable.len() <= MOST_UNASKED
        };
        let open = || self.groups.iter().position(|group| group.matters != Matters::No);
        match chosen.or_else(|| open().filter(is_likely)) {
            Some(index) => self.answer_in_full(index, interrupt),
            None => SolvedTask { problem: None, answer: None, nodes: self.used },
        }
    }

    /// Asks for the move that alone succeeds where the group has less room.
    fn look_at_narrow(&mut self, index: usize, look: u64, interrupt: &mut dyn FnMut() -> bool) -> Option<SolvedTask> {
        for problem in std::mem::take(&mut self.groups[index].narrow) {
            let left = self.nodes.saturating_sub(self.used);
            let mut solver = Solver::new(&problem, self.table, look.min(left));
            let sole = solver.sole_first_move(interrupt);
            self.used += solver.n_nodes();
            match sole {
                Sole::Move(cell) => {
                    let left = self.nodes.saturating_sub(self.used);
                    let mut solver = Solver::new(&problem, self.table, left);
                    let mut answer = solver.answer(interrupt);
                    self.used += solver.n_nodes();
                    answer.sole_success = problem.region().point(cell).map(Move::Play);
                    // A defender's ko rests on the stones in the gaps.
                    if answer.side() == Side::Attacker || answer.status == Status::Alive {
                        return Some(SolvedTask { problem: Some(problem), answer: Some(answer), nodes: self.used });
                    }
                }
                Sole::Unknown => self.groups[index].narrow.push(problem),
                Sole::NoMove => self.groups[index].fails_narrowly = true,
                Sole::SeveralMoves | Sole::PassToo => {}
            }
        }
        None
    }

    fn answer_in_full(self, index: usize, interrupt: &mut dyn FnMut() -> bool) -> SolvedTask {
        let Group { problem, candidate, .. } = &self.groups[index];
        let mut solver = Solver::new(problem, self.table, self.nodes.saturating_sub(self.used));
        let answer = solver.answer(interrupt);
        let nodes = self.used + solver.n_nodes();
        if is_believed(&answer, candidate) {
            return SolvedTask { problem: Some(problem.clone()), answer: Some(answer), nodes };
        }
        SolvedTask { problem: None, answer: None, nodes }
    }
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

    /// What the first group of a drawing gives with less room, and the group.
    fn narrowly(first_row: &str, to_move: Color) -> (Option<SolvedTask>, Group) {
        let others = "X X X X O O O . .
                      O O O O . . . . .
                      . . . . . . . . .
                      . . . . . . . . .
                      . . . . . . . . .
                      . . . . . . . . .
                      . . . . . . . . .
                      . . . . . . . . .";
        let (board, _): (Board, _) = Board::parse_ascii(&format!("{first_row}\n{others}")).expect("a board");
        let mut candidates = candidates(&board, &[]).into_iter();
        let candidate = candidates.find(|found| found.defender == Color::Black).expect("Black is enclosed");
        let group = Group::new(&board, candidate, to_move).expect("a problem");
        let mut table = Table::with_bytes(1 << 20);
        let mut asking = Asking { groups: vec![group], table: &mut table, nodes: 10_000, used: 0 };
        let solved = asking.look_at_narrow(0, 5_000, &mut || false);
        (solved, asking.groups.remove(0))
    }

    /// A way out along the upper edge is read one and two points long: the middle of three is vital for both sides there already.
    #[test]
    fn a_move_that_alone_succeeds_with_less_room_is_an_answer() {
        for to_move in [Color::White, Color::Black] {
            let (solved, group) = narrowly(". . . X . . . . .", to_move);
            let SolvedTask { problem: Some(problem), answer: Some(answer), .. } = solved.expect("an answer") else {
                panic!("an answer has its problem");
            };
            let middle = problem.board().size().parse_point("B9").expect("a point");
            assert_eq!(answer.sole_success, Some(Move::Play(middle)), "{to_move:?}");
            assert!(problem.region().len() < group.problem.region().len());
        }
    }

    /// Where passing succeeds too, or no move does, less room is no answer; the second is remembered.
    #[test]
    fn less_room_says_nothing_else() {
        let (solved, group) = narrowly(". X . X . . . . .", Color::Black);
        assert!(solved.is_none() && !group.fails_narrowly && group.narrow.is_empty(), "it has two eyes");
        let (solved, group) = narrowly(". . X X . . . . .", Color::Black);
        assert!(solved.is_none() && group.fails_narrowly && group.narrow.is_empty(), "one eye is too few");
    }
}
