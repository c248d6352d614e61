//! Training a model of any kind: inputs, progress and errors.
//!
//! There is one entry point, [`train`]. It validates settings and games, and resumes by itself: finished parts are
//! saved to the [`Checkpoints`] and not made again. A resumed training gives the same bytes as an uninterrupted one.

use crate::checkpoint::{Checkpoints, NoCheckpoints};
use crate::config::LearnConfig;
use crate::kind::ModelSettings;
use crate::model_file::TrainingRecord;
use crate::territory::TerritoryModel;
use crate::{Model, TrainedOn};
use go_board::BoardSize;
use go_games::Game;
use std::ops::RangeInclusive;
use thiserror::Error;

/// What a training is given besides its configuration.
#[derive(Clone)]
pub struct Training<'a> {
    /// The games. Those set aside by [`LearnConfig::learns_from`] are not learned from.
    pub games: &'a [Game],
    /// Where they come from, for the model's header.
    pub record: TrainingRecord,
    /// Finished parts.
    pub checkpoints: &'a dyn Checkpoints,
    /// Models that a configuration may name.
    pub models: &'a dyn KnownModels,
    /// Called as training proceeds, from any thread.
    pub progress: &'a (dyn Fn(TrainProgress) + Sync),
}

/// A model that exists already, with the games that it learned from if there is a list of them.
pub struct KnownModel {
    /// The model.
    pub model: Model,
    /// Its training games, if they are known.
    pub trained_on: Option<TrainedOn>,
}

/// A model of final ownership that exists already, with the games that it learned from if there is a list of them.
pub struct KnownOwners {
    /// The model.
    pub model: TerritoryModel,
    /// Its training games, if they are known.
    pub trained_on: Option<TrainedOn>,
}

/// Finds models by name: how a program lets a configuration name files. Libraries open none.
pub trait KnownModels: Sync {
    /// The model of that name for boards of that size, or why there is none.
    fn find(&self, name: &str, size: BoardSize) -> Result<KnownModel, String>;

    /// The model of final ownership of that name, or why there is none.
    fn find_owners(&self, name: &str) -> Result<KnownOwners, String> {
        Err(format!("models of final ownership cannot be named here, and {name:?} is asked for"))
    }
}

/// Knows no model.
pub struct NoModels;

impl KnownModels for NoModels {
    fn find(&self, _: &str, _: BoardSize) -> Result<KnownModel, String> {
        Err("models cannot be named here, only configurations".into())
    }
}

/// How far training is. A training has stages, and a stage has steps.
#[derive(Clone, Debug, PartialEq)]
pub enum TrainProgress {
    /// A new stage begins.
    Stage {
        /// Its name.
        name: &'static str,
        /// How many steps it has.
        n_steps: usize,
    },
    /// That many steps of the stage are done.
    Step(usize),
    /// A short remark on the current step.
    Remark(String),
    /// A result worth a line of its own.
    Message(String),
}

/// Why training failed.
#[derive(Debug, Error)]
pub enum TrainError {
    /// Nothing to learn from.
    #[error("no games to learn from: check the collection and the filter")]
    NoGames,
    /// Boards of several sizes, where one is needed.
    #[error("the games are on boards of different sizes: choose one with --size")]
    MixedSizes,
    /// A board that this kind of model cannot learn from.
    #[error("a game is on a {found}x{found} board; a model of kind {kind:?} learns from boards of size {} to {}", wanted.start(), wanted.end())]
    BoardSize {
        /// The kind.
        kind: &'static str,
        /// The size found.
        found: u8,
        /// The sizes it can learn from.
        wanted: RangeInclusive<u8>,
    },
    /// Fewer games than requested.
    #[error("{wanted} games are to be drawn for {part}, but there are only {present}")]
    TooFewGames {
        /// What for.
        part: &'static str,
        /// The requested number.
        wanted: usize,
        /// Present.
        present: usize,
    },
    /// A setting out of range.
    #[error("the configuration's {key} is {found}, wanted {wanted}")]
    Setting {
        /// Its name.
        key: &'static str,
        /// Its value.
        found: String,
        /// The range.
        wanted: &'static str,
    },
    /// Games without a position to learn from.
    #[error(
        "no position of the games can be learned from: every move is illegal, or no position was sampled (take more games)"
    )]
    NoPositions,
    /// An error of the learner's own.
    #[error(transparent)]
    Learner(Box<dyn std::error::Error + Send + Sync>),
}

impl<'a> Training<'a> {
    /// Training on these games, without checkpoints and progress.
    pub fn new(games: &'a [Game]) -> Training<'a> {
        Training {
            games,
            record: TrainingRecord::default(),
            checkpoints: &NoCheckpoints,
            models: &NoModels,
            progress: &|_| {},
        }
    }

    /// The same with the origin of the games.
    pub fn with_record(self, record: TrainingRecord) -> Training<'a> {
        Training { record, ..self }
    }

    /// The same, resuming from and saving to these checkpoints.
    pub fn with_checkpoints(self, checkpoints: &'a dyn Checkpoints) -> Training<'a> {
        Training { checkpoints, ..self }
    }

    /// The same, with models that the configuration may name.
    pub fn with_models(self, models: &'a dyn KnownModels) -> Training<'a> {
        Training { models, ..self }
    }

    /// The same, reporting its progress.
    pub fn with_progress(self, progress: &'a (dyn Fn(TrainProgress) + Sync)) -> Training<'a> {
        Training { progress, ..self }
    }

    /// Reports that a stage begins.
    pub fn stage(&self, name: &'static str, n_steps: usize) {
        (self.progress)(TrainProgress::Stage { name, n_steps });
    }

    /// Reports how many steps of the stage are done.
    pub fn step(&self, n_done: usize) {
        (self.progress)(TrainProgress::Step(n_done));
    }

    /// Remarks on the current step.
    pub fn remark(&self, text: impl Into<String>) {
        (self.progress)(TrainProgress::Remark(text.into()));
    }

    /// Reports a result.
    pub fn message(&self, text: impl Into<String>) {
        (self.progress)(TrainProgress::Message(text.into()));
    }
}

impl TrainError {
    /// An error of the learner's own.
    pub fn learner(error: impl std::error::Error + Send + Sync + 'static) -> TrainError {
        TrainError::Learner(Box::new(error))
    }
}

/// Trains the model that the configuration describes, resuming from the checkpoints.
pub fn train(config: &LearnConfig, training: &Training<'_>) -> Result<Model, TrainError> {
    config.settings().train(training)
}

/// The same for settings of a known kind.
pub fn train_as<S: ModelSettings>(settings: &S, training: &Training<'_>) -> Result<S::Model, TrainError> {
    if !training.games.iter().any(|game| settings.learns_from(game)) {
        return Err(TrainError::NoGames);
    }
    let wanted = settings.board_sizes();
    if let Some(game) = training.games.iter().find(|game| !wanted.contains(&game.size.get())) {
        return Err(TrainError::BoardSize { kind: S::KIND, found: game.size.get(), wanted });
    }
    settings.check(training.games)?;
    settings.fit(training)
}
