//! Scores of all candidates of a decision, and the sums of their factors.
//!
//! The loops are written lane by lane and compiled twice, once for 8-wide vectors (AVX2, chosen at run time); there is
//! no fused multiply-add and no reordering, so both give the same bits. The speed is limited by fetching rows from
//! memory.

use super::{FactorMachine, Row};
use crate::Rows;

/// Score and factor sum of every candidate, reused from decision to decision.
#[derive(Clone, Debug, Default)]
pub(super) struct Forward<const K: usize> {
    pub(super) scores: Vec<f32>,
    pub(super) sums: Vec<[f32; K]>,
}

impl<const K: usize> Default for FactorSum<K> {
    fn default() -> Self {
        FactorSum { linear: 0.0, sum: [0.0; K], squares: [0.0; K] }
    }
}

struct FactorSum<const K: usize> {
    linear: f32,
    sum: [f32; K],
    squares: [f32; K],
}

/// Score of one candidate and the sum of its factors.
#[inline(always)]
pub(super) fn score_of<const K: usize>(rows: &[Row<K>], features: &[u32]) -> (f32, [f32; K]) {
    let mut total = FactorSum::default();
    for &feature in features {
        let row = &rows[feature as usize];
        total.linear += row.weight;
        for k in 0..K {
            let v = row.factors[k];
            total.sum[k] += v;
            total.squares[k] += v * v;
        }
    }
    let pairs: f32 = (0..K).map(|k| total.sum[k] * total.sum[k] - total.squares[k]).sum();
    (total.linear + 0.5 * pairs, total.sum)
}

#[inline(always)]
fn run<const K: usize>(rows: &[Row<K>], candidates: &Rows, forward: &mut Forward<K>) {
    forward.scores.clear();
    forward.sums.clear();
    for features in candidates.iter() {
        let (score, sum) = score_of(rows, features);
        forward.scores.push(score);
        forward.sums.push(sum);
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn run_avx2<const K: usize>(rows: &[Row<K>], candidates: &Rows, forward: &mut Forward<K>) {
    run(rows, candidates, forward);
}

impl<const K: usize> FactorMachine<K> {
    /// Fills `forward` for these candidates.
    pub(super) fn forward(&self, candidates: &Rows, forward: &mut Forward<K>) {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has AVX2, which is all that the function requires.
            unsafe { run_avx2(&self.rows, candidates, forward) };
            return;
        }
        run(&self.rows, candidates, forward);
    }
}
