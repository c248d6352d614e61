//! A trained feature instance: predicting, explaining, saving, loading.

use super::team::{FeatureSpace, Level, TeamFinder};
use super::{FEATURE_SET, InstanceConfig, PatternEntry, PatternSet, PatternSizes};
use crate::forest::Forest;
use crate::kind::{ModelSettings, TrainedModel};
use crate::model_file::{ModelFile, ModelFileError, ModelHeader, write_model};
use crate::{Explanation, Prediction, Predictor};
use go_board::{BoardSize, Move, Position};
use go_features::tactical::TacticalOptions;
use learn::Rows;
use learn::to_probabilities;
use serde::{Deserialize, Serialize};
use std::sync::{Arc, Mutex, PoisonError};

/// A Bradley-Terry model over tactical features, patterns and trees.
pub struct InstanceModel {
    header: ModelHeader,
    pub(super) space: Arc<FeatureSpace>,
    pub(super) log_weights: Vec<f32>,
    /// Idle finders: their tables are too large to be made for every position.
    idle: Mutex<Vec<TeamFinder>>,
}

/// What the file holds (version 1 of the model file, kind `instance`).
#[derive(Serialize, Deserialize)]
struct BodyV1 {
    tactical: Option<TacticalOptions>,
    patterns: Vec<PatternEntry>,
    sizes: PatternSizes,
    forest: Option<Forest>,
    log_weights: Vec<f32>,
}

impl InstanceModel {
    pub(super) fn new(header: ModelHeader, space: Arc<FeatureSpace>, log_weights: Vec<f32>) -> Self {
        InstanceModel { header, space, log_weights, idle: Mutex::default() }
    }

    /// The weight of every tactical level, as in Table 5.1.
    pub fn tactical_weights(&self) -> impl Iterator<Item = (Level, f32)> + '_ {
        let levels = (0..self.log_weights.len() as u32).map(|n| (self.space.level(n), n));
        levels
            .take_while(|(level, _)| matches!(level, Level::Tactical(..)))
            .map(|(level, n)| (level, self.log_weights[n as usize].exp()))
    }

    /// The trees, if it has any.
    pub fn forest(&self) -> Option<&Forest> {
        self.space.forest.as_deref()
    }

    /// The trees, to share.
    pub fn shared_forest(&self) -> Option<Arc<Forest>> {
        self.space.forest.clone()
    }

    /// The logarithms of the weights of all leaves.
    pub fn leaf_log_weights(&self) -> &[f32] {
        let n_leaves = self.forest().map_or(0, Forest::n_leaves);
        &self.log_weights[self.log_weights.len() - n_leaves..]
    }

    /// The number of patterns with a weight.
    pub fn n_patterns(&self) -> usize {
        self.space.patterns.len()
    }

    /// The model in a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<InstanceModel, ModelFileError> {
        InstanceModel::load(ModelFile::parse(bytes)?)
    }

    pub(super) fn load(file: ModelFile<'_>) -> Result<InstanceModel, ModelFileError> {
        if file.header.kind != InstanceConfig::KIND || file.header.feature_set != FEATURE_SET {
            return Err(file.unknown());
        }
        let BodyV1 { tactical, patterns, sizes, forest, log_weights } = file.decode_body()?;
        // Files from before the key have sets without gaps, which is the default.
        let order = file.header.settings.pointer("/patterns/order").cloned();
        let order = order.and_then(|order| serde_json::from_value(order).ok()).unwrap_or_default();
        let space = FeatureSpace::new(tactical, PatternSet::new(patterns, order), sizes, forest);
        if space.groups().n_levels() != log_weights.len() || !log_weights.iter().all(|w| w.is_finite()) {
            return Err(ModelFileError::Damaged("its weights do not fit its features"));
        }
        Ok(InstanceModel::new(file.header, Arc::new(space), log_weights))
    }

    /// Lends a finder for boards of that size.
    pub(super) fn with_finder<T>(&self, size: BoardSize, work: impl FnOnce(&mut TeamFinder) -> T) -> T {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let known = {
            let mut idle = idle();
            idle.iter().position(|finder| finder.size() == size).map(|idx| idle.swap_remove(idx))
        };
        let mut finder = known.unwrap_or_else(|| TeamFinder::new(Arc::clone(&self.space), size));
        let outcome = work(&mut finder);
        idle().push(finder);
        outcome
    }

    pub(super) fn score(&self, levels: &[u32]) -> f32 {
        levels.iter().map(|&level| self.log_weights[level as usize]).sum()
    }

    /// The legal moves with their levels, and in place of their probabilities the logarithms of their strengths.
    pub(super) fn score_moves(&self, position: &Position, prediction: &mut Prediction) -> Rows {
        let mut rows = Rows::new();
        self.with_finder(position.board.size(), |finder| finder.find(position, &mut prediction.moves, &mut rows));
        prediction.probabilities.clear();
        prediction.probabilities.extend(rows.iter().map(|levels| self.score(levels)));
        rows
    }
}

impl TrainedModel for InstanceModel {
    fn header(&self) -> &ModelHeader {
        &self.header
    }

    fn n_features(&self) -> usize {
        self.log_weights.len()
    }

    fn to_bytes(&self) -> Vec<u8> {
        let body = BodyV1 {
            tactical: self.space.tactical,
            patterns: self.space.patterns.entries().to_vec(),
            sizes: self.space.sizes,
            forest: self.space.forest.as_deref().cloned(),
            log_weights: self.log_weights.clone(),
        };
        write_model(&self.header, &body)
    }

    fn details(&self) -> Vec<(&'static str, String)> {
        let n_trees = self.forest().map_or(0, |forest| forest.trees().len());
        vec![("patterns", self.n_patterns().to_string()), ("trees", n_trees.to_string())]
    }
}

impl Predictor for InstanceModel {
    fn name(&self) -> &str {
        &self.header.name
    }

    fn predict(&self, position: &Position, prediction: &mut Prediction) {
        self.score_moves(position, prediction);
        to_probabilities(&mut prediction.probabilities, 0);
    }

    fn explain(&self, position: &Position, mv: Move) -> Option<Explanation> {
        let mut prediction = Prediction::default();
        let rows = self.score_moves(position, &mut prediction);
        to_probabilities(&mut prediction.probabilities, 0);
        let levels = rows.row(prediction.moves.iter().position(|&m| m == mv)?);
        Explanation::product(&prediction, mv, self.score(levels).exp(), self.reasons(position, mv, levels))
    }
}
