//! Training: positions become a table, a classifier is fitted, and its first choices are counted on positions that it has not seen.

use super::FateConfig;
use super::model::{Body, FateModel};
use super::rows::{questions, table};
use crate::checkpoint::{self, part_name};
use crate::kind::ModelSettings;
use crate::model_file::{ModelHeader, TrainingRecord};
use crate::{Prediction, Predictor, Scope, TrainError, TrainedOn, Training};
use go_board::Move;
use go_features::fate::FateReader;
use go_games::Game;
use learn::classify::Classifier;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn fit(config: &FateConfig, training: &Training<'_>) -> Result<FateModel, TrainError> {
    let (version, learner) = (config.version()?, config.parsed_learner()?);
    let learned: Vec<&Game> = training.games.iter().filter(|game| config.learns_from(game)).collect();
    let mut positions = questions(learned.iter().copied());
    if config.positions > 0 && config.positions < positions.len() {
        positions.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(config.seed));
        positions.truncate(config.positions);
    }
    if positions.is_empty() {
        return Err(TrainError::NoPositions);
    }
    training.stage("reading positions", positions.len());
    let (table, n_outside) = table(config, &mut FateReader::new(version), &positions, |n| training.step(n));
    let n_positions = positions.len();
    let n_right: usize = positions.iter().map(|question| question.right.len()).sum();
    // The table is large; the positions would take half as much again.
    drop(positions);
    let games_hash = TrainedOn::new(learned.iter().copied()).games_hash();
    let part = part_name("fate-classifier", &(config, games_hash));
    let known: Option<Vec<u8>> = checkpoint::load(training.checkpoints, &part);
    training.stage("learning", 1);
    let classifier = match known.and_then(|bytes| Classifier::from_bytes(&bytes).ok()) {
        Some(classifier) => classifier,
        None => {
            let fitted = learner.fit(&table, None, config.seed).map_err(TrainError::learner)?;
            checkpoint::save(training.checkpoints, &part, &fitted.to_bytes());
            fitted
        }
    };
    training.step(1);
    let sizes: BTreeSet<u8> = learned.iter().map(|game| game.size.get()).collect();
    let n_rows = table.n_rows();
    let header = ModelHeader {
        kind: FateConfig::KIND.into(),
        name: config.name.clone(),
        feature_set: version.name().into(),
        board_sizes: sizes.into_iter().collect(),
        scope: Scope::default(),
        training: TrainingRecord {
            n_games: learned.len(),
            n_positions,
            sampling: format!("{n_rows} rows, up to {} others beside the right moves", config.bad),
            games_hash,
            ..training.record.clone()
        },
        settings: serde_json::to_value(config).map_err(TrainError::learner)?,
        seed: config.seed,
        metrics: BTreeMap::new(),
    };
    let outside = (n_outside + 1) as f64 / (n_right + 2) as f64;
    drop(table);
    let mut model =
        FateModel::new(header, Body { version: version.name().into(), margin: config.margin, outside }, classifier);
    training.stage("measuring", 1);
    let held = questions(training.games.iter().filter(|game| config.is_for_validation(game)));
    if !held.is_empty() {
        let is_found = |question: &super::rows::Question| {
            let mut prediction = Prediction::default();
            model.predict(&question.position, &mut prediction);
            matches!(prediction.ranked()[0].0, Move::Play(point) if question.right.contains(&point))
        };
        let n_found = held.par_iter().filter(|question| is_found(question)).count();
        let share = n_found as f64 / held.len() as f64;
        model.note("validation_positions", held.len() as f64);
        model.note("validation_top1", share);
        training.message(format!(
            "right first choice on {n_found} of {} held-out positions ({:.1}%)",
            held.len(),
            100.0 * share
        ));
    }
    training.step(1);
    Ok(model)
}
