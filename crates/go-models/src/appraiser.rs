//! The interface between models of final ownership and their users: a position in, the expected end of the game out.
//!
//! Everything is in Black's view, so that it need not be turned round with the side to move. Does not choose moves: that is a
//! [`Predictor`](crate::Predictor)'s part.

use go_board::{PointMap, Position};

/// What a model of final ownership says of a position; everything in Black's view.
#[derive(Clone)]
pub struct Appraisal {
    /// For every point, from -1 (White's at the end) to 1 (Black's).
    pub ownership: Box<PointMap<f32>>,
    /// Expected final area lead of Black on the board, without komi.
    pub area_lead: f32,
    /// Its standard deviation.
    pub spread: f32,
    /// Black's chance to win with the position's komi.
    pub black_wins: f32,
}

/// Something that foresees who owns what at the end of a game. Buffers are the implementation's own: the search asks from several threads.
pub trait Appraiser: Send + Sync {
    /// A short name for tables and remarks.
    fn name(&self) -> &str;

    /// Whether it can judge this position. Where it cannot, what `appraise` says is meaningless.
    fn covers(&self, position: &Position) -> bool;

    /// Judges the position. The same position always gets the same answer.
    fn appraise(&self, position: &Position) -> Appraisal;
}
