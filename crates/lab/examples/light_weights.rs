//! Learns the factors of sampled playouts: `cargo run --release -p lab --example light_weights -- GAMES.sgf.zst N > light_weights.txt`.

use std::fs;

use anyhow::{Context, Result, bail};
use go_games::{Importer, read_games};
use lab::tuning::light_weights::{Sampling, learn};

fn main() -> Result<()> {
    let [file, n_positions] = &std::env::args().skip(1).collect::<Vec<_>>()[..] else {
        bail!("expected a file of games and a number of positions");
    };
    let bytes = fs::read(file).with_context(|| format!("cannot read {file}"))?;
    let mut importer = Importer::default();
    importer.add(file, read_games(&bytes));
    let (games, _) = importer.finish();
    // Every 17th move: positions of one game resemble each other.
    let learned = learn(&games, Sampling { every: 17, n_positions: n_positions.parse()? });
    println!("# factors of sampled playouts, from {} positions", learned.n_positions);
    print!("{}", learned.weights.to_text());
    eprintln!("mean log-likelihood {:.4}", learned.mean_log_likelihood);
    Ok(())
}
