//! How good a-priori information is: the search's own priors against what it found (Basaldúa 2013, section 3.2.2, "we use some metric like Spearman rank
//! correlation to measure goodness of fit between a priori values and values obtained from simulations").
//!
//! The search is the player's, with model, M-eval and parameters as given, one thread, and a number of playouts; the tree is not kept.

use std::sync::Arc;
use std::time::Duration;

use go_board::{GameBoard, Move, PointSet};
use go_models::Predictor;
use go_models::m_eval::MEvalModel;
use mcts::RootMove;
use mcts::correlation::PriorCheck;

use crate::config::EngineConfig;
use crate::kept_tree::{KeptTree, Models, SearchLimits};
use crate::m_eval::MEval;
use crate::player::{Purpose, Task};

/// Which priors are checked, and how.
#[derive(Clone)]
pub struct PriorQuestion<'a> {
    /// The search.
    pub config: &'a EngineConfig,
    /// Gives moves their probabilities; without it the configuration's fallback does.
    pub predictor: Option<Arc<dyn Predictor>>,
    /// Gives moves their a-priori values, if the configuration asks for them.
    pub m_eval: Option<Arc<MEvalModel>>,
    /// Playouts of the search.
    pub n_playouts: u64,
    /// Only moves with so many playouts count: the mean of a few is noise.
    pub min_visits: u32,
    /// Of the search.
    pub seed: u64,
}

/// What the search of one position says of its priors.
#[derive(Clone, Debug)]
pub struct PriorAnswer {
    /// The moves of the root, in the order of their probabilities.
    pub root: Vec<RootMove<Move>>,
    /// Rank correlations over all nodes of the tree.
    pub tree: PriorCheck,
}

/// Searches the position of the game and compares.
pub fn check_priors(game: &GameBoard, question: &PriorQuestion<'_>) -> PriorAnswer {
    let PriorQuestion { config, predictor, m_eval, n_playouts, min_visits, seed } = question.clone();
    let m_eval = m_eval.filter(|_| config.m_eval.intensity > 0.0);
    let m_eval = m_eval.map(|model| Arc::new(MEval::new(model, config.m_eval.clone())));
    let models = Models { predictor, appraiser: None, m_eval };
    let mut kept = KeptTree::new(game, config, models, (1, seed), (0.0, PointSet::new()));
    let limits = SearchLimits { n_playouts: Some(n_playouts), time: None, until_decided: false };
    kept.search(&limits, &|| Duration::ZERO, &mut Task::new(Purpose::Test));
    let mut root = kept.root_moves();
    root.sort_by(|a, b| b.prior.total_cmp(&a.prior));
    PriorAnswer { root, tree: kept.check_priors(min_visits) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use go_board::{BoardSize, Color, Position, RuleSet};
    use go_models::{Explanation, Prediction};

    /// Knows that D4 must be played, or that it must not.
    struct Knows(bool);

    impl Predictor for Knows {
        fn name(&self) -> &str {
            "knows"
        }

        fn predict(&self, position: &Position, prediction: &mut Prediction) {
            let at = position.board.size().parse_point("D4").ok();
            prediction.moves = position.legal_points().map(Move::Play).chain([Move::Pass]).collect();
            let weight = |mv: &Move| if (mv.point() == at) == self.0 { 1.0_f32 } else { 0.3 };
            let weights: Vec<f32> = prediction.moves.iter().map(weight).collect();
            let sum: f32 = weights.iter().sum();
            prediction.probabilities = weights.into_iter().map(|weight| weight / sum).collect();
        }

        fn explain(&self, _: &Position, _: Move) -> Option<Explanation> {
            None
        }
    }

    #[test]
    fn a_prior_that_knows_agrees_and_one_that_errs_does_not() {
        let size = BoardSize::new(5).expect("a size");
        let mut game = GameBoard::new(size, RuleSet::Chinese.rules(), 0.5);
        let stones =
            |names: &str| -> Vec<_> { names.split(' ').map(|name| size.parse_point(name).expect("a point")).collect() };
        // Two white stones with one liberty, D4: whoever plays there owns the board.
        game.set_up(&stones("B3 B4 C5 C2 D3"), &stones("C3 C4 E4 D5 B2"), &[]).expect("stones");
        game.set_to_move(Color::Black);
        let mut config = EngineConfig::default();
        config.prior.forced_floor = 0.0;
        config.tree.widening_first = 0.0;
        let answer = |knows: bool| {
            let predictor: Arc<dyn Predictor> = Arc::new(Knows(knows));
            let question = PriorQuestion {
                config: &config,
                predictor: Some(predictor),
                m_eval: None,
                n_playouts: 600,
                min_visits: 5,
                seed: 1,
            };
            check_priors(&game, &question)
        };
        let (good, bad) = (answer(true), answer(false));
        assert_eq!(size.vertex(good.root[0].action).to_string(), "D4");
        assert!(good.tree.probability.nodes > 0 && good.tree.value.nodes == 0, "{}", good.tree);
        assert!(good.tree.probability.spearman > bad.tree.probability.spearman, "{}\n{}", good.tree, bad.tree);
    }
}
