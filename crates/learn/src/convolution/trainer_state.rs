//! A trainer as plain numbers, to stop and go on.

use super::adam::Adam;
use super::net::{BadWeights, ConvNet};
use super::shape::Shape;
use super::trainer::{Trainer, TrainerConfig};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Everything a trainer has learned: with it training goes on as if it had not stopped.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrainerState {
    /// The size of the network.
    pub shape: Shape,
    /// Its weights.
    pub weights: Vec<f32>,
    /// Adam's first moments.
    pub first_moments: Vec<f32>,
    /// Adam's second moments.
    pub second_moments: Vec<f32>,
    /// The moving average of the weights.
    pub averages: Vec<f32>,
    /// Steps so far.
    pub n_steps: u64,
}

/// Why a state is not one of a trainer.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum BadTrainerState {
    /// The weights or one of the lists beside them.
    #[error("{list}: {source}")]
    List {
        /// Which list.
        list: &'static str,
        /// What is wrong.
        source: BadWeights,
    },
    /// A second moment is a mean of squares.
    #[error("second moment {place} is {value}, less than 0")]
    NegativeMoment {
        /// Its place.
        place: usize,
        /// What it is.
        value: f32,
    },
}

impl Trainer {
    /// Goes on where [`Trainer::state`] was taken.
    pub fn from_state(state: TrainerState, config: TrainerConfig) -> Result<Self, BadTrainerState> {
        let TrainerState { shape, weights, first_moments, second_moments, averages, n_steps } = state;
        let checked = |list, numbers| {
            ConvNet::from_weights(shape, numbers).map_err(|source| BadTrainerState::List { list, source })
        };
        let net = checked("weights", weights)?;
        let first = checked("first moments", first_moments)?.weights;
        let second = checked("second moments", second_moments)?.weights;
        let averages = checked("averages", averages)?.weights;
        if let Some(place) = second.iter().position(|&moment| moment < 0.0) {
            return Err(BadTrainerState::NegativeMoment { place, value: second[place] });
        }
        let mut trainer = Trainer::new(net, config);
        trainer.averages = averages;
        trainer.adam = Adam { first, second, n_steps };
        Ok(trainer)
    }

    /// Everything learned so far.
    pub fn state(&self) -> TrainerState {
        TrainerState {
            shape: self.net.shape(),
            weights: self.net.weights.clone(),
            first_moments: self.adam.first.clone(),
            second_moments: self.adam.second.clone(),
            averages: self.averages.clone(),
            n_steps: self.adam.n_steps,
        }
    }
}
