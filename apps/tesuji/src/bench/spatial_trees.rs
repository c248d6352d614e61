//! Spatial probability trees: positions a second of forests of 1, 5 and 20 trees on 19x19, one thread, fields and calibration included.
//!
//! The trees are grown with the settings of Tidwell 2012 (300 positions each) on shipped games; every position of these games is
//! predicted. The time is processor time where Linux reports it, so that other programs disturb less.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use go_board::{Move, Position};
use go_games::Replay;
use go_models::spatial::SpatialModel;
use go_models::{LearnConfig, Prediction, Predictor, Training};

use super::figures::{Figures, processor_time};

const ROUNDS: usize = 5;
const CONFIG: &str = "kind = 'spatial'\nfields = 'thesis-recent'\ntrees = 20\npositions-per-tree = 300";

pub(super) fn run(figures: &mut Figures) -> Result<()> {
    let games = lab::study::large_board_games();
    let model = go_models::train(&LearnConfig::from_toml(CONFIG)?, &Training::new(&games))?;
    let model: &SpatialModel = model.downcast_ref().context("a spatial model")?;
    let mut positions: Vec<(Position, Move)> = Vec::new();
    for game in &games {
        let mut replay = Replay::new(game);
        while let Some((position, played)) = replay.next_position() {
            positions.push((position.clone(), played));
        }
    }
    for n_trees in [1, 5, 20] {
        let forest = model.first_trees(n_trees);
        let mut best = Duration::MAX;
        for _ in 0..ROUNDS {
            let (time, top20) = predict_all(&forest, &positions);
            best = best.min(time);
            // Even one tree finds the move of half of these positions among its first twenty.
            ensure!(top20 > 0.4, "{n_trees} trees: M(20) {top20:.3}");
        }
        figures.put(format!("spatial_{n_trees}_trees_positions_per_s"), positions.len() as f64 / best.as_secs_f64());
    }
    Ok(())
}

/// The time of all predictions, and the share of moves among the first twenty.
fn predict_all(model: &SpatialModel, positions: &[(Position, Move)]) -> (Duration, f64) {
    let mut prediction = Prediction::default();
    let mut n_found = 0;
    let (begin, on_processor) = (Instant::now(), processor_time());
    for (position, played) in positions {
        model.predict(position, &mut prediction);
        n_found += usize::from(prediction.rank(*played) <= 20);
    }
    let time = match (on_processor, processor_time()) {
        (Some(before), Some(after)) => after.saturating_sub(before),
        _ => begin.elapsed(),
    };
    (time, n_found as f64 / positions.len().max(1) as f64)
}
