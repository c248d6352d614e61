//! The games of a database as bytes, little end first. Frozen as version 1; see `database`.
//!
//! | bytes | what |
//! |---|---|
//! | 1 | board size |
//! | 1 | first player: 0 Black, 1 White |
//! | 1 | handicap stones |
//! | 1 | rules: 0 unknown, 1 Tromp-Taylor, 2 Chinese, 3 Japanese, 4 AGA, 5 New Zealand |
//! | 1 | outcome: 0 unknown, 1 draw, 2 void; 3 + margin for a black, 8 + margin for a white win: score, resignation, time, forfeit, unstated |
//! | 1 + 1 | ranks, Black's first: 1 - level for kyu, level for dan, 20 + level for professionals, -128 unknown |
//! | 2 + 1 + 1 | year, month, day; 0 for unknown |
//! | 4 + 4 | komi (not a number: unknown) and winning score as 32-bit floats |
//! | 1 + 1 | bytes of the players' names |
//! | 2 + 2 | stones set up, Black's first |
//! | 4 | turns |
//! | 2 each | black stones, white stones, turns (see `turn`) |
//! | 1 each | names, UTF-8 |

use crate::database::DatabaseError;
use crate::game::Game;
use crate::rank::Rank;
use crate::turn::Turn;
use go_board::{BoardSize, Color, Move, RuleSet};
use sgf::value::Color as Winner;
use sgf::{Date, Margin, Outcome};

const RULES: [RuleSet; 5] =
    [RuleSet::TrompTaylor, RuleSet::Chinese, RuleSet::Japanese, RuleSet::Aga, RuleSet::NewZealand];
const NO_RANK: i8 = i8::MIN;
const HEAD_BYTES: usize = 29;
/// Longer names are cut.
const MAX_NAME: usize = 255;

pub(crate) fn encode(games: &[Game]) -> Vec<u8> {
    let n_moves: usize = games.iter().map(|game| game.turns.len()).sum();
    let mut out = Vec::with_capacity(games.len() * (HEAD_BYTES + 16) + 2 * n_moves);
    for game in games {
        encode_game(game, &mut out);
    }
    out
}

fn encode_game(game: &Game, out: &mut Vec<u8>) {
    let (outcome, score) = encode_outcome(game.outcome);
    let date = game.date.map_or((0, 0, 0), |date| (date.year, date.month, date.day));
    let names = [0, 1].map(|side| cut_name(&game.players[side]));
    out.push(game.size.get());
    out.push(game.first_player.index() as u8);
    out.push(game.handicap);
    out.push(game.rules.and_then(|rules| RULES.iter().position(|&known| known == rules)).map_or(0, |at| at as u8 + 1));
    out.push(outcome);
    out.extend(game.ranks.map(|rank| rank.map_or(NO_RANK, Rank::code) as u8));
    out.extend(date.0.to_le_bytes());
    out.extend([date.1, date.2]);
    out.extend(game.komi.unwrap_or(f32::NAN).to_le_bytes());
    out.extend(score.to_le_bytes());
    out.extend(names.map(|name| name.len() as u8));
    for stones in &game.setup {
        out.extend((stones.len() as u16).to_le_bytes());
    }
    out.extend((game.turns.len() as u32).to_le_bytes());
    for (stones, color) in game.setup.iter().zip(Color::BOTH) {
        out.extend(stones.iter().flat_map(|&point| Turn::new(color, Move::Play(point)).code().to_le_bytes()));
    }
    out.extend(game.turns.iter().flat_map(|turn| turn.code().to_le_bytes()));
    names.iter().for_each(|name| out.extend(name.as_bytes()));
}

fn cut_name(name: &str) -> &str {
    let mut end = name.len().min(MAX_NAME);
    while !name.is_char_boundary(end) {
        end -= 1;
    }
    &name[..end]
}

fn encode_outcome(outcome: Outcome) -> (u8, f32) {
    let (winner, by) = match outcome {
        Outcome::Unknown => return (0, 0.0),
        Outcome::Draw => return (1, 0.0),
        Outcome::Void => return (2, 0.0),
        Outcome::Win { winner, by } => (winner, by),
    };
    let first = if winner == Winner::Black { 3 } else { 8 };
    match by {
        Margin::Score(score) => (first, score),
        Margin::Resignation => (first + 1, 0.0),
        Margin::Time => (first + 2, 0.0),
        Margin::Forfeit => (first + 3, 0.0),
        Margin::Unstated => (first + 4, 0.0),
    }
}

fn decode_outcome(code: u8, score: f32) -> Option<Outcome> {
    let by = |margin: u8| match margin {
        0 if score.is_finite() => Some(Margin::Score(score)),
        1 => Some(Margin::Resignation),
        2 => Some(Margin::Time),
        3 => Some(Margin::Forfeit),
        4 => Some(Margin::Unstated),
        _ => None,
    };
    match code {
        0 => Some(Outcome::Unknown),
        1 => Some(Outcome::Draw),
        2 => Some(Outcome::Void),
        3..=7 => Some(Outcome::Win { winner: Winner::Black, by: by(code - 3)? }),
        8..=12 => Some(Outcome::Win { winner: Winner::White, by: by(code - 8)? }),
        _ => None,
    }
}

pub(crate) fn decode(bytes: &[u8], n_games: usize) -> Result<Vec<Game>, DatabaseError> {
    let mut cursor = Cursor { bytes };
    let mut games = Vec::with_capacity(n_games.min(bytes.len() / HEAD_BYTES));
    for nth in 0..n_games {
        let damaged = || DatabaseError::Damaged { what: format!("game {} of {n_games} is invalid", nth + 1) };
        games.push(decode_game(&mut cursor).ok_or_else(damaged)?);
    }
    match cursor.bytes {
        [] => Ok(games),
        _ => Err(DatabaseError::Damaged { what: "there are bytes after the last game".to_string() }),
    }
}

fn decode_game(cursor: &mut Cursor<'_>) -> Option<Game> {
    let [side, first, handicap, rules, outcome, black_rank, white_rank] = cursor.array()?;
    let mut game = Game::new(BoardSize::new(side.into()).ok()?);
    game.first_player = *Color::BOTH.get(usize::from(first))?;
    game.handicap = handicap;
    game.rules = match rules {
        0 => None,
        known => Some(*RULES.get(usize::from(known) - 1)?),
    };
    for (rank, code) in game.ranks.iter_mut().zip([black_rank as i8, white_rank as i8]) {
        *rank = if code == NO_RANK { None } else { Some(Rank::from_code(code)?) };
    }
    let year = u16::from_le_bytes(cursor.array()?);
    let [month, day] = cursor.array()?;
    game.date = if year == 0 { None } else { Some(Date::new(year, month, day)?) };
    game.komi = Some(f32::from_le_bytes(cursor.array()?)).filter(|komi| !komi.is_nan());
    game.outcome = decode_outcome(outcome, f32::from_le_bytes(cursor.array()?))?;
    let name_lengths: [u8; 2] = cursor.array()?;
    let [n_black, n_white] = [u16::from_le_bytes(cursor.array()?), u16::from_le_bytes(cursor.array()?)];
    let n_turns = u32::from_le_bytes(cursor.array()?);
    for ((stones, n), color) in game.setup.iter_mut().zip([n_black, n_white]).zip(Color::BOTH) {
        let turns = cursor.turns(n.into(), game.size)?;
        *stones =
            turns.iter().map(|turn| turn.mv().point().filter(|_| turn.color() == color)).collect::<Option<_>>()?;
    }
    game.turns = cursor.turns(n_turns as usize, game.size)?;
    for (name, length) in game.players.iter_mut().zip(name_lengths) {
        *name = std::str::from_utf8(cursor.take(length.into())?).ok()?.to_string();
    }
    Some(game)
}

/// Bytes not read yet.
struct Cursor<'a> {
    bytes: &'a [u8],
}

impl<'a> Cursor<'a> {
    fn take(&mut self, n: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.bytes.split_at_checked(n)?;
        self.bytes = rest;
        Some(taken)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, rest) = self.bytes.split_first_chunk()?;
        self.bytes = rest;
        Some(*taken)
    }

    fn turns(&mut self, n: usize, size: BoardSize) -> Option<Vec<Turn>> {
        let codes = self.take(n.checked_mul(2)?)?.chunks_exact(2);
        codes.map(|code| Turn::from_code(u16::from_le_bytes([code[0], code[1]]), size)).collect()
    }
}
