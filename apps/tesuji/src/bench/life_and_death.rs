//! The life-and-death solver on the hundred hardest of the problems for people that come with the program, one table for all. A node is an expanded state, with
//! all of its moves made and judged.

use anyhow::{Context, Result, ensure};
use tsumego::{Table, Task, read_tasks, solve_task};

use super::figures::{Figures, best_time};

/// Sorted by their ratings, the easiest first.
const PROBLEMS: &[u8] = include_bytes!("../../../../data/problems/people.txt");

/// How many of them, and the most nodes for each: several times what the hardest takes.
const N_PROBLEMS: usize = 100;
const MOST_NODES: u64 = 200_000;

pub(super) fn run(figures: &mut Figures) -> Result<()> {
    let tasks: Vec<Task> = read_tasks(PROBLEMS)?.into_iter().collect::<Result<_, _>>()?;
    let hardest = &tasks[tasks.len().saturating_sub(N_PROBLEMS)..];
    let (time, nodes) = best_time(|| read_all(hardest));
    let nodes = nodes?;
    figures.put("life_and_death_nodes", nodes as f64);
    figures.put("life_and_death_nodes_per_s", nodes as f64 / time.as_secs_f64());
    Ok(())
}

/// The nodes of all problems; every answer must be the listed one.
fn read_all(tasks: &[Task]) -> Result<u64> {
    let mut table = Table::with_bytes(16 << 20);
    let mut nodes = 0;
    for task in tasks {
        let solved = solve_task(task, &mut table, MOST_NODES, &mut || false).with_context(|| task.id.clone())?;
        let best: Vec<_> = solved.answer.iter().flat_map(|answer| answer.best()).filter_map(|mv| mv.point()).collect();
        ensure!(best.iter().any(|point| task.right.contains(point)), "problem {} is not solved", task.id);
        nodes += solved.nodes;
    }
    Ok(nodes)
}
