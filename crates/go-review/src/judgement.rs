//! The judgement of one position by search and model, in a form that can be saved.
//!
//! Where the record goes on with another move than the search's choice, both are looked at alike: the position after either is searched
//! on its own, with the same playouts and the same seed. The difference of these two is what the move lost; the search of the position
//! itself has looked at the played move with a few playouts only, and has chosen its best move for looking good. Where the difference is
//! worth a remark both are looked at again, with another seed, and the mean counts.
//!
//! Each position is judged from scratch with a seed of its own, so that the order in which positions are judged, and by how
//! many threads, does not matter. Values are rounded to four digits, whose decimal form is read back exactly.

use crate::grounds::{Grounds, rounded};
use crate::subject::Subject;
use go_board::{Color, GameBoard, Move};
use go_engine::{Analysis, EngineConfig, Player, Purpose, Task, Watch};
use go_models::{Prediction, Predictor};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Moves of a principal variation that are kept.
const MAX_VARIATION: usize = 10;
/// Moves that the search tried and that are kept.
const MAX_CANDIDATES: usize = 5;

/// A move that the search tried.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Candidate {
    /// The move's name.
    pub mv: String,
    /// How often it was tried.
    pub n_visits: u64,
    /// The mover's chance to win after it.
    pub win_rate: f64,
    /// The expected continuation, this move first.
    pub variation: Vec<String>,
}

/// A move looked at on its own: the position after it was searched. Values are the mover's.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Look {
    /// The move's name.
    pub mv: String,
    /// The mover's chance to win after it.
    pub win_rate: f64,
    /// The mover's lead after it.
    pub lead: f64,
    /// The expected continuation, this move first.
    pub variation: Vec<String>,
    /// What each search of it found, for the opponent, who is to move then.
    #[serde(default)]
    pub grounds: Vec<Grounds>,
}

/// The search's choice and the recorded move, looked at alike.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Comparison {
    /// The search's choice.
    pub best: Look,
    /// The recorded move.
    pub played: Look,
    /// How often each was searched.
    pub n_looks: u32,
}

/// A judged position.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Judgement {
    /// Playouts behind it.
    pub n_playouts: u64,
    /// The chance of the side to move to win.
    pub win_rate: f64,
    /// The side to move's lead in points, if the player counts them.
    pub score_lead: Option<f64>,
    /// What the search would play, the best first.
    pub candidates: Vec<Candidate>,
    /// For every point, row by row: hundredths from -100 (White's) to 100 (Black's); empty if the player keeps none.
    pub ownership: Vec<i8>,
    /// The model's probability of the recorded move; `None` after the last one.
    pub probability: Option<f64>,
    /// The recorded move's rank in the model's order.
    pub rank: Option<usize>,
    /// The model's probability of the likeliest move. What follows is missing in judgements of older programs.
    #[serde(default)]
    pub likeliest: f64,
    /// Playouts that tried the recorded move, of the search of this position.
    #[serde(default)]
    pub played_visits: u64,
    /// What the search found, if the player says so.
    #[serde(default)]
    pub grounds: Option<Grounds>,
    /// The recorded move beside the search's choice, where they differ.
    pub comparison: Option<Comparison>,
}

/// Tree memory of one player; a quick search needs little.
const TREE_MIB: usize = 64;

/// Default playouts of a search: enough for about two minutes on two cores for a game of 200 moves.
pub const QUICK_PLAYOUTS: u64 = 1500;

/// A difference that is worth a second look: in points, or in win rate.
const WORTH_A_LOOK: (f64, f64) = (1.2, 0.03);
/// Second looks have seeds of their own.
const SECOND_SEED: u64 = 0x5eed;

/// The engine's parameters for judging.
pub fn judge_config() -> EngineConfig {
    judge_config_of(EngineConfig::default())
}

/// Other parameters made fit for judging: the real komi in every position, since win rates under different ones cannot be compared, and less memory.
pub fn judge_config_of(mut config: EngineConfig) -> EngineConfig {
    config.tree.memory_mib = TREE_MIB;
    config.conduct.handicap_stone = 0.0;
    config
}

/// Judges the position after `n` moves. The strength of `player` is the caller's choice; its tree and seed are reset.
pub fn judge(subject: &Subject, n: usize, player: &mut dyn Player, model: &dyn Predictor, seed: u64) -> Judgement {
    judge_until(subject, n, player, model, seed, &|| false).expect("it is never stopped")
}

/// The same with cancellation: `None` if `stop` returned true before the player was done.
pub fn judge_until(
    subject: &Subject,
    n: usize,
    player: &mut dyn Player,
    model: &dyn Predictor,
    seed: u64,
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<Judgement> {
    let board = subject.position(n);
    let seed = seed.wrapping_add(n as u64);
    let seen = search(&board, player, seed, stop)?;
    let mut prediction = Prediction::default();
    model.predict(board.position(), &mut prediction);
    let probability = |mv: Move| rounded(f64::from(prediction.probability(mv)));
    let recorded = subject.moves().get(n).map(|recorded| recorded.mv);
    let mut judgement = Judgement {
        n_playouts: 0,
        win_rate: 0.5,
        score_lead: None,
        candidates: Vec::new(),
        ownership: Vec::new(),
        probability: recorded.map(probability),
        rank: recorded.map(|mv| prediction.rank(mv)),
        likeliest: prediction.ranked().first().map_or(0.0, |(_, likeliest)| rounded(f64::from(*likeliest))),
        played_visits: 0,
        grounds: None,
        comparison: None,
    };
    let Some(analysis) = seen else { return Some(judgement) };
    judgement.n_playouts = analysis.n_playouts;
    judgement.win_rate = rounded(analysis.win_rate);
    judgement.score_lead = analysis.score_lead.map(tenths);
    let legal = analysis.moves.iter().filter(|report| board.check(board.to_move(), report.mv).is_ok());
    let candidate = |report: &go_engine::MoveReport| Candidate {
        mv: subject.name(report.mv),
        n_visits: report.n_visits,
        win_rate: rounded(report.win_rate),
        variation: names(subject, &report.variation),
    };
    let tried: Vec<_> = legal.filter(|report| report.n_visits > 0).take(MAX_CANDIDATES).collect();
    judgement.candidates = tried.iter().map(|report| candidate(report)).collect();
    judgement.played_visits =
        analysis.moves.iter().find(|report| Some(report.mv) == recorded).map_or(0, |report| report.n_visits);
    judgement.grounds = Grounds::of(&board, &analysis);
    if let Some(shares) = &analysis.ownership {
        let sign = if board.to_move() == Color::Black { 100.0 } else { -100.0 };
        let share = |point| (sign * shares[point]).round().clamp(-100.0, 100.0) as i8;
        judgement.ownership = subject.size().points().map(share).collect();
    }
    if let (Some(best), Some(recorded)) = (tried.first(), subject.moves().get(n))
        && best.mv != recorded.mv
    {
        let looker = Looker { subject, board: &board, mover: recorded.color, stop };
        judgement.comparison = looker.compare((best.mv, recorded.mv), player, seed)?;
    }
    Some(judgement)
}

/// Searches a position with an empty tree; `None` if `stop` said so, no analysis if the player gave none.
fn search(
    board: &GameBoard,
    player: &mut dyn Player,
    seed: u64,
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<Option<Analysis>> {
    let mut seen: Option<Analysis> = None;
    player.new_game();
    player.set_seed(seed);
    let mut show = |analysis: &Analysis| seen = Some(analysis.clone());
    // Only the last report counts, and a player gives one when it is done.
    let watch = Watch { every: Duration::MAX / 4, show: &mut show };
    let mut task = Task { watch: Some(watch), stop, ..Task::new(Purpose::Test) };
    player.choose(board, &mut task);
    (!stop()).then_some(seen)
}

fn names(subject: &Subject, moves: &[Move]) -> Vec<String> {
    moves.iter().take(MAX_VARIATION).map(|&mv| subject.name(mv)).collect()
}

fn tenths(lead: f64) -> f64 {
    (lead * 10.0).round() / 10.0
}

/// Looks at moves of a position on their own.
struct Looker<'a> {
    subject: &'a Subject,
    board: &'a GameBoard,
    mover: Color,
    stop: &'a (dyn Fn() -> bool + Sync),
}

impl Looker<'_> {
    /// Both moves looked at alike; nothing where one of them ends the game or cannot be played. `None` if it was stopped.
    fn compare(&self, (best, played): (Move, Move), player: &mut dyn Player, seed: u64) -> Option<Option<Comparison>> {
        let mut both = |seed| -> Option<Option<(Look, Look)>> {
            let Some(best) = self.look(best, player, seed)? else { return Some(None) };
            Some(self.look(played, player, seed)?.map(|played| (best, played)))
        };
        let Some((mut best, mut played)) = both(seed)? else { return Some(None) };
        let mut n_looks = 1;
        let (points, rate) = WORTH_A_LOOK;
        if (best.lead - played.lead >= points || best.win_rate - played.win_rate >= rate)
            && let Some((best_again, played_again)) = both(seed ^ SECOND_SEED)?
        {
            best.add(&best_again);
            played.add(&played_again);
            n_looks = 2;
        }
        Some(Some(Comparison { best, played, n_looks }))
    }

    fn look(&self, mv: Move, player: &mut dyn Player, seed: u64) -> Option<Option<Look>> {
        let mut after = self.board.clone();
        if after.play_recorded(self.mover, mv).is_err() || after.n_last_passes() >= 2 {
            return Some(None);
        }
        let Some(analysis) = search(&after, player, seed, self.stop)? else { return Some(None) };
        let answer = analysis.moves.first().map_or(&[][..], |report| &report.variation);
        let mut variation = vec![self.subject.name(mv)];
        variation.extend(names(self.subject, answer).into_iter().take(MAX_VARIATION - 1));
        let lead = -tenths(analysis.score_lead.unwrap_or(0.0));
        let grounds = Grounds::of(&after, &analysis).into_iter().collect();
        let win_rate = rounded(1.0 - analysis.win_rate);
        Some(Some(Look { mv: self.subject.name(mv), win_rate, lead, variation, grounds }))
    }
}

impl Look {
    /// The mean of this look and another one; the line is the first one's.
    fn add(&mut self, again: &Look) {
        self.win_rate = rounded((self.win_rate + again.win_rate) / 2.0);
        self.lead = rounded((self.lead + again.lead) / 2.0);
        self.grounds.extend(&again.grounds);
    }
}
