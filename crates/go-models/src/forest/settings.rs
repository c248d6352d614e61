//! How a forest is grown: the parameters of van Niekerk 2014, section 4.2 and the points on which its program departs from its text.
//!
//! | option | default | the thesis's tables |
//! |---|---|---|
//! | `graph` | the program's distances | default |
//! | `growth.branch_updates` | every branch (program) | default; the text says left-most |
//! | `growth.criterion_options` | the thesis, but S2 wants two wins and losses | `CriterionOptions::PROGRAM` |
//! | `growth.nearest_counting` | the outcome taken | `NearestCounting::PartlyExclusive` |
//! | `growth.discoveries` | free | `Discoveries::BesideComparison` |
//! | `played_passes` | skipped | `PlayedPasses::AllLose` |
//!
//! The row `growth.discoveries` is about intersection graphs: there the program can choose NEW only if some ATTR or EDGE query is suitable as
//! well, because of a variable that it never sets. `CriterionOptions::PROGRAM` has single precision, which breaks ties and so makes the trees of WWLS
//! less even; both are measured in `results/learning.md`.

use crate::evaluate::Plies;
use go_features::graph::{GraphOptions, GraphSystem};
use learn::tree::{BranchUpdates, CriterionOptions, Discoveries, GrowthOptions, NearestCounting};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Treatment of a sampled position in which a pass was played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlayedPasses {
    /// It is not learned from.
    #[default]
    Skip,
    /// All points lose: what the program did.
    AllLose,
}

/// Parameters of a forest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct ForestSettings {
    /// The query systems; each gets the same number of trees.
    pub systems: Vec<GraphSystem>,
    /// The number of trees of the whole forest (tau).
    pub n_trees: usize,
    /// Grow from that many games, drawn at random (rho); `None` for all.
    pub n_games: Option<usize>,
    /// Readings of the graphs.
    pub graph: GraphOptions,
    /// Sampling, thresholds and the quality criterion.
    pub growth: GrowthOptions,
    /// Positions in which a pass was played.
    pub played_passes: PlayedPasses,
    /// Grow from one stage of the games only (section 6.2): the first and the last ply, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<Plies>,
    /// Decides the games, their order and the positions sampled.
    pub seed: u64,
}

impl Default for ForestSettings {
    /// SG, tau 8, rho 500: the setting of Tables 5.2 to 5.6.
    fn default() -> Self {
        ForestSettings {
            systems: vec![GraphSystem::Sg],
            n_trees: 8,
            n_games: Some(500),
            graph: GraphOptions::default(),
            growth: GrowthOptions::default(),
            played_passes: PlayedPasses::default(),
            plies: None,
            seed: 0,
        }
    }
}

impl ForestSettings {
    /// The same with everything as in the original program, errors included.
    pub fn as_the_program(mut self) -> ForestSettings {
        self.graph = GraphOptions { history: self.graph.history, ..GraphOptions::default() };
        self.growth.branch_updates = BranchUpdates::EveryBranch;
        self.growth.criterion_options = CriterionOptions::PROGRAM;
        self.growth.nearest_counting = NearestCounting::PartlyExclusive;
        self.growth.discoveries = Discoveries::BesideComparison;
        self.played_passes = PlayedPasses::AllLose;
        self
    }

    /// The same with everything as the text of the thesis says.
    pub fn as_the_thesis(mut self) -> ForestSettings {
        self.graph = GraphOptions { history: self.graph.history, ..GraphOptions::THESIS_TEXT };
        self.growth.branch_updates = BranchUpdates::LeftMost;
        self.growth.criterion_options = CriterionOptions::THESIS;
        self.growth.nearest_counting = NearestCounting::OutcomeTaken;
        self.growth.discoveries = Discoveries::Free;
        self.played_passes = PlayedPasses::Skip;
        self
    }

    /// Can a forest be grown with these settings from that many games?
    pub fn check(&self, n_games: usize) -> Result<(), ForestError> {
        self.tree_systems()?;
        match self.n_games {
            _ if n_games == 0 => Err(ForestError::NoGames),
            Some(wanted) if wanted > n_games => Err(ForestError::TooFewGames { wanted, present: n_games }),
            _ => Ok(()),
        }
    }

    /// The query system of every tree; an error if the settings make no forest.
    pub(crate) fn tree_systems(&self) -> Result<Vec<GraphSystem>, ForestError> {
        let n_systems = self.systems.len();
        if n_systems == 0 || self.n_trees == 0 || !self.n_trees.is_multiple_of(n_systems) {
            return Err(ForestError::UnequalShares { n_trees: self.n_trees, n_systems });
        }
        if !(self.growth.sampling > 0.0 && self.growth.sampling <= 1.0) {
            return Err(ForestError::BadSampling { sampling: self.growth.sampling });
        }
        if self.growth.retry == 0 {
            return Err(ForestError::NoRetry);
        }
        if let Some((first, last)) = self.plies.filter(|&(first, last)| first == 0 || last < first) {
            return Err(ForestError::BadPlies { first, last });
        }
        let copies = self.n_trees / n_systems;
        Ok(self.systems.iter().flat_map(|&system| std::iter::repeat_n(system, copies)).collect())
    }
}

/// Why no forest can be grown.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum ForestError {
    /// The trees cannot be shared out equally.
    #[error("{n_trees} trees cannot be shared out equally among {n_systems} query systems")]
    UnequalShares {
        /// The trees.
        n_trees: usize,
        /// The systems.
        n_systems: usize,
    },
    /// The sampling probability is none.
    #[error("a position cannot be sampled with probability {sampling}")]
    BadSampling {
        /// The number given.
        sampling: f64,
    },
    /// Leaves must be tested again some time.
    #[error("the number of descents between two tests of a leaf must not be 0")]
    NoRetry,
    /// A stage without moves.
    #[error("plies {first} to {last} are no stage of a game: they count from 1")]
    BadPlies {
        /// The first ply.
        first: usize,
        /// The last ply.
        last: usize,
    },
    /// There is nothing to grow from.
    #[error("there are no games to grow from")]
    NoGames,
    /// Fewer games than requested.
    #[error("{wanted} games are to be drawn, but there are only {present}")]
    TooFewGames {
        /// The requested number.
        wanted: usize,
        /// Present.
        present: usize,
    },
    /// Games of several board sizes.
    #[error("game {game} is on a board of size {size}, the first one on {expected}")]
    MixedSizes {
        /// The game, from 0.
        game: usize,
        /// Its size.
        size: u8,
        /// The size of the first game.
        expected: u8,
    },
}
