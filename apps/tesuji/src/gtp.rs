//! `tesuji gtp`: a GTP engine on stdin and stdout. Nothing but GTP is written to stdout.

use std::io::{self, stdin, stdout};
use std::num::NonZeroU64;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::Args;
use go_engine::{FlatConfig, FlatMonteCarlo};
use go_gtp::{Files, GtpEngine, Identity, registry};

use crate::embedded;

/// Be a GTP engine on stdin and stdout
///
/// Front ends such as Sabaki and GoGui take the command line `tesuji gtp` as an engine. Moves come from light random playouts: enough to play legal games to their end, no more.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Playouts for a move
    #[arg(long, value_name = "N", default_value_t = NonZeroU64::new(10_000).expect("not zero"))]
    playouts: NonZeroU64,
    /// At most so many seconds for a move
    #[arg(long, value_name = "S", value_parser = seconds)]
    time: Option<Duration>,
    /// The same seed plays the same moves
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}

/// The file system of this machine.
struct Disk;

impl Files for Disk {
    fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        std::fs::read(Path::new(name))
    }

    fn write(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        std::fs::write(Path::new(name), bytes)
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let config = FlatConfig { n_playouts: arguments.playouts.get(), time: arguments.time };
    let player = FlatMonteCarlo::new(config, arguments.seed, stopwatch());
    let identity = Identity { name: "Tesuji".to_owned(), version: embedded::version().to_owned() };
    let mut engine = GtpEngine::new(identity, Box::new(player), Box::new(Disk), stopwatch());
    gtp::serve(&registry(), &mut engine, stdin(), stdout())?;
    Ok(())
}

/// Time since now.
fn stopwatch() -> go_engine::Clock {
    let start = Instant::now();
    Box::new(move || start.elapsed())
}
