//! The trained model: a database of patterns with their strengths.

use super::hashes::PatternHashes;
use crate::kind::TrainedModel;
use crate::laws::Ablation;
use crate::model_file::{ModelFile, ModelFileError, ModelHeader, write_model};
use crate::{Explanation, Prediction, Predictor, Reason};
use go_board::local_pattern::PATTERN_SIZES;
use go_board::{BoardSize, MAX_SIZE, Move, Point, Position};
use go_features::Evidence;
use serde::{Deserialize, Serialize};
use std::sync::OnceLock;

/// Classes without a pattern: a point whose pattern is not known, a pass, a pass after a pass.
pub(super) const N_PLAIN: usize = 3;
/// The class of a point whose pattern is not known; its strength is 1.
pub(super) const UNKNOWN: usize = 0;
/// Strengths are kept between this and its inverse.
pub(super) const WEAKEST: f32 = 1e-6;

/// How often a class was among the legal moves and how often it was played, and its strength.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Class {
    pub(super) seen: u64,
    pub(super) played: u64,
    pub(super) strength: f32,
}

/// Everything that is learned.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Database {
    pub(super) n_cells: u8,
    /// The known patterns, sorted.
    pub(super) hashes: Vec<u64>,
    /// The classes without a pattern, then one for every known pattern.
    pub(super) classes: Vec<Class>,
}

impl Database {
    /// The class of the pattern with that hash.
    #[inline]
    pub(super) fn class_of(&self, hash: u64) -> usize {
        self.hashes.binary_search(&hash).map_or(UNKNOWN, |at| N_PLAIN + at)
    }

    /// The class of a pass.
    pub(super) fn class_of_pass(position: &Position) -> usize {
        1 + usize::from(matches!(position.last_moves[0], Some(Move::Pass)))
    }

    fn is_sound(&self) -> bool {
        let is_strength = |strength: f32| (WEAKEST..=1.0 / WEAKEST).contains(&strength);
        PATTERN_SIZES.contains(&usize::from(self.n_cells))
            && self.classes.len() == N_PLAIN + self.hashes.len()
            && self.hashes.is_sorted_by(|a, b| a < b)
            && self.classes.iter().all(|class| class.played <= class.seen && is_strength(class.strength))
    }
}

/// A database of patterns as a predictor.
pub struct UrgencyModel {
    header: ModelHeader,
    database: Database,
    /// The hashes of empty boards, made when they are first needed.
    empty: Box<[OnceLock<PatternHashes>]>,
}

impl UrgencyModel {
    pub(super) fn new(header: ModelHeader, database: Database) -> UrgencyModel {
        let empty = (0..=MAX_SIZE).map(|_| OnceLock::new()).collect();
        UrgencyModel { header, database, empty }
    }

    pub(super) fn load(file: ModelFile<'_>) -> Result<UrgencyModel, ModelFileError> {
        let database: Database = file.decode_body()?;
        match database.is_sound() {
            true => Ok(UrgencyModel::new(file.header, database)),
            false => Err(ModelFileError::Damaged("its patterns are no database")),
        }
    }

    fn hashes(&self, position: &Position) -> PatternHashes {
        let size: BoardSize = position.board.size();
        let n_cells = usize::from(self.database.n_cells);
        let empty = self.empty[usize::from(size.get())].get_or_init(|| PatternHashes::empty(size, n_cells));
        empty.clone().with_stones(&position.board)
    }

    fn strength(&self, class: usize) -> f32 {
        self.database.classes[class].strength
    }

    /// The prediction; one point may be treated as if its pattern was not known.
    fn predict_without(&self, position: &Position, without: Option<Point>, prediction: &mut Prediction) {
        let hashes = self.hashes(position);
        let Prediction { moves, probabilities } = prediction;
        moves.clear();
        moves.extend(position.legal_points().map(Move::Play).chain([Move::Pass]));
        probabilities.clear();
        probabilities.extend(moves.iter().map(|mv| match mv {
            Move::Play(point) if Some(*point) == without => self.strength(UNKNOWN),
            Move::Play(point) => self.strength(self.database.class_of(hashes.at(*point, position.to_move))),
            Move::Pass => self.strength(Database::class_of_pass(position)),
        }));
        let total: f32 = probabilities.iter().sum();
        probabilities.iter_mut().for_each(|p| *p /= total);
    }

    /// The name of the feature that a known pattern is.
    fn feature(&self, hash: u64) -> String {
        format!("urgency:{}:{hash:016x}", self.database.n_cells)
    }

    /// The largest circular distance whose cells all belong to the pattern.
    fn radius(&self) -> usize {
        match self.database.n_cells {
            ..8 => 2,
            8..12 => 3,
            12..20 => 4,
            20..28 => 5,
            28..36 => 6,
            36.. => 7,
        }
    }
}

impl Predictor for UrgencyModel {
    fn name(&self) -> &str {
        &self.header.name
    }

    fn predict(&self, position: &Position, prediction: &mut Prediction) {
        self.predict_without(position, None, prediction);
    }

    fn explain(&self, position: &Position, mv: Move) -> Option<Explanation> {
        let mut prediction = Prediction::default();
        self.predict(position, &mut prediction);
        let Move::Play(point) = mv else {
            return Explanation::product(&prediction, mv, self.strength(Database::class_of_pass(position)), Vec::new());
        };
        if !position.board.size().contains(point) {
            return None;
        }
        let hash = self.hashes(position).at(point, position.to_move);
        let class = self.database.class_of(hash);
        let Class { seen, played, strength } = self.database.classes[class];
        let reason = (class != UNKNOWN).then(|| Reason {
            features: vec![self.feature(hash)],
            words: format!(
                "the pattern of {} points was played {played} of {seen} times that it was there ({:.1}%)",
                self.database.n_cells,
                100.0 * played as f64 / seen.max(1) as f64
            ),
            factor: strength / self.strength(UNKNOWN),
            evidence: Evidence::Shape { center: point, radius: self.radius() },
            leaf: None,
        });
        Explanation::product(&prediction, mv, strength, reason.into_iter().collect())
    }
}

impl Ablation for UrgencyModel {
    fn probability_without(&self, position: &Position, mv: Move, reason: &Reason) -> Option<f32> {
        let Move::Play(point) = mv else { return None };
        let hash = self.hashes(position).at(point, position.to_move);
        if self.database.class_of(hash) == UNKNOWN || reason.features != [self.feature(hash)] {
            return None;
        }
        let mut prediction = Prediction::default();
        self.predict_without(position, Some(point), &mut prediction);
        Some(prediction.probability(mv))
    }
}

impl TrainedModel for UrgencyModel {
    fn header(&self) -> &ModelHeader {
        &self.header
    }

    fn n_features(&self) -> usize {
        self.database.hashes.len()
    }

    fn to_bytes(&self) -> Vec<u8> {
        write_model(&self.header, &self.database)
    }
}
