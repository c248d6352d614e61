//! The statistics of a growing leaf: the rows of its descents, and histograms once there are many.
//!
//! Appending a row touches one or two cache lines, where fifty histograms would touch fifty; a row takes one byte per
//! value as long as all values fit. Rows are counted when the leaf is tested. A leaf that could not be split keeps the
//! histograms and drops the rows, so its memory does not grow with its descents.

use super::criterion::{Criterion, CriterionOptions, Outcome};
use super::family::{ABSENT, Family, Split};
use super::histogram::{Histogram, NearestCounting};
use super::{Discoveries, QuerySystem};

/// How queries are judged.
#[derive(Clone, Copy, Debug)]
pub(super) struct Judgement {
    pub(super) criterion: Criterion,
    pub(super) options: CriterionOptions,
    pub(super) counting: NearestCounting,
    pub(super) discoveries: Discoveries,
}

#[derive(Default)]
pub(super) struct Leaf {
    descents: u32,
    wins: u32,
    values: Values,
    /// Number of rows in `values`, and which of them won.
    n_rows: u32,
    won_rows: Vec<u32>,
    /// One per family, for the rows no longer in `values`; empty until the first test failed.
    histograms: Vec<Histogram>,
}

/// Row after row, one byte a value while that is enough; `u8::MAX` then stands for [`ABSENT`].
enum Values {
    Narrow(Vec<u8>),
    Wide(Vec<u16>),
}

impl Default for Values {
    fn default() -> Self {
        Values::Narrow(Vec::new())
    }
}

impl Leaf {
    pub(super) fn descents(&self) -> u32 {
        self.descents
    }

    pub(super) fn total(&self) -> Outcome {
        Outcome { descents: f64::from(self.descents), wins: f64::from(self.wins) }
    }

    /// Records one descent.
    pub(super) fn record(&mut self, row: &[u16], won: bool) {
        self.descents += 1;
        if won {
            self.wins += 1;
            self.won_rows.push(self.n_rows);
        }
        self.n_rows += 1;
        if let Values::Narrow(narrow) = &mut self.values {
            let fits = row.iter().all(|&v| v < u16::from(u8::MAX) || v == ABSENT);
            if fits {
                // `ABSENT as u8` is `u8::MAX`.
                narrow.extend(row.iter().map(|&v| v as u8));
                return;
            }
            self.values = Values::Wide(narrow.iter().map(|&v| widen(v)).collect());
        }
        if let Values::Wide(wide) = &mut self.values {
            wide.extend_from_slice(row);
        }
    }

    /// The best suitable query, if there is one.
    pub(super) fn best_split(&mut self, families: &[Family], judgement: Judgement) -> Option<(usize, Split)> {
        let total = self.total();
        if !judgement.criterion.leaf_may_split(total, judgement.options) {
            return None;
        }
        self.count_rows(families, judgement.counting);
        let mut best = None;
        let mut most = f64::NEG_INFINITY;
        let mut comparison_is_suitable = false;
        for (idx, (family, histogram)) in families.iter().zip(&self.histograms).enumerate() {
            histogram.for_each_split(family, total, |split, outcomes| {
                let Some(quality) = judgement.criterion.quality(outcomes, total, judgement.options) else { return };
                comparison_is_suitable |= matches!(family, Family::Threshold { .. }) && quality > f64::NEG_INFINITY;
                if quality > most {
                    most = quality;
                    best = Some((idx, split));
                }
            });
        }
        let discovers = |&(idx, _): &(usize, Split)| matches!(families[idx], Family::FirstPresent { .. });
        let forbidden = judgement.discoveries == Discoveries::BesideComparison && !comparison_is_suitable;
        best.filter(|chosen| !(forbidden && discovers(chosen)))
    }

    /// Number of rows not yet counted.
    pub(super) fn n_rows(&self) -> u32 {
        self.n_rows
    }

    /// Moves the rows into the histograms.
    pub(super) fn count_rows(&mut self, families: &[Family], counting: NearestCounting) {
        if self.histograms.is_empty() {
            self.histograms = vec![Histogram::default(); families.len()];
        }
        if self.n_rows == 0 {
            return;
        }
        let rows: Vec<u16> = match std::mem::take(&mut self.values) {
            Values::Narrow(narrow) => narrow.into_iter().map(widen).collect(),
            Values::Wide(wide) => wide,
        };
        let n_columns = rows.len() / self.n_rows as usize;
        let mut won = vec![false; self.n_rows as usize];
        self.won_rows.drain(..).for_each(|row| won[row as usize] = true);
        self.n_rows = 0;
        if n_columns == 0 {
            return;
        }
        for (family, histogram) in families.iter().zip(&mut self.histograms) {
            for (row, &won) in rows.chunks_exact(n_columns).zip(&won) {
                histogram.add(family, row, won, counting);
            }
        }
    }
}

fn widen(value: u8) -> u16 {
    if value == u8::MAX { ABSENT } else { u16::from(value) }
}

/// Families by number of discoveries, asked for once.
#[derive(Default)]
pub(super) struct FamilyTable {
    known: Vec<Option<Vec<Family>>>,
}

impl FamilyTable {
    pub(super) fn of<S: QuerySystem>(&mut self, system: &S, n_discovered: usize) -> &[Family] {
        if self.known.len() <= n_discovered {
            self.known.resize(n_discovered + 1, None);
        }
        self.known[n_discovered].get_or_insert_with(|| system.families(n_discovered))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const FAMILIES: [Family; 4] = [
        Family::Threshold { column: 0, n_values: 300 },
        Family::Nearest { column: 1, kinds: 0b11, n_values: 6 },
        Family::Threshold { column: 3, n_values: 8 },
        Family::FirstPresent { column: 3, kinds: 0b101 },
    ];

    /// Evaluates every query of every family by asking it of every row.
    fn slow_best(rows: &[(Vec<u16>, bool)], criterion: Criterion) -> Option<f64> {
        let options = CriterionOptions::default();
        let tally = |rows: &mut dyn Iterator<Item = &(Vec<u16>, bool)>| {
            rows.fold(Outcome::default(), |sum, (_, won)| Outcome {
                descents: sum.descents + 1.0,
                wins: sum.wins + f64::from(u8::from(*won)),
            })
        };
        let total = tally(&mut rows.iter());
        let mut best: Option<f64> = None;
        for family in FAMILIES {
            let splits: Vec<Split> = match family {
                Family::Threshold { n_values, .. } => {
                    (0..n_values).flat_map(|v| [Split::LessThan(v), Split::EqualTo(v)]).collect()
                }
                Family::Nearest { n_values, .. } => (0..n_values).map(Split::Within).collect(),
                _ => vec![Split::Whole],
            };
            for split in splits {
                let outcomes: Vec<Outcome> = (0..family.n_outcomes())
                    .map(|o| tally(&mut rows.iter().filter(|(row, _)| family.outcome(split, row) == o)))
                    .collect();
                if let Some(q) = criterion.quality(&outcomes, total, options) {
                    best = Some(best.map_or(q, |b: f64| b.max(q)));
                }
            }
        }
        best
    }

    fn judgement(criterion: Criterion) -> Judgement {
        Judgement {
            criterion,
            options: CriterionOptions::default(),
            counting: NearestCounting::OutcomeTaken,
            discoveries: Discoveries::Free,
        }
    }

    /// Four descents that only a discovery tells apart; then one that a comparison tells apart as well.
    #[test]
    fn a_discovery_may_need_a_comparison_beside_it() {
        let families = [Family::Threshold { column: 0, n_values: 9 }, Family::FirstPresent { column: 1, kinds: 0b1 }];
        let free = judgement(Criterion::DescentSplit);
        let strict = Judgement { discoveries: Discoveries::BesideComparison, ..free };
        let mut leaf = Leaf::default();
        for present in [0, 0, 1, 1] {
            leaf.record(&[3, present], false);
        }
        assert_eq!(leaf.best_split(&families, free), Some((1, Split::Whole)));
        assert_eq!(leaf.best_split(&families, strict), None);
        leaf.record(&[4, 0], false);
        assert_eq!(leaf.best_split(&families, strict), Some((1, Split::Whole)), "the comparison is suitable, if worse");
        let nearest = [Family::Nearest { column: 1, kinds: 0b1, n_values: 2 }];
        let mut leaf = Leaf::default();
        for distance in [0, 0, 1, 1] {
            leaf.record(&[3, distance], false);
        }
        assert_eq!(leaf.best_split(&nearest, strict), Some((0, Split::Within(0))), "searches by distance are free");
    }

    fn row() -> impl Strategy<Value = Vec<u16>> {
        // Column 0 sometimes needs two bytes.
        (prop_oneof![5 => 0u16..20, 1 => 250u16..280], 0u16..8, prop_oneof![0u16..8, Just(ABSENT)], 0u16..8)
            .prop_map(|(a, b, c, d)| vec![a, b, c, d])
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]
        /// The chosen query has the best quality there is, also when some rows were counted earlier.
        #[test]
        fn chooses_the_best(rows in prop::collection::vec((row(), prop::bool::weighted(0.3)), 4..60), early in 0usize..60) {
            for criterion in Criterion::every() {
                let judgement = judgement(criterion);
                let mut leaf = Leaf::default();
                for (i, (row, won)) in rows.iter().enumerate() {
                    leaf.record(row, *won);
                    if i == early {
                        leaf.count_rows(&FAMILIES, judgement.counting);
                    }
                }
                prop_assert_eq!(leaf.descents() as usize, rows.len());
                let ours = leaf.best_split(&FAMILIES, judgement).map(|(family, split)| {
                    let family = FAMILIES[family];
                    let mut outcomes = vec![Outcome::default(); family.n_outcomes()];
                    for (row, won) in &rows {
                        let outcome = &mut outcomes[family.outcome(split, row)];
                        outcome.descents += 1.0;
                        outcome.wins += f64::from(u8::from(*won));
                    }
                    criterion.quality(&outcomes, leaf.total(), judgement.options).expect("the choice is suitable")
                });
                let slow = slow_best(&rows, criterion);
                match (ours, slow) {
                    (Some(a), Some(b)) => prop_assert!((a - b).abs() < 1e-9, "{}: {} {}", criterion, a, b),
                    (a, b) => prop_assert_eq!(a, b, "{}", criterion),
                }
            }
        }
    }
}
