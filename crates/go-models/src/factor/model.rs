//! The trained factor model: predicting, explaining, saving, loading.

use super::space::{FEATURE_SET, FeatureSpace};
use super::{FactorConfig, Foresight, ShapeDictionary, Sights};
use crate::kind::{ModelSettings, TrainedModel};
use crate::model_file::{ModelFile, ModelFileError, ModelHeader, write_model};
use crate::territory::TerritoryModel;
use crate::{Explanation, Prediction, Predictor, TrainedOn};
use go_board::{Move, Position};
use go_features::foreseen::FORESEEN;
use go_features::sets::find_sets;
use learn::Rows;
use learn::factor::QuantisedFactors;
use learn::to_probabilities;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;

/// Factors a feature.
pub const N_FACTORS: usize = 8;

/// A predictor made of shapes, recent moves and tactics, with pairwise interactions.
pub struct FactorModel {
    header: ModelHeader,
    pub(super) space: FeatureSpace,
    pub(super) factors: QuantisedFactors<N_FACTORS>,
    sights: Vec<Sights>,
    borrowed: TrainedOn,
}

/// What the file holds (version 1 of the model file, kind `factor`).
#[derive(Serialize, Deserialize)]
struct BodyV1 {
    dictionary: ShapeDictionary,
    factors: QuantisedFactors<N_FACTORS>,
    seen: Vec<u32>,
    played: Vec<u32>,
}

/// What the file of a model with foresight holds; the header names the set `foreseen-1`.
#[derive(Serialize, Deserialize)]
struct BodyWithForesight {
    body: BodyV1,
    /// The file of the model of final ownership.
    foresight: Vec<u8>,
}

thread_local! {
    static SCRATCH: RefCell<Rows> = RefCell::new(Rows::new());
}

impl FactorModel {
    pub(super) fn new(
        header: ModelHeader,
        space: FeatureSpace,
        factors: QuantisedFactors<N_FACTORS>,
        sights: Vec<Sights>,
        borrowed: TrainedOn,
    ) -> Self {
        FactorModel { header, space, factors, sights, borrowed }
    }

    /// The model in a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<FactorModel, ModelFileError> {
        FactorModel::load(ModelFile::parse(bytes)?)
    }

    pub(super) fn load(file: ModelFile<'_>) -> Result<FactorModel, ModelFileError> {
        let mut sets: Vec<&str> = file.header.feature_set.split('+').collect();
        let foresees = sets.pop_if(|name| *name == FORESEEN).is_some();
        let is_known = file.header.kind == FactorConfig::KIND && sets.first() == Some(&FEATURE_SET);
        let added = sets.get(1..).and_then(|names| find_sets(names).ok());
        let added = added.filter(|_| is_known).ok_or_else(|| file.unknown())?;
        let (body, foresight) = if foresees {
            let BodyWithForesight { body, foresight } = file.decode_body()?;
            (body, Some(Foresight::new(TerritoryModel::from_bytes(&foresight)?)))
        } else {
            (file.decode_body()?, None)
        };
        let BodyV1 { dictionary, factors, seen, played } = body;
        let space = FeatureSpace::new(dictionary, added, foresight);
        let n_shapes = space.dictionary().len();
        if !factors.is_consistent()
            || factors.n_features() != space.n_features()
            || [seen.len(), played.len()] != [n_shapes; 2]
        {
            return Err(ModelFileError::Damaged("its tables do not fit together"));
        }
        let sights = seen.into_iter().zip(played).map(|(seen, played)| Sights { seen, played }).collect();
        Ok(FactorModel::new(file.header, space, factors, sights, TrainedOn::default()))
    }

    pub(super) fn sights(&self, feature: u32) -> Option<Sights> {
        let number = (feature as usize).checked_sub(self.space.n_dense())?;
        self.sights.get(number).copied()
    }

    /// The legal moves, and in place of their probabilities the logarithms of their strengths.
    pub(super) fn score_moves(&self, position: &Position, prediction: &mut Prediction) {
        SCRATCH.with_borrow_mut(|rows| {
            self.space.extract(position, &mut prediction.moves, rows);
            self.factors.scores(rows, &mut prediction.probabilities);
        });
    }
}

impl TrainedModel for FactorModel {
    fn header(&self) -> &ModelHeader {
        &self.header
    }

    fn n_features(&self) -> usize {
        self.factors.n_features()
    }

    fn to_bytes(&self) -> Vec<u8> {
        let body = BodyV1 {
            dictionary: self.space.dictionary().clone(),
            factors: self.factors.clone(),
            seen: self.sights.iter().map(|s| s.seen).collect(),
            played: self.sights.iter().map(|s| s.played).collect(),
        };
        match self.space.foresight() {
            Some(foresight) => write_model(&self.header, &BodyWithForesight { body, foresight: foresight.to_bytes() }),
            None => write_model(&self.header, &body),
        }
    }

    fn borrowed_games(&self) -> TrainedOn {
        self.borrowed.clone()
    }

    fn details(&self) -> Vec<(&'static str, String)> {
        let mut details =
            vec![("shapes", self.space.dictionary().len().to_string()), ("factors a feature", N_FACTORS.to_string())];
        details.extend(self.space.foresight().map(|foresight| ("owners foreseen by", foresight.name().to_string())));
        details
    }
}

impl Predictor for FactorModel {
    fn name(&self) -> &str {
        &self.header.name
    }

    fn predict(&self, position: &Position, prediction: &mut Prediction) {
        self.score_moves(position, prediction);
        to_probabilities(&mut prediction.probabilities, 0);
    }

    fn explain(&self, position: &Position, mv: Move) -> Option<Explanation> {
        let mut prediction = Prediction::default();
        self.predict(position, &mut prediction);
        if !prediction.moves.contains(&mv) {
            return None;
        }
        let seen = self.space.seen(position, mv);
        let numbers: Vec<u32> = seen.iter().map(|one| one.number).collect();
        Explanation::product(&prediction, mv, self.factors.score(&numbers).exp(), self.reasons(&seen))
    }
}
