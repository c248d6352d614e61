//! The problems that come with the program (`data/problems`): life and death in a corner or on a side, every first move's status proved.

use super::problem::{LocalProblem, read_problems};
use super::run::ProblemSet;

const TRAIN: &[u8] = include_bytes!("../../../../data/problems/train.txt");
const TEST: &[u8] = include_bytes!("../../../../data/problems/test.txt");

/// All of them.
pub fn shipped_problem_set() -> ProblemSet {
    ProblemSet {
        train: problems(TRAIN),
        test: problems(TEST),
        source: "life-and-death problems that come with the program".into(),
    }
}

/// A file has its problems in the order of their generation, so that the first hundred are like all.
fn problems(bytes: &[u8]) -> Vec<LocalProblem> {
    let read = read_problems(bytes).expect("shipped problems are problem lines: a test reads them");
    read.into_iter().filter_map(Result::ok).collect()
}
