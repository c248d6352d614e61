//! What speaks for Black or White as the owner of a point at the end of the game.
//!
//! Every feature is signed: above 0 it speaks for Black, below for White, and with exchanged colours everything changes its sign. Some are what others say of the
//! point (the share of playouts that gave it to a side, and what a model of final ownership foresees, both as log-odds, apart for stones that they
//! confirm, for stones that they think dead and for empty points); the rest is what the board shows: stones, liberties, enclosed areas, distance and influence.
//!
//! There is no reading here and nothing about eyes: playouts see both, roughly.

mod surroundings;
#[cfg(test)]
mod tests;

use go_board::{Board, Color, Liberties, Point, PointMap};

use surroundings::{enclosed, influence, nearer};

/// Opinions are kept this far from certainty before their log-odds are taken.
const LEAST_DOUBT: f32 = 0.01;

/// A signed feature of a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum PointFeature {
    /// Playouts leave the stone on the point to its colour.
    PlayoutsConfirm,
    /// Playouts mostly take the stone on the point.
    PlayoutsKill,
    /// Playouts give the empty point to a side.
    PlayoutsGive,
    /// The model of final ownership leaves the stone to its colour.
    ForeseenConfirm,
    /// It takes the stone.
    ForeseenKill,
    /// It gives the empty point to a side.
    ForeseenGive,
    /// A stone.
    Stone,
    /// A stone of a chain with one liberty.
    InAtari,
    /// A stone of a chain with two.
    TwoLiberties,
    /// A stone of a chain with three.
    ThreeLiberties,
    /// A stone, by the logarithm of its chain's size.
    ChainSize,
    /// An empty point of an area that only one colour borders.
    Enclosed,
    /// An empty point, by the stones next to it.
    Neighbours,
    /// An empty point nearer to one colour.
    Nearer,
    /// An empty point under the influence of one colour.
    Influence,
    /// The same on the first two lines.
    InfluenceAtEdge,
}

/// How many there are.
pub const N_POINT_FEATURES: usize = 16;

impl PointFeature {
    /// All of them, in the order of their values.
    pub const ALL: [PointFeature; N_POINT_FEATURES] = [
        Self::PlayoutsConfirm,
        Self::PlayoutsKill,
        Self::PlayoutsGive,
        Self::ForeseenConfirm,
        Self::ForeseenKill,
        Self::ForeseenGive,
        Self::Stone,
        Self::InAtari,
        Self::TwoLiberties,
        Self::ThreeLiberties,
        Self::ChainSize,
        Self::Enclosed,
        Self::Neighbours,
        Self::Nearer,
        Self::Influence,
        Self::InfluenceAtEdge,
    ];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::PlayoutsConfirm => "playouts-confirm",
            Self::PlayoutsKill => "playouts-kill",
            Self::PlayoutsGive => "playouts-give",
            Self::ForeseenConfirm => "foreseen-confirm",
            Self::ForeseenKill => "foreseen-kill",
            Self::ForeseenGive => "foreseen-give",
            Self::Stone => "stone",
            Self::InAtari => "in-atari",
            Self::TwoLiberties => "two-liberties",
            Self::ThreeLiberties => "three-liberties",
            Self::ChainSize => "chain-size",
            Self::Enclosed => "enclosed",
            Self::Neighbours => "neighbours",
            Self::Nearer => "nearer",
            Self::Influence => "influence",
            Self::InfluenceAtEdge => "influence-at-edge",
        }
    }
}

/// A board with the opinions about it, all in Black's view: from -1 (White's) to 1 (Black's).
#[derive(Clone, Copy)]
pub struct Outlook<'a> {
    /// The stones.
    pub board: &'a Board,
    /// The mean owner over playouts.
    pub playouts: &'a PointMap<f32>,
    /// What a model of final ownership says, if there is one.
    pub foreseen: Option<&'a PointMap<f32>>,
}

/// What is computed once for all points of a board.
pub struct PointReader<'a> {
    outlook: Outlook<'a>,
    /// Of empty points: the colour that alone borders their area, as a sign.
    enclosed: PointMap<f32>,
    influence: PointMap<f32>,
}

/// A colour as a sign in Black's view.
pub(crate) fn sign(color: Color) -> f32 {
    if color == Color::Black { 1.0 } else { -1.0 }
}

/// The log-odds of an opinion.
fn log_odds(opinion: f32) -> f32 {
    let black = ((1.0 + opinion) / 2.0).clamp(LEAST_DOUBT, 1.0 - LEAST_DOUBT);
    (black / (1.0 - black)).ln()
}

impl<'a> PointReader<'a> {
    /// Looks at a board.
    pub fn new(outlook: Outlook<'a>) -> PointReader<'a> {
        PointReader { outlook, enclosed: enclosed(outlook.board), influence: influence(outlook.board) }
    }

    /// The features of a point, in the order of [`PointFeature::ALL`].
    pub fn features(&self, point: Point) -> [f32; N_POINT_FEATURES] {
        let Outlook { board, playouts, foreseen } = self.outlook;
        let mut values = [0.0; N_POINT_FEATURES];
        let mut set = |feature: PointFeature, value: f32| values[feature as usize] = value;
        let opinions = [log_odds(playouts[point]), foreseen.map_or(0.0, |foreseen| log_odds(foreseen[point]))];
        use PointFeature as F;
        if let Some(chain) = board.chain_at(point) {
            let own = sign(board.chain_color(chain));
            let families = [[F::PlayoutsConfirm, F::PlayoutsKill], [F::ForeseenConfirm, F::ForeseenKill]];
            for (opinion, [confirm, kill]) in opinions.into_iter().zip(families) {
                set(if opinion * own >= 0.0 { confirm } else { kill }, opinion);
            }
            set(F::Stone, own);
            match board.liberties(chain).count() {
                1 => set(F::InAtari, own),
                2 => set(F::TwoLiberties, own),
                3 => set(F::ThreeLiberties, own),
                _ => {}
            }
            set(F::ChainSize, own * (board.chain_size(chain) as f32).ln());
            return values;
        }
        set(F::PlayoutsGive, opinions[0]);
        set(F::ForeseenGive, opinions[1]);
        set(F::Enclosed, self.enclosed[point]);
        let beside: f32 = point.neighbours().into_iter().filter_map(|near| board.color_at(near)).map(sign).sum();
        set(F::Neighbours, beside / 4.0);
        set(F::Nearer, nearer(board, point));
        set(F::Influence, self.influence[point]);
        if board.size().line(point) <= 2 {
            set(F::InfluenceAtEdge, self.influence[point]);
        }
        values
    }
}
