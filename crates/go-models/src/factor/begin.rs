//! Beginning a training with what another factor model knows.
//!
//! Weights and factors carry over for every feature that both have: place, phase and tactics by their numbers, shapes by their hashes. Shapes are
//! harvested anew from the games of the training, so that it may have other games, more shapes or another size of board; those that the
//! first model does not know begin with nothing, as usual.

use super::sights::SightCounts;
use super::space::FeatureSpace;
use super::{FactorConfig, FactorModel, N_FACTORS, Sights};
use crate::kind::TrainedModel;
use crate::training::KnownModel;
use crate::{Predictor, TrainError, TrainedOn, Training};
use learn::factor::FactorMachine;
use stable_hash::Fnv1a;
use thiserror::Error;

/// Why a model cannot be begun with.
#[derive(Debug, Error)]
pub enum BeginError {
    /// It cannot be found or read.
    #[error("the model {name:?} to begin with cannot be used: {reason}")]
    Model {
        /// Its name in the settings.
        name: String,
        /// Why.
        reason: String,
    },
    /// A model of another kind.
    #[error("a factor model can begin with a factor model only, and {name:?} is of kind {kind:?}")]
    Kind {
        /// Its name in the settings.
        name: String,
        /// Its kind.
        kind: String,
    },
}

/// The model to begin with.
pub(super) struct Start {
    known: KnownModel,
    is_for_the_same_board: bool,
}

impl Start {
    /// The one that the settings name, if they do.
    pub(super) fn find(config: &FactorConfig, training: &Training<'_>) -> Result<Option<Start>, TrainError> {
        let Some(name) = &config.begin_with else { return Ok(None) };
        let size = training.games.first().ok_or(TrainError::NoGames)?.size;
        let known = training.models.find(name, size);
        let known = known.map_err(|reason| TrainError::learner(BeginError::Model { name: name.clone(), reason }))?;
        let header = known.model.header();
        if known.model.downcast_ref::<FactorModel>().is_none() {
            return Err(TrainError::learner(BeginError::Kind { name: name.clone(), kind: header.kind.clone() }));
        }
        let is_for_the_same_board = header.board_sizes.contains(&size.get());
        Ok(Some(Start { known, is_for_the_same_board }))
    }

    fn model(&self) -> &FactorModel {
        self.known.model.downcast_ref().expect("found as a factor model")
    }

    /// Its name.
    pub(super) fn name(&self) -> &str {
        self.model().name()
    }

    /// Tells models apart that have the same name.
    pub(super) fn fingerprint(&self) -> u64 {
        Fnv1a::of(&self.known.model.to_bytes())
    }

    /// The positions that it learned from.
    pub(super) fn n_positions(&self) -> usize {
        self.model().header().training.n_positions
    }

    /// The games that it learned from, as far as they are known.
    pub(super) fn borrowed(&self) -> TrainedOn {
        self.known.trained_on.clone().unwrap_or_default()
    }

    /// How positions were sampled, with where the training began.
    pub(super) fn noted_in(&self, sampling: &str) -> String {
        let separator = if sampling.is_empty() { "" } else { "; " };
        format!("{sampling}{separator}begun with {} ({} positions)", self.name(), self.n_positions())
    }

    /// Gives the machine what the model knows of the features of this space; returns how many features that are, and how often each shape was seen
    /// and played. The counts that explanations show take part of these only where the model is for the same board.
    pub(super) fn carry_over(
        &self,
        space: &FeatureSpace,
        hashes: &[u64],
        machine: &mut FactorMachine<N_FACTORS>,
        counts: &SightCounts,
    ) -> (usize, Vec<Sights>) {
        let model = self.model();
        let (here, there) = (space.dictionary(), model.space.dictionary());
        let shapes: Vec<(u32, u32)> =
            hashes.iter().filter_map(|&hash| Some((here.get(hash)?, there.get(hash)?))).collect();
        let dense = space.shared_dense(&model.space);
        let offsets = (space.n_dense() as u32, model.space.n_dense() as u32);
        let numbered = shapes.iter().map(|&(here, there)| (here + offsets.0, there + offsets.1));
        for (here, there) in dense.iter().copied().chain(numbered) {
            machine.begin_with(here, model.factors.weight(there), model.factors.factors(there));
        }
        let mut sights = vec![Sights::default(); space.dictionary().len()];
        for &(here, there) in &shapes {
            sights[here as usize] = model.sights(there + offsets.1).unwrap_or_default();
            if self.is_for_the_same_board {
                counts.add(here, sights[here as usize]);
            }
        }
        (dense.len() + shapes.len(), sights)
    }
}
