//! Life and death on the page: a marked group solved, and shipped problems to practise with.
//!
//! Both are searches and go through the queue. What is said is proved by `tsumego`; what is not found out in time is called unknown.

mod practice;
mod problems;
mod solve;
mod words;

pub(crate) use practice::PracticeQuestion;
pub(crate) use problems::Problems;
pub(crate) use solve::SolveQuestion;

use go_board::{BoardSize, Move, PointSet};

/// Names of a line's moves.
fn names(size: BoardSize, line: &[Move]) -> Vec<String> {
    line.iter().map(|&mv| size.vertex(mv).to_string()).collect()
}

/// Names of points.
fn point_names(size: BoardSize, points: &PointSet) -> Vec<String> {
    points.iter().map(|point| size.name(point)).collect()
}
