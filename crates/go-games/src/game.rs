//! A recorded game: its metadata and its turns.
//!
//! Plain data. [`Game::check`] verifies that the turns can be played; [`crate::Replay`] does not rely on it.

use crate::rank::Rank;
use crate::refusal::Refusal;
use crate::turn::Turn;
use go_board::{BoardSize, Color, Move, PlayoutBoard, Point, RuleSet};
use sgf::{Date, Margin, Outcome};

/// A recorded game.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// The board.
    pub size: BoardSize,
    /// Komi, if the record gives it.
    pub komi: Option<f32>,
    /// The number of handicap stones; 0 for an even game.
    pub handicap: u8,
    /// The rules, if they are known.
    pub rules: Option<RuleSet>,
    /// When it was played.
    pub date: Option<Date>,
    /// The players' names, Black first; empty if they are not known.
    pub players: [String; 2],
    /// The players' ranks, Black first.
    pub ranks: [Option<Rank>; 2],
    /// How it ended.
    pub outcome: Outcome,
    /// Stones on the board before the first move, by colour.
    pub setup: [Vec<Point>; 2],
    /// The side to move before the first move.
    pub first_player: Color,
    /// The moves.
    pub turns: Vec<Turn>,
}

impl Game {
    /// An empty game on an empty board.
    pub fn new(size: BoardSize) -> Game {
        Game {
            size,
            komi: None,
            handicap: 0,
            rules: None,
            date: None,
            players: [String::new(), String::new()],
            ranks: [None, None],
            outcome: Outcome::Unknown,
            setup: [Vec::new(), Vec::new()],
            first_player: Color::Black,
            turns: Vec::new(),
        }
    }

    /// The komi to play with: the recorded one, or the usual one of the rules.
    pub fn komi_or_usual(&self) -> f32 {
        let usual = if self.handicap >= 2 { 0.5 } else { self.rules.unwrap_or_default().default_komi() };
        self.komi.unwrap_or(usual)
    }

    /// Who won, if it was decided on the board: by counting or by resignation. Losses on time and forfeits say little about the position.
    pub fn winner_on_board(&self) -> Option<Color> {
        match self.outcome {
            Outcome::Win { winner, by: Margin::Score(_) | Margin::Resignation } => Some(color(winner)),
            _ => None,
        }
    }

    /// Black's lead as the record counts it, komi included; `None` unless the game was counted.
    pub fn counted_lead(&self) -> Option<f32> {
        match self.outcome {
            Outcome::Win { winner, by: Margin::Score(points) } if points.is_finite() => {
                Some(if color(winner) == Color::Black { points } else { -points })
            }
            Outcome::Draw => Some(0.0),
            _ => None,
        }
    }

    /// The weaker of the two ranks; `None` if one is not known.
    pub fn lower_rank(&self) -> Option<Rank> {
        self.ranks[0]?.min(self.ranks[1]?).into()
    }

    /// Checks that every set-up stone has a liberty and every turn goes to an empty point; counts moves that some rules
    /// forbid.
    ///
    /// Ko, superko and suicide are not rejected: rules differ, and records of real games contain them.
    pub fn check(&self) -> Result<Irregularities, Refusal> {
        let mut board = PlayoutBoard::new(self.size);
        for color in Color::BOTH {
            for &point in &self.setup[color.index()] {
                if !board.is_empty(point) {
                    return Err(Refusal::BadSetup);
                }
                board.set_stone(point, color);
            }
        }
        if self.setup.iter().any(|points| !points.is_empty()) && board.has_dead_chain() {
            return Err(Refusal::BadSetup);
        }
        let mut found = Irregularities::default();
        for (nth, turn) in self.turns.iter().enumerate() {
            let color = turn.color();
            let Move::Play(point) = turn.mv() else {
                board.pass();
                continue;
            };
            if !board.is_empty(point) {
                let point = self.size.name(point);
                return Err(Refusal::Occupied { move_number: nth + 1, color, point });
            }
            if !board.is_legal(point, color) {
                if board.is_suicide(point, color) {
                    found.n_suicides += 1;
                } else {
                    found.n_ko_retakes += 1;
                }
            }
            board.play_unchecked(point, color);
        }
        Ok(found)
    }
}

/// The colour on the board that a record names.
fn color(recorded: sgf::value::Color) -> Color {
    match recorded {
        sgf::value::Color::Black => Color::Black,
        sgf::value::Color::White => Color::White,
    }
}

/// Moves that can be played, but that some rule sets forbid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Irregularities {
    /// Moves that captured the player's own stones.
    pub n_suicides: usize,
    /// Kos retaken at once.
    pub n_ko_retakes: usize,
}
