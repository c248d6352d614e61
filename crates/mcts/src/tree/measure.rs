//! A measured quantity of playouts, beside the reward: its mean and spread per node.
//!
//! Over the n counted ends x_i: mean = sum x_i / n, deviation = sqrt(sum x_i^2 / n - mean^2). Sums are `f64` added by compare-and-swap: no end is
//! lost whatever the threads do, and one thread adds in one order. Fixed point, as for rewards, would need to know the scale of the quantity.
//! Does not steer the search: only rewards do.

use crate::Measured;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// The sums of one node, from the first player's point of view; 24 bytes.
#[derive(Default)]
pub(crate) struct MeasureSums {
    /// `f64` bits, as the next.
    sum: AtomicU64,
    squares: AtomicU64,
    count: AtomicU32,
}

impl MeasureSums {
    #[inline]
    pub(crate) fn add(&self, measure: f64) {
        add(&self.sum, measure);
        add(&self.squares, measure * measure);
        self.count.fetch_add(1, Ordering::Relaxed);
    }

    /// `None` without counted ends. While threads add, the three sums may be a few ends apart.
    pub(crate) fn measured(&self) -> Option<Measured> {
        let count = self.count.load(Ordering::Relaxed);
        let of = |sum: &AtomicU64| f64::from_bits(sum.load(Ordering::Relaxed)) / f64::from(count);
        (count > 0).then(|| {
            let mean = of(&self.sum);
            Measured { count, mean, deviation: (of(&self.squares) - mean * mean).max(0.0).sqrt() }
        })
    }
}

#[inline]
fn add(sum: &AtomicU64, term: f64) {
    let more = |bits| Some((f64::from_bits(bits) + term).to_bits());
    // The update never declines.
    let _ = sum.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_and_deviation_are_those_of_the_terms() {
        let sums = MeasureSums::default();
        assert_eq!(sums.measured(), None);
        [1.5, -2.5, 4.0].into_iter().for_each(|x| sums.add(x));
        let measured = sums.measured().expect("three terms");
        let slow = ([0.5, -3.5, 3.0].iter().map(|d: &f64| d * d).sum::<f64>() / 3.0).sqrt();
        assert_eq!((measured.count, measured.mean), (3, 1.0));
        assert!((measured.deviation - slow).abs() < 1e-12, "{measured:?}");
        assert_eq!(measured.seen_by(crate::Turn::Second).mean, -1.0);
    }

    #[test]
    fn threads_lose_no_term() {
        let sums = MeasureSums::default();
        let n = if cfg!(miri) { 20 } else { 5_000 };
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let sums = &sums;
                scope.spawn(move || (0..n).for_each(|i| sums.add(f64::from(thread * n + i))));
            }
        });
        let (count, last) = (4 * n as u32, f64::from(4 * n - 1));
        let measured = sums.measured().expect("terms");
        // Whole numbers of this size are added exactly in any order.
        assert_eq!((measured.count, measured.mean), (count, last / 2.0));
    }
}
