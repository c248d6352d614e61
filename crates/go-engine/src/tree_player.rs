//! The Go player: tree search with heavy playouts and learned priors.
//!
//! One turn: may the game end here ([`crate::conduct`]), is there a book move, what does the search say ([`crate::kept_tree`]), and is that worth
//! playing. In handicap games the search plays with a komi that makes it a contest ([`crate::dynamic_komi`]); passing and resigning go by
//! the real one. Everything that a turn does, the judgement of the position included, counts in its time.

use std::sync::Arc;
use std::time::Duration;

use go_board::{BoardSize, GameBoard, Move, PointSet};
use go_models::m_eval::MEvalModel;
use go_models::{Appraiser, Explanation, Predictor};
use mcts::RootMove;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use tsumego::ClosedGroups;

use crate::book::Book;
use crate::clock::Clock;
use crate::conduct::Conduct;
use crate::config::EngineConfig;
use crate::dynamic_komi::komi_shift;
use crate::kept_tree::{KeptTree, Models, SearchLimits};
use crate::level::Level;
use crate::life::FinalStatus;
use crate::m_eval::{Direction, MEval};
use crate::player::{Choice, Player, Purpose, Task};
use crate::tree::PriorConfig;

/// Finds the model for a board size; none if there is none.
pub type ModelSource = Box<dyn Fn(BoardSize) -> Option<Arc<dyn Predictor>> + Send>;

/// Finds the model of final ownership for a board size; none if there is none.
pub type AppraiserSource = Box<dyn Fn(BoardSize) -> Option<Arc<dyn Appraiser>> + Send>;

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

/// At most this share of a turn's time is kept back for the judgement that may follow the search.
const JUDGEMENT_SHARE: u32 = 8;

/// A pass is given up for a move whose value is lower by no more than this: less than playouts tell apart at the end of a game.
const SMALL_LOSS: f64 = 0.05;

/// The player.
pub struct TreePlayer {
    // Constant.
    config: EngineConfig,
    effort: Effort,
    models: ModelSource,
    appraisers: AppraiserSource,
    book: Option<Arc<Book>>,
    m_eval: Option<Arc<MEval>>,
    clock: Clock,
    // Changes from turn to turn.
    seed: u64,
    random: Xoshiro256PlusPlus,
    kept: Option<KeptTree>,
    conduct: Conduct,
    /// What is proved of the closed groups of this game.
    groups: Option<ClosedGroups>,
    /// Whether the model was found not to cover a position of this game.
    is_uncovered: bool,
    remark: Option<String>,
    /// What the last judgement of a position took.
    judgement_time: Duration,
}

/// When a turn began, and the time that it may take.
#[derive(Clone, Copy)]
struct TurnTime {
    begin: Duration,
    limit: Option<Duration>,
}

impl TurnTime {
    fn left(&self, now: Duration) -> Option<Duration> {
        self.limit.map(|limit| limit.saturating_sub(now.saturating_sub(self.begin)))
    }

    fn is_over(&self, now: Duration) -> bool {
        self.left(now).is_some_and(|left| left.is_zero())
    }
}

impl TreePlayer {
    /// A player; `clock` is read while it thinks.
    pub fn new(config: EngineConfig, effort: Effort, models: ModelSource, seed: u64, clock: Clock) -> Self {
        Self {
            conduct: Conduct::new(&config, seed),
            config,
            effort,
            models,
            appraisers: Box::new(|_| None),
            book: None,
            m_eval: None,
            clock,
            seed,
            random: Xoshiro256PlusPlus::seed_from_u64(seed),
            kept: None,
            groups: None,
            is_uncovered: false,
            remark: None,
            judgement_time: Duration::ZERO,
        }
    }

    /// The same player with an opening book.
    pub fn with_book(mut self, book: Arc<Book>) -> Self {
        self.book = Some(book);
        self
    }

    /// The same player with models of final ownership. They are part of its analyses, and of its search as `[evaluation]` says.
    pub fn with_appraisers(mut self, appraisers: AppraiserSource) -> Self {
        self.appraisers = appraisers;
        self
    }

    /// The same player with M-eval, as `[m_eval]` says; it is not asked where that is off.
    pub fn with_m_eval(mut self, model: Arc<MEvalModel>) -> Self {
        let config = &self.config.m_eval;
        self.m_eval = (config.intensity > 0.0).then(|| Arc::new(MEval::new(model, config.clone())));
        self
    }

    /// Learns the direction of M-eval's values from a search of this game.
    fn learn_direction(&self, kept: &KeptTree) {
        if let Some(m_eval) = self.m_eval.as_ref().filter(|m_eval| m_eval.config().step > 0.0) {
            m_eval.set_direction(m_eval.direction().learned(&kept.tried(), m_eval.config().step));
        }
    }

    /// Remarks, once a game, that the model does not cover the position to be searched.
    fn check_coverage(&mut self, game: &GameBoard) {
        if self.is_uncovered || !self.config.prior.learned {
            return;
        }
        if let Some(model) = (self.models)(game.size()).filter(|model| !model.covers(game.position())) {
            self.is_uncovered = true;
            let ply = game.position().move_number + 1;
            self.remark = Some(format!(
                "the model {:?} does not cover move {ply} of a game on {}: the search uses its fallback prior there \
                 (`tesuji model show` says what the model was made for)",
                model.name(),
                game.size(),
            ));
        }
    }

    /// The tree for this game under a komi shifted by so much: the one of the last turn moved on, or a new one.
    fn tree_for(&mut self, game: &GameBoard, komi_shift: f32) -> KeptTree {
        let vital = self.vital_points(game);
        // A tree that is kept has its root's priors already.
        if let Some(mut kept) = self.kept.take()
            && vital.is_empty()
            && kept.follow(game, komi_shift)
        {
            return kept;
        }
        let models = Models {
            predictor: (self.models)(game.size()),
            appraiser: (self.appraisers)(game.size()),
            m_eval: self.m_eval.clone(),
        };
        KeptTree::new(game, &self.config, models, (self.effort.n_threads, self.seed), (komi_shift, vital))
    }

    /// Points that decide over the life of closed groups, for either side; none unless the configuration asks for them.
    fn vital_points(&mut self, game: &GameBoard) -> PointSet {
        let PriorConfig { life_floor, life_nodes, .. } = self.config.prior;
        if life_floor <= 0.0 {
            return PointSet::new();
        }
        let groups = self.groups.get_or_insert_with(|| ClosedGroups::new(u64::from(life_nodes)));
        groups.critical(game.board(), game.to_move()).into_iter().flat_map(|critical| critical.best).collect()
    }

    /// The time that this turn may take; an analysis has no limit.
    fn turn_time(&self, game: &GameBoard, task: &Task<'_>) -> TurnTime {
        let share = task.clock.map(|clock| clock.share(n_moves_to_come(game)));
        let limit = [self.effort.time, share].into_iter().flatten().min();
        TurnTime { begin: (self.clock)(), limit: limit.filter(|_| task.purpose != Purpose::Analysis) }
    }

    /// What the search of this turn may cost: the judgement that may follow it needs time too.
    fn limits(&self, game: &GameBoard, task: &Task<'_>, turn: TurnTime) -> SearchLimits {
        if task.purpose == Purpose::Analysis {
            return SearchLimits { n_playouts: None, time: None, until_decided: false };
        }
        let is_game = task.purpose == Purpose::Game;
        let n_playouts = match (self.effort.n_playouts, self.effort.level) {
            (Some(n), _) => Some(n),
            (None, Some(level)) => Some(level.n_playouts()),
            (None, None) if turn.limit.is_none() => Some(DEFAULT_PLAYOUTS),
            (None, None) => None,
        };
        let reserve = if is_game && Conduct::may_end(game) { self.judgement_time } else { Duration::ZERO };
        let time = turn
            .limit
            .zip(turn.left((self.clock)()))
            .map(|(limit, left)| left.saturating_sub(reserve.min(limit / JUDGEMENT_SHARE)));
        SearchLimits { n_playouts, time, until_decided: is_game && self.effort.level.is_none() }
    }

    /// Asks about passing and resigning; a judgement that this needs counts in the turn's time.
    fn ask<T>(&mut self, turn: TurnTime, question: impl FnOnce(&mut Conduct, &dyn Fn() -> bool) -> T) -> T {
        let (begin, n_before) = ((self.clock)(), self.conduct.n_judgements());
        let clock = &self.clock;
        let answer = question(&mut self.conduct, &|| turn.is_over(clock()));
        if self.conduct.n_judgements() > n_before {
            self.judgement_time = (self.clock)().saturating_sub(begin);
        }
        answer
    }

    /// The move to play: the search's, or one drawn by the level.
    fn pick(&mut self, ranked: &[RootMove<Move>], may_pass: bool) -> Option<Move> {
        let allowed: Vec<_> =
            ranked.iter().copied().filter(|root_move| may_pass || !root_move.action.is_pass()).collect();
        match self.effort.level {
            Some(level) => level.draw(&allowed, &mut self.random).map(|(mv, _)| mv),
            None => allowed.first().map(|best| best.action),
        }
    }

    /// A legal move of the opening book.
    fn book_move(&mut self, game: &GameBoard) -> Option<Move> {
        let book = self.book.as_ref().filter(|_| self.config.conduct.book)?;
        let mv = Move::Play(book.draw(game.board(), game.to_move(), &mut self.random)?);
        game.check(game.to_move(), mv).is_ok().then_some(mv)
    }
}

/// Our moves still to come, for sharing out the time: the game rarely fills the last quarter of the board, and early moves count more.
fn n_moves_to_come(game: &GameBoard) -> u32 {
    let (n_empty, area) = (game.board().empty_points().len(), game.size().area());
    u32::try_from((n_empty.saturating_sub(area / 4) / 2).max(area / 12).max(4)).unwrap_or(u32::MAX)
}

/// Whether a move has been tried and is within [`SMALL_LOSS`] of another one.
fn is_about_as_good(ranked: &[RootMove<Move>], mv: Move, than: Move) -> bool {
    let find = |action: Move| ranked.iter().find(|root_move| root_move.action == action);
    find(mv).zip(find(than)).is_some_and(|(a, b)| a.visits > 0 && a.value >= b.value - SMALL_LOSS)
}

impl Player for TreePlayer {
    fn new_game(&mut self) {
        self.kept = None;
        self.groups = None;
        self.is_uncovered = false;
        if let Some(m_eval) = &self.m_eval {
            m_eval.set_direction(Direction::default());
        }
        self.conduct.new_game();
    }

    fn choose(&mut self, game: &GameBoard, task: &mut Task<'_>) -> Choice {
        let turn = self.turn_time(game, task);
        let in_game = task.purpose == Purpose::Game;
        let plays_on =
            in_game && self.effort.level.is_some() && self.ask(turn, |conduct, late| conduct.is_open(game, late));
        if in_game
            && !plays_on
            && game.n_last_passes() > 0
            && self.ask(turn, |conduct, late| conduct.wins_by_passing(game, late) && !conduct.leaves_doubt(game, late))
        {
            return Choice::Play(Move::Pass);
        }
        if task.purpose == Purpose::Cleanup && !self.ask(turn, |conduct, late| conduct.has_dead_opponents(game, late)) {
            return Choice::Play(Move::Pass);
        }
        if in_game && let Some(mv) = self.book_move(game) {
            return Choice::Play(mv);
        }
        self.check_coverage(game);
        // An analysis gets the evaluation under the real komi.
        let shift = if task.purpose == Purpose::Analysis { 0.0 } else { komi_shift(game, &self.config.conduct) };
        let mut kept = self.tree_for(game, shift);
        kept.search(&self.limits(game, task, turn), &self.clock, task);
        if in_game {
            self.learn_direction(&kept);
        }
        let ranked = kept.ranked_moves();
        let outlook = if in_game { kept.analysis().win_rate } else { 0.5 };
        let is_settled = in_game && self.ask(turn, |conduct, late| conduct.is_settled(game, kept.tables(), late));
        self.kept = Some(kept);
        if is_settled {
            return Choice::Play(Move::Pass);
        }
        // What the tree allows obeys the rules; a tree that followed recorded moves is checked all the same.
        let legal: Vec<_> =
            ranked.into_iter().filter(|root_move| game.check(game.to_move(), root_move.action).is_ok()).collect();
        let may_pass = task.purpose != Purpose::Cleanup && !plays_on;
        let Some(mut mv) = self.pick(&legal, may_pass) else { return Choice::Play(Move::Pass) };
        if in_game
            && mv.is_pass()
            && let Some(other) = self.pick(&legal, false)
            && (self.ask(turn, |conduct, late| conduct.has_gap(game, late))
                || (is_about_as_good(&legal, other, mv)
                    && self.ask(turn, |conduct, late| conduct.leaves_doubt(game, late))))
        {
            mv = other;
        }
        if in_game && self.conduct.resigns(outlook, game) {
            return Choice::Resign;
        }
        Choice::Play(mv)
    }

    fn final_status(&mut self, game: &GameBoard) -> FinalStatus {
        self.conduct.final_status(game)
    }

    fn ponder(&mut self, game: &GameBoard, stop: &(dyn Fn() -> bool + Sync)) {
        if !self.config.conduct.ponder || game.n_last_passes() >= 2 || stop() {
            return;
        }
        // Before the tree moves on: what it found of other lines holds in the same local contexts too.
        if let Some(kept) = &self.kept {
            kept.teach();
        }
        let mut kept = self.tree_for(game, komi_shift(game, &self.config.conduct));
        let mut task = Task { purpose: Purpose::Analysis, clock: None, stop, watch: None };
        let turn = self.turn_time(game, &task);
        kept.search(&self.limits(game, &task, turn), &self.clock, &mut task);
        self.kept = Some(kept);
    }

    fn remark(&mut self) -> Option<String> {
        self.remark.take()
    }

    fn explain(&self, game: &GameBoard, mv: Move) -> Option<Explanation> {
        let model = (self.models)(game.size()).filter(|model| model.covers(game.position()))?;
        model.explain(game.position(), mv)
    }

    fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
        self.random = Xoshiro256PlusPlus::seed_from_u64(seed);
        self.kept = None;
        self.conduct.set_seed(seed);
    }
}
