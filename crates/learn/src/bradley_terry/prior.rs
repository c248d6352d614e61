//! Prior distributions of a weight.

/// A prior on each level's weight; both favour weight 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Prior {
    /// So many wins and as many losses against an opponent of weight 1: density `∝ (γ / (1 + γ)²)^pairs`.
    EvenGames {
        /// One win and one loss are a pair; it need not be a whole number.
        pairs: f64,
    },
    /// A normal prior on `ln γ` with this precision (ridge): density `∝ exp(-precision θ² / 2)`.
    Ridge {
        /// Inverse variance, in units of competitions.
        precision: f64,
    },
}

impl Prior {
    /// One win and one loss, as in Coulom's tool.
    pub const ONE_WIN_IN_TWO: Prior = Prior::EvenGames { pairs: 1.0 };

    /// Logarithm of the density at `θ = ln γ`, up to a constant.
    pub fn log_density(self, log_weight: f64) -> f64 {
        match self {
            Prior::EvenGames { pairs } => pairs * (log_weight - 2.0 * softplus(log_weight)),
            Prior::Ridge { precision } => -precision * log_weight * log_weight / 2.0,
        }
    }

    /// Derivative of [`Prior::log_density`].
    pub fn slope(self, log_weight: f64) -> f64 {
        match self {
            Prior::EvenGames { pairs } => pairs * (1.0 - 2.0 * sigmoid(log_weight)),
            Prior::Ridge { precision } => -precision * log_weight,
        }
    }

    /// Minus the second derivative at `θ = 0`.
    pub(super) fn curvature(self) -> f64 {
        match self {
            Prior::EvenGames { pairs } => 0.5 * pairs,
            Prior::Ridge { precision } => precision,
        }
    }
}

fn softplus(x: f64) -> f64 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slopes_are_derivatives() {
        for prior in [Prior::ONE_WIN_IN_TWO, Prior::EvenGames { pairs: 3.5 }, Prior::Ridge { precision: 0.7 }] {
            let h = 1e-5;
            for x in [-3.0, -0.2, 0.0, 1.5, 6.0] {
                let numeric = (prior.log_density(x + h) - prior.log_density(x - h)) / (2.0 * h);
                assert!((numeric - prior.slope(x)).abs() < 1e-8, "{prior:?} at {x}");
            }
            assert!((prior.curvature() + (prior.slope(h) - prior.slope(-h)) / (2.0 * h)).abs() < 1e-8);
        }
    }
}
