//! The interface between models of final ownership and their users: a position in, the expected end of the game out.
//!
//! Everything is in Black's view, so that it need not be turned round with the side to move. Does not choose moves: that is a
//! [`Predictor`](crate::Predictor)'s part.

use go_board::{PointMap, Position};
use std::sync::Arc;

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

    /// The same at leisure, for what people see: several times the work for an answer with less noise. Without another way it is the same answer.
    fn appraise_with_care(&self, position: &Position) -> Appraisal {
        self.appraise(position)
    }
}

/// Several appraisers as one: each position is judged by the first that covers it.
pub struct Appraisers {
    name: String,
    members: Vec<Arc<dyn Appraiser>>,
}

impl Appraisers {
    /// Combines them. Panics without any.
    pub fn new(members: Vec<Arc<dyn Appraiser>>) -> Appraisers {
        assert!(!members.is_empty(), "an appraiser at least");
        let names: Vec<&str> = members.iter().map(|member| member.name()).collect();
        Appraisers { name: names.join(", "), members }
    }

    fn member_for(&self, position: &Position) -> &dyn Appraiser {
        &**self.members.iter().find(|member| member.covers(position)).unwrap_or(&self.members[0])
    }
}

impl Appraiser for Appraisers {
    fn name(&self) -> &str {
        &self.name
    }

    fn covers(&self, position: &Position) -> bool {
        self.members.iter().any(|member| member.covers(position))
    }

    fn appraise(&self, position: &Position) -> Appraisal {
        self.member_for(position).appraise(position)
    }

    fn appraise_with_care(&self, position: &Position) -> Appraisal {
        self.member_for(position).appraise_with_care(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use go_board::BoardSize;

    /// Covers one size and says it.
    struct Sized(u8);

    impl Appraiser for Sized {
        fn name(&self) -> &str {
            if self.0 == 9 { "nine" } else { "other" }
        }

        fn covers(&self, position: &Position) -> bool {
            position.board.size().get() == self.0
        }

        fn appraise(&self, _: &Position) -> Appraisal {
            let ownership = Box::new(PointMap::filled(0.0));
            Appraisal { ownership, area_lead: f32::from(self.0), spread: 1.0, black_wins: 0.5 }
        }
    }

    #[test]
    fn the_first_that_covers_a_position_judges_it() {
        let both = Appraisers::new(vec![Arc::new(Sized(9)), Arc::new(Sized(13))]);
        let on = |size: usize| Position::new(BoardSize::new(size).expect("a size"), 7.5);
        assert_eq!(both.name(), "nine, other");
        assert_eq!([9, 13, 19].map(|size| both.covers(&on(size))), [true, true, false]);
        assert_eq!([9, 13].map(|size| both.appraise(&on(size)).area_lead), [9.0, 13.0]);
    }
}
