//! Growing a tree from competitions (van Niekerk 2014, section 4.2).
//!
//! Each tree samples every competition with its own probability (10%). All candidates of a sampled one are descended
//! and recorded at their leaves. When a leaf has 1,000 descents, and then after every 10 more, the best suitable query
//! replaces it; its statistics are discarded, the children start empty, and the descent that triggered the expansion
//! continues into them. There is no pruning and no limit on depth.
//!
//! Trees are independent: one per thread, each reading the competitions itself, so that the statistics of only as many
//! trees as threads are in memory, and the result does not depend on the number of threads.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use stable_hash::splitmix64;

use super::leaf::{FamilyTable, Judgement, Leaf};
use super::{Criterion, CriterionOptions, NearestCounting, QuerySystem, QueryTree};

/// Which leaves a branching descent updates during growth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BranchUpdates {
    /// Thesis: only the left-most leaf reached.
    LeftMost,
    /// Program: every leaf reached, once per branch, the same leaf several times if several branches reach it.
    #[default]
    EveryBranch,
}

/// When a query that discovers the first of several kinds ([`Family::FirstPresent`](super::Family::FirstPresent)) may be chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Discoveries {
    /// Thesis: whenever it is the best suitable query.
    #[default]
    Free,
    /// Program: only where some comparison with a constant is suitable too, however bad. A leaf whose descents agree in everything
    /// discovered so far is then never split.
    BesideComparison,
}

/// How trees grow.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct GrowthOptions {
    /// Probability that a competition is sampled for a tree.
    pub sampling: f64,
    /// Descents before a leaf is first tested.
    pub threshold: u32,
    /// Descents between later tests.
    pub retry: u32,
    /// The quality criterion.
    pub criterion: Criterion,
    /// Where the thesis and its program differ in the criterion.
    pub criterion_options: CriterionOptions,
    /// How searches for the nearest kind are counted.
    pub nearest_counting: NearestCounting,
    /// Which leaves a branching descent updates.
    pub branch_updates: BranchUpdates,
    /// When a discovery may be chosen.
    pub discoveries: Discoveries,
}

impl Default for GrowthOptions {
    /// The thesis's parameters with its best criterion.
    fn default() -> Self {
        GrowthOptions {
            sampling: 0.10,
            threshold: 1_000,
            retry: 10,
            criterion: Criterion::WeightedWinLossSeparate,
            criterion_options: CriterionOptions::default(),
            nearest_counting: NearestCounting::default(),
            branch_updates: BranchUpdates::default(),
            discoveries: Discoveries::default(),
        }
    }
}

/// A collection of competitions for one query system. Must show the same ones in the same order every time.
pub trait Competitions<S: QuerySystem>: Sync {
    /// Visits all competitions. For each one `wanted` is asked first, and only if it returns true the state is loaded
    /// and `learn` is called with the system, the candidates and the winner's place (`None`: all lose).
    fn walk(&self, wanted: &mut dyn FnMut() -> bool, learn: &mut Learn<'_, S>);
}

/// Learns one competition: the system with its state loaded, the candidates, and the winner's place.
pub type Learn<'a, S> = dyn FnMut(&mut S, &[<S as QuerySystem>::Item], Option<usize>) + 'a;

/// Statistics of growing a tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GrowthReport {
    /// Competitions drawn.
    pub competitions: u64,
    /// Items descended.
    pub items: u64,
    /// Leaves updated; more than items where descents branched.
    pub updates: u64,
}

/// Seed of one tree of a forest.
pub fn tree_seed(forest_seed: u64, tree: usize) -> u64 {
    // Neighbouring seeds must not give neighbouring generators: an odd multiplier spreads them.
    forest_seed ^ (tree as u64 + 1).wrapping_mul(splitmix64::GAMMA)
}

/// Grows one tree.
pub fn grow_tree<S: QuerySystem>(
    competitions: &impl Competitions<S>,
    options: &GrowthOptions,
    seed: u64,
) -> (QueryTree<S::Query>, GrowthReport) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut grower = Grower::<S>::new(*options);
    competitions.walk(&mut || rng.random_bool(options.sampling), &mut |system, items, winner| {
        grower.report.competitions += 1;
        for (place, &item) in items.iter().enumerate() {
            grower.learn(system, item, winner == Some(place));
        }
    });
    grower.finish()
}

/// Grows `n_trees` trees of one query system in parallel; `progress` is called after every finished tree.
///
/// A forest over several systems is the concatenation of one call per system with different seeds.
pub fn grow_forest<S>(
    competitions: &impl Competitions<S>,
    options: &GrowthOptions,
    n_trees: usize,
    seed: u64,
    progress: impl Fn(usize, &GrowthReport) + Sync,
) -> Vec<QueryTree<S::Query>>
where
    S: QuerySystem,
    S::Query: Send,
{
    (0..n_trees)
        .into_par_iter()
        .with_max_len(1)
        .map(|tree| {
            let (grown, report) = grow_tree(competitions, options, tree_seed(seed, tree));
            progress(tree, &report);
            grown
        })
        .collect()
}

enum Node<Q> {
    Leaf(usize),
    Ask { query: Q, first_child: usize, n_outcomes: usize },
}

struct Grower<S: QuerySystem> {
    options: GrowthOptions,
    nodes: Vec<Node<S::Query>>,
    /// Parent of each node and its depth, to compare leaves by pre-order.
    above: Vec<(usize, u32)>,
    leaves: Vec<Leaf>,
    /// Places in `leaves` whose leaf was expanded.
    vacant: Vec<usize>,
    families: FamilyTable,
    report: GrowthReport,
    branches: Vec<(usize, S::Path)>,
    found: Vec<S::Found>,
    row: Vec<u16>,
}

impl<S: QuerySystem> Grower<S> {
    fn new(options: GrowthOptions) -> Self {
        Grower {
            options,
            nodes: Vec::new(),
            above: Vec::new(),
            leaves: Vec::new(),
            vacant: Vec::new(),
            families: FamilyTable::default(),
            report: GrowthReport::default(),
            branches: Vec::new(),
            found: Vec::new(),
            row: Vec::new(),
        }
    }

    fn learn(&mut self, system: &mut S, item: S::Item, won: bool) {
        self.report.items += 1;
        let path = system.begin(item);
        if self.nodes.is_empty() {
            let leaf = self.new_leaf();
            self.nodes.push(Node::Leaf(leaf));
            self.above.push((0, 0));
        }
        match self.options.branch_updates {
            BranchUpdates::EveryBranch => self.update_every_branch(system, path, won),
            BranchUpdates::LeftMost => self.update_left_most(system, path, won),
        }
    }

    fn update_every_branch(&mut self, system: &mut S, path: S::Path, won: bool) {
        let mut pending = std::mem::take(&mut self.branches);
        pending.push((0, path));
        while let Some((node, mut path)) = pending.pop() {
            let mut node = node;
            loop {
                node = self.follow(system, node, &mut path, &mut pending);
                if !self.record(system, node, &path, won) {
                    break;
                }
            }
        }
        self.branches = pending;
    }

    fn update_left_most(&mut self, system: &mut S, path: S::Path, won: bool) {
        let mut pending = std::mem::take(&mut self.branches);
        let mut start = (0, path);
        loop {
            let mut best: Option<(usize, S::Path)> = None;
            pending.push(start);
            while let Some((node, mut path)) = pending.pop() {
                let leaf = self.follow(system, node, &mut path, &mut pending);
                if best.as_ref().is_none_or(|(other, _)| self.stands_left_of(leaf, *other)) {
                    best = Some((leaf, path));
                }
            }
            let Some((leaf, path)) = best else { break };
            if !self.record(system, leaf, &path, won) {
                break;
            }
            start = (leaf, path);
        }
        self.branches = pending;
    }

    /// Descends from `node` to a leaf, leaving other branches in `pending`; they come back in the order found.
    fn follow(
        &mut self,
        system: &mut S,
        mut node: usize,
        path: &mut S::Path,
        pending: &mut Vec<(usize, S::Path)>,
    ) -> usize {
        while let Node::Ask { query, first_child, .. } = &self.nodes[node] {
            self.found.clear();
            let outcome = system.answer(query, path, &mut self.found);
            node = first_child + outcome;
            for &other in self.found.iter().skip(1).rev() {
                let mut branch = path.clone();
                S::discover(&mut branch, other);
                pending.push((node, branch));
            }
            if let Some(&first) = self.found.first() {
                S::discover(path, first);
            }
        }
        node
    }

    /// Records a descent at a leaf; returns whether the leaf was expanded.
    fn record(&mut self, system: &mut S, node: usize, path: &S::Path, won: bool) -> bool {
        let Node::Leaf(place) = self.nodes[node] else { unreachable!("descents end at leaves") };
        self.report.updates += 1;
        self.row.clear();
        system.observe(path, &mut self.row);
        let leaf = &mut self.leaves[place];
        let n_discovered = S::n_discovered(path);
        leaf.record(&self.row, won);
        if leaf.descents() < self.options.threshold || !leaf.descents().is_multiple_of(self.options.retry) {
            return false;
        }
        let GrowthOptions { criterion, criterion_options, nearest_counting, threshold, discoveries, .. } = self.options;
        let judgement = Judgement { criterion, options: criterion_options, counting: nearest_counting, discoveries };
        let families = self.families.of(system, n_discovered);
        let Some((family, split)) = leaf.best_split(families, judgement) else {
            if leaf.n_rows() >= threshold {
                leaf.count_rows(families, nearest_counting);
            }
            return false;
        };
        let query = system.query(n_discovered, family, split);
        self.expand(node, query);
        true
    }

    fn expand(&mut self, node: usize, query: S::Query) {
        let Node::Leaf(place) = self.nodes[node] else { unreachable!("only leaves are expanded") };
        self.leaves[place] = Leaf::default();
        self.vacant.push(place);
        let n_outcomes = S::n_outcomes(&query);
        let first_child = self.nodes.len();
        let depth = self.above[node].1 + 1;
        for _ in 0..n_outcomes {
            let leaf = self.new_leaf();
            self.nodes.push(Node::Leaf(leaf));
            self.above.push((node, depth));
        }
        self.nodes[node] = Node::Ask { query, first_child, n_outcomes };
    }

    fn new_leaf(&mut self) -> usize {
        self.vacant.pop().unwrap_or_else(|| {
            self.leaves.push(Leaf::default());
            self.leaves.len() - 1
        })
    }

    /// Whether leaf `a` comes before leaf `b` in pre-order.
    fn stands_left_of(&self, a: usize, b: usize) -> bool {
        let (mut a, mut b) = (a, b);
        while self.above[a].1 > self.above[b].1 {
            a = self.above[a].0;
        }
        while self.above[b].1 > self.above[a].1 {
            b = self.above[b].0;
        }
        while a != b && self.above[a].0 != self.above[b].0 {
            (a, b) = (self.above[a].0, self.above[b].0);
        }
        a < b
    }

    fn finish(self) -> (QueryTree<S::Query>, GrowthReport) {
        let mut nodes: Vec<Option<Node<S::Query>>> = self.nodes.into_iter().map(Some).collect();
        let mut list = Vec::with_capacity(nodes.len());
        let mut stack = vec![0];
        while let Some(node) = stack.pop() {
            match nodes.get_mut(node).and_then(Option::take) {
                Some(Node::Ask { query, first_child, n_outcomes }) => {
                    stack.extend((first_child..first_child + n_outcomes).rev());
                    list.push(Some((n_outcomes as u16, query)));
                }
                _ => list.push(None),
            }
        }
        let tree = QueryTree::from_preorder(list).expect("growth keeps a whole tree");
        (tree, self.report)
    }
}
