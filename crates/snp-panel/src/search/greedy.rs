//! Greedy forward selection: the SNP that helps most, then the one that helps most beside it, and so on.
//!
//! Every step evaluates every candidate, on all threads of the current rayon pool; on equal values the better rank
//! wins, so the result does not depend on the number of threads. When the budget ends early, the rest of the panel is
//! filled by rank.

use rayon::prelude::*;

use super::{BestPanels, Meter, SearchResult};
use crate::objective::Objective;
use crate::problem::{Problem, Rank};

/// Candidates between two checks of the budget.
const CHUNK: usize = 4096;

/// Grows one panel to `size`, remembering the `keep` best of its last step.
pub fn greedy_forward<O>(problem: &Problem, objective: &O, size: usize, keep: usize, meter: &Meter<'_>) -> SearchResult
where
    O: Objective,
    O::Scored: Sync,
{
    let mut scored = objective.empty();
    let mut best = BestPanels::new(keep);
    let ranks: Vec<Rank> = problem.ranks().collect();
    while objective.panel(&scored).len() < size && !is_over(meter, &best) {
        let is_last = objective.panel(&scored).len() + 1 == size;
        let mut winner: Option<(f64, Rank)> = None;
        for chunk in ranks.chunks(CHUNK) {
            if is_over(meter, &best) {
                break;
            }
            let free = chunk.iter().copied().filter(|rank| !objective.panel(&scored).contains(rank));
            let room = meter.evaluations_left().saturating_sub(reserve(&best)).min(CHUNK as u64) as usize;
            let free: Vec<Rank> = free.take(room).collect();
            let values: Vec<f64> = free.par_iter().map(|&rank| objective.value_with(&scored, rank)).collect();
            meter.count(free.len() as u64);
            for (&rank, value) in free.iter().zip(values) {
                if is_last && best.wants(value) {
                    let panel: Vec<Rank> = objective.panel(&scored).iter().copied().chain([rank]).collect();
                    best.offer(&panel, value);
                }
                if winner.is_none_or(|(highest, _)| value > highest) {
                    winner = Some((value, rank));
                }
            }
        }
        let Some((_, rank)) = winner else { break };
        objective.add(&mut scored, rank);
        meter.report(best.best_value());
    }
    if best.panels().is_empty() {
        let mut panel = objective.panel(&scored).to_vec();
        let free = ranks.iter().copied().filter(|rank| !objective.panel(&scored).contains(rank));
        panel.extend(free.take(size - objective.panel(&scored).len()));
        meter.count(1);
        best.offer(&panel, objective.evaluate(&panel));
    }
    meter.result(best.into_panels())
}

/// Evaluations that are kept for a panel filled by rank, as long as there is none of full size.
fn reserve(best: &BestPanels) -> u64 {
    u64::from(best.panels().is_empty())
}

fn is_over(meter: &Meter<'_>, best: &BestPanels) -> bool {
    meter.is_over() || meter.evaluations_left() <= reserve(best)
}
