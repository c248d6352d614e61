//! What the playouts of a search have learned (Basaldúa 2013, sections 4.7.2 and 4.7.3): two arrays of win/loss states, and the best answers to every move.
//!
//! Node states are indexed by (colour, move, n bits of the move's context): 2 s^2 2^n bytes for a board of side s. Edge states by (colour, previous move,
//! move, m bits of the exclusive or of both contexts): 2 s^4 2^m bytes; the lists of best answers by (colour, previous move, m bits of its context): 8 k s^2 2^m
//! bytes. n and m are the largest with which each half stays within half of the memory.

use go_board::{BoardSize, Color, Point, PointMap};
use mcts::wls::{WinLossScale, WinLossTable};

use super::answers::{Answer, BestAnswers};
use super::balance::Balance;
use super::config::LearningConfig;
use super::contexts::CONTEXT_BITS;

/// A move, and the context that it was made in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Placed {
    pub(super) point: Point,
    pub(super) context: u32,
}

/// What playouts of the tree found of a move.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Found {
    pub(super) visits: u64,
    /// The sum of their rewards.
    pub(super) won: f64,
}

impl Found {
    /// The state of the same rate with as many trials, or with as many as the scale has.
    fn state(self, scale: &WinLossScale<u8>) -> u8 {
        let trials = self.visits.min(scale.end() as u64) as usize;
        let rate = self.won / self.visits.max(1) as f64;
        scale.state((rate * trials as f64).round().clamp(0.0, trials as f64) as usize, trials)
    }
}

/// The tables of one search, for boards of one size. All threads share them.
pub(super) struct Knowledge {
    size: BoardSize,
    /// Points of the board, row by row.
    places: Box<PointMap<u16>>,
    node_bits: u32,
    edge_bits: u32,
    nodes: WinLossTable<u8>,
    edges: WinLossTable<u8>,
    answers: BestAnswers,
    has_edges: bool,
    /// The thresholds before they are balanced.
    node_threshold: u8,
    edge_threshold: u8,
    illegal_limit: u32,
    pub(super) node_balance: Balance,
    pub(super) edge_balance: Balance,
}

/// The largest number of bits with which so many bytes, doubled by every bit, fit.
fn bits_within(bytes: usize, limit: usize) -> u32 {
    (0..=CONTEXT_BITS).rev().find(|bits| bytes << bits <= limit).unwrap_or(0)
}

impl Knowledge {
    pub(super) fn new(config: &LearningConfig, size: BoardSize) -> Self {
        let scale = || WinLossScale::<u8>::new(config.end_of_scale as usize);
        let (area, length) = (size.area(), config.best_answers as usize);
        let half = ((config.memory_mib as usize) << 20) / 2;
        let node_bits = bits_within(2 * area, half);
        let edge_bits = bits_within(2 * area * (area + 4 * length), half);
        let has_edges = length > 0;
        let mut places = Box::new(PointMap::filled(0));
        for (place, point) in size.points().enumerate() {
            places[point] = place as u16;
        }
        let threshold = |[wins, trials]: [u32; 2]| scale().threshold(wins, trials);
        Self {
            size,
            places,
            node_bits,
            edge_bits,
            nodes: WinLossTable::new(scale(), (2 * area) << node_bits),
            edges: WinLossTable::new(scale(), if has_edges { (2 * area * area) << edge_bits } else { 0 }),
            answers: BestAnswers::new(if has_edges { (2 * area) << edge_bits } else { 0 }, length),
            has_edges,
            node_threshold: threshold(config.node_threshold),
            edge_threshold: threshold(config.edge_threshold),
            illegal_limit: config.illegal_limit,
            node_balance: Balance::default(),
            edge_balance: Balance::default(),
        }
    }

    pub(super) fn size(&self) -> BoardSize {
        self.size
    }

    /// Do moves have answers at all?
    pub(super) fn has_edges(&self) -> bool {
        self.has_edges
    }

    /// The thresholds of node moves and of edge moves, by colour.
    pub(super) fn thresholds(&self) -> [[u8; 2]; 2] {
        let n_states = self.nodes.scale().n_states();
        let node = |color| self.node_balance.threshold(self.node_threshold, color, n_states);
        [Color::BOTH.map(node), Color::BOTH.map(|color| self.edge_threshold(color))]
    }

    #[inline]
    fn edge_threshold(&self, color: Color) -> u8 {
        self.edge_balance.threshold(self.edge_threshold, color, self.edges.scale().n_states())
    }

    #[inline]
    fn place(&self, color: Color, point: Point) -> usize {
        color.index() * self.size.area() + usize::from(self.places[point])
    }

    /// Where the state of a move is; there are fewer than 2^29 of them.
    #[inline(always)]
    pub(super) fn node(&self, color: Color, made: Placed) -> usize {
        self.place(color, made.point) << self.node_bits | low_bits(made.context, self.node_bits)
    }

    #[inline]
    fn edge(&self, color: Color, before: Placed, made: Placed) -> usize {
        let pair = self.place(color, before.point) * self.size.area() + usize::from(self.places[made.point]);
        pair << self.edge_bits | low_bits(made.context ^ before.context, self.edge_bits)
    }

    #[inline]
    fn list(&self, color: Color, before: Placed) -> usize {
        self.place(color, before.point) << self.edge_bits | low_bits(before.context, self.edge_bits)
    }

    /// The state of a move in its context.
    #[cfg(test)]
    pub(super) fn node_state(&self, color: Color, made: Placed) -> u8 {
        self.nodes.get(self.node(color, made))
    }

    /// The state of an answer by `color` in both contexts.
    #[inline]
    pub(super) fn edge_state(&self, color: Color, before: Placed, made: Placed) -> u8 {
        self.edges.get(self.edge(color, before, made))
    }

    /// Asks for the best answers by `color` before they are needed.
    #[inline(always)]
    pub(super) fn prefetch_answers(&self, color: Color, before: Placed) {
        if self.has_edges {
            self.answers.prefetch(self.list(color, before));
        }
    }

    /// Asks for the state of an answer before it is needed.
    #[inline(always)]
    pub(super) fn prefetch_edge(&self, color: Color, before: Placed, made: Placed) {
        if self.has_edges {
            self.edges.prefetch(self.edge(color, before, made));
        }
    }

    /// Asks for the state of a move, which is at `node`, before it is needed.
    #[inline(always)]
    pub(super) fn prefetch_node(&self, node: usize) {
        self.nodes.prefetch(node);
    }

    /// The state at [`node`](Self::node).
    #[inline(always)]
    pub(super) fn state_at(&self, node: usize) -> u8 {
        self.nodes.get(node)
    }

    /// The best answers by `color` whose point is free; counts which are.
    #[inline]
    pub(super) fn free_answers(
        &self,
        color: Color,
        before: Placed,
        is_free: impl Fn(Point) -> bool,
    ) -> impl Iterator<Item = Answer> {
        self.answers.free(self.list(color, before), is_free)
    }

    /// Counts the result of a move (section 4.7.6).
    #[inline]
    pub(super) fn learn_node(&self, color: Color, made: Placed, won: bool) {
        self.nodes.update(self.node(color, made), won);
    }

    /// What so many playouts of the tree say of a move replaces its state.
    pub(super) fn teach_node(&self, color: Color, made: Placed, found: Found) {
        self.nodes.set(self.node(color, made), found.state(self.nodes.scale()));
    }

    /// The same for an answer, which may enter the list of best ones.
    pub(super) fn teach_edge(&self, color: Color, [before, made]: [Placed; 2], found: Found) {
        let state = found.state(self.edges.scale());
        self.edges.set(self.edge(color, before, made), state);
        self.enter(color, [before, made], state);
    }

    /// Counts the result of an answer, which may enter the list of best ones (section 4.7.7). One that lost, or that is below the threshold of edge moves, is not worth a
    /// place: it could not be made.
    #[inline]
    pub(super) fn learn_edge(&self, color: Color, before: Placed, made: Placed, won: bool) {
        let edge = self.edge(color, before, made);
        self.edges.update(edge, won);
        if won {
            self.enter(color, [before, made], self.edges.get(edge));
        }
    }

    /// Enters an answer in the list of best ones if its state may be made at all.
    #[inline]
    fn enter(&self, color: Color, [before, made]: [Placed; 2], state: u8) {
        if state >= self.edge_threshold(color) {
            let entering = (Answer::new(made.point, made.context), state);
            let state_of = |answer: Answer| {
                self.edge_state(color, before, Placed { point: answer.point(), context: answer.context() })
            };
            self.answers.enter(self.list(color, before), entering, self.illegal_limit, state_of);
        }
    }
}

#[inline(always)]
fn low_bits(context: u32, n_bits: u32) -> usize {
    context as usize & ((1 << n_bits) - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(name: &str, context: u32) -> Placed {
        Placed { point: BoardSize::NINE.parse_point(name).expect("a point"), context }
    }

    #[test]
    fn the_tables_stay_within_their_memory() {
        for size in [1, 9, 13, 19, 25] {
            let size = BoardSize::new(size).expect("a size");
            for memory_mib in [2, 16, 64] {
                let config = LearningConfig { memory_mib, ..LearningConfig::default() };
                let Knowledge { node_bits, edge_bits, .. } = Knowledge::new(&config, size);
                let area = size.area();
                let bytes = ((2 * area) << node_bits) + ((2 * area * (area + 32)) << edge_bits);
                assert!(bytes <= (memory_mib as usize) << 20, "{bytes} bytes for {size:?}");
            }
        }
    }

    #[test]
    fn moves_and_answers_are_known_by_colour_point_and_context() {
        let knowledge = Knowledge::new(&LearningConfig::default(), BoardSize::NINE);
        let (before, made) = (at("C3", 7), at("D4", 11));
        for _ in 0..3 {
            knowledge.learn_node(Color::Black, made, true);
            knowledge.learn_edge(Color::Black, before, made, true);
        }
        let [nodes, edges] = knowledge.thresholds();
        assert!(knowledge.node_state(Color::Black, made) >= nodes[0]);
        for (color, other) in [(Color::White, made), (Color::Black, at("D4", 12)), (Color::Black, at("D5", 11))] {
            assert_eq!(knowledge.node_state(color, other), 0);
            assert_eq!(knowledge.edge_state(color, before, other), 0);
        }
        assert!(knowledge.edge_state(Color::Black, before, made) >= edges[0]);
        let answers = |color, before| -> Vec<Answer> { knowledge.free_answers(color, before, |_| true).collect() };
        assert_eq!(answers(Color::Black, before), [Answer::new(made.point, 11)]);
        assert!(answers(Color::White, before).is_empty() && answers(Color::Black, at("C3", 8)).is_empty());
        for _ in 0..3 {
            knowledge.learn_node(Color::Black, made, false);
            knowledge.learn_edge(Color::Black, before, made, false);
        }
        knowledge.learn_edge(Color::Black, before, at("E5", 1), false);
        assert!(knowledge.edge_state(Color::Black, before, made) < edges[0]);
        assert_eq!(answers(Color::Black, before).len(), 1, "an answer that lost does not enter");
    }
}
