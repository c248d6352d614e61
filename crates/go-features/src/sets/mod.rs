//! Feature sets that models name: each a short list of families under a name that never changes its meaning.
//!
//! A model says in its header which sets it was trained with, and gets exactly these, whatever is added later. A set that a released
//! model may name is never changed; a new family goes into a new set, which is a file here, its drawn examples beside it
//! (`NAME.txt`), and a line in [`SETS`]. The larger sets [`crate::tactical`] and [`crate::tactical2`] are older, and part of the sets
//! of the models that use them.
//!
//! A family gives every legal point a level; level 0 is its absence. Levels do not change under rotation, reflection or exchange of
//! colours. A pass has no level.

mod tactical3;
#[cfg(test)]
mod tests;

use crate::Evidence;
use go_board::{Move, Point, PointMap, Position};
use thiserror::Error;

/// Every set, by name.
pub const SETS: &[FeatureSet] = &[tactical3::SET];

/// Moves that reading may try per question: enough for a ladder across the board.
pub const NODE_LIMIT: usize = 200;

/// Families that were added together.
#[derive(Debug)]
pub struct FeatureSet {
    /// The name in configurations and model headers.
    pub name: &'static str,
    /// The families, in the order in which models number them.
    pub families: &'static [Family],
}

/// A family of mutually exclusive levels.
#[derive(Debug)]
pub struct Family {
    /// The name in explanations and tables.
    pub id: &'static str,
    /// What each level says of a move, level 1 first.
    pub sentences: &'static [&'static str],
    /// The level of every point for the side to move, with at most so many moves tried per question of reading.
    pub levels: fn(&Position, usize) -> PointMap<u8>,
    /// The evidence of the family for a move at that point whose level is not 0.
    pub evidence: fn(&Position, Point, usize) -> Evidence,
}

/// Families are compared by their ids.
impl PartialEq for Family {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Family {}

impl Family {
    /// The highest level.
    pub const fn max_level(&self) -> u8 {
        self.sentences.len() as u8
    }

    /// What a level says of a move; nothing for level 0.
    pub fn sentence(&self, level: u8) -> &'static str {
        let place = usize::from(level).checked_sub(1);
        place.and_then(|place| self.sentences.get(place)).copied().unwrap_or("")
    }
}

/// A list of names that is not a list of feature sets.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadSets {
    /// An unknown set.
    #[error("there is no feature set called {name:?} that can be added, only {known}")]
    Unknown {
        /// The name.
        name: String,
        /// Those that there are.
        known: String,
    },
    /// A set is named twice.
    #[error("the feature set {name:?} is named twice")]
    Twice {
        /// The name.
        name: String,
    },
}

/// The sets with these names.
pub fn find_sets(names: &[impl AsRef<str>]) -> Result<Vec<&'static FeatureSet>, BadSets> {
    let mut found: Vec<&'static FeatureSet> = Vec::new();
    for name in names {
        let name = name.as_ref();
        let Some(set) = SETS.iter().find(|set| set.name == name) else {
            let known = SETS.iter().map(|set| set.name).collect::<Vec<_>>().join(", ");
            return Err(BadSets::Unknown { name: name.into(), known });
        };
        if found.iter().any(|known| known.name == name) {
            return Err(BadSets::Twice { name: name.into() });
        }
        found.push(set);
    }
    Ok(found)
}

/// The levels of one position, of some families.
pub struct SetLevels {
    levels: Vec<(&'static Family, PointMap<u8>)>,
}

impl SetLevels {
    /// Prepares the families for a position.
    pub fn new(families: impl IntoIterator<Item = &'static Family>, position: &Position, node_limit: usize) -> Self {
        let look = |family: &'static Family| (family, (family.levels)(position, node_limit));
        SetLevels { levels: families.into_iter().map(look).collect() }
    }

    /// The families whose level for this move is not 0: place in the list, family and level.
    pub fn present(&self, mv: Move) -> impl Iterator<Item = (usize, &'static Family, u8)> + '_ {
        let level = move |(place, (family, levels)): (usize, &(&'static Family, PointMap<u8>))| {
            let level = mv.point().map_or(0, |point| levels[point]);
            (level > 0).then_some((place, *family, level))
        };
        self.levels.iter().enumerate().filter_map(level)
    }
}
