//! The look-up tables of one end of scale (Basaldúa 2013, section 4.5.4).

use super::state::WinLossState;

/// z of the 50% interval.
const Z: f64 = 0.6745;

/// What a result does to a state that has no room to count on, n wins in e trials.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Saturation {
    /// The state counts up after a win and down after a loss (eq. 4.31). It drifts to the ends of the scale: Table 4.5.
    Counter,
    /// "Jump to past state" (section 4.5.6, Figure 4.10): the state goes back to one of fewer trials, `jump` |n - e/2| fewer, and has to be confirmed
    /// again. A jump that finds no state of more (less) evidence is shortened until it does.
    Jump {
        /// K of Figure 4.10.
        jump: f64,
    },
}

impl Default for Saturation {
    /// The best jump of Table 4.6.
    fn default() -> Self {
        Saturation::Jump { jump: 1.3 }
    }
}

/// The states of one end of scale, in order, and what a win and a loss make of each.
#[derive(Clone, Debug)]
pub struct WinLossScale<S> {
    end: usize,
    /// Wins and trials of each state.
    counts: Vec<(u32, u32)>,
    /// The state of each pair of counts, row by row: trials (trials + 1) / 2 + wins.
    places: Vec<S>,
    /// After a loss and after a win of each state.
    next: Vec<[S; 2]>,
}

/// The evidence that a rate is above one half; states of rates below it come first.
fn evidence((wins, trials): (u32, u32)) -> f64 {
    let trials_hat = f64::from(trials) + Z * Z;
    let p = (f64::from(wins) + Z * Z / 2.0) / trials_hat;
    let half_width = Z * (p * (1.0 - p) / trials_hat).sqrt();
    if 2 * wins >= trials { p - half_width } else { p + half_width - 1.0 }
}

impl<S: WinLossState> WinLossScale<S> {
    /// The scale with the default saturation; `end` is clamped to 1 ... [`WinLossState::LARGEST_END`].
    pub fn new(end: usize) -> Self {
        Self::with_saturation(end, Saturation::default())
    }

    /// The scale with another saturation.
    pub fn with_saturation(end: usize, saturation: Saturation) -> Self {
        let end = end.clamp(1, S::LARGEST_END);
        let all = (1..=end as u32).flat_map(|trials| (0..=trials).map(move |wins| (wins, trials)));
        let mut ranked: Vec<(f64, (u32, u32))> = all.map(|counts| (evidence(counts), counts)).collect();
        ranked.sort_by(|a, b| a.0.total_cmp(&b.0));
        let counts: Vec<(u32, u32)> =
            [(0, 0)].into_iter().chain(ranked.into_iter().map(|(_, counts)| counts)).collect();
        let mut places = vec![S::from_index(0); counts.len()];
        for (index, &(wins, trials)) in counts.iter().enumerate() {
            places[place(wins as usize, trials as usize)] = S::from_index(index);
        }
        let mut scale = Self { end, counts, places, next: Vec::new() };
        for index in 0..scale.counts.len() {
            let (wins, trials) = (scale.counts[index].0 as usize, scale.counts[index].1 as usize);
            let next = if trials < end {
                [scale.state(wins, trials + 1), scale.state(wins + 1, trials + 1)]
            } else {
                scale.saturated(wins, saturation)
            };
            scale.next.push(next);
        }
        scale
    }

    /// The states after a loss and after a win of n wins in e trials.
    fn saturated(&self, wins: usize, saturation: Saturation) -> [S; 2] {
        let end = self.end;
        let Saturation::Jump { jump } = saturation else {
            return [self.state(wins.saturating_sub(1), end), self.state((wins + 1).min(end), end)];
        };
        let now = self.state(wins, end);
        let back = (jump * (wins as f64 - end as f64 / 2.0).abs()).round();
        let first = (end as f64 - back).max(1.0) as usize;
        // Among states of as many trials more wins are more evidence: the nearest state above or below is found by halving.
        let above = |trials: usize| {
            let n_not_above = partition_point(trials + 1, |wins| self.state(wins, trials) <= now);
            (n_not_above <= trials).then(|| self.state(n_not_above, trials))
        };
        let below = |trials: usize| {
            let n_below = partition_point(trials + 1, |wins| self.state(wins, trials) < now);
            n_below.checked_sub(1).map(|wins| self.state(wins, trials))
        };
        let won = (first..=end).find_map(above).unwrap_or(now);
        let lost = (first..=end).find_map(below).unwrap_or(now);
        [lost, won]
    }

    /// The state before the first result.
    pub fn unseen(&self) -> S {
        S::from_index(0)
    }

    /// The state of so many wins in so many trials: a threshold, or the initial counts of a state; the nearest end of the scale if there is none.
    pub fn state(&self, wins: usize, trials: usize) -> S {
        if wins <= trials && trials <= self.end {
            return self.places[place(wins, trials)];
        }
        S::from_index(if 2 * wins >= trials { self.counts.len() - 1 } else { 1 })
    }

    /// The first state with at least the evidence of so many wins in so many trials, which may be more than the scale has: a threshold. The last
    /// state if none has.
    pub fn threshold(&self, wins: u32, trials: u32) -> S {
        let wanted = evidence((wins.min(trials), trials));
        let index = 1 + self.counts[1..].partition_point(|&counts| evidence(counts) < wanted);
        S::from_index(index.min(self.counts.len() - 1))
    }

    /// Wins and trials of a state.
    pub fn counts(&self, state: S) -> (u32, u32) {
        self.counts[state.index()]
    }

    /// The rate of a state; one half before the first result.
    pub fn rate(&self, state: S) -> f64 {
        let (wins, trials) = self.counts(state);
        if trials == 0 { 0.5 } else { f64::from(wins) / f64::from(trials) }
    }

    /// The state after a win.
    #[inline]
    pub fn won(&self, state: S) -> S {
        self.after(state, true)
    }

    /// The state after a loss.
    #[inline]
    pub fn lost(&self, state: S) -> S {
        self.after(state, false)
    }

    /// The state after a result: one look-up without a branch, because results are what a processor cannot predict.
    #[inline]
    pub fn after(&self, state: S, won: bool) -> S {
        self.next[state.index()][usize::from(won)]
    }

    /// The end of the scale.
    pub fn end(&self) -> usize {
        self.end
    }

    /// The number of states.
    pub fn n_states(&self) -> usize {
        self.counts.len()
    }
}

fn place(wins: usize, trials: usize) -> usize {
    trials * (trials + 1) / 2 + wins
}

/// The first number below `n` for which `is_before` does not hold; it holds for all numbers before that and for none after.
fn partition_point(n: usize, is_before: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (0, n);
    while low < high {
        let middle = (low + high) / 2;
        if is_before(middle) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}
