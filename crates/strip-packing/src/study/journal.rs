//! The journal of a benchmark: finished rows and their settings, so that an interrupted benchmark can be resumed.
//!
//! One JSON object, sealed (crate `checkpoint`). Rows made with other settings cannot be compared with new ones, so such a journal is refused; a row
//! about other rectangles under the same name is simply not found.

use checkpoint::{Key, SealError};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::BenchRow;
use crate::instance::Instance;
use crate::run::Method;

/// What all rows of a journal have in common.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct BenchSettings {
    /// Seconds per instance and method.
    pub seconds: f64,
    /// Seed of everything random.
    pub seed: u64,
    /// Threads of each run.
    pub threads: usize,
}

/// A benchmark under way.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Journal {
    settings: BenchSettings,
    rows: Vec<BenchRow>,
}

/// Why a benchmark cannot be resumed from a journal.
#[derive(Debug, Error)]
pub enum JournalError {
    /// Something else, damaged, or of another version of the program.
    #[error(transparent)]
    Seal(#[from] SealError),
    /// Not the JSON that we wrote.
    #[error("this is not a benchmark journal: {0}")]
    Json(#[from] serde_json::Error),
    /// Rows that cannot be compared with new ones.
    #[error(
        "the journal was made with {} s, seed {} and {} threads; use the same or another file",
        found.seconds, found.seed, found.threads
    )]
    OtherSettings {
        /// The settings found.
        found: BenchSettings,
    },
}

/// What a journal is bound to; its settings stand in its body, so that a message can name them.
fn key(program: &str) -> Key<'_> {
    Key { kind: "strip-packing-bench", program, work: "" }
}

/// A body under the seal of the program.
pub(crate) fn seal(program: &str, body: &[u8]) -> Vec<u8> {
    checkpoint::seal(&key(program), body)
}

impl Journal {
    /// Nothing done yet.
    pub fn new(settings: BenchSettings) -> Self {
        Self { settings, rows: Vec::new() }
    }

    /// Reads what [`Journal::write`] wrote, if it was made with these settings.
    pub fn read(bytes: &[u8], program: &str, settings: BenchSettings) -> Result<Self, JournalError> {
        let journal: Journal = serde_json::from_slice(checkpoint::open(&key(program), bytes)?)?;
        if journal.settings != settings {
            return Err(JournalError::OtherSettings { found: journal.settings });
        }
        Ok(journal)
    }

    /// The file's bytes.
    pub fn write(&self, program: &str) -> Vec<u8> {
        let text = serde_json::to_string_pretty(self).expect("numbers and strings always serialise") + "\n";
        seal(program, text.as_bytes())
    }

    /// The row of this method on these rectangles, if that is done.
    pub fn find(&self, instance: &Instance, method: Method) -> Option<&BenchRow> {
        let fingerprint = instance.fingerprint();
        self.rows.iter().find(|row| {
            row.instance == instance.name() && row.fingerprint == fingerprint && row.method == method.name()
        })
    }

    /// Adds a row.
    pub fn push(&mut self, row: BenchRow) {
        self.rows.push(row);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::{ReadOptions, text};
    use crate::methods::{Settings, solve};
    use crate::run::{Budget, NoListener};

    const SETTINGS: BenchSettings = BenchSettings { seconds: 1.5, seed: 3, threads: 2 };

    fn instance(text: &str) -> Instance {
        text::read("A_1", text.as_bytes(), &ReadOptions::default()).expect("valid")
    }

    fn journal(instance: &Instance) -> Journal {
        let settings = Settings { method: Method::BestFit, seed: 3, threads: 1 };
        let summary = solve(instance, &settings, Budget::evaluations(1), &NoListener, None);
        let mut journal = Journal::new(SETTINGS);
        journal.push(BenchRow::new(instance, &summary));
        journal
    }

    #[test]
    fn rows_are_found_again() {
        let instance = instance("width 4\n2 2 2\n");
        let journal = journal(&instance);
        let read = Journal::read(&journal.write("1"), "1", SETTINGS).expect("ours");
        assert_eq!(read, journal);
        assert_eq!(read.find(&instance, Method::BestFit).map(|row| row.height), Some(2));
        assert_eq!(read.find(&instance, Method::Mcts), None);
        let changed = self::instance("width 5\n2 2 2\n");
        assert_eq!(read.find(&changed, Method::BestFit), None, "the same name, other rectangles");
    }

    #[test]
    fn what_does_not_belong_is_refused() {
        let bytes = journal(&instance("width 4\n2 2 2\n")).write("1");
        let refused = |bytes: &[u8], program: &str, settings| {
            Journal::read(bytes, program, settings).expect_err("must be refused").to_string()
        };
        assert_eq!(
            refused(&bytes, "1", BenchSettings { seconds: 60.0, ..SETTINGS }),
            "the journal was made with 1.5 s, seed 3 and 2 threads; use the same or another file"
        );
        assert!(refused(&bytes, "2", SETTINGS).starts_with("the checkpoint is of other work"));
        for bit in 0..8 * bytes.len() {
            let mut changed = bytes.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            assert!(Journal::read(&changed, "1", SETTINGS).is_err(), "bit {bit}");
        }
        assert!(refused(&seal("1", b"{"), "1", SETTINGS).starts_with("this is not a benchmark journal: EOF"));
    }
}
