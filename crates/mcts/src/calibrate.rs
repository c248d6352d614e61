//! The exploration constant and the width of the tree from a sample of rewards (Basaldúa 2013, section 7.3.1).
//!
//! A bound C sqrt(ln N / n) is scaled by the spread of the rewards: with standard deviation s, C = s is UCB1-tuned (Auer
//! et al. 2002) with the variance taken from the sample instead of every node, and never above 1/2. A tree of width w
//! reaches the end of playouts of length d after about (e + 1) w^d playouts if leaves are expanded after e visits; solved
//! for w with the playouts that are planned, this is the widest tree that can still become deep.

use crate::rules::{Explore, Schedule, Widening};
use crate::{Coverage, Expander, Rollout, SearchConfig, State, Trace};
use std::fmt;

/// Statistics of rollouts from the root.
///
/// ```
/// use mcts::toy::{Bush, BushExpander, BushRollout, BushShape};
/// use mcts::{Calibration, SearchConfig};
///
/// let root = Bush::new(BushShape { width: 40, depth: 6, two_players: false, noise: 0.2, seed: 1 });
/// let calibration = Calibration::sample(&root, &BushExpander::default(), &BushRollout, 100, 1);
/// let mut config = SearchConfig::default();
/// calibration.tune(&mut config, 50_000);
/// assert!(calibration.exploration() < 0.2); // these rewards lie close together
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Calibration {
    /// Rewards, sorted.
    rewards: Vec<f64>,
    /// Mean reward.
    pub mean: f64,
    /// Standard deviation of the rewards.
    pub deviation: f64,
    /// Mean number of actions to the end.
    pub mean_length: f64,
    /// Candidates of the root that the expander gives at first.
    pub n_candidates: usize,
}

impl Calibration {
    /// Plays `samples` rollouts (at least two) from the root.
    pub fn sample<S, E, P>(root: &S, expander: &E, rollout: &P, samples: usize, seed: u64) -> Self
    where
        S: State,
        E: Expander<S>,
        P: Rollout<S>,
    {
        let shared = rollout.new_shared();
        let mut local = rollout.new_local(seed);
        let mut trace = Trace::new();
        let mut length = 0;
        let samples = samples.max(2);
        let mut rewards: Vec<f64> = Vec::with_capacity(samples);
        for _ in 0..samples {
            trace.clear();
            rewards.push(rollout.play(&shared, &mut local, &mut root.clone(), &mut trace).reward);
            length += trace.steps().len();
        }
        rewards.sort_by(f64::total_cmp);
        let mut candidates = Vec::new();
        let coverage = expander.expand(&mut expander.new_scratch(), root, 0, &mut candidates);
        let n_candidates = if coverage == Coverage::Complete { candidates.len() } else { usize::MAX };
        let mean = rewards.iter().sum::<f64>() / samples as f64;
        let squares: f64 = rewards.iter().map(|reward| (reward - mean).powi(2)).sum();
        Self {
            mean,
            deviation: (squares / (samples as f64 - 1.0)).sqrt(),
            mean_length: length as f64 / samples as f64,
            n_candidates,
            rewards,
        }
    }

    /// The quantile of the rewards at this share.
    pub fn quantile(&self, share: f64) -> f64 {
        let last = self.rewards.len() - 1;
        self.rewards[((share.clamp(0.0, 1.0) * last as f64).round() as usize).min(last)]
    }

    /// The exploration constant; slightly above 0 if all rewards of the sample are equal, so that the search keeps
    /// exploring.
    pub fn exploration(&self) -> f32 {
        self.deviation.clamp(1e-3, 0.5) as f32
    }

    /// The widest tree that reaches the end of a playout within this many playouts, at least 2.
    pub fn width(&self, planned_playouts: u64, expand_after: u32) -> u32 {
        let leaves = planned_playouts as f64 / f64::from(expand_after + 1);
        let width = leaves.max(1.0).powf(1.0 / self.mean_length.max(1.0));
        (width.floor() as usize).clamp(2, self.n_candidates.max(2)) as u32
    }

    /// Sets exploration and widening. PUCT and PUCB keep their constant, scaled by the deviation relative to that of a
    /// fair coin.
    pub fn tune(&self, config: &mut SearchConfig, planned_playouts: u64) {
        let scale = 2.0 * self.exploration();
        match &mut config.rules.explore {
            Explore::Ucb1 { c } => *c = self.exploration(),
            Explore::Puct { c, .. } => *c *= scale,
            Explore::Pucb { c, penalty, .. } => {
                *c *= scale;
                *penalty *= scale;
            }
            Explore::Greedy => {}
        }
        let width = self.width(planned_playouts, config.expand_after);
        let schedule = Schedule::logarithmic(width);
        config.rules.widening = match config.rules.rave {
            _ if width as usize >= self.n_candidates => Widening::OFF,
            Some(_) => Widening::with_promotion(schedule),
            None => Widening { schedule, promotion: 0.0 },
        };
    }
}

impl fmt::Display for Calibration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rewards, mean, deviation, mean_length, .. } = self;
        write!(f, "{} rewards: mean {mean:.4}, deviation {deviation:.4}", rewards.len())?;
        let [low, quarter, half, three, high] = [0.0, 0.25, 0.5, 0.75, 1.0].map(|share| self.quantile(share));
        write!(f, ", quartiles {low:.4} {quarter:.4} {half:.4} {three:.4} {high:.4}, length {mean_length:.1}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;
    use crate::toy::{Bush, BushExpander, BushRollout, BushShape};

    fn calibration(noise: f64, depth: u16) -> Calibration {
        let root = Bush::new(BushShape { width: 50, depth, two_players: false, noise, seed: 3 });
        Calibration::sample(&root, &BushExpander::default(), &BushRollout, 500, 1)
    }

    #[test]
    fn the_constant_is_the_spread() {
        // A uniform leaf value has deviation 1 / sqrt(12).
        let uniform = calibration(1.0, 5);
        assert!((uniform.deviation - 12.0_f64.sqrt().recip()).abs() < 0.02, "{uniform}");
        assert!((uniform.quantile(0.5) - 0.5).abs() < 0.05);
        assert!(calibration(0.0, 5).exploration() < uniform.exploration());
    }

    #[test]
    fn a_deeper_problem_gets_a_narrower_tree() {
        assert_eq!(calibration(0.5, 12).width(1_000_000, 1), 2);
        assert_eq!(calibration(0.5, 5).width(1_000_000, 1), 13);
        assert_eq!(calibration(0.5, 1).width(1_000_000, 1), 50, "never wider than the candidates");
    }

    #[test]
    fn tunes_what_the_rules_use() {
        let calibration = calibration(0.5, 5);
        let mut config = SearchConfig { rules: Rules::ucb1(9.0), ..SearchConfig::default() };
        calibration.tune(&mut config, 10_000);
        assert_eq!(config.rules.explore, Explore::Ucb1 { c: calibration.exploration() });
        assert_eq!(config.rules.widening.schedule, Schedule::logarithmic(5));
    }
}
