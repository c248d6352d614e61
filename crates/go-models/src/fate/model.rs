//! The trained model: odds of all candidates, probabilities, reasons.
//!
//! A candidate's strength is `w = p / (1 - p)`, `p` being the classifier's probability that it is right. Its probability is `(1 - e) w / sum w` over the
//! candidates; the `n` other points and a pass have `e / (n + 1)` each. The factor of a column is that of the move's odds when the column has its
//! typical value, as in `learn::classify::Contribution`, but for the odds against all other moves.

use super::rows::{area, candidates};
use super::words::{evidence, sentence};
use crate::kind::TrainedModel;
use crate::laws::Ablation;
use crate::model_file::{ModelFile, ModelFileError, ModelHeader, write_model};
use crate::{Explanation, Prediction, Predictor, Reason};
use go_board::{Move, Point, Position};
use go_features::fate::{FateReader, FateVersion};
use learn::classify::Classifier;
use serde::{Deserialize, Serialize};

/// Reasons that an explanation has at most, the strongest.
const MOST_REASONS: usize = 24;
/// The classifier's probabilities are kept this far from 0 and 1.
const CERTAIN: f64 = 1e-9;

/// What of a model is written to its file besides header and classifier.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Body {
    pub(super) version: String,
    pub(super) margin: u8,
    /// The rate of right moves that are no candidates.
    pub(super) outside: f64,
}

/// A classifier over common fate graphs.
pub struct FateModel {
    header: ModelHeader,
    body: Body,
    version: FateVersion,
    classifier: Classifier,
}

/// The candidates of a position with their rows and strengths.
struct Candidates {
    points: Vec<Point>,
    rows: Vec<Vec<f64>>,
    strengths: Vec<f64>,
}

impl FateModel {
    pub(super) fn new(header: ModelHeader, body: Body, classifier: Classifier) -> FateModel {
        let version = body.version.parse().expect("the version of the settings");
        FateModel { header, body, version, classifier }
    }

    pub(super) fn load(file: ModelFile<'_>) -> Result<FateModel, ModelFileError> {
        let (body, classifier): (Body, Vec<u8>) = file.decode_body()?;
        let damaged = ModelFileError::Damaged;
        let version: FateVersion = body.version.parse().map_err(|_| damaged("it names an unknown feature set"))?;
        let classifier = Classifier::from_bytes(&classifier).map_err(|_| damaged("its classifier cannot be read"))?;
        if classifier.columns() != version.column_names() || classifier.classes().len() != 2 {
            return Err(damaged("its classifier is for another table"));
        }
        if body.margin > 25 || !(body.outside > 0.0 && body.outside < 1.0) {
            return Err(damaged("its settings are out of range"));
        }
        Ok(FateModel { header: file.header, body, version, classifier })
    }

    pub(super) fn note(&mut self, metric: &str, value: f64) {
        self.header.metrics.insert(metric.into(), value);
    }

    /// The classifier.
    pub fn classifier(&self) -> &Classifier {
        &self.classifier
    }

    fn strength(&self, row: &[f64]) -> f64 {
        let mut probabilities = [0.0; 2];
        self.classifier.probabilities(row, &mut probabilities);
        let p = probabilities[1].clamp(CERTAIN, 1.0 - CERTAIN);
        p / (1.0 - p)
    }

    fn candidates(&self, position: &Position) -> Candidates {
        let area = area(&position.board, self.body.margin);
        let mut reader = FateReader::new(self.version);
        reader.look_at(&position.board, area, position.to_move, None);
        let points: Vec<Point> = candidates(position, area).collect();
        let read = |&point: &Point| {
            let mut row = Vec::new();
            reader.read(&position.board, point, &mut row);
            row
        };
        let rows: Vec<Vec<f64>> = points.iter().map(read).collect();
        let strengths = rows.iter().map(|row| self.strength(row)).collect();
        Candidates { points, rows, strengths }
    }

    fn fill(&self, position: &Position, found: &Candidates, prediction: &mut Prediction) {
        let Prediction { moves, probabilities } = prediction;
        moves.clear();
        moves.extend(position.legal_points().map(Move::Play).chain([Move::Pass]));
        let n_others = (moves.len() - found.points.len()) as f64;
        // Without a candidate the others have everything.
        let outside = if found.points.is_empty() { 1.0 } else { self.body.outside };
        let total: f64 = found.strengths.iter().sum();
        let mut next = found.points.iter().zip(&found.strengths).peekable();
        let of = |mv: &Move| match next.next_if(|(point, _)| Move::Play(**point) == *mv) {
            Some((_, strength)) => (1.0 - outside) * strength / total,
            None => outside / n_others,
        };
        probabilities.clear();
        probabilities.extend(moves.iter().map(of).map(|p| p as f32));
    }

    /// The probability of a candidate with this strength instead of its own.
    fn probability_with(&self, found: &Candidates, place: usize, strength: f64) -> f64 {
        let others: f64 = found.strengths.iter().sum::<f64>() - found.strengths[place];
        (1.0 - self.body.outside) * strength / (others.max(0.0) + strength)
    }
}

fn odds(probability: f64) -> f64 {
    let p = probability.clamp(1e-12, 1.0 - 1e-12);
    p / (1.0 - p)
}

impl Predictor for FateModel {
    fn name(&self) -> &str {
        &self.header.name
    }

    fn predict(&self, position: &Position, prediction: &mut Prediction) {
        self.fill(position, &self.candidates(position), prediction);
    }

    fn explain(&self, position: &Position, mv: Move) -> Option<Explanation> {
        let found = self.candidates(position);
        let mut prediction = Prediction::default();
        self.fill(position, &found, &mut prediction);
        let place = found.points.iter().position(|&point| mv == Move::Play(point));
        let Some(place) = place else {
            return Explanation::product(&prediction, mv, self.body.outside as f32, Vec::new());
        };
        let (row, own) = (&found.rows[place], found.strengths[place]);
        let with = odds(self.probability_with(&found, place, own));
        let columns = self.classifier.contributions(row, 1).into_iter().take(MOST_REASONS);
        let reasons = columns.map(|part| {
            let without = self.probability_with(&found, place, own / part.factor);
            let name = &self.classifier.columns()[part.column];
            Reason {
                features: vec![name.clone()],
                words: sentence(name, part.value, part.typical),
                factor: (with / odds(without)) as f32,
                evidence: evidence(name, position, found.points[place]),
                leaf: None,
            }
        });
        let reasons = reasons.filter(|reason| reason.factor.is_finite() && reason.factor > 0.0).collect();
        Explanation::product(&prediction, mv, own as f32, reasons)
    }
}

impl Ablation for FateModel {
    fn probability_without(&self, position: &Position, mv: Move, reason: &Reason) -> Option<f32> {
        let mut found = self.candidates(position);
        let place = found.points.iter().position(|&point| mv == Move::Play(point))?;
        let [name] = &reason.features[..] else { return None };
        let column = self.classifier.columns().iter().position(|column| column == name)?;
        found.rows[place][column] = self.classifier.typical()[column];
        found.strengths[place] = self.strength(&found.rows[place]);
        let mut prediction = Prediction::default();
        self.fill(position, &found, &mut prediction);
        Some(prediction.probability(mv))
    }
}

impl TrainedModel for FateModel {
    fn header(&self) -> &ModelHeader {
        &self.header
    }

    fn n_features(&self) -> usize {
        self.classifier.columns().len()
    }

    fn to_bytes(&self) -> Vec<u8> {
        write_model(&self.header, &(&self.body, self.classifier.to_bytes()))
    }

    fn details(&self) -> Vec<(&'static str, String)> {
        vec![
            ("learner", self.classifier.learner().to_owned()),
            ("candidates", format!("the rectangle round the stones, {} lines wider", self.body.margin)),
            ("right moves elsewhere", format!("{:.2}%", 100.0 * self.body.outside)),
        ]
    }
}
