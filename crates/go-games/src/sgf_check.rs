//! Checking and mending the records of a file: the problems of the SGF reader and checker, and illegal moves.
//!
//! Corresponds to the syntax checker of Basaldúa 2013, Table 6.18. Mended text is FF\[4\] in UTF-8. Faults that the
//! reader corrects (parentheses, junk, names, encoding) are mended by writing the text again.

use crate::budget::ReadBudget;
use crate::database::{is_database, read_database};
use crate::import::ReadError;
use crate::load::load_position;
use crate::unpack::unpack;
use sgf::{GameTree, Layout, Place, Problem, ProblemKind, Severity};
use std::collections::BTreeMap;

/// Findings kept per file; all are counted.
const MAX_FINDINGS: usize = 1_000;
/// Width of the lines of a mended single game.
const LINE_WIDTH: usize = 70;

/// A problem.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// Its class: [`ProblemKind::class`], or `illegal-move`.
    pub class: &'static str,
    /// Severity.
    pub severity: Severity,
    /// Its place in the decoded text.
    pub place: Place,
    /// What it is, with the offending input and what to do.
    pub message: String,
    /// Whether the mended text is free of it.
    pub repaired: bool,
}

/// How often a class was found, and how often it was mended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassCount {
    /// Severity.
    pub severity: Severity,
    /// How often it was found.
    pub n_found: usize,
    /// How often mending removed it.
    pub n_repaired: usize,
}

/// The result of checking a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FileCheck {
    /// Records in the file.
    pub n_games: usize,
    /// The first findings, in the order of the text.
    pub findings: Vec<Finding>,
    /// All findings, by class.
    pub classes: BTreeMap<&'static str, ClassCount>,
    /// The mended records.
    pub mended: String,
}

/// Checks and mends every record of a file: SGF text, compressed or not. The games of a database are only replayed.
pub fn check_file(bytes: &[u8]) -> Result<FileCheck, ReadError> {
    check_file_within(bytes, &ReadBudget::default())
}

/// The same with another budget than the usual one.
pub fn check_file_within(bytes: &[u8], budget: &ReadBudget) -> Result<FileCheck, ReadError> {
    let bytes = unpack(bytes, budget.unpacked(bytes.len()))?;
    if is_database(&bytes) {
        return check_database(&bytes);
    }
    let decoded = sgf::decode(&bytes);
    let mut reader = sgf::Reader::new(&decoded.text).map_err(ReadError::NoGame)?.with_max_nodes(budget.max_nodes);
    let mut check = FileCheck::default();
    for problem in &decoded.problems {
        check.note(problem, problem.kind != ProblemKind::DamagedEncoding);
    }
    let mut mended_games = Vec::new();
    let mut n_read = 0;
    while let Some(mut tree) = reader.next() {
        if reader.has_overrun() {
            return Err(ReadError::TooManyNodes { place: tree.origin(), limit: budget.max_nodes });
        }
        if check.n_games == budget.max_games {
            return Err(ReadError::TooManyGames { limit: budget.max_games });
        }
        check.n_games += 1;
        for problem in &reader.problems()[n_read..] {
            check.note(problem, true);
        }
        n_read = reader.problems().len();
        check.add_tree(&mut tree);
        match mended_games.is_empty() {
            // The first game is kept back: its layout depends on whether others follow.
            true => mended_games.push(tree),
            false => check.write(&tree, Layout::Compact),
        }
    }
    for problem in &reader.problems()[n_read..] {
        check.note(problem, true);
    }
    let Some(first) = mended_games.first() else {
        return Err(ReadError::NoGame(Problem::new(ProblemKind::NoGame, Place::START, decoded.text.trim_start())));
    };
    let rest = std::mem::take(&mut check.mended);
    check.write(first, if rest.is_empty() { Layout::Lines(LINE_WIDTH) } else { Layout::Compact });
    check.mended.push_str(&rest);
    check.findings.sort_by_key(|finding| finding.place);
    Ok(check)
}

fn check_database(bytes: &[u8]) -> Result<FileCheck, ReadError> {
    let games = read_database(bytes)?;
    let mut check = FileCheck { n_games: games.len(), ..FileCheck::default() };
    for (nth, game) in games.iter().enumerate() {
        if let Err(refusal) = game.check() {
            check.add_illegal(Place::START, format!("game {}: {refusal}", nth + 1));
        }
    }
    Ok(check)
}

impl FileCheck {
    /// Findings of at least that severity that mending does not remove.
    pub fn n_left(&self, severity: Severity) -> usize {
        let wanted = self.classes.values().filter(|count| count.severity >= severity);
        wanted.map(|count| count.n_found - count.n_repaired).sum()
    }

    fn add_tree(&mut self, tree: &mut GameTree<'_>) {
        let illegal = load_position(tree, None).err();
        let mended = sgf::mend(tree);
        mended.repaired.iter().for_each(|problem| self.note(problem, true));
        mended.left.iter().for_each(|problem| self.note(problem, false));
        if let Some(error) = illegal
            && error.refusal.reason() == "point occupied"
        {
            self.add_illegal(error.place, error.refusal.to_string());
        }
    }

    fn add_illegal(&mut self, place: Place, message: String) {
        let finding = Finding { class: "illegal-move", severity: Severity::Error, place, message, repaired: false };
        self.push(finding);
    }

    fn note(&mut self, problem: &Problem, repaired: bool) {
        let (kind, place) = (problem.kind, problem.place);
        let message = match problem.found.as_str() {
            "" => format!("{}; {}", kind.meaning(), kind.advice()),
            found => format!("{}: `{found}`; {}", kind.meaning(), kind.advice()),
        };
        self.push(Finding { class: kind.class(), severity: kind.severity(), place, message, repaired });
    }

    fn push(&mut self, finding: Finding) {
        let count = self.classes.entry(finding.class).or_insert(ClassCount {
            severity: finding.severity,
            n_found: 0,
            n_repaired: 0,
        });
        count.n_found += 1;
        count.n_repaired += usize::from(finding.repaired);
        if self.findings.len() < MAX_FINDINGS {
            self.findings.push(finding);
        }
    }

    fn write(&mut self, tree: &GameTree<'_>, layout: Layout) {
        self.mended.push_str(&sgf::write([tree], layout));
    }
}
