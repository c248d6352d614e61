//! How many points a move is expected to have lost, by the signs that a review has ([`crate::signs`]).
//!
//! ```text
//! expected loss = max(0, b . signs + b0)
//! ```
//!
//! A loss that two searches find is an estimate with an error of its own: of ten points found a strong referee confirms one or two. On the other hand a move that the search would not
//! have played loses something on average even where the searches see nothing. The factors are fitted on games that a referee judged (`cargo run --release -p lab --example marks`); those
//! of evidence are at least 0, so that a larger loss never looks smaller. It serves the course of a game ([`crate::course`]), not the marks: as a rule for marks it was no better
//! than what the searches find (results/judge.md).

use crate::signs::{N_SIGNS, Signs};

/// The expected loss as a function of the signs.
#[derive(Debug, Clone, PartialEq)]
pub struct ExpectedLoss {
    /// Points by sign; the last ones belong to none.
    pub factors: [f64; N_SIGNS + 1],
}

/// 19x19 with the embedded models: of all signs only the points found and the surprise at the move helped on games left out.
static FITTED: ExpectedLoss = ExpectedLoss { factors: [0.122, 0.0, 0.0, 0.047, 0.0, 0.0, 0.0, 0.0, 0.0, 0.634] };

impl ExpectedLoss {
    /// The factors that ship.
    pub fn fitted() -> &'static ExpectedLoss {
        &FITTED
    }

    /// The points that a move with these signs lost on average, 0 or more.
    pub fn of(&self, signs: &Signs) -> f64 {
        let by_sign = self.factors.iter().zip(signs).map(|(factor, sign)| factor * sign).sum::<f64>();
        (self.factors[N_SIGNS] + by_sign).max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::signs::N_EVIDENCE;

    #[test]
    fn more_evidence_never_looks_better() {
        let usual: Signs = [1.0, 0.5, 1.0, 2.0, 3.0, 0.5, 1.0, 0.4, 0.9];
        let loss = |signs: &Signs| ExpectedLoss::fitted().of(signs);
        for sign in 0..N_EVIDENCE {
            let mut more = usual;
            more[sign] += 1.0;
            assert!(loss(&more) >= loss(&usual), "sign {sign}");
        }
        let bad: Signs = [20.0, 10.0, 6.0, 8.0, 8.0, 10.0, 15.0, 0.4, 1.0];
        let harmless: Signs = [-4.0, -2.0, -2.0, 0.0, 0.0, -5.0, -5.0, 0.4, 1.0];
        assert!(loss(&bad) > 3.0 && loss(&harmless) < 0.5);
    }
}
