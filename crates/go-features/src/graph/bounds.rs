//! What a path implies about one number: a lower and an upper bound and some excluded values, also in words.

use super::{Relation, Test};

/// Everything known about a number after some tests.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Bounds {
    low: u16,
    high: Option<u16>,
    excluded: Vec<u16>,
}

/// A unit in singular and plural.
pub(super) struct Unit(pub(super) &'static str, pub(super) &'static str);

impl Bounds {
    /// Nothing known, except that the number is at least `low`.
    pub(super) fn from(low: u16) -> Bounds {
        Bounds { low, high: None, excluded: Vec::new() }
    }

    /// Is nothing known beyond the smallest possible value?
    pub(super) fn is_open(&self, least: u16) -> bool {
        self.low <= least && self.high.is_none() && self.excluded.is_empty()
    }

    /// Learns the result of a test.
    pub(super) fn learn(&mut self, test: Test, holds: bool) {
        match (test.relation, holds) {
            (Relation::LessThan, true) => self.at_most(test.value.saturating_sub(1)),
            (Relation::LessThan, false) => self.low = self.low.max(test.value),
            (Relation::EqualTo, true) => {
                self.low = test.value;
                self.at_most(test.value);
            }
            (Relation::EqualTo, false) => self.excluded.push(test.value),
        }
        while self.excluded.contains(&self.low) {
            self.low += 1;
        }
        while self.high.is_some_and(|high| high > self.low && self.excluded.contains(&high)) {
            self.high = self.high.map(|high| high - 1);
        }
        let (low, high) = (self.low, self.high);
        self.excluded.sort_unstable();
        self.excluded.dedup();
        self.excluded.retain(|&value| value > low && high.is_none_or(|high| value < high));
    }

    /// Learns an upper bound.
    pub(super) fn at_most(&mut self, value: u16) {
        self.high = Some(self.high.map_or(value, |high| high.min(value)));
    }

    /// The value, if only one is left.
    pub(super) fn exactly(&self) -> Option<u16> {
        self.high.filter(|&high| high == self.low)
    }

    /// The smallest value left.
    pub(super) fn low(&self) -> u16 {
        self.low
    }

    /// "3 stones", "2 to 5 stones", "fewer than 4 stones", "at least 2 stones", "other than 3 stones".
    pub(super) fn words(&self, least: u16, unit: &Unit) -> String {
        let plural = unit.1;
        let text = match (self.low, self.high) {
            (low, Some(high)) if low == high => format!("{low} {}", if low == 1 { unit.0 } else { plural }),
            (low, Some(high)) if low == high.saturating_sub(1) => format!("{low} or {high} {plural}"),
            (low, Some(high)) if low <= least => format!("fewer than {} {plural}", high + 1),
            (low, Some(high)) => format!("{low} to {high} {plural}"),
            (low, None) if low <= least => return format!("other than {} {plural}", self.exceptions()),
            (low, None) => format!("at least {low} {plural}"),
        };
        self.with_exceptions(text)
    }

    /// "at distance 3", "within distance 4", "at distance 2 to 5", "farther than 3", "not at distance 2".
    pub(super) fn distance_words(&self) -> String {
        let text = match (self.low, self.high) {
            (low, Some(high)) if low == high => format!("at distance {low}"),
            (0 | 1, Some(high)) => format!("within distance {high}"),
            (low, Some(high)) => format!("at distance {low} to {high}"),
            (0 | 1, None) => return format!("not at distance {}", self.exceptions()),
            (low, None) => format!("farther than {}", low - 1),
        };
        self.with_exceptions(text)
    }

    fn exceptions(&self) -> String {
        self.excluded.iter().map(u16::to_string).collect::<Vec<_>>().join(" or ")
    }

    fn with_exceptions(&self, text: String) -> String {
        if self.excluded.is_empty() { text } else { format!("{text} but not {}", self.exceptions()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STONES: Unit = Unit("stone", "stones");

    fn after(tests: &[(Test, bool)]) -> Bounds {
        let mut bounds = Bounds::from(1);
        tests.iter().for_each(|&(test, holds)| bounds.learn(test, holds));
        bounds
    }

    #[test]
    fn tests_narrow_a_number_down() {
        let check = |tests: &[(Test, bool)], expected: &str| assert_eq!(after(tests).words(1, &STONES), expected);
        check(&[(Test::equal_to(1), true)], "1 stone");
        check(&[(Test::less_than(4), true)], "fewer than 4 stones");
        check(&[(Test::less_than(4), true), (Test::equal_to(1), false)], "2 or 3 stones");
        check(
            &[(Test::less_than(7), true), (Test::less_than(2), false), (Test::equal_to(4), false)],
            "2 to 6 stones but not 4",
        );
        check(&[(Test::less_than(2), false)], "at least 2 stones");
        check(&[(Test::equal_to(3), false)], "other than 3 stones");
    }
}
