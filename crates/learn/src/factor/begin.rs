//! Beginning with what another machine has learned: its weights and factors, and an estimate of Adagrad's accumulators.
//!
//! A model file keeps no accumulators, and with fresh ones the first steps would be as large as those of a machine that knows nothing. Two
//! estimates stand in for them. Slopes are measured on some decisions without moving ([`super::BatchLearner::measure`]) and
//! scaled up to all decisions that the weights come from. A feature that was seen `n` times and chosen `k` times has had squared slopes of about
//! `Σ p (1 - p) ≈ k (1 - k / n)` in all if the machine is calibrated: that serves features too rare to be measured.

use super::FactorMachine;

impl<const K: usize> FactorMachine<K> {
    /// Gives a feature the weight and the factors that it has elsewhere.
    pub fn begin_with(&mut self, feature: u32, weight: f32, factors: [f32; K]) {
        let row = &mut self.rows[feature as usize];
        (row.weight, row.factors) = (weight, factors);
    }

    /// Takes the slopes met so far for those of so many times as many decisions.
    pub fn scale_slopes(&mut self, times: f32) {
        let initial = self.settings.initial_accumulator;
        for row in &mut self.rows {
            row.weight_accumulator = initial + times * (row.weight_accumulator - initial);
            row.factor_accumulator = initial + times * (row.factor_accumulator - initial);
        }
    }

    /// Raises the accumulators of the features from `first` on to what their sights, how often each was seen and chosen, let expect. Slopes
    /// of factors are to those of weights as in all features of the range together.
    pub fn expect_slopes(&mut self, first: usize, sights: impl IntoIterator<Item = (u32, u32)>) {
        let initial = self.settings.initial_accumulator;
        let rows = &mut self.rows[first..];
        let sum = |part: fn(&super::Row<K>) -> f32| rows.iter().map(|row| f64::from(part(row) - initial)).sum::<f64>();
        let (weights, factors) = (sum(|row| row.weight_accumulator), sum(|row| row.factor_accumulator));
        let share = if weights > 0.0 { (factors / weights) as f32 } else { 1.0 };
        for (row, (seen, chosen)) in rows.iter_mut().zip(sights) {
            let expected = chosen as f32 * (1.0 - chosen as f32 / seen.max(1) as f32).max(0.0);
            row.weight_accumulator = row.weight_accumulator.max(initial + expected);
            row.factor_accumulator = row.factor_accumulator.max(initial + share * expected);
        }
    }
}
