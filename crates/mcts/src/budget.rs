//! How much work a run may do: evaluations, time, and a flag that ends it from outside.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Monotonic clock supplied by the caller: the time since the run began.
pub type Clock<'a> = &'a (dyn Fn() -> Duration + Sync);

/// When a run has to stop; the first limit reached counts. Without any limit a run ends when it has nothing left to do.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// The time since the run began; always zero unless given.
    pub clock: Clock<'a>,
    /// After this time.
    pub time: Option<Duration>,
    /// After this many evaluations; a playout of a tree search is one. With one thread the number is met exactly, and the run can be
    /// repeated.
    pub evaluations: Option<u64>,
    /// When this flag is set.
    pub stop: Option<&'a AtomicBool>,
}

impl Default for Budget<'_> {
    fn default() -> Self {
        Self { clock: &|| Duration::ZERO, time: None, evaluations: None, stop: None }
    }
}

impl<'a> Budget<'a> {
    /// So many evaluations: the same result on any machine.
    pub fn evaluations(evaluations: u64) -> Self {
        Self { evaluations: Some(evaluations), ..Self::default() }
    }

    /// So much time.
    pub fn time(time: Duration, clock: Clock<'a>) -> Self {
        Self { clock, time: Some(time), ..Self::default() }
    }

    /// Whether the stop flag is set.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Whether the time is used up.
    pub fn is_late(&self) -> bool {
        self.time.is_some_and(|time| (self.clock)() >= time)
    }

    /// Whether a run that has made `evaluations` so far must stop.
    pub fn is_spent(&self, evaluations: u64) -> bool {
        self.evaluations_left(evaluations) == Some(0) || self.is_stopped() || self.is_late()
    }

    /// How many more evaluations may be made after `evaluations`, if they are limited.
    pub fn evaluations_left(&self, evaluations: u64) -> Option<u64> {
        self.evaluations.map(|limit| limit.saturating_sub(evaluations))
    }

    /// The time since the run began, if time is limited.
    pub fn elapsed(&self) -> Option<Duration> {
        self.time.map(|_| (self.clock)())
    }
}

impl fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget")
            .field("time", &self.time)
            .field("evaluations", &self.evaluations)
            .field("stop", &self.stop)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_limit_reached_counts() {
        let (clock, stop) = (|| Duration::from_secs(2), AtomicBool::new(false));
        assert!(!Budget::default().is_spent(u64::MAX));
        let budget =
            Budget { stop: Some(&stop), evaluations: Some(10), ..Budget::time(Duration::from_secs(3), &clock) };
        assert!(!budget.is_spent(9) && budget.is_spent(10) && budget.is_spent(11));
        assert_eq!((budget.evaluations_left(4), budget.evaluations_left(11)), (Some(6), Some(0)));
        assert!(Budget { time: Some(Duration::from_secs(2)), ..budget }.is_spent(0));
        stop.store(true, Ordering::Relaxed);
        assert!(budget.is_spent(0));
    }
}
