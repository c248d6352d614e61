//! What a playout policy is, and the loop that plays by one.
//!
//! A [`Policy`] chooses the moves; everything else about a playout is the same for all of them: it ends after two passes, when one
//! side is crushed (`mercy`) or at the length cap, and all stones on the board count as alive. Positional superko is not checked: the cap ends the
//! rare playouts that cycle.
//!
//! One value of a policy belongs to one thread and keeps what that thread must remember. What the threads of a search share is the policy's
//! [`Tables`](Policy::Tables), updated with relaxed atomics. After the search has counted a playout it hands the trace and the outcome to
//! [`Policy::learn`]. A new policy is a module with an implementation of the trait, a name in [`PolicyKind`] and a line in
//! [`PlayoutPolicy::new`].

use std::sync::Arc;

use go_board::{Board, Color, Move, Point};
use mcts::{Outcome, State, Step, Trace};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::adapted::AdaptedPolicy;
use super::base::BasePolicy;
use super::board::HeavyBoard;
use super::config::{PlayoutConfig, PolicyKind};
use super::last_good_reply::{Lgrf1, Lgrf2};
use super::learning::{ContextCells, LearningPolicy};
use super::rule::RuledMove;
use super::sampled::SampledPolicy;
use crate::tree::{GoState, turn_of};

/// The random numbers of playouts.
pub type PlayoutRandom = Xoshiro256PlusPlus;

/// Where a playout begins.
#[derive(Clone, Copy, Debug)]
pub struct PlayoutStart {
    /// Whose turn it is.
    pub to_move: Color,
    /// The points of the last move and of the one before it; `None` for a pass.
    pub recent: [Option<Point>; 2],
    /// How many of the last moves were passes.
    pub n_passes: u8,
}

/// How a playout ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HeavyEnd {
    /// Black's area minus White's, komi not included.
    pub area_lead: i32,
    /// Moves made, passes included.
    pub n_moves: usize,
    /// Whether it was cut short because one side was crushed.
    pub by_mercy: bool,
}

/// Whose move is to be chosen, and what came before it.
#[derive(Clone, Copy, Debug)]
pub struct PlayoutTurn {
    /// Whose turn it is.
    pub color: Color,
    /// The points of the last move and of the one before it; `None` for a pass.
    pub recent: [Option<Point>; 2],
}

/// A move of the search tree, and what the search found of it.
#[derive(Clone, Copy)]
pub struct TreeMove<'a> {
    /// The board before it.
    pub board: &'a Board,
    /// Who made it.
    pub color: Color,
    /// Where.
    pub point: Point,
    /// The move that it answers; `None` for a pass.
    pub last: Option<Point>,
    /// Its playouts.
    pub visits: u32,
    /// Their mean reward in the view of who made it.
    pub value: f64,
}

/// Hands the knowledge of a search tree to a policy.
pub trait Teacher {
    /// Visits that a move must have to be worth knowing.
    fn min_visits(&self) -> u32;

    /// One move of the tree.
    fn add(&mut self, tree_move: &TreeMove<'_>);

    /// That was all: the policy knows it from now on.
    fn finish(self: Box<Self>);
}

/// Chooses the moves of one thread's playouts.
pub trait Policy: Send + Sized + 'static {
    /// What the threads of a search share; `()` if there is nothing.
    type Tables: Send + Sync + 'static;

    /// The tables of a new search.
    fn new_tables(config: &PlayoutConfig) -> Self::Tables;

    /// What takes the knowledge of the tree to these tables. The default takes none.
    fn teacher(_tables: &Arc<Self::Tables>) -> Option<Box<dyn Teacher>> {
        None
    }

    /// The policy of one thread.
    fn new(config: &PlayoutConfig, tables: Arc<Self::Tables>) -> Self;

    /// A playout begins. The default remembers nothing from move to move.
    fn begin(&mut self, _board: &HeavyBoard<'_>, _start: &PlayoutStart) {}

    /// The next move, not yet made. It must be legal; suicide counts as illegal.
    fn choose(&mut self, board: &mut HeavyBoard<'_>, turn: PlayoutTurn, random: &mut PlayoutRandom) -> RuledMove;

    /// The chosen stone is on the board and captured so many others. The default follows nothing.
    #[inline(always)]
    fn follow(&mut self, _board: &HeavyBoard<'_>, _point: Point, _color: Color, _n_captured: usize) {}

    /// Learns from a finished playout: all of its moves from the root of the search on, and its reward in Black's view. The default learns nothing.
    fn learn(&mut self, _trace: &Trace<Move>, _outcome: &Outcome) {}
}

/// One thread's playouts by some policy.
pub trait PlayoutThread: Send {
    /// Plays the board to its end and appends the moves to the trace, each with its rule as context.
    fn play(
        &mut self,
        board: HeavyBoard<'_>,
        start: PlayoutStart,
        random: &mut PlayoutRandom,
        trace: &mut Trace<Move>,
    ) -> HeavyEnd;

    /// See [`Policy::learn`].
    fn learn(&mut self, trace: &Trace<Move>, outcome: &Outcome);
}

/// A policy and when its playouts end. The loop is compiled for every policy: one virtual call a playout, none a move.
struct Thread<P> {
    policy: P,
    mercy: f64,
    length_cap: f64,
}

impl<P: Policy> PlayoutThread for Thread<P> {
    fn play(
        &mut self,
        mut board: HeavyBoard<'_>,
        start: PlayoutStart,
        random: &mut PlayoutRandom,
        trace: &mut Trace<Move>,
    ) -> HeavyEnd {
        let area = board.stones.size().area();
        let cap = (self.length_cap * area as f64) as usize;
        let mercy = if self.mercy > 0.0 { (self.mercy * area as f64) as i32 } else { i32::MAX };
        let mut turn = PlayoutTurn { color: start.to_move, recent: start.recent };
        let (mut n_moves, mut n_passes) = (0, start.n_passes);
        self.policy.begin(&board, &start);
        while n_passes < 2 && n_moves < cap {
            let RuledMove { mv, rule } = self.policy.choose(&mut board, turn, random);
            trace.push_step(Step {
                action: mv,
                turn: turn_of(turn.color),
                rave_key: GoState::rave_key(mv),
                context: rule as u32,
            });
            match mv {
                Move::Play(point) => {
                    let n_captured = board.play(point, turn.color);
                    self.policy.follow(&board, point, turn.color, n_captured);
                    n_passes = 0;
                }
                Move::Pass => {
                    board.stones.pass();
                    n_passes += 1;
                }
            }
            turn = PlayoutTurn { color: turn.color.opponent(), recent: [mv.point(), turn.recent[0]] };
            n_moves += 1;
            let stones = board.stones.n_stones(Color::Black) as i32 - board.stones.n_stones(Color::White) as i32;
            if stones.abs() > mercy {
                return HeavyEnd { area_lead: stones, n_moves, by_mercy: true };
            }
        }
        HeavyEnd { area_lead: board.stones.area_lead(), n_moves, by_mercy: false }
    }

    fn learn(&mut self, trace: &Trace<Move>, outcome: &Outcome) {
        self.policy.learn(trace, outcome);
    }
}

/// The policy that a configuration names, ready for one search: its parameters, and the tables that the threads share.
pub struct PlayoutPolicy {
    config: PlayoutConfig,
    new_thread: Box<dyn Fn() -> Box<dyn PlayoutThread> + Send + Sync>,
    new_teacher: Box<dyn Fn() -> Option<Box<dyn Teacher>> + Send + Sync>,
}

impl PlayoutPolicy {
    /// The policy with fresh tables.
    pub fn new(config: &PlayoutConfig) -> Self {
        match config.policy {
            PolicyKind::Base => Self::of::<BasePolicy>(config),
            PolicyKind::Sampled => Self::of::<SampledPolicy>(config),
            PolicyKind::Lgrf1 => Self::of::<Lgrf1>(config),
            PolicyKind::Lgrf2 => Self::of::<Lgrf2>(config),
            PolicyKind::Adapted => Self::of::<AdaptedPolicy>(config),
            PolicyKind::Learning => match config.learning.context_cells {
                ContextCells::Cells8 => Self::of::<LearningPolicy<8>>(config),
                ContextCells::Cells12 => Self::of::<LearningPolicy<12>>(config),
                ContextCells::Cells24 => Self::of::<LearningPolicy<24>>(config),
                ContextCells::Cells40 => Self::of::<LearningPolicy<40>>(config),
            },
        }
    }

    fn of<P: Policy>(config: &PlayoutConfig) -> Self {
        let tables = Arc::new(P::new_tables(config));
        let taught = Arc::clone(&tables);
        let new_teacher = move || P::teacher(&taught);
        let given = config.clone();
        let new_thread = move || -> Box<dyn PlayoutThread> {
            let policy = P::new(&given, Arc::clone(&tables));
            Box::new(Thread { policy, mercy: given.mercy, length_cap: given.length_cap })
        };
        Self { config: config.clone(), new_thread: Box::new(new_thread), new_teacher: Box::new(new_teacher) }
    }

    /// The parameters.
    pub fn config(&self) -> &PlayoutConfig {
        &self.config
    }

    /// What takes the knowledge of the tree to this policy; `None` if the policy takes none.
    pub fn teacher(&self) -> Option<Box<dyn Teacher>> {
        (self.new_teacher)()
    }

    /// The playouts of one thread.
    pub fn new_thread(&self) -> Box<dyn PlayoutThread> {
        (self.new_thread)()
    }
}
