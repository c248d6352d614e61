//! The life-and-death solver on one position: a corner group with room for eyes on both sides. A node is an expanded state, with all of
//! its moves made and judged.

use anyhow::{Context, Result, ensure};
use go_board::Color;
use tsumego::{Limits, Status, candidates, solve};

use super::figures::{Figures, best_time};

/// The group, and what becomes of it when Black moves first.
const POSITION: &str = "
    . O . . . X . . .
    O . O . O X . . .
    . . . O X X . . .
    . O O X X . . . .
    O X X . . . . . .
    X X . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
";

pub(super) fn run(figures: &mut Figures) -> Result<()> {
    let (board, _): (go_board::Board, _) = go_board::Board::parse_ascii(POSITION)?;
    let target = board.size().parse_point("B6")?;
    let list = candidates(&board, &[target]);
    let problem = list.first().context("the group is enclosed")?.problem(Color::Black)?;
    let (time, answer) =
        best_time(|| solve(&problem, Limits { table_bytes: 16 << 20, ..Limits::default() }, &mut || false));
    figures.put("life_and_death_nodes", answer.nodes as f64);
    figures.put("life_and_death_nodes_per_s", answer.nodes as f64 / time.as_secs_f64());
    ensure!(answer.status == Status::Alive, "the group is {}, not alive", answer.status);
    Ok(())
}
