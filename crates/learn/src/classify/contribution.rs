//! Why a row is of a class: what each column does to the odds.
//!
//! The factor of a column is `odds(row) / odds(row with the column at its typical value)`, the typical value being the median of the training rows: 2
//! means that without what is special about this column the odds would be half. Columns are removed one at a time, so that factors of columns that say
//! the same are all small, and their product is not the odds.

use super::classifier::Classifier;
use super::table::Table;

/// What a column does to the odds of a class.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contribution {
    /// The column.
    pub column: usize,
    /// Its value in the row.
    pub value: f64,
    /// Its typical value.
    pub typical: f64,
    /// By how much the odds are larger than they would be with the typical value.
    pub factor: f64,
}

/// Probabilities nearer to 0 or 1 than this count as if they were this far away.
const CERTAIN: f64 = 1e-9;

impl Classifier {
    /// The columns that differ from their typical values, the largest change of the odds of `class` first, columns without effect left out. Panics if
    /// the row has another length or there is no such class.
    pub fn contributions(&self, row: &[f64], class: usize) -> Vec<Contribution> {
        let mut probabilities = vec![0.0; self.classes().len()];
        let mut odds = |row: &[f64]| {
            self.probabilities(row, &mut probabilities);
            let p = probabilities[class].clamp(CERTAIN, 1.0 - CERTAIN);
            p / (1.0 - p)
        };
        let with = odds(row);
        let mut changed = row.to_vec();
        let mut found = Vec::new();
        for (column, &typical) in self.typical.iter().enumerate() {
            if row[column] != typical {
                changed[column] = typical;
                let factor = with / odds(&changed);
                changed[column] = row[column];
                if (factor - 1.0).abs() > 1e-12 {
                    found.push(Contribution { column, value: row[column], typical, factor });
                }
            }
        }
        found.sort_by(|a, b| b.factor.ln().abs().total_cmp(&a.factor.ln().abs()).then(a.column.cmp(&b.column)));
        found
    }
}

/// The median of every column, the lower of two.
pub(super) fn medians(table: &Table) -> Vec<f64> {
    let median = |column: usize| {
        let mut values: Vec<f64> = table.rows().map(|row| row[column]).collect();
        let middle = (values.len() - 1) / 2;
        *values.select_nth_unstable_by(middle, f64::total_cmp).1
    };
    (0..table.n_columns()).map(median).collect()
}

#[cfg(test)]
mod tests {
    use super::super::Learner;
    use super::super::tests::noisy_table;
    use super::*;

    #[test]
    fn the_column_that_decides_comes_first_and_its_factor_is_that_of_the_odds() {
        let table = noisy_table(400, 8);
        let classifier = "naive-bayes".parse::<Learner>().unwrap().fit(&table, None, 1).unwrap();
        let mut row = medians(&table);
        assert!(classifier.contributions(&row, 1).is_empty(), "a typical row has nothing special");
        row[0] = 7.0;
        row[3] += 0.1;
        let found = classifier.contributions(&row, 1);
        assert_eq!((found[0].column, found[0].value), (0, 7.0));
        let odds = |row: &[f64]| {
            let mut p = [0.0; 2];
            classifier.probabilities(row, &mut p);
            p[1] / p[0]
        };
        let mut without = row.clone();
        without[0] = found[0].typical;
        assert!((found[0].factor - odds(&row) / odds(&without)).abs() < 1e-9 * found[0].factor);
        let against = classifier.contributions(&row, 0);
        assert!((against[0].factor * found[0].factor - 1.0).abs() < 1e-9, "for one class what is against the other");
    }
}
