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
        let mut points: ArrayVec<Point, MAX_ANSWERS> = ArrayVec::new();
        let mut ranks: ArrayVec<u16, MAX_ANSWERS> = ArrayVec::new();
        for answer in knowledge.free_answers(color, before, |point| board.is_empty(point)) {
            let made = self.placed(answer.point());
            if made.context == answer.context() {
                ranks.push(rank(knowledge.edge_state(color, before, made), points.len()));
                points.push(made.point);
            }
        }
        let nth = first_playable(&mut ranks, threshold, |nth| base.is_playable(board, points[nth], color))?;
        Some(points[nth])
    }

    /// The best move around the last one that a layer knows.
    #[inline]
    fn near_move(&self, (knowledge, threshold): (&Knowledge, u8), seen: Seen<'_>) -> Option<Point> {
        let Seen { base, board, color } = seen;
        let mut ranks = [0; MAX_NEIGHBOURS];
        let nodes = &self.near.nodes[..self.near.len];
        for (nth, (ranked, &node)) in ranks.iter_mut().zip(nodes).enumerate() {
            *ranked = rank(knowledge.state_at(node as usize), nth);
        }
        let points = &self.near.points;
        let nth = first_playable(&mut ranks, threshold, |nth| base.is_playable(board, points[nth], color))?;
        Some(points[nth])
    }

    /// Counts a move of the second layer: 0 for node moves, 1 for edge moves.
    #[inline]
    fn count_taught(&mut self, kind: usize, color: Color) {
        if let Some(taught) = &mut self.taught {
            taught.n_made[kind][color.index()] += 1;
        }
    }
}

/// The rank of the n-th candidate, with this state: the highest state first, of equal ones the earlier candidate. One number, so that the best of many is found without a branch.
#[inline(always)]
fn rank(state: u8, nth: usize) -> u16 {
    u16::from(state) << 8 | (0xFF - nth as u16)
}

/// The candidate of the highest rank that is playable and whose state reaches the threshold, which is at least 1; 0 is the rank of no candidate. Ranks of what is not playable are cleared.
#[inline]
fn first_playable(ranks: &mut [u16], threshold: u8, is_playable: impl Fn(usize) -> bool) -> Option<usize> {
    loop {
        let highest = ranks.iter().copied().max()?;
        if highest >> 8 < u16::from(threshold) {
            return None;
        }
        let nth = usize::from(0xFF - (highest & 0xFF));
        if is_playable(nth) {
            return Some(nth);
        }
        ranks[nth] = 0;
    }
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
