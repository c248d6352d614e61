//! The value of a panel: the two objectives that searches maximise.
//!
//! An objective scores a panel that grows and shrinks one SNP at a time, and evaluates "this panel and one SNP more"
//! without adding it, which is what every search does most. Values are in \[0, 1\], larger is better, and depend only
//! on the set of SNPs, not on the order in which they were added.

mod classified;
mod evidence;
mod kind;
mod lanes;
mod log_posterior;

pub use classified::{Classified, ScoredClassification};
pub use kind::{ObjectiveKind, UnknownObjective};
pub use log_posterior::{LogPosterior, ScoredPosterior};

use crate::problem::Rank;

/// How the values of an objective change from a panel to its neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Landscape {
    /// Every change of the panel changes the value a little.
    Smooth,
    /// The value is a count: it stays or jumps.
    Stepped,
}

/// Scores panels.
pub trait Objective: Sync {
    /// A panel with what the objective keeps of it between changes.
    type Scored: Clone + Send;

    /// The panel without SNPs.
    fn empty(&self) -> Self::Scored;

    /// The SNPs of a scored panel, in the order in which they were added.
    fn panel<'a>(&self, scored: &'a Self::Scored) -> &'a [Rank];

    /// Takes one more SNP into the panel.
    fn add(&self, scored: &mut Self::Scored, rank: Rank);

    /// Takes a SNP out of the panel, by its place in [`Objective::panel`].
    fn remove(&self, scored: &mut Self::Scored, place: usize);

    /// The value of the panel, in \[0, 1\].
    fn value(&self, scored: &Self::Scored) -> f64;

    /// The value that the panel would have with one more SNP: one evaluation.
    fn value_with(&self, scored: &Self::Scored, rank: Rank) -> f64;

    /// How much the panel confuses each pair of classes: `sum_j w_jk w_jl` over people `j` with posterior `w`, pairs in
    /// the order of [`crate::separation`]. An approximation is enough, since it only proposes SNPs.
    fn confusion(&self, scored: &Self::Scored) -> Vec<f32>;

    /// How values change from a panel to its neighbours; a search may choose its settings by it.
    fn landscape(&self) -> Landscape {
        Landscape::Smooth
    }

    /// The value of a panel, from scratch.
    fn evaluate(&self, panel: &[Rank]) -> f64 {
        self.value(&self.score(panel))
    }

    /// Scores a panel from scratch.
    fn score(&self, panel: &[Rank]) -> Self::Scored {
        let mut scored = self.empty();
        for &rank in panel {
            self.add(&mut scored, rank);
        }
        scored
    }
}
