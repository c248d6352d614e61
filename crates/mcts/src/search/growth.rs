//! What a descent adds to the tree: the edges of a leaf, more of them as a node is widened, and appraisals.

use super::select::{Choice, best_open};
use super::worker::{RoundContext, Worker};
use crate::rules::NodeStats;
use crate::tree::{Branches, Node, Widened};
use crate::{Appraisal, Expander, Rollout, State, Turn};

impl<S: State, E: Expander<S>, P: Rollout<S>> Worker<S, E, P> {
    /// Asks the expander for a node's edges; `None` while another thread does, or if there are none.
    pub(super) fn expand<'t>(
        &mut self,
        context: &RoundContext<'t, S, E, P>,
        node: &'t Node<S::Action>,
        stats: &NodeStats,
    ) -> Option<&'t Branches<S::Action>> {
        if !node.claim_expansion() {
            return node.branches();
        }
        if node.branches().is_some() {
            // Another thread published between our check and our claim.
            node.release_claim();
            return node.branches();
        }
        self.candidates.clear();
        let coverage = context.expander.expand(&mut self.scratch, &self.state, 0, &mut self.candidates);
        if self.candidates.is_empty() {
            node.release_claim();
            return None;
        }
        self.counts.expansions += 1;
        let branches = Branches::new(&self.candidates, coverage, &context.config.rules.widening, stats);
        context.tree.note_branch_bytes(branches.bytes());
        Some(node.publish(branches))
    }

    /// The appraisal of an expanded node. If it is due and nobody has asked for it this thread does; until it has the answer the others do
    /// without.
    pub(super) fn appraise(
        &mut self,
        context: &RoundContext<'_, S, E, P>,
        branches: &Branches<S::Action>,
        is_due: bool,
    ) -> Option<Appraisal> {
        if is_due && branches.appraisal().claim() {
            let appraisal = context.expander.appraise(&mut self.scratch, &self.state);
            debug_assert!(appraisal.is_none_or(|said| (0.0..=1.0).contains(&said.value)), "{appraisal:?}");
            self.counts.appraisals += u64::from(appraisal.is_some());
            branches.appraisal().answer(appraisal);
        }
        branches.appraisal().get()
    }

    /// The open edge with the best score, after opening what is due.
    pub(super) fn select<'t>(
        &mut self,
        context: &RoundContext<'t, S, E, P>,
        branches: &'t Branches<S::Action>,
        stats: &NodeStats,
        turn: Turn,
    ) -> Option<Choice<'t, S::Action>> {
        let clock = context.config.rules.widening.schedule.clock(stats);
        while branches.is_due(clock) && self.widen(context, branches, stats) {}
        loop {
            if let Some(choice) = best_open(&context.config.rules, context.tree, branches, (stats, turn)) {
                return Some(choice);
            }
            // Everything open is settled: try further down the list.
            if !self.widen(context, branches, stats) {
                return None;
            }
        }
    }

    /// Opens one more edge, fetching the next page if need be; false if there is none, or another thread is fetching.
    fn widen(
        &mut self,
        context: &RoundContext<'_, S, E, P>,
        branches: &Branches<S::Action>,
        stats: &NodeStats,
    ) -> bool {
        let widening = &context.config.rules.widening;
        match branches.widen(widening, stats) {
            Widened::Yes => return true,
            Widened::Everything => return false,
            Widened::NeedsPage => {}
        }
        if !branches.claim_fetch() {
            return false;
        }
        self.candidates.clear();
        let from = branches.n_edges() as usize;
        let coverage = context.expander.expand(&mut self.scratch, &self.state, from, &mut self.candidates);
        let before = branches.bytes();
        let n_open = branches.n_open();
        branches.append(&self.candidates, coverage, widening, stats);
        context.tree.note_branch_bytes(branches.bytes() - before);
        branches.n_open() > n_open || branches.widen(widening, stats) == Widened::Yes
    }

    /// Asks the expander for the root's edges, so that they are available before the first playout.
    pub(super) fn expand_root(&mut self, context: &RoundContext<'_, S, E, P>) {
        let node = context.tree.root_node();
        if node.branches().is_some() || context.root.is_terminal() {
            return;
        }
        self.state.clone_from(context.root);
        let stats = NodeStats::of(node, node.visits(), context.root_chooser, context.root.turn());
        self.expand(context, node, &stats);
    }
}
