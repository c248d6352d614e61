//! How strongly winning depends on the outcome of a query: three quality criteria beside the thesis's fourteen (van Niekerk 2014, section 6.2, asks
//! for others). All are 0 if every outcome has the winrate of the whole, need S1 and S2, and ignore outcomes without descents.
//!
//! | | criterion | quality |
//! |---|---|---|
//! | MI | mutual information (Quinlan 1986: gain), times the descents | `Σ w_c log2(r_c / r_q) + l_c log2((1 - r_c) / (1 - r_q))` |
//! | GR | gain ratio (Quinlan 1986): the same over the entropy of the descents | `MI / (d_q H(d_c / d_q))` |
//! | CHI | Pearson's statistic of independence | `Σ d_c (r_c - r_q)^2 / (r_q (1 - r_q))` |

use super::Outcome;

/// `count log2(rate / parent)`, with `0 log 0 = 0`.
fn term(count: f64, rate: f64, parent: f64) -> f64 {
    if count > 0.0 { count * (rate / parent).log2() } else { 0.0 }
}

pub(super) fn mutual_information(outcomes: &[Outcome], total: Outcome) -> f64 {
    let parent = total.winrate();
    let of = |c: &Outcome| term(c.wins, c.winrate(), parent) + term(c.losses(), 1.0 - c.winrate(), 1.0 - parent);
    outcomes.iter().filter(|c| c.descents > 0.0).map(of).sum()
}

pub(super) fn gain_ratio(outcomes: &[Outcome], total: Outcome) -> f64 {
    let share = |c: &Outcome| c.descents / total.descents;
    let entropy: f64 = -outcomes.iter().map(|c| term(share(c), share(c), 1.0)).sum::<f64>();
    mutual_information(outcomes, total) / (total.descents * entropy)
}

pub(super) fn chi_square(outcomes: &[Outcome], total: Outcome) -> f64 {
    let parent = total.winrate();
    let of = |c: &Outcome| c.descents * (c.winrate() - parent).powi(2) / (parent * (1.0 - parent));
    outcomes.iter().filter(|c| c.descents > 0.0).map(of).sum()
}
