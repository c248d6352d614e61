//! The interface of an evaluation: a position in, who will own what out.

use go_board::{PointMap, Position};

/// What a model of final ownership says of a position; everything in Black's view.
#[derive(Clone)]
pub struct Appraisal {
    /// For every point, from -1 (White's) to 1 (Black's).
    pub ownership: Box<PointMap<f32>>,
    /// Black's expected area lead at the end, without komi.
    pub area_lead: f32,
    /// The standard deviation of the final lead around it.
    pub spread: f32,
    /// Black's chance to win under the komi of the position.
    pub black_wins: f32,
}

/// Something that knows how positions end.
pub trait Appraiser: Send + Sync {
    /// A short name for tables.
    fn name(&self) -> &str;

    /// Whether it was made for positions like this one.
    fn covers(&self, position: &Position) -> bool;

    /// What becomes of the position.
    fn appraise(&self, position: &Position) -> Appraisal;
}
