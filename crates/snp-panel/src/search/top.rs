//! The n best SNPs by one measure alone (TopN of Basaldúa 2013, section 5.7.1): the baseline of every search.

use super::{BestPanels, Meter, SearchResult};
use crate::objective::Objective;
use crate::problem::{CandidateSnp, Problem, Rank};

/// What SNPs are ranked by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Measure {
    /// Rosenberg's I_n (5.39).
    Informativeness,
    /// Mean difference of allele frequencies (5.43).
    Delta,
    /// Theta, large-sample form (5.38).
    Theta,
}

impl Measure {
    /// The measure of one SNP.
    pub fn of(self, candidate: &CandidateSnp) -> f64 {
        match self {
            Measure::Informativeness => candidate.measures.informativeness,
            Measure::Delta => candidate.measures.delta,
            Measure::Theta => candidate.measures.theta,
        }
    }
}

/// The panel of the `size` best SNPs; of equal ones those of better rank.
pub fn top_by<O: Objective>(
    problem: &Problem,
    objective: &O,
    measure: Measure,
    size: usize,
    meter: &Meter<'_>,
) -> SearchResult {
    let mut ranks: Vec<Rank> = problem.ranks().collect();
    ranks.sort_by(|&a, &b| measure.of(problem.candidate(b)).total_cmp(&measure.of(problem.candidate(a))));
    ranks.truncate(size);
    ranks.sort_unstable();
    let mut best = BestPanels::new(1);
    meter.count(1);
    best.offer(&ranks, objective.evaluate(&ranks));
    meter.result(best.into_panels())
}
