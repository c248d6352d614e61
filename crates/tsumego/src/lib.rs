//! Life and death: a solver whose answers are proved, a checker that replays the proofs, and problems of its own making.

#![cfg_attr(not(test), warn(clippy::disallowed_methods, clippy::disallowed_types))]

mod benson;
mod bent_four;
mod capture_game;
mod check;
mod closed_groups;
mod enclosure;
pub mod exhaustive;
mod eye_space;
mod filling;
mod formats;
pub mod fuzz;
mod generate;
mod infer;
mod layout;
mod manner;
mod outline;
mod plain_game;
mod plain_life;
mod play_out;
mod problem;
mod random_problem;
mod reading;
mod region;
mod side;
mod solution;
mod solve;
mod solve_task;
mod status;
mod task;
mod without_threats;
mod zone;

pub use bent_four::is_bent_four;
pub use check::{CheckError, check};
pub use closed_groups::{ClosedGroups, Critical};
pub use enclosure::{Enclosure, Room, enclosure};
pub use eye_space::{EyeSpace, MAX_EYE_SPACE, Place};
pub use formats::{FormatError, PROBLEM_LINES_HEAD, TaskError, problem_line, read_follow_ups, read_tasks};
pub use generate::{Generated, Generator};
pub use infer::{Candidate, candidates};
pub use layout::RegionTooLarge;
pub use manner::{Manner, manner_of_life};
pub use play_out::{PlayOut, Reply};
pub use problem::{Problem, ProblemError};
pub use random_problem::random_problem;
pub use region::Region;
pub use side::Side;
pub use solution::solution_tree;
pub use solve::{Limits, Matters, Solver, solve};
pub use solve_task::{SolvedTask, TaskFailure, solve_task};
pub use status::{Answer, MoveStatus, Status};
pub use task::{PositionError, Task};
pub use zone::Table;
