//! Win/loss states against the pair of counters that they replace: the same results counted by both, at random places of a small table.

use anyhow::{Result, ensure};
use mcts::wls::{WinLossScale, WinLossTable};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::figures::{Figures, best_time};

/// Rates that are measured: a table that stays in the first cache either way.
const N_RATES: usize = 1024;
const N_UPDATES: usize = 4_000_000;
/// The end of scale of eight bits.
const END: usize = 21;

pub(super) fn run(figures: &mut Figures) -> Result<()> {
    let results = results();
    let scale = WinLossScale::<u8>::new(END);
    let (time, errors) = best_time(|| {
        let table = WinLossTable::new(scale.clone(), N_RATES);
        results.iter().for_each(|&(index, won)| table.update(usize::from(index), won));
        mean_error(|index| scale.rate(table.get(index)))
    });
    figures.put("wls_updates_per_s", N_UPDATES as f64 / time.as_secs_f64());
    ensure!(errors < 0.08, "states are wrong by {errors:.3} on average");
    let (time, errors) = best_time(|| {
        let mut pairs = vec![(0_u32, 0_u32); N_RATES];
        for &(index, won) in &results {
            let (wins, visits) = &mut pairs[usize::from(index)];
            *wins += u32::from(won);
            *visits += 1;
        }
        mean_error(|index| f64::from(pairs[index].0) / f64::from(pairs[index].1.max(1)))
    });
    figures.put("win_visit_pair_updates_per_s", N_UPDATES as f64 / time.as_secs_f64());
    ensure!(errors < 0.01, "pairs are wrong by {errors:.3} on average");
    Ok(())
}

/// The rate at a place of the table.
fn rate(index: usize) -> f64 {
    (index % 21) as f64 * 0.05
}

/// Places and results, drawn by the rates.
fn results() -> Vec<(u16, bool)> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let draw = |_| {
        let index = random.random_range(0..N_RATES);
        (index as u16, random.random_bool(rate(index)))
    };
    (0..N_UPDATES).map(draw).collect()
}

fn mean_error(estimate: impl Fn(usize) -> f64) -> f64 {
    (0..N_RATES).map(|index| (estimate(index) - rate(index)).abs()).sum::<f64>() / N_RATES as f64
}
