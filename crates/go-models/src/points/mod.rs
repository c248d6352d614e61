//! A factor model over points: who owns each point at the end, by a product of factors that can be told in words.
//!
//! The odds that Black owns a point are the exponential of the sum of its signed features ([`go_features::points`]), each times its weight. A weight depends
//! on how unsettled the board is, `t`, the mean of `1 - o^2` over the playouts' owners `o` of all points: it is linear between [`KNOTS`]. There is no constant, so that
//! with exchanged colours the owners are exchanged.
//!
//! The weights are fitted by logistic regression on the final positions of counted games (`cargo run --release -p lab --example point_factors`). Points are judged one by
//! one: that the stones of a chain live or die together is only known as far as playouts know it.

mod text;

use go_board::{Point, PointMap};
use go_features::points::{N_POINT_FEATURES, Outlook, PointFeature, PointReader};

pub use text::PointFactorsError;

/// Shares of unsettled board at which weights are given.
pub const KNOTS: [f64; 4] = [0.0, 0.1, 0.3, 0.8];

/// How much each knot counts for a value between them: two neighbours at the most, together 1. Knots rise, and there are at least two.
pub fn shares_between<const N: usize>(knots: &[f64; N], value: f64) -> [f64; N] {
    let mut shares = [0.0; N];
    let value = value.clamp(knots[0], knots[N - 1]);
    let after = knots.iter().position(|&knot| knot > value).unwrap_or(N - 1).max(1);
    let share = (value - knots[after - 1]) / (knots[after] - knots[after - 1]);
    (shares[after - 1], shares[after]) = (1.0 - share, share);
    shares
}

/// How much each of [`KNOTS`] counts on a board that is so unsettled.
pub fn knot_shares(unsettled: f64) -> [f64; KNOTS.len()] {
    shares_between(&KNOTS, unsettled)
}

/// How unsettled the playouts leave a board: 0 if they agree about every point, 1 if they know nothing.
pub fn unsettled(outlook: &Outlook<'_>) -> f64 {
    let size = outlook.board.size();
    let doubt: f64 = size.points().map(|point| 1.0 - f64::from(outlook.playouts[point]).powi(2)).sum();
    doubt / size.area() as f64
}

/// The weights of all features, knot by knot.
#[derive(Clone, Debug, PartialEq)]
pub struct PointFactors {
    /// `[feature][knot]`.
    pub weights: [[f64; KNOTS.len()]; N_POINT_FEATURES],
}

/// What is expected of all points.
#[derive(Clone)]
pub struct ExpectedOwners {
    /// From -1 (White's) to 1 (Black's).
    pub owners: Box<PointMap<f32>>,
    /// Their sum: Black's expected lead in area, without komi.
    pub area_lead: f64,
    /// How unsettled the board is after that, from 0 to 1.
    pub unsettled: f64,
}

impl PointFactors {
    /// The weights on a board that is so unsettled.
    pub fn at(&self, unsettled: f64) -> [f64; N_POINT_FEATURES] {
        let shares = knot_shares(unsettled);
        self.weights.map(|by_knot| by_knot.iter().zip(shares).map(|(weight, share)| weight * share).sum())
    }

    /// The owners of all points.
    pub fn owners(&self, outlook: Outlook<'_>) -> ExpectedOwners {
        let size = outlook.board.size();
        let weights = self.at(unsettled(&outlook));
        let reader = PointReader::new(outlook);
        let mut owners = Box::new(PointMap::filled(0.0));
        let (mut area_lead, mut doubt) = (0.0, 0.0);
        for point in size.points() {
            let sum: f64 = products(&weights, &reader.features(point)).iter().sum();
            let owner = (sum / 2.0).tanh();
            owners[point] = owner as f32;
            area_lead += owner;
            doubt += 1.0 - owner * owner;
        }
        ExpectedOwners { owners, area_lead, unsettled: doubt / size.area() as f64 }
    }

    /// What made the owner of a point: each feature that is there with the factor that it puts on Black's odds, the strongest first.
    pub fn reasons(&self, outlook: Outlook<'_>, point: Point) -> Vec<(PointFeature, f64)> {
        let parts = products(&self.at(unsettled(&outlook)), &PointReader::new(outlook).features(point));
        let mut reasons: Vec<(PointFeature, f64)> =
            PointFeature::ALL.into_iter().zip(parts).filter(|(_, part)| *part != 0.0).collect();
        reasons.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
        reasons.into_iter().map(|(feature, part)| (feature, part.exp())).collect()
    }
}

fn products(weights: &[f64; N_POINT_FEATURES], features: &[f32; N_POINT_FEATURES]) -> [f64; N_POINT_FEATURES] {
    std::array::from_fn(|n| weights[n] * f64::from(features[n]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use go_board::Board;

    const DRAWING: &str = ". X . O .
         X X . O O
         . X . O .
         X X . O O
         . X . O .";

    #[test]
    fn the_factors_of_a_point_multiply_to_its_odds() {
        let board: Board = Board::parse_ascii(DRAWING).expect("a board").0;
        let mut playouts = PointMap::filled(0.0);
        for point in board.size().points() {
            playouts[point] = 0.9 - 0.45 * f32::from(point.x());
        }
        for factors in
            [5, 19].into_iter().flat_map(|size| [PointFactors::with_evaluation(size), PointFactors::of_playouts(size)])
        {
            let outlook = Outlook { board: &board, playouts: &playouts, foreseen: Some(&playouts) };
            let found = factors.owners(outlook);
            let mut sum = 0.0;
            for point in board.size().points() {
                let odds: f64 = factors.reasons(outlook, point).iter().map(|(_, factor)| factor).product();
                let owner = (odds - 1.0) / (odds + 1.0);
                assert!((owner - f64::from(found.owners[point])).abs() < 1e-5, "{point:?}");
                sum += owner;
            }
            assert!((sum - found.area_lead).abs() < 1e-6 && (0.0..=1.0).contains(&found.unsettled));
            let corner = board.size().parse_point("A5").expect("a point");
            assert!(found.owners[corner] > 0.5, "it is Black's: {}", found.owners[corner]);
        }
    }

    #[test]
    fn knots_share_a_board() {
        assert_eq!((knot_shares(-1.0)[0], knot_shares(2.0)[3]), (1.0, 1.0));
        assert!((knot_shares(0.2)[1] - 0.5).abs() < 1e-12);
        for n in 0..100 {
            assert!((knot_shares(f64::from(n) / 100.0).iter().sum::<f64>() - 1.0).abs() < 1e-12);
        }
    }
}
