//! The same problem in every format, and problems that cannot be solved.

use go_board::Move;
use tsumego::{SolvedTask, Table, Task, TaskFailure, read_tasks, solve_task};

fn tasks(bytes: &[u8]) -> Vec<Task> {
    read_tasks(bytes).expect("a file of problems").into_iter().map(|task| task.expect("a problem")).collect()
}

fn solved(task: &Task) -> Result<SolvedTask, TaskFailure> {
    solve_task(task, &mut Table::with_bytes(1 << 20), 100_000, &mut || false)
}

#[test]
fn every_format_gives_the_same_answer() {
    let drawings = tasks(include_bytes!("data/drawings.txt"));
    let trees = tasks(include_bytes!("data/trees.sgf"));
    let lines = tasks(include_bytes!("data/problems.jsonl"));
    let text = tasks(include_bytes!("data/gotools.txt"));
    assert_eq!(text.len(), 2);
    for task in [&drawings[0], &trees[0], &lines[0], &text[0]] {
        let answer = solved(task).expect("a problem").answer.expect("an answer");
        let best: Vec<Move> = answer.best().collect();
        assert_eq!(best, [Move::Play(task.right[0])], "{}", task.id);
    }
    let settled = solved(&drawings[1]).expect("a problem").answer.expect("an answer");
    assert_eq!(settled.best().count(), 0, "no move makes a difference to two eyes");
}

#[test]
fn problems_of_our_own_are_solved_as_their_lines_say() {
    for task in tasks(include_bytes!("data/lines.txt")) {
        let answer = solved(&task).expect("a problem").answer.expect("an answer");
        assert_eq!(answer.best().collect::<Vec<_>>(), [Move::Play(task.right[0])], "line {}", task.id);
    }
}

#[test]
fn what_cannot_be_solved_is_said() {
    let error = |text: &str| solved(&tasks(text.as_bytes())[0]).err().expect("no problem").to_string();
    assert!(error("problem a\nsize 9\n. . .\n. X .\n").contains("no chain is marked"));
    assert!(error("problem b\nsize 2\nX O\nX O\n").contains("full"));
    assert!(error("problem c\nsize 3\nx O .\nO X .\n. . .\n").contains("no liberty"));
    assert!(error("problem d\nsize 9\n. . .\n. x .\n").contains("not enclosed"));
}
