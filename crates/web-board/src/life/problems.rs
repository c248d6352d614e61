//! The shipped problems as they are posed: on a board that suits them, turned and mirrored, colours exchanged.
//!
//! A problem in a corner of 19x19 is tiny on a telephone; on a smaller board with an empty line around its stones it is the same
//! problem, because everything outside its region is frozen.

use go_board::{Board, BoardSize, Color, Point, PointSet, Symmetry};
use serde::Deserialize;
use tsumego::{Problem, ProblemError, Task, candidates};

use crate::answer::Refused;

/// Boards on which problems are posed.
const SIZES: [usize; 3] = [9, 13, 19];
/// Levels of difficulty, each with as many problems.
const N_LEVELS: usize = 20;

/// All problems, from easy to hard.
pub(crate) struct Problems(Vec<Task>);

/// Which problem, and how it is turned.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub(crate) struct Posed {
    /// From 0, from easy to hard.
    pub(super) number: usize,
    /// One of the eight symmetries.
    symmetry: usize,
    /// Are the colours exchanged?
    swapped: bool,
}

impl Problems {
    pub(crate) fn new(tasks: Vec<Task>) -> Self {
        Self(tasks)
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The level of a problem, from 1.
    pub(super) fn level(&self, number: usize) -> usize {
        number * N_LEVELS / self.0.len().max(1) + 1
    }

    /// The problem as it is posed.
    pub(super) fn pose(&self, posed: &Posed) -> Result<Problem, Refused> {
        let task = self.0.get(posed.number).ok_or_else(|| Refused::bad("there is no such problem"))?;
        let symmetry =
            *Symmetry::ALL.get(posed.symmetry).ok_or_else(|| Refused::bad("symmetries have numbers from 0 to 7"))?;
        let board = task.board().map_err(Refused::broken)?;
        let list = candidates(&board, &task.marked);
        let whole = list.first().ok_or_else(|| Refused::broken("the problem asks nothing"))?.problem(task.to_move);
        turned(&whole.map_err(Refused::broken)?, symmetry, posed.swapped).map_err(Refused::broken)
    }
}

fn turned(problem: &Problem, symmetry: Symmetry, swapped: bool) -> Result<Problem, ProblemError> {
    let old = problem.board();
    let stones = || old.size().points().filter(|&point| !old.is_empty(point));
    let extent = stones().map(|point| usize::from(point.x().max(point.y())) + 2).max().unwrap_or(0);
    let size = SIZES.into_iter().find(|&size| size >= extent).and_then(|size| BoardSize::new(size).ok());
    let size = size.unwrap_or(old.size());
    let color = |color: Color| if swapped { color.opponent() } else { color };
    let moved = |point: Point| symmetry.apply(size, point);
    let mut board: Board = Board::new(size);
    for point in stones() {
        if let Some(stone) = old.color_at(point) {
            board.set_stone(moved(point), color(stone));
        }
    }
    let target: Vec<Point> = problem.target().iter().map(moved).collect();
    let playable: PointSet = problem.region().points().map(moved).collect();
    Problem::new(board, &target, &playable, color(problem.to_move()))
}

#[cfg(test)]
mod tests {
    use go_board::Move;
    use tsumego::{Solver, Table, read_tasks};

    use super::*;

    fn shipped() -> Problems {
        let tasks = read_tasks(include_bytes!("../../../../data/problems/people.txt")).expect("shipped problems");
        Problems::new(tasks.into_iter().map(|task| task.expect("a problem")).collect())
    }

    #[test]
    fn a_posed_problem_has_the_answer_of_the_shipped_one() {
        let problems = shipped();
        let mut table = Table::with_bytes(8 << 20);
        for (number, task) in problems.0.iter().enumerate().step_by(3) {
            let posed = Posed { number, symmetry: number % 8, swapped: number % 2 == 1 };
            let problem = problems.pose(&posed).unwrap_or_else(|refused| panic!("{number}: {}", refused.message));
            let right = Symmetry::ALL[number % 8].apply(problem.region().size(), task.right[0]);
            let answer = Solver::new(&problem, &mut table, u64::MAX).answer(&mut || false);
            assert_eq!(answer.best().collect::<Vec<_>>(), [Move::Play(right)], "problem {number}");
        }
    }

    #[test]
    fn levels_have_as_many_problems_each() {
        let problems = shipped();
        let of = |level| (0..problems.len()).filter(|&number| problems.level(number) == level).count();
        assert_eq!((of(0), of(1), of(N_LEVELS), of(N_LEVELS + 1)), (0, 25, 25, 0));
    }
}
