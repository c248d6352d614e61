//! Forests in and out of an instance, for their text form: what was exported and is put back unchanged gives the same bytes; other trees or
//! weights replace those of the model, and figures that were measured with the old ones go.
//!
//! Nothing is trained here: tactical levels and patterns keep their weights.

use super::{FEATURE_SET, FeatureSpace, InstanceConfig, InstanceModel};
use crate::Scope;
use crate::forest::{WeighedForest, forest_to_text};
use crate::kind::{ModelSettings, TrainedModel};
use crate::model_file::{ModelHeader, TrainingRecord};
use go_board::BoardSize;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Figures of a header that depend on the weights.
const OF_THE_WEIGHTS: [&str; 2] = ["training_log_evidence", "penalised_log_evidence"];

impl InstanceModel {
    /// Its trees with their weights as text; `None` without trees.
    pub fn forest_text(&self) -> Option<String> {
        self.forest().map(|forest| forest_to_text(forest, self.leaf_log_weights()))
    }

    /// The same model with other trees.
    pub fn with_forest(&self, weighed: WeighedForest) -> InstanceModel {
        let WeighedForest { forest, log_weights } = weighed;
        let n_others = self.log_weights.len() - self.leaf_log_weights().len();
        let all = [&self.log_weights[..n_others], &log_weights].concat();
        let mut header = self.header().clone();
        let same_bits = all.iter().map(|w| w.to_bits()).eq(self.log_weights.iter().map(|w| w.to_bits()));
        if self.forest() != Some(&forest) || !same_bits {
            header.metrics.retain(|figure, _| !OF_THE_WEIGHTS.contains(&figure.as_str()));
            header.metrics.insert("leaves".into(), forest.n_leaves() as f64);
            header.training.sampling += "; trees or their weights replaced afterwards";
        }
        let FeatureSpace { tactical, patterns, sizes, .. } = (*self.space).clone();
        InstanceModel::new(header, Arc::new(FeatureSpace::new(tactical, patterns, sizes, Some(forest))), all)
    }

    /// A model of these trees alone, for boards of one size: no tactical features, no patterns, and a pass has weight 1.
    pub fn of_forest(name: &str, size: BoardSize, weighed: WeighedForest) -> InstanceModel {
        let WeighedForest { forest, log_weights } = weighed;
        let settings = InstanceConfig { name: name.into(), without_tactical: true, ..Default::default() };
        let header = ModelHeader {
            kind: InstanceConfig::KIND.into(),
            name: name.into(),
            feature_set: FEATURE_SET.into(),
            board_sizes: vec![size.get()],
            scope: Scope::default(),
            training: TrainingRecord { sampling: "none: the trees come from a text".into(), ..Default::default() },
            seed: settings.seed,
            settings: serde_json::to_value(settings).expect("settings are plain data"),
            metrics: BTreeMap::from([("leaves".to_string(), forest.n_leaves() as f64)]),
        };
        let space = FeatureSpace::new(None, Default::default(), Default::default(), Some(forest));
        // The levels of tactical families have numbers in every model; here none is ever found.
        let unused = vec![0.0; space.groups().n_levels() - log_weights.len()];
        InstanceModel::new(header, Arc::new(space), [unused, log_weights].concat())
    }
}
