//! Draws SNPs with weights that fall with their rank (Basaldúa 2013, section 5.6).
//!
//! In a list of `n` the weight of rank `r` (from 1) is `n - r + 1`: the Bradley-Terry draw of the playouts there. With the
//! weights of ranks `from..n` falling in even steps, their sum up to a place is a quadratic, so a draw is one square root.

use rand::{Rng, RngExt};

use crate::problem::Rank;

/// Draws ranks of a list of fixed length.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RankDraw {
    n_candidates: usize,
}

impl RankDraw {
    /// For a ranked list of this length.
    pub(crate) fn new(n_candidates: usize) -> RankDraw {
        RankDraw { n_candidates }
    }

    /// One rank, `from` or worse.
    ///
    /// # Panics
    /// When `from` is not in the list.
    pub(crate) fn draw(&self, from: usize, rng: &mut impl Rng) -> Rank {
        assert!(from < self.n_candidates, "rank {from} of {}", self.n_candidates);
        // Weights n - from, .., 2, 1. Counted from the worst end, the first m of them sum to m (m + 1) / 2.
        let m = (self.n_candidates - from) as f64;
        let point = rng.random::<f64>() * m * (m + 1.0) / 2.0;
        let from_end = (((8.0 * point + 1.0).sqrt() - 1.0) / 2.0).floor();
        Rank((self.n_candidates - 1 - (from_end as usize).min(self.n_candidates - from - 1)) as u32)
    }

    /// Adds different ranks, `from` or worse and not in the panel yet, until it holds `size`.
    ///
    /// # Panics
    /// When there are not enough.
    pub(crate) fn draw_into(&self, panel: &mut Vec<Rank>, size: usize, from: usize, rng: &mut impl Rng) {
        let n_taken = panel.iter().filter(|rank| rank.idx() >= from).count();
        let n_missing = size.saturating_sub(panel.len());
        assert!(n_taken + n_missing <= self.n_candidates - from.min(self.n_candidates), "enough candidates are left");
        while panel.len() < size {
            let rank = self.draw(from, rng);
            if !panel.contains(&rank) {
                panel.push(rank);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// Frequencies against weights: in a list of 9 from rank 5 on, the weights are 4, 3, 2, 1.
    #[test]
    fn the_weights_are_the_seeds() {
        let draw = RankDraw::new(9);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut counts = [0u32; 9];
        const N: u32 = 40_000;
        for _ in 0..N {
            counts[draw.draw(5, &mut rng).idx()] += 1;
        }
        assert_eq!(counts[..5], [0; 5]);
        for (place, weight) in [(5, 4.0), (6, 3.0), (7, 2.0), (8, 1.0)] {
            let share = f64::from(counts[place]) / f64::from(N);
            assert!((share - weight / 10.0).abs() < 0.012, "rank {place}: {share}");
        }
    }

    #[test]
    fn panels_are_filled_with_different_ranks() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        let mut panel = vec![Rank(2)];
        RankDraw::new(8).draw_into(&mut panel, 6, 3, &mut rng);
        panel.sort_unstable();
        assert_eq!(panel, [2, 3, 4, 5, 6, 7].map(Rank));
    }
}
