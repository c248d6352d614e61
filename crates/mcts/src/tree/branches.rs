//! The edges of an expanded node: which are open, when the next one opens, and how more of them are fetched.
//!
//! Edges come in pages that never move once published; a domain that returns all candidates at once has one page.
//! Widening only flips edges from hidden to open, so several threads may do it at the same time.

use super::Edge;
use super::appraisal::AppraisalCell;
use super::edge::Target;
use crate::rules::{NodeStats, Widening};
use crate::{Candidate, Coverage};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

/// Edges that the expander returned in one call.
pub(crate) struct Page<A> {
    edges: Box<[Edge<A>]>,
    coverage: Coverage,
    /// One past the last edge that may be open, so that a narrow node is scanned in a few steps.
    scan_end: AtomicU32,
    next: OnceLock<Box<Page<A>>>,
}

impl<A: Copy> Page<A> {
    fn new(candidates: &[Candidate<A>], coverage: Coverage, n_open: usize) -> Self {
        let target = |rank| if rank < n_open { Target::Open } else { Target::Hidden };
        Self {
            edges: candidates.iter().enumerate().map(|(rank, candidate)| Edge::new(candidate, target(rank))).collect(),
            coverage,
            scan_end: AtomicU32::new(n_open.min(candidates.len()) as u32),
            next: OnceLock::new(),
        }
    }

    /// Every edge, hidden ones too.
    #[inline]
    pub(crate) fn edges(&self) -> &[Edge<A>] {
        &self.edges
    }

    /// The front part that holds all open edges.
    #[inline]
    pub(crate) fn open_part(&self) -> &[Edge<A>] {
        &self.edges[..self.scan_end.load(Ordering::Relaxed) as usize]
    }
}

/// The result of a request for one more edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Widened {
    /// One more is open.
    Yes,
    /// All known edges are open and the expander has more.
    NeedsPage,
    /// There are no more.
    Everything,
}

/// All edges of a node.
pub(crate) struct Branches<A> {
    first: Page<A>,
    n_edges: AtomicU32,
    n_open: AtomicU32,
    /// The widening clock at which the next edge opens, as `f32` bits.
    widen_at: AtomicU32,
    /// Set while a thread is fetching a page.
    fetching: AtomicBool,
    rave_visits: AtomicU64,
    appraisal: AppraisalCell,
}

impl<A: Copy> Branches<A> {
    /// The edges of a node that has just been expanded.
    pub(crate) fn new(candidates: &[Candidate<A>], coverage: Coverage, widening: &Widening, node: &NodeStats) -> Self {
        let n_open = widening.schedule.initial().min(candidates.len());
        let branches = Self {
            first: Page::new(candidates, coverage, n_open),
            n_edges: AtomicU32::new(candidates.len() as u32),
            n_open: AtomicU32::new(n_open as u32),
            widen_at: AtomicU32::new(f32::INFINITY.to_bits()),
            fetching: AtomicBool::new(false),
            rave_visits: AtomicU64::new(0),
            appraisal: AppraisalCell::default(),
        };
        branches.set_threshold(0.0, widening, node);
        branches
    }

    /// The pages in order of rank.
    #[inline]
    pub(crate) fn pages(&self) -> impl Iterator<Item = &Page<A>> {
        std::iter::successors(Some(&self.first), |page| page.next.get().map(Box::as_ref))
    }

    /// Every edge in order of rank, hidden ones too.
    pub(crate) fn edges(&self) -> impl Iterator<Item = &Edge<A>> {
        self.pages().flat_map(|page| page.edges())
    }

    #[inline]
    pub(crate) fn n_edges(&self) -> u32 {
        self.n_edges.load(Ordering::Relaxed)
    }

    pub(crate) fn n_open(&self) -> u32 {
        self.n_open.load(Ordering::Relaxed)
    }

    /// RAVE visits of all edges (m(s) of Basaldúa 2013, eq. 3.10).
    #[inline]
    pub(crate) fn rave_visits(&self) -> u64 {
        self.rave_visits.load(Ordering::Relaxed)
    }

    #[inline]
    pub(crate) fn add_rave_visits(&self, visits: u64) {
        // A relaxed load and store like those of the edges' counts, with the same negligible loss.
        self.rave_visits.store(self.rave_visits() + visits, Ordering::Relaxed);
    }

    /// What the expander says of the node's state. Kept here and not in the node: only expanded nodes are appraised.
    #[inline]
    pub(crate) fn appraisal(&self) -> &AppraisalCell {
        &self.appraisal
    }

    fn last_page(&self) -> &Page<A> {
        self.pages().last().expect("there is a first page")
    }

    /// Whether the expander has given everything.
    pub(crate) fn is_complete(&self) -> bool {
        self.last_page().coverage == Coverage::Complete
    }

    /// Whether the widening count has reached the next threshold.
    #[inline]
    pub(crate) fn is_due(&self, clock: f32) -> bool {
        clock >= f32::from_bits(self.widen_at.load(Ordering::Relaxed))
    }

    /// Stores the threshold of the edges as they are now. Threads that widen and append at the same time each store what they saw: who
    /// stores a threshold looks again afterwards, so that the last one stored is never of an older state (with a stale "nothing is left" the
    /// edges of a new page would stay hidden for ever). Rare, so that the strict ordering costs nothing.
    fn set_threshold(&self, previous: f32, widening: &Widening, node: &NodeStats) {
        let state = || {
            let is_complete = self.is_complete();
            (self.n_open.load(Ordering::SeqCst), self.n_edges.load(Ordering::SeqCst), is_complete)
        };
        let mut seen = state();
        loop {
            let (n_open, n_edges, is_complete) = seen;
            let more = n_open < n_edges || !is_complete;
            let at = if more { widening.schedule.threshold(n_open as usize, previous, node) } else { f32::INFINITY };
            self.widen_at.store(at.to_bits(), Ordering::SeqCst);
            let now = state();
            if now == seen {
                return;
            }
            seen = now;
        }
    }

    /// Opens the most urgent hidden edge.
    pub(crate) fn widen(&self, widening: &Widening, node: &NodeStats) -> Widened {
        let previous = f32::from_bits(self.widen_at.load(Ordering::Relaxed));
        let Some((page, rank)) = self.most_urgent(widening, node) else {
            return if self.is_complete() { Widened::Everything } else { Widened::NeedsPage };
        };
        if page.edges[rank].open() {
            page.scan_end.fetch_max(rank as u32 + 1, Ordering::Relaxed);
            self.n_open.fetch_add(1, Ordering::SeqCst);
        }
        let previous = if previous.is_finite() { previous } else { 0.0 };
        self.set_threshold(previous, widening, node);
        Widened::Yes
    }

    fn most_urgent(&self, widening: &Widening, node: &NodeStats) -> Option<(&Page<A>, usize)> {
        let mut best: Option<(f32, &Page<A>, usize)> = None;
        let mut best_prior: Option<f32> = None;
        for page in self.pages() {
            for (rank, edge) in page.edges.iter().enumerate() {
                if edge.target() != Target::Hidden {
                    continue;
                }
                if widening.promotion <= 0.0 {
                    return Some((page, rank));
                }
                let best_prior = *best_prior.get_or_insert(edge.prior);
                let (rave_visits, rave_sum) = edge.rave();
                let rave_mean = rave_sum / (rave_visits.max(1) as f32);
                let relative_prior = if best_prior > 0.0 { edge.prior / best_prior } else { 1.0 };
                let urgency = widening.urgency(relative_prior, rave_visits, rave_mean, node.mean);
                if best.is_none_or(|(top, ..)| urgency > top) {
                    best = Some((urgency, page, rank));
                }
            }
        }
        best.map(|(_, page, rank)| (page, rank))
    }

    /// Claims the right to fetch the next page; false while another thread has it.
    pub(crate) fn claim_fetch(&self) -> bool {
        !self.fetching.swap(true, Ordering::Acquire)
    }

    /// Appends a page and releases the claim. An empty page means that there are no more candidates.
    pub(crate) fn append(
        &self,
        candidates: &[Candidate<A>],
        coverage: Coverage,
        widening: &Widening,
        node: &NodeStats,
    ) {
        let coverage = if candidates.is_empty() { Coverage::Complete } else { coverage };
        let n_open = if widening.schedule.initial() == usize::MAX { candidates.len() } else { 0 };
        let page = Page::new(candidates, coverage, n_open);
        assert!(self.last_page().next.set(Box::new(page)).is_ok(), "only the claimant appends");
        self.n_edges.fetch_add(candidates.len() as u32, Ordering::SeqCst);
        self.n_open.fetch_add(n_open as u32, Ordering::SeqCst);
        let previous = f32::from_bits(self.widen_at.load(Ordering::SeqCst));
        if n_open > 0 || candidates.is_empty() || !previous.is_finite() {
            self.set_threshold(if previous.is_finite() { previous } else { 0.0 }, widening, node);
        }
        self.fetching.store(false, Ordering::Release);
    }

    /// Changes the edges of all pages.
    pub(crate) fn for_each_mut(&mut self, mut change: impl FnMut(&mut Edge<A>)) {
        let mut page = Some(&mut self.first);
        while let Some(now) = page {
            now.edges.iter_mut().for_each(&mut change);
            page = now.next.get_mut().map(Box::as_mut);
        }
    }

    /// Drops the edges that `keep` rejects; the rest counts as complete, and open edges stay open.
    pub(crate) fn retain(&mut self, mut keep: impl FnMut(&Edge<A>) -> bool) {
        let mut kept = Vec::new();
        let mut page = std::mem::replace(&mut self.first, Page::new(&[], Coverage::Complete, 0));
        loop {
            kept.extend(page.edges.into_iter().filter(&mut keep));
            match page.next.into_inner() {
                Some(next) => page = *next,
                None => break,
            }
        }
        let n_open = kept.iter().filter(|edge| edge.target() != Target::Hidden).count() as u32;
        *self.n_edges.get_mut() = kept.len() as u32;
        *self.n_open.get_mut() = n_open;
        if n_open == kept.len() as u32 {
            *self.widen_at.get_mut() = f32::INFINITY.to_bits();
        }
        self.first.scan_end = AtomicU32::new(kept.len() as u32);
        self.first.edges = kept.into_boxed_slice();
    }

    /// Memory used by the edges.
    pub(crate) fn bytes(&self) -> usize {
        let pages: usize = self.pages().map(|page| size_of_val(&*page.edges) + size_of::<Page<A>>()).sum();
        pages + size_of::<Self>() - size_of::<Page<A>>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Schedule;

    const NODE: NodeStats = NodeStats { visits: 0, mean: 0.5, chosen_mean: 0.5, rave_visits: 0, n_candidates: 0 };

    fn candidates(ranks: std::ops::Range<u32>) -> Vec<Candidate<u32>> {
        ranks.map(|rank| Candidate::new(rank, 0.5_f32.powi(rank as i32 + 1))).collect()
    }

    fn open(branches: &Branches<u32>) -> Vec<u32> {
        branches.edges().filter(|edge| edge.target() == Target::Open).map(|edge| edge.action).collect()
    }

    #[test]
    fn opens_in_the_expanders_order() {
        let widening = Widening { schedule: Schedule::logarithmic(2), promotion: 0.0 };
        let branches = Branches::new(&candidates(0..5), Coverage::Complete, &widening, &NODE);
        assert_eq!(open(&branches), [0, 1]);
        assert!(!branches.is_due(55.0) && branches.is_due(56.0));
        assert_eq!(branches.widen(&widening, &NODE), Widened::Yes);
        assert_eq!(open(&branches), [0, 1, 2]);
        assert_eq!(branches.widen(&widening, &NODE), Widened::Yes);
        assert_eq!(branches.widen(&widening, &NODE), Widened::Yes);
        assert_eq!(branches.widen(&widening, &NODE), Widened::Everything);
        assert!(!branches.is_due(f32::MAX), "nothing is due when all are open");
    }

    #[test]
    fn rave_promotes_a_hidden_edge() {
        let widening = Widening::with_promotion(Schedule::logarithmic(1));
        let branches = Branches::new(&candidates(0..6), Coverage::Complete, &widening, &NODE);
        for _ in 0..100 {
            branches.edges().nth(4).unwrap().add_rave(true, 1.0);
            branches.edges().nth(1).unwrap().add_rave(true, 0.4);
        }
        branches.widen(&widening, &NODE);
        assert_eq!(open(&branches), [0, 4]);
        assert_eq!(branches.pages().next().unwrap().open_part().len(), 5);
        branches.widen(&widening, &NODE);
        assert_eq!(open(&branches), [0, 1, 4]);
    }

    #[test]
    fn asks_for_a_page_when_all_known_edges_are_open() {
        let widening = Widening { schedule: Schedule::geometric(), promotion: 0.0 };
        let branches = Branches::new(&candidates(0..2), Coverage::Partial, &widening, &NODE);
        assert_eq!(branches.widen(&widening, &NODE), Widened::Yes);
        assert_eq!(branches.widen(&widening, &NODE), Widened::NeedsPage);
        assert!(branches.claim_fetch() && !branches.claim_fetch());
        branches.append(&candidates(2..4), Coverage::Complete, &widening, &NODE);
        assert!(branches.claim_fetch());
        assert_eq!((branches.n_edges(), branches.n_open()), (4, 2));
        branches.widen(&widening, &NODE);
        assert_eq!(open(&branches), [0, 1, 2]);
    }

    /// Threads widen while pages arrive: in the end the threshold is that of the end, and every edge can be opened.
    #[test]
    fn thresholds_of_the_past_do_not_stay() {
        let widening = Widening { schedule: Schedule::geometric(), promotion: 0.0 };
        for _ in 0..if cfg!(miri) { 3 } else { 300 } {
            let branches = Branches::new(&candidates(0..2), Coverage::Partial, &widening, &NODE);
            std::thread::scope(|scope| {
                for _ in 0..3 {
                    scope.spawn(|| {
                        for page in 1..5 {
                            branches.widen(&widening, &NODE);
                            if branches.claim_fetch() {
                                let coverage = if page == 4 { Coverage::Complete } else { Coverage::Partial };
                                match branches.is_complete() {
                                    true => branches.fetching.store(false, Ordering::Release),
                                    false => {
                                        branches.append(&candidates(2 * page..2 * page + 2), coverage, &widening, &NODE)
                                    }
                                }
                            }
                        }
                    });
                }
            });
            let is_all_open = branches.n_open() == branches.n_edges() && branches.is_complete();
            assert_eq!(branches.is_due(f32::MAX), !is_all_open, "{} of {}", branches.n_open(), branches.n_edges());
            while branches.widen(&widening, &NODE) == Widened::Yes {}
            assert_eq!(open(&branches).len() as u32, branches.n_edges());
        }
    }

    #[test]
    fn retain_keeps_the_statistics() {
        let widening = Widening::OFF;
        let mut branches = Branches::new(&candidates(0..4), Coverage::Partial, &widening, &NODE);
        branches.append(&candidates(4..6), Coverage::Partial, &widening, &NODE);
        branches.edges().nth(5).unwrap().add_rave(true, 1.0);
        branches.retain(|edge| edge.action % 2 == 1);
        assert_eq!(open(&branches), [1, 3, 5]);
        assert_eq!(branches.edges().last().unwrap().rave(), (1, 1.0));
        assert!(branches.is_complete());
    }
}
