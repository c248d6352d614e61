//! Makes a book from games: the first moves of every even game, without positions that few games share.

use std::collections::HashMap;

use go_board::{BoardSize, Color, Move, Point, Position};
use go_games::{Game, Replay};

use super::canonical::Views;
use super::{Book, Reply};

/// Selection of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookSettings {
    /// Moves of a game that are used.
    pub n_moves: usize,
    /// A position is kept if so many games reached it and went on.
    pub min_games: u32,
    /// A reply is kept if so many games played it.
    pub min_reply: u32,
}

impl Default for BookSettings {
    fn default() -> Self {
        Self { n_moves: 30, min_games: 40, min_reply: 10 }
    }
}

impl Book {
    /// The book of the even games on boards of that size. Games that begin otherwise than by turns, Black first, end where they do so;
    /// a capture ends the opening.
    pub fn from_games<'g>(games: impl IntoIterator<Item = &'g Game>, size: BoardSize, settings: BookSettings) -> Book {
        let mut counts: HashMap<u64, HashMap<Point, u32>> = HashMap::new();
        let even = |game: &&Game| game.size == size && game.setup.iter().all(Vec::is_empty);
        for game in games.into_iter().filter(even) {
            let mut views = Views::default();
            let mut replay = Replay::new(game);
            let mut to_move = Color::Black;
            for turn in game.turns.iter().take(settings.n_moves) {
                let Some((position, Move::Play(point))) = replay.next_position() else { break };
                if turn.color() != to_move || !is_quiet(position) {
                    break;
                }
                let canonical = views.canonical(to_move);
                *counts.entry(canonical.key()).or_default().entry(canonical.point(size, point)).or_default() += 1;
                views.toggle(size, to_move, point);
                to_move = to_move.opponent();
            }
        }
        let positions = counts
            .into_iter()
            .filter(|(_, replies)| replies.values().sum::<u32>() >= settings.min_games)
            .map(|(key, replies)| (key, sorted(replies, settings.min_reply)))
            .filter(|(_, replies)| !replies.is_empty())
            .collect();
        Book { size, positions }
    }
}

fn is_quiet(position: &Position) -> bool {
    position.board.n_stones(Color::Black) + position.board.n_stones(Color::White) == position.move_number
}

/// The most frequent first; equal ones in the order of the board.
fn sorted(replies: HashMap<Point, u32>, min_reply: u32) -> Vec<Reply> {
    let mut list: Vec<Reply> = replies
        .into_iter()
        .filter(|&(_, n_games)| n_games >= min_reply)
        .map(|(point, n_games)| Reply { point, n_games })
        .collect();
    list.sort_by_key(|reply| (std::cmp::Reverse(reply.n_games), reply.point.index()));
    list
}
