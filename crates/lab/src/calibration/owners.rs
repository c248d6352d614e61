//! The fit of the factors of points: logistic regression on final owners, or on what a referee expects them to be.

use go_features::points::{N_POINT_FEATURES, PointFeature, PointReader};
use go_models::points::{KNOTS, PointFactors, knot_shares, unsettled};
use learn::lbfgs::{LbfgsOptions, minimize};

use super::Sample;

/// How much neighbouring knots hold together, in rows.
const PULL: f64 = 30.0;
/// How much weights are drawn to zero, in rows.
const SHRINKAGE: f64 = 3.0;

/// One point of a position.
#[derive(Clone, Copy, Debug)]
pub struct OwnerRow {
    /// Signed features.
    pub features: [f32; N_POINT_FEATURES],
    /// How unsettled the board is.
    pub unsettled: f32,
    /// The chance that it is Black's at the end: 0 or 1 where the end is known.
    pub black: f32,
}

impl OwnerRow {
    /// The cross-entropy of a chance with these log-odds.
    fn loss(&self, log_odds: f64) -> f64 {
        softplus(log_odds) - f64::from(self.black) * log_odds
    }
}

/// The points of all samples whose owners are known.
pub fn owner_rows<'a>(samples: impl Iterator<Item = &'a Sample>, is_blind: bool) -> Vec<OwnerRow> {
    let mut rows = Vec::new();
    for sample in samples {
        let Some(black_owns) = &sample.black_owns else { continue };
        let outlook = sample.now.outlook(is_blind);
        let unsettled = unsettled(&outlook) as f32;
        let reader = PointReader::new(outlook);
        for (point, &black_owns) in outlook.board.size().points().zip(black_owns) {
            let black = 0.5 + f32::from(black_owns) / 200.0;
            rows.push(OwnerRow { features: reader.features(point), unsettled, black });
        }
    }
    rows
}

/// The most likely weights.
pub fn fit_owners(rows: &[OwnerRow]) -> PointFactors {
    let n = KNOTS.len();
    let mut x = vec![0.0; N_POINT_FEATURES * n];
    let count = rows.len().max(1) as f64;
    let loss = |x: &[f64], slope: &mut [f64]| {
        slope.fill(0.0);
        let mut value = 0.0;
        for row in rows {
            let shares = knot_shares(f64::from(row.unsettled));
            let z: f64 =
                (0..N_POINT_FEATURES).map(|f| f64::from(row.features[f]) * dot(&x[f * n..][..n], &shares)).sum();
            value += row.loss(z) / count;
            let error = (1.0 / (1.0 + (-z).exp()) - f64::from(row.black)) / count;
            for (f, &feature) in row.features.iter().enumerate().filter(|(_, feature)| **feature != 0.0) {
                for (knot, share) in shares.iter().enumerate() {
                    slope[f * n + knot] += error * f64::from(feature) * share;
                }
            }
        }
        for (f, weights) in x.chunks(n).enumerate() {
            for knot in 0..n {
                value += SHRINKAGE / count * weights[knot] * weights[knot];
                slope[f * n + knot] += 2.0 * SHRINKAGE / count * weights[knot];
                if knot > 0 {
                    let step = weights[knot] - weights[knot - 1];
                    value += PULL / count * step * step;
                    slope[f * n + knot] += 2.0 * PULL / count * step;
                    slope[f * n + knot - 1] -= 2.0 * PULL / count * step;
                }
            }
        }
        value
    };
    minimize(&mut x, LbfgsOptions::default(), loss, |_, _| true);
    let mut factors = PointFactors { weights: [[0.0; KNOTS.len()]; N_POINT_FEATURES] };
    for (weights, fitted) in factors.weights.iter_mut().zip(x.chunks(n)) {
        weights.copy_from_slice(fitted);
    }
    factors
}

/// The loss of the factors, and of what playouts and the model of final ownership say by themselves.
pub(super) fn losses(factors: &PointFactors, rows: &[OwnerRow]) -> Vec<(&'static str, f64)> {
    use PointFeature as F;
    let alone = |family: [F; 3]| {
        let z = move |row: &OwnerRow| family.iter().map(|&f| f64::from(row.features[f as usize])).sum::<f64>();
        mean_loss(rows, z)
    };
    let all = |row: &OwnerRow| {
        let weights = factors.at(f64::from(row.unsettled));
        row.features.iter().zip(weights).map(|(&feature, weight)| f64::from(feature) * weight).sum::<f64>()
    };
    vec![
        ("by the factors of points", mean_loss(rows, all)),
        ("by playouts alone", alone([F::PlayoutsConfirm, F::PlayoutsKill, F::PlayoutsGive])),
        ("by the model of final ownership alone", alone([F::ForeseenConfirm, F::ForeseenKill, F::ForeseenGive])),
    ]
}

fn mean_loss(rows: &[OwnerRow], z: impl Fn(&OwnerRow) -> f64) -> f64 {
    rows.iter().map(|row| row.loss(z(row))).sum::<f64>() / rows.len().max(1) as f64
}

/// ln(1 + e^x).
pub(super) fn softplus(x: f64) -> f64 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
