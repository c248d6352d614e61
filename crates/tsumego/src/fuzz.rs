//! Fuzz targets: files of problems.

use proof_search::Table;

use crate::formats::{read_follow_ups, read_tasks};
use crate::solve_task::solve_task;

/// Bytes that may be a file of problems are read with the later positions of their trees, and the first ones are solved with a small limit.
pub fn fuzz_problems(data: &[u8]) {
    let Ok(tasks) = read_tasks(data) else { return };
    let follow_ups = read_follow_ups(data, 20).expect("what can be read as problems can be read for later positions");
    assert!(follow_ups.is_empty() || follow_ups.len() == tasks.len(), "a list for every tree");
    for task in follow_ups.iter().flatten() {
        assert!(task.stones.iter().flatten().all(|&point| task.size.contains(point)) && !task.right.is_empty());
    }
    let mut table = Table::with_bytes(1 << 16);
    for task in tasks.into_iter().flatten().take(4) {
        if let Ok(solved) = solve_task(&task, &mut table, 200, &mut || false) {
            assert!(solved.nodes <= 2_000, "limits are kept: {} nodes", solved.nodes);
        }
    }
}
