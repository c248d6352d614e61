//! A search of a Go position as the configuration describes it, and what its playouts are like.

use std::sync::Arc;

use go_board::GameBoard;
use go_models::Predictor;
use mcts::rules::{PriorValue, Rules};
use mcts::{Limits, Search, SearchConfig};

use super::expander::GoExpander;
use super::rollout::HeavyRollout;
use super::state::GoState;
use crate::config::EngineConfig;
use crate::playout::{PlayoutPolicy, Rule};

/// Tree search with heavy playouts.
pub type GoSearch = Search<GoState, GoExpander, HeavyRollout>;

/// A search that has not begun.
pub fn new_search(
    root: GoState,
    config: &EngineConfig,
    predictor: Option<Arc<dyn Predictor>>,
    n_threads: usize,
    seed: u64,
) -> GoSearch {
    search_with(root, config, GoExpander::new(predictor, config.prior.clone()), (n_threads, seed))
}

/// The same with an expander that may know more: points of the root, an appraiser.
pub fn search_with(
    root: GoState,
    config: &EngineConfig,
    expander: GoExpander,
    (n_threads, seed): (usize, u64),
) -> GoSearch {
    let rollout = HeavyRollout::new(PlayoutPolicy::new(&config.playout));
    let settings = SearchConfig {
        rules: rules(config),
        seed,
        threads: n_threads.max(1),
        expand_after: config.tree.expand_after.max(1),
        appraisal_weight: config.evaluation.weight,
        appraise_after: config.evaluation.after_visits,
        memory_bytes: config.tree.memory_mib << 20,
        ..SearchConfig::default()
    };
    Search::new(root, expander, rollout, settings)
}

/// The selection rule, with virtual visits where moves may have a-priori values.
fn rules(config: &EngineConfig) -> Rules {
    let prior_value = match config.m_eval.intensity > 0.0 {
        true => PriorValue::Virtual { visits: config.m_eval.persistence },
        false => PriorValue::Ignore,
    };
    Rules { prior_value, ..config.tree.rules() }
}

/// What the playouts of a search are like.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayoutStatistics {
    /// Playouts of the search.
    pub n_playouts: u64,
    /// Their mean length below the tree, passes included.
    pub mean_moves: f64,
    /// The moves that each rule made; rules that made none are left out.
    pub by_rule: Vec<(Rule, u64)>,
}

impl PlayoutStatistics {
    /// Searches the position of the game with one thread and says what its playouts were like.
    pub fn of(
        game: &GameBoard,
        config: &EngineConfig,
        predictor: Option<Arc<dyn Predictor>>,
        n_playouts: u64,
        seed: u64,
    ) -> Self {
        let mut search = new_search(GoState::of(game), config, predictor, 1, seed);
        search.run(&Limits::playouts(n_playouts));
        let (stats, rules) = (search.stats(), &search.shared().rules);
        let by_rule = Rule::ALL.into_iter().filter(|&rule| rule != Rule::Tree);
        Self {
            n_playouts: stats.playouts,
            mean_moves: stats.mean_rollout,
            by_rule: by_rule.map(|rule| (rule, rules.get(rule))).filter(|&(_, n)| n > 0).collect(),
        }
    }
}
