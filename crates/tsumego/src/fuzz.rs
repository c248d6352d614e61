//! Fuzz targets: files of problems.

use proof_search::Table;

use crate::formats::read_tasks;
use crate::solve_task::solve_task;

/// Bytes that may be a file of problems are read, and the first ones are solved with a small limit.
pub fn fuzz_problems(data: &[u8]) {
    let Ok(tasks) = read_tasks(data) else { return };
    let mut table = Table::with_bytes(1 << 16);
    for task in tasks.into_iter().flatten().take(4) {
        if let Ok(solved) = solve_task(&task, &mut table, 200, &mut || false) {
            assert!(solved.nodes <= 2_000, "limits are kept: {} nodes", solved.nodes);
        }
    }
}
