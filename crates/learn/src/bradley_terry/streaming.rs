//! Adagrad on a stream of competitions: only the weights are stored.
//!
//! Gradients of a small batch are gathered per level and divided by the number of competitions of the batch in which
//! the level took part (AdaBatch, Défossez and Bach 2017), so that a rare level moves as far as in single steps.
//! Then `G_i += g_i²` (from `initial_square`), `θ_i += rate · decay · g_i / sqrt(G_i)`, the decay falling linearly to zero. A ridge prior of
//! precision λ is spread over the appearances of a level: each pulls by `λ θ_i / appearances_i`.
//!
//! The result depends on the order of the stream; shuffle the games, not the competitions.

use crate::Rows;

use super::{CompetitionStore, PriorStrengths};

/// A competition of a stream.
#[derive(Clone, Copy, Debug)]
pub struct Competition<'a> {
    /// Levels of each candidate.
    pub candidates: &'a Rows,
    /// How often each candidate occurs; `None` means once each.
    pub counts: Option<&'a [u32]>,
    /// Place of the winner.
    pub winner: usize,
}

/// A source of competitions that can be read repeatedly.
pub trait CompetitionSource {
    /// Number of competitions in one epoch.
    fn n_competitions(&self) -> usize;
    /// Visits all competitions in order.
    fn for_each(&mut self, visit: &mut dyn FnMut(Competition<'_>));
}

impl CompetitionSource for &CompetitionStore {
    fn n_competitions(&self) -> usize {
        CompetitionStore::n_competitions(self)
    }

    fn for_each(&mut self, visit: &mut dyn FnMut(Competition<'_>)) {
        CompetitionStore::for_each(self, |candidates, counts, winner| {
            visit(Competition { candidates, counts: Some(counts), winner });
        });
    }
}

/// How to learn.
#[derive(Clone, Debug)]
pub struct StreamingOptions {
    /// Adagrad's step size at the start.
    pub learning_rate: f64,
    /// How often the stream is read.
    pub epochs: usize,
    /// What Adagrad's sum of squares starts from. Without it the first, tiny gradient of a losing level would move
    /// the level by a full step.
    pub initial_square: f64,
    /// Competitions per step.
    pub batch: usize,
    /// Precision λ of the ridge prior.
    pub ridge: f64,
    /// Multiples of it, by level.
    pub strengths: PriorStrengths,
}

impl Default for StreamingOptions {
    /// Chosen on synthetic competitions (the crate's bench): on fresh ones as good as L-BFGS with the same ridge.
    fn default() -> Self {
        StreamingOptions {
            learning_rate: 0.8,
            epochs: 3,
            initial_square: 0.1,
            batch: 16,
            ridge: 1.0,
            strengths: PriorStrengths::default(),
        }
    }
}

/// Learns `ln γ` of `n_levels` levels. `progress` is called with the epoch and its mean log-likelihood, each
/// competition evaluated before it was learnt.
pub fn fit_streaming(
    n_levels: usize,
    source: &mut impl CompetitionSource,
    options: StreamingOptions,
    mut progress: impl FnMut(usize, f64),
) -> Vec<f64> {
    let mut learner = Learner::new(n_levels, &options);
    let n = source.n_competitions();
    let all = (n * options.epochs).max(1) as f64;
    for epoch in 0..options.epochs {
        let mut log_likelihood = 0.0;
        let (mut seen, mut in_batch) = (0usize, 0);
        source.for_each(&mut |competition| {
            log_likelihood += learner.observe(competition);
            seen += 1;
            in_batch += 1;
            if in_batch == options.batch {
                let done = (epoch * n + seen) as f64;
                learner.step(1.0 - done / all, done / n as f64);
                in_batch = 0;
            }
        });
        if in_batch > 0 {
            let done = ((epoch + 1) * n) as f64;
            learner.step(1.0 - done / all, done / n as f64);
        }
        progress(epoch, log_likelihood / seen.max(1) as f64);
    }
    learner.log_weights()
}

/// Everything about a level in one cache line: most levels of a competition are not cached, and each is fetched once
/// instead of six times.
#[repr(align(64))]
struct LevelState {
    log_weight: f64,
    /// Precision of its prior.
    ridge: f64,
    square: f64,
    appearances: f64,
    /// Gradient of the batch and how many of its competitions have the level.
    gradient: f64,
    in_competitions: u32,
    /// Last competition (counted over the whole run) that had the level.
    last_seen: u64,
}

struct Learner {
    learning_rate: f64,
    levels: Vec<LevelState>,
    /// The levels of the batch.
    touched: Vec<u32>,
    clock: u64,
    strengths: Vec<f64>,
}

impl Learner {
    fn new(n_levels: usize, options: &StreamingOptions) -> Self {
        let state = |level| LevelState {
            log_weight: 0.0,
            ridge: options.ridge * options.strengths.of(level),
            square: options.initial_square,
            appearances: 0.0,
            gradient: 0.0,
            in_competitions: 0,
            last_seen: 0,
        };
        Learner {
            learning_rate: options.learning_rate,
            levels: (0..n_levels).map(state).collect(),
            touched: Vec::new(),
            clock: 0,
            strengths: Vec::new(),
        }
    }

    fn log_weights(&self) -> Vec<f64> {
        self.levels.iter().map(|level| level.log_weight).collect()
    }

    /// Adds the competition's gradient to the batch; returns its log-likelihood.
    fn observe(&mut self, competition: Competition<'_>) -> f64 {
        self.clock += 1;
        self.strengths.clear();
        let sum = |team: &[u32]| team.iter().map(|&l| self.levels[l as usize].log_weight).sum::<f64>();
        self.strengths.extend(competition.candidates.iter().map(sum));
        let winner_sum = self.strengths[competition.winner];
        let most = self.strengths.iter().fold(f64::NEG_INFINITY, |a, &b| a.max(b));
        let mut total = 0.0;
        for (i, s) in self.strengths.iter_mut().enumerate() {
            let count = competition.counts.map_or(1.0, |counts| f64::from(counts[i]));
            *s = count * (*s - most).exp();
            total += *s;
        }
        for (i, team) in competition.candidates.iter().enumerate() {
            let won = if i == competition.winner { 1.0 } else { 0.0 };
            let g = won - self.strengths[i] / total;
            for &level in team {
                let state = &mut self.levels[level as usize];
                if state.last_seen != self.clock {
                    state.last_seen = self.clock;
                    if state.in_competitions == 0 {
                        self.touched.push(level);
                    }
                    state.in_competitions += 1;
                }
                state.gradient += g;
            }
        }
        winner_sum - most - total.ln()
    }

    /// Applies the batch. `epochs_done` scales appearances so far to appearances in one epoch.
    fn step(&mut self, decay: f64, epochs_done: f64) {
        let rate = self.learning_rate * decay.max(0.0);
        for &level in &self.touched {
            let state = &mut self.levels[level as usize];
            let n = f64::from(state.in_competitions);
            state.appearances += n;
            let per_epoch = state.appearances / epochs_done;
            let g = state.gradient / n - state.ridge * state.log_weight / per_epoch;
            state.square += g * g;
            state.log_weight += rate * g / state.square.sqrt();
            state.gradient = 0.0;
            state.in_competitions = 0;
        }
        self.touched.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{random_world, store_of};
    use super::super::{EmptyTeams, LbfgsFitOptions, MmOptions, fit_lbfgs, mean_log_likelihood, minorize_maximize};
    use super::*;

    /// A few epochs come close to the optimum that L-BFGS finds, and do not lose to MM by more than that.
    #[test]
    fn comes_close_to_the_optimum() {
        let (groups, plain) = random_world(&[4, 6, 3, 8], 3_000, 1);
        let store = store_of(&groups, &plain, EmptyTeams::WeightOne);
        let best = fit_lbfgs(&store, LbfgsFitOptions::default(), None, |_, _| true).mean_log_likelihood;
        let mm = minorize_maximize(&store, MmOptions::default(), |_| {});
        let mm = mm.updates.last().expect("some update").mean_log_likelihood;
        let mut met = Vec::new();
        let weights = fit_streaming(groups.n_levels(), &mut &store, StreamingOptions::default(), |_, l| met.push(l));
        let ours = mean_log_likelihood(&store, &weights);
        assert!(best - ours < 2e-3 && mm - ours < 2e-3, "best {best}, MM {mm}, streaming {ours}");
        assert!(met[0] < met[2], "{met:?}");
    }

    /// The gradient is exact: a step of one batch points along the numeric derivative of the batch's likelihood.
    #[test]
    fn gradient_matches_central_differences() {
        let (groups, plain) = random_world(&[3, 4], 1, 77);
        let store = store_of(&groups, &plain, EmptyTeams::WeightOne);
        let mut learner = Learner::new(groups.n_levels(), &StreamingOptions::default());
        learner.levels.iter_mut().zip(0..).for_each(|(level, i)| level.log_weight = (f64::from(i) * 0.7).sin());
        let at = learner.log_weights();
        let mut value = 0.0;
        CompetitionSource::for_each(&mut &store, &mut |c| value += learner.observe(c));
        assert!((value - mean_log_likelihood(&store, &at)).abs() < 1e-12);
        for i in 0..groups.n_levels() {
            let shifted = |h: f64| {
                let mut logs = at.clone();
                logs[i] += h;
                mean_log_likelihood(&store, &logs)
            };
            let numeric = (shifted(1e-5) - shifted(-1e-5)) / 2e-5;
            assert!((numeric - learner.levels[i].gradient).abs() < 1e-8, "level {i}");
        }
    }

    #[test]
    fn a_stronger_prior_means_smaller_weights() {
        let (groups, plain) = random_world(&[4, 4], 200, 2);
        let store = store_of(&groups, &plain, EmptyTeams::WeightOne);
        let norm = |ridge: f64| {
            let options = StreamingOptions { ridge, ..StreamingOptions::default() };
            fit_streaming(groups.n_levels(), &mut &store, options, |_, _| {}).iter().map(|t| t * t).sum::<f64>()
        };
        assert!(norm(30.0) < norm(1.0), "{} {}", norm(30.0), norm(1.0));
    }

    /// A group that is held more strongly has smaller weights, and the other takes over what it said.
    #[test]
    fn strengths_are_by_group() {
        let (groups, plain) = random_world(&[4, 4], 200, 2);
        let store = store_of(&groups, &plain, EmptyTeams::WeightOne);
        let norms = |by_group: [f64; 2]| {
            let strengths = PriorStrengths::by_group(&groups, &by_group);
            let options = StreamingOptions { strengths, ..StreamingOptions::default() };
            let weights = fit_streaming(groups.n_levels(), &mut &store, options, |_, _| {});
            [&weights[..4], &weights[4..]].map(|part| part.iter().map(|t| t * t).sum::<f64>())
        };
        let (usual, held) = (norms([1.0, 1.0]), norms([1.0, 50.0]));
        assert!(held[1] < 0.5 * usual[1] && held[0] > 0.9 * usual[0], "{usual:?} {held:?}");
    }

    #[test]
    fn unseen_levels_stay_at_weight_one() {
        let (groups, plain) = random_world(&[3], 50, 3);
        let store = store_of(&groups, &plain, EmptyTeams::WeightOne);
        let weights = fit_streaming(10, &mut &store, StreamingOptions::default(), |_, _| {});
        assert!(weights[3..].iter().all(|&w| w == 0.0));
    }
}
