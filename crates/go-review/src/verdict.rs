//! How a move is called by what it lost: as players know it, 2, 5 and 10 points, or as much of the win rate.

use serde::Serialize;

/// How a move is rated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// What the search would have played.
    Best,
    /// Nothing to say against it.
    Good,
    /// 2 points or 5% of win rate lost.
    Inaccuracy,
    /// 5 points or 10% of win rate lost.
    Mistake,
    /// 10 points or 20% of win rate lost.
    Blunder,
}

/// The least loss of each verdict, in points and in win rate.
const THRESHOLDS: [(Verdict, f64, f64); 3] =
    [(Verdict::Blunder, 10.0, 0.2), (Verdict::Mistake, 5.0, 0.1), (Verdict::Inaccuracy, 2.0, 0.05)];
/// A loss counts only above this multiple of its error.
const SURE: f64 = 3.0;
/// A loss of win rate counts only if so many points go with it: a close game swings with every playout near its end.
const LEAST_POINTS: f64 = 1.0;
/// What was lost, and the error of that.
#[derive(Clone, Copy)]
pub(crate) struct Loss {
    pub(crate) lost: f64,
    pub(crate) error: f64,
}

impl Verdict {
    /// By what was lost; a loss that is not sure is none.
    pub(crate) fn of(points: Loss, rate: Loss) -> Verdict {
        let reaches = |loss: Loss, least: f64| loss.lost >= least && loss.lost >= SURE * loss.error;
        let found =
            THRESHOLDS.iter().find(|&&(_, p, r)| reaches(points, p) || points.lost >= LEAST_POINTS && reaches(rate, r));
        found.map_or(Verdict::Good, |&(verdict, ..)| verdict)
    }

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Best => "best",
            Verdict::Good => "good",
            Verdict::Inaccuracy => "inaccuracy",
            Verdict::Mistake => "mistake",
            Verdict::Blunder => "blunder",
        }
    }
}
