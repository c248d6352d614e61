//! The problems that the project ships: readable, new among themselves, and solved as their lines say.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use go_board::Move;
use tsumego::{Generator, Table, Task, read_tasks, solve_task};

fn tasks(name: &str) -> Vec<Task> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/problems").join(name);
    let bytes = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    read_tasks(&bytes).expect("a file of problems").into_iter().map(|task| task.expect("a problem")).collect()
}

#[test]
fn no_problem_comes_twice_in_any_symmetry_or_colour() {
    let mut generator = Generator::new(0, 0);
    for name in ["train.txt", "test.txt"] {
        for task in tasks(name) {
            let board = task.board().expect("a position");
            assert!(generator.remember(&board, task.marked[0]), "{name}, line {}", task.id);
        }
    }
}

#[test]
fn a_sample_is_solved_as_the_lines_say() {
    let mut table = Table::with_bytes(4 << 20);
    for (name, every) in [("train.txt", 97), ("test.txt", 41), ("people.txt", 7)] {
        for task in tasks(name).iter().step_by(every) {
            let solved = solve_task(task, &mut table, 50_000, &mut || false).expect("a problem");
            let best: Vec<Move> = solved.answer.expect("an answer").best().collect();
            assert_eq!(best, [Move::Play(task.right[0])], "{name}, line {}", task.id);
        }
    }
}

#[test]
fn the_problems_for_people_are_ordered_by_rating() {
    let ratings: Vec<u32> =
        tasks("people.txt").iter().map(|task| task.rank.as_deref().unwrap_or("").parse().expect("a rating")).collect();
    assert_eq!(ratings.len(), 500);
    assert!(ratings.is_sorted());
    assert!(ratings.iter().collect::<HashSet<_>>().len() > 50, "easy and hard ones");
}
