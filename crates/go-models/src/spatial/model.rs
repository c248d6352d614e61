//! The trained model: scenes from positions, tables or weights from trees, probabilities, reasons.

use super::words::path_in_words;
use crate::calibration::{Calibration, explain_by_removal};
use crate::kind::TrainedModel;
use crate::laws::Ablation;
use crate::model_file::{ModelFile, ModelFileError, ModelHeader, write_model};
use crate::{Explanation, Prediction, Predictor, Reason};
use go_board::{BoardSize, Move, Point, Position, Symmetry};
use go_features::Evidence;
use go_features::fields::FieldSet;
use learn::grid::{
    Cell, FieldKind, GridForest, GridShape, GridTree, Kind, OffsetWeights, Scene, Scratch, View, Vocabulary, Windows,
    stacked_field,
};
use serde::{Deserialize, Serialize};

/// What of a trained model is written to its file besides the header.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Body {
    pub(super) fields: FieldSet,
    pub(super) lower: Option<GridTree>,
    pub(super) forest: GridForest,
    pub(super) weights: Option<OffsetWeights>,
    pub(super) calibration: Calibration,
}

/// A model of spatial probability trees.
pub struct SpatialModel {
    header: ModelHeader,
    body: Body,
    eye: Eye,
    /// The windows of the board that it was trained for.
    windows: Windows,
}

/// Turns positions into scenes.
pub(super) struct Eye {
    fields: FieldSet,
    /// The kinds of the fields alone.
    base: Vocabulary,
    /// For each field, the number of its first kind.
    first_kinds: Vec<u16>,
    /// With the field of the lower tree, if there is one.
    vocabulary: Vocabulary,
}

impl Eye {
    pub(super) fn new(fields: FieldSet, lower: Option<&GridTree>) -> Eye {
        let kinds = fields.fields().iter().map(|spec| FieldKind::new(spec.name, spec.classes));
        let base = Vocabulary::new(kinds.collect());
        let vocabulary = match lower {
            Some(tree) => base.with_field(FieldKind::of_leaves(tree, LOWER)),
            None => base.clone(),
        };
        let first_kinds = (0..base.fields().len()).map(|field| base.kind(field, 0).0).collect();
        Eye { fields, base, first_kinds, vocabulary }
    }

    pub(super) fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    pub(super) fn scene(&self, position: &Position, lower: Option<&GridTree>) -> Scene {
        self.turned_scene(position, Symmetry::IDENTITY, lower)
    }

    /// The scene of the position after a symmetry of the board.
    pub(super) fn turned_scene(&self, position: &Position, symmetry: Symmetry, lower: Option<&GridTree>) -> Scene {
        let size = position.board.size();
        let mut scene = Scene::new(&self.base, shape_of(size));
        let kinds = &self.first_kinds;
        self.fields.survey(position, |field, point, class| {
            scene.mark(cell_of(symmetry.apply(size, point)), Kind(kinds[field] + class));
        });
        scene.finish();
        match lower {
            Some(tree) => {
                let (_, classes) = stacked_field(tree, &scene, LOWER);
                scene.with_field(&self.vocabulary, &classes)
            }
            None => scene,
        }
    }
}

/// The name of the field made by the lower tree of a stack.
const LOWER: &str = "lower-tree";

pub(super) fn shape_of(size: BoardSize) -> GridShape {
    GridShape { width: size.get(), height: size.get() }
}

pub(super) fn cell_of(point: Point) -> Cell {
    Cell { x: point.x(), y: point.y() }
}

impl Body {
    /// The windows that its trees need on a board.
    pub(super) fn windows(&self, size: BoardSize) -> Windows {
        Windows::for_trees(shape_of(size), self.forest.trees())
    }

    /// A score for every point, row by row; those of legal points are meaningful.
    pub(super) fn scores(&self, view: View<'_>, position: &Position, scores: &mut Vec<f32>) {
        let legal: Vec<bool> = position.board.size().points().map(|point| position.is_legal(point)).collect();
        let mut scratch = Scratch::default();
        match &self.weights {
            Some(weights) => {
                weights.probabilities(&self.forest, view, |idx| legal[idx], &mut scratch, scores);
            }
            None => self.forest.probabilities(view, |idx| legal[idx], &mut scratch, scores),
        }
    }
}

impl SpatialModel {
    pub(super) fn new(header: ModelHeader, body: Body) -> SpatialModel {
        let eye = Eye::new(body.fields, body.lower.as_ref());
        let size = header.board_sizes.first().and_then(|&size| BoardSize::new(size.into()).ok());
        let windows = body.windows(size.unwrap_or(BoardSize::NINETEEN));
        SpatialModel { header, body, eye, windows }
    }

    pub(super) fn load(file: ModelFile<'_>) -> Result<SpatialModel, ModelFileError> {
        let body: Body = file.decode_body()?;
        let is_sound = |damaged| ModelFileError::Damaged(damaged);
        let size = file.header.board_sizes.first().copied().unwrap_or(0);
        let largest = GridShape { width: size, height: size }.largest_window();
        let eye = Eye::new(body.fields, body.lower.as_ref());
        let lower = body.lower.iter().map(|tree| (tree, eye.base.n_kinds()));
        let upper = body.forest.trees().iter().map(|tree| (tree, eye.vocabulary.n_kinds()));
        for (tree, n_kinds) in lower.chain(upper) {
            tree.check(n_kinds, largest).map_err(|_| is_sound("a tree asks about something that does not exist"))?;
        }
        if let Some(weights) = &body.weights {
            weights.check(&body.forest).map_err(|_| is_sound("its weights do not fit its trees"))?;
        }
        if !body.calibration.is_valid() {
            return Err(is_sound("its calibration is not a number"));
        }
        Ok(SpatialModel::new(file.header, body))
    }

    /// The model with the first `n` of its trees; all if there are fewer.
    pub fn first_trees(&self, n: usize) -> SpatialModel {
        let trees = self.body.forest.trees();
        let forest = GridForest::new(trees[..n.min(trees.len())].to_vec());
        let weights = self.body.weights.as_ref().map(|weights| weights.first(&forest));
        let body = Body { forest, weights, lower: self.body.lower.clone(), ..self.body };
        SpatialModel::new(self.header.clone(), body)
    }

    /// The trees.
    pub fn forest(&self) -> &GridForest {
        &self.body.forest
    }

    fn predict_with(&self, body: &Body, scene: &Scene, position: &Position, prediction: &mut Prediction) {
        let mut scores = Vec::new();
        let size = position.board.size();
        // Boards of another size than the model's are beyond its scope, but must be answered.
        let other;
        let windows = if self.windows.shape() == scene.shape() {
            &self.windows
        } else {
            other = body.windows(size);
            &other
        };
        body.scores(View { scene, windows }, position, &mut scores);
        body.calibration.fill(position, |point| scores[size.dense_index(point)], prediction);
    }

    fn predict_without(&self, tree: usize, scene: &Scene, position: &Position, prediction: &mut Prediction) {
        let weights = self.body.weights.as_ref().map(|weights| weights.without(&self.body.forest, tree));
        let body = Body { weights, forest: self.body.forest.without(tree), lower: None, ..self.body };
        self.predict_with(&body, scene, position, prediction);
    }

    fn reason(&self, tree: usize, scene: &Scene, size: BoardSize, point: Point) -> Reason {
        let grown = &self.body.forest.trees()[tree];
        let path = grown.path(scene, cell_of(point));
        let reach = path.iter().map(|step| step.question.reach).max().unwrap_or(0);
        let table = grown.table(grown.leaf(scene, cell_of(point)));
        let share = 100.0 * table.probability(table.counts.len() / 2);
        let words = format!(
            "tree {}: {}; {share:.0}% of {} such points in its sample were played",
            tree + 1,
            path_in_words(&path, self.eye.vocabulary()),
            table.n_examples(),
        );
        let features = vec![format!("spatial-tree:{}:{}", tree + 1, grown.leaf(scene, cell_of(point)))];
        Reason { features, words, factor: 1.0, evidence: Evidence::window(size, point, reach), leaf: None }
    }
}

impl Predictor for SpatialModel {
    fn name(&self) -> &str {
        &self.header.name
    }

    fn predict(&self, position: &Position, prediction: &mut Prediction) {
        let scene = self.eye.scene(position, self.body.lower.as_ref());
        self.predict_with(&self.body, &scene, position, prediction);
    }

    fn explain(&self, position: &Position, mv: Move) -> Option<Explanation> {
        let scene = self.eye.scene(position, self.body.lower.as_ref());
        let mut prediction = Prediction::default();
        self.predict_with(&self.body, &scene, position, &mut prediction);
        let Some(point) = mv.point() else {
            return Explanation::product(&prediction, mv, prediction.probability(mv), Vec::new());
        };
        let trees = 0..self.body.forest.trees().len();
        let parts = trees.map(|tree| self.reason(tree, &scene, position.board.size(), point)).collect();
        explain_by_removal(&prediction, mv, parts, |tree, without| {
            self.predict_without(tree, &scene, position, without);
        })
    }
}

impl Ablation for SpatialModel {
    fn probability_without(&self, position: &Position, mv: Move, reason: &Reason) -> Option<f32> {
        let (point, size) = (mv.point()?, position.board.size());
        let scene = self.eye.scene(position, self.body.lower.as_ref());
        let is_same = |&tree: &usize| self.reason(tree, &scene, size, point).features == reason.features;
        let tree = (0..self.body.forest.trees().len()).find(is_same)?;
        let mut prediction = Prediction::default();
        self.predict_without(tree, &scene, position, &mut prediction);
        Some(prediction.probability(mv))
    }
}

impl TrainedModel for SpatialModel {
    fn header(&self) -> &ModelHeader {
        &self.header
    }

    fn n_features(&self) -> usize {
        self.body.forest.trees().iter().map(GridTree::n_leaves).sum()
    }

    fn to_bytes(&self) -> Vec<u8> {
        write_model(&self.header, &self.body)
    }

    fn details(&self) -> Vec<(&'static str, String)> {
        let trees = self.body.forest.trees();
        let mut details = vec![
            ("trees", trees.len().to_string()),
            ("leaves", self.n_features().to_string()),
            ("leaf window", trees.first().map_or(0, GridTree::window).to_string()),
            ("exponent", format!("{:.3}", self.body.calibration.exponent)),
        ];
        if let Some(weights) = &self.body.weights {
            details.push(("leaf weights", weights.len().to_string()));
        }
        if let Some(lower) = &self.body.lower {
            details.push(("leaves of the lower tree", lower.n_leaves().to_string()));
        }
        details
    }
}
