//! Rewards from values: the part of \[0, 1\] in which panels of one problem differ is stretched over the whole of it.

/// A linear map of values to rewards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct RewardScale {
    low: f64,
    high: f64,
}

impl RewardScale {
    /// Values are rewards.
    pub(super) const IDENTITY: RewardScale = RewardScale { low: 0.0, high: 1.0 };

    /// Maps the values around that of a good panel: a fifth below it to 0, a tenth above it to 1.
    pub(super) fn around(good: f64) -> RewardScale {
        let low = 0.8 * good;
        RewardScale { low, high: (1.1 * good).min(1.0).max(low + 1e-6) }
    }

    pub(super) fn reward(&self, value: f64) -> f64 {
        ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }
}
