//! Checkpoints of long searches, written between rounds, for resuming after an interruption.
//!
//! A file is the magic `SNPSRCH1` and a postcard body. It belongs to one problem, objective, method and panel size
//! ([`Identity`]); a file of another one, a damaged one and one that would lead a search out of bounds are refused. The tree
//! itself is not kept: a round of tree search grows it anew from the best panels (see [`super::tree`]).

use super::{BestPanels, FoundPanel, Method, SavedSearch, SearchResult};
use crate::problem::Rank;

const MAGIC: &[u8; 8] = b"SNPSRCH1";

/// What a checkpoint belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity {
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
    problem: u64,
    method: String,
    size: usize,
    rounds: u64,
    evaluations: u64,
    evaluations_at_best: u64,
    best: BestPanels,
    saved: Option<SavedSearch>,
}

/// Why bytes are not a checkpoint of this search.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CheckpointError {
    /// Something else entirely.
    #[error("this is not a checkpoint of a panel search (or it is of another version of this program)")]
    Magic,
    /// The body cannot be read.
    #[error("the checkpoint is damaged: {0}")]
    Damaged(String),
    /// Another search.
    #[error("the checkpoint is of another search: {0}; give it another name or delete it")]
    Other(String),
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
    pub fn write(&self, identity: &Identity) -> Vec<u8> {
        let body = Body {
            problem: identity.problem,
            method: identity.method.name().into(),
            size: identity.size,
            rounds: self.rounds,
            evaluations: self.evaluations,
            evaluations_at_best: self.evaluations_at_best,
            best: self.best.clone(),
            saved: self.saved.clone(),
        };
        let mut bytes = MAGIC.to_vec();
        bytes.extend(postcard::to_stdvec(&body).expect("nothing in a body has an unknown length"));
        bytes
    }

    /// Reads a file of the search that `identity` names, to remember `keep` panels from now on.
    pub fn read(bytes: &[u8], identity: &Identity, keep: usize) -> Result<Checkpoint, CheckpointError> {
        let body = bytes.strip_prefix(MAGIC.as_slice()).ok_or(CheckpointError::Magic)?;
        let body: Body = postcard::from_bytes(body).map_err(|error| CheckpointError::Damaged(error.to_string()))?;
        if body.method != identity.method.name() || body.size != identity.size {
            let other = format!("panels of {} SNPs by {}", body.size, body.method);
            return Err(CheckpointError::Other(other));
        }
        if body.problem != identity.problem {
            return Err(CheckpointError::Other("other people, SNPs, draws or objective".into()));
        }
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

    const IDENTITY: Identity = Identity { problem: 77, n_candidates: 9, method: Method::Mcts, size: 2 };

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
        let bytes = checkpoint(found([0, 3], 0.5)).write(&IDENTITY);
        let again = Checkpoint::read(&bytes, &IDENTITY, 3).unwrap();
        assert_eq!(again.write(&IDENTITY), bytes);
        for other in [
            Identity { problem: 78, ..IDENTITY },
            Identity { size: 3, ..IDENTITY },
            Identity { method: Method::GreedyQueue, ..IDENTITY },
        ] {
            let error = Checkpoint::read(&bytes, &other, 3).unwrap_err();
            assert!(matches!(error, CheckpointError::Other(_)), "{error}");
        }
        assert_eq!(Checkpoint::read(b"no", &IDENTITY, 3).unwrap_err(), CheckpointError::Magic);
        let error = Checkpoint::read(&bytes[..bytes.len() - 3], &IDENTITY, 3).unwrap_err();
        assert!(matches!(error, CheckpointError::Damaged(_)), "{error}");
    }

    #[test]
    fn panels_out_of_bounds_are_refused() {
        for elite in [found([0, 9], 0.5), found([3, 3], 0.5), found([0, 3], f64::NAN)] {
            let bytes = checkpoint(elite).write(&IDENTITY);
            let error = Checkpoint::read(&bytes, &IDENTITY, 3).unwrap_err();
            assert!(matches!(error, CheckpointError::Damaged(_)), "{error}");
        }
    }
}
