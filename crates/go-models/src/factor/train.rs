//! Training: harvest shapes, then learn weights and factors online from shuffled positions.
//!
//! All threads compute the features and gradients of a small batch, whose sum makes one step; the result does not
//! depend on the number of threads. A share of the games, chosen by their moves alone, is never learned from and
//! validates the training (`validation_share`); test collections are only used by `evaluate`.

use super::begin::Start;
use super::harvest::harvest;
use super::model::{FactorModel, N_FACTORS};
use super::sights::SightCounts;
use super::space::{FEATURE_SET, FeatureSpace};
use super::{FactorConfig, Foresight, ShapeDictionary};
use crate::checkpoint::{self, part_name};
use crate::kind::ModelSettings;
use crate::model_file::{ModelHeader, TrainingRecord};
use crate::{PositionMixer, Scope, TrainError, TrainedOn, Training};
use go_board::{Move, Position};
use go_features::sets::find_sets;
use go_games::Game;
use learn::Rows;
use learn::factor::{BatchLearner, FactorMachine, QuantisedFactors};
use learn::to_probabilities;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Positions on which slopes are measured before training goes on with what another model knows.
const N_MEASURED: usize = 20_000;

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

/// The shapes from the checkpoints, or those of a new harvest.
fn harvested(games: &[&Game], config: &FactorConfig, part: &str, training: &Training<'_>) -> Vec<u64> {
    let hashes = checkpoint::load::<Vec<u64>>(training.checkpoints, part).unwrap_or_else(|| {
        let hashes = harvest(games, config, training);
        checkpoint::save(training.checkpoints, part, &hashes);
        hashes
    });
    training.message(format!("{} shapes harvested", hashes.len()));
    hashes
}

/// Trains a model. The shapes are saved when they are harvested, and the machine at every validation.
pub(super) fn fit(config: &FactorConfig, training: &Training<'_>) -> Result<FactorModel, TrainError> {
    let checkpoints = training.checkpoints;
    let added = find_sets(&config.feature_sets).map_err(TrainError::learner)?;
    let start = Start::find(config, training)?;
    let foresight = config.foresight.as_ref().map(|name| Foresight::find(name, training)).transpose()?;
    let (foresight, foresight_games) = foresight.unzip();
    let with_moves = training.games.iter().filter(|game| !game.turns.is_empty());
    let (used, held): (Vec<&Game>, Vec<&Game>) = with_moves.partition(|game| config.learns_from(game));
    let own = TrainedOn::new(used.iter().copied());
    let begun_with = start.as_ref().map(Start::fingerprint);
    let foreseen_by = foresight.as_ref().map(Foresight::fingerprint);
    let part = |kind: &str| part_name(kind, &(FEATURE_SET, config, own.games_hash(), begun_with, foreseen_by));
    let hashes = harvested(&used, config, &part("shapes"), training);
    let space = FeatureSpace::new(ShapeDictionary::new(&hashes), added, foresight);
    let validation = decisions(&space, &held, config);
    let known = checkpoint::load::<Learning>(checkpoints, &part("machine"));
    let mut learning = known.filter(|known| known.fits(&space)).unwrap_or_else(|| {
        let machine = FactorMachine::new(space.n_features(), config.settings, config.seed);
        let sights = SightCounts::new(space.dictionary().len());
        let mut learning = Learning { n_learned: 0, epoch: 0, n_drawn: 0, n_drawn_in_all: 0, machine, sights };
        if let Some(start) = &start {
            begin(start, &space, &hashes, &used, config, &mut learning, training);
            let (m1, evidence) = validate(&learning.machine, &validation);
            training.message(format!("begun: M(1) {:.2}%, log-evidence {evidence:.4}", 100.0 * m1));
        }
        learning
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
    let borrowed = start.as_ref().map_or_else(TrainedOn::default, Start::borrowed);
    let borrowed = borrowed.union(&foresight_games.unwrap_or_default());
    let sampling = &training.record.sampling;
    let header = ModelHeader {
        kind: FactorConfig::KIND.into(),
        name: config.name.clone(),
        feature_set: space.set_names(),
        board_sizes: sizes,
        scope: Scope::default(),
        training: TrainingRecord {
            n_games: used.len(),
            n_positions: config.n_positions,
            games_hash: own.union(&borrowed).games_hash(),
            sampling: start.as_ref().map_or_else(|| sampling.clone(), |start| start.noted_in(sampling)),
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
    Ok(FactorModel::new(header, space, factors, learning.sights.finish(), borrowed))
}

/// Gives the machine what the model to begin with knows, and measures the slopes there. The positions are not those of the first pass.
fn begin(
    start: &Start,
    space: &FeatureSpace,
    hashes: &[u64],
    games: &[&Game],
    config: &FactorConfig,
    learning: &mut Learning,
    training: &Training<'_>,
) {
    let Learning { machine, sights, .. } = learning;
    let (carried, sights) = start.carry_over(space, hashes, machine, sights);
    training.message(format!("begun with {}: {carried} of {} features known", start.name(), space.n_features()));
    let n_measured = N_MEASURED.min(config.n_positions);
    training.stage("measuring slopes", n_measured);
    let mut mixer = PositionMixer::new(games.iter().copied(), config.seed);
    let mut learner = BatchLearner::new();
    let mut n_done = 0;
    while n_done < n_measured {
        let drawn = draw(&mut mixer, config.batch);
        if drawn.is_empty() {
            break;
        }
        learner.measure(machine, drawn.len(), |place, rows| {
            let (position, played) = &drawn[place];
            describe(space, position, *played, rows)
        });
        n_done += drawn.len();
        training.step(n_done);
    }
    let share = config.begin_share;
    machine.scale_slopes(share * start.n_positions() as f32 / n_done.max(1) as f32);
    let counted = |count: u32| (share * count as f32) as u32;
    machine.expect_slopes(space.n_dense(), sights.iter().map(|of| (counted(of.seen), counted(of.played))));
}

/// Up to `n` positions with the moves played in them.
fn draw(mixer: &mut PositionMixer<'_>, n: usize) -> Vec<(Position, Move)> {
    let mut drawn = Vec::with_capacity(n);
    while drawn.len() < n && mixer.next(|position, played| drawn.push((position.clone(), played))) {}
    drawn
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
            let drawn = draw(&mut mixer, config.batch);
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
