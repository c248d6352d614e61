//! Training an instance: harvest patterns, grow the forest, gather competitions, maximise the likelihood (van Niekerk 2014, section 4).

use super::model::InstanceModel;
use super::team::{FeatureSpace, TeamFinder};
use super::{FEATURE_SET, InstanceConfig, Optimiser, PatternSet, PatternSettings, WeightSettings};
use crate::checkpoint::{self, part_name};
use crate::forest::{Forest, ForestError, ForestSettings, GraphTree, grow_missing_trees};
use crate::kind::ModelSettings;
use crate::model_file::{ModelFile, ModelFileError, ModelHeader, TrainingRecord};
use crate::{PositionMixer, Scope, TrainError, TrainedOn, Training};
use go_games::{Game, fingerprint};
use learn::Rows;
use learn::bradley_terry::{
    CompetitionStore, LbfgsFitOptions, MmOptions, Prior, PriorStrengths, StreamingOptions, fit_lbfgs, fit_streaming,
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

/// Games whose positions are mixed and gathered by one thread at a time.
const CHUNK: usize = 100;

impl ModelSettings for InstanceConfig {
    const KIND: &'static str = "instance";
    const SUMMARY: &'static str = "tactical levels, circular patterns and decision trees with Bradley-Terry weights";
    type Model = InstanceModel;

    fn name(&self) -> &str {
        &self.name
    }

    fn seed(&self) -> u64 {
        self.seed
    }

    fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
    }

    fn check(&self, games: &[Game]) -> Result<(), TrainError> {
        check(self, games)
    }

    fn fit(&self, training: &Training<'_>) -> Result<InstanceModel, TrainError> {
        fit(self, training)
    }

    fn load(file: ModelFile<'_>) -> Result<InstanceModel, ModelFileError> {
        InstanceModel::load(file)
    }
}

/// Trains an instance. Patterns and every tree are saved when they are finished. Competitions are gathered anew, since that
/// takes less time than the rest and they are too large to keep.
fn fit(config: &InstanceConfig, training: &Training<'_>) -> Result<InstanceModel, TrainError> {
    let config = &config.clone().resolved();
    let games = training.games;
    let games_hash = TrainedOn::new(games).games_hash();
    let scope = Scope { plies: config.plies, ..Scope::default() };
    let patterns = match &config.patterns {
        Some(settings) => harvest(settings, config.seed, games_hash, training),
        None => PatternSet::default(),
    };
    let forest = match &config.forest {
        Some(settings) => Some(grow(&staged(config, settings), games_hash, training).map_err(TrainError::learner)?),
        None => None,
    };
    let sizes = config.patterns.as_ref().map_or_else(Default::default, |p| p.sizes);
    let tactical = (!config.without_tactical).then_some(config.tactical);
    let space = Arc::new(FeatureSpace::new(tactical, patterns, sizes, forest));
    let store = gather(&space, config, &scope, training);
    if store.n_competitions() == 0 {
        return Err(TrainError::NoPositions);
    }
    training.message(format!("{} competitions, {} MB", store.n_competitions(), store.n_bytes() / 1_000_000));
    training.stage("weighing", 100);
    let strengths = strengths(&space, &config.weights);
    let (log_weights, likelihood) = weigh(&store, config.weights.optimiser, &strengths, training);
    let header = ModelHeader {
        kind: InstanceConfig::KIND.into(),
        name: config.name.clone(),
        feature_set: FEATURE_SET.into(),
        board_sizes: vec![games[0].size.get()],
        scope,
        training: TrainingRecord {
            n_games: games.len(),
            n_positions: store.n_competitions(),
            sampling: format!("{}% of the positions of the drawn games", 100.0 * config.weights.sampling),
            games_hash,
            ..training.record.clone()
        },
        settings: serde_json::to_value(config).expect("settings are plain data"),
        seed: config.seed,
        metrics: BTreeMap::from([
            ("training_log_evidence".to_string(), likelihood),
            ("penalised_log_evidence".to_string(), penalised(&store, &strengths, &log_weights, likelihood)),
            ("patterns".to_string(), space.patterns.len() as f64),
            ("leaves".to_string(), space.forest.as_ref().map_or(0, |f| f.n_leaves()) as f64),
        ]),
    };
    Ok(InstanceModel::new(header, space, log_weights.into_iter().map(|w| w as f32).collect()))
}

/// The trees that an instance grows, without weights: seconds, where weighing them takes minutes. They are kept as in a training.
pub fn grow_trees(config: &InstanceConfig, training: &Training<'_>) -> Result<Option<Forest>, TrainError> {
    let config = config.clone().resolved();
    check(&config, training.games)?;
    let games_hash = TrainedOn::new(training.games).games_hash();
    let grow = |settings| grow(&staged(&config, settings), games_hash, training);
    config.forest.as_ref().map(grow).transpose().map_err(TrainError::learner)
}

/// The stage of the model is that of its trees, unless they have one of their own.
fn staged(config: &InstanceConfig, settings: &ForestSettings) -> ForestSettings {
    ForestSettings { plies: settings.plies.or(config.plies), ..settings.clone() }
}

/// One board size, enough games for every part, shares that are shares.
fn check(config: &InstanceConfig, games: &[Game]) -> Result<(), TrainError> {
    let size = games.first().ok_or(TrainError::NoGames)?.size;
    if games.iter().any(|game| game.size != size) {
        return Err(TrainError::MixedSizes);
    }
    if let Some(settings) = &config.forest {
        settings.check(games.len()).map_err(TrainError::learner)?;
    }
    let patterns = config.patterns.as_ref();
    let samplings =
        [("weights.sampling", Some(config.weights.sampling)), ("patterns.sampling", patterns.map(|p| p.sampling))];
    for (key, sampling) in samplings {
        if let Some(sampling) = sampling.filter(|sampling| !(*sampling > 0.0 && *sampling <= 1.0)) {
            return Err(TrainError::Setting { key, found: sampling.to_string(), wanted: "above 0 and at most 1" });
        }
    }
    let weights = &config.weights;
    let priors = [
        ("weights.prior", Some(weights.prior)),
        ("weights.prior-of-patterns", weights.prior_of_patterns),
        ("weights.prior-of-leaves", weights.prior_of_leaves),
    ];
    for (key, prior) in priors {
        if let Some(prior) = prior.filter(|prior| !(prior.is_finite() && *prior > 0.0)) {
            return Err(TrainError::Setting { key, found: prior.to_string(), wanted: "above 0" });
        }
    }
    if let Some((first, last)) = config.plies.filter(|&(first, last)| first == 0 || last < first) {
        let found = format!("[{first}, {last}]");
        return Err(TrainError::Setting { key: "plies", found, wanted: "the first and the last ply, from 1" });
    }
    let present = games.len();
    for (part, wanted) in [("patterns", patterns.and_then(|p| p.n_games)), ("weights", config.weights.n_games)] {
        if let Some(wanted) = wanted.filter(|&wanted| wanted > present) {
            return Err(TrainError::TooFewGames { part, wanted, present });
        }
    }
    Ok(())
}

fn harvest(settings: &PatternSettings, seed: u64, games_hash: u64, training: &Training<'_>) -> PatternSet {
    let (games, checkpoints) = (training.games, training.checkpoints);
    // Which sizes count for a move does not matter here: instances that differ in it share their patterns.
    let counted = PatternSettings { sizes: Default::default(), ..settings.clone() };
    let part = part_name("patterns", &(counted, seed, games_hash));
    let patterns = checkpoint::load(checkpoints, &part).map_or_else(
        || {
            let n_games = settings.n_games.unwrap_or(games.len());
            training.stage("harvesting patterns", n_games * PatternSet::n_passes(settings.order));
            let harvested = PatternSet::harvest(games, settings, seed, |n| training.step(n));
            checkpoint::save(checkpoints, &part, &harvested.entries());
            harvested
        },
        |entries| PatternSet::new(entries, settings.order),
    );
    training.message(format!("{} patterns harvested", patterns.len()));
    patterns
}

fn grow(settings: &ForestSettings, games_hash: u64, training: &Training<'_>) -> Result<Forest, ForestError> {
    let checkpoints = training.checkpoints;
    // A tree depends on its own place and system, not on how many trees come after it: forests of several sizes share theirs.
    let systems = settings.tree_systems()?;
    let of_tree = ForestSettings { systems: Vec::new(), n_trees: 0, ..settings.clone() };
    let part = |tree: usize| part_name("tree", &(&of_tree, systems[tree], tree, games_hash));
    training.stage("growing trees", settings.n_trees);
    let n_done = AtomicUsize::new(0);
    let one_more = || training.step(n_done.fetch_add(1, Ordering::Relaxed) + 1);
    let known = |tree: usize| checkpoint::load(checkpoints, &part(tree)).inspect(|_: &GraphTree| one_more());
    let forest = grow_missing_trees(settings, training.games, known, |news, tree| {
        checkpoint::save(checkpoints, &part(news.tree), tree);
        one_more();
    })?;
    training.message(format!("{} leaves grown", forest.n_leaves()));
    Ok(forest)
}

/// One competition per sampled position. Games are drawn by the seed, positions by chunk, so that the result does not
/// depend on the number of threads; those of a chunk are shuffled for the streaming optimiser.
fn gather(
    space: &Arc<FeatureSpace>,
    config: &InstanceConfig,
    scope: &Scope,
    training: &Training<'_>,
) -> CompetitionStore {
    let (settings, seed) = (&config.weights, config.seed);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed ^ 0xBEEF);
    let mut order: Vec<&Game> = training.games.iter().collect();
    order.shuffle(&mut rng);
    order.truncate(settings.n_games.unwrap_or(usize::MAX));
    training.stage("gathering competitions", order.len());
    let n_done = AtomicUsize::new(0);
    let parts: Vec<CompetitionStore> = order
        .par_chunks(CHUNK)
        .map(|chunk| {
            let mut store = CompetitionStore::new(space.groups().clone(), settings.empty_teams);
            let mut finder = TeamFinder::new(Arc::clone(space), chunk[0].size);
            let (mut moves, mut rows) = (Vec::new(), Rows::new());
            let chunk_seed = chunk.iter().fold(seed, |seed, game| seed ^ fingerprint(game));
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(chunk_seed);
            let mut mixer = PositionMixer::new(chunk.iter().copied(), chunk_seed);
            while mixer.next(|position, played| {
                if !scope.covers(position) || !rng.random_bool(settings.sampling.clamp(0.0, 1.0)) {
                    return;
                }
                finder.find(position, &mut moves, &mut rows);
                // A move that is illegal here (superko of other rules) is not a competition.
                if let Some(winner) = moves.iter().position(|&mv| mv == played) {
                    store.push(&rows, winner).expect("levels come from the space of the store");
                }
            }) {}
            training.step(n_done.fetch_add(chunk.len(), Ordering::Relaxed) + chunk.len());
            store
        })
        .collect();
    let mut all = CompetitionStore::new(space.groups().clone(), settings.empty_teams);
    parts.into_iter().for_each(|part| all.append(part));
    all
}

/// What minorisation-maximisation and L-BFGS maximise: the mean log-evidence with Coulom's prior shared out over the competitions.
fn penalised(store: &CompetitionStore, strengths: &PriorStrengths, log_weights: &[f64], likelihood: f64) -> f64 {
    let density = |(level, &weight)| strengths.of(level) * Prior::ONE_WIN_IN_TWO.log_density(weight);
    let prior: f64 = log_weights.iter().enumerate().map(density).sum();
    likelihood + prior / store.n_competitions() as f64
}

/// How strongly the prior holds tactical levels, patterns and leaves.
fn strengths(space: &FeatureSpace, settings: &WeightSettings) -> PriorStrengths {
    let own = |strength: Option<f64>| strength.unwrap_or(settings.prior);
    let (patterns, leaves) = (own(settings.prior_of_patterns), own(settings.prior_of_leaves));
    PriorStrengths::by_group(space.groups(), &space.by_group(settings.prior, patterns, leaves))
}

fn weigh(
    store: &CompetitionStore,
    optimiser: Optimiser,
    strengths: &PriorStrengths,
    training: &Training<'_>,
) -> (Vec<f64>, f64) {
    let strengths = strengths.clone();
    match optimiser {
        Optimiser::Lbfgs => {
            // Coulom's prior here too, so that both optimisers maximise the same function. With the default limit the weighing was most
            // of the time of a pattern or forest row; what this one costs in M(1) was not measured.
            let lbfgs = LbfgsOptions { relative_decrease: 1e-5, ..Default::default() };
            let options = LbfgsFitOptions { prior: Prior::ONE_WIN_IN_TWO, strengths, lbfgs };
            let fit = fit_lbfgs(store, options, None, |iteration, _| {
                training.step(iteration);
                true
            });
            training.message(format!("log-evidence {:.4}", fit.mean_log_likelihood));
            (fit.log_weights, fit.mean_log_likelihood)
        }
        Optimiser::MinorizationMaximization => {
            let mut n = 0;
            let options = MmOptions { strengths, ..MmOptions::default() };
            let fit = minorize_maximize(store, options, |_| {
                n += 1;
                training.step(n);
            });
            let likelihood = fit.updates.last().map_or(f64::NAN, |update| update.mean_log_likelihood);
            (fit.weights.into_iter().map(f64::ln).collect(), likelihood)
        }
        Optimiser::Streaming => {
            let options = StreamingOptions { strengths, ..StreamingOptions::default() };
            let epochs = options.epochs;
            let log_weights = fit_streaming(store.groups().n_levels(), &mut &*store, options, |epoch, likelihood| {
                training.step(100 * (epoch + 1) / epochs);
                training.message(format!("pass {}: log-evidence {likelihood:.4}", epoch + 1));
            });
            let likelihood = mean_log_likelihood(store, &log_weights);
            (log_weights, likelihood)
        }
    }
}
