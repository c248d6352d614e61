//! The judgement of one position by search and model, in a form that can be saved.
//!
//! Each position is judged from scratch with a seed of its own, so that the order in which positions are judged, and by how
//! many threads, does not matter. Values are rounded to four digits, whose decimal form is read back exactly.

use crate::subject::Subject;
use go_board::Color;
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
}

/// Tree memory of one player; a quick search needs little.
const TREE_MIB: usize = 64;

/// Default playouts per position: enough for about two minutes on two cores for a game of 200 moves.
pub const QUICK_PLAYOUTS: u64 = 4000;

/// The engine's parameters for judging: the real komi in every position, since win rates under different ones cannot be compared.
pub fn judge_config() -> EngineConfig {
    let mut config = EngineConfig::default();
    config.tree.memory_mib = TREE_MIB;
    config.conduct.handicap_stone = 0.0;
    config
}

fn rounded(value: f64) -> f64 {
    if value.is_finite() { (value * 1e4).round() / 1e4 } else { 0.0 }
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
    let mut seen: Option<Analysis> = None;
    player.new_game();
    player.set_seed(seed.wrapping_add(n as u64));
    {
        let mut show = |analysis: &Analysis| seen = Some(analysis.clone());
        // Only the last report counts, and a player gives one when it is done.
        let watch = Watch { every: Duration::MAX / 4, show: &mut show };
        let mut task = Task { watch: Some(watch), stop, ..Task::new(Purpose::Test) };
        player.choose(&board, &mut task);
    }
    if stop() {
        return None;
    }
    let recorded = subject.moves().get(n).map(|recorded| {
        let mut prediction = Prediction::default();
        model.predict(board.position(), &mut prediction);
        (f64::from(prediction.probability(recorded.mv)), prediction.rank(recorded.mv))
    });
    let mut judgement = Judgement {
        n_playouts: 0,
        win_rate: 0.5,
        score_lead: None,
        candidates: Vec::new(),
        ownership: Vec::new(),
        probability: recorded.map(|(probability, _)| rounded(probability)),
        rank: recorded.map(|(_, rank)| rank),
    };
    let Some(analysis) = seen else { return Some(judgement) };
    judgement.n_playouts = analysis.n_playouts;
    judgement.win_rate = rounded(analysis.win_rate);
    judgement.score_lead = analysis.score_lead.map(|lead| (lead * 10.0).round() / 10.0);
    let legal = analysis.moves.iter().filter(|report| board.check(board.to_move(), report.mv).is_ok());
    let candidate = |report: &go_engine::MoveReport| Candidate {
        mv: subject.name(report.mv),
        n_visits: report.n_visits,
        win_rate: rounded(report.win_rate),
        variation: report.variation.iter().take(MAX_VARIATION).map(|&mv| subject.name(mv)).collect(),
    };
    judgement.candidates = legal.filter(|report| report.n_visits > 0).take(MAX_CANDIDATES).map(candidate).collect();
    if let Some(shares) = &analysis.ownership {
        let sign = if board.to_move() == Color::Black { 100.0 } else { -100.0 };
        let share = |point| (sign * shares[point]).round().clamp(-100.0, 100.0) as i8;
        judgement.ownership = subject.size().points().map(share).collect();
    }
    Some(judgement)
}
