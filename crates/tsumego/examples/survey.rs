//! How far the solver gets on a file of problems with a limit of nodes, problem by problem:
//! `cargo run --release -p tsumego --example survey -- FILE NODES EVERY [KIND]`.
//!
//! A line a problem: outcome, nodes, empty points of the likeliest region, name. The last line counts. Nodes, not seconds, so that a busy machine
//! gives the same figures as an idle one. `tesuji tsumego evaluate` counts the same outcomes.

use go_board::Move;
use tsumego::{Table, Task, candidates, read_tasks, solve_task};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, nodes, every, kind @ ..] = &arguments[..] else {
        panic!("called as: survey FILE NODES EVERY [KIND]");
    };
    let number = |word: &String| word.parse::<u64>().unwrap_or_else(|error| panic!("{word}: {error}"));
    let bytes = std::fs::read(file).unwrap_or_else(|error| panic!("{file}: {error}"));
    let tasks = read_tasks(&bytes).unwrap_or_else(|error| panic!("{file}: {error}"));
    let is_wanted = |task: &Task| !task.right.is_empty() && kind.first().is_none_or(|k| task.kind.as_ref() == Some(k));
    let chosen = tasks.iter().step_by(number(every) as usize).flatten().filter(|task| is_wanted(task));
    let mut table = Table::with_bytes(64 << 20);
    let mut counts = [0usize; 4];
    let mut all_nodes = 0;
    for task in chosen {
        let (outcome, used, n_empty) = survey(task, &mut table, number(nodes));
        counts[outcome as usize] += 1;
        all_nodes += used;
        println!("{:8} {used:>9} {n_empty:>3} {}", NAMES[outcome as usize], task.id);
    }
    let n: usize = counts.iter().sum();
    let share = |count: usize| 100.0 * count as f64 / n.max(1) as f64;
    let parts: Vec<String> = (0..4).map(|i| format!("{} {} ({:.1}%)", NAMES[i], counts[i], share(counts[i]))).collect();
    println!("{n} problems: {}; {all_nodes} nodes", parts.join(", "));
}

const NAMES: [&str; 4] = ["right", "later", "wrong", "unknown"];

/// Index into the names, nodes, and the empty points of the likeliest region.
fn survey(task: &Task, table: &mut Table, nodes: u64) -> (u8, u64, usize) {
    let Ok(solved) = solve_task(task, table, nodes, &mut || false) else { return (3, 0, 0) };
    let best: Vec<Move> = solved.answer.iter().flat_map(|answer| answer.best()).collect();
    let is_right = |mv: &Move| matches!(mv, Move::Play(point) if task.right.contains(point));
    let outcome = match best.iter().position(is_right) {
        Some(0) => 0,
        Some(_) => 1,
        None if best.is_empty() => 3,
        None => 2,
    };
    let asked = task.board().ok().and_then(|board| candidates(&board, &task.marked).into_iter().next());
    (outcome, solved.nodes, asked.map_or(0, |candidate| candidate.playable.len()))
}
