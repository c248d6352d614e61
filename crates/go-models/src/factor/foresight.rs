//! A small model of final ownership inside a factor model: it foresees the owners that the features of `foreseen-1` are about.
//!
//! The network sees every position turned into the same standing, the one whose stones have the smallest hash, so that turned boards have the same features, and so have boards with exchanged
//! colours (the network sees the side to move and the other). Among standings with the same stones and the same last move the first one counts.
//!
//! How good the foresight is does not matter to the factor model: it learns what its levels are worth.

use crate::territory::TerritoryModel;
use crate::training::KnownOwners;
use crate::{Appraiser, TrainError, TrainedOn, Training};
use go_board::{Position, Symmetry};
use go_features::foreseen::Owners;
use stable_hash::Fnv1a;
use stable_hash::splitmix64::mix;
use thiserror::Error;

/// The model of final ownership that the settings name cannot be had.
#[derive(Debug, Error)]
#[error("the model of final ownership {name:?} to foresee owners with cannot be used: {reason}")]
pub struct ForesightError {
    /// Its name in the settings.
    name: String,
    /// Why.
    reason: String,
}

/// Somebody who foresees the owners of points.
pub struct Foresight {
    model: TerritoryModel,
}

impl Foresight {
    /// Foresees with this model.
    pub fn new(model: TerritoryModel) -> Foresight {
        Foresight { model }
    }

    /// The model that the settings of a training name, and the games that it learned from, as far as they are known.
    pub(super) fn find(name: &str, training: &Training<'_>) -> Result<(Foresight, TrainedOn), TrainError> {
        let found = training.models.find_owners(name);
        let KnownOwners { model, trained_on } =
            found.map_err(|reason| TrainError::learner(ForesightError { name: name.into(), reason }))?;
        Ok((Foresight::new(model), trained_on.unwrap_or_default()))
    }

    /// Its name.
    pub(super) fn name(&self) -> &str {
        self.model.name()
    }

    /// The model as a file.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        self.model.to_bytes()
    }

    /// Tells models apart that have the same name.
    pub(super) fn fingerprint(&self) -> u64 {
        Fnv1a::of(&self.to_bytes())
    }

    /// The owners of all points in Black's view.
    pub(super) fn owners(&self, position: &Position) -> Box<Owners> {
        self.model.appraise_standing(position, standing(position)).ownership
    }
}

/// How to turn a position so that all its turned likenesses look the same.
fn standing(position: &Position) -> Symmetry {
    const N: usize = Symmetry::ALL.len();
    let board = &position.board;
    let size = board.size();
    let mut keys = [0u64; N];
    let mut add = |point, what: u64| {
        for (key, symmetry) in keys.iter_mut().zip(Symmetry::ALL) {
            *key = key.wrapping_add(mix(4 * size.dense_index(symmetry.apply(size, point)) as u64 + what));
        }
    };
    for point in size.points() {
        if let Some(color) = board.color_at(point) {
            add(point, u64::from(color == position.to_move));
        }
    }
    if let Some(last) = position.last_point(0) {
        add(last, 2);
    }
    let least = (0..N).min_by_key(|&place| keys[place]).expect("there are symmetries");
    Symmetry::ALL[least]
}
