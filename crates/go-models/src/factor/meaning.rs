//! What a feature number of the factor model stands for.

use go_board::N_RECENT_MOVES;
use go_features::Evidence;
use go_features::foreseen::ForeseenFamily;
use go_features::sets::Family;
use go_features::shape::ShapeFamily;
use go_features::tactical::TacticalFamily;
use go_features::tactical2::Tactical2Family;

/// The meaning of a feature number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Meaning {
    /// A level of a dense family.
    Dense(DenseFamily, u32),
    /// A level of a tactical family of van Niekerk 2014.
    Tactical(TacticalFamily, u8),
    /// A level of a family of tactical-2.
    Tactical2(Tactical2Family, u8),
    /// A level of a family of an added set.
    Added(&'static Family, u8),
    /// A level of a family about foreseen owners.
    Foreseen(ForeseenFamily, u8),
    /// A known shape of that family and size.
    Shape(ShapeFamily, usize),
}

/// The families that are about the place of a move in the game and on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum DenseFamily {
    /// A pass, and whether it answers one.
    Pass,
    /// How far the game has come.
    Phase,
    /// The point up to symmetry.
    Place,
    /// The circular distance to the move so many turns ago, from 1.
    NearMove(usize),
}

impl DenseFamily {
    /// All of them, in the order of their numbers.
    pub(super) const ALL: [DenseFamily; 3 + N_RECENT_MOVES] = {
        let mut all = [DenseFamily::Pass; 3 + N_RECENT_MOVES];
        all[1] = DenseFamily::Phase;
        all[2] = DenseFamily::Place;
        let mut n = 1;
        while n <= N_RECENT_MOVES {
            all[2 + n] = DenseFamily::NearMove(n);
            n += 1;
        }
        all
    };

    /// The place in `ALL`.
    pub(super) const fn index(self) -> usize {
        match self {
            DenseFamily::Pass => 0,
            DenseFamily::Phase => 1,
            DenseFamily::Place => 2,
            DenseFamily::NearMove(turns_ago) => 2 + turns_ago,
        }
    }

    /// The number of levels, level 0 included.
    pub(super) const fn n_levels(self) -> u32 {
        match self {
            DenseFamily::Pass => 3,
            DenseFamily::Phase => 12,
            DenseFamily::Place => 92,
            DenseFamily::NearMove(_) => FARTHEST as u32 + 1,
        }
    }
}

/// Farther moves are not near.
pub(super) const FARTHEST: usize = 17;

/// A feature of a move with its evidence.
pub(super) struct Seen {
    pub(super) number: u32,
    pub(super) meaning: Meaning,
    pub(super) evidence: Evidence,
}
