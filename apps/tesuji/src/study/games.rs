//! The games of the small scale of the studies: a model against itself.

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;
use go_board::BoardSize;
use lab::policy_games::PolicyGames;

use crate::embedded;
use crate::games::import::write_games;

#[derive(Args)]
pub(super) struct Arguments {
    /// The board
    #[arg(long, default_value = "19", value_parser = clap::value_parser!(u8).range(2..=25))]
    size: u8,
    /// How many games
    #[arg(long = "games", default_value_t = 100)]
    n_games: usize,
    /// Below 1 likely moves become more likely
    #[arg(long, default_value_t = 0.7)]
    temperature: f32,
    /// The longest game
    #[arg(long, default_value_t = 250)]
    max_moves: usize,
    /// Decides every move
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A model file; without it the embedded model plays
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,
    /// Where the game database goes
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// No progress
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<()> {
    let size = BoardSize::new(arguments.size.into()).expect("the range of the argument");
    if arguments.temperature.is_nan() || arguments.temperature <= 0.0 {
        bail!("the temperature must be above 0");
    }
    let model = embedded::model_or(arguments.model.as_deref(), size)?;
    let progress = report::progress::for_stderr(arguments.quiet);
    progress.start("playing", Some(arguments.n_games as u64));
    let wanted = PolicyGames {
        size,
        n_games: arguments.n_games,
        temperature: arguments.temperature,
        max_moves: arguments.max_moves,
        seed: arguments.seed,
    };
    let games = wanted.play(&model, || progress.advance(1));
    progress.finish();
    write_games(&games, &arguments.out)?;
    Ok(())
}
