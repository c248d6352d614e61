//! Two predictors on the same positions: the difference of M(1) with an interval, and McNemar's test.
//!
//! The interval comes from a bootstrap over games, both predictors drawn together, because positions of one game are not independent and the two
//! are right about much the same. McNemar's test takes positions as independent: it is shown beside, and understates.

use crate::evaluate::{EvaluationLog, Judged};
use learn::stats::{Bootstrap, mcnemar};
use serde::Serialize;

/// How much more often the first predictor is right than the second.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PairedDifference {
    /// Positions that both cover.
    pub positions: u64,
    /// M(1) of each on these.
    pub top1: [f64; 2],
    /// The first less the second.
    pub difference: f64,
    /// Its 95% interval.
    pub interval: [f64; 2],
    /// Positions where only the first is right, and only the second.
    pub only_one_right: [u64; 2],
    /// Positions where neither is right.
    pub both_wrong: u64,
    /// The exact p-value of McNemar's test, two-sided.
    pub mcnemar_p: f64,
}

/// Draws behind the interval.
const BOOTSTRAP: Bootstrap = Bootstrap { replicates: 2000, seed: 1 };

/// Positions of one game by who was right: neither, only the first, only the second, both.
type Tally = [u64; 4];

fn tally(first: &[Judged], second: &[Judged]) -> Tally {
    let mut tally = Tally::default();
    let mut second = second.iter().peekable();
    for a in first {
        while second.next_if(|b| b.ply < a.ply).is_some() {}
        if let Some(b) = second.next_if(|b| b.ply == a.ply) {
            tally[usize::from(a.rank == 1) + 2 * usize::from(b.rank == 1)] += 1;
        }
    }
    tally
}

/// Compares two evaluations of the same games on the positions that both cover; `None` if there are none.
pub fn paired_difference(first: &EvaluationLog, second: &EvaluationLog) -> Option<PairedDifference> {
    let of_games: Vec<Tally> = first.games.iter().zip(&second.games).map(|(a, b)| tally(a, b)).collect();
    let of_games: Vec<Tally> = of_games.into_iter().filter(|tally| tally.iter().sum::<u64>() > 0).collect();
    if of_games.is_empty() {
        return None;
    }
    let add = |sum: Tally, tally: &Tally| std::array::from_fn(|i| sum[i] + tally[i]);
    let n = |tally: &Tally| tally.iter().sum::<u64>().max(1) as f64;
    let difference = |tally: &Tally| (tally[1] as f64 - tally[2] as f64) / n(tally);
    let of_drawn = |drawn: &[usize]| difference(&drawn.iter().map(|&game| &of_games[game]).fold(Tally::default(), add));
    let interval = BOOTSTRAP.percentile(of_games.len(), 0.95, of_drawn);
    let all = of_games.iter().fold(Tally::default(), add);
    let [both_wrong, only_first, only_second, both] = all;
    Some(PairedDifference {
        positions: all.iter().sum(),
        top1: [(only_first + both) as f64 / n(&all), (only_second + both) as f64 / n(&all)],
        difference: difference(&all),
        interval: [interval.low, interval.high],
        only_one_right: [only_first, only_second],
        both_wrong,
        mcnemar_p: mcnemar(only_first, only_second).p_exact,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(ranks: &[(u32, u32)]) -> Vec<Judged> {
        let judged = |&(ply, rank)| Judged {
            ply,
            rank,
            index_rank: rank,
            chance_of_first: 0.0,
            probability: 0.1,
            top_probability: 0.1,
            sharpened: 0.1,
        };
        ranks.iter().map(judged).collect()
    }

    #[test]
    fn only_positions_that_both_cover_count() {
        let whole = EvaluationLog { games: vec![game(&[(1, 1), (2, 1), (3, 2), (4, 1)]); 3], n_outside: 0 };
        let part =
            EvaluationLog { games: vec![game(&[(2, 2), (3, 1), (4, 1)]), game(&[(4, 5)]), vec![]], n_outside: 5 };
        let found = paired_difference(&whole, &part).expect("common positions");
        assert_eq!((found.positions, found.only_one_right, found.both_wrong), (4, [2, 1], 0));
        assert!((found.difference - 0.25).abs() < 1e-12 && (found.top1[0] - 0.75).abs() < 1e-12);
        let opposite = paired_difference(&part, &whole).expect("common positions");
        assert_eq!((opposite.difference, opposite.only_one_right), (-0.25, [1, 2]));
        assert!(paired_difference(&whole, &EvaluationLog { games: vec![vec![]; 3], n_outside: 12 }).is_none());
    }

    #[test]
    fn the_interval_excludes_zero_where_one_is_better() {
        let better = EvaluationLog { games: (0..60).map(|g| game(&[(1, 1), (2, 1 + g % 3)])).collect(), n_outside: 0 };
        let worse = EvaluationLog { games: (0..60).map(|g| game(&[(1, 1 + g % 2), (2, 2)])).collect(), n_outside: 0 };
        let found = paired_difference(&better, &worse).expect("common positions");
        assert!(found.interval[0] > 0.2 && found.interval[1] < 0.7 && found.mcnemar_p < 1e-6, "{found:?}");
        let same = paired_difference(&better, &better).expect("common positions");
        assert_eq!((same.difference, same.interval, same.mcnemar_p), (0.0, [0.0, 0.0], 1.0));
    }
}
