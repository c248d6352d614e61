//! Plays the games of a match, several in parallel, and passes each to the caller as soon as it is finished.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::thread;

use super::game::{Referee, empty_record, start_board};
use super::opening::OpeningError;
use super::record::{GameRecord, Outcome};
use super::settings::{MatchSettings, SettingsError};
use super::sgf_text::sgf_text;
use crate::contestant::Contestant;
use crate::fault::Fault;
use crate::host::{Host, Side};

/// A game that has just ended.
pub struct Played<'a> {
    /// Its record.
    pub record: &'a GameRecord,
    /// The game as an SGF file; `None` if it never began.
    pub sgf: Option<&'a str>,
}

/// Why a match cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// The settings are invalid.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// An opening is illegal.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// A program cannot play at all.
    #[error("program {side:?} ({command}): {reason}")]
    Unfit {
        /// Which.
        side: Side,
        /// Its command line.
        command: String,
        /// Why not.
        reason: String,
    },
}

/// Commands that a program needs in order to play.
const NEEDED: [&str; 5] = ["boardsize", "clear_board", "komi", "play", "genmove"];

/// Plays all games that are not `done`, at most `n_at_once` in parallel, until `finished` asks to stop. Running games
/// are then played to their end. Games are reported in the order in which they end.
pub fn run_match<H: Host>(
    settings: &MatchSettings,
    done: &[GameRecord],
    n_at_once: usize,
    host: &H,
    finished: &mut (dyn FnMut(Played<'_>) -> ControlFlow<()> + Send),
) -> Result<(), MatchError> {
    let valid = settings.validate()?;
    settings.opening.check(&start_board(&valid))?;
    let done: BTreeSet<u64> = done.iter().map(|record| record.game).collect();
    let mut games = (0..settings.games).filter(|game| !done.contains(game)).peekable();
    if games.peek().is_none() {
        return Ok(());
    }
    // A missing program should not forfeit a hundred games first.
    audition(settings, host)?;
    let queue = Mutex::new(games);
    let finished = Mutex::new((finished, false));
    thread::scope(|scope| {
        for _ in 0..n_at_once.max(1) {
            scope.spawn(|| {
                loop {
                    let enough = finished.lock().expect("no worker panics").1;
                    let next = queue.lock().expect("no worker panics").next();
                    let Some(game) = next.filter(|_| !enough) else { return };
                    let (record, sgf) = match Referee::new(host, &valid, game) {
                        Err(fault) => (forfeit(empty_record(&valid, game), fault), None),
                        Ok(referee) => {
                            let (record, board) = referee.play().expect("the openings were checked");
                            let text = sgf_text(&record, &board, valid.rules);
                            (record, Some(text))
                        }
                    };
                    let mut finished = finished.lock().expect("no worker panics");
                    let played = Played { record: &record, sgf: sgf.as_deref() };
                    if (finished.0)(played).is_break() {
                        finished.1 = true;
                    }
                }
            });
        }
    });
    Ok(())
}

fn forfeit(record: GameRecord, fault: Fault) -> GameRecord {
    GameRecord { outcome: Outcome::Forfeit { fault }, ..record }
}

/// Starts both programs and checks that they can play.
fn audition<H: Host>(settings: &MatchSettings, host: &H) -> Result<(), MatchError> {
    for side in Side::BOTH {
        let command = if side == Side::A { &settings.a } else { &settings.b };
        let unfit = |reason: String| MatchError::Unfit { side, command: command.clone(), reason };
        let contestant = Contestant::start(host, side, 0).map_err(|fault| unfit(fault.detail))?;
        let missing: Vec<_> = NEEDED.into_iter().filter(|name| !contestant.knows(name)).collect();
        if !missing.is_empty() {
            return Err(unfit(format!("it lacks {}", missing.join(", "))));
        }
    }
    Ok(())
}
