//! The referee: sets both programs up, passes the moves between them and enforces the rules.
//!
//! A move that the rules forbid loses, and so does refusing a legal one. Repetition of an earlier position is passed
//! on, because programs differ about superko: it loses if the opponent does not accept it. A game that cycles ends at
//! the move limit without a result.

use std::time::Duration;

use go_board::{Color, GameBoard, IllegalMove, Move, fixed_handicap};

use super::clock::PlayerClock;
use super::opening::OpeningError;
use super::record::{GameRecord, Outcome};
use super::settings::ValidSettings;
use crate::contestant::Contestant;
use crate::fault::{Fault, FaultKind};
use crate::host::{Host, Side};

/// Referees one game between two programs.
pub(crate) struct Referee<'a, H> {
    host: &'a H,
    match_settings: &'a ValidSettings,
    players: [Contestant; 2],
    clocks: Option<[PlayerClock; 2]>,
    board: GameBoard,
    record: GameRecord,
}

/// Why the game is over.
enum Stop {
    Fault(Fault),
    End(Outcome),
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl<'a, H: Host> Referee<'a, H> {
    /// Starts both programs.
    pub(crate) fn new(host: &'a H, settings: &'a ValidSettings, game: u64) -> Result<Self, Fault> {
        let players = [Contestant::start(host, Side::A, game)?, Contestant::start(host, Side::B, game)?];
        let clocks = settings.settings.clock.map(|clock| [PlayerClock::new(clock); 2]);
        let board = start_board(settings);
        let names = [players[0].name().to_owned(), players[1].name().to_owned()];
        let record = GameRecord { names, ..empty_record(settings, game) };
        Ok(Self { host, match_settings: settings, players, clocks, board, record })
    }

    /// Plays to the end.
    pub(crate) fn play(mut self) -> Result<(GameRecord, GameBoard), OpeningError> {
        let pair = if self.match_settings.settings.handicap > 0 { self.record.game } else { self.record.game / 2 };
        let settings = &self.match_settings.settings;
        let opening = settings.opening.moves(pair, settings.seed, &start_board(self.match_settings))?;
        let Err(stop) = self.set_up().and_then(|()| self.play_opening(&opening)).and_then(|()| self.play_on()) else {
            unreachable!("a game ends by a stop")
        };
        self.record.outcome = match stop {
            Stop::Fault(fault) => Outcome::Forfeit { fault },
            Stop::End(outcome) => outcome,
        };
        Ok((self.record, self.board))
    }

    fn set_up(&mut self) -> Result<(), Stop> {
        let settings = &self.match_settings.settings;
        let seed = settings.seed.wrapping_add(self.record.game);
        for player in &mut self.players {
            player.ask(&format!("boardsize {}", settings.size))?;
            player.ask("clear_board")?;
            player.ask(&format!("komi {}", settings.komi))?;
            player.ask_if_known("kgs-rules", &settings.rules.replace('-', "_")).or_else(ignore_refusal)?;
            // GNU Go and others take seeds of 31 bits.
            player.ask_if_known("set_random_seed", &(seed & 0x7fff_ffff).to_string()).or_else(ignore_refusal)?;
            if let Some(clock) = settings.clock {
                let arguments = format!("{} {} {}", clock.main, clock.period, clock.stones);
                player.ask_if_known("time_settings", &arguments)?;
            }
            if settings.handicap > 0 {
                player.ask(&format!("fixed_handicap {}", settings.handicap))?;
            }
        }
        Ok(())
    }

    fn play_opening(&mut self, moves: &[Move]) -> Result<(), Stop> {
        for &mv in moves {
            for side in Side::BOTH {
                self.pass_on(side, mv)?;
            }
            self.make(mv);
        }
        Ok(())
    }

    /// Plays until the game ends.
    fn play_on(&mut self) -> Result<(), Stop> {
        let limit = 3 * self.board.size().area() + 100;
        while self.board.n_last_passes() < 2 {
            if self.record.moves.len() >= limit {
                let reason = format!("no end after {limit} moves");
                return Err(Stop::End(Outcome::Disputed { reason }));
            }
            let mover = self.mover();
            let mv = self.ask_for_move(mover)?;
            let repeats = self.board.check(self.board.to_move(), mv).is_err();
            match self.pass_on(mover.other(), mv) {
                Err(Stop::Fault(fault)) if repeats && fault.kind == FaultKind::Refused => {
                    let detail = format!("{} repeats a position: {}", self.word(mv), fault.detail);
                    return Err(Fault { side: mover, kind: FaultKind::IllegalMove, detail }.into());
                }
                told => told?,
            }
            self.make(mv);
        }
        Err(Stop::End(self.count()?))
    }

    fn mover(&self) -> Side {
        if self.board.to_move() == Color::Black { self.record.black } else { self.record.black.other() }
    }

    /// Asks a program for a move, and checks its clock and the move.
    fn ask_for_move(&mut self, side: Side) -> Result<Move, Stop> {
        let color = color_word(self.board.to_move());
        let player = &mut self.players[side.index()];
        if let Some(clocks) = &self.clocks {
            player.ask_if_known("time_left", &format!("{color} {}", clocks[side.index()].time_left()))?;
        }
        let begin = self.host.now();
        let patience = Duration::from_secs_f64(self.match_settings.settings.patience);
        let answer = player.ask_patiently(&format!("genmove {color}"), patience)?;
        let used = self.host.now().saturating_sub(begin);
        self.note_time(side, used)?;
        let fault = |detail: String| Fault { side, kind: FaultKind::IllegalMove, detail };
        let mv = match gtp::Move::parse(answer.trim(), self.board.size().get()) {
            Some(gtp::Move::Resign) => return Err(Stop::End(Outcome::Resignation { winner: side.other() })),
            Some(gtp::Move::Pass) => Move::Pass,
            Some(gtp::Move::At(vertex)) => {
                Move::Play(self.board.size().parse_point(&vertex.to_string()).expect("a vertex of this size"))
            }
            None => return Err(fault(format!("genmove {color}: {answer:?} is not a move")).into()),
        };
        match self.board.check(self.board.to_move(), mv) {
            Ok(()) | Err(IllegalMove::Superko) => Ok(mv),
            Err(reason) => Err(fault(format!("genmove {color}: {answer}: {reason}")).into()),
        }
    }

    fn note_time(&mut self, side: Side, used: Duration) -> Result<(), Stop> {
        let index = side.index();
        self.record.n_chosen[index] += 1;
        self.record.seconds[index] += used.as_secs_f64();
        self.record.longest[index] = self.record.longest[index].max(used.as_secs_f64());
        let in_time = self.clocks.as_mut().is_none_or(|clocks| clocks[index].spend(used));
        if in_time {
            return Ok(());
        }
        let detail = format!("a move took {:.1} seconds", used.as_secs_f64());
        Err(Fault { side, kind: FaultKind::OutOfTime, detail }.into())
    }

    /// Sends a move to a program.
    fn pass_on(&mut self, side: Side, mv: Move) -> Result<(), Stop> {
        let command = format!("play {} {}", color_word(self.board.to_move()), self.word(mv));
        self.players[side.index()].ask(&command)?;
        Ok(())
    }

    fn make(&mut self, mv: Move) {
        self.record.moves.push(self.word(mv));
        let color = self.board.to_move();
        self.board.play_recorded(color, mv).expect("the referee looked at it");
    }

    fn word(&self, mv: Move) -> String {
        self.board.size().vertex(mv).to_string()
    }

    /// Asks both for the score.
    fn count(&mut self) -> Result<Outcome, Fault> {
        let patience = Duration::from_secs_f64(self.match_settings.settings.patience);
        let mut scores = Vec::new();
        for player in &mut self.players {
            if player.knows("final_score") {
                match player.ask_patiently("final_score", patience) {
                    Ok(text) => scores.push(text.trim().to_owned()),
                    // A program that cannot score leaves it to the other one.
                    Err(fault) if fault.kind == FaultKind::Refused => {}
                    Err(fault) => return Err(fault),
                }
            }
        }
        let leads: Vec<Option<f64>> = scores.iter().map(|score| lead(score)).collect();
        Ok(match leads[..] {
            [Some(lead)] => self.scored(lead, &scores[0]),
            // Counted by area and by territory the same end has margins a point or two apart: what both agree on is who won.
            [Some(first), Some(second)] if agree(first, second) => self.scored(first, &scores[0]),
            [] => Outcome::Disputed { reason: "neither program counts the score".to_owned() },
            _ => Outcome::Disputed { reason: format!("the programs count {}", scores.join(" and ")) },
        })
    }

    fn scored(&self, lead: f64, text: &str) -> Outcome {
        let black = self.record.black;
        let winner = match lead {
            lead if lead > 0.0 => Some(black),
            lead if lead < 0.0 => Some(black.other()),
            _ => None,
        };
        Outcome::Score { winner, result: text.to_owned() }
    }
}

/// A record with nothing in it yet.
pub(crate) fn empty_record(settings: &ValidSettings, game: u64) -> GameRecord {
    GameRecord {
        game,
        names: [String::new(), String::new()],
        black: settings.settings.black(game),
        outcome: Outcome::Disputed { reason: "not played".to_owned() },
        moves: Vec::new(),
        n_chosen: [0; 2],
        seconds: [0.0; 2],
        longest: [0.0; 2],
    }
}

/// The board before the first move, handicap stones included.
pub(crate) fn start_board(settings: &ValidSettings) -> GameBoard {
    let mut board = GameBoard::new(settings.size, settings.rules.rules(), settings.settings.komi);
    if settings.settings.handicap > 0 {
        let points = fixed_handicap(board.size(), settings.settings.handicap).expect("the settings were checked");
        board.place_handicap(&points).expect("the board is empty");
    }
    board
}

/// Programs may know a command but not this argument; these commands are optional.
fn ignore_refusal(fault: Fault) -> Result<Option<String>, Fault> {
    if fault.kind == FaultKind::Refused { Ok(None) } else { Err(fault) }
}

fn color_word(color: Color) -> &'static str {
    if color == Color::Black { "b" } else { "w" }
}

/// Whether two leads name the same winner, or both none.
fn agree(first: f64, second: f64) -> bool {
    (first > 0.0) == (second > 0.0) && (first < 0.0) == (second < 0.0)
}

/// Black's lead in a score such as `B+3.5`, `W+0.5`, `0` or `Draw`.
fn lead(text: &str) -> Option<f64> {
    let text = text.split_whitespace().next()?.to_ascii_uppercase();
    if text == "0" || text == "DRAW" || text == "JIGO" {
        return Some(0.0);
    }
    let (sign, number) = match text.split_once('+')? {
        ("B", number) => (1.0, number),
        ("W", number) => (-1.0, number),
        _ => return None,
    };
    number.parse::<f64>().ok().filter(|number| number.is_finite() && *number >= 0.0).map(|number| sign * number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores() {
        assert_eq!(lead("B+3.5"), Some(3.5));
        assert_eq!(lead("W+31 (upper bound)"), Some(-31.0));
        assert_eq!(lead("0"), Some(0.0));
        assert!(agree(3.5, 4.5) && agree(-0.5, -7.0) && agree(0.0, 0.0));
        assert!(!agree(0.5, -0.5) && !agree(0.5, 0.0) && !agree(0.0, -1.0));
        for text in ["", "B+", "B+R", "B+nan", "cannot score", "X+1", "B-3"] {
            assert_eq!(lead(text), None, "{text:?}");
        }
    }
}
