//! The Go player: tree search with heavy playouts and learned priors; passing, resigning and time use.
//!
//! The tree is kept from turn to turn: the moves of the given game are compared with those of the tree. It passes when
//! the opponent has passed and the count, with doubtful chains given away, is won; or when every point is settled and
//! no border has a gap. In handicap games the search uses a dynamic komi ([`crate::uneven`]); passing and resigning use
//! the real one.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use go_board::{BoardSize, Color, GameBoard, Move, Point, PointSet, Rules};
use go_models::Predictor;
use mcts::{Inspection, Limits, RootMove, Search, SearchConfig};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::analysis::{Analysis, MoveReport};
use crate::book::Book;
use crate::clock::Clock;
use crate::config::EngineConfig;
use crate::endgame::EndJudgement;
use crate::level::Level;
use crate::life::{FinalStatus, counts_every_stone};
use crate::player::{Choice, Player, Purpose, Task};
use crate::playout::PlayoutPolicy;
use crate::tree::{GoExpander, GoState, HeavyRollout, PlayoutTables};
use crate::uneven::komi_shift;

/// Playouts between two checks of clock and stop flag.
const LOOK_EVERY: u64 = 16;

/// Finds the model for a board size; none if there is none.
pub type ModelSource = Box<dyn Fn(BoardSize) -> Option<Arc<dyn Predictor>> + Send>;

/// How much one move may cost. Without any limit and clock: 10,000 playouts.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Effort {
    /// Playouts of a move.
    pub n_playouts: Option<u64>,
    /// Time of a move.
    pub time: Option<Duration>,
    /// Threads that search; at least 1.
    pub n_threads: usize,
    /// A level below full strength.
    pub level: Option<Level>,
}

/// Default playouts per move.
pub const DEFAULT_PLAYOUTS: u64 = 10_000;

type GoSearch = Search<GoState, GoExpander, HeavyRollout>;

/// The player.
pub struct TreePlayer {
    config: EngineConfig,
    effort: Effort,
    policy: PlayoutPolicy,
    models: ModelSource,
    book: Option<Arc<Book>>,
    clock: Clock,
    seed: u64,
    random: Xoshiro256PlusPlus,
    kept: Option<KeptTree>,
    /// Turns in a row that looked lost.
    n_lost_turns: u32,
}

/// A tree and the game it belongs to.
struct KeptTree {
    search: GoSearch,
    tables: Arc<PlayoutTables>,
    /// How the game began: stones, side to move, rules, komi.
    origin: (u64, Rules, f32, BoardSize),
    moves: Vec<(Color, Move)>,
    /// What White receives beyond the komi in this tree.
    komi_shift: f32,
}

fn origin(game: &GameBoard) -> (u64, Rules, f32, BoardSize) {
    (game.situations()[0], game.rules(), game.komi(), game.size())
}

impl TreePlayer {
    /// A player; `clock` is read while it thinks.
    pub fn new(config: EngineConfig, effort: Effort, models: ModelSource, seed: u64, clock: Clock) -> Self {
        Self {
            policy: PlayoutPolicy::new(&config.playout),
            config,
            effort,
            models,
            book: None,
            clock,
            seed,
            random: Xoshiro256PlusPlus::seed_from_u64(seed),
            kept: None,
            n_lost_turns: 0,
        }
    }

    /// The same player with an opening book.
    pub fn with_book(mut self, book: Arc<Book>) -> Self {
        self.book = Some(book);
        self
    }

    /// The tree for this game under a komi shifted by so much: the one of the last turn moved on, or a new one.
    fn tree_for(&mut self, game: &GameBoard, komi_shift: f32) -> KeptTree {
        if let Some(mut kept) = self.kept.take()
            && kept.komi_shift == komi_shift
            && kept.follow(game)
        {
            kept.tables.clear();
            return kept;
        }
        let tables = Arc::new(PlayoutTables::default());
        let expander = GoExpander::new((self.models)(game.size()), self.config.prior.clone());
        let rollout = HeavyRollout::new(self.policy.clone(), Arc::clone(&tables));
        let config = SearchConfig {
            rules: self.config.tree.rules(),
            seed: self.seed,
            threads: self.effort.n_threads.max(1),
            expand_after: self.config.tree.expand_after.max(1),
            memory_bytes: self.config.tree.memory_mib << 20,
            ..SearchConfig::default()
        };
        let search = Search::new(GoState::with_shift(game, komi_shift), expander, rollout, config);
        KeptTree { search, tables, origin: origin(game), moves: game.moves().collect(), komi_shift }
    }

    /// Searches within the limits of the task.
    fn think(&self, kept: &mut KeptTree, game: &GameBoard, task: &mut Task<'_>) {
        let clock = &self.clock;
        let begin = clock();
        let elapsed = || clock().saturating_sub(begin);
        let stop = AtomicBool::new(false);
        let mut limits = Limits::none().with_stop(&stop);
        if task.purpose != Purpose::Analysis {
            let share = task.clock.map(|clock| clock.share(n_moves_to_come(game)));
            limits.budget.evaluations = match (self.effort.n_playouts, self.effort.level) {
                (Some(n), _) => Some(n),
                (None, Some(level)) => Some(level.n_playouts()),
                (None, None) if self.effort.time.is_none() && share.is_none() => Some(DEFAULT_PLAYOUTS),
                _ => None,
            };
            limits.budget.time = [self.effort.time, share].into_iter().flatten().min();
            limits.budget.clock = &elapsed;
            limits.decided = task.purpose == Purpose::Game && self.effort.level.is_none();
        }
        let color = game.to_move();
        let tables = Arc::clone(&kept.tables);
        let mut next_report = task.watch.as_ref().map(|watch| watch.every);
        kept.search.run_watched(&limits, LOOK_EVERY, |now| {
            if (task.stop)() {
                stop.store(true, Ordering::Relaxed);
            }
            if let (Some(at), Some(watch)) = (&mut next_report, &mut task.watch) {
                let time = elapsed();
                if time >= *at {
                    (watch.show)(&analysis(now, &tables, game.size(), color));
                    *at = time.saturating_add(watch.every);
                }
            }
        });
        if let Some(watch) = &mut task.watch {
            (watch.show)(&analysis(&kept.search.inspect(), &tables, game.size(), color));
        }
    }

    /// Whether a pass ends a game that we have won: doubtful chains are given to the opponent.
    fn wins_by_passing(&mut self, game: &GameBoard) -> bool {
        let color = game.to_move();
        let dead = if counts_every_stone(game) {
            PointSet::new()
        } else {
            let sure = self.config.conduct.settled_from;
            self.judge(game).pessimistic_dead(color, sure)
        };
        let lead = game.final_lead(&dead);
        (if color == Color::Black { lead } else { -lead }) > 0.0
    }

    /// Whether the opponent plays against a level on a board that is still open: passing is not a move of that level,
    /// and the opponent's pass was hardly meant as the end.
    fn plays_on(&mut self, game: &GameBoard) -> bool {
        let (n_empty, area) = (game.board().empty_points().len(), game.size().area());
        let sure = self.config.conduct.settled_from;
        self.effort.level.is_some() && 2 * n_empty >= area && 8 * self.judge(game).n_unsettled(sure) > area
    }

    /// Whether no move changes anything any more. The search's own playouts answer first: most positions are far from settled.
    fn is_settled(&mut self, game: &GameBoard, tables: &PlayoutTables) -> bool {
        let sure = self.config.conduct.settled_from;
        let is_open = |&point: &Point| (1.0 - sure..sure).contains(&tables.black_share(point));
        !counts_every_stone(game)
            && game.size().points().filter(is_open).count() <= game.size().area() / 40
            && self.judge(game).is_over(sure)
    }

    /// The best move that is not a pass, if the search prefers a pass while a border has a gap: few playouts do not see
    /// the cost of that.
    fn rather_than_pass(&mut self, game: &GameBoard, legal: &[RootMove<Move>]) -> Option<(Move, f64)> {
        let sure = self.config.conduct.settled_from;
        let choice = self.pick(legal, false)?;
        (!self.judge(game).is_closed(sure)).then_some(choice)
    }

    /// Whether stones of the opponent are dead and still to be captured.
    fn has_prey(&mut self, game: &GameBoard) -> bool {
        let dead = self.judge(game).status().dead;
        let opponent = Some(game.to_move().opponent());
        game.size().points().any(|point| dead.contains(point) && game.board().color_at(point) == opponent)
    }

    fn judge(&mut self, game: &GameBoard) -> EndJudgement {
        EndJudgement::by_playouts(game, &self.policy, self.config.conduct.status_playouts, &mut self.random)
    }

    /// The move to play: the search's, or at a level below full strength one drawn from those that are not much worse.
    fn pick(&mut self, ranked: &[RootMove<Move>], may_pass: bool) -> Option<(Move, f64)> {
        let allowed = |root_move: &&RootMove<Move>| may_pass || !root_move.action.is_pass();
        let best = ranked.iter().find(allowed)?;
        let Some(level) = self.effort.level.filter(|level| level.temperature() > 0.0) else {
            return Some((best.action, best.value));
        };
        let fair: Vec<_> = ranked
            .iter()
            .filter(allowed)
            .filter(|root_move| root_move.visits >= 2 && root_move.value >= best.value - level.tolerance())
            .collect();
        let weights: Vec<f64> =
            fair.iter().map(|root_move| f64::from(root_move.prior).powf(1.0 / level.temperature())).collect();
        let mut dart = self.random.random::<f64>() * weights.iter().sum::<f64>();
        for (root_move, weight) in fair.iter().zip(&weights) {
            dart -= weight;
            if dart <= 0.0 {
                return Some((root_move.action, root_move.value));
            }
        }
        Some((best.action, best.value))
    }

    /// A legal move of the opening book.
    fn book_move(&mut self, game: &GameBoard) -> Option<Move> {
        let book = self.book.as_ref().filter(|_| self.config.conduct.book)?;
        let mv = Move::Play(book.draw(game.board(), game.to_move(), &mut self.random)?);
        game.check(game.to_move(), mv).is_ok().then_some(mv)
    }

    fn resigns(&mut self, value: f64, game: &GameBoard) -> bool {
        let conduct = &self.config.conduct;
        // A win rate under another komi is no evidence about the game.
        let late = 4 * game.moves().len() >= game.size().area() && komi_shift(game, conduct) == 0.0;
        self.n_lost_turns = if value < conduct.resign_below && late { self.n_lost_turns + 1 } else { 0 };
        conduct.resign_turns > 0 && self.n_lost_turns >= conduct.resign_turns
    }
}

/// Our moves still to come, for sharing out the time: the game rarely fills the last quarter of the board, and early moves count more.
fn n_moves_to_come(game: &GameBoard) -> u32 {
    let (n_empty, area) = (game.board().empty_points().len(), game.size().area());
    u32::try_from((n_empty.saturating_sub(area / 4) / 2).max(area / 12).max(4)).unwrap_or(u32::MAX)
}

impl KeptTree {
    /// Moves on to where the game is now; false if it is another game or a line that the tree cannot follow.
    fn follow(&mut self, game: &GameBoard) -> bool {
        let n_known = self.moves.len();
        let new: Vec<(Color, Move)> = game.moves().skip(n_known).collect();
        let continues = origin(game) == self.origin
            && game.moves().len() >= n_known
            && game.moves().zip(&self.moves).all(|(a, &b)| a == b);
        if !continues {
            return false;
        }
        for &(color, mv) in &new {
            let state = self.search.root();
            let possible = mv.point().is_none_or(|point| state.position.board.is_empty(point));
            if state.position.to_move != color || !possible || state.n_passes >= 2 {
                return false;
            }
            self.search.advance(mv);
            self.moves.push((color, mv));
        }
        let state = self.search.root();
        state.position.to_move == game.to_move()
            && state.position.board.hash() == game.board().hash()
            && state.n_passes == u8::from(game.n_last_passes() == 1)
    }
}

fn analysis(now: &Inspection<'_, GoState>, tables: &PlayoutTables, size: BoardSize, color: Color) -> Analysis {
    let ranked = now.ranked_moves();
    let report = |root_move: &RootMove<Move>| {
        let spread = 1.96 * (root_move.value * (1.0 - root_move.value) / f64::from(root_move.visits.max(1))).sqrt();
        MoveReport {
            mv: root_move.action,
            n_visits: u64::from(root_move.visits),
            win_rate: root_move.value,
            win_rate_low: (root_move.value - spread).max(0.0),
            prior: f64::from(root_move.prior),
            score_lead: None,
            variation: now.variation(root_move.action),
        }
    };
    let lead = tables.mean_lead();
    Analysis {
        n_playouts: u64::from(now.root_visits()),
        win_rate: ranked.first().map_or(0.5, |best| best.value),
        score_lead: (tables.n_playouts() > 0).then_some(if color == Color::Black { lead } else { -lead }),
        moves: ranked.iter().map(report).collect(),
        ownership: (tables.n_playouts() > 0).then(|| tables.ownership(size.points(), color)),
        criticality: (tables.n_playouts() > 0).then(|| tables.criticality_map(size.points())),
    }
}

impl Player for TreePlayer {
    fn new_game(&mut self) {
        self.kept = None;
        self.n_lost_turns = 0;
    }

    fn choose(&mut self, game: &GameBoard, task: &mut Task<'_>) -> Choice {
        let in_game = task.purpose == Purpose::Game;
        let plays_on = in_game && self.plays_on(game);
        if in_game && !plays_on && game.n_last_passes() > 0 && self.wins_by_passing(game) {
            return Choice::Play(Move::Pass);
        }
        if task.purpose == Purpose::Cleanup && !self.has_prey(game) {
            return Choice::Play(Move::Pass);
        }
        if in_game && let Some(mv) = self.book_move(game) {
            return Choice::Play(mv);
        }
        // An observer gets the evaluation under the real komi.
        let shift = if task.purpose == Purpose::Analysis { 0.0 } else { komi_shift(game, &self.config.conduct) };
        let mut kept = self.tree_for(game, shift);
        self.think(&mut kept, game, task);
        let ranked = kept.search.inspect().ranked_moves();
        let tables = Arc::clone(&kept.tables);
        self.kept = Some(kept);
        if in_game && 2 * game.board().empty_points().len() < game.size().area() && self.is_settled(game, &tables) {
            return Choice::Play(Move::Pass);
        }
        // What the tree allows obeys the rules; a tree that followed recorded moves is checked all the same.
        let legal: Vec<_> =
            ranked.into_iter().filter(|root_move| game.check(game.to_move(), root_move.action).is_ok()).collect();
        let may_pass = task.purpose != Purpose::Cleanup && !plays_on;
        let Some((mut mv, mut value)) = self.pick(&legal, may_pass) else { return Choice::Play(Move::Pass) };
        if in_game
            && mv.is_pass()
            && let Some(better) = self.rather_than_pass(game, &legal)
        {
            (mv, value) = better;
        }
        if in_game && self.resigns(value, game) {
            return Choice::Resign;
        }
        Choice::Play(mv)
    }

    fn final_status(&mut self, game: &GameBoard) -> FinalStatus {
        if counts_every_stone(game) { FinalStatus::default() } else { self.judge(game).status() }
    }

    fn ponder(&mut self, game: &GameBoard, stop: &(dyn Fn() -> bool + Sync)) {
        if !self.config.conduct.ponder || game.n_last_passes() >= 2 || stop() {
            return;
        }
        let mut kept = self.tree_for(game, komi_shift(game, &self.config.conduct));
        let mut task = Task { purpose: Purpose::Analysis, clock: None, stop, watch: None };
        self.think(&mut kept, game, &mut task);
        self.kept = Some(kept);
    }

    fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
        self.random = Xoshiro256PlusPlus::seed_from_u64(seed);
        self.kept = None;
    }
}
