//! The arithmetic in which a quality criterion is computed: rounding, order of summation, base of logarithms.
//!
//! None of it changes a formula of van Niekerk 2014, section 3.4.2; all of it decides between queries of equal quality, which the original
//! program (Oakfoam 0.2.0) does in single precision. Counts are exact in both.

use serde::{Deserialize, Serialize};

use super::Outcome;

/// In what arithmetic qualities are computed. It matters where queries are equally good: for WWLS all are that differ only in how they
/// divide the descents on one side of the parent's winrate, and the last bit then decides whether a query with few or with many
/// outcomes is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Precision {
    /// Double precision, outcomes in their order.
    #[default]
    Double,
    /// Program: every winrate, share and sum is rounded to single precision, the last outcome ("none", "no") comes first.
    Single,
}

impl Precision {
    /// Files of before there was a choice have no precision; those that need none are still written so.
    pub(super) fn is_double(&self) -> bool {
        *self == Precision::Double
    }

    pub(super) fn round(self, value: f64) -> f64 {
        match self {
            Precision::Double => value,
            Precision::Single => f64::from(value as f32),
        }
    }

    pub(super) fn sum(self, terms: impl Iterator<Item = f64>) -> f64 {
        terms.fold(0.0, |sum, term| self.round(sum + term))
    }

    /// The base is 2 in the thesis and e in the program; no ranking depends on it but through rounding.
    pub(super) fn log(self, value: f64) -> f64 {
        match self {
            Precision::Double => value.log2(),
            Precision::Single => value.ln(),
        }
    }

    /// The outcomes in the order of summation.
    pub(super) fn in_order(self, outcomes: &[Outcome]) -> impl Iterator<Item = &Outcome> + Clone {
        let first = match self {
            Precision::Double => 0,
            Precision::Single => outcomes.len() - 1,
        };
        outcomes[first..].iter().chain(&outcomes[..first])
    }

    /// The weight of an outcome in the weighted criteria.
    pub(super) fn weight(self, outcome: &Outcome, total: Outcome) -> f64 {
        match self {
            Precision::Double => outcome.descents,
            Precision::Single => self.round(outcome.descents / total.descents),
        }
    }
}
