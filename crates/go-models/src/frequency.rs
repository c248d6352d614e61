//! The baselines that every learner must beat: all moves the same, or as likely as moves at their distance from the last one were.
//!
//! `P(move) ~ rate of its class`, with `rate = (played + 1/2) / (legal + 1)` counted over all positions of the training games. The classes: none but
//! point and pass (`by = "nothing"`), or the circular distance to the last move, capped, with one class without a last move
//! (`by = "distance"`). A pass has a class of its own, apart after a pass.
//!
//! Not done: smoothing between neighbouring distances; every class has thousands of examples.

use crate::kind::{ModelSettings, TrainedModel};
use crate::laws::Ablation;
use crate::model_file::{ModelFile, ModelFileError, ModelHeader, TrainingRecord, write_model};
use crate::{Explanation, Prediction, Predictor, Reason, Scope, TrainError, TrainedOn, Training};
use go_board::{Move, Point, Position, circular_distance};
use go_features::Evidence;
use go_games::{Game, Replay};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// What divides the moves into classes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum By {
    /// Nothing: all points are the same.
    Nothing,
    /// The distance to the last move.
    #[default]
    Distance,
}

/// Distances from this one on are one class.
const FARTHEST: usize = 30;
/// Classes: a pass after a point, a pass after a pass, a point without a last move, then by distance.
const N_CLASSES: usize = 3 + FARTHEST + 1;

/// The settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct FrequencyConfig {
    /// Its name.
    pub name: String,
    /// What divides the moves.
    pub by: By,
    /// Nothing is random; the seed is only recorded.
    pub seed: u64,
}

impl Default for FrequencyConfig {
    fn default() -> Self {
        FrequencyConfig { name: "distance to the last move".into(), by: By::Distance, seed: 1 }
    }
}

/// How often moves of a class were legal and played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Count {
    legal: u64,
    played: u64,
}

/// A table of rates.
pub struct FrequencyModel {
    header: ModelHeader,
    by: By,
    counts: Vec<Count>,
}

fn class_of(by: By, position: &Position, mv: Move) -> usize {
    let last = position.last_moves[0];
    match (mv, by) {
        (Move::Pass, _) => usize::from(matches!(last, Some(Move::Pass))),
        (Move::Play(_), By::Nothing) => 2,
        (Move::Play(point), By::Distance) => match last.and_then(Move::point) {
            None => 2,
            Some(last) => 3 + distance(point, last).min(FARTHEST),
        },
    }
}

fn distance(a: Point, b: Point) -> usize {
    circular_distance(i32::from(a.x()) - i32::from(b.x()), i32::from(a.y()) - i32::from(b.y()))
}

fn moves(position: &Position) -> impl Iterator<Item = Move> + '_ {
    position.legal_points().map(Move::Play).chain([Move::Pass])
}

fn count(by: By, game: &Game) -> Vec<Count> {
    let mut counts = vec![Count::default(); N_CLASSES];
    let mut replay: Replay<'_> = Replay::new(game);
    while let Some((position, played)) = replay.next_position() {
        moves(position).for_each(|mv| counts[class_of(by, position, mv)].legal += 1);
        if moves(position).any(|mv| mv == played) {
            counts[class_of(by, position, played)].played += 1;
        }
    }
    counts
}

fn added(mut a: Vec<Count>, b: Vec<Count>) -> Vec<Count> {
    for (sum, more) in a.iter_mut().zip(b) {
        *sum = Count { legal: sum.legal + more.legal, played: sum.played + more.played };
    }
    a
}

impl ModelSettings for FrequencyConfig {
    const KIND: &'static str = "frequency";
    const SUMMARY: &'static str = "how often moves at a distance from the last one are played; a baseline";
    type Model = FrequencyModel;

    fn name(&self) -> &str {
        &self.name
    }

    fn seed(&self) -> u64 {
        self.seed
    }

    fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
    }

    fn check(&self, _: &[Game]) -> Result<(), TrainError> {
        Ok(())
    }

    fn fit(&self, training: &Training<'_>) -> Result<FrequencyModel, TrainError> {
        training.stage("counting", 1);
        let none = || vec![Count::default(); N_CLASSES];
        let counts = training.games.par_iter().map(|game| count(self.by, game)).reduce(none, added);
        let n_positions: u64 = counts.iter().map(|count| count.played).sum();
        if n_positions == 0 {
            return Err(TrainError::NoPositions);
        }
        training.step(1);
        let sizes: BTreeSet<u8> = training.games.iter().map(|game| game.size.get()).collect();
        let header = ModelHeader {
            kind: Self::KIND.into(),
            name: self.name.clone(),
            feature_set: "frequency-1".into(),
            board_sizes: sizes.into_iter().collect(),
            scope: Scope::default(),
            training: TrainingRecord {
                n_games: training.games.len(),
                n_positions: n_positions as usize,
                sampling: "every position".into(),
                games_hash: TrainedOn::new(training.games).games_hash(),
                ..training.record.clone()
            },
            settings: serde_json::to_value(self).map_err(TrainError::learner)?,
            seed: self.seed,
            metrics: BTreeMap::new(),
        };
        Ok(FrequencyModel { header, by: self.by, counts })
    }

    fn load(file: ModelFile<'_>) -> Result<FrequencyModel, ModelFileError> {
        let (by, counts): (By, Vec<Count>) = file.decode_body()?;
        match counts.len() == N_CLASSES && counts.iter().all(|count| count.played <= count.legal) {
            true => Ok(FrequencyModel { header: file.header, by, counts }),
            false => Err(ModelFileError::Damaged("its counts are not those of its classes")),
        }
    }
}

impl FrequencyModel {
    fn rate(&self, class: usize) -> f32 {
        let Count { legal, played } = self.counts[class];
        ((played as f64 + 0.5) / (legal as f64 + 1.0)) as f32
    }

    /// The rate of all points together: what a move without a distance would have.
    fn mean_rate(&self) -> f32 {
        let total = |of: fn(&Count) -> u64| self.counts[2..].iter().map(|count| of(count) as f64).sum::<f64>();
        ((total(|count| count.played) + 0.5) / (total(|count| count.legal) + 1.0)) as f32
    }

    /// The prediction, with another rate for one move.
    fn predict_with(&self, position: &Position, other: Option<(Move, f32)>, prediction: &mut Prediction) {
        prediction.moves.clear();
        prediction.moves.extend(moves(position));
        let rate = |&mv: &Move| match other {
            Some((one, rate)) if one == mv => rate,
            _ => self.rate(class_of(self.by, position, mv)),
        };
        prediction.probabilities.clear();
        prediction.probabilities.extend(prediction.moves.iter().map(rate));
        let total: f32 = prediction.probabilities.iter().sum();
        prediction.probabilities.iter_mut().for_each(|p| *p /= total);
    }
}

impl Predictor for FrequencyModel {
    fn name(&self) -> &str {
        &self.header.name
    }

    fn predict(&self, position: &Position, prediction: &mut Prediction) {
        self.predict_with(position, None, prediction);
    }

    fn explain(&self, position: &Position, mv: Move) -> Option<Explanation> {
        let mut prediction = Prediction::default();
        self.predict(position, &mut prediction);
        let class = class_of(self.by, position, mv);
        let rate = self.rate(class);
        let distance = class.checked_sub(3).map(|distance| Reason {
            features: vec![format!("distance:{distance}")],
            words: format!("distance {distance} from the last move: {:.2}% of such moves are played", 100.0 * rate),
            factor: rate / self.mean_rate(),
            evidence: Evidence::earlier_moves(position, [1]),
            leaf: None,
        });
        Explanation::product(&prediction, mv, rate, distance.into_iter().collect())
    }
}

impl Ablation for FrequencyModel {
    fn probability_without(&self, position: &Position, mv: Move, reason: &Reason) -> Option<f32> {
        let distance = class_of(self.by, position, mv).checked_sub(3)?;
        if reason.features != [format!("distance:{distance}")] {
            return None;
        }
        let mut prediction = Prediction::default();
        self.predict_with(position, Some((mv, self.mean_rate())), &mut prediction);
        Some(prediction.probability(mv))
    }
}

impl TrainedModel for FrequencyModel {
    fn header(&self) -> &ModelHeader {
        &self.header
    }

    fn n_features(&self) -> usize {
        self.counts.iter().filter(|count| count.legal > 0).count()
    }

    fn to_bytes(&self) -> Vec<u8> {
        write_model(&self.header, &(self.by, &self.counts))
    }
}
