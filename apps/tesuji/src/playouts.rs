//! `tesuji playouts`: what the playouts of a search are like, and which rule made how many of their moves.

use std::io::{self, Write};
use std::num::NonZeroU64;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::Result;
use clap::Args;
use go_board::{BoardSize, GameBoard, RuleSet};
use go_engine::tree::PlayoutStatistics;
use report::{Column, Table};

use crate::gtp::{engine_config, models};

/// Show which rule of the playout policy makes how many moves
///
/// Searches the empty board with one thread and counts, over all playouts, the moves that each rule of the policy made. `--config` chooses the policy
/// and its parameters: `[playout]` with `policy = "base"`, `"sampled"`, `"lgrf-1"`, `"lgrf-2"`, `"learning"` or `"adapted"`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Playouts of the search
    #[arg(long, value_name = "N", default_value = "10000")]
    playouts: NonZeroU64,
    /// Size of the board
    #[arg(long, value_name = "N", default_value = "13", value_parser = size)]
    board: BoardSize,
    /// The same seed counts the same moves
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Another model than the embedded ones
    #[arg(long, value_name = "F")]
    model: Option<PathBuf>,
    /// Parameters of the engine (TOML); docs/engine.md lists them
    #[arg(long, value_name = "F")]
    config: Option<PathBuf>,
}

fn size(text: &str) -> Result<BoardSize, String> {
    let size: usize = text.parse().map_err(|_| "not a number".to_owned())?;
    BoardSize::new(size).map_err(|error| error.to_string())
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let config = engine_config(arguments.config.as_deref())?;
    let predictor = models(arguments.model.as_deref())?(arguments.board);
    let game = GameBoard::new(arguments.board, RuleSet::Chinese.rules(), 7.5);
    let begin = Instant::now();
    let statistics = PlayoutStatistics::of(&game, &config, predictor, arguments.playouts.get(), arguments.seed);
    let seconds = begin.elapsed().as_secs_f64();
    let total: u64 = statistics.by_rule.iter().map(|(_, n)| n).sum();
    let mut table = Table::new([Column::left("rule"), Column::right("moves"), Column::right("share")]);
    for (rule, n) in &statistics.by_rule {
        table.push([rule.name().to_owned(), n.to_string(), format!("{:.1}%", 100.0 * *n as f64 / total.max(1) as f64)]);
    }
    let mut out = io::stdout().lock();
    writeln!(out, "{}", table.to_terminal().trim_end())?;
    let PlayoutStatistics { n_playouts, mean_moves, .. } = statistics;
    writeln!(out, "{n_playouts} playouts of {mean_moves:.1} moves, {:.0} a second", n_playouts as f64 / seconds)?;
    Ok(())
}
