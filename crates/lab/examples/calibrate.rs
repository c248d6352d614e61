//! Fits what people are shown: `cargo run --release -p lab --example calibrate -- GAMES N PLAYOUTS PREDICTOR.model [TERRITORY.model [ENGINE.toml]]`.
//!
//! GAMES are records, or judgements of a referee (`.jsonl`, docs/judge.md): then owners and leads are learned from the referee, chances still from the results. They should not
//! be among those that the models learned from.
//!
//! Prints the factors of points as text (`crates/go-models/src/points/*.txt`) and the calibration as Rust (`crates/go-engine/src/shown.rs`), with the model of final
//! ownership and without it, and how well both hold on a fifth of the games that was left out.

use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use go_engine::EngineConfig;
use go_games::{Importer, fingerprint, read_games};
use go_models::Model;
use go_models::territory::TerritoryModel;
use lab::calibration::{Sample, Searcher, fit};
use lab::judge::read_judged_games;
use lab::territory::TeachingGame;
use rayon::prelude::*;
use stable_hash::splitmix64::mix;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [games, n_games, n_playouts, predictor, rest @ ..] = &arguments[..] else {
        return Err("usage: calibrate GAMES N PLAYOUTS PREDICTOR.model [TERRITORY.model [ENGINE.toml]]".into());
    };
    let mut games = games_of(games)?;
    games.retain(|teaching| teaching.game.winner_on_board().is_some());
    games.sort_by_cached_key(|teaching| mix(fingerprint(&teaching.game)));
    games.truncate(n_games.parse()?);
    let searcher = Searcher {
        predictor: Arc::new(Model::from_bytes(&std::fs::read(predictor)?)?),
        appraiser: match rest.first() {
            Some(file) => Some(Arc::new(TerritoryModel::from_bytes(&std::fs::read(file)?)?)),
            None => None,
        },
        n_playouts: n_playouts.parse()?,
        engine: match rest.get(1) {
            Some(file) => toml::from_str(&std::fs::read_to_string(file)?)?,
            None => EngineConfig::default(),
        },
    };
    let n_done = AtomicUsize::new(0);
    let samples: Vec<Sample> = games
        .par_iter()
        .flat_map(|teaching| {
            let n = n_done.fetch_add(1, Ordering::Relaxed) + 1;
            if n.is_multiple_of(100) {
                eprintln!("{n} of {} games", games.len());
            }
            searcher.samples(&teaching.game, &teaching.positions)
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

fn games_of(file: &str) -> Result<Vec<TeachingGame>, Box<dyn Error>> {
    let bytes = std::fs::read(file)?;
    if file.ends_with(".jsonl") {
        return Ok(read_judged_games(&bytes, None)?.iter().map(TeachingGame::new).collect());
    }
    let mut importer = Importer::default();
    importer.add(file, read_games(&bytes));
    let (games, _) = importer.finish();
    Ok(games.into_iter().map(|game| TeachingGame { game, positions: Vec::new() }).collect())
}
