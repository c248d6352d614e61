//! Training an instance: harvest patterns, grow the forest, gather competitions, maximise the likelihood (seed 000 section 4).

use super::model::InstanceModel;
use super::team::{FeatureSpace, TeamFinder};
use super::{FEATURE_SET, InstanceConfig, KIND, Optimiser, PatternSet, WeightSettings};
use crate::forest::{ForestError, grow_forest};
use crate::model_file::{ModelHeader, TrainingRecord};
use go_games::{Game, Replay, fingerprint};
use learn::Rows;
use learn::bradley_terry::{
    CompetitionStore, EmptyTeams, LbfgsFitOptions, MmOptions, Prior, fit_lbfgs, minorize_maximize,
};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use thiserror::Error;

/// Why an instance cannot be trained.
#[derive(Debug, Error, PartialEq)]
pub enum InstanceError {
    /// Nothing to learn from.
    #[error("no games to learn from: check the collection and the filter")]
    NoGames,
    /// Boards of several sizes.
    #[error("the games are on boards of different sizes: choose one with --size")]
    MixedSizes,
    /// The forest cannot be grown.
    #[error(transparent)]
    Forest(#[from] ForestError),
}

/// How far training is.
#[derive(Clone, Debug, PartialEq)]
pub enum InstanceProgress {
    /// A new phase begins, with that many steps.
    Phase(&'static str, usize),
    /// That many steps of the phase are done.
    Step(usize),
    /// Something worth a line.
    Note(String),
}

/// Games whose competitions are gathered by one thread at a time.
const CHUNK: usize = 50;

/// Trains an instance.
pub fn train_instance(
    games: &[Game],
    record: TrainingRecord,
    config: &InstanceConfig,
    progress: impl Fn(InstanceProgress) + Sync,
) -> Result<InstanceModel, InstanceError> {
    let size = games.first().ok_or(InstanceError::NoGames)?.size;
    if games.iter().any(|game| game.size != size) {
        return Err(InstanceError::MixedSizes);
    }
    let mut patterns = PatternSet::default();
    if let Some(settings) = &config.patterns {
        let n_games = settings.n_games.unwrap_or(games.len()).min(games.len());
        progress(InstanceProgress::Phase("harvesting patterns", n_games));
        let mut n = 0;
        patterns = PatternSet::harvest(games, settings, config.seed, || {
            n += 1;
            progress(InstanceProgress::Step(n));
        });
        progress(InstanceProgress::Note(format!("{} patterns harvested", patterns.len())));
    }
    let mut forest = None;
    if let Some(settings) = &config.forest {
        progress(InstanceProgress::Phase("growing trees", settings.n_trees));
        let n = AtomicUsize::new(0);
        let grown = grow_forest(settings, games, |_| {
            progress(InstanceProgress::Step(n.fetch_add(1, Ordering::Relaxed) + 1));
        })?;
        progress(InstanceProgress::Note(format!("{} leaves grown", grown.n_leaves())));
        forest = Some(grown);
    }
    let sizes = config.patterns.as_ref().map_or_else(Default::default, |p| p.sizes);
    let space = FeatureSpace::new(config.tactical, patterns, sizes, forest);
    let store = gather(&space, games, &config.weights, config.seed, &progress);
    progress(InstanceProgress::Note(format!(
        "{} competitions, {} MB",
        store.n_competitions(),
        store.n_bytes() / 1_000_000
    )));
    progress(InstanceProgress::Phase("weighing", 100));
    let (log_weights, likelihood) = weigh(&store, config.weights.optimiser, &progress);
    let header = ModelHeader {
        kind: KIND.into(),
        name: config.name.clone(),
        feature_set: FEATURE_SET.into(),
        board_sizes: vec![size.get()],
        training: TrainingRecord {
            n_games: games.len(),
            n_positions: store.n_competitions(),
            sampling: format!("{}% of the positions of the drawn games", 100.0 * config.weights.sampling),
            games_hash: games.iter().fold(0, |hash, game| hash ^ fingerprint(game)),
            ..record
        },
        settings: serde_json::to_value(config).expect("settings are plain data"),
        seed: config.seed,
        metrics: BTreeMap::from([
            ("training_log_evidence".to_string(), likelihood),
            ("patterns".to_string(), space.patterns.len() as f64),
            ("leaves".to_string(), space.forest.as_ref().map_or(0, |f| f.n_leaves()) as f64),
        ]),
    };
    Ok(InstanceModel::new(header, space, log_weights.into_iter().map(|w| w as f32).collect()))
}

/// One competition a sampled position; games drawn by the seed, positions by game, so that threads do not matter.
fn gather(
    space: &FeatureSpace,
    games: &[Game],
    settings: &WeightSettings,
    seed: u64,
    progress: &(impl Fn(InstanceProgress) + Sync),
) -> CompetitionStore {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed ^ 0xBEEF);
    let mut order: Vec<&Game> = games.iter().collect();
    order.shuffle(&mut rng);
    order.truncate(settings.n_games.unwrap_or(usize::MAX));
    progress(InstanceProgress::Phase("gathering competitions", order.len()));
    let n_done = AtomicUsize::new(0);
    let parts: Vec<CompetitionStore> = order
        .par_chunks(CHUNK)
        .map(|chunk| {
            let mut store = CompetitionStore::new(space.groups().clone(), EmptyTeams::default());
            let mut finder = TeamFinder::new(space, chunk[0].size);
            let (mut moves, mut rows) = (Vec::new(), Rows::new());
            for game in chunk {
                let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed ^ fingerprint(game));
                let mut replay: Replay<'_> = Replay::new(game);
                while let Some((position, played)) = replay.next_position() {
                    if !rng.random_bool(settings.sampling.clamp(0.0, 1.0)) {
                        continue;
                    }
                    finder.find(position, &mut moves, &mut rows);
                    // A move that is illegal here (superko of other rules) competes with nobody.
                    if let Some(winner) = moves.iter().position(|&mv| mv == played) {
                        store.push(&rows, winner).expect("levels come from the space of the store");
                    }
                }
            }
            progress(InstanceProgress::Step(n_done.fetch_add(chunk.len(), Ordering::Relaxed) + chunk.len()));
            store
        })
        .collect();
    let mut all = CompetitionStore::new(space.groups().clone(), EmptyTeams::default());
    parts.into_iter().for_each(|part| all.append(part));
    all
}

fn weigh(
    store: &CompetitionStore,
    optimiser: Optimiser,
    progress: &(impl Fn(InstanceProgress) + Sync),
) -> (Vec<f64>, f64) {
    match optimiser {
        Optimiser::Lbfgs => {
            // Coulom's prior here too, so that both optimisers maximise the same function.
            let options = LbfgsFitOptions { prior: Prior::OneWinInTwo, ..Default::default() };
            let fit = fit_lbfgs(store, options, None, |iteration, _| {
                progress(InstanceProgress::Step(iteration));
                true
            });
            (fit.log_weights, fit.mean_log_likelihood)
        }
        Optimiser::MinorizationMaximization => {
            let mut n = 0;
            let fit = minorize_maximize(store, MmOptions::default(), |_| {
                n += 1;
                progress(InstanceProgress::Step(n));
            });
            let likelihood = fit.updates.last().map_or(f64::NAN, |update| update.mean_log_likelihood);
            (fit.weights.into_iter().map(f64::ln).collect(), likelihood)
        }
    }
}
