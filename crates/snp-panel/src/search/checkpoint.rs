//! Checkpoints of long searches, written between rounds, for resuming after an interruption.
//!
//! A file is a sealed postcard body (crate `checkpoint`). It belongs to one program, problem, objective, method and panel size
//! ([`Identity`]); a file of another one, a damaged one and one that would lead a search out of bounds are refused. The values
//! of all panels in it are computed again: a file that claims others is refused, too. The tree itself is not kept: a
//! round of tree search grows it anew from the best panels (see [`super::tree`]).

use checkpoint::{Key, SealError};

use super::{BestPanels, FoundPanel, Method, SavedSearch, SearchResult};
use crate::problem::Rank;

/// Values are sums in another order when panels were grown in another order; this is far above that and far below a SNP's worth.
const ROUNDING: f64 = 1e-9;

/// What a checkpoint belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity<'a> {
    /// The version of the program.
    pub program: &'a str,
    /// Fingerprint of the problem and of what the objective was made with.
    pub problem: u64,
    /// Length of the ranked list.
    pub n_candidates: usize,
    /// The method.
    pub method: Method,
    /// SNPs in a panel.
    pub size: usize,
}

/// A search between two rounds.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    /// Rounds so far.
    pub rounds: u64,
    /// Evaluations of all rounds.
    pub evaluations: u64,
    /// Evaluations that had been made when the best panel was found.
    pub evaluations_at_best: u64,
    /// The best panels of all rounds.
    pub best: BestPanels,
    /// The state of the method.
    pub saved: Option<SavedSearch>,
}

/// The body of a file.
#[derive(serde::Serialize, serde::Deserialize)]
struct Body {
    rounds: u64,
    evaluations: u64,
    evaluations_at_best: u64,
    best: BestPanels,
    saved: Option<SavedSearch>,
}

/// Why bytes are not a checkpoint of this search.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CheckpointError {
    /// Something else, damaged, or of another search.
    #[error(transparent)]
    Seal(#[from] SealError),
    /// Sealed, but nothing that a search could have written.
    #[error("the checkpoint is damaged: {0}")]
    Damaged(String),
}

impl Identity<'_> {
    fn work(&self) -> String {
        let Identity { problem, n_candidates, method, size, .. } = self;
        format!("problem {problem:016x}, {n_candidates} candidates, panels of {size} SNPs by {}", method.name())
    }

    /// A body under the seal of this search.
    pub(crate) fn seal(&self, body: &[u8]) -> Vec<u8> {
        checkpoint::seal(&self.key(&self.work()), body)
    }

    /// The body under the seal of this search.
    pub(crate) fn open<'a>(&self, bytes: &'a [u8]) -> Result<&'a [u8], SealError> {
        checkpoint::open(&self.key(&self.work()), bytes)
    }

    fn key<'a>(&'a self, work: &'a str) -> Key<'a> {
        Key { kind: "panel-search", program: self.program, work }
    }
}

impl Checkpoint {
    /// Nothing searched yet; remembers `keep` panels.
    pub fn new(keep: usize) -> Checkpoint {
        Checkpoint { rounds: 0, evaluations: 0, evaluations_at_best: 0, best: BestPanels::new(keep), saved: None }
    }

    /// Adds what a round found.
    pub fn add(&mut self, result: &SearchResult, saved: Option<SavedSearch>) {
        let before = self.best.best_value();
        for FoundPanel { panel, value } in &result.best {
            self.best.offer(panel, *value);
        }
        if self.best.best_value() > before {
            self.evaluations_at_best = self.evaluations + result.evaluations_at_best;
        }
        self.evaluations += result.evaluations;
        self.rounds += 1;
        self.saved = saved;
    }

    /// The result of all rounds together.
    pub fn result(&self) -> SearchResult {
        SearchResult {
            best: self.best.panels().to_vec(),
            evaluations: self.evaluations,
            evaluations_at_best: self.evaluations_at_best,
        }
    }

    /// The bytes of a file.
    pub fn write(&self, identity: &Identity<'_>) -> Vec<u8> {
        let body = Body {
            rounds: self.rounds,
            evaluations: self.evaluations,
            evaluations_at_best: self.evaluations_at_best,
            best: self.best.clone(),
            saved: self.saved.clone(),
        };
        let body = postcard::to_stdvec(&body).expect("nothing in a body has an unknown length");
        identity.seal(&body)
    }

    /// Reads a file of the search that `identity` names, to remember `keep` panels from now on. `value` is the objective.
    pub fn read(
        bytes: &[u8],
        identity: &Identity<'_>,
        keep: usize,
        value: &dyn Fn(&[Rank]) -> f64,
    ) -> Result<Checkpoint, CheckpointError> {
        let body = identity.open(bytes)?;
        let body: Body = postcard::from_bytes(body).map_err(|error| CheckpointError::Damaged(error.to_string()))?;
        let is_whole = |found: &FoundPanel| found.is_panel_of(identity.size, identity.n_candidates);
        let is_sound = body.best.panels().iter().all(is_whole)
            && match &body.saved {
                None => true,
                Some(SavedSearch::Tree(knowledge)) => {
                    identity.method == Method::Mcts && knowledge.elites.iter().all(is_whole)
                }
                Some(SavedSearch::Queue(queue)) => {
                    identity.method == Method::GreedyQueue && queue.is_sound(identity.size, identity.n_candidates)
                }
            };
        if !is_sound {
            return Err(CheckpointError::Damaged("it contains a panel that is not one of this search".into()));
        }
        let claimed: Vec<(&[Rank], f64)> = match &body.saved {
            None => Vec::new(),
            Some(SavedSearch::Tree(knowledge)) => knowledge.elites.iter().map(FoundPanel::claim).collect(),
            Some(SavedSearch::Queue(queue)) => queue.claims(),
        };
        let claimed = body.best.panels().iter().map(FoundPanel::claim).chain(claimed);
        for (panel, claim) in claimed {
            let found = value(panel);
            if (found - claim).abs() > ROUNDING {
                let why = format!("a panel of {} SNPs is worth {found}, not {claim} as it says", panel.len());
                return Err(CheckpointError::Damaged(why));
            }
        }
        let mut best = BestPanels::new(keep);
        body.best.panels().iter().for_each(|found| best.offer(&found.panel, found.value));
        Ok(Checkpoint {
            rounds: body.rounds,
            evaluations: body.evaluations,
            evaluations_at_best: body.evaluations_at_best,
            best,
            saved: body.saved,
        })
    }
}

/// Whether the ranks are strictly rising and inside the list.
pub(super) fn rises_within(panel: &[Rank], n_candidates: usize) -> bool {
    panel.windows(2).all(|pair| pair[0] < pair[1]) && panel.last().is_none_or(|last| last.idx() < n_candidates)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::tree::Knowledge;

    const IDENTITY: Identity<'_> =
        Identity { program: "0.0.1", problem: 77, n_candidates: 9, method: Method::Mcts, size: 2 };

    /// An objective for panels of this test.
    fn value(panel: &[Rank]) -> f64 {
        panel.iter().map(|rank| f64::from(rank.0) / 20.0).sum()
    }

    fn read(bytes: &[u8], identity: &Identity<'_>) -> Result<Checkpoint, CheckpointError> {
        Checkpoint::read(bytes, identity, 3, &value)
    }

    fn found(ranks: [u32; 2], value: f64) -> FoundPanel {
        FoundPanel { panel: ranks.map(Rank).to_vec(), value }
    }

    fn checkpoint(elite: FoundPanel) -> Checkpoint {
        let mut checkpoint = Checkpoint::new(3);
        let result = SearchResult { best: vec![elite.clone()], evaluations: 10, evaluations_at_best: 4 };
        checkpoint.add(&result, Some(SavedSearch::Tree(Knowledge { elites: vec![elite] })));
        checkpoint
    }

    #[test]
    fn rounds_add_up() {
        let mut checkpoint = checkpoint(found([0, 3], 0.5));
        let worse = SearchResult { best: vec![found([1, 2], 0.4)], evaluations: 10, evaluations_at_best: 9 };
        checkpoint.add(&worse, None);
        assert_eq!((checkpoint.evaluations, checkpoint.evaluations_at_best), (20, 4));
        let better = SearchResult { best: vec![found([1, 3], 0.6)], evaluations: 10, evaluations_at_best: 9 };
        checkpoint.add(&better, None);
        assert_eq!((checkpoint.rounds, checkpoint.evaluations_at_best), (3, 29));
        let values: Vec<f64> = checkpoint.result().best.iter().map(|found| found.value).collect();
        assert_eq!(values, [0.6, 0.5, 0.4]);
    }

    #[test]
    fn a_file_is_read_back_by_its_own_search_only() {
        let bytes = checkpoint(found([0, 3], 0.15)).write(&IDENTITY);
        let again = read(&bytes, &IDENTITY).unwrap();
        assert_eq!(again.write(&IDENTITY), bytes);
        for other in [
            Identity { problem: 78, ..IDENTITY },
            Identity { size: 3, ..IDENTITY },
            Identity { method: Method::GreedyQueue, ..IDENTITY },
            Identity { n_candidates: 10, ..IDENTITY },
            Identity { program: "0.0.2", ..IDENTITY },
        ] {
            let error = read(&bytes, &other).unwrap_err();
            assert!(matches!(error, CheckpointError::Seal(SealError::Other { .. })), "{error}");
        }
        assert_eq!(read(b"no", &IDENTITY).unwrap_err(), SealError::NoCheckpoint.into());
    }

    #[test]
    fn every_bit_counts() {
        let bytes = checkpoint(found([0, 3], 0.15)).write(&IDENTITY);
        for bit in 0..8 * bytes.len() {
            let mut changed = bytes.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            assert!(read(&changed, &IDENTITY).is_err(), "bit {bit}");
        }
        for end in 0..bytes.len() {
            assert!(read(&bytes[..end], &IDENTITY).is_err(), "cut at {end}");
        }
    }

    #[test]
    fn panels_out_of_bounds_and_values_that_are_not_theirs_are_refused() {
        for elite in [found([0, 9], 0.45), found([3, 3], 0.3), found([0, 3], f64::NAN), found([0, 3], 0.9)] {
            let bytes = checkpoint(elite).write(&IDENTITY);
            let error = read(&bytes, &IDENTITY).unwrap_err();
            assert!(matches!(error, CheckpointError::Damaged(_)), "{error}");
        }
    }
}
