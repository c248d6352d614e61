//! The learning playout policy (Basaldúa 2013, section 4.7, Figure 4.16): the base policy with two rules that learn from the playouts of the search.
//!
//! In order: atari tactics; **edge moves**, the best known answer to the last move if both local contexts are as they were; the vital point and the patterns of
//! the base policy; **node moves**, the best move near the last one by what it won in its local context; what draws skipped; a random move; a pass. A success rate
//! is a win/loss state ([`mcts::wls`]), and a learned move is made if its state reaches a threshold that keeps Black and White in balance. After a playout its first
//! n_upd moves count a win or a loss each, and each pair of them one for the answer.
//!
//! The moves that the tree made are not learned from: their contexts are not known. For the same reason the context of the move before the playout is read after it was
//! made, which differs from before only where it captured. What was learned lives as long as the search, so that a tree that is kept from
//! turn to turn keeps it (section 4.7.6). A second layer of the same two rules may know what the tree found (`taught.rs`); it is off by default.

mod answers;
mod balance;
mod choosing;
mod config;
mod contexts;
mod knowledge;
mod taught;
#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};

use go_board::local_pattern::CELL_OFFSETS;
use go_board::{Board, Color, Move, Point};
use mcts::{Outcome, Trace};

use super::base::BasePolicy;
use super::board::HeavyBoard;
use super::config::PlayoutConfig;
use super::policy::{PlayoutRandom, PlayoutStart, PlayoutTurn, Policy, Teacher};
use super::rule::RuledMove;
pub use config::{ContextCells, ContextCellsError, LearningConfig};
use contexts::Contexts;
use knowledge::{Knowledge, Placed};
use taught::{TaughtLayer, TreeTeacher};

/// The most neighbours that are asked for node moves: the cells of Figure 4.2 up to 20.
const MAX_NEIGHBOURS: usize = 20;
/// The most answers of a list.
const MAX_ANSWERS: usize = 16;

/// What the threads of a search share. The first playout makes the tables, because only then the size of the board is known.
pub(super) struct LearningTables {
    config: LearningConfig,
    knowledge: OnceLock<Arc<Knowledge>>,
    /// The second layer, once the tree has taught something.
    taught: OnceLock<Arc<Knowledge>>,
    n_playouts: AtomicU32,
}

/// A move of the present playout that will be learned from.
struct Learned {
    color: Color,
    made: Placed,
    /// The move that it answered.
    before: Option<Placed>,
}

/// The two rules that learn, of one thread.
struct Learner<const CELLS: usize> {
    tables: Arc<LearningTables>,
    n_neighbours: usize,
    n_learned: usize,
    n_asked: usize,
    // Changes from playout to playout.
    knowledge: Option<Arc<Knowledge>>,
    taught: Option<TaughtLayer>,
    /// Of node moves and of edge moves, by colour.
    thresholds: [[u8; 2]; 2],
    // Changes from move to move.
    contexts: Contexts<CELLS>,
    /// Moves of the playout so far.
    n_moves: usize,
    /// The last move, unless it was a pass.
    before: Option<Placed>,
    near: Near,
    learned: Vec<Learned>,
    n_node_moves: [u32; 2],
    n_edge_moves: [u32; 2],
}

/// The empty points around the last move whose states were asked for, and where these are; the first `len` count.
struct Near {
    len: usize,
    points: [Point; MAX_NEIGHBOURS],
    nodes: [u32; MAX_NEIGHBOURS],
}

impl Near {
    const NONE: Near = Near { len: 0, points: [Point::from_index(0); MAX_NEIGHBOURS], nodes: [0; MAX_NEIGHBOURS] };
}

/// A turn of a playout as the rules see it.
#[derive(Clone, Copy)]
struct Seen<'a> {
    base: &'a BasePolicy,
    board: &'a Board,
    color: Color,
}

/// The learning policy of one thread, with contexts of so many cells.
pub(super) struct LearningPolicy<const CELLS: usize> {
    base: BasePolicy,
    learner: Learner<CELLS>,
}

impl<const CELLS: usize> Learner<CELLS> {
    fn begin(&mut self, board: &Board, start: &PlayoutStart) {
        self.learned.clear();
        self.n_moves = 0;
        (self.n_node_moves, self.n_edge_moves) = ([0; 2], [0; 2]);
        let made = || Arc::new(Knowledge::new(&self.tables.config, board.size()));
        let knowledge = self.tables.knowledge.get_or_init(made);
        // A search has one board. On another one nothing is known, and nothing is learned.
        self.knowledge = (knowledge.size() == board.size()).then(|| Arc::clone(knowledge));
        let taught = self.tables.taught.get().filter(|taught| taught.size() == board.size());
        self.taught = taught.map(TaughtLayer::new);
        if let Some(knowledge) = &self.knowledge {
            self.thresholds = knowledge.thresholds();
            self.contexts.begin(board);
            self.before = start.recent[0].map(|point| self.placed(point));
        }
    }

    #[inline(always)]
    fn placed(&self, point: Point) -> Placed {
        Placed { point, context: self.contexts.at(point) }
    }

    /// Are learned moves still made in this playout?
    #[inline(always)]
    fn is_asked(&self) -> bool {
        self.n_moves < self.n_asked
    }

    /// Asks for the states of the points around the last move, long before [`Between::after_patterns`](super::base::Between::after_patterns) needs them: each is in a line of memory of its own.
    /// Every point is written and only the empty ones are kept: which are empty is what a processor cannot predict.
    #[inline]
    fn look_around(&mut self, board: &Board, color: Color, last: Point) {
        let Some(knowledge) = self.knowledge.as_deref() else { return };
        let mut len = 0;
        for &(dx, dy) in &CELL_OFFSETS[..self.n_neighbours] {
            let point = last.shifted(i32::from(dx), i32::from(dy));
            let node = knowledge.node(color, self.placed(point));
            (self.near.points[len], self.near.nodes[len]) = (point, node as u32);
            len += usize::from(board.is_empty(point));
        }
        for &node in &self.near.nodes[..len] {
            knowledge.prefetch_node(node as usize);
        }
        self.near.len = len;
    }

    /// Remembers a move that is about to be made.
    #[inline]
    fn remember(&mut self, mv: Move, color: Color) {
        self.n_moves += 1;
        if !self.is_asked() && self.n_moves > self.n_learned {
            return;
        }
        let made = mv.point().map(|point| self.placed(point));
        if let Some(made) = made
            && self.learned.len() < self.n_learned
        {
            self.learned.push(Learned { color, made, before: self.before });
        }
        self.before = made;
        if let (Some(knowledge), Some(made)) = (self.knowledge.as_deref(), made) {
            knowledge.prefetch_answers(color.opponent(), made);
        }
    }

    /// Counts the results of the first moves, and corrects the balance from time to time. Leaves nothing to be learned twice: the end of a game in the tree is
    /// an outcome without a playout.
    fn learn(&mut self, black_won: bool) {
        let Some(knowledge) = &self.knowledge else { return };
        let won = |color| black_won == (color == Color::Black);
        // Nodes first: their states are independent of each other and need not wait for the lists of answers, which are asked for meanwhile.
        for &Learned { color, made, before } in &self.learned {
            knowledge.learn_node(color, made, won(color));
            if let Some(before) = before {
                knowledge.prefetch_edge(color, before, made);
                knowledge.prefetch_answers(color, before);
            }
        }
        for Learned { color, made, before } in self.learned.drain(..) {
            if let Some(before) = before.filter(|_| knowledge.has_edges()) {
                knowledge.learn_edge(color, before, made, won(color));
            }
        }
        let config = &self.tables.config;
        if config.balance {
            knowledge.node_balance.count(std::mem::take(&mut self.n_node_moves));
            knowledge.edge_balance.count(std::mem::take(&mut self.n_edge_moves));
            let n_playouts = self.tables.n_playouts.fetch_add(1, Relaxed).wrapping_add(1);
            if n_playouts.is_multiple_of(config.balance_every.max(1)) {
                knowledge.node_balance.correct(config.balance_leap);
                knowledge.edge_balance.correct(config.balance_leap);
            }
            if let Some(taught) = &mut self.taught {
                taught.count();
                if n_playouts.is_multiple_of(config.balance_every.max(1)) {
                    taught.knowledge.node_balance.correct(config.balance_leap);
                    taught.knowledge.edge_balance.correct(config.balance_leap);
                }
            }
        }
    }
}

impl<const CELLS: usize> Policy for LearningPolicy<CELLS> {
    type Tables = LearningTables;

    fn new_tables(config: &PlayoutConfig) -> LearningTables {
        let mut config = config.learning.clone();
        config.best_answers = config.best_answers.min(MAX_ANSWERS as u32);
        LearningTables { config, knowledge: OnceLock::new(), taught: OnceLock::new(), n_playouts: AtomicU32::new(0) }
    }

    fn teacher(tables: &Arc<LearningTables>) -> Option<Box<dyn Teacher>> {
        TreeTeacher::<CELLS>::new(tables).map(|teacher| Box::new(teacher) as Box<dyn Teacher>)
    }

    fn new(config: &PlayoutConfig, tables: Arc<LearningTables>) -> Self {
        let learner = Learner {
            n_neighbours: (config.learning.node_neighbours as usize).min(MAX_NEIGHBOURS),
            n_learned: config.learning.learned_moves as usize,
            n_asked: match config.learning.made_moves {
                0 => usize::MAX,
                n => n as usize,
            },
            tables,
            knowledge: None,
            taught: None,
            thresholds: [[0; 2]; 2],
            contexts: Contexts::new(),
            n_moves: 0,
            before: None,
            near: Near::NONE,
            learned: Vec::new(),
            n_node_moves: [0; 2],
            n_edge_moves: [0; 2],
        };
        Self { base: BasePolicy::of(config), learner }
    }

    fn begin(&mut self, board: &HeavyBoard<'_>, start: &PlayoutStart) {
        self.base.forget();
        self.learner.begin(board.stones, start);
    }

    #[inline]
    fn choose(&mut self, board: &mut HeavyBoard<'_>, turn: PlayoutTurn, random: &mut PlayoutRandom) -> RuledMove {
        let chosen = self.base.propose(board, turn, random, &mut self.learner);
        self.base.remember(board.stones, chosen.mv, turn.color);
        self.learner.remember(chosen.mv, turn.color);
        chosen
    }

    #[inline]
    fn follow(&mut self, board: &HeavyBoard<'_>, point: Point, color: Color, n_captured: usize) {
        if self.learner.is_asked() || self.learner.n_moves < self.learner.n_learned {
            self.learner.contexts.follow(board.stones, point, color, n_captured);
        }
    }

    fn learn(&mut self, _: &Trace<Move>, outcome: &Outcome) {
        self.learner.learn(outcome.reward > 0.5);
    }
}
