//! Training: harvest shapes, then learn weights and factors online from shuffled positions.
//!
//! All threads compute the features and gradients of a small batch, whose sum makes one step; the result does not
//! depend on the number of threads. A share of the games, chosen by their moves alone, is never learned from and
//! validates the training (`validation_share`); test collections are only used by `evaluate`.

use super::ShapeDictionary;
use super::harvest::harvest;
use super::model::{FactorModel, N_FACTORS};
use super::sights::SightCounts;
use super::space::{FEATURE_SET, FeatureSpace};
use crate::checkpoint::{self, part_name};
use crate::kind::ModelSettings;
use crate::model_file::{ModelFile, ModelFileError, ModelHeader, TrainingRecord};
use crate::{PositionMixer, Scope, TrainError, TrainedOn, Training};
use go_board::{Move, Position};
use go_features::sets::find_sets;
use go_games::{Game, Side, fingerprint, side_of};
use learn::Rows;
use learn::factor::{BatchLearner, FactorMachine, FactorSettings, QuantisedFactors};
use learn::to_probabilities;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Everything that determines a factor model, besides the games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct FactorConfig {
    /// Its name.
    pub name: String,
    /// Feature sets besides those that every model of this kind has (`go_features::sets`).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub feature_sets: Vec<String>,
    /// Positions to harvest shapes from.
    pub n_harvest: usize,
    /// A shape seen this often in them becomes a feature ...
    pub threshold: u32,
    /// ... and so does one that was played this often in all games, ...
    pub min_played: u32,
    /// ... but at most this many do, half of them for being seen, the most frequent ones.
    pub max_shapes: usize,
    /// Positions to learn from; passes over the games are repeated as needed.
    pub n_positions: usize,
    /// Share of the games that validates.
    pub validation_share: f64,
    /// Positions of the validation games to judge by.
    pub n_validation: usize,
    /// Positions to a step.
    pub batch: usize,
    /// How the machine learns.
    pub settings: FactorSettings,
    /// The seed of everything random.
    pub seed: u64,
}

impl Default for FactorConfig {
    fn default() -> Self {
        FactorConfig {
            name: "factor".into(),
            feature_sets: Vec::new(),
            n_harvest: 200_000,
            threshold: 60,
            min_played: 10,
            max_shapes: 800_000,
            n_positions: 3_000_000,
            validation_share: 0.01,
            n_validation: 5_000,
            batch: 8,
            settings: FactorSettings::default(),
            seed: 1,
        }
    }
}

impl FactorConfig {
    /// Whether the game is set aside for validation. Depends on its moves and the seed alone.
    pub fn is_for_validation(&self, game: &Game) -> bool {
        side_of(fingerprint(game), self.validation_share, self.seed) == Side::Validation
    }

    /// The first setting out of range.
    fn check_ranges(&self) -> Result<(), TrainError> {
        let settings = &self.settings;
        let share = |key, value: f64| ((0.0..=1.0).contains(&value), key, value.to_string(), "0 to 1");
        let rate = |key, value: f32| (value.is_finite() && value >= 0.0, key, value.to_string(), "a number from 0");
        let accumulator = settings.initial_accumulator;
        let ranges = [
            ((1..=1 << 16).contains(&self.batch), "batch", self.batch.to_string(), "1 to 65536"),
            (self.n_positions > 0, "n-positions", self.n_positions.to_string(), "1 or more"),
            share("validation-share", self.validation_share),
            rate("settings.weight-rate", settings.weight_rate),
            rate("settings.factor-rate", settings.factor_rate),
            rate("settings.final-share", settings.final_share),
            rate("settings.weight-decay", settings.weight_decay),
            rate("settings.factor-decay", settings.factor_decay),
            rate("settings.factor-spread", settings.factor_spread),
            (
                accumulator.is_finite() && accumulator > 0.0,
                "settings.initial-accumulator",
                accumulator.to_string(),
                "a number above 0",
            ),
            share("settings.negligible", settings.negligible.into()),
        ];
        match ranges.into_iter().find(|(good, ..)| !good) {
            Some((_, key, found, wanted)) => Err(TrainError::Setting { key, found, wanted }),
            None => Ok(()),
        }
    }
}

impl ModelSettings for FactorConfig {
    const KIND: &'static str = "factor";
    const SUMMARY: &'static str = "shapes, recent moves and tactics with pairwise interactions";
    type Model = FactorModel;

    fn name(&self) -> &str {
        &self.name
    }

    fn seed(&self) -> u64 {
        self.seed
    }

    fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
    }

    fn learns_from(&self, game: &Game) -> bool {
        !game.turns.is_empty() && !self.is_for_validation(game)
    }

    fn check(&self, _games: &[Game]) -> Result<(), TrainError> {
        find_sets(&self.feature_sets).map_err(TrainError::learner)?;
        self.check_ranges()
    }

    fn fit(&self, training: &Training<'_>) -> Result<FactorModel, TrainError> {
        fit(self, training)
    }

    fn load(file: ModelFile<'_>) -> Result<FactorModel, ModelFileError> {
        FactorModel::load(file)
    }
}

struct Decision {
    rows: Rows,
    chosen: usize,
}

/// The state of the machine, with everything needed to resume.
#[derive(Serialize, Deserialize)]
struct Learning {
    /// Decisions learned from.
    n_learned: usize,
    /// The pass over the games.
    epoch: u64,
    /// Positions drawn in this pass.
    n_drawn: usize,
    /// Positions drawn in all passes.
    n_drawn_in_all: u64,
    machine: FactorMachine<N_FACTORS>,
    sights: SightCounts,
}

impl Learning {
    fn fits(&self, space: &FeatureSpace) -> bool {
        self.machine.n_features() == space.n_features() && self.sights.len() == space.dictionary().len()
    }
}

/// The features with the shapes from the checkpoints, or with those of a new harvest.
fn harvested(
    games: &[&Game],
    config: &FactorConfig,
    part: &str,
    training: &Training<'_>,
) -> Result<FeatureSpace, TrainError> {
    let added = find_sets(&config.feature_sets).map_err(TrainError::learner)?;
    let dictionary = checkpoint::load::<ShapeDictionary>(training.checkpoints, part).unwrap_or_else(|| {
        let dictionary = ShapeDictionary::new(&harvest(games, config, training));
        checkpoint::save(training.checkpoints, part, &dictionary);
        dictionary
    });
    training.message(format!("{} shapes harvested", dictionary.len()));
    Ok(FeatureSpace::new(dictionary, added))
}

/// Trains a model. The shapes are saved when they are harvested, and the machine at every validation.
fn fit(config: &FactorConfig, training: &Training<'_>) -> Result<FactorModel, TrainError> {
    let checkpoints = training.checkpoints;
    let with_moves = training.games.iter().filter(|game| !game.turns.is_empty());
    let (used, held): (Vec<&Game>, Vec<&Game>) = with_moves.partition(|game| config.learns_from(game));
    let games_hash = TrainedOn::new(used.iter().copied()).games_hash();
    let part = |kind: &str| part_name(kind, &(FEATURE_SET, config, games_hash));
    let space = harvested(&used, config, &part("shapes"), training)?;
    let validation = decisions(&space, &held, config);
    let known = checkpoint::load::<Learning>(checkpoints, &part("machine"));
    let mut learning = known.filter(|known| known.fits(&space)).unwrap_or_else(|| {
        let machine = FactorMachine::new(space.n_features(), config.settings, config.seed);
        let sights = SightCounts::new(space.dictionary().len());
        Learning { n_learned: 0, epoch: 0, n_drawn: 0, n_drawn_in_all: 0, machine, sights }
    });
    training.stage("learning", config.n_positions);
    learn_all(&space, &used, config, &mut learning, |learning, log_probability| {
        training.step(learning.n_learned);
        training.remark(format!("log-evidence {log_probability:.3}"));
        let (m1, evidence) = validate(&learning.machine, &validation);
        training.message(format!("validation: M(1) {:.2}%, log-evidence {evidence:.4}", 100.0 * m1));
        checkpoint::save(checkpoints, &part("machine"), learning);
    })?;
    let factors = QuantisedFactors::from_machine(&learning.machine);
    let (m1, evidence) = validate_quantised(&factors, &validation);
    let mut sizes: Vec<u8> = used.iter().map(|game| game.size.get()).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let header = ModelHeader {
        kind: FactorConfig::KIND.into(),
        name: config.name.clone(),
        feature_set: space.set_names(),
        board_sizes: sizes,
        scope: Scope::default(),
        training: TrainingRecord {
            n_games: used.len(),
            n_positions: config.n_positions,
            games_hash,
            ..training.record.clone()
        },
        settings: serde_json::to_value(config).expect("settings are plain data"),
        seed: config.seed,
        metrics: BTreeMap::from([
            ("validation_m1".to_string(), m1),
            ("validation_log_evidence".to_string(), evidence),
            ("validation_positions".to_string(), validation.len() as f64),
        ]),
    };
    Ok(FactorModel::new(header, space, factors, learning.sights.finish()))
}

/// Positions of the validation games as decisions.
fn decisions(space: &FeatureSpace, games: &[&Game], config: &FactorConfig) -> Vec<Decision> {
    let mut mixer = PositionMixer::new(games.iter().copied(), config.seed);
    let mut found = Vec::new();
    while found.len() < config.n_validation
        && mixer.next(|position, played| found.extend(decide(space, position, played)))
    {}
    found
}

/// The position as a decision; nothing if the move is illegal.
fn decide(space: &FeatureSpace, position: &Position, played: Move) -> Option<Decision> {
    let mut rows = Rows::new();
    let chosen = describe(space, position, played, &mut rows)?;
    Some(Decision { rows, chosen })
}

/// Writes the features of all moves; returns the place of the one that was played, if it is legal.
fn describe(space: &FeatureSpace, position: &Position, played: Move, rows: &mut Rows) -> Option<usize> {
    let mut moves = Vec::new();
    space.extract(position, &mut moves, rows);
    moves.iter().position(|&mv| mv == played)
}

fn learn_all(
    space: &FeatureSpace,
    games: &[&Game],
    config: &FactorConfig,
    learning: &mut Learning,
    mut report: impl FnMut(&Learning, f64),
) -> Result<(), TrainError> {
    let interval = (config.n_positions / 20).max(1);
    let (mut log_likelihood, mut n_since) = (0.0, 0);
    let mut learner = BatchLearner::after(learning.n_drawn_in_all);
    while learning.n_learned < config.n_positions {
        let mut mixer = PositionMixer::new(games.iter().copied(), config.seed.wrapping_add(1 + learning.epoch));
        (0..learning.n_drawn).for_each(|_| {
            mixer.next(|_, _| {});
        });
        loop {
            let mut drawn = Vec::with_capacity(config.batch);
            while drawn.len() < config.batch && mixer.next(|position, played| drawn.push((position.clone(), played))) {}
            if drawn.is_empty() {
                break;
            }
            learning.n_drawn += drawn.len();
            learning.n_drawn_in_all += drawn.len() as u64;
            let share = learning.n_learned as f32 / config.n_positions as f32;
            let sights = &learning.sights;
            let batch = learner.learn(&mut learning.machine, drawn.len(), share, |place, rows| {
                let (position, played) = &drawn[place];
                let chosen = describe(space, position, *played, rows)?;
                sights.count(rows, chosen, space.n_dense());
                Some(chosen)
            });
            learning.n_learned += batch.decisions;
            log_likelihood += batch.log_likelihood;
            n_since += batch.decisions;
            let is_done = learning.n_learned >= config.n_positions;
            if n_since >= interval || is_done {
                report(learning, log_likelihood / n_since.max(1) as f64);
                (log_likelihood, n_since) = (0.0, 0);
            }
            if is_done {
                return Ok(());
            }
        }
        if learning.n_learned == 0 {
            return Err(TrainError::NoPositions);
        }
        learning.epoch += 1;
        learning.n_drawn = 0;
    }
    Ok(())
}

fn validate(machine: &FactorMachine<N_FACTORS>, decisions: &[Decision]) -> (f64, f64) {
    judge(decisions, |rows, scores| machine.scores(rows, scores))
}

fn validate_quantised(factors: &QuantisedFactors<N_FACTORS>, decisions: &[Decision]) -> (f64, f64) {
    judge(decisions, |rows, scores| factors.scores(rows, scores))
}

/// M(1) (a tie does not count as a hit) and mean log-probability.
fn judge(decisions: &[Decision], mut score: impl FnMut(&Rows, &mut Vec<f32>)) -> (f64, f64) {
    let (mut n_hits, mut evidence) = (0usize, 0.0);
    let mut scores = Vec::new();
    for Decision { rows, chosen } in decisions {
        score(rows, &mut scores);
        let own = scores[*chosen];
        n_hits += usize::from(scores.iter().filter(|&&s| s >= own).count() == 1);
        evidence += f64::from(to_probabilities(&mut scores, *chosen));
    }
    let n = decisions.len().max(1) as f64;
    (n_hits as f64 / n, evidence / n)
}
