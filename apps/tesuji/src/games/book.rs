//! `tesuji games book`: an opening book from a collection.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;
use go_board::BoardSize;
use go_engine::{Book, BookSettings};
use output_files::{OutputLock, refuse_inputs, write_whole};

use super::filter::FilterArguments;
use super::import::explain;
use super::inputs::{Source, load};

#[derive(Args)]
pub(crate) struct Arguments {
    /// SGF files, folders, .zst streams, databases
    #[arg(required = true, value_name = "GAMES")]
    paths: Vec<PathBuf>,
    /// Where the book goes
    #[arg(long, value_name = "F")]
    out: PathBuf,
    /// Lines of the board that the book is for
    #[arg(long, value_name = "N", default_value_t = 19)]
    board: usize,
    /// Moves of a game that are used
    #[arg(long, value_name = "N", default_value_t = BookSettings::default().n_moves)]
    depth: usize,
    /// Keep positions that so many games reached
    #[arg(long, value_name = "N", default_value_t = BookSettings::default().min_games)]
    min_games: u32,
    /// Keep replies that so many games played
    #[arg(long, value_name = "N", default_value_t = BookSettings::default().min_reply)]
    min_reply: u32,
    /// No progress
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    filter: FilterArguments,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let size = BoardSize::new(arguments.board)?;
    refuse_inputs(&arguments.out, arguments.paths.iter().map(PathBuf::as_path))?;
    let _lock = OutputLock::take(&arguments.out)?;
    let (games, summary) = load(Source {
        paths: &arguments.paths,
        filter: arguments.filter.to_filter(),
        keep_duplicates: false,
        quiet: arguments.quiet,
    })?;
    let settings =
        BookSettings { n_moves: arguments.depth, min_games: arguments.min_games, min_reply: arguments.min_reply };
    let book = Book::from_games(&games, size, settings);
    if book.n_positions() == 0 {
        explain(&summary, io::stderr())?;
        bail!("no position on {size}x{size} was reached by {} games", settings.min_games, size = size.get());
    }
    let place = arguments.out.display();
    write_whole(&arguments.out, book.to_text())?;
    writeln!(io::stdout(), "{} positions from {} games: {place}", book.n_positions(), games.len())?;
    Ok(())
}
