//! The generalised Bradley-Terry model: teams of feature levels compete, the stronger team wins more often.
//!
//! A level `i` has a weight `γ_i > 0`; a team's weight is the product over its levels, and
//! `P(team k wins) = γ_k / Σ_t γ_t` (van Niekerk 2014, section 2.6, eq. 2.5; Coulom 2007). In logarithms `θ = ln γ` this is the
//! softmax of sums, so three very different optimisers maximise the same likelihood here:
//!
//! - [`minorize_maximize`]: Coulom's tool, group by group, as the thesis used it;
//! - [`fit_lbfgs`]: full-batch quasi-Newton on `θ` with a diagonal preconditioner, all cores;
//! - [`fit_streaming`]: Adagrad on a stream of competitions, each seen a few times.
//!
//! [`CompetitionStore`] keeps millions of competitions compressed in memory.

mod bundle;
mod codec;
mod groups;
mod lbfgs_fit;
mod mm;
mod pass;
mod prior;
mod store;
mod streaming;

pub use groups::LevelGroups;
pub use lbfgs_fit::{LbfgsFit, LbfgsFitOptions, fit_lbfgs};
pub use mm::{MmFit, MmOptions, MmUpdate, minorize_maximize};
pub use prior::{Prior, PriorStrengths};
pub use store::{CompetitionError, CompetitionStore, EmptyTeams, Stored};
pub use streaming::{Competition, CompetitionSource, StreamingOptions, fit_streaming};

/// Mean log-likelihood per competition of the winners under weights given as logarithms.
pub fn mean_log_likelihood(store: &CompetitionStore, log_weights: &[f64]) -> f64 {
    let weights: Vec<f64> = log_weights.iter().map(|t| t.exp()).collect();
    pass::group_masses(store, &weights, &[]).log_likelihood / store.n_competitions().max(1) as f64
}

#[cfg(test)]
pub(crate) mod testing {
    //! A small random world shared by the tests of this folder.

    use super::*;
    use crate::Rows;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// Competitions in the plainest form: candidates as lists, and the winner's place.
    pub(crate) type Plain = Vec<(Vec<Vec<u32>>, usize)>;

    /// Draws `n` competitions whose winners follow hidden weights.
    pub(crate) fn random_world(sizes: &[u32], n: usize, seed: u64) -> (LevelGroups, Plain) {
        let groups = LevelGroups::from_sizes(sizes);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let hidden: Vec<f64> = (0..groups.n_levels()).map(|_| rng.random_range(-1.5..1.5)).collect();
        let competitions = (0..n)
            .map(|_| {
                let n_teams = rng.random_range(2..12);
                let teams: Vec<Vec<u32>> = (0..n_teams)
                    .map(|_| {
                        (0..sizes.len())
                            .flat_map(|g| {
                                let level = rng.random_range(groups.range(g));
                                rng.random_bool(0.7).then_some(level)
                            })
                            .collect()
                    })
                    .collect();
                let strengths: Vec<f64> =
                    teams.iter().map(|t| t.iter().map(|&l| hidden[l as usize]).sum::<f64>().exp()).collect();
                let mut ticket = rng.random_range(0.0..strengths.iter().sum::<f64>());
                let winner = strengths.iter().position(|s| {
                    ticket -= s;
                    ticket < 0.0
                });
                (teams, winner.unwrap_or(n_teams - 1))
            })
            .collect();
        (groups, competitions)
    }

    pub(crate) fn store_of(groups: &LevelGroups, plain: &Plain, empty: EmptyTeams) -> CompetitionStore {
        let mut store = CompetitionStore::new(groups.clone(), empty);
        for (teams, winner) in plain {
            store.push(&teams.iter().collect::<Rows>(), *winner).expect("valid competition");
        }
        store
    }
}
