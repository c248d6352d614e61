//! Reasons of a feature instance: every level of a move's team with its weight, which is the factor.

use super::{InstanceModel, Level, PatternEntry};
use crate::laws::Ablation;
use crate::{Evidence, Prediction, Reason, TreeLeaf};
use go_board::{Move, Position};
use go_features::tactical::TacticalContext;
use learn::to_probabilities;

impl InstanceModel {
    /// The reasons for a move with these levels, in no order.
    pub(super) fn reasons(&self, position: &Position, mv: Move, levels: &[u32]) -> Vec<Reason> {
        let tactical = self.space.tactical.map(|options| TacticalContext::new(position, options));
        let reason = |&number: &u32| {
            let (factor, mut leaf) = (self.log_weights[number as usize].exp(), None);
            let (words, evidence) = match self.space.level(number) {
                Level::Tactical(family, level) => {
                    let evidence = tactical.as_ref().map(|context| context.evidence(family, mv));
                    (family.sentence(level).to_owned(), evidence.unwrap_or_default())
                }
                Level::Pattern(idx) => self.pattern_reason(mv, idx),
                Level::Leaf(number) => {
                    leaf = self.tree_leaf(number, factor);
                    self.leaf_reason(position, mv, number).unwrap_or_default()
                }
            };
            Reason { features: vec![self.id(number)], words, factor, evidence, leaf }
        };
        levels.iter().map(reason).collect()
    }

    /// The stable id of a level.
    fn id(&self, number: u32) -> String {
        match self.space.level(number) {
            Level::Tactical(family, level) => format!("{}:{level}", family.name()),
            Level::Pattern(idx) => {
                let PatternEntry { size, hash, .. } = self.space.patterns.entries()[idx as usize];
                format!("pattern:{size}:{hash:016x}")
            }
            Level::Leaf(leaf) => format!("leaf:{leaf}"),
        }
    }

    fn pattern_reason(&self, mv: Move, idx: u32) -> (String, Evidence) {
        let PatternEntry { size, seen, played, .. } = self.space.patterns.entries()[idx as usize];
        let words = format!("this shape (up to distance {size}) was played {played} of the {seen} times it was seen");
        let shape = |center| Evidence::Shape { center, radius: size.into() };
        (words, mv.point().map(shape).unwrap_or_default())
    }

    fn tree_leaf(&self, leaf: u32, weight: f32) -> Option<TreeLeaf> {
        let forest = self.space.forest.as_ref()?;
        let tree = forest.tree_of(leaf)?;
        Some(TreeLeaf { tree, system: forest.trees()[tree].system.name(), leaf, weight })
    }

    /// The path to the leaf, and the nodes that it discovers. A pass is in no leaf.
    fn leaf_reason(&self, position: &Position, mv: Move, leaf: u32) -> Option<(String, Evidence)> {
        let (forest, point) = (self.space.forest.as_ref()?, mv.point()?);
        let tree = forest.tree_of(leaf).expect("a level of the space is a leaf of its forest");
        let reason = self.with_finder(position.board.size(), |finder| finder.leaf_reason(position, point, tree))?;
        Some((reason.sentence, Evidence::Nodes { nodes: reason.points }))
    }
}

impl Ablation for InstanceModel {
    fn probability_without(&self, position: &Position, mv: Move, reason: &Reason) -> Option<f32> {
        let mut prediction = Prediction::default();
        let rows = self.score_moves(position, &mut prediction);
        let idx = prediction.moves.iter().position(|&m| m == mv)?;
        let is_left_out = |level: &u32| reason.features.contains(&self.id(*level));
        let kept: Vec<u32> = rows.row(idx).iter().copied().filter(|level| !is_left_out(level)).collect();
        prediction.probabilities[idx] = self.score(&kept);
        to_probabilities(&mut prediction.probabilities, 0);
        (kept.len() + 1 == rows.row(idx).len()).then(|| prediction.probabilities[idx])
    }
}
