//! Maximin selection (Rosenberg 2005, *Algorithms for selecting informative marker panels for population assignment*).
//!
//! The quality of a panel is that of the pair of classes it separates worst. Each step adds the SNP that maximises the
//! minimum, over all pairs of classes, of the panel's summed pairwise informativeness; ties go to the larger sum over
//! all pairs, then to the better rank. Only the idea is taken from the article's abstract and from its use by others;
//! the article measures a pair by the optimal rate of correct assignment, which is not a sum over SNPs.
//!
//! Needs no objective while it chooses; the finished panel is evaluated once.

use rayon::prelude::*;

use super::{BestPanels, Meter, SearchResult};
use crate::measures::informativeness;
use crate::objective::Objective;
use crate::problem::{Problem, Rank};
use crate::tally::{GenotypeCounts, Tally};

/// Grows one panel to `size`.
pub fn maximin<O: Objective>(problem: &Problem, objective: &O, size: usize, meter: &Meter<'_>) -> SearchResult {
    let pairwise = pairwise_informativeness(problem);
    let n_pairs = pairwise.first().map_or(0, Vec::len);
    let mut sums = vec![0.0; n_pairs];
    let mut panel: Vec<Rank> = Vec::new();
    while panel.len() < size {
        let worth = |rank: Rank| {
            let with = || sums.iter().zip(&pairwise[rank.idx()]).map(|(sum, one)| sum + one);
            (with().fold(f64::INFINITY, f64::min), with().sum::<f64>())
        };
        let free = problem.ranks().filter(|rank| !panel.contains(rank));
        let better = |a: (f64, f64), b: (f64, f64)| a.0 > b.0 || (a.0 == b.0 && a.1 > b.1);
        let winner = free.map(|rank| (worth(rank), rank)).reduce(|a, b| if better(b.0, a.0) { b } else { a });
        let Some((_, rank)) = winner else { break };
        sums.iter_mut().zip(&pairwise[rank.idx()]).for_each(|(sum, one)| *sum += one);
        panel.push(rank);
    }
    panel.sort_unstable();
    meter.count(1);
    let mut best = BestPanels::new(1);
    best.offer(&panel, objective.evaluate(&panel));
    meter.result(best.into_panels())
}

/// I_n of every pair of classes at every candidate.
fn pairwise_informativeness(problem: &Problem) -> Vec<Vec<f64>> {
    let mut members = vec![Vec::new(); problem.n_classes()];
    for (place, &class) in problem.class_of().iter().enumerate() {
        members[usize::from(class)].push(place);
    }
    let tally = Tally::new(&members);
    let pairs_of = |rank: Rank| {
        let mut counts = vec![GenotypeCounts::default(); tally.n_groups()];
        tally.count(problem.genotypes().snp(rank.idx()), &mut counts);
        let pairs = (0..counts.len()).flat_map(|i| (i + 1..counts.len()).map(move |j| (i, j)));
        pairs.map(|(i, j)| informativeness(&[counts[i], counts[j]])).collect()
    };
    problem.ranks().collect::<Vec<_>>().into_par_iter().map(pairs_of).collect()
}
