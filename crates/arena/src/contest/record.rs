//! The record of a game: one line of JSON, so that a match can be stopped at any time and resumed.

use checkpoint::{Key, Lines};
use serde::{Deserialize, Serialize};

use super::settings::MatchSettings;
use crate::fault::Fault;
use crate::host::Side;

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "end", rename_all = "lowercase")]
pub enum Outcome {
    /// Counted; both programs agree, or one of them does not count.
    Score {
        /// The winner; `None` for a draw.
        winner: Option<Side>,
        /// `B+3.5`, `W+0.5` or `0`.
        result: String,
    },
    /// Resigned.
    Resignation {
        /// The winner.
        winner: Side,
    },
    /// Lost by a fault.
    Forfeit {
        /// What happened.
        fault: Fault,
    },
    /// No result: the programs disagree about the score, or the game does not end.
    Disputed {
        /// What happened.
        reason: String,
    },
}

impl Outcome {
    /// Points of A: 1, 1/2 or 0; `None` without a result.
    pub fn points(&self) -> Option<f64> {
        let winner = match self {
            Self::Score { winner: None, .. } => return Some(0.5),
            Self::Score { winner: Some(winner), .. } | Self::Resignation { winner } => *winner,
            Self::Forfeit { fault } => fault.side.other(),
            Self::Disputed { .. } => return None,
        };
        Some(if winner == Side::A { 1.0 } else { 0.0 })
    }
}

/// A game that was played.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// From 0.
    pub game: u64,
    /// The names that A and B reported, with version; may be empty.
    pub names: [String; 2],
    /// Which program played Black.
    pub black: Side,
    /// How it ended.
    pub outcome: Outcome,
    /// The moves as GTP vertices, including the opening.
    pub moves: Vec<String>,
    /// Moves that the programs chose themselves, A's and B's.
    pub n_chosen: [u32; 2],
    /// Seconds used for them.
    pub seconds: [f64; 2],
    /// The longest move of each.
    pub longest: [f64; 2],
}

/// A line that is not a record.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line} is not the record of a game: {reason}")]
pub struct RecordError {
    line: usize,
    reason: String,
}

/// The checksums of a match's records. They cover what was agreed except the number of games, which may change: a record of
/// another match, or under an agreement that was edited, is refused.
fn lines(settings: &MatchSettings) -> Lines {
    let agreed = MatchSettings { games: 0, ..settings.clone() };
    let work = serde_json::to_string(&agreed).expect("settings are plain data");
    Lines::new(&Key { kind: "match", program: env!("CARGO_PKG_VERSION"), work: &work })
}

/// The record of a game of this match as a line.
pub fn write_record(record: &GameRecord, settings: &MatchSettings) -> String {
    seal_record(&serde_json::to_string(record).expect("a record is plain data"), settings)
}

/// A record's JSON with its checksum.
pub(crate) fn seal_record(record: &str, settings: &MatchSettings) -> String {
    lines(settings).seal(record)
}

/// All records of a match's text. A last line without an end was being written when the match was stopped, and is left out.
pub fn read_records(text: &str, settings: &MatchSettings) -> Result<Vec<GameRecord>, RecordError> {
    let lines = lines(settings);
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    whole
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(index, line)| {
            let wrong = |reason: String| RecordError { line: index + 1, reason };
            let record = lines.open(line).map_err(|error| wrong(error.to_string()))?;
            serde_json::from_str(&record).map_err(|error| wrong(error.to_string()))
        })
        .collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn record(game: u64, outcome: Outcome) -> GameRecord {
        let black = if game.is_multiple_of(2) { Side::A } else { Side::B };
        let moves = vec!["E5".to_owned(), format!("A{}", game % 9 + 1), "pass".to_owned()];
        let names = ["Toy 1".to_owned(), "Toy 2".to_owned()];
        GameRecord { game, names, black, outcome, moves, n_chosen: [2, 1], seconds: [1.0, 0.25], longest: [0.75, 0.25] }
    }

    #[test]
    fn records_read_back() {
        let fault = Fault { side: Side::B, kind: crate::FaultKind::Hung, detail: "no \"reply\"\n".into() };
        let records = [
            record(0, Outcome::Score { winner: Some(Side::A), result: "B+3.5".into() }),
            record(1, Outcome::Score { winner: None, result: "0".into() }),
            record(2, Outcome::Resignation { winner: Side::B }),
            record(3, Outcome::Forfeit { fault }),
            record(4, Outcome::Disputed { reason: "B+1 or W+1".into() }),
        ];
        let settings = MatchSettings::new("a", "b");
        let text: String = records.iter().map(|record| write_record(record, &settings)).collect();
        assert_eq!(read_records(&text, &settings).expect("all good"), records);
        let longer = MatchSettings { games: settings.games + 1, ..settings.clone() };
        assert_eq!(read_records(&text, &longer).expect("the match may become longer"), records);
        let other = MatchSettings { komi: 0.5, ..settings };
        assert!(read_records(&text, &other).is_err(), "games of another match");
        assert_eq!(records.map(|record| record.outcome.points()), [Some(1.0), Some(0.5), Some(0.0), Some(1.0), None]);
    }

    #[test]
    fn a_line_that_was_being_written_is_left_out() {
        let settings = MatchSettings::new("a", "b");
        let read_records = |text: &str| read_records(text, &settings);
        let text = write_record(&record(0, Outcome::Resignation { winner: Side::A }), &settings);
        for bit in 0..8 * (text.len() - 1) {
            let mut changed = text.clone().into_bytes();
            changed[bit / 8] ^= 1 << (bit % 8);
            let changed = String::from_utf8_lossy(&changed);
            assert!(read_records(&changed).is_err(), "bit {bit}");
        }
        for end in 0..text.len() {
            assert_eq!(read_records(&text[..end]).expect("nothing whole"), []);
            let both = text.clone() + &text[..end];
            assert_eq!(read_records(&both).expect("one whole").len(), 1);
        }
        let error = read_records(&format!("{text}garbage\n{text}")).expect_err("a bad line");
        assert!(error.to_string().starts_with("line 2 is not the record of a game"), "{error}");
    }
}
