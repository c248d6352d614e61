//! Descents and wins by value: the outcomes of all queries of a family are read off one histogram.

use serde::{Deserialize, Serialize};

use super::criterion::Outcome;
use super::family::{ABSENT, Family, Split, first_present, nearest};

/// How rows are counted in families that look for the nearest of several kinds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NearestCounting {
    /// Only the outcome actually taken.
    #[default]
    OutcomeTaken,
    /// As Oakfoam 0.2.0 counted its stone graphs: a kind is left out only if the kind just before it (in the full list,
    /// if allowed and itself counted) is at least as near, so a row may count for several outcomes and "none" may
    /// become negative. For reproductions only.
    PartlyExclusive,
}

/// Largest number of outcomes: eight kinds and none, or a categorical column's.
const MOST_OUTCOMES: usize = 32;

/// Counts by bin. Values beyond the family's range are in no bin: they always take the last outcome.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Histogram {
    bins: Vec<Tally>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tally {
    descents: u32,
    wins: u32,
}

impl Histogram {
    #[inline]
    fn count(&mut self, bin: usize, won: bool) {
        if bin >= self.bins.len() {
            self.bins.resize(bin + 1, Tally::default());
        }
        self.bins[bin].descents += 1;
        self.bins[bin].wins += u32::from(won);
    }

    /// Counts one row.
    #[inline]
    pub(super) fn add(&mut self, family: &Family, row: &[u16], won: bool, counting: NearestCounting) {
        match *family {
            Family::Threshold { column, n_values } => {
                if row[column] < n_values {
                    self.count(usize::from(row[column]), won);
                }
            }
            Family::Nearest { column, kinds, n_values } => {
                let n_kinds = kinds.count_ones() as usize;
                if counting == NearestCounting::OutcomeTaken {
                    if let Some((place, distance)) = nearest(column, kinds, row)
                        && distance < n_values
                    {
                        self.count(usize::from(distance) * n_kinds + place, won);
                    }
                    return;
                }
                let mut before = ABSENT;
                let mut place = 0;
                for kind in 0..8 {
                    let allowed = kinds >> kind & 1 == 1;
                    let distance = if allowed { row[column + kind] } else { ABSENT };
                    let counted = distance < before;
                    if counted && distance < n_values {
                        self.count(usize::from(distance) * n_kinds + place, won);
                    }
                    before = if counted { distance } else { ABSENT };
                    place += usize::from(allowed);
                }
            }
            Family::FirstPresent { column, kinds } => {
                let place = first_present(kinds, row[column]);
                if place < kinds.count_ones() as usize {
                    self.count(place, won);
                }
            }
            Family::Categorical { column, n_outcomes } => {
                if row[column] + 1 < n_outcomes {
                    self.count(usize::from(row[column]), won);
                }
            }
        }
    }

    /// Visits every query of the family that can split the descents, with its outcomes, in the order of comparison:
    /// rising constants, "less than" before "equal to".
    pub(super) fn for_each_split(&self, family: &Family, total: Outcome, mut show: impl FnMut(Split, &[Outcome])) {
        let n_outcomes = family.n_outcomes();
        assert!(n_outcomes <= MOST_OUTCOMES, "{n_outcomes} outcomes");
        let mut outcomes = [Outcome::default(); MOST_OUTCOMES];
        let outcomes = &mut outcomes[..n_outcomes];
        match *family {
            Family::Threshold { n_values, .. } => {
                let mut below = Outcome::default();
                // One constant past the largest value seen is enough: larger ones give the same split.
                let last = self.bins.len().min(usize::from(n_values) - 1);
                for value in 0..=last {
                    let here = self.bins.get(value).copied().unwrap_or_default().into();
                    for (split, yes) in [(Split::LessThan(value as u16), below), (Split::EqualTo(value as u16), here)] {
                        if yes.descents > 0.0 && yes.descents < total.descents {
                            outcomes[0] = yes;
                            outcomes[1] = minus(total, yes);
                            show(split, outcomes);
                        }
                    }
                    below = plus(below, here);
                }
            }
            Family::Nearest { .. } => {
                let n_kinds = n_outcomes - 1;
                let mut found = Outcome::default();
                for (distance, bins) in self.bins.chunks(n_kinds).enumerate() {
                    for (outcome, tally) in outcomes.iter_mut().zip(bins) {
                        *outcome = plus(*outcome, (*tally).into());
                        found = plus(found, (*tally).into());
                    }
                    outcomes[n_kinds] = minus(total, found);
                    show(Split::Within(distance as u16), outcomes);
                }
            }
            Family::FirstPresent { .. } | Family::Categorical { .. } => {
                let mut rest = total;
                for (outcome, tally) in outcomes.iter_mut().zip(&self.bins) {
                    *outcome = (*tally).into();
                    rest = minus(rest, *outcome);
                }
                outcomes[n_outcomes - 1] = rest;
                show(Split::Whole, outcomes);
            }
        }
    }
}

impl From<Tally> for Outcome {
    fn from(tally: Tally) -> Outcome {
        Outcome { descents: f64::from(tally.descents), wins: f64::from(tally.wins) }
    }
}

fn plus(a: Outcome, b: Outcome) -> Outcome {
    Outcome { descents: a.descents + b.descents, wins: a.wins + b.wins }
}

fn minus(a: Outcome, b: Outcome) -> Outcome {
    Outcome { descents: a.descents - b.descents, wins: a.wins - b.wins }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn families() -> impl Strategy<Value = Family> {
        prop_oneof![
            (0usize..3, 1u16..12).prop_map(|(column, n_values)| Family::Threshold { column, n_values }),
            (1u8..8, 1u16..12).prop_map(|(kinds, n_values)| Family::Nearest { column: 0, kinds, n_values }),
            (0usize..3, 1u8..8).prop_map(|(column, kinds)| Family::FirstPresent { column, kinds }),
        ]
    }

    fn value() -> impl Strategy<Value = u16> {
        prop_oneof![8 => 0u16..14, 1 => Just(ABSENT)]
    }

    proptest! {
        /// Every split visited has exactly the outcomes that asking its query row by row gives, and every other split
        /// separates nothing or repeats an earlier one.
        #[test]
        fn outcomes_are_those_of_the_queries(
            family in families(),
            rows in prop::collection::vec((prop::array::uniform3(value()), any::<bool>()), 1..40),
        ) {
            let mut histogram = Histogram::default();
            let mut total = Outcome::default();
            for (row, won) in &rows {
                histogram.add(&family, row, *won, NearestCounting::OutcomeTaken);
                total = plus(total, Outcome { descents: 1.0, wins: f64::from(u8::from(*won)) });
            }
            let ask = |split: Split| {
                let mut outcomes = vec![Outcome::default(); family.n_outcomes()];
                for (row, won) in &rows {
                    let outcome = &mut outcomes[family.outcome(split, row)];
                    *outcome = plus(*outcome, Outcome { descents: 1.0, wins: f64::from(u8::from(*won)) });
                }
                outcomes
            };
            let mut shown = Vec::new();
            histogram.for_each_split(&family, total, |split, outcomes| shown.push((split, outcomes.to_vec())));
            for (split, outcomes) in &shown {
                prop_assert_eq!(&ask(*split), outcomes, "{:?}", split);
            }
            let possible: Vec<Split> = match family {
                Family::Threshold { n_values, .. } => {
                    (0..n_values).flat_map(|v| [Split::LessThan(v), Split::EqualTo(v)]).collect()
                }
                Family::Nearest { n_values, .. } => (0..n_values).map(Split::Within).collect(),
                _ => vec![Split::Whole],
            };
            for split in possible {
                let outcomes = ask(split);
                let parts = outcomes.iter().all(|c| c.descents < total.descents);
                let known = shown.iter().any(|(_, seen)| seen == &outcomes);
                prop_assert!(!parts || known, "{:?} parts the rows but is not shown", split);
            }
        }
    }

    /// The counting of Oakfoam 0.2.0, case by case, for kinds black, white, side.
    #[test]
    fn partly_exclusive_counting() {
        let bins = |kinds: u8, row: [u16; 3]| {
            let family = Family::Nearest { column: 0, kinds, n_values: 99 };
            let mut histogram = Histogram::default();
            histogram.add(&family, &row, false, NearestCounting::PartlyExclusive);
            let n_kinds = kinds.count_ones() as usize;
            let mut counted = Vec::new();
            for (bin, tally) in histogram.bins.iter().enumerate() {
                counted.extend((0..tally.descents).map(|_| (bin % n_kinds, bin / n_kinds)));
            }
            counted.sort_unstable();
            counted
        };
        assert_eq!(bins(0b011, [3, 3, 0]), [(0, 3)], "white is cancelled if black is at least as near");
        assert_eq!(bins(0b011, [3, 2, 0]), [(0, 3), (1, 2)], "black is not cancelled if white is nearer");
        assert_eq!(bins(0b111, [2, 5, 4]), [(0, 2), (2, 4)], "side is compared only with the cancelled white");
        assert_eq!(bins(0b111, [7, 5, 5]), [(0, 7), (1, 5)], "side loses a tie to a counted white");
        assert_eq!(bins(0b101, [2, 0, 9]), [(0, 2), (1, 9)], "black and side never cancel each other");
    }
}
