//! Win/loss states: a success rate in one byte (Basaldúa 2013, section 4.5).
//!
//! A state stands for n wins in m trials, m <= e (21 at most, so that all states fit in a byte). States are numbered in
//! order of the evidence that the rate is above one half: the lower bound of the Agresti-Coull interval (Basaldúa 2013,
//! eq. 4.28-4.30) for n/m >= 1/2, the upper bound below. Comparing two rates is comparing two bytes, and counting a
//! result is a table look-up. At m = e the state jumps back to one of less evidence ("jump to past state", section
//! 4.5.6), further the more extreme it is, and has to be confirmed again.
//!
//! The thesis does not give the significance. With z = 0.6745 (a 50% interval) its quality table is reproduced (see the
//! test); with 95% most jumps would be impossible. A jump that finds no state of more (less) evidence is shortened
//! until it does.

use std::sync::atomic::{AtomicU8, Ordering};

/// The look-up tables of one end of scale.
#[derive(Clone, Debug)]
pub struct WinLossScale {
    /// Wins and trials of each state.
    counts: Vec<(u8, u8)>,
    win: Vec<u8>,
    loss: Vec<u8>,
}

/// z of the 50% interval.
const Z: f64 = 0.6745;
/// K of Basaldúa 2013, section 4.5.6: the best of the table there.
const JUMP: f64 = 1.3;
/// The largest end of scale whose states fit in a byte.
const LARGEST_END: u8 = 21;

/// The evidence that a rate is above one half; states of rates below it come first.
fn evidence(wins: u8, trials: u8) -> f64 {
    let trials_hat = f64::from(trials) + Z * Z;
    let p = (f64::from(wins) + Z * Z / 2.0) / trials_hat;
    let half_width = Z * (p * (1.0 - p) / trials_hat).sqrt();
    if 2 * wins >= trials { p - half_width } else { p + half_width - 1.0 }
}

impl WinLossScale {
    /// The scale with the jump constant of the thesis; `end` is cut to 21.
    ///
    /// ```
    /// use mcts::wls::WinLossScale;
    /// let scale = WinLossScale::new(21);
    /// let after = scale.won(scale.won(scale.lost(WinLossScale::UNSEEN)));
    /// assert_eq!(scale.counts(after), (2, 3));
    /// assert!(after > scale.state(1, 2));
    /// ```
    pub fn new(end: u8) -> Self {
        Self::with_jump(end, JUMP)
    }

    /// The scale with another jump constant K.
    pub fn with_jump(end: u8, jump: f64) -> Self {
        let end = end.clamp(1, LARGEST_END);
        let mut counts: Vec<(u8, u8)> =
            (1..=end).flat_map(|trials| (0..=trials).map(move |wins| (wins, trials))).collect();
        counts.sort_by(|a, b| evidence(a.0, a.1).total_cmp(&evidence(b.0, b.1)));
        counts.insert(0, (0, 0));
        let mut scale = Self { win: Vec::new(), loss: Vec::new(), counts };
        for &(wins, trials) in &scale.counts {
            let full = trials == end;
            let won = if full { scale.jump_after_win(wins, end, jump) } else { scale.state(wins + 1, trials + 1) };
            let lost = if full { scale.jump_after_loss(wins, end, jump) } else { scale.state(wins, trials + 1) };
            scale.win.push(won);
            scale.loss.push(lost);
        }
        scale
    }

    /// Trials from which a full state continues (Basaldúa 2013, figure 4.10).
    fn past_trials(wins: u8, end: u8, jump: f64) -> u8 {
        let end = f64::from(end);
        let back = (jump * (f64::from(wins) - end / 2.0).abs()).round();
        (end - back).max(1.0) as u8
    }

    fn jump_after_win(&self, wins: u8, end: u8, jump: f64) -> u8 {
        let now = self.state(wins, end);
        let above = |trials| (0..=trials).map(|wins| self.state(wins, trials)).filter(|&state| state > now).min();
        (Self::past_trials(wins, end, jump)..=end).find_map(above).unwrap_or(now)
    }

    fn jump_after_loss(&self, wins: u8, end: u8, jump: f64) -> u8 {
        let now = self.state(wins, end);
        let below =
            |trials| (0..=trials).map(|wins| self.state(wins, trials)).filter(|&state| (1..now).contains(&state)).max();
        (Self::past_trials(wins, end, jump)..=end).find_map(below).unwrap_or(now)
    }

    /// The state before the first result.
    pub const UNSEEN: u8 = 0;

    /// The state of so many wins in so many trials, for instance as a threshold; clamped to the scale.
    pub fn state(&self, wins: u8, trials: u8) -> u8 {
        let place = self.counts.iter().position(|&counts| counts == (wins, trials));
        place.unwrap_or(if 2 * u16::from(wins) >= u16::from(trials) { self.counts.len() - 1 } else { 1 }) as u8
    }

    /// Wins and trials of a state.
    pub fn counts(&self, state: u8) -> (u8, u8) {
        self.counts[usize::from(state)]
    }

    /// The rate of a state; one half before the first result.
    pub fn rate(&self, state: u8) -> f64 {
        let (wins, trials) = self.counts(state);
        if trials == 0 { 0.5 } else { f64::from(wins) / f64::from(trials) }
    }

    /// The state after a win.
    #[inline]
    pub fn won(&self, state: u8) -> u8 {
        self.win[usize::from(state)]
    }

    /// The state after a loss.
    #[inline]
    pub fn lost(&self, state: u8) -> u8 {
        self.loss[usize::from(state)]
    }

    /// How many states there are.
    pub fn n_states(&self) -> usize {
        self.counts.len()
    }
}

/// Many win/loss states that all threads read and update: part of a rollout's shared tables.
#[derive(Debug)]
pub struct WinLossTable {
    scale: WinLossScale,
    states: Box<[AtomicU8]>,
}

impl WinLossTable {
    /// A table of unseen states.
    pub fn new(scale: WinLossScale, len: usize) -> Self {
        Self { scale, states: (0..len).map(|_| AtomicU8::new(WinLossScale::UNSEEN)).collect() }
    }

    /// The scale of the states.
    pub fn scale(&self) -> &WinLossScale {
        &self.scale
    }

    /// The state at `index`.
    #[inline]
    pub fn get(&self, index: usize) -> u8 {
        self.states[index].load(Ordering::Relaxed)
    }

    /// Counts a result. Of two concurrent updates one may be lost.
    #[inline]
    pub fn update(&self, index: usize, won: bool) {
        let state = self.get(index);
        let next = if won { self.scale.won(state) } else { self.scale.lost(state) };
        self.states[index].store(next, Ordering::Relaxed);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.states.iter_mut().for_each(|state| *state.get_mut() = WinLossScale::UNSEEN);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::correlation::spearman;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn the_largest_scale_fits_a_byte() {
        assert_eq!(WinLossScale::new(21).n_states(), 253);
        assert_eq!(WinLossScale::new(99).n_states(), 253);
    }

    #[test]
    fn results_move_the_state_the_right_way() {
        // Conditions 2 and 3 of Basaldúa 2013, section 4.5.2, for every scale.
        for end in 1..=21 {
            let scale = WinLossScale::new(end);
            for state in 1..scale.n_states() as u8 {
                let (wins, trials) = scale.counts(state);
                assert_eq!(scale.won(state) > state, (wins, trials) != (end, end), "{wins}/{trials} of {end}");
                assert_eq!(scale.lost(state) < state, (wins, trials) != (0, end), "{wins}/{trials} of {end}");
                if trials < end {
                    assert_eq!(scale.counts(scale.won(state)), (wins + 1, trials + 1));
                    assert_eq!(scale.counts(scale.lost(state)), (wins, trials + 1));
                }
            }
            assert!(end < 8 || (scale.state(6, 8) > scale.state(3, 4) && scale.state(2, 8) < scale.state(1, 4)));
        }
    }

    /// Deviation and rank correlation of 21 rates after 150 to 250 results each (Basaldúa 2013, section 4.5.6).
    fn quality(scale: &WinLossScale) -> (f64, f64) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let rates: Vec<f64> = (0..21).map(|i| f64::from(i) * 0.05).collect();
        let experiments = 600;
        let (mut deviation, mut correlation) = (0.0, 0.0);
        for _ in 0..experiments {
            let updates = rng.random_range(150..=250);
            let estimate = |rate: &f64| {
                let update = |state, _| if rng.random_bool(*rate) { scale.won(state) } else { scale.lost(state) };
                scale.rate((0..updates).fold(WinLossScale::UNSEEN, update))
            };
            let estimates: Vec<f64> = rates.iter().map(estimate).collect();
            let squares: f64 = rates.iter().zip(&estimates).map(|(p, q)| (p - q).powi(2)).sum();
            deviation += (squares / 20.0).sqrt();
            correlation += spearman(&rates, &estimates).unwrap();
        }
        (deviation / f64::from(experiments), correlation / f64::from(experiments))
    }

    /// Not K = 1: there every jump is a half, and rounding decides where it goes.
    #[test]
    fn table_4_6_is_reproduced() {
        for (jump, deviation, correlation) in [
            (0.9, 0.1084, 0.9742),
            (1.1, 0.0970, 0.9753),
            (1.2, 0.0881, 0.9759),
            (1.3, 0.0817, 0.9759),
            (1.4, 0.0838, 0.9746),
        ] {
            let (ours, our_correlation) = quality(&WinLossScale::with_jump(21, jump));
            assert!((ours - deviation).abs() < 0.0025, "K = {jump}: {ours:.4}, published {deviation}");
            assert!((our_correlation - correlation).abs() < 0.002, "K = {jump}: {our_correlation:.4}, {correlation}");
        }
    }

    #[test]
    fn a_table_counts_and_forgets() {
        let mut table = WinLossTable::new(WinLossScale::new(21), 10);
        table.update(3, true);
        table.update(3, true);
        table.update(3, false);
        assert_eq!(table.scale().counts(table.get(3)), (2, 3));
        assert_eq!(table.get(4), WinLossScale::UNSEEN);
        table.clear();
        assert_eq!(table.get(3), WinLossScale::UNSEEN);
    }
}
