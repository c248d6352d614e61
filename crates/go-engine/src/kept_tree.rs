//! The search tree that is kept from turn to turn, with the game it belongs to.
//!
//! The moves of the game handed over are compared with those the tree knows: the root moves on along the new ones, and a game that the tree
//! cannot follow gets a new tree.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use go_board::{BoardSize, Color, GameBoard, Move, PointSet, Rules};
use go_models::{Appraiser, Predictor};
use mcts::correlation::PriorCheck;
use mcts::{Limits, RootMove, State};

use crate::analysis::Analysis;
use crate::config::EngineConfig;
use crate::m_eval::{MEval, RootValue, Tried};
use crate::player::{Purpose, Task};
use crate::playout::TreeMove;
use crate::reporter::{Looks, Reporter};
use crate::tree::{GoExpander, GoSearch, GoState, PlayoutTables, search_with};

/// Playouts between two calls of the task's `stop` and `watch`.
const WATCH_EVERY: u64 = 16;

/// A tree and the game it belongs to.
pub(crate) struct KeptTree {
    search: GoSearch,
    /// Judges the root for analyses, too.
    appraiser: Option<Arc<dyn Appraiser>>,
    /// Values moves of the root, too.
    m_eval: Option<Arc<MEval>>,
    /// How the game began: stones, side to move, rules, komi.
    origin: (u64, Rules, f32, BoardSize),
    moves: Vec<(Color, Move)>,
    /// What White receives beyond the komi in this tree.
    komi_shift: f32,
}

/// The models that a search asks.
pub(crate) struct Models {
    /// About moves.
    pub(crate) predictor: Option<Arc<dyn Predictor>>,
    /// About final ownership.
    pub(crate) appraiser: Option<Arc<dyn Appraiser>>,
    /// About moves in corners and along sides.
    pub(crate) m_eval: Option<Arc<MEval>>,
}

/// What one search may cost.
pub(crate) struct SearchLimits {
    /// Playouts.
    pub(crate) n_playouts: Option<u64>,
    /// Time from the beginning of the search on.
    pub(crate) time: Option<Duration>,
    /// Stop when the choice cannot change any more.
    pub(crate) until_decided: bool,
}

fn origin(game: &GameBoard) -> (u64, Rules, f32, BoardSize) {
    (game.situations()[0], game.rules(), game.komi(), game.size())
}

impl KeptTree {
    /// A new tree for the game, under a komi shifted by so much, with points that decide over closed groups.
    pub(crate) fn new(
        game: &GameBoard,
        config: &EngineConfig,
        models: Models,
        (n_threads, seed): (usize, u64),
        (komi_shift, vital): (f32, PointSet),
    ) -> Self {
        let root = GoState::with_shift(game, komi_shift);
        let Models { predictor, appraiser, m_eval } = models;
        let expander = GoExpander::new(predictor, config.prior.clone())
            .with_appraiser(appraiser.clone())
            .with_m_eval(m_eval.clone())
            .with_vital(vital);
        let search = search_with(root, config, expander, (n_threads, seed));
        KeptTree { search, appraiser, m_eval, origin: origin(game), moves: game.moves().collect(), komi_shift }
    }

    /// Moves on to the present position of the game and forgets the playout tables of the last turn; false if it is another game, another komi, or a line that
    /// the tree cannot follow.
    pub(crate) fn follow(&mut self, game: &GameBoard, komi_shift: f32) -> bool {
        let n_known = self.moves.len();
        let new: Vec<(Color, Move)> = game.moves().skip(n_known).collect();
        let continues = self.komi_shift == komi_shift
            && origin(game) == self.origin
            && game.moves().len() >= n_known
            && game.moves().zip(&self.moves).all(|(a, &b)| a == b);
        if !continues {
            return false;
        }
        for &(color, mv) in &new {
            let state = self.search.root();
            let possible = mv.point().is_none_or(|point| state.position.board.is_empty(point));
            if state.position.to_move != color || !possible || state.n_passes >= 2 {
                return false;
            }
            self.search.advance(mv);
            self.moves.push((color, mv));
        }
        self.search.shared().clear();
        let state = self.search.root();
        state.position.to_move == game.to_move()
            && state.position.board.hash() == game.board().hash()
            && state.n_passes == u8::from(game.n_last_passes() == 1)
    }

    /// Tells M-eval where the root is now, and gives the root's moves their values: those of a root that was a node below it are of that node.
    fn seed_root(&mut self) {
        let Some(m_eval) = self.m_eval.clone().filter(|_| !self.search.root().is_terminal()) else { return };
        let position = &self.search.root().position;
        let now = self.search.inspect();
        let mean = if now.root_visits() > 0 { now.value() as f32 } else { 0.5 };
        let black_chance = if position.to_move == Color::Black { mean } else { 1.0 - mean };
        m_eval.set_root(position.move_number, black_chance);
        let values = m_eval.root_values(position);
        let value_of =
            |mv: Move| values.iter().find(|known| Some(known.point) == mv.point()).and_then(|known| known.value);
        self.search.revise_root(value_of);
    }

    /// The root's moves that M-eval knows and the search has tried, for the direction of values.
    pub(crate) fn tried(&self) -> Vec<Tried> {
        let Some(m_eval) = &self.m_eval else { return Vec::new() };
        let ranked = self.ranked_moves();
        let tried = |known: &RootValue| {
            let found = ranked.iter().find(|root_move| root_move.action.point() == Some(known.point))?;
            (found.visits > 0).then_some(Tried { encoding: known.encoding, win_rate: found.value })
        };
        m_eval.root_values(&self.search.root().position).iter().filter_map(tried).collect()
    }

    /// Searches within the limits, or until the task's `stop`, and reports to the task's `watch`.
    pub(crate) fn search(
        &mut self,
        limits: &SearchLimits,
        clock: &(dyn Fn() -> Duration + Send + Sync),
        task: &mut Task<'_>,
    ) {
        let begin = clock();
        self.seed_root();
        let elapsed = || clock().saturating_sub(begin);
        let stop = AtomicBool::new(false);
        let mut budget = Limits::none().with_stop(&stop);
        budget.budget.evaluations = limits.n_playouts;
        budget.budget.time = limits.time;
        budget.budget.clock = &elapsed;
        budget.decided = limits.until_decided;
        let appraiser = self.appraiser.as_deref().filter(|_| task.watch.is_some());
        // Eight looks are 10 ms: at every turn they cost a short game its clock, although hardly any turn of a game is watched.
        let looks = if task.purpose == Purpose::Analysis { Looks::Careful } else { Looks::Quick };
        let reporter = Reporter::of(&self.search, appraiser, looks);
        let mut next_report = task.watch.as_ref().map(|watch| watch.every);
        self.search.run_watched(&budget, WATCH_EVERY, |now| {
            if (task.stop)() {
                stop.store(true, Ordering::Relaxed);
            }
            if let (Some(at), Some(watch)) = (&mut next_report, &mut task.watch) {
                let time = elapsed();
                if time >= *at {
                    (watch.show)(&reporter.analysis(now));
                    *at = time.saturating_add(watch.every);
                }
            }
        });
        if let Some(watch) = &mut task.watch {
            (watch.show)(&reporter.analysis(&self.search.inspect()));
        }
    }

    /// Hands what the tree found to playouts that take it.
    pub(crate) fn teach(&self) {
        let Some(mut teacher) = self.search.rollout().teacher() else { return };
        // The states along the present line of the walk, from the root on.
        let mut states = vec![self.search.root().clone()];
        self.search.inspect().walk(teacher.min_visits(), |visited| {
            states.truncate(visited.line.len());
            let (Some(&mv), Some(before)) = (visited.line.last(), states.last()) else { return };
            if let Move::Play(point) = mv {
                teacher.add(&TreeMove {
                    board: &before.position.board,
                    color: before.position.to_move,
                    point,
                    last: before.position.last_point(0),
                    visits: visited.visits,
                    value: visited.value,
                });
            }
            let mut after = before.clone();
            after.apply(mv);
            states.push(after);
        });
        teacher.finish();
    }

    /// The visited moves, best first.
    pub(crate) fn ranked_moves(&self) -> Vec<RootMove<Move>> {
        self.search.inspect().ranked_moves()
    }

    /// Statistics of all moves of the root.
    pub(crate) fn root_moves(&self) -> Vec<RootMove<Move>> {
        self.search.root_moves()
    }

    /// How well the priors of the tree agree with its results, over moves with so many visits.
    pub(crate) fn check_priors(&self, min_visits: u32) -> PriorCheck {
        self.search.check_priors(min_visits)
    }

    /// The search so far, for a decision in a game: as people see it, but by a quick look.
    pub(crate) fn analysis(&self) -> Analysis {
        Reporter::of(&self.search, self.appraiser.as_deref(), Looks::Quick).analysis(&self.search.inspect())
    }

    /// What the playouts of this turn ended in.
    pub(crate) fn tables(&self) -> &PlayoutTables {
        self.search.shared()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playout::{PolicyKind, Rule};
    use go_board::RuleSet;

    /// Moves that the second layer of states made: in a search, and in another one after the tree has taught it.
    fn n_taught(tree_visits: u32) -> [u64; 2] {
        let mut config = EngineConfig::default();
        config.playout.policy = PolicyKind::Learning;
        config.playout.learning.tree_visits = tree_visits;
        let game = GameBoard::new(BoardSize::NINE, RuleSet::Chinese.rules(), 7.5);
        let models = Models { predictor: None, appraiser: None, m_eval: None };
        let mut kept = KeptTree::new(&game, &config, models, (1, 1), (0.0, PointSet::new()));
        let limits = SearchLimits { n_playouts: Some(400), time: None, until_decided: false };
        [(); 2].map(|()| {
            kept.search(&limits, &|| Duration::ZERO, &mut Task::new(Purpose::Game));
            let rules = &kept.tables().rules;
            let n_made = rules.get(Rule::TaughtNode) + rules.get(Rule::TaughtEdge);
            kept.teach();
            n_made
        })
    }

    #[test]
    fn the_tree_teaches_playouts_that_take_it() {
        assert_eq!(n_taught(0), [0, 0]);
        let [before, after] = n_taught(8);
        assert!(before == 0 && after > 0, "{after} moves by what the tree found");
    }
}
