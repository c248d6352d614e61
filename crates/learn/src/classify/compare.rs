//! Learners side by side on the same rows: cross-validation and McNemar's test for all pairs (Foulds 2006, section 5.3 and Table 2).

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::table::Table;
use crate::stats::{McNemar, mcnemar};

/// Parts the rows into `n_folds` of nearly equal size. Classes are spread evenly; rows of one group stay together.
pub fn folds(table: &Table, n_folds: usize, seed: u64) -> Vec<Vec<usize>> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut units: Vec<Vec<usize>> = match table.groups() {
        None => (0..table.n_rows()).map(|row| vec![row]).collect(),
        Some(groups) => {
            let mut by_group = std::collections::BTreeMap::<u32, Vec<usize>>::new();
            groups.iter().enumerate().for_each(|(row, &group)| by_group.entry(group).or_default().push(row));
            by_group.into_values().collect()
        }
    };
    units.shuffle(&mut rng);
    units.sort_by_key(|unit| table.labels()[unit[0]]);
    let mut folds = vec![Vec::new(); n_folds];
    for (place, unit) in units.into_iter().enumerate() {
        folds[place % n_folds].extend(unit);
    }
    folds.iter_mut().for_each(|fold| fold.sort_unstable());
    folds
}

/// One learner against another on the same cases.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
    /// Cases that only the first got right.
    pub only_first: u64,
    /// Cases that only the second got right.
    pub only_second: u64,
    /// The test.
    pub test: McNemar,
}

impl Meeting {
    /// Compares two lists of successes on the same cases.
    pub fn new(first: &[bool], second: &[bool]) -> Meeting {
        assert_eq!(first.len(), second.len(), "the same cases");
        let count =
            |wanted: (bool, bool)| first.iter().zip(second).filter(|(a, b)| (**a, **b) == wanted).count() as u64;
        let (only_first, only_second) = (count((true, false)), count((false, true)));
        Meeting { only_first, only_second, test: mcnemar(only_first, only_second) }
    }

    /// `W`, `L` or `-` for the first, at a level of significance (Foulds 2006, Table 2).
    pub fn verdict(&self, level: f64) -> char {
        match self.test.p_exact < level {
            true if self.only_first > self.only_second => 'W',
            true => 'L',
            false => '-',
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::noisy_table;
    use super::*;

    #[test]
    fn folds_hold_every_row_once_and_spread_classes() {
        let mut table = noisy_table(103, 1);
        let parts = folds(&table, 4, 2);
        let mut all: Vec<usize> = parts.concat();
        all.sort_unstable();
        assert_eq!(all, (0..103).collect::<Vec<_>>());
        let n_good = |rows: &Vec<usize>| rows.iter().filter(|&&row| table.labels()[row] == 1).count();
        let counts: Vec<usize> = parts.iter().map(n_good).collect();
        assert!(counts.iter().max().unwrap() - counts.iter().min().unwrap() <= 1, "{counts:?}");
        table.set_groups((0..103).map(|row| row / 5).collect());
        for part in folds(&table, 4, 2) {
            let inside = |row: &usize| part.contains(row);
            assert!((0..20).all(|group| (group * 5..group * 5 + 5).filter(|row| inside(row)).count() % 5 == 0));
        }
    }

    #[test]
    fn verdicts() {
        let right = |n_true: usize| (0..100).map(|case| case < n_true).collect::<Vec<bool>>();
        assert_eq!(Meeting::new(&right(60), &right(40)).verdict(0.05), 'W');
        assert_eq!(Meeting::new(&right(40), &right(60)).verdict(0.05), 'L');
        assert_eq!(Meeting::new(&right(50), &right(52)).verdict(0.05), '-');
    }
}
