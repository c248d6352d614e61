//! Learning: how fast positions are evaluated, trees grown and weights trained, on shipped 19x19 games.
//!
//! `evaluate` and training use all cores, as the commands do; a round takes seconds, so there are fewer than for the short benches.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use go_board::BoardSize;
use go_games::Game;
use go_models::evaluate::evaluate;
use go_models::factor::{FactorConfig, train_factor};
use go_models::forest::{ForestSettings, grow_forest};
use go_models::instance::{InstanceConfig, Optimiser, PatternSettings, WeightSettings, train_instance};
use go_models::model_file::TrainingRecord;

use super::figures::Figures;
use crate::embedded;

const ROUNDS: usize = 2;
/// Positions that the factor model learns from in a round.
const N_LEARNED: usize = 2_000;

pub(super) fn run(figures: &mut Figures) -> Result<()> {
    let games = lab::study::large_board_games();
    let n_positions: usize = games.iter().map(|game| game.turns.len()).sum();
    let model = embedded::model_or(None, BoardSize::NINETEEN)?;
    let (time, tested) = best(|| Ok(evaluate(&model, &games, |_| {})))?;
    ensure!(tested.positions == n_positions as u64, "{} positions of {n_positions}", tested.positions);
    // The games are drawn from the probabilities of a model of this kind: it knows them better than people's.
    ensure!(tested.top[0] > 0.3, "M(1) {:.3} on games of its own", tested.top[0]);
    figures.put("evaluate_positions_per_s", n_positions as f64 / time.as_secs_f64());
    train(figures, &games)?;
    grow(figures, &games)?;
    weigh(figures, &games)
}

fn train(figures: &mut Figures, games: &[Game]) -> Result<()> {
    let config = FactorConfig {
        n_harvest: N_LEARNED / 4,
        threshold: 10,
        n_positions: N_LEARNED,
        n_validation: 100,
        validation_share: 0.1,
        ..Default::default()
    };
    let (time, model) = best(|| Ok(train_factor(games, TrainingRecord::default(), &config, |_| {})?))?;
    ensure!(model.n_features() > 1_000, "{} features", model.n_features());
    figures.put("train_factor_positions_per_s", N_LEARNED as f64 / time.as_secs_f64());
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

/// Feature instances of van Niekerk 2014 from games to weights: what the paper-scale rows do, with fewer patterns and trees.
fn weigh(figures: &mut Figures, games: &[Game]) -> Result<()> {
    let weights = |optimiser| WeightSettings { sampling: 1.0, optimiser, ..Default::default() };
    let tactical = InstanceConfig { weights: weights(Optimiser::Lbfgs), ..Default::default() };
    let patterns = PatternSettings { n_games: None, ..Default::default() };
    let patterns =
        InstanceConfig { patterns: Some(patterns), weights: weights(Optimiser::Streaming), ..Default::default() };
    let forest = ForestSettings { n_trees: 2, n_games: None, ..Default::default() };
    let forest = InstanceConfig { forest: Some(forest), ..tactical.clone() };
    for (name, config) in [("tactical", tactical), ("patterns", patterns), ("forest", forest)] {
        let (time, model) = best(|| Ok(train_instance(games, TrainingRecord::default(), &config, |_| {})?))?;
        let n_competitions = model.header().training.n_positions;
        ensure!(n_competitions > 1_000, "{n_competitions} competitions");
        figures.put(format!("train_{name}_positions_per_s"), n_competitions as f64 / time.as_secs_f64());
    }
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
