//! `tesuji bench`: benchmarks. Every benchmark checks its own answer, so that a fast wrong program is noticed.
//!
//! Each figure is the best of several rounds on one thread: noise only ever makes a round slower.

mod classifiers;
mod figures;
mod game_records;
mod heavy_playouts;
mod learning;
mod life_and_death;
mod light_playouts;
mod spatial_trees;
mod win_loss_states;

use std::io::{self, Write};

use anyhow::{Context, Result};
use clap::Args;

use figures::Figures;

/// Measure the speed of the parts; every bench checks its answer
///
/// Each figure is the best of five rounds on one thread.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Run only this bench [default: all]
    #[arg(value_parser = names())]
    name: Option<String>,
    /// Print one flat JSON object
    #[arg(long)]
    json: bool,
}

/// A thing worth timing.
struct Bench {
    name: &'static str,
    run: fn(&mut Figures) -> Result<()>,
}

const BENCHES: &[Bench] = &[
    Bench { name: "light-playouts", run: light_playouts::run },
    Bench { name: "game-records", run: game_records::run },
    Bench { name: "heavy-playouts", run: heavy_playouts::run },
    Bench { name: "learning", run: learning::run },
    Bench { name: "spatial-trees", run: spatial_trees::run },
    Bench { name: "classifiers", run: classifiers::run },
    Bench { name: "life-and-death", run: life_and_death::run },
    Bench { name: "win-loss-states", run: win_loss_states::run },
];

fn names() -> Vec<&'static str> {
    BENCHES.iter().map(|bench| bench.name).collect()
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let mut figures = Figures::default();
    for bench in BENCHES.iter().filter(|bench| arguments.name.as_deref().is_none_or(|name| name == bench.name)) {
        (bench.run)(&mut figures).with_context(|| format!("bench {}", bench.name))?;
    }
    let text = if arguments.json { figures.to_json() } else { figures.to_table() };
    writeln!(io::stdout(), "{}", text.trim_end())?;
    Ok(())
}
