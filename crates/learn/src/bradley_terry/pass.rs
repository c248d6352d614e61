//! One pass over all competitions: the sums that the full-batch optimisers need.
//!
//! For a competition with total `E = Σ_t n_t γ_t` a level's *mass* is `Σ_{t ∋ i} n_t γ_t / E`, the probability that the
//! winner has it. Summed over competitions and divided by `γ_i` it is the denominator of the MM update; wins minus mass
//! is the gradient of the log-likelihood in `ln γ_i`. Masses of bundled levels are collected per bundle and distributed
//! to the levels once per block. Shards are fixed and added in order, so results do not depend on the number of
//! threads.

use std::ops::Range;

use rayon::prelude::*;

use super::CompetitionStore;
use super::codec::Reader;
use super::store::Block;

/// Log-likelihood and the masses of some groups' levels.
pub(super) struct GroupMasses {
    pub(super) log_likelihood: f64,
    /// For each group asked for, the masses of its levels.
    pub(super) masses: Vec<Vec<f64>>,
}

/// One pass with weights `γ` that collects the masses of the levels in `groups`.
pub(super) fn group_masses(store: &CompetitionStore, weights: &[f64], groups: &[usize]) -> GroupMasses {
    let ranges: Vec<Range<u32>> = groups.iter().map(|&g| store.groups().range(g)).collect();
    let large: Vec<bool> = ranges.iter().map(|r| store.large_starts().contains(&r.start) && !r.is_empty()).collect();
    let parts: Vec<GroupMasses> = store
        .shards()
        .into_par_iter()
        .map(|blocks| {
            let mut masses: Vec<Vec<f64>> = ranges.iter().map(|r| vec![0.0; r.len()]).collect();
            let mut walk = Walk::new(weights, store.large_starts());
            for block in blocks {
                walk.begin(block);
                let mut reader = Reader::new(&block.bytes);
                while let Some(scale) = walk.competition(&mut reader) {
                    walk.give_to_bundles(scale);
                    for ((range, mass), _) in ranges.iter().zip(&mut masses).zip(&large).filter(|(_, large)| **large) {
                        for (team, strength) in walk.teams() {
                            let level = level_within(team, range);
                            if level != u32::MAX {
                                mass[(level - range.start) as usize] += strength * scale;
                            }
                        }
                    }
                }
                for ((range, mass), _) in ranges.iter().zip(&mut masses).zip(&large).filter(|(_, large)| !**large) {
                    for (bundle, part) in block.bundles.iter().zip(&walk.bundle_masses) {
                        let level = level_within(bundle, range);
                        if level != u32::MAX {
                            mass[(level - range.start) as usize] += part;
                        }
                    }
                }
            }
            GroupMasses { log_likelihood: walk.log_likelihood, masses }
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

/// One pass with weights `γ` that collects the masses of every level and, if requested, the curvature.
pub(super) fn all_masses(store: &CompetitionStore, weights: &[f64], with_curvature: bool) -> AllMasses {
    let n = weights.len();
    let n_curvature = if with_curvature { n } else { 0 };
    let parts: Vec<AllMasses> = store
        .shards()
        .into_par_iter()
        .map(|blocks| {
            let (mut masses, mut curvature) = (vec![0.0; n], vec![0.0; n_curvature]);
            let mut walk = Walk::new(weights, store.large_starts());
            for block in blocks {
                walk.begin(block);
                let mut reader = Reader::new(&block.bytes);
                while let Some(scale) = walk.competition(&mut reader) {
                    walk.give_to_bundles(scale);
                    for (team, strength) in walk.teams() {
                        team.iter().for_each(|&level| masses[level as usize] += strength * scale);
                    }
                    if with_curvature {
                        walk.give_curvature(block, scale, &mut curvature);
                    }
                }
                for (bundle, part) in block.bundles.iter().zip(&walk.bundle_masses) {
                    bundle.iter().for_each(|&level| masses[level as usize] += part);
                }
            }
            AllMasses { log_likelihood: walk.log_likelihood, masses, curvature }
        })
        .collect();
    let zero = AllMasses { log_likelihood: 0.0, masses: vec![0.0; n], curvature: vec![0.0; n_curvature] };
    parts.into_iter().fold(zero, |mut sum, part| {
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

/// Decodes competitions one by one, with the weights of the block's bundles multiplied out.
struct Walk<'a> {
    weights: &'a [f64],
    large_starts: &'a [u32],
    log_likelihood: f64,
    /// For each bundle of the block.
    bundle_weights: Vec<f64>,
    bundle_masses: Vec<f64>,
    /// For each team of the competition: bundle, count times weight, and levels of large groups.
    bundles: Vec<u32>,
    strengths: Vec<f64>,
    levels: Vec<u32>,
    ends: Vec<usize>,
}

impl<'a> Walk<'a> {
    fn new(weights: &'a [f64], large_starts: &'a [u32]) -> Self {
        Walk {
            weights,
            large_starts,
            log_likelihood: 0.0,
            bundle_weights: Vec::new(),
            bundle_masses: Vec::new(),
            bundles: Vec::new(),
            strengths: Vec::new(),
            levels: Vec::new(),
            ends: Vec::new(),
        }
    }

    fn begin(&mut self, block: &Block) {
        let product = |levels: &[u32]| levels.iter().map(|&level| self.weights[level as usize]).product::<f64>();
        self.bundle_weights.clear();
        self.bundle_weights.extend(block.bundles.iter().map(product));
        self.bundle_masses.clear();
        self.bundle_masses.resize(block.bundles.len(), 0.0);
    }

    /// Decodes the next competition; returns `1 / E`.
    #[inline]
    fn competition(&mut self, reader: &mut Reader) -> Option<f64> {
        let (n_teams, winner_team) = reader.competition()?;
        self.bundles.clear();
        self.strengths.clear();
        self.levels.clear();
        self.ends.clear();
        // Two loops: decoding is a chain of dependencies, looking up weights is a series of cache misses that can
        // overlap.
        let mut bundle = 0;
        for _ in 0..n_teams {
            let count = reader.team(self.large_starts, &mut bundle, &mut self.levels);
            self.bundles.push(bundle);
            self.strengths.push(f64::from(count));
            self.ends.push(self.levels.len());
        }
        let (mut total, mut winner, mut start) = (0.0, 1.0, 0);
        for team in 0..n_teams {
            let mut product = self.bundle_weights[self.bundles[team] as usize];
            for &level in &self.levels[start..self.ends[team]] {
                product *= self.weights[level as usize];
            }
            start = self.ends[team];
            if team == winner_team {
                winner = product;
            }
            self.strengths[team] *= product;
            total += self.strengths[team];
        }
        self.log_likelihood += (winner / total).ln();
        Some(1.0 / total)
    }

    /// The large levels and the strength of every team.
    #[inline]
    fn teams(&self) -> impl Iterator<Item = (&[u32], f64)> {
        let mut start = 0;
        self.ends.iter().zip(&self.strengths).map(move |(&end, &strength)| {
            let team = &self.levels[start..end];
            start = end;
            (team, strength)
        })
    }

    #[inline]
    fn give_to_bundles(&mut self, scale: f64) {
        for (&bundle, strength) in self.bundles.iter().zip(&self.strengths) {
            self.bundle_masses[bundle as usize] += strength * scale;
        }
    }

    fn give_curvature(&self, block: &Block, scale: f64, curvature: &mut [f64]) {
        for ((team, strength), &bundle) in self.teams().zip(&self.bundles) {
            let p = strength * scale;
            for &level in team.iter().chain(block.bundles.get(bundle as usize)) {
                curvature[level as usize] += p * (1.0 - p);
            }
        }
    }
}
