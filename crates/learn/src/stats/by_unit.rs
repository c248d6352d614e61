//! Statistics of observations that belong to units (positions of games), prepared so that the bootstrap over units is cheap.
//!
//! A replicate of the bootstrap draws units with replacement, and with a unit all of its observations. Sorting them anew each time costs
//! `O(n log n)`; here they are sorted once, and a replicate is one pass in which every observation weighs as often as its unit was drawn.
//!
//! [`UnitSpearman`]: the mid-rank of a run of ties with total weight `t` after a weight of `p` is `p + (t + 1) / 2`; rho is Pearson's
//! correlation of these ranks under the weights, which is exactly rho of the sample with every unit repeated. [`LeastSquares`]: the sums
//! behind a straight line, `slope = (n Σxy - Σx Σy) / (n Σxx - (Σx)²)`; those of several units are added.

/// Spearman's rho of observations in units.
#[derive(Clone, Debug, Default)]
pub struct UnitSpearman {
    units: Vec<usize>,
    x: Order,
    y: Order,
}

/// One side's observations in rising order; each run holds equal values.
#[derive(Clone, Debug, Default)]
struct Order {
    sorted: Vec<usize>,
    run_lengths: Vec<usize>,
}

impl Order {
    fn new(values: &[f64]) -> Order {
        let mut sorted: Vec<usize> = (0..values.len()).collect();
        sorted.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
        let run_lengths = sorted.chunk_by(|&a, &b| values[a] == values[b]).map(<[usize]>::len).collect();
        Order { sorted, run_lengths }
    }

    /// The mid-rank of every observation under the weights.
    fn ranks(&self, weights: &[f64]) -> Vec<f64> {
        let mut ranks = vec![0.0; weights.len()];
        let (mut place, mut rest) = (0.0, &self.sorted[..]);
        for &length in &self.run_lengths {
            let (run, others) = rest.split_at(length);
            let weight: f64 = run.iter().map(|&i| weights[i]).sum();
            run.iter().for_each(|&i| ranks[i] = place + (weight + 1.0) / 2.0);
            place += weight;
            rest = others;
        }
        ranks
    }
}

impl UnitSpearman {
    /// Takes every observation as its unit's number, `x` and `y`.
    pub fn new(observations: impl IntoIterator<Item = (usize, f64, f64)>) -> UnitSpearman {
        let (mut units, mut x, mut y) = (Vec::new(), Vec::new(), Vec::new());
        for (unit, a, b) in observations {
            units.push(unit);
            x.push(a);
            y.push(b);
        }
        UnitSpearman { units, x: Order::new(&x), y: Order::new(&y) }
    }

    /// The number of observations.
    pub fn n_observations(&self) -> usize {
        self.units.len()
    }

    /// Rho of the drawn units, each counted as often as it is named; `None` if one side is constant there.
    pub fn coefficient(&self, drawn: &[usize]) -> Option<f64> {
        let n_units = self.units.iter().chain(drawn).max().map_or(0, |most| most + 1);
        let mut times = vec![0.0; n_units];
        drawn.iter().for_each(|&unit| times[unit] += 1.0);
        let weights: Vec<f64> = self.units.iter().map(|&unit| times[unit]).collect();
        let mean = (weights.iter().sum::<f64>() + 1.0) / 2.0;
        let (rx, ry) = (self.x.ranks(&weights), self.y.ranks(&weights));
        let (mut xy, mut xx, mut yy) = (0.0, 0.0, 0.0);
        for ((a, b), weight) in rx.iter().zip(&ry).zip(&weights) {
            xy += weight * (a - mean) * (b - mean);
            xx += weight * (a - mean) * (a - mean);
            yy += weight * (b - mean) * (b - mean);
        }
        (xx > 0.0 && yy > 0.0).then(|| (xy / (xx * yy).sqrt()).clamp(-1.0, 1.0))
    }
}

/// The sums behind a straight line through points.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LeastSquares {
    n: f64,
    x: f64,
    y: f64,
    xx: f64,
    xy: f64,
}

impl LeastSquares {
    /// Adds a point.
    pub fn add(&mut self, x: f64, y: f64) {
        *self = self.plus(&LeastSquares { n: 1.0, x, y, xx: x * x, xy: x * y });
    }

    /// The sums of both.
    pub fn plus(&self, other: &LeastSquares) -> LeastSquares {
        LeastSquares {
            n: self.n + other.n,
            x: self.x + other.x,
            y: self.y + other.y,
            xx: self.xx + other.xx,
            xy: self.xy + other.xy,
        }
    }

    /// The number of points.
    pub fn n_points(&self) -> usize {
        self.n as usize
    }

    /// Where the line is at x = 0; `None` if all x are equal.
    pub fn intercept(&self) -> Option<f64> {
        self.slope().map(|slope| (self.y - slope * self.x) / self.n)
    }

    /// The slope of y on x; `None` if all x are equal.
    pub fn slope(&self) -> Option<f64> {
        let spread = self.n * self.xx - self.x * self.x;
        // Equal values leave a rest of rounding, which is no spread.
        (spread > 1e-12 * self.n * self.xx).then(|| (self.n * self.xy - self.x * self.y) / spread)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::spearman;
    use proptest::prelude::*;

    /// Units 0: (1, 2), (2, 1); 1: (3, 3). Together the ranks are 1 2 3 and 2 1 3: rho = 1 - 6 * 2 / (3 * 8) = 1/2.
    #[test]
    fn rho_by_hand() {
        let both = UnitSpearman::new([(0, 1.0, 2.0), (1, 3.0, 3.0), (0, 2.0, 1.0)]);
        assert_eq!(both.n_observations(), 3);
        assert!((both.coefficient(&[0, 1]).unwrap() - 0.5).abs() < 1e-12);
        assert!((both.coefficient(&[0]).unwrap() + 1.0).abs() < 1e-12);
        assert_eq!(both.coefficient(&[1, 1]), None, "one value, twice, has no order");
        assert_eq!(both.coefficient(&[]), None);
        assert_eq!(UnitSpearman::default().coefficient(&[0]), None);
    }

    /// Points (0, 1), (1, 3), (2, 2): slope = (3 * 7 - 3 * 6) / (3 * 5 - 9) = 1/2.
    #[test]
    fn slope_by_hand() {
        let mut first = LeastSquares::default();
        first.add(0.0, 1.0);
        assert_eq!(first.slope(), None);
        let mut second = LeastSquares::default();
        second.add(1.0, 3.0);
        second.add(2.0, 2.0);
        let both = first.plus(&second);
        assert_eq!((both.n_points(), both.slope(), both.intercept()), (3, Some(0.5), Some(1.5)));
        let mut equal = LeastSquares::default();
        (0..9).for_each(|y| equal.add(0.1, f64::from(y)));
        assert_eq!((equal.slope(), equal.intercept()), (None, None));
    }

    proptest! {
        /// The slow twin: repeat every unit's observations and sort.
        #[test]
        fn rho_is_that_of_the_repeated_sample(
            observations in prop::collection::vec((0usize..5, 0i32..9, 0i32..9), 1..60),
            drawn in prop::collection::vec(0usize..5, 1..8),
        ) {
            let fast = UnitSpearman::new(observations.iter().map(|&(u, x, y)| (u, f64::from(x), f64::from(y))));
            let repeated = drawn.iter().flat_map(|&unit| observations.iter().filter(move |o| o.0 == unit));
            let (x, y): (Vec<f64>, Vec<f64>) = repeated.map(|&(_, x, y)| (f64::from(x), f64::from(y))).unzip();
            let slow = spearman(&x, &y).coefficient;
            prop_assert!((fast.coefficient(&drawn).unwrap_or(0.0) - slow).abs() < 1e-9);
        }
    }
}
