//! A list of rules, tried in order: the model of PART and RIPPER.

use serde::{Deserialize, Serialize};

/// A test of one column.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Condition {
    pub(super) column: u32,
    pub(super) test: Test,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum Test {
    AtMost(f64),
    Above(f64),
    AtLeast(f64),
}

impl Condition {
    #[inline]
    pub(super) fn holds(&self, row: &[f64]) -> bool {
        let value = row[self.column as usize];
        match self.test {
            Test::AtMost(limit) => value <= limit,
            Test::Above(limit) => value > limit,
            Test::AtLeast(limit) => value >= limit,
        }
    }
}

/// Conditions that must all hold, and the classes of the rows that they held for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Rule {
    pub(super) conditions: Vec<Condition>,
    pub(super) probabilities: Vec<f64>,
}

/// The rules; the last has no conditions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct RuleList(pub(super) Vec<Rule>);

impl RuleList {
    /// The probabilities of the first rule that holds.
    pub(super) fn probabilities(&self, row: &[f64], out: &mut [f64]) {
        let holds = |rule: &&Rule| rule.conditions.iter().all(|condition| condition.holds(row));
        match self.0.iter().find(holds) {
            Some(rule) => out.copy_from_slice(&rule.probabilities),
            None => out.fill(1.0 / out.len() as f64),
        }
    }

    pub(super) fn is_sound(&self, n_columns: usize, n_classes: usize) -> bool {
        self.0.iter().all(|rule| {
            rule.conditions.iter().all(|condition| (condition.column as usize) < n_columns)
                && rule.probabilities.len() == n_classes
                && rule.probabilities.iter().all(|p| (0.0..=1.0).contains(p))
        })
    }
}

/// Class weights as shares; equal ones if there is no weight.
pub(super) fn shares(weights: &[f64]) -> Vec<f64> {
    let sum: f64 = weights.iter().sum();
    let share = |&weight: &f64| if sum > 0.0 { weight / sum } else { 1.0 / weights.len() as f64 };
    weights.iter().map(share).collect()
}
