//! Minorisation-maximisation as in Coulom's `mm` tool (Hunter 2004; van Niekerk 2014, section 2.6.1).
//!
//! All weights start at 1. The prior is one win in two games against weight 1, or `p` such pairs of games, so the update of a level is
//! `γ ← (wins + p) / (Σ_c mass_c / γ + 2 p / (γ + 1))`, done for one whole group at a time (its levels exclude each
//! other, so the surrogate separates). Next comes the group whose last update gained most mean log-likelihood, the
//! first one among equals; when the largest gain is below 0.0001 the gains are reset and the whole is repeated once.
//! Nothing is normalised and levels never seen stay at 1.
//!
//! One pass over the data serves two purposes: it measures the gain of the last update and collects the masses of the
//! two groups that can come next (the same one again, or the best of the others).

use super::{CompetitionStore, PriorStrengths, pass};

/// The prior, and when to stop.
#[derive(Clone, Debug)]
pub struct MmOptions {
    /// Pairs of a win and a loss against weight 1 that every level begins with.
    pub prior_pairs: f64,
    /// Multiples of these pairs, by level.
    pub strengths: PriorStrengths,
    /// Smallest gain in mean log-likelihood worth another update.
    pub tolerance: f64,
    /// How often all gains are reset and the search for improvements starts again, the first time included.
    pub rounds: usize,
    /// Most updates over all rounds.
    pub max_updates: usize,
}

impl Default for MmOptions {
    /// Coulom's constants.
    fn default() -> Self {
        MmOptions {
            prior_pairs: 1.0,
            strengths: PriorStrengths::default(),
            tolerance: 1e-4,
            rounds: 2,
            max_updates: 100_000,
        }
    }
}

/// One update, for progress and for tests.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MmUpdate {
    /// Group updated.
    pub group: usize,
    /// Mean log-likelihood afterwards.
    pub mean_log_likelihood: f64,
    /// What the update gained.
    pub gain: f64,
}

/// Weights and how they were found.
#[derive(Clone, Debug)]
pub struct MmFit {
    /// Weight `γ` of every level.
    pub weights: Vec<f64>,
    /// All updates in order.
    pub updates: Vec<MmUpdate>,
}

/// Gain that marks a group not yet tried in this round; larger than any real one.
const UNTRIED: f64 = 10.0;

/// Runs the algorithm; `progress` is called after every update.
pub fn minorize_maximize(store: &CompetitionStore, options: MmOptions, mut progress: impl FnMut(&MmUpdate)) -> MmFit {
    let groups = store.groups();
    let n = store.n_competitions() as f64;
    let wins = pass::wins(store);
    let mut weights = vec![1.0; groups.n_levels()];
    let mut updates: Vec<MmUpdate> = Vec::new();
    if groups.n_groups() == 0 || store.n_competitions() == 0 {
        return MmFit { weights, updates };
    }
    let mut prepared = vec![0];
    let mut walk = pass::group_masses(store, &weights, &prepared);
    let mut mean = walk.log_likelihood / n;
    for _ in 0..options.rounds {
        let mut gains = vec![UNTRIED; groups.n_groups()];
        loop {
            let group = largest(&gains, None);
            if gains[group] < options.tolerance || updates.len() >= options.max_updates {
                break;
            }
            let slot = match prepared.iter().position(|&g| g == group) {
                Some(slot) => slot,
                None => {
                    prepared = vec![group];
                    walk = pass::group_masses(store, &weights, &prepared);
                    0
                }
            };
            let start = groups.range(group).start as usize;
            for (i, mass) in walk.masses[slot].iter().enumerate() {
                let old = weights[start + i];
                let pairs = options.prior_pairs * options.strengths.of(start + i);
                weights[start + i] = (wins[start + i] + pairs) / (mass / old + 2.0 * pairs / (old + 1.0));
            }
            prepared = vec![group];
            if groups.n_groups() > 1 {
                prepared.push(largest(&gains, Some(group)));
            }
            walk = pass::group_masses(store, &weights, &prepared);
            let after = walk.log_likelihood / n;
            gains[group] = after - mean;
            mean = after;
            let update = MmUpdate { group, mean_log_likelihood: mean, gain: gains[group] };
            progress(&update);
            updates.push(update);
        }
    }
    MmFit { weights, updates }
}

/// Group of the largest gain, the first among equals, leaving one out.
fn largest(gains: &[f64], except: Option<usize>) -> usize {
    let mut best = None;
    for (group, &gain) in gains.iter().enumerate() {
        if Some(group) != except && best.is_none_or(|(_, most)| gain > most) {
            best = Some((group, gain));
        }
    }
    best.map_or(0, |(group, _)| group)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Plain, random_world, store_of};
    use super::super::{EmptyTeams, LevelGroups};
    use super::*;

    fn strength(weights: &[f64], team: &[u32]) -> f64 {
        team.iter().map(|&level| weights[level as usize]).product()
    }

    fn slow_mean_log_likelihood(plain: &Plain, weights: &[f64]) -> f64 {
        let sum: f64 = plain
            .iter()
            .map(|(teams, winner)| {
                let total: f64 = teams.iter().map(|t| strength(weights, t)).sum();
                (strength(weights, &teams[*winner]) / total).ln()
            })
            .sum();
        sum / plain.len() as f64
    }

    /// The published update, literally: one division per competition, team and level, nothing shared.
    fn slow_twin(groups: &LevelGroups, plain: &Plain, pairs: &[f64]) -> (Vec<f64>, Vec<usize>) {
        let mut weights = vec![1.0; groups.n_levels()];
        let mut order = Vec::new();
        for _ in 0..2 {
            let mut gains = vec![10.0; groups.n_groups()];
            loop {
                let mut group = 0;
                for g in 0..gains.len() {
                    if gains[g] > gains[group] {
                        group = g;
                    }
                }
                if gains[group] < 1e-4 {
                    break;
                }
                let before = slow_mean_log_likelihood(plain, &weights);
                let updated: Vec<f64> = groups
                    .range(group)
                    .map(|level| {
                        let wins = plain.iter().filter(|(teams, w)| teams[*w].contains(&level)).count() as f64;
                        let denominator: f64 = plain
                            .iter()
                            .map(|(teams, _)| {
                                let total: f64 = teams.iter().map(|t| strength(&weights, t)).sum();
                                let mates: f64 = teams
                                    .iter()
                                    .filter(|t| t.contains(&level))
                                    .map(|t| {
                                        let others: Vec<u32> = t.iter().copied().filter(|&l| l != level).collect();
                                        strength(&weights, &others)
                                    })
                                    .sum();
                                mates / total
                            })
                            .sum();
                        let pairs = pairs[group];
                        (wins + pairs) / (denominator + 2.0 * pairs / (weights[level as usize] + 1.0))
                    })
                    .collect();
                let start = groups.range(group).start as usize;
                weights[start..start + updated.len()].copy_from_slice(&updated);
                gains[group] = slow_mean_log_likelihood(plain, &weights) - before;
                order.push(group);
            }
        }
        (weights, order)
    }

    #[test]
    fn equals_its_slow_twin() {
        let [even, uneven] = [[1.0; 3], [1.0, 6.0, 0.5]];
        let cases = [(1.0, even), (1.0, even), (1.0, uneven), (0.3, even), (4.0, uneven), (25.0, even)];
        for (seed, (prior_pairs, by_group)) in (0..).zip(cases) {
            let (groups, plain) = random_world(&[3, 5, 2], 60, seed);
            let strengths = PriorStrengths::by_group(&groups, &by_group);
            let options = MmOptions { prior_pairs, strengths, ..MmOptions::default() };
            let fit = minorize_maximize(&store_of(&groups, &plain, EmptyTeams::WeightOne), options, |_| {});
            let (weights, order) = slow_twin(&groups, &plain, &by_group.map(|strength| strength * prior_pairs));
            assert_eq!(fit.updates.iter().map(|u| u.group).collect::<Vec<_>>(), order, "seed {seed}");
            for (ours, theirs) in fit.weights.iter().zip(&weights) {
                assert!((ours / theirs - 1.0).abs() < 1e-9, "seed {seed}: {ours} {theirs}");
            }
            let last = fit.updates.last().expect("some update").mean_log_likelihood;
            assert!((last - slow_mean_log_likelihood(&plain, &weights)).abs() < 1e-9);
        }
    }

    /// Two individuals, 3 wins to 1: with the prior the weights solve the stated fixed point.
    #[test]
    fn two_players() {
        let groups = LevelGroups::from_sizes(&[2]);
        let plain: Plain = (0..4).map(|i| (vec![vec![0], vec![1]], usize::from(i == 0))).collect();
        let options = MmOptions { tolerance: 0.0, rounds: 1, max_updates: 2_000, ..MmOptions::default() };
        let fit = minorize_maximize(&store_of(&groups, &plain, EmptyTeams::WeightOne), options, |_| {});
        let (a, b) = (fit.weights[0], fit.weights[1]);
        assert!((4.0 / a - (4.0 / (a + b) + 2.0 / (a + 1.0))).abs() < 1e-6, "{a} {b}");
        assert!((a * b - 1.0).abs() < 1e-6, "the prior is symmetric: {a} {b}");
    }

    #[test]
    fn unseen_levels_stay_at_one() {
        let (_, plain) = random_world(&[3, 3], 40, 5);
        let wider = LevelGroups::from_sizes(&[3, 3, 4]);
        let fit = minorize_maximize(&store_of(&wider, &plain, EmptyTeams::WeightOne), MmOptions::default(), |_| {});
        assert!(fit.weights[6..].iter().all(|&w| w == 1.0));
        assert!(fit.weights[..6].iter().any(|&w| w != 1.0));
    }

    #[test]
    fn nothing_to_learn_from() {
        let groups = LevelGroups::from_sizes(&[2]);
        let fit = minorize_maximize(&store_of(&groups, &vec![], EmptyTeams::Omit), MmOptions::default(), |_| {});
        assert_eq!(fit.weights, [1.0, 1.0]);
        assert!(fit.updates.is_empty());
    }
}
