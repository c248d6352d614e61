//! The trained factor model: predicts, explains, goes into a file and comes back.

use super::space::{FEATURE_SET, FeatureSpace, Meaning};
use super::words::in_words;
use super::{KIND, ShapeDictionary, Sights};
use crate::model_file::{ModelFileError, ModelHeader, decode_body, read_parts, write_model};
use crate::{Explanation, Prediction, Predictor, Reason};
use go_board::{Move, Position};
use learn::Rows;
use learn::factor::{QuantisedFactors, to_probabilities};
use serde::{Deserialize, Serialize};
use std::cell::RefCell;

/// Factors a feature.
pub const N_FACTORS: usize = 8;
/// Pairs of features whose factor is closer to 1 than this are not named in explanations.
const PAIR_WORTH_NAMING: f32 = 0.2;

/// A predictor made of shapes, recent moves and tactics, with pairwise interactions.
pub struct FactorModel {
    header: ModelHeader,
    space: FeatureSpace,
    factors: QuantisedFactors<N_FACTORS>,
    sights: Vec<Sights>,
}

/// What the file holds (version 1 of the model file, kind `factor`).
#[derive(Serialize, Deserialize)]
struct BodyV1 {
    dictionary: ShapeDictionary,
    factors: QuantisedFactors<N_FACTORS>,
    seen: Vec<u32>,
    played: Vec<u32>,
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
    ) -> Self {
        FactorModel { header, space, factors, sights }
    }

    /// What the model is and where it comes from.
    pub fn header(&self) -> &ModelHeader {
        &self.header
    }

    /// The number of features.
    pub fn n_features(&self) -> usize {
        self.factors.n_features()
    }

    /// The model as a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let body = BodyV1 {
            dictionary: self.space.dictionary().clone(),
            factors: self.factors.clone(),
            seen: self.sights.iter().map(|s| s.seen).collect(),
            played: self.sights.iter().map(|s| s.played).collect(),
        };
        write_model(&self.header, &body)
    }

    /// The model in a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<FactorModel, ModelFileError> {
        let (header, body) = read_parts(bytes)?;
        if header.kind != KIND || header.feature_set != FEATURE_SET {
            return Err(ModelFileError::Unknown { kind: header.kind, feature_set: header.feature_set });
        }
        let BodyV1 { dictionary, factors, seen, played } = decode_body(body)?;
        let space = FeatureSpace::new(dictionary);
        let n_shapes = space.dictionary().len();
        if !factors.is_consistent()
            || factors.n_features() != space.n_features()
            || [seen.len(), played.len()] != [n_shapes; 2]
        {
            return Err(ModelFileError::Damaged("its tables do not fit together"));
        }
        let sights = seen.into_iter().zip(played).map(|(seen, played)| Sights { seen, played }).collect();
        Ok(FactorModel { header, space, factors, sights })
    }

    /// The features of a move with their meanings, as in explanations.
    pub fn features(&self, position: &Position, mv: Move) -> Vec<(u32, Meaning)> {
        self.space.meanings(position, mv)
    }

    /// The score of a list of features: the log of the move's strength.
    pub fn score(&self, features: &[u32]) -> f32 {
        self.factors.score(features)
    }

    fn sights(&self, feature: u32) -> Option<Sights> {
        let number = (feature as usize).checked_sub(self.space.n_dense())?;
        self.sights.get(number).copied()
    }

    fn reasons(&self, features: &[(u32, Meaning)]) -> Vec<Reason> {
        let mut reasons = Vec::new();
        for (i, &(feature, meaning)) in features.iter().enumerate() {
            // Without the feature its weight and all its pairs are gone.
            let others = features.iter().enumerate().filter(|&(j, _)| j != i);
            let pairs: f32 = others.map(|(_, &(other, _))| self.factors.pair(feature, other)).sum();
            reasons.push(Reason {
                feature: meaning.id(),
                words: in_words(meaning, self.sights(feature)),
                factor: (self.factors.weight(feature) + pairs).exp(),
                points: Vec::new(),
            });
            for &(other, other_meaning) in &features[i + 1..] {
                let pair = self.factors.pair(feature, other);
                if pair.abs() >= PAIR_WORTH_NAMING {
                    reasons.push(Reason {
                        feature: format!("{} & {}", meaning.id(), other_meaning.id()),
                        words: format!(
                            "{}, together with: {}",
                            in_words(meaning, self.sights(feature)),
                            in_words(other_meaning, self.sights(other))
                        ),
                        factor: pair.exp(),
                        points: Vec::new(),
                    });
                }
            }
        }
        reasons.sort_by(|a, b| b.factor.ln().abs().total_cmp(&a.factor.ln().abs()));
        reasons
    }
}

impl Predictor for FactorModel {
    fn name(&self) -> &str {
        &self.header.name
    }

    fn predict(&self, position: &Position, prediction: &mut Prediction) {
        SCRATCH.with_borrow_mut(|rows| {
            self.space.extract(position, &mut prediction.moves, rows);
            self.factors.scores(rows, &mut prediction.probabilities);
        });
        to_probabilities(&mut prediction.probabilities, 0);
    }

    fn explain(&self, position: &Position, mv: Move) -> Option<Explanation> {
        let mut prediction = Prediction::default();
        self.predict(position, &mut prediction);
        let idx = prediction.moves.iter().position(|&m| m == mv)?;
        let features = self.features(position, mv);
        let numbers: Vec<u32> = features.iter().map(|f| f.0).collect();
        Some(Explanation {
            mv,
            probability: prediction.probabilities[idx],
            rank: prediction.rank(mv),
            reasons: self.reasons(&features),
            strength: self.score(&numbers).exp(),
        })
    }
}
