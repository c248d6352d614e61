//! The team of feature levels of a move: tactical levels, patterns, one leaf per tree.
//!
//! Levels are numbered through all groups: the ten tactical families, then the patterns, then every tree. Patterns are one group if only the
//! largest counts, and a group a size if all do. Level 0 of a tactical family has weight 1 and is left out. A pass has its tactical level
//! only, as in Oakfoam 0.2.0.

use super::PatternSizes;
use super::patterns::PatternSet;
use crate::forest::{Forest, ForestReader, LeafReason};
use arrayvec::ArrayVec;
use go_board::{BoardSize, Move, Point, Position};
use go_features::circular::{CircularReader, N_RINGS};
use go_features::tactical::{TacticalContext, TacticalFamily, TacticalOptions};
use learn::Rows;
use learn::bradley_terry::LevelGroups;
use std::sync::Arc;

/// The meaning of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// A level of a tactical family.
    Tactical(TacticalFamily, u8),
    /// A pattern, by its place in the set.
    Pattern(u32),
    /// A leaf of a tree, numbered through the forest.
    Leaf(u32),
}

/// All features of an instance, numbered.
#[derive(Clone)]
pub struct FeatureSpace {
    /// `None`: no tactical features.
    pub(super) tactical: Option<TacticalOptions>,
    pub(super) patterns: PatternSet,
    pub(super) sizes: PatternSizes,
    pub(super) forest: Option<Arc<Forest>>,
    groups: LevelGroups,
    leaf_base: u32,
}

impl FeatureSpace {
    /// Numbers the levels.
    pub fn new(
        tactical: Option<TacticalOptions>,
        patterns: PatternSet,
        sizes: PatternSizes,
        forest: Option<Forest>,
    ) -> Self {
        let mut group_sizes: Vec<u32> = TacticalFamily::ALL.iter().map(|f| u32::from(f.max_level())).collect();
        match sizes {
            PatternSizes::Largest => group_sizes.push(patterns.len() as u32),
            PatternSizes::All => group_sizes.extend(patterns.n_by_size()),
        }
        let leaf_base = group_sizes.iter().sum();
        if let Some(forest) = &forest {
            let n_trees = forest.trees().len();
            let end = |tree: usize| if tree < n_trees { forest.first_leaf(tree) } else { forest.n_leaves() as u32 };
            group_sizes.extend((0..n_trees).map(|tree| end(tree + 1) - end(tree)));
        }
        let forest = forest.map(Arc::new);
        FeatureSpace { tactical, patterns, sizes, forest, groups: LevelGroups::from_sizes(&group_sizes), leaf_base }
    }

    /// The groups of levels.
    pub fn groups(&self) -> &LevelGroups {
        &self.groups
    }

    /// One value for every group, by what its levels are.
    pub fn by_group(&self, tactical: f64, patterns: f64, leaves: f64) -> Vec<f64> {
        let of = |group: usize| {
            if group < TacticalFamily::COUNT {
                tactical
            } else if self.groups.range(group).end <= self.leaf_base {
                patterns
            } else {
                leaves
            }
        };
        (0..self.groups.n_groups()).map(of).collect()
    }

    fn pattern_base(&self) -> u32 {
        self.groups.range(TacticalFamily::COUNT).start
    }

    /// The meaning of a level.
    pub fn level(&self, number: u32) -> Level {
        if number >= self.leaf_base {
            return Level::Leaf(number - self.leaf_base);
        }
        if number >= self.pattern_base() {
            return Level::Pattern(number - self.pattern_base());
        }
        let group = self.groups.group_of(number).expect("a tactical level has a group");
        Level::Tactical(TacticalFamily::ALL[group], (number - self.groups.range(group).start + 1) as u8)
    }
}

/// Finds the teams of positions of one board size; keeps its memory from position to position.
pub struct TeamFinder {
    space: Arc<FeatureSpace>,
    size: BoardSize,
    reader: Option<ForestReader>,
    points: Vec<Point>,
    leaves: Vec<u32>,
    /// For each point, if there are patterns at all.
    patterns: Vec<ArrayVec<u32, N_RINGS>>,
}

impl TeamFinder {
    /// For boards of that size.
    pub fn new(space: Arc<FeatureSpace>, size: BoardSize) -> Self {
        let reader = space.forest.as_ref().map(|forest| ForestReader::new(Arc::clone(forest), size));
        TeamFinder { space, size, reader, points: Vec::new(), leaves: Vec::new(), patterns: Vec::new() }
    }

    /// The size of the boards that it reads.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// The legal moves and pass, each with its levels.
    pub fn find(&mut self, position: &Position, moves: &mut Vec<Move>, rows: &mut Rows) {
        moves.clear();
        rows.clear();
        self.points.clear();
        self.points.extend(position.legal_points());
        let context = self.space.tactical.map(|options| TacticalContext::new(position, options));
        let mut n_trees = 0;
        if let Some(reader) = &mut self.reader {
            reader.look_at(position);
            reader.leaves(&self.points, &mut self.leaves);
            n_trees = self.leaves.len() / self.points.len().max(1);
        }
        self.find_patterns(position);
        for (i, &point) in self.points.iter().enumerate() {
            self.tactical(context.as_ref(), Move::Play(point), rows);
            if let Some(levels) = self.patterns.get(i) {
                levels.iter().for_each(|level| rows.push(self.space.pattern_base() + level));
            }
            let leaves = &self.leaves[i * n_trees..(i + 1) * n_trees];
            leaves.iter().for_each(|leaf| rows.push(self.space.leaf_base + leaf));
            rows.finish_row();
            moves.push(Move::Play(point));
        }
        self.tactical(context.as_ref(), Move::Pass, rows);
        rows.finish_row();
        moves.push(Move::Pass);
    }

    fn tactical(&self, context: Option<&TacticalContext<'_>>, mv: Move, rows: &mut Rows) {
        let Some(context) = context else { return };
        for (family, level) in context.levels(mv).present() {
            rows.push(self.space.groups.range(family as usize).start + u32::from(level) - 1);
        }
    }

    /// The patterns of all points: the largest known one each, or all.
    fn find_patterns(&mut self, position: &Position) {
        self.patterns.clear();
        if self.space.patterns.is_empty() {
            return;
        }
        self.patterns.resize(self.points.len(), ArrayVec::new());
        let reader = CircularReader::new(&position.board, position.to_move);
        let (patterns, only_largest) = (&mut self.patterns, self.space.sizes == PatternSizes::Largest);
        self.space.patterns.known_around(&reader, &self.points, |place, level| {
            if only_largest {
                patterns[place].clear();
            }
            patterns[place].push(level);
        });
    }

    /// Why the move is in its leaf of a tree; `None` without trees.
    pub fn leaf_reason(&mut self, position: &Position, point: Point, tree: usize) -> Option<LeafReason> {
        let reader = self.reader.as_mut()?;
        reader.look_at(position);
        Some(reader.explain(tree, point))
    }
}
