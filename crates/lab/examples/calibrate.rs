//! Fits what people are shown: `cargo run --release -p lab --example calibrate -- GAMES N PLAYOUTS PREDICTOR.model [TERRITORY.model]`.
//!
//! Prints the factors of points as text (`crates/go-models/src/points/*.txt`) and the calibration as Rust (`crates/go-engine/src/shown.rs`), with the model of final
//! ownership and without it, and how well both hold on a fifth of the games that was left out.

use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use go_games::{Importer, fingerprint, read_games};
use go_models::Model;
use go_models::territory::TerritoryModel;
use lab::calibration::{Sample, Searcher, fit};
use rayon::prelude::*;
use stable_hash::splitmix64::mix;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [games, n_games, n_playouts, predictor, rest @ ..] = &arguments[..] else {
        return Err("usage: calibrate GAMES N PLAYOUTS PREDICTOR.model [TERRITORY.model]".into());
    };
    let mut importer = Importer::default();
    importer.add(games, read_games(&std::fs::read(games)?));
    let (mut games, _) = importer.finish();
    games.retain(|game| game.winner_on_board().is_some());
    games.sort_by_cached_key(|game| mix(fingerprint(game)));
    games.truncate(n_games.parse()?);
    let searcher = Searcher {
        predictor: Arc::new(Model::from_bytes(&std::fs::read(predictor)?)?),
        appraiser: match rest.first() {
            Some(file) => Some(Arc::new(TerritoryModel::from_bytes(&std::fs::read(file)?)?)),
            None => None,
        },
        n_playouts: n_playouts.parse()?,
    };
    let n_done = AtomicUsize::new(0);
    let samples: Vec<Sample> = games
        .par_iter()
        .flat_map(|game| {
            let n = n_done.fetch_add(1, Ordering::Relaxed) + 1;
            if n.is_multiple_of(100) {
                eprintln!("{n} of {} games", games.len());
            }
            searcher.samples(game)
        })
        .collect();
    let blindnesses: &[bool] = if searcher.appraiser.is_some() { &[false, true] } else { &[true] };
    for &is_blind in blindnesses {
        println!("--- {}", if is_blind { "playouts alone" } else { "with the model of final ownership" });
        let fitted = fit(&samples, is_blind);
        println!("{}{:?}\n{}", fitted.factors.to_text(), fitted.calibration, fitted.report);
    }
    Ok(())
}
