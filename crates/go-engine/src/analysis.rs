//! The analysis of a position by a player, in a form for all front ends.

use go_board::{Move, PointMap};
use go_models::Appraisal;

use crate::shown::Findings;

/// A position judged. All values are from the side to move.
#[derive(Clone, Default)]
pub struct Analysis {
    /// Playouts behind the judgement.
    pub n_playouts: u64,
    /// The chance to win.
    pub win_rate: f64,
    /// Expected lead in points under the komi of the game, if the player counts them; it is above 0 where the chance to win is above a half.
    pub score_lead: Option<f64>,
    /// The standard deviation of the lead from playout to playout. Where a model's judgement is mixed in with weight w it is about (1 - w) of that of the
    /// playouts alone.
    pub score_spread: Option<f64>,
    /// Candidate moves, the best first.
    pub moves: Vec<MoveReport>,
    /// For every point, from -1 (the opponent's) to 1 (the side to move's), if the player keeps it.
    pub ownership: Option<Box<PointMap<f32>>>,
    /// The same over playouts alone, before a model of final ownership and the factors of points had their say; in Black's view.
    pub playout_owners: Option<Box<PointMap<f32>>>,
    /// For every point, how much owning it and winning go together (0: not at all), if the player keeps it.
    pub criticality: Option<Box<PointMap<f32>>>,
    /// What a model of final ownership says of the position, if the player has one that covers it; in Black's view.
    pub appraisal: Option<Appraisal>,
    /// What the search found about its best move and over all playouts, before that became what is shown.
    pub findings: Option<(Findings, Findings)>,
}

/// One candidate move.
#[derive(Debug, Clone, PartialEq)]
pub struct MoveReport {
    /// The move.
    pub mv: Move,
    /// How often it was tried.
    pub n_visits: u64,
    /// The chance to win after it.
    pub win_rate: f64,
    /// A lower confidence bound of that chance.
    pub win_rate_low: f64,
    /// Its probability before any search.
    pub prior: f64,
    /// Expected lead in points after it, if the player counts them; of the same playouts as `win_rate`.
    pub score_lead: Option<f64>,
    /// The standard deviation of that lead from playout to playout.
    pub score_spread: Option<f64>,
    /// The expected continuation, this move first.
    pub variation: Vec<Move>,
}
