//! A file of judgements by a referee: JSON lines, one game a line.
//!
//! ```text
//! {"id": "a", "referee": "KataGo, 50 visits", "sgf": "(;SZ[9];B[ee];W[ec])", "positions": [
//!   {"ply": 0, "black_win": 0.47, "black_lead": -0.4, "top": [{"move": "E5", "black_win": 0.48, "black_lead": 0.1}]}, ...]}
//! ```
//! (on one line.) `ply` is the number of moves of the main line that were made; values are Black's, komi included; `top` holds moves that the
//! referee looked at, with the values after them; `black_owns` holds, in percent from -100 to 100 and row by row from the top left, who will own every point.
//! Positions may be missing or `null`, `black_lead`, `top` and `black_owns` may be missing, and keys that are not known are ignored: any engine's judgements
//! will do. A line that breaks this is refused with its number and a remedy.

use go_board::Move;
use go_games::load_position;
use go_review::{Subject, SubjectError};
use rayon::prelude::*;
use serde::Deserialize;

/// More points than any board has, komi included.
const MOST_POINTS: f64 = 1000.0;

/// What somebody thinks of a position, for Black.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Values {
    /// The chance that Black wins.
    pub win: f64,
    /// Black's lead in points, komi included.
    pub lead: Option<f64>,
}

/// A position that the referee judged.
#[derive(Debug, Clone, PartialEq)]
pub struct RefereePosition {
    /// Its values.
    pub values: Values,
    /// Moves that it looked at, with the values after them.
    pub top: Vec<(Move, Values)>,
    /// Percent from -100 (surely White's at the end) to 100 for every point, row by row from the top left.
    pub black_owns: Option<Vec<i8>>,
}

/// A game with the referee's judgements.
pub struct JudgedGame {
    /// Its name in the file, or its line.
    pub id: String,
    /// Who judged; empty if the file does not say.
    pub referee: String,
    /// The game.
    pub subject: Subject,
    /// By ply, as many as the subject has positions.
    pub positions: Vec<Option<RefereePosition>>,
}

/// Why a file cannot be used, and where.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct JudgedFileError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    #[source]
    pub problem: LineProblem,
}

/// What is wrong with a line.
#[derive(Debug, thiserror::Error)]
pub enum LineProblem {
    /// No JSON, or another one.
    #[error(
        "this is no judged game ({reason} at column {column}): a line is one JSON object with `sgf` and `positions`; if it was cut off or holds NaN, write it again"
    )]
    Json {
        /// What the JSON reader says.
        reason: String,
        /// Where in the line.
        column: usize,
    },
    /// The file is not text.
    #[error("this is not UTF-8 text: write the file as UTF-8, plain or compressed by zstd")]
    NotText,
    /// The record cannot be played.
    #[error("its record cannot be used ({0}): mend the `sgf`, or leave the line out")]
    Record(#[from] SubjectError),
    /// A position after the end.
    #[error("ply {ply} is beyond the game, which has {n_moves} moves: the judgements are of another record")]
    Beyond {
        /// The ply.
        ply: usize,
        /// The moves of the record.
        n_moves: usize,
    },
    /// A position twice.
    #[error("ply {0} is there twice: keep one judgement of a position")]
    Twice(usize),
    /// A number out of its range.
    #[error(
        "ply {ply}: {name} is {value}, which is not between {low} and {high}: win rates are shares, leads are points"
    )]
    Range {
        /// The position.
        ply: usize,
        /// The key.
        name: &'static str,
        /// What the file says.
        value: f64,
        /// The least possible.
        low: f64,
        /// The most possible.
        high: f64,
    },
    /// Owners of another board.
    #[error("ply {ply}: black_owns has {found} points where the board has {wanted}: one number a point, row by row")]
    Owners {
        /// The position.
        ply: usize,
        /// Points in the file.
        found: usize,
        /// Points of the board.
        wanted: usize,
    },
    /// A move of no board.
    #[error("ply {ply}: {mv:?} is no move on this board: moves are written as `D4` or `pass`")]
    Move {
        /// The position.
        ply: usize,
        /// What the file says.
        mv: String,
    },
}

#[derive(Deserialize)]
struct Line {
    id: Option<String>,
    referee: Option<String>,
    sgf: String,
    positions: Vec<Option<Position>>,
}

#[derive(Deserialize)]
struct Position {
    ply: usize,
    black_win: Option<f64>,
    black_lead: Option<f64>,
    top: Option<Vec<Top>>,
    black_owns: Option<Vec<f64>>,
}

#[derive(Deserialize)]
struct Top {
    #[serde(rename = "move")]
    mv: String,
    black_win: Option<f64>,
    black_lead: Option<f64>,
}

/// Reads the games of a file, at most `most` of them; empty lines are skipped, and lines after the last game wanted are not looked at. The first line that breaks
/// the rules is reported, however many threads read.
pub fn read_judged_games(bytes: &[u8], most: Option<usize>) -> Result<Vec<JudgedGame>, JudgedFileError> {
    let lines = bytes.split(|&byte| byte == b'\n').enumerate();
    let written = lines.filter(|(_, line)| !line.iter().all(u8::is_ascii_whitespace));
    let wanted: Vec<(usize, &[u8])> = written.take(most.unwrap_or(usize::MAX)).collect();
    let read = |&(n, line): &(usize, &[u8])| {
        let game = str::from_utf8(line).map_err(|_| LineProblem::NotText).and_then(|text| read_line(text, n + 1));
        game.map_err(|problem| JudgedFileError { line: n + 1, problem })
    };
    let games: Vec<Result<JudgedGame, JudgedFileError>> = wanted.par_iter().map(read).collect();
    games.into_iter().collect()
}

/// The JSON reader counts lines, too, but of ours alone.
fn not_judged(error: serde_json::Error) -> LineProblem {
    let said = error.to_string();
    let reason = said.split_once(" at line ").map_or(said.as_str(), |(reason, _)| reason).to_owned();
    LineProblem::Json { reason, column: error.column() }
}

fn read_line(text: &str, number: usize) -> Result<JudgedGame, LineProblem> {
    let line: Line = serde_json::from_str(text).map_err(not_judged)?;
    let subject = Subject::from_bytes(line.sgf.as_bytes())?;
    let n_moves = load_position(subject.tree(), Some(1)).map_err(SubjectError::from)?.n_moves;
    let mut positions = vec![None; n_moves + 1];
    for position in line.positions.into_iter().flatten() {
        let ply = position.ply;
        let slot = positions.get_mut(ply).ok_or(LineProblem::Beyond { ply, n_moves })?;
        if slot.is_some() {
            return Err(LineProblem::Twice(ply));
        }
        *slot = read_position(position, &subject)?;
    }
    // What follows two passes is counting: the review ends there, and so does the comparison.
    positions.truncate(subject.n_positions());
    let id = line.id.unwrap_or_else(|| format!("line {number}"));
    Ok(JudgedGame { id, referee: line.referee.unwrap_or_default(), subject, positions })
}

/// A position without a win rate is one that was not judged.
fn read_position(position: Position, subject: &Subject) -> Result<Option<RefereePosition>, LineProblem> {
    let ply = position.ply;
    let Some(values) = values(ply, position.black_win, position.black_lead)? else { return Ok(None) };
    let mut top = Vec::new();
    for looked_at in position.top.unwrap_or_default() {
        let mv = subject.parse(&looked_at.mv).ok_or(LineProblem::Move { ply, mv: looked_at.mv })?;
        top.extend(self::values(ply, looked_at.black_win, looked_at.black_lead)?.map(|values| (mv, values)));
    }
    let black_owns = position.black_owns.map(|owns| owners(ply, &owns, subject.size().area())).transpose()?;
    Ok(Some(RefereePosition { values, top, black_owns }))
}

fn in_range(ply: usize, name: &'static str, value: f64, (low, high): (f64, f64)) -> Result<f64, LineProblem> {
    match (low..=high).contains(&value) {
        true => Ok(value),
        false => Err(LineProblem::Range { ply, name, value, low, high }),
    }
}

fn owners(ply: usize, owns: &[f64], wanted: usize) -> Result<Vec<i8>, LineProblem> {
    if owns.len() != wanted {
        return Err(LineProblem::Owners { ply, found: owns.len(), wanted });
    }
    let percent = |&value: &f64| in_range(ply, "black_owns", value, (-100.0, 100.0)).map(|value| value.round() as i8);
    owns.iter().map(percent).collect()
}

fn values(ply: usize, win: Option<f64>, lead: Option<f64>) -> Result<Option<Values>, LineProblem> {
    let lead = lead.map(|lead| in_range(ply, "black_lead", lead, (-MOST_POINTS, MOST_POINTS))).transpose()?;
    let win = win.map(|win| in_range(ply, "black_win", win, (0.0, 1.0))).transpose()?;
    Ok(win.map(|win| Values { win, lead }))
}
