//! A dictionary unfolded into sequences of moves, the most frequent first.
//!
//! Black plays the first move. The counts of a line are those of its last move in the local position before it, in whatever order
//! that came about. A position that an earlier line has reached is not unfolded again: the later line refers to the
//! earlier one. Stones are taken as on a board that is empty outside the region; where a real game went on otherwise,
//! because of stones outside, the line ends.

use super::entry::{Answer, AnswerCounts, Entry};
use super::local::{Local, seen_by};
use super::tally::Dictionary;
use super::walk::stones_of;
use crate::to_sgf::letters;
use go_board::{Color, PlayoutBoard, Point};
use sgf::{GameTree, NodeId};
use std::collections::BTreeMap;

/// How much is unfolded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeSettings {
    /// Answers seen less often are left out.
    pub least: usize,
    /// Answers to a position that are shown at most.
    pub most: usize,
    /// Moves of a line at most.
    pub depth: usize,
}

/// A sequence of moves from the empty region; only the last one is kept here, the others are those of its parents.
#[derive(Clone, Debug)]
pub struct Line {
    /// The line before the last move; `None` for first moves.
    pub parent: Option<usize>,
    /// Moves in it, tenuki included.
    pub depth: usize,
    /// Who played the last move.
    pub color: Color,
    /// Where, in the home of the region; `None` for tenuki.
    pub point: Option<Point>,
    /// The counts of the last move.
    pub counts: AnswerCounts,
    /// How often the position before it was seen.
    pub n_before: usize,
    /// The year in which the last move was new, as [`Entry::novelty`] tells it.
    pub novelty: Option<u16>,
    /// What the position after it was answered with, if that is known; the rate of tenuki is there.
    pub entry: Option<Entry>,
    /// An earlier line with the same position.
    pub same_as: Option<usize>,
}

/// The lines of a dictionary in order: every line comes after its parent and before the next one beside it.
#[derive(Clone, Debug)]
pub struct LineTree {
    /// The lines.
    pub lines: Vec<Line>,
    size: go_board::BoardSize,
}

/// Where the unfolding stands.
struct Unfolding<'d> {
    dictionary: &'d Dictionary,
    settings: TreeSettings,
    /// The first line that reached each position.
    known: BTreeMap<Local, usize>,
    lines: Vec<Line>,
}

impl LineTree {
    /// Unfolds a dictionary.
    pub fn new(dictionary: &Dictionary, settings: TreeSettings) -> LineTree {
        let size = dictionary.region().size();
        let mut unfolding = Unfolding { dictionary, settings, known: BTreeMap::new(), lines: Vec::new() };
        unfolding.unfold(None, &PlayoutBoard::new(size), Color::Black);
        LineTree { lines: unfolding.lines, size }
    }

    /// The line's moves from its first; `None` stands for tenuki.
    pub fn moves(&self, line: usize) -> Vec<(Color, Option<Point>)> {
        let mut moves = Vec::new();
        let mut at = Some(line);
        while let Some(line) = at {
            moves.push((self.lines[line].color, self.lines[line].point));
            at = self.lines[line].parent;
        }
        moves.reverse();
        moves
    }

    /// The lines that go on from one, or the first moves.
    pub fn children(&self, parent: Option<usize>) -> impl Iterator<Item = usize> + '_ {
        let from = parent.map_or(0, |parent| parent + 1);
        let depth = parent.map_or(1, |parent| self.lines[parent].depth + 1);
        let rest = self.lines[from..].iter().enumerate().take_while(move |(_, line)| line.depth >= depth);
        rest.filter(move |(_, line)| line.depth == depth).map(move |(nth, _)| from + nth)
    }

    /// A variation tree, most frequent variation first, with letters on the answers and `comment` at every node. Tenuki is a
    /// pass.
    pub fn to_sgf(&self, comment: &dyn Fn(Option<usize>) -> String) -> GameTree<'static> {
        let mut tree = GameTree::new();
        let root = tree.root().id();
        for (name, value) in [("FF", "4"), ("GM", "1"), ("CA", "UTF-8"), ("ST", "2")] {
            tree.set_text(root, name, value);
        }
        tree.set_text(root, "SZ", &self.size.get().to_string());
        self.describe(&mut tree, root, None, comment);
        let mut nodes: Vec<NodeId> = Vec::with_capacity(self.lines.len());
        for (nth, line) in self.lines.iter().enumerate() {
            let node = tree.add_child(line.parent.map_or(root, |parent| nodes[parent]));
            nodes.push(node);
            let value = line.point.map(letters).unwrap_or_default();
            tree.add_property(node, line.color.letter().encode_utf8(&mut [0; 4]), [value]);
            self.describe(&mut tree, node, Some(nth), comment);
        }
        tree
    }

    fn describe(
        &self,
        tree: &mut GameTree<'static>,
        node: NodeId,
        line: Option<usize>,
        comment: &dyn Fn(Option<usize>) -> String,
    ) {
        let points = self.children(line).filter_map(|child| self.lines[child].point);
        let labels: Vec<String> =
            points.zip('A'..='Z').map(|(point, name)| format!("{}:{name}", letters(point))).collect();
        if !labels.is_empty() {
            tree.add_property(node, "LB", labels);
        }
        tree.set_text(node, "C", &comment(line));
    }
}

impl Unfolding<'_> {
    /// Adds the lines that go on from a position.
    fn unfold(&mut self, parent: Option<usize>, board: &PlayoutBoard, turn: Color) {
        let region = self.dictionary.region();
        let (local, ways) = Local::with_ways(region, &seen_by(&stones_of(region, 0, board), turn));
        let Some(entry) = self.dictionary.entry(&local) else { return };
        if let Some(parent) = parent {
            self.lines[parent].entry = Some(entry.clone());
        }
        let depth = parent.map_or(1, |parent| self.lines[parent].depth + 1);
        let TreeSettings { least, most, depth: deepest } = self.settings;
        if depth > deepest {
            return;
        }
        if let Some(parent) = parent {
            if let Some(&first) = self.known.get(&local) {
                self.lines[parent].same_as = Some(first);
                return;
            }
            self.known.insert(local, parent);
        }
        let frequent = entry.answers().into_iter().filter(|(_, counts)| counts.n >= least);
        for (answer, counts) in frequent.take(most) {
            let mut after = board.clone();
            let point = match answer {
                Answer::Play(image) => {
                    let point = ways.origin(region, image);
                    after.play_unchecked(point, turn);
                    Some(point)
                }
                Answer::Elsewhere => None,
            };
            let novelty = entry.novelty(&counts, least);
            let n_before = entry.n;
            let line =
                Line { parent, depth, color: turn, point, counts, n_before, novelty, entry: None, same_as: None };
            self.lines.push(line);
            self.unfold(Some(self.lines.len() - 1), &after, turn.opponent());
        }
    }
}
