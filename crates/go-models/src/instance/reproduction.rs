//! One switch for every option on which van Niekerk 2014, its program (Oakfoam 0.2.0) and the sensible reading of both differ.
//!
//! | option | program | thesis | notes |
//! |---|---|---|---|
//! | `tactical` | [`TacticalOptions::TABLES`] | [`TacticalOptions::THESIS`] | tables, but capture 2 tests the captured chain |
//! | `patterns.order` | largest first | full | full |
//! | `forest` | [`ForestSettings::as_the_program`] | [`ForestSettings::as_the_thesis`] | the defaults of [`ForestSettings`] |
//! | `weights.optimiser` | minorisation-maximisation | minorisation-maximisation | L-BFGS |
//! | `weights.prior` (and of patterns, of leaves) | 1 | 1 | 1 |
//! | `weights.empty-teams` | omitted | weight 1 | weight 1 |
//! | ties in evaluations | lower board index | lower board index | shared ranks |
//!
//! The thesis does not speak of ties; its figures are its program's. Sizes (games, trees, sampling), criteria, history nodes and seeds are not touched. The playing
//! program's differences (progressive bias, playouts) are columns of the study of Table 5.10.

use super::{HarvestOrder, InstanceConfig, Optimiser};
use crate::Ties;
use crate::forest::ForestSettings;
use go_features::graph::GraphOptions;
use go_features::tactical::{CaptureLadder, TacticalOptions};
use learn::bradley_terry::EmptyTeams;
use learn::tree::GrowthOptions;
use serde::{Deserialize, Serialize};

/// Whose reading is followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reproduction {
    /// What the original program did, mistakes included: for its tables.
    Program,
    /// What the text of the thesis says.
    Thesis,
    /// What both mean, mistakes mended.
    Notes,
}

impl Reproduction {
    /// All of them.
    pub const ALL: [Reproduction; 3] = [Reproduction::Program, Reproduction::Thesis, Reproduction::Notes];

    /// As in configurations.
    pub fn name(self) -> &'static str {
        match self {
            Reproduction::Program => "program",
            Reproduction::Thesis => "thesis",
            Reproduction::Notes => "notes",
        }
    }

    /// The rule for ties in evaluations.
    pub fn ties(self) -> Ties {
        match self {
            Reproduction::Program | Reproduction::Thesis => Ties::LowerIndex,
            Reproduction::Notes => Ties::Shared,
        }
    }

    fn tactical(self) -> TacticalOptions {
        match self {
            Reproduction::Program => TacticalOptions::TABLES,
            Reproduction::Thesis => TacticalOptions::THESIS,
            Reproduction::Notes => {
                TacticalOptions { capture_ladder: CaptureLadder::CapturedChainBroken, ..TacticalOptions::TABLES }
            }
        }
    }

    fn forest(self, settings: ForestSettings) -> ForestSettings {
        match self {
            Reproduction::Program => settings.as_the_program(),
            Reproduction::Thesis => settings.as_the_thesis(),
            Reproduction::Notes => {
                let GrowthOptions { sampling, threshold, retry, criterion, .. } = settings.growth;
                let ForestSettings { systems, n_trees, n_games, seed, .. } = settings;
                let graph = GraphOptions { history: settings.graph.history, ..Default::default() };
                let growth = GrowthOptions { sampling, threshold, retry, criterion, ..Default::default() };
                ForestSettings { systems, n_trees, n_games, seed, graph, growth, ..Default::default() }
            }
        }
    }
}

impl InstanceConfig {
    /// The rule for ties in evaluations of this instance.
    pub fn ties(&self) -> Ties {
        self.reproduction.map_or_else(Ties::default, Reproduction::ties)
    }

    /// The same with the options that its reproduction sets; unchanged if it has none.
    pub fn resolved(mut self) -> InstanceConfig {
        let Some(reproduction) = self.reproduction else { return self };
        self.tactical = TacticalOptions { history: self.tactical.history, ..reproduction.tactical() };
        if let Some(patterns) = &mut self.patterns {
            patterns.order = match reproduction {
                Reproduction::Program => HarvestOrder::LargestFirst,
                Reproduction::Thesis | Reproduction::Notes => HarvestOrder::Full,
            };
        }
        self.forest = self.forest.map(|forest| reproduction.forest(forest));
        (self.weights.optimiser, self.weights.empty_teams) = match reproduction {
            Reproduction::Program => (Optimiser::MinorizationMaximization, EmptyTeams::Omit),
            Reproduction::Thesis => (Optimiser::MinorizationMaximization, EmptyTeams::WeightOne),
            Reproduction::Notes => (Optimiser::Lbfgs, EmptyTeams::WeightOne),
        };
        self.weights.prior = 1.0;
        self.weights.prior_of_patterns = None;
        self.weights.prior_of_leaves = None;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instance::{PatternSettings, WeightSettings};
    use go_features::graph::History;
    use go_features::tactical::HistoryUse;
    use learn::tree::Criterion;

    fn config(reproduction: Option<Reproduction>) -> InstanceConfig {
        let mut forest = ForestSettings { n_trees: 4, n_games: Some(7), seed: 9, ..Default::default() };
        forest.growth.criterion = Criterion::WinSplit;
        forest.growth.threshold = 55;
        InstanceConfig {
            weights: WeightSettings { prior: 4.0, prior_of_leaves: Some(16.0), ..Default::default() },
            reproduction,
            patterns: Some(PatternSettings { threshold: 3, ..Default::default() }),
            forest: Some(forest),
            ..Default::default()
        }
    }

    /// Every value sets every option of the table to its own, and none touches a size.
    #[test]
    fn each_value_changes_its_options() {
        let plain = config(None);
        assert_eq!(plain.clone().resolved(), plain);
        let [program, thesis, notes] = Reproduction::ALL.map(|value| config(Some(value)).resolved());
        let order = |config: &InstanceConfig| config.patterns.as_ref().map(|patterns| patterns.order);
        let full = Some(HarvestOrder::Full);
        assert_eq!([&program, &thesis, &notes].map(order), [Some(HarvestOrder::LargestFirst), full, full]);
        let mm = Optimiser::MinorizationMaximization;
        let weights = |config: &InstanceConfig| (config.weights.optimiser, config.weights.empty_teams);
        let expected = [(mm, EmptyTeams::Omit), (mm, EmptyTeams::WeightOne), (Optimiser::Lbfgs, EmptyTeams::WeightOne)];
        assert_eq!([&program, &thesis, &notes].map(weights), expected);
        let priors = |config: &InstanceConfig| (config.weights.prior, config.weights.prior_of_leaves);
        assert_eq!([&program, &thesis, &notes].map(priors), [(1.0, None); 3]);
        assert_eq!(
            [&program, &thesis, &notes].map(InstanceConfig::ties),
            [Ties::LowerIndex, Ties::LowerIndex, Ties::Shared]
        );
        assert_eq!((program.tactical, thesis.tactical), (TacticalOptions::TABLES, TacticalOptions::THESIS));
        assert_eq!(notes.tactical.capture_ladder, CaptureLadder::CapturedChainBroken);
        let grown = plain.forest.clone().expect("a forest");
        assert_eq!(program.forest, Some(grown.clone().as_the_program()));
        assert_eq!(thesis.forest, Some(grown.clone().as_the_thesis()));
        assert_eq!(notes.forest, Some(grown.clone()), "the defaults");
        assert!(program.forest != thesis.forest && program.forest != notes.forest && thesis.forest != notes.forest);
        assert_eq!(Reproduction::Notes.forest(grown.clone().as_the_program()), grown);
        for config in [&program, &thesis, &notes] {
            let forest = config.forest.as_ref().expect("a forest");
            assert_eq!((forest.n_trees, forest.n_games, forest.seed, forest.growth.threshold), (4, Some(7), 9, 55));
            assert_eq!(forest.growth.criterion, Criterion::WinSplit);
        }
    }

    #[test]
    fn the_history_is_not_a_reading() {
        let mut config = config(Some(Reproduction::Thesis));
        config.tactical.history = HistoryUse::Agnostic;
        config.forest.as_mut().expect("a forest").graph.history = History::LastTwo;
        for value in Reproduction::ALL {
            let resolved = InstanceConfig { reproduction: Some(value), ..config.clone() }.resolved();
            assert_eq!(resolved.tactical.history, HistoryUse::Agnostic);
            assert_eq!(resolved.forest.expect("a forest").graph.history, History::LastTwo);
        }
    }

    #[test]
    fn it_is_a_key_of_the_configuration() {
        for value in Reproduction::ALL {
            let text = format!("reproduction = \"{}\"", value.name());
            let config: InstanceConfig = toml::from_str(&text).expect("a configuration");
            assert_eq!(config.reproduction, Some(value));
        }
        assert!(toml::from_str::<InstanceConfig>("reproduction = \"mine\"").is_err());
    }
}
