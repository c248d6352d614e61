//! Prior distributions of a weight, and how strongly the levels of each group are held by them.

use super::LevelGroups;

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

    /// The same prior, `strength` times as strong.
    pub(super) fn times(self, strength: f64) -> Prior {
        match self {
            Prior::EvenGames { pairs } => Prior::EvenGames { pairs: pairs * strength },
            Prior::Ridge { precision } => Prior::Ridge { precision: precision * strength },
        }
    }

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

/// How many times as strongly as the usual prior each level is held at weight 1; the default is once.
///
/// Groups that nearly repeat each other (the leaves of sixteen trees) want a stronger prior than one that stands alone.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PriorStrengths {
    /// Empty: all are 1.
    of_level: Vec<f64>,
}

impl PriorStrengths {
    /// One strength for all levels of a group; panics unless there are as many as groups.
    pub fn by_group(groups: &LevelGroups, strengths: &[f64]) -> Self {
        assert!(strengths.len() == groups.n_groups(), "{} strengths, {} groups", strengths.len(), groups.n_groups());
        if strengths.iter().all(|&strength| strength == 1.0) {
            return PriorStrengths::default();
        }
        let of_group = |(group, &strength)| std::iter::repeat_n(strength, groups.range(group).len());
        PriorStrengths { of_level: strengths.iter().enumerate().flat_map(of_group).collect() }
    }

    /// That of a level.
    pub fn of(&self, level: usize) -> f64 {
        self.of_level.get(level).copied().unwrap_or(1.0)
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
    fn strengths_are_those_of_the_group() {
        let groups = LevelGroups::from_sizes(&[2, 0, 3]);
        let strengths = PriorStrengths::by_group(&groups, &[1.0, 7.0, 4.0]);
        assert_eq!([0, 1, 2, 3, 4].map(|level| strengths.of(level)), [1.0, 1.0, 4.0, 4.0, 4.0]);
        assert_eq!(PriorStrengths::by_group(&groups, &[1.0; 3]), PriorStrengths::default());
        assert_eq!(PriorStrengths::default().of(9), 1.0);
    }

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
