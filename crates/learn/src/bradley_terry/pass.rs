//! One walk over all competitions: the sums that the full-batch optimisers need.
//!
//! For a competition with total `E = Σ_t n_t γ_t` a level's *mass* is `Σ_{t ∋ i} n_t γ_t / E`, the chance that the
//! winner has it. Summed over competitions and divided by `γ_i` it is the denominator of the MM update; wins minus
//! mass is the gradient of the log-likelihood in `ln γ_i`. Shards are fixed and added in order, so results do not
//! depend on the number of threads.

use std::ops::Range;

use rayon::prelude::*;

use super::CompetitionStore;
use super::codec::Reader;

/// Log-likelihood and the masses of some groups' levels.
pub(super) struct GroupMasses {
    pub(super) log_likelihood: f64,
    /// For each group asked for, the masses of its levels.
    pub(super) masses: Vec<Vec<f64>>,
}

/// Walks with weights `γ` and gathers the masses of the levels in `groups`.
pub(super) fn group_masses(store: &CompetitionStore, weights: &[f64], groups: &[usize]) -> GroupMasses {
    let ranges: Vec<_> = groups.iter().map(|&g| store.groups().range(g)).collect();
    let parts: Vec<GroupMasses> = store
        .shards()
        .into_par_iter()
        .map(|blocks| {
            let mut walk = Walk::new(weights);
            let mut masses: Vec<Vec<f64>> = ranges.iter().map(|r| vec![0.0; r.len()]).collect();
            let mut log_likelihood = 0.0;
            // For each team and group, the team's level there.
            let mut level_of: Vec<u32> = Vec::new();
            for block in blocks {
                let mut reader = Reader::new(block);
                loop {
                    level_of.clear();
                    let Some(outcome) = walk.competition(&mut reader, |levels| {
                        for range in &ranges {
                            level_of.push(level_within(levels, range));
                        }
                    }) else {
                        break;
                    };
                    log_likelihood += (outcome.winner / outcome.total).ln();
                    if ranges.is_empty() {
                        continue;
                    }
                    let scale = 1.0 / outcome.total;
                    for (levels, strength) in level_of.chunks_exact(ranges.len()).zip(&walk.strengths) {
                        for ((&level, range), mass) in levels.iter().zip(&ranges).zip(&mut masses) {
                            if level != u32::MAX {
                                mass[(level - range.start) as usize] += strength * scale;
                            }
                        }
                    }
                }
            }
            GroupMasses { log_likelihood, masses }
        })
        .collect();
    let masses: Vec<Vec<f64>> = ranges.iter().map(|r| vec![0.0; r.len()]).collect();
    parts.into_iter().fold(GroupMasses { log_likelihood: 0.0, masses }, |mut sum, part| {
        sum.log_likelihood += part.log_likelihood;
        for (ours, theirs) in sum.masses.iter_mut().zip(&part.masses) {
            add(ours, theirs);
        }
        sum
    })
}

/// Log-likelihood, all masses and the diagonal of a simple curvature bound.
pub(super) struct AllMasses {
    pub(super) log_likelihood: f64,
    pub(super) masses: Vec<f64>,
    /// `Σ p_t (1 - p_t)` over the teams of each level; empty unless asked for.
    pub(super) curvature: Vec<f64>,
}

/// Walks with weights `γ` and gathers the masses of every level, and if asked the curvature.
pub(super) fn all_masses(store: &CompetitionStore, weights: &[f64], with_curvature: bool) -> AllMasses {
    let n = weights.len();
    let parts: Vec<AllMasses> = store
        .shards()
        .into_par_iter()
        .map(|blocks| {
            let mut walk = Walk::new(weights);
            let mut masses = vec![0.0; n];
            let mut curvature = vec![0.0; if with_curvature { n } else { 0 }];
            let mut log_likelihood = 0.0;
            let (mut flat, mut ends) = (Vec::<u32>::new(), Vec::<usize>::new());
            for block in blocks {
                let mut reader = Reader::new(block);
                loop {
                    flat.clear();
                    ends.clear();
                    let Some(outcome) = walk.competition(&mut reader, |levels| {
                        flat.extend_from_slice(levels);
                        ends.push(flat.len());
                    }) else {
                        break;
                    };
                    log_likelihood += (outcome.winner / outcome.total).ln();
                    let scale = 1.0 / outcome.total;
                    let mut start = 0;
                    for (&end, strength) in ends.iter().zip(&walk.strengths) {
                        let p = strength * scale;
                        for &level in &flat[start..end] {
                            masses[level as usize] += p;
                        }
                        if with_curvature {
                            for &level in &flat[start..end] {
                                curvature[level as usize] += p * (1.0 - p);
                            }
                        }
                        start = end;
                    }
                }
            }
            AllMasses { log_likelihood, masses, curvature }
        })
        .collect();
    let curvature = vec![0.0; if with_curvature { n } else { 0 }];
    parts.into_iter().fold(AllMasses { log_likelihood: 0.0, masses: vec![0.0; n], curvature }, |mut sum, part| {
        sum.log_likelihood += part.log_likelihood;
        add(&mut sum.masses, &part.masses);
        add(&mut sum.curvature, &part.curvature);
        sum
    })
}

/// How many competitions each level won.
pub(super) fn wins(store: &CompetitionStore) -> Vec<f64> {
    let mut wins = vec![0.0; store.groups().n_levels()];
    store.for_each(|teams, _, winner| teams.row(winner).iter().for_each(|&level| wins[level as usize] += 1.0));
    wins
}

/// The level inside `range`, or `u32::MAX`. No early exit: a conditional move beats an unpredictable branch.
#[inline]
fn level_within(levels: &[u32], range: &Range<u32>) -> u32 {
    let length = range.end - range.start;
    levels.iter().fold(u32::MAX, |found, &level| if level.wrapping_sub(range.start) < length { level } else { found })
}

fn add(sum: &mut [f64], part: &[f64]) {
    sum.iter_mut().zip(part).for_each(|(s, p)| *s += p);
}

struct Outcome {
    total: f64,
    winner: f64,
}

/// Decodes competitions, reusing the product of levels that neighbouring teams share.
struct Walk<'a> {
    weights: &'a [f64],
    levels: Vec<u32>,
    /// `products[k]` is the product of the first `k` levels' weights.
    products: Vec<f64>,
    /// Count times weight of each team of the current competition.
    strengths: Vec<f64>,
}

impl<'a> Walk<'a> {
    fn new(weights: &'a [f64]) -> Self {
        Walk { weights, levels: Vec::new(), products: vec![1.0], strengths: Vec::new() }
    }

    #[inline]
    fn competition(&mut self, reader: &mut Reader, mut see: impl FnMut(&[u32])) -> Option<Outcome> {
        let (n_teams, winner_team) = reader.competition()?;
        self.strengths.clear();
        self.levels.clear();
        let (mut total, mut winner) = (0.0, 1.0);
        for team in 0..n_teams {
            let (shared, count) = reader.team(&mut self.levels);
            self.products.truncate(shared + 1);
            let mut product = self.products[shared];
            for &level in &self.levels[shared..] {
                product *= self.weights[level as usize];
                self.products.push(product);
            }
            if team == winner_team {
                winner = product;
            }
            let strength = product * f64::from(count);
            total += strength;
            self.strengths.push(strength);
            see(&self.levels);
        }
        Some(Outcome { total, winner })
    }
}
