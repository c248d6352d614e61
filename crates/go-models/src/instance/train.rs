//! Training an instance: harvest patterns, grow the forest, gather competitions, maximise the likelihood (van Niekerk 2014, section 4).

use super::model::InstanceModel;
use super::team::{FeatureSpace, TeamFinder};
use super::{FEATURE_SET, InstanceConfig, KIND, Optimiser, PatternSet, PatternSettings, WeightSettings};
use crate::PositionMixer;
use crate::checkpoint::{self, Checkpoints, NoCheckpoints, part_name};
use crate::forest::{Forest, ForestError, ForestSettings, GraphTree, grow_missing_trees};
use crate::model_file::{ModelHeader, TrainingRecord};
use go_board::BoardSize;
use go_games::{Game, fingerprint};
use learn::Rows;
use learn::bradley_terry::{
    CompetitionStore, EmptyTeams, LbfgsFitOptions, MmOptions, Prior, StreamingOptions, fit_lbfgs, fit_streaming,
    mean_log_likelihood, minorize_maximize,
};
use learn::lbfgs::LbfgsOptions;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;
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
    /// Fewer games than asked for.
    #[error("{wanted} games are to be drawn for {part}, but there are only {present}")]
    TooFewGames {
        /// What for.
        part: &'static str,
        /// Asked for.
        wanted: usize,
        /// Present.
        present: usize,
    },
    /// A share that is none.
    #[error("the sampling of {part} is {sampling}, wanted above 0 and at most 1")]
    BadSampling {
        /// What for.
        part: &'static str,
        /// What is given.
        sampling: f64,
    },
    /// No position was drawn.
    #[error("not one position of the games was drawn to weigh features on: take more games or a larger sampling")]
    NoCompetitions,
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

/// Games whose positions are mixed and gathered by one thread at a time.
const CHUNK: usize = 100;

/// Trains an instance.
pub fn train_instance(
    games: &[Game],
    record: TrainingRecord,
    config: &InstanceConfig,
    progress: impl Fn(InstanceProgress) + Sync,
) -> Result<InstanceModel, InstanceError> {
    resume_instance(games, record, config, &NoCheckpoints, progress)
}

/// The same, going on from the checkpoints: patterns and every tree are kept when they are finished. Competitions are gathered
/// anew, since that takes less time than the rest and they are too large to keep.
pub fn resume_instance(
    games: &[Game],
    record: TrainingRecord,
    config: &InstanceConfig,
    checkpoints: &dyn Checkpoints,
    progress: impl Fn(InstanceProgress) + Sync,
) -> Result<InstanceModel, InstanceError> {
    let size = check_games(games, config)?;
    let games_hash = games.iter().fold(0, |hash, game| hash ^ fingerprint(game));
    let patterns = match &config.patterns {
        Some(settings) => harvest(games, settings, config.seed, games_hash, checkpoints, &progress),
        None => PatternSet::default(),
    };
    let forest = match &config.forest {
        Some(settings) => Some(grow(games, settings, games_hash, checkpoints, &progress)?),
        None => None,
    };
    let sizes = config.patterns.as_ref().map_or_else(Default::default, |p| p.sizes);
    let tactical = (!config.without_tactical).then_some(config.tactical);
    let space = Arc::new(FeatureSpace::new(tactical, patterns, sizes, forest));
    let store = gather(&space, games, &config.weights, config.seed, &progress);
    if store.n_competitions() == 0 {
        return Err(InstanceError::NoCompetitions);
    }
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
            games_hash,
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

/// What can be wrong is told before any long work starts.
fn check_games(games: &[Game], config: &InstanceConfig) -> Result<BoardSize, InstanceError> {
    let size = games.first().ok_or(InstanceError::NoGames)?.size;
    if games.iter().any(|game| game.size != size) {
        return Err(InstanceError::MixedSizes);
    }
    if let Some(settings) = &config.forest {
        settings.check(games.len())?;
    }
    let samplings =
        [("weights", Some(config.weights.sampling)), ("patterns", config.patterns.as_ref().map(|p| p.sampling))];
    for (part, sampling) in samplings {
        if let Some(sampling) = sampling.filter(|sampling| !(*sampling > 0.0 && *sampling <= 1.0)) {
            return Err(InstanceError::BadSampling { part, sampling });
        }
    }
    let wanted = |(part, wanted): (&'static str, Option<usize>)| {
        let wanted = wanted.filter(|&wanted| wanted > games.len())?;
        Some(InstanceError::TooFewGames { part, wanted, present: games.len() })
    };
    let parts = [("patterns", config.patterns.as_ref().and_then(|p| p.n_games)), ("weights", config.weights.n_games)];
    parts.into_iter().find_map(wanted).map_or(Ok(size), Err)
}

fn harvest(
    games: &[Game],
    settings: &PatternSettings,
    seed: u64,
    games_hash: u64,
    checkpoints: &dyn Checkpoints,
    progress: &(impl Fn(InstanceProgress) + Sync),
) -> PatternSet {
    let part = part_name("patterns", &(settings, seed, games_hash));
    let patterns = checkpoint::load(checkpoints, &part).map_or_else(
        || {
            progress(InstanceProgress::Phase("harvesting patterns", settings.n_games.unwrap_or(games.len())));
            let harvested = PatternSet::harvest(games, settings, seed, |n| progress(InstanceProgress::Step(n)));
            checkpoint::save(checkpoints, &part, &harvested.entries());
            harvested
        },
        PatternSet::new,
    );
    progress(InstanceProgress::Note(format!("{} patterns harvested", patterns.len())));
    patterns
}

fn grow(
    games: &[Game],
    settings: &ForestSettings,
    games_hash: u64,
    checkpoints: &dyn Checkpoints,
    progress: &(impl Fn(InstanceProgress) + Sync),
) -> Result<Forest, ForestError> {
    // A tree depends on its own place and system, not on how many trees come after it: forests of several sizes share theirs.
    let systems = settings.tree_systems()?;
    let of_tree = ForestSettings { systems: Vec::new(), n_trees: 0, ..settings.clone() };
    let part = |tree: usize| part_name("tree", &(&of_tree, systems[tree], tree, games_hash));
    progress(InstanceProgress::Phase("growing trees", settings.n_trees));
    let n_done = AtomicUsize::new(0);
    let one_more = || progress(InstanceProgress::Step(n_done.fetch_add(1, Ordering::Relaxed) + 1));
    let known = |tree: usize| checkpoint::load(checkpoints, &part(tree)).inspect(|_: &GraphTree| one_more());
    let forest = grow_missing_trees(settings, games, known, |news, tree| {
        checkpoint::save(checkpoints, &part(news.tree), tree);
        one_more();
    })?;
    progress(InstanceProgress::Note(format!("{} leaves grown", forest.n_leaves())));
    Ok(forest)
}

/// One competition a sampled position. Games are drawn by the seed, positions by chunk, so that threads do not matter; those of a
/// chunk are mixed for the optimiser that looks at one after the other.
fn gather(
    space: &Arc<FeatureSpace>,
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
            let mut finder = TeamFinder::new(Arc::clone(space), chunk[0].size);
            let (mut moves, mut rows) = (Vec::new(), Rows::new());
            let chunk_seed = chunk.iter().fold(seed, |seed, game| seed ^ fingerprint(game));
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(chunk_seed);
            let mut mixer = PositionMixer::new(chunk.iter().copied(), chunk_seed);
            while mixer.next(|position, played| {
                if !rng.random_bool(settings.sampling.clamp(0.0, 1.0)) {
                    return;
                }
                finder.find(position, &mut moves, &mut rows);
                // A move that is illegal here (superko of other rules) competes with nobody.
                if let Some(winner) = moves.iter().position(|&mv| mv == played) {
                    store.push(&rows, winner).expect("levels come from the space of the store");
                }
            }) {}
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
            // Coulom's prior here too, so that both optimisers maximise the same function. With the default limit the weighing was most
            // of the time of a pattern or forest row; what this one costs in M(1) was not measured.
            let lbfgs = LbfgsOptions { relative_decrease: 1e-5, ..Default::default() };
            let options = LbfgsFitOptions { prior: Prior::OneWinInTwo, lbfgs };
            let fit = fit_lbfgs(store, options, None, |iteration, _| {
                progress(InstanceProgress::Step(iteration));
                true
            });
            progress(InstanceProgress::Note(format!("log-evidence {:.4}", fit.mean_log_likelihood)));
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
        Optimiser::Streaming => {
            let options = StreamingOptions::default();
            let log_weights = fit_streaming(store.groups().n_levels(), &mut &*store, options, |epoch, likelihood| {
                progress(InstanceProgress::Step(100 * (epoch + 1) / options.epochs));
                progress(InstanceProgress::Note(format!("pass {}: log-evidence {likelihood:.4}", epoch + 1)));
            });
            let likelihood = mean_log_likelihood(store, &log_weights);
            (log_weights, likelihood)
        }
    }
}
