//! Training: draw records, grow one tree after the other, calibrate.

use super::IteratedConfig;
use super::model::{Body, IteratedModel, candidate_rows};
use crate::calibration::{Calibration, ScoredChoice};
use crate::checkpoint::{self, part_name};
use crate::kind::ModelSettings;
use crate::model_file::{ModelHeader, TrainingRecord};
use crate::{PositionMixer, Scope, TrainError, TrainedOn, Training};
use go_board::{Move, Point, Position};
use go_features::kosumi::Attributes;
use go_games::{Game, Replay};
use learn::id3::{Choices, Id3Tree, grow_iterated};

const VALIDATION_SEED: u64 = 0x30;

/// Positions of the records with the point that was played.
struct RecordedChoices {
    positions: Vec<(Position, Point)>,
    attributes: Attributes,
}

impl RecordedChoices {
    fn of(records: &[&Game], config: &IteratedConfig) -> RecordedChoices {
        let mut positions = Vec::new();
        for game in records {
            let mut replay: Replay<'_> = Replay::new(game);
            while let Some((position, played)) = replay.next_position() {
                if position.move_number >= config.plies.1 {
                    break;
                }
                if let Some(point) = played.point().filter(|&point| position.is_legal(point))
                    && config.covers(position.move_number)
                {
                    positions.push((position.clone(), point));
                }
            }
        }
        RecordedChoices { positions, attributes: config.attributes }
    }
}

impl Choices for RecordedChoices {
    fn n_choices(&self) -> usize {
        self.positions.len()
    }

    fn n_attributes(&self) -> usize {
        self.attributes.len()
    }

    fn candidates(&self, choice: usize, rows: &mut Vec<i16>) -> usize {
        let (position, played) = &self.positions[choice];
        let points = candidate_rows(position, self.attributes, rows);
        points.iter().position(|point| point == played).expect("only legal moves are kept")
    }
}

pub(super) fn fit(config: &IteratedConfig, training: &Training<'_>) -> Result<IteratedModel, TrainError> {
    let (mut all, held): (Vec<&Game>, Vec<&Game>) = training.games.iter().partition(|game| config.learns_from(game));
    let records = config.records_of(training.games);
    let choices = RecordedChoices::of(&records, config);
    if choices.n_choices() == 0 {
        return Err(TrainError::NoPositions);
    }
    let games_hash = TrainedOn::new(all.iter().copied()).games_hash();
    let part = part_name("iterated-trees", &(config, games_hash));
    let before: Vec<Id3Tree> = checkpoint::load(training.checkpoints, &part).unwrap_or_default();
    training.stage("growing trees", config.iteration.iterations as usize + 1);
    let trees = grow_iterated(&choices, &config.iteration, config.seed, before, |trees| {
        checkpoint::save(training.checkpoints, &part, &trees);
        training.step(trees.len());
        true
    })
    .map_err(TrainError::learner)?;
    let calibration = Calibration::counting_passes(records.iter().copied());
    let mut body = Body { attributes: config.attributes, trees, calibration };
    training.stage("calibrating", 1);
    let held_choices = validation_choices(config, &held, &body);
    body.calibration = calibration.fitted(&held_choices);
    training.step(1);
    let size = all.swap_remove(0).size.get();
    let header = ModelHeader {
        kind: IteratedConfig::KIND.into(),
        name: config.name.clone(),
        feature_set: config.attributes.name().into(),
        board_sizes: vec![size],
        scope: Scope { board_sizes: vec![size], plies: Some(config.plies) },
        training: TrainingRecord {
            n_games: all.len() + 1,
            n_positions: choices.n_choices(),
            sampling: format!("{} records drawn, plies {} to {}", records.len(), config.plies.0, config.plies.1),
            games_hash,
            ..training.record.clone()
        },
        settings: serde_json::to_value(config).map_err(TrainError::learner)?,
        seed: config.seed,
        metrics: body.calibration.metrics(&held_choices),
    };
    Ok(IteratedModel::new(header, body))
}

fn validation_choices(config: &IteratedConfig, held: &[&Game], body: &Body) -> Vec<ScoredChoice> {
    let held = held.iter().copied().filter(|game| config.is_for_validation(game));
    let mut mixer = PositionMixer::new(held, config.seed ^ VALIDATION_SEED);
    let mut choices = Vec::new();
    let mut look = |position: &Position, played: Move| {
        if config.covers(position.move_number) {
            let values = body.values(position, None);
            choices.extend(ScoredChoice::new(position, played, |point| values.of(point)));
        }
        choices.len()
    };
    let mut n_found = 0;
    while n_found < config.n_validation && mixer.next(|position, played| n_found = look(position, played)) {}
    choices
}
