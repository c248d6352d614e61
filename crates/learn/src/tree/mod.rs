//! Query trees: decision trees whose questions discover the item they are asked about (van Niekerk 2014, chapter 3 and 4.2).
//!
//! An *item* (in Go: a candidate move in its position) is descended through a tree of queries. A query may *discover* a
//! part of the item, which later queries can refer to; where several parts fit equally well the descent branches. Every
//! leaf is a level of one feature: the tree. Leaves are numbered in pre-order from 0, outcomes from the left, and of
//! several leaves reached the left-most one counts (section 3.3.3).
//!
//! A tree is grown from competitions: every candidate is descended, the chosen one is a win, the others are losses.
//! A leaf that has seen enough descents becomes the query of best quality (sections 3.4 and 4.2).
//!
//! The domain implements [`QuerySystem`]: it answers queries, and for the statistics at a leaf it writes a row of
//! values ([`QuerySystem::observe`]) from which the outcomes of *all* candidate queries follow ([`Family`]). A descent
//! therefore appends some fifty numbers to the leaf's rows; histograms are counted from them, family by family, only
//! when the leaf is tested. Nothing here depends on what an item is.
//!
//! - [`grow_tree`], [`grow_forest`]: growth, deterministic by seed, one tree a thread.
//! - [`QueryTree`]: a grown tree; [`Descender`] finds the leaf of an item.
//! - [`Criterion`]: the fourteen quality criteria of Table 3.1, and three more.
//! - [`write_text`], [`read_text`]: a readable form, one parenthesised block per tree.

mod criterion;
mod dependence;
mod descent;
mod family;
mod growth;
mod histogram;
mod leaf;
mod precision;
mod query_tree;
mod text;

pub use criterion::{
    Criterion, CriterionOptions, EmptyOutcome, HomogeneousPair, MinimumWinsAndLosses, Outcome, UnknownCriterion,
};
pub use descent::Descender;
pub use family::{ABSENT, Family, Split};
pub use growth::{
    BranchUpdates, Competitions, Discoveries, GrowthOptions, GrowthReport, Learn, grow_forest, grow_tree, tree_seed,
};
pub use histogram::NearestCounting;
pub use precision::Precision;
pub use query_tree::{BadTree, NodeId, PathStep, QueryTree, TreeNode};
pub use text::{LeafWeight, QueryLanguage, TaggedTree, TextError, read_text, write_text};

/// A domain: a representation of items and a language of queries about them.
///
/// A value of this type is bound to one state (a position); items are the actions possible in it.
pub trait QuerySystem {
    /// What is evaluated.
    type Item: Copy;
    /// A question.
    type Query: Clone;
    /// What a descent has discovered so far.
    type Path: Clone;
    /// One thing that a query can discover.
    type Found: Copy;

    /// The path at the root of every tree.
    fn begin(&mut self, item: Self::Item) -> Self::Path;

    /// Number of outcomes of a query, at least two. The last one is "no" or "none".
    fn n_outcomes(query: &Self::Query) -> usize;

    /// The outcome of a query. What it discovers is appended to `found` (empty on entry): nothing, one thing, or
    /// several indistinguishable ones, in which case the descent branches.
    fn answer(&mut self, query: &Self::Query, path: &Self::Path, found: &mut Vec<Self::Found>) -> usize;

    /// Adds a discovery to a path.
    fn discover(path: &mut Self::Path, found: Self::Found);

    /// Number of things discovered; the candidate queries at a leaf depend on this number alone.
    fn n_discovered(path: &Self::Path) -> usize;

    /// All families of candidate queries after `n_discovered` discoveries, in the order in which they are compared:
    /// of equally good queries the first wins, so cheap ones come first.
    fn families(&self, n_discovered: usize) -> Vec<Family>;

    /// The query of the given family with this split.
    fn query(&self, n_discovered: usize, family: usize, split: Split) -> Self::Query;

    /// Appends one value per column for the families above; every path with equally many discoveries writes
    /// equally many values.
    fn observe(&mut self, path: &Self::Path, values: &mut Vec<u16>);
}
