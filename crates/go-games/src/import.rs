//! Importing records: the valid games, and counts of the rejected ones by reason.
//!
//! A file is SGF text (one game, a collection, one game per line), the same compressed with Zstandard, or a game
//! database. Reading a file is a function of its bytes, so files can be read on several threads; they are merged in
//! order, which makes the result deterministic.

use crate::budget::ReadBudget;
use crate::database::{DatabaseError, is_database, read_database};
use crate::filter::Filter;
use crate::fingerprint::Fingerprinter;
use crate::from_sgf::game_from_tree;
use crate::game::{Game, Irregularities};
use crate::refusal::Refusal;
use crate::unpack::{UnpackError, unpack};
use go_board::BoardSize;
use rayon::prelude::*;
use sgf::{GameTree, Place, ProblemKind};
use std::collections::{BTreeMap, HashSet};

/// The most that one file may unpack to, whatever the budget.
pub const MAX_UNPACKED: usize = (1 << 31) - 1;
/// Rejected records that are kept in full as examples.
const N_EXAMPLES: usize = 20;

/// Why a file could not be read at all.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The packed stream.
    #[error(transparent)]
    Unpack(#[from] UnpackError),
    /// The database.
    #[error(transparent)]
    Database(#[from] DatabaseError),
    /// The text.
    #[error("{0}")]
    NoGame(sgf::Problem),
    /// A game beyond the budget.
    #[error("the game at {place} has more than {limit} nodes, the budget for one game; split it or leave the file out")]
    TooManyNodes {
        /// Where the game begins.
        place: Place,
        /// The budget.
        limit: usize,
    },
    /// More games than the budget.
    #[error("the file has more than {limit} games, the budget for one file; split it")]
    TooManyGames {
        /// The budget.
        limit: usize,
    },
}

/// The contents of a file.
#[derive(Debug, Default)]
pub struct FileGames {
    /// Each record with its place: a game that can be played, or why not.
    records: Vec<(Place, Result<Checked, Refusal>)>,
    /// Problems reported by the SGF reader, by class.
    problems: BTreeMap<ProblemKind, usize>,
}

impl FileGames {
    /// The first record of the file: its game, or its place and why it cannot be played. Every file has one.
    pub fn into_first(self) -> Option<Result<Game, (Place, Refusal)>> {
        let (place, record) = self.records.into_iter().next()?;
        Some(record.map(|checked| checked.game).map_err(|refusal| (place, refusal)))
    }
}

/// A game that can be played.
#[derive(Debug)]
struct Checked {
    game: Game,
    fingerprint: u64,
    irregularities: Irregularities,
}

/// Reads the games of one file and checks that each can be played.
pub fn read_games(bytes: &[u8]) -> Result<FileGames, ReadError> {
    read_games_within(bytes, &ReadBudget::default())
}

/// The same with another budget than the usual one.
pub fn read_games_within(bytes: &[u8], budget: &ReadBudget) -> Result<FileGames, ReadError> {
    let bytes = unpack(bytes, budget.unpacked(bytes.len()))?;
    if is_database(&bytes) {
        let games = read_database(&bytes)?;
        let records = games.into_iter().map(|game| (Place::START, Ok(game))).collect();
        return Ok(FileGames { records: check_all(records), problems: BTreeMap::new() });
    }
    let decoded = sgf::decode(&bytes);
    let mut reader = sgf::Reader::new(&decoded.text).map_err(ReadError::NoGame)?.with_max_nodes(budget.max_nodes);
    let mut tree = GameTree::new();
    let mut records = Vec::new();
    while reader.read_into(&mut tree) {
        if reader.has_overrun() {
            return Err(ReadError::TooManyNodes { place: tree.origin(), limit: budget.max_nodes });
        }
        if records.len() == budget.max_games {
            return Err(ReadError::TooManyGames { limit: budget.max_games });
        }
        records.push((tree.origin(), game_from_tree(&tree)));
    }
    if records.is_empty() {
        return Err(ReadError::NoGame(sgf::Problem::new(ProblemKind::NoGame, Place::START, decoded.text.trim_start())));
    }
    let mut problems = BTreeMap::new();
    for problem in decoded.problems.iter().chain(reader.problems()) {
        *problems.entry(problem.kind).or_insert(0) += 1;
    }
    Ok(FileGames { records: check_all(records), problems })
}

/// Replays every game on all cores.
fn check_all(records: Vec<(Place, Result<Game, Refusal>)>) -> Vec<(Place, Result<Checked, Refusal>)> {
    let sizes: HashSet<BoardSize> = records.iter().filter_map(|(_, game)| Some(game.as_ref().ok()?.size)).collect();
    let fingerprinters: BTreeMap<BoardSize, Fingerprinter> =
        sizes.into_iter().map(|size| (size, Fingerprinter::new(size))).collect();
    let check = |game: Game| {
        let irregularities = game.check()?;
        Ok(Checked { fingerprint: fingerprinters[&game.size].fingerprint(&game), irregularities, game })
    };
    records.into_par_iter().with_min_len(64).map(|(place, game)| (place, game.and_then(check))).collect()
}

/// Collects the games of many files.
#[derive(Debug, Default)]
pub struct Importer {
    filter: Filter,
    keep_duplicates: bool,
    seen: HashSet<u64>,
    games: Vec<Game>,
    summary: ImportSummary,
}

/// The result of an import.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ImportSummary {
    /// Files that could be read.
    pub n_files: usize,
    /// Records in them.
    pub n_records: usize,
    /// Games kept.
    pub n_games: usize,
    /// Their moves.
    pub n_moves: usize,
    /// Rejected games, by [`Refusal::reason`].
    pub refused: BTreeMap<&'static str, usize>,
    /// The first faulty records: file, place and reason.
    pub examples: Vec<(String, Place, Refusal)>,
    /// Files that could not be read, and why.
    pub unreadable: Vec<(String, String)>,
    /// Problems reported by the SGF reader in all files, by class.
    pub problems: BTreeMap<ProblemKind, usize>,
    /// Suicides in the kept games.
    pub n_suicides: usize,
    /// Kos retaken at once in the kept games.
    pub n_ko_retakes: usize,
}

impl Importer {
    /// Keeps games that pass the filter, dropping duplicates.
    pub fn new(filter: Filter) -> Importer {
        Importer { filter, ..Importer::default() }
    }

    /// Keeps duplicates as well.
    pub fn keep_duplicates(mut self) -> Importer {
        self.keep_duplicates = true;
        self
    }

    /// Adds the result of [`read_games`] under the file's name.
    pub fn add(&mut self, name: &str, file: Result<FileGames, ReadError>) {
        let file = match file {
            Ok(file) => file,
            Err(error) => {
                self.summary.unreadable.push((name.to_string(), error.to_string()));
                return;
            }
        };
        self.summary.n_files += 1;
        self.summary.n_records += file.records.len();
        for (kind, n) in file.problems {
            *self.summary.problems.entry(kind).or_insert(0) += n;
        }
        for (place, record) in file.records {
            if let Err(refusal) = record.and_then(|checked| self.take(checked)) {
                *self.summary.refused.entry(refusal.reason()).or_insert(0) += 1;
                if refusal.is_fault() && self.summary.examples.len() < N_EXAMPLES {
                    self.summary.examples.push((name.to_string(), place, refusal));
                }
            }
        }
    }

    fn take(&mut self, checked: Checked) -> Result<(), Refusal> {
        self.filter.check(&checked.game).map_err(Refusal::Filtered)?;
        if !self.seen.insert(checked.fingerprint) && !self.keep_duplicates {
            return Err(Refusal::Duplicate);
        }
        self.summary.n_games += 1;
        self.summary.n_moves += checked.game.turns.len();
        self.summary.n_suicides += checked.irregularities.n_suicides;
        self.summary.n_ko_retakes += checked.irregularities.n_ko_retakes;
        self.games.push(checked.game);
        Ok(())
    }

    /// The games in the order of the files, and the summary.
    pub fn finish(self) -> (Vec<Game>, ImportSummary) {
        (self.games, self.summary)
    }
}
