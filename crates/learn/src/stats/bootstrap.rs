//! The bootstrap: intervals for any statistic by drawing units with replacement.
//!
//! Efron and Tibshirani (1993), chapters 13 (percentile) and 14 (bias-corrected and accelerated, BCa). The *unit* is
//! what was sampled independently: for move prediction a game and not a position, because positions of one game are
//! correlated. The statistic is given the drawn unit numbers.
//!
//! It does not parallelise: a thousand replicates over a thousand games take milliseconds.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::interval::mean_and_variance;
use super::{Interval, normal_cdf, normal_quantile};

/// How to draw.
#[derive(Clone, Copy, Debug)]
pub struct Bootstrap {
    /// Number of replicates; 1,000 to 10,000 is usual.
    pub replicates: usize,
    /// Seed of the draws.
    pub seed: u64,
}

/// The bootstrap distribution of a statistic.
#[derive(Clone, Debug)]
pub struct BootstrapEstimate {
    /// The statistic of the sample itself.
    pub value: f64,
    /// Standard deviation of the replicates.
    pub standard_error: f64,
    sorted: Vec<f64>,
    jackknife: Vec<f64>,
}

impl Bootstrap {
    /// Draws `n_units` units with replacement, as often as there are replicates, and evaluates `statistic` each time.
    ///
    /// The statistic is also evaluated on each leave-one-out sample (the jackknife that BCa needs).
    pub fn estimate(&self, n_units: usize, mut statistic: impl FnMut(&[usize]) -> f64) -> BootstrapEstimate {
        let everything: Vec<usize> = (0..n_units).collect();
        let value = statistic(&everything);
        let sorted = self.draw(n_units, &mut statistic);
        let standard_error = mean_and_variance(&sorted).1.sqrt();
        let jackknife = (0..n_units)
            .map(|left_out| {
                let rest: Vec<usize> = everything.iter().copied().filter(|&unit| unit != left_out).collect();
                statistic(&rest)
            })
            .collect();
        BootstrapEstimate { value, standard_error, sorted, jackknife }
    }
}

impl Bootstrap {
    /// The percentile interval alone, without the jackknife, whose cost grows with the square of the number of units.
    pub fn percentile(&self, n_units: usize, confidence: f64, mut statistic: impl FnMut(&[usize]) -> f64) -> Interval {
        let sorted = self.draw(n_units, &mut statistic);
        BootstrapEstimate { value: 0.0, standard_error: 0.0, sorted, jackknife: Vec::new() }.percentile(confidence)
    }

    /// The same for a statistic that some samples leave undefined (a share of nothing): the percentiles of the replicates where it is defined;
    /// `None` if that is less than half of them.
    pub fn percentile_where_defined(
        &self,
        n_units: usize,
        confidence: f64,
        statistic: impl Fn(&[usize]) -> Option<f64>,
    ) -> Option<Interval> {
        let mut sorted = self.draw(n_units, &mut |units: &[usize]| statistic(units).unwrap_or(f64::NAN));
        sorted.retain(|value| !value.is_nan());
        let estimate = BootstrapEstimate { value: 0.0, standard_error: 0.0, sorted, jackknife: Vec::new() };
        (2 * estimate.sorted.len() >= self.replicates).then(|| estimate.percentile(confidence))
    }

    /// The statistic of as many samples as there are replicates, in rising order.
    fn draw(&self, n_units: usize, statistic: &mut impl FnMut(&[usize]) -> f64) -> Vec<f64> {
        assert!(n_units > 0 && self.replicates > 1, "{n_units} units, {} replicates", self.replicates);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let mut drawn = vec![0; n_units];
        let mut replicates: Vec<f64> = (0..self.replicates)
            .map(|_| {
                drawn.iter_mut().for_each(|unit| *unit = rng.random_range(0..n_units));
                statistic(&drawn)
            })
            .collect();
        replicates.sort_by(f64::total_cmp);
        replicates
    }
}

impl BootstrapEstimate {
    /// The interval between the replicates' tail quantiles.
    pub fn percentile(&self, confidence: f64) -> Interval {
        let tail = (1.0 - confidence) / 2.0;
        Interval { low: self.quantile(tail), high: self.quantile(1.0 - tail) }
    }

    /// The bias-corrected and accelerated interval; falls back to the percentiles when all replicates lie on one side.
    pub fn bias_corrected(&self, confidence: f64) -> Interval {
        // Half of the replicates equal to the value count as below it, so that a discrete statistic is not biased.
        let below = self.sorted.iter().filter(|&&r| r < self.value).count() as f64;
        let equal = self.sorted.iter().filter(|&&r| r == self.value).count() as f64;
        let share = (below + equal / 2.0) / self.sorted.len() as f64;
        if share <= 0.0 || share >= 1.0 {
            return self.percentile(confidence);
        }
        let bias = normal_quantile(share);
        let mean = self.jackknife.iter().sum::<f64>() / self.jackknife.len() as f64;
        let squares: f64 = self.jackknife.iter().map(|j| (mean - j).powi(2)).sum();
        let cubes: f64 = self.jackknife.iter().map(|j| (mean - j).powi(3)).sum();
        let acceleration = if squares > 0.0 { cubes / (6.0 * squares.powf(1.5)) } else { 0.0 };
        let level = |probability: f64| {
            let z = bias + normal_quantile(probability);
            normal_cdf(bias + z / (1.0 - acceleration * z))
        };
        let tail = (1.0 - confidence) / 2.0;
        Interval { low: self.quantile(level(tail)), high: self.quantile(level(1.0 - tail)) }
    }

    fn quantile(&self, probability: f64) -> f64 {
        let place = probability.clamp(0.0, 1.0) * (self.sorted.len() - 1) as f64;
        let (below, above) = (place.floor() as usize, place.ceil() as usize);
        let share = place - place.floor();
        self.sorted[below] * (1.0 - share) + self.sorted[above] * share
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The law-school data of Efron and Tibshirani (1993), Table 3.1: correlation .776, bootstrap standard error .132
    /// (their Table 6.1 at 3,200 replicates).
    #[test]
    fn law_school_correlation() {
        let lsat = [576., 635., 558., 578., 666., 580., 555., 661., 651., 605., 653., 575., 545., 572., 594.];
        let gpa = [3.39, 3.30, 2.81, 3.03, 3.44, 3.07, 3.00, 3.43, 3.36, 3.13, 3.12, 2.74, 2.76, 2.88, 2.96];
        let correlation = |units: &[usize]| {
            let n = units.len() as f64;
            let (mx, my) =
                (units.iter().map(|&u| lsat[u]).sum::<f64>() / n, units.iter().map(|&u| gpa[u]).sum::<f64>() / n);
            let sum = |f: &dyn Fn(usize) -> f64| units.iter().map(|&u| f(u)).sum::<f64>();
            let (xx, yy) = (sum(&|u| (lsat[u] - mx).powi(2)), sum(&|u| (gpa[u] - my).powi(2)));
            sum(&|u| (lsat[u] - mx) * (gpa[u] - my)) / (xx * yy).sqrt()
        };
        let estimate = Bootstrap { replicates: 3_200, seed: 7 }.estimate(15, correlation);
        assert!((estimate.value - 0.776).abs() < 5e-4, "{}", estimate.value);
        assert!((estimate.standard_error - 0.132).abs() < 0.008, "{}", estimate.standard_error);
        let (plain, corrected) = (estimate.percentile(0.95), estimate.bias_corrected(0.95));
        assert!(plain.contains(0.776) && corrected.contains(0.776));
        // The distribution of a correlation's replicates is skewed to the left; BCa moves the interval down.
        assert!(corrected.low < plain.low && corrected.high < plain.high, "{plain:?} {corrected:?}");
    }

    #[test]
    fn same_seed_same_interval() {
        let data: Vec<f64> = (0..50).map(|i| (i * i % 17) as f64).collect();
        let mean = |units: &[usize]| units.iter().map(|&u| data[u]).sum::<f64>() / units.len() as f64;
        let run = |seed| Bootstrap { replicates: 500, seed }.estimate(50, mean).bias_corrected(0.9);
        assert_eq!(run(1), run(1));
        assert_ne!(run(1), run(2));
    }

    /// With two units, one of which has nothing to say, a sample is (nothing, nothing) a quarter of the time.
    #[test]
    fn undefined_replicates_are_left_out() {
        let bootstrap = Bootstrap { replicates: 1_000, seed: 5 };
        let share = |units: &[usize]| units.contains(&1).then_some(0.25);
        let interval = bootstrap.percentile_where_defined(2, 0.95, share);
        assert_eq!(interval, Some(Interval { low: 0.25, high: 0.25 }));
        assert_eq!(bootstrap.percentile_where_defined(2, 0.95, |_| None), None);
        let both = |units: &[usize]| (units == [1, 1]).then_some(1.0);
        assert_eq!(bootstrap.percentile_where_defined(2, 0.95, both), None, "three quarters are undefined");
    }

    /// For the mean the interval must agree with the normal one on many units.
    #[test]
    fn mean_agrees_with_the_normal_interval() {
        let data: Vec<f64> = (0..400).map(|i| ((i * 7919) % 1000) as f64 / 1000.0).collect();
        let mean = |units: &[usize]| units.iter().map(|&u| data[u]).sum::<f64>() / units.len() as f64;
        let estimate = Bootstrap { replicates: 4_000, seed: 3 }.estimate(400, mean);
        let normal = super::super::mean_interval(&data, 0.95);
        let ours = estimate.bias_corrected(0.95);
        assert!(
            (ours.low - normal.low).abs() < 0.003 && (ours.high - normal.high).abs() < 0.003,
            "{ours:?} {normal:?}"
        );
    }
}
