//! The trained model: the sum of the trees for every legal point, probabilities, reasons.

use crate::calibration::{Calibration, explain_by_removal};
use crate::kind::TrainedModel;
use crate::laws::Ablation;
use crate::model_file::{ModelFile, ModelFileError, ModelHeader, write_model};
use crate::{Explanation, Prediction, Predictor, Reason};
use go_board::{Move, Point, PointMap, Position};
use go_features::Evidence;
use go_features::kosumi::{Attributes, KosumiContext};
use learn::id3::{Id3Step, Id3Tree};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// What of a trained model is written to its file besides the header.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Body {
    pub(super) attributes: Attributes,
    pub(super) trees: Vec<Id3Tree>,
    pub(super) calibration: Calibration,
}

/// The rows of all legal points, in board order; returns the points.
pub(super) fn candidate_rows(position: &Position, attributes: Attributes, rows: &mut Vec<i16>) -> Vec<Point> {
    let context = KosumiContext::new(position, attributes);
    let points: Vec<Point> = position.legal_points().collect();
    points.iter().for_each(|&point| context.write_row(point, rows));
    points
}

/// The value of every legal point.
pub(super) struct Values(PointMap<f32>);

impl Values {
    pub(super) fn of(&self, point: Point) -> f32 {
        self.0[point]
    }
}

impl Body {
    /// The sum of the trees, optionally without one of them.
    pub(super) fn values(&self, position: &Position, without: Option<usize>) -> Values {
        let mut rows = Vec::new();
        let points = candidate_rows(position, self.attributes, &mut rows);
        let mut values = PointMap::filled(0.0);
        for (point, row) in points.into_iter().zip(rows.chunks_exact(self.attributes.len())) {
            let trees = self.trees.iter().enumerate().filter(|&(idx, _)| Some(idx) != without);
            values[point] = trees.map(|(_, tree)| tree.value(row)).sum();
        }
        Values(values)
    }
}

/// A model of iterated decision trees.
pub struct IteratedModel {
    header: ModelHeader,
    body: Body,
}

impl IteratedModel {
    pub(super) fn new(header: ModelHeader, body: Body) -> IteratedModel {
        IteratedModel { header, body }
    }

    pub(super) fn load(file: ModelFile<'_>) -> Result<IteratedModel, ModelFileError> {
        let body: Body = file.decode_body()?;
        if body.trees.iter().any(|tree| tree.check(body.attributes.len()).is_err()) {
            return Err(ModelFileError::Damaged("a tree asks about something that does not exist"));
        }
        if !body.calibration.is_valid() {
            return Err(ModelFileError::Damaged("its calibration is not a number"));
        }
        Ok(IteratedModel { header: file.header, body })
    }

    /// The model with the first `n` of its trees, as it was after iteration `n - 1`; all if there are fewer.
    pub fn first_trees(&self, n: usize) -> IteratedModel {
        let trees = self.body.trees[..n.min(self.body.trees.len())].to_vec();
        IteratedModel::new(self.header.clone(), Body { trees, ..self.body })
    }

    /// The trees, in the order in which they were grown.
    pub fn trees(&self) -> &[Id3Tree] {
        &self.body.trees
    }

    fn predict_without(&self, position: &Position, without: Option<usize>, prediction: &mut Prediction) {
        let values = self.body.values(position, without);
        self.body.calibration.fill(position, |point| values.of(point), prediction);
    }

    fn reason(&self, tree: usize, position: &Position, context: &KosumiContext<'_>, point: Point) -> Reason {
        let mut row = Vec::new();
        context.write_row(point, &mut row);
        let grown = &self.body.trees[tree];
        let path = grown.path(&row);
        let words = path.iter().map(|step| step_in_words(self.body.attributes, step)).collect::<Vec<_>>().join("; ");
        let words = format!("tree {}: {words}: chosen in {:.0}% of its sample", tree + 1, 100.0 * grown.value(&row));
        Reason {
            features: vec![format!("iterated-tree:{}:{}", tree + 1, grown.end(&row))],
            words,
            factor: 1.0,
            evidence: self.evidence(&path, position, context, point),
            leaf: None,
        }
    }

    /// The strings and the earlier moves that the questions were about.
    fn evidence(&self, path: &[Id3Step], position: &Position, context: &KosumiContext<'_>, point: Point) -> Evidence {
        let attributes = self.body.attributes;
        let asked = |of: &dyn Fn(usize) -> Option<usize>| -> BTreeSet<usize> {
            path.iter().filter_map(|step| of(usize::from(step.attribute))).collect()
        };
        let strings: Vec<Vec<Point>> = asked(&|attribute| attributes.direction(attribute))
            .into_iter()
            .filter_map(|direction| context.string_towards(point, direction))
            .map(|(string, _)| string.stones.clone())
            .collect();
        let chains = if strings.is_empty() { Evidence::Nothing } else { Evidence::Chains { chains: strings } };
        let moves = asked(&|attribute| attributes.moves_back(attribute)).into_iter().map(|back| back + 1);
        Evidence::join([chains, Evidence::earlier_moves(position, moves)])
    }
}

/// "liberties, string towards the nearest border: at most 3".
fn step_in_words(attributes: Attributes, step: &Id3Step) -> String {
    let what = attributes.words(usize::from(step.attribute));
    match (step.at_least, step.at_most) {
        (Some(low), Some(high)) if low == high => format!("{what}: {low}"),
        (Some(low), _) => format!("{what}: at least {low}"),
        (None, Some(high)) => format!("{what}: at most {high}"),
        (None, None) => what,
    }
}

impl Predictor for IteratedModel {
    fn name(&self) -> &str {
        &self.header.name
    }

    fn predict(&self, position: &Position, prediction: &mut Prediction) {
        self.predict_without(position, None, prediction);
    }

    fn explain(&self, position: &Position, mv: Move) -> Option<Explanation> {
        let mut prediction = Prediction::default();
        self.predict(position, &mut prediction);
        let Some(point) = mv.point() else {
            return Explanation::product(&prediction, mv, prediction.probability(mv), Vec::new());
        };
        if !position.is_legal(point) {
            return None;
        }
        let context = KosumiContext::new(position, self.body.attributes);
        let parts = (0..self.body.trees.len()).map(|tree| self.reason(tree, position, &context, point)).collect();
        explain_by_removal(&prediction, mv, parts, |tree, without| self.predict_without(position, Some(tree), without))
    }
}

impl Ablation for IteratedModel {
    fn probability_without(&self, position: &Position, mv: Move, reason: &Reason) -> Option<f32> {
        let point = mv.point()?;
        let context = KosumiContext::new(position, self.body.attributes);
        let is_same = |&tree: &usize| self.reason(tree, position, &context, point).features == reason.features;
        let tree = (0..self.body.trees.len()).find(is_same)?;
        let mut prediction = Prediction::default();
        self.predict_without(position, Some(tree), &mut prediction);
        Some(prediction.probability(mv))
    }
}

impl TrainedModel for IteratedModel {
    fn header(&self) -> &ModelHeader {
        &self.header
    }

    fn n_features(&self) -> usize {
        self.body.trees.iter().map(Id3Tree::n_terminals).sum()
    }

    fn to_bytes(&self) -> Vec<u8> {
        write_model(&self.header, &self.body)
    }

    fn details(&self) -> Vec<(&'static str, String)> {
        vec![
            ("trees", self.body.trees.len().to_string()),
            ("terminals", self.n_features().to_string()),
            ("exponent", format!("{:.3}", self.body.calibration.exponent)),
        ]
    }
}
