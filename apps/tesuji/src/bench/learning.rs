//! Learning: how fast positions are evaluated, trees grown and weights trained, on shipped 19x19 games.
//!
//! `evaluate` and training use all cores, as the commands do; a round takes seconds, so there are fewer than for the short benches.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use go_board::BoardSize;
use go_games::Game;
use go_models::evaluate::evaluate;
use go_models::forest::{ForestSettings, grow_forest};
use go_models::{LearnConfig, Training};

use super::figures::Figures;
use crate::embedded;

const ROUNDS: usize = 2;

pub(super) fn run(figures: &mut Figures) -> Result<()> {
    let games = lab::study::large_board_games();
    let n_positions: usize = games.iter().map(|game| game.turns.len()).sum();
    let model = embedded::model_or(None, BoardSize::NINETEEN)?;
    let (time, tested) = best(|| Ok(evaluate(&model, &games, |_| {})))?;
    ensure!(tested.positions == n_positions as u64, "{} positions of {n_positions}", tested.positions);
    // The games are drawn from the probabilities of a model of this kind, which predicts them better than human games.
    ensure!(tested.top[0] > 0.3, "M(1) {:.3} on games of its own", tested.top[0]);
    figures.put("evaluate_positions_per_s", n_positions as f64 / time.as_secs_f64());
    grow(figures, &games)?;
    train(figures, &games)
}

/// The trainings, with fewer positions, patterns and trees than a published row; GAMES is replaced by the number of
/// games.
const TRAININGS: [(&str, &str); 4] =
    [("factor", FACTOR), ("tactical", TACTICAL), ("patterns", PATTERNS), ("forest", FOREST)];
const TACTICAL: &str = "kind = 'instance'\nweights.sampling = 1.0";
const PATTERNS: &str =
    "kind = 'instance'\npatterns.n-games = GAMES\nweights = { sampling = 1.0, optimiser = 'streaming' }";
const FOREST: &str = "kind = 'instance'\nforest = { n-trees = 2, n-games = GAMES }\nweights.sampling = 1.0";
const FACTOR: &str = "
kind = 'factor'
n-harvest = 500
threshold = 10
n-positions = 2000
n-validation = 100
validation-share = 0.1
";

fn train(figures: &mut Figures, games: &[Game]) -> Result<()> {
    for (name, config) in TRAININGS {
        let config = LearnConfig::from_toml(&config.replace("GAMES", &games.len().to_string()))?;
        let (time, model) = best(|| Ok(go_models::train(&config, &Training::new(games))?))?;
        let n_positions = model.header().training.n_positions;
        ensure!(n_positions > 1_000, "{name}: {n_positions} positions");
        ensure!(model.n_features() > 50, "{name}: {} features", model.n_features());
        figures.put(format!("train_{name}_positions_per_s"), n_positions as f64 / time.as_secs_f64());
    }
    Ok(())
}

fn grow(figures: &mut Figures, games: &[Game]) -> Result<()> {
    let mut settings = ForestSettings { n_trees: 1, n_games: None, ..Default::default() };
    settings.growth.sampling = 0.2;
    let n_descents = AtomicU64::new(0);
    let (time, forest) = best(|| {
        let grown = |news: go_models::forest::TreeGrown| n_descents.store(news.report.items, Ordering::Relaxed);
        Ok(grow_forest(&settings, games, grown)?)
    })?;
    ensure!(forest.n_leaves() > 20, "{} leaves", forest.n_leaves());
    figures.put("grow_descents_per_s", n_descents.into_inner() as f64 / time.as_secs_f64());
    Ok(())
}

fn best<T>(work: impl Fn() -> Result<T>) -> Result<(Duration, T)> {
    let timed = || -> Result<(Duration, T)> {
        let start = Instant::now();
        let answer = work()?;
        Ok((start.elapsed(), answer))
    };
    let rounds = (0..ROUNDS).map(|_| timed()).collect::<Result<Vec<_>>>()?;
    rounds.into_iter().min_by_key(|(time, _)| *time).context("at least one round")
}
