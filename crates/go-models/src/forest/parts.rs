//! What a forest is saved as. A forest without history nodes has the bytes that it had before there were any: history is a further form of the
//! first option, which files from before never have and programs from before refuse.

use super::{BadForest, Forest, GraphTree};
use go_features::graph::{GraphOptions, History, OppositeSides, RegionDistance};
use serde::{Deserialize, Serialize};

/// The saved form.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct ForestParts {
    options: SavedOptions,
    trees: Vec<GraphTree>,
}

/// The saved form of [`GraphOptions`].
#[derive(Clone, Copy, Serialize, Deserialize)]
struct SavedOptions {
    region_distance: DistanceAndHistory,
    opposite_sides: OppositeSides,
}

/// The numbers of the first two are those of [`RegionDistance`].
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum DistanceAndHistory {
    ClosestPoints,
    ShortestPath,
    After(History, RegionDistance),
}

impl From<Forest> for ForestParts {
    fn from(forest: Forest) -> ForestParts {
        let GraphOptions { region_distance, opposite_sides, history } = forest.options;
        let region_distance = match (history, region_distance) {
            (History::None, RegionDistance::ClosestPoints) => DistanceAndHistory::ClosestPoints,
            (History::None, RegionDistance::ShortestPath) => DistanceAndHistory::ShortestPath,
            (history, distance) => DistanceAndHistory::After(history, distance),
        };
        ForestParts { options: SavedOptions { region_distance, opposite_sides }, trees: forest.trees }
    }
}

impl TryFrom<ForestParts> for Forest {
    type Error = BadForest;
    fn try_from(parts: ForestParts) -> Result<Forest, BadForest> {
        let SavedOptions { region_distance, opposite_sides } = parts.options;
        let (history, region_distance) = match region_distance {
            DistanceAndHistory::ClosestPoints => (History::None, RegionDistance::ClosestPoints),
            DistanceAndHistory::ShortestPath => (History::None, RegionDistance::ShortestPath),
            DistanceAndHistory::After(history, distance) => (history, distance),
        };
        Forest::new(GraphOptions { region_distance, opposite_sides, history }, parts.trees)
    }
}
