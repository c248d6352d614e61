//! An objective chosen by name when the program runs, and searched without the caller knowing which it is.
//!
//! The only module that knows both the objectives and the searches: searches see the [`Objective`] trait, objectives see no search.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::draws::{DrawError, DrawSettings, draw_sets};
use crate::likelihood::Smoothing;
use crate::objective::{Classified, LogPosterior, Objective, ObjectiveKind};
use crate::problem::{Problem, Rank};
use crate::search::{Meter, Method, SavedSearch, SearchResult, Task, search_from};

/// An objective that has learned a problem.
pub enum ChosenObjective {
    /// See [`LogPosterior`].
    LogPosterior(LogPosterior),
    /// See [`Classified`].
    Classified(Classified),
}

impl ChosenObjective {
    /// Learns a problem; `seed` makes the draws of [`ObjectiveKind::Classified`].
    pub fn new(
        kind: ObjectiveKind,
        problem: &Problem,
        draws: &DrawSettings,
        seed: u64,
    ) -> Result<ChosenObjective, DrawError> {
        Ok(match kind {
            ObjectiveKind::LogPosterior => {
                ChosenObjective::LogPosterior(LogPosterior::new(problem, Smoothing::default()))
            }
            ObjectiveKind::Classified => {
                let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
                let draws = draw_sets(problem.class_of(), problem.class_names(), draws, &mut rng)?;
                ChosenObjective::Classified(Classified::new(problem, &draws, Smoothing::default()))
            }
        })
    }

    /// Runs a method, from the beginning or from where an earlier run of it stopped.
    pub fn search(
        &self,
        problem: &Problem,
        method: Method,
        task: &Task,
        saved: Option<SavedSearch>,
        meter: &Meter<'_>,
    ) -> (SearchResult, Option<SavedSearch>) {
        match self {
            ChosenObjective::LogPosterior(objective) => search_from(problem, objective, method, task, saved, meter),
            ChosenObjective::Classified(objective) => search_from(problem, objective, method, task, saved, meter),
        }
    }

    /// The value of a panel, from scratch.
    pub fn evaluate(&self, panel: &[Rank]) -> f64 {
        match self {
            ChosenObjective::LogPosterior(objective) => objective.evaluate(panel),
            ChosenObjective::Classified(objective) => objective.evaluate(panel),
        }
    }

    /// The value of a panel in each cross-validation draw; the log-posterior leaves one out and has no draws.
    pub fn value_by_draw(&self, panel: &[Rank]) -> Vec<f64> {
        match self {
            ChosenObjective::LogPosterior(_) => Vec::new(),
            ChosenObjective::Classified(objective) => objective.value_by_draw(&objective.score(panel)),
        }
    }

    /// Number of people at a value of 1: those classified in one draw, on average.
    pub fn n_classified(&self) -> Option<f64> {
        match self {
            ChosenObjective::LogPosterior(_) => None,
            ChosenObjective::Classified(objective) => Some(objective.well_classified(1.0)),
        }
    }
}
