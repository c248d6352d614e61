//! What the learning policy plays between the rules of the base policy: edge moves after atari tactics, node moves after patterns (Basaldúa 2013, Figures 4.15 and 4.16), of
//! the second layer first.

use arrayvec::ArrayVec;
use go_board::{Board, Color, Point};

use super::knowledge::Knowledge;
use super::{Learner, MAX_ANSWERS, MAX_NEIGHBOURS, Seen};
use crate::playout::base::{BasePolicy, Between};
use crate::playout::rule::{Rule, RuledMove};

impl<const CELLS: usize> Learner<CELLS> {
    /// The best answer to the last move that a layer knows (Figure 4.15).
    #[inline]
    fn answer(&self, (knowledge, threshold): (&Knowledge, u8), seen: Seen<'_>) -> Option<Point> {
        let Seen { base, board, color } = seen;
        let before = self.before.filter(|_| knowledge.has_edges())?;
        let mut found: ArrayVec<(u8, Point), MAX_ANSWERS> = ArrayVec::new();
        let is_legal = |point| board.is_empty(point) && board.is_playable(point, color);
        for answer in knowledge.legal_answers(color, before, is_legal) {
            let made = self.placed(answer.point());
            if made.context == answer.context() {
                let state = knowledge.edge_state(color, before, made);
                if state >= threshold {
                    let _ = found.try_push((state, made.point));
                }
            }
        }
        best(found, |point| base.is_playable(board, point, color))
    }

    /// The best move around the last one that a layer knows.
    #[inline]
    fn near_move(&self, (knowledge, threshold): (&Knowledge, u8), seen: Seen<'_>) -> Option<Point> {
        let Seen { base, board, color } = seen;
        let states: ArrayVec<u8, MAX_NEIGHBOURS> =
            self.near.nodes.iter().map(|&node| knowledge.state_at(node)).collect();
        let highest = states.iter().copied().max().unwrap_or(0);
        if highest < threshold {
            return None;
        }
        let known = states.iter().copied().zip(self.near.points.iter().copied());
        let found = known.filter(|&(state, _)| state >= threshold).collect::<ArrayVec<_, MAX_NEIGHBOURS>>();
        best(found, |point| base.is_playable(board, point, color))
    }

    /// Counts a move of the second layer: 0 for node moves, 1 for edge moves.
    #[inline]
    fn count_taught(&mut self, kind: usize, color: Color) {
        if let Some(taught) = &mut self.taught {
            taught.n_made[kind][color.index()] += 1;
        }
    }
}

/// The candidate with the highest state that is playable.
#[inline]
fn best<const N: usize>(mut found: ArrayVec<(u8, Point), N>, is_playable: impl Fn(Point) -> bool) -> Option<Point> {
    while !found.is_empty() {
        let first = found[0].0;
        let (idx, _) = found.iter().enumerate().fold(
            (0, first),
            |best, (idx, &(state, _))| {
                if state > best.1 { (idx, state) } else { best }
            },
        );
        let point = found[idx].1;
        if is_playable(point) {
            return Some(point);
        }
        found.remove(idx);
    }
    None
}

impl<const CELLS: usize> Between for Learner<CELLS> {
    /// Edge moves (Figure 4.15).
    #[inline]
    fn after_atari(&mut self, base: &BasePolicy, board: &Board, color: Color, last: Point) -> Option<RuledMove> {
        if !self.is_asked() {
            return None;
        }
        self.look_around(board, color, last);
        let seen = Seen { base, board, color };
        let of_tree = self.taught.as_ref().map(|taught| (&*taught.knowledge, taught.thresholds[1][color.index()]));
        if let Some(point) = of_tree.and_then(|layer| self.answer(layer, seen)) {
            self.count_taught(1, color);
            return Some(RuledMove::new(point, Rule::TaughtEdge));
        }
        let point = self.answer((self.knowledge.as_deref()?, self.thresholds[1][color.index()]), seen)?;
        self.n_edge_moves[color.index()] += 1;
        Some(RuledMove::new(point, Rule::Edge))
    }

    /// Node moves.
    #[inline]
    fn after_patterns(&mut self, base: &BasePolicy, board: &Board, color: Color, _: Point) -> Option<RuledMove> {
        if !self.is_asked() {
            return None;
        }
        let seen = Seen { base, board, color };
        let of_tree = self.taught.as_ref().map(|taught| (&*taught.knowledge, taught.thresholds[0][color.index()]));
        if let Some(point) = of_tree.and_then(|layer| self.near_move(layer, seen)) {
            self.count_taught(0, color);
            return Some(RuledMove::new(point, Rule::TaughtNode));
        }
        let point = self.near_move((self.knowledge.as_deref()?, self.thresholds[0][color.index()]), seen)?;
        self.n_node_moves[color.index()] += 1;
        Some(RuledMove::new(point, Rule::Node))
    }
}
