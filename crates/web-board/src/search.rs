//! The searches of the page: a move, an analysis, an ownership estimate, a shape or an opening in many games.
//!
//! The context belongs to the one search thread. It keeps the players, and so the trees, of the few browsers that asked last.

use std::sync::Arc;
use std::time::Duration;

use go_board::{BoardSize, Color, GameBoard, Point};
use go_engine::{
    Analysis, Choice, Effort, EndJudgement, EngineConfig, FinalStatus, GameClock, Level, Player, Purpose, Task,
    TreePlayer, Watch, counts_every_stone,
};
use go_models::{Appraiser, Predictors};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Deserialize;
use serde_json::{Value, json};
use tsumego::Table;

use crate::answer::Refused;
use crate::clock::ClockState;
use crate::collection::Collection;
use crate::find::FindWork;
use crate::line::Line;
use crate::opening::OpeningWork;
use crate::queue::{Call, Turn, Work};

/// Monotonic clock shared by all searches.
pub(crate) type SharedClock = Arc<dyn Fn() -> Duration + Send + Sync>;

/// Players that are kept with their trees.
const MAX_PLAYERS: usize = 4;
/// Memory of a kept tree. 10,000 playouts from the empty 19x19 board take about 15.
const TREE_MIB: usize = 64;
/// Memory of the table for life and death, which all pages share.
const TABLE_MIB: usize = 64;
/// The longest time for one move when no one else waits.
const MOST_TIME: Duration = Duration::from_secs(10);
/// The shortest time that a move gets however many wait.
const LEAST_TIME: Duration = Duration::from_millis(400);
/// A turn of an analysis while others wait.
pub(crate) const SLICE: Duration = Duration::from_millis(300);
/// The longest analysis: a forgotten tab must not use the CPU for ever.
const LONGEST_ANALYSIS: Duration = Duration::from_secs(60);
/// How often the page gets a progress report.
pub(crate) const REPORT_EVERY: Duration = Duration::from_millis(250);
/// Playouts behind a judgement.
const JUDGING_PLAYOUTS: usize = 300;
/// Moves that an analysis names.
const MOST_MOVES: usize = 12;
/// Moves of a variation.
const LONGEST_VARIATION: usize = 12;

/// The state of the search thread.
pub(crate) struct SearchContext {
    pub(crate) settings: SearchSettings,
    /// The most recent user is last.
    players: Vec<KeptPlayer>,
    /// Players of one thread each that judge for all reviews: a waiting review has no tree.
    pub(crate) reviewers: Vec<TreePlayer>,
    /// What is proved about life and death; made when it is first needed.
    table: Option<Table>,
}

/// What searches share and never change.
pub(crate) struct SearchSettings {
    pub(crate) predictors: Arc<Predictors>,
    pub(crate) appraiser: Option<Arc<dyn Appraiser>>,
    pub(crate) collection: Arc<Collection>,
    pub(crate) clock: SharedClock,
    pub(crate) review_playouts: u64,
    pub(crate) n_threads: usize,
    pub(crate) seed: u64,
}

struct KeptPlayer {
    client: String,
    level: Option<Level>,
    is_analyst: bool,
    player: TreePlayer,
}

impl SearchContext {
    /// A context without players.
    pub(crate) fn new(settings: SearchSettings) -> Self {
        Self { settings, players: Vec::new(), reviewers: Vec::new(), table: None }
    }

    /// Forgets all trees.
    pub(crate) fn forget(&mut self) {
        self.players.clear();
        self.reviewers.clear();
        self.table = None;
    }

    /// The table for life and death. Problems that share it never meet.
    pub(crate) fn table(&mut self) -> &mut Table {
        self.table.get_or_insert_with(|| Table::with_bytes(TABLE_MIB << 20))
    }

    /// The browser's player, with the tree of its last move if it was the same sort of player.
    fn player(&mut self, client: &str, level: Option<Level>, is_analyst: bool) -> &mut TreePlayer {
        let wanted = |kept: &KeptPlayer| kept.client == client && kept.is_analyst == is_analyst && kept.level == level;
        let kept = match self.players.iter().position(wanted) {
            Some(idx) => self.players.remove(idx),
            None => {
                self.players.retain(|kept| kept.client != client || kept.is_analyst != is_analyst);
                if self.players.len() >= MAX_PLAYERS {
                    self.players.remove(0);
                }
                KeptPlayer { client: client.to_owned(), level, is_analyst, player: self.new_player(level) }
            }
        };
        self.players.push(kept);
        &mut self.players.last_mut().expect("just pushed").player
    }

    fn new_player(&self, level: Option<Level>) -> TreePlayer {
        let mut config = EngineConfig::default();
        config.tree.memory_mib = TREE_MIB;
        self.player_with(config, Effort { n_threads: self.settings.n_threads, level, ..Effort::default() })
    }

    /// A player with an empty tree.
    pub(crate) fn player_with(&self, config: EngineConfig, effort: Effort) -> TreePlayer {
        let predictors = Arc::clone(&self.settings.predictors);
        let models = Box::new(move |size| Some(predictors.for_size(size)));
        let clock = Arc::clone(&self.settings.clock);
        let appraiser = self.settings.appraiser.clone();
        TreePlayer::new(config, effort, models, self.settings.seed, Box::new(move || clock()))
            .with_appraisers(Box::new(move |_| appraiser.clone()))
    }
}

/// A question to search for.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SearchQuestion {
    line: Line,
    task: SearchTask,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
enum SearchTask {
    /// Choose a move for the side to move.
    Move {
        /// `full` or a rank.
        level: String,
        clock: Option<ClockState>,
    },
    /// Look on.
    Analysis {},
    /// Who owns what, and which stones are dead.
    Judge {},
    /// The position in the collection of games, or only the part between two corners.
    Find { part: Option<[String; 2]> },
    /// What was answered in the games, in the corner of a point or of the last move and on the whole board.
    Opening { near: Option<String> },
}

impl SearchQuestion {
    /// The work that answers it.
    pub(crate) fn work(self, client: &str) -> Result<Box<dyn Work>, Refused> {
        let game = self.line.game().map_err(Refused::bad)?;
        let client = client.to_owned();
        Ok(match self.task {
            SearchTask::Move { level, clock } => {
                let level = match level.as_str() {
                    "full" => None,
                    rank => Some(rank.parse::<Level>().map_err(Refused::bad)?),
                };
                let clock = clock.map(|clock| clock.clock()).transpose()?;
                Box::new(MoveSearch { client, game, level, clock })
            }
            SearchTask::Analysis {} => Box::new(AnalysisSearch { client, game, used: Duration::ZERO }),
            SearchTask::Judge {} => Box::new(Judgement { game }),
            SearchTask::Find { part } => Box::new(FindWork::new(&game, part.as_ref())?),
            SearchTask::Opening { near } => Box::new(OpeningWork::new(&game, near.as_deref())?),
        })
    }
}

/// The time for a search that cannot be put back in the queue.
pub(crate) fn share_of_time(call: &Call) -> Duration {
    let share = u32::try_from(call.n_waiting() + 1).unwrap_or(u32::MAX);
    (MOST_TIME / share).max(LEAST_TIME)
}

struct MoveSearch {
    client: String,
    game: GameBoard,
    level: Option<Level>,
    clock: Option<GameClock>,
}

impl Work for MoveSearch {
    fn turn(&mut self, context: &mut SearchContext, call: &Call) -> Turn {
        let now = Arc::clone(&context.settings.clock);
        let deadline = now() + share_of_time(call);
        let game = &self.game;
        let mut thought = None;
        let mut show = |analysis: &Analysis| {
            let told = analysis_json(game, analysis);
            call.report("thinking", told.clone());
            thought = Some(told);
        };
        let mut task = Task {
            purpose: Purpose::Game,
            clock: self.clock,
            stop: &|| call.is_over() || now() >= deadline,
            watch: Some(Watch { every: REPORT_EVERY, show: &mut show }),
        };
        let choice = context.player(&self.client, self.level, false).choose(game, &mut task);
        let name = match choice {
            Choice::Play(mv) => game.size().vertex(mv).to_string(),
            Choice::Resign => "resign".to_owned(),
        };
        call.answer("move", json!({ "move": name, "analysis": thought }));
        Turn::Done
    }
}

struct AnalysisSearch {
    client: String,
    game: GameBoard,
    used: Duration,
}

impl Work for AnalysisSearch {
    fn turn(&mut self, context: &mut SearchContext, call: &Call) -> Turn {
        let now = Arc::clone(&context.settings.clock);
        let begin = now();
        let (game, before) = (&self.game, self.used);
        let is_over = |spent: Duration| call.is_over() || before + spent >= LONGEST_ANALYSIS;
        let stop = || {
            let spent = now() - begin;
            is_over(spent) || spent >= SLICE && call.n_waiting() > 0
        };
        let mut show = |analysis: &Analysis| call.report("analysis", analysis_json(game, analysis));
        let mut task = Task {
            purpose: Purpose::Analysis,
            clock: None,
            stop: &stop,
            watch: Some(Watch { every: REPORT_EVERY, show: &mut show }),
        };
        context.player(&self.client, None, true).choose(game, &mut task);
        let spent = now() - begin;
        self.used += spent;
        // A search that ends by itself has proven the result.
        if spent >= SLICE && call.n_waiting() > 0 && !call.is_over() && self.used < LONGEST_ANALYSIS {
            return Turn::Again;
        }
        call.answer("end", json!({ "seconds": self.used.as_secs_f64() }));
        Turn::Done
    }
}

struct Judgement {
    game: GameBoard,
}

impl Work for Judgement {
    fn turn(&mut self, context: &mut SearchContext, call: &Call) -> Turn {
        let config = EngineConfig::default().playout;
        let mut random = Xoshiro256PlusPlus::seed_from_u64(context.settings.seed);
        let judged = EndJudgement::by_playouts(&self.game, &config, JUDGING_PLAYOUTS, &mut random);
        let (game, size) = (&self.game, self.game.size());
        // Where every stone counts, none is dead.
        let status = if counts_every_stone(game) { FinalStatus::default() } else { judged.status() };
        let names = |points: &mut dyn Iterator<Item = Point>| points.map(|point| size.name(point)).collect::<Vec<_>>();
        let owner = |point| judged.share(point, Color::Black) - judged.share(point, Color::White);
        let bonus = game.rules().bonus(game.n_handicap());
        let lead = size.points().map(owner).sum::<f64>() - f64::from(game.komi() + bonus);
        call.answer(
            "judgement",
            json!({
                "dead": names(&mut status.dead.iter()),
                "seki": names(&mut status.seki.iter()),
                "ownership": size.points().map(|point| rounded(owner(point))).collect::<Vec<_>>(),
                "lead": rounded(lead),
            }),
        );
        Turn::Done
    }
}

/// Two decimals are more than playouts know.
fn rounded(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

/// A thousandth of a win rate shows a search at work.
fn rate(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
}

/// An analysis as the page reads it: win rate, lead and ownership are Black's; a move's are the side's who plays it.
fn analysis_json(game: &GameBoard, analysis: &Analysis) -> Value {
    let size = game.size();
    let for_black = game.to_move() == Color::Black;
    let moves = analysis.moves.iter().take(MOST_MOVES).map(|report| {
        let variation = report.variation.iter().take(LONGEST_VARIATION).map(|&mv| size.vertex(mv).to_string());
        json!({
            "move": size.vertex(report.mv).to_string(),
            "visits": report.n_visits,
            "rate": rate(report.win_rate),
            "low": rate(report.win_rate_low),
            "lead": report.score_lead.map(rounded),
            "prior": rate(report.prior),
            "line": variation.collect::<Vec<_>>(),
        })
    });
    let sign = if for_black { 1.0 } else { -1.0 };
    let owners = |size: BoardSize| {
        let owners = analysis.ownership.as_ref()?;
        Some(size.points().map(|point| rounded(sign * f64::from(owners[point]))).collect::<Vec<_>>())
    };
    json!({
        "playouts": analysis.n_playouts,
        "rate": rate(if for_black { analysis.win_rate } else { 1.0 - analysis.win_rate }),
        "lead": analysis.score_lead.map(|lead| rounded(sign * lead)),
        "moves": moves.collect::<Vec<_>>(),
        "ownership": owners(size),
    })
}

/// A context for tests that run no search.
#[cfg(test)]
pub(crate) fn context_for_tests() -> SearchContext {
    let named = go_models::NamedPredictor::new("none", vec![9], || unreachable!("no search here"));
    SearchContext::new(SearchSettings {
        predictors: Arc::new(Predictors::by_size(vec![named])),
        appraiser: None,
        collection: Collection::of("none", Vec::new()),
        clock: Arc::new(|| Duration::ZERO),
        review_playouts: 1,
        n_threads: 1,
        seed: 1,
    })
}
