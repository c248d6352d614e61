//! The text of a book: a header, then a line for each position with a sequence of moves that leads to it and its
//! replies.
//!
//! ```text
//! tesuji book 1 for 19x19
//! : Q16 812 Q17 77
//! Q16 : D4 415 D17 300
//! ```
//!
//! A line of moves, Black first, says which position is meant, so that the file outlives a change of hash keys.

use std::collections::{HashMap, HashSet};
use std::fmt::Write;

use go_board::{Board, BoardSize, Color, Point, TrueLiberties};

use super::canonical::{Canonical, Views};
use super::{Book, Reply};

/// Most moves of a line that is read: no opening is longer.
const MAX_LINE: usize = 100;

/// Why a text is not a book.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} of the book: {reason}: {text:?}")]
pub struct BookError {
    /// From 1.
    pub line: usize,
    /// The problem.
    pub reason: &'static str,
    /// The line.
    pub text: String,
}

impl Book {
    /// The book as text. Positions that no line of replies reaches from the empty board are left out.
    pub fn to_text(&self) -> String {
        let n = self.size.get();
        let mut text = format!("tesuji book 1 for {n}x{n}\n");
        let mut seen = HashSet::new();
        // Breadth first: short ways before long ones.
        let mut ways: Vec<Vec<Point>> = vec![Vec::new()];
        while !ways.is_empty() {
            let mut longer = Vec::new();
            for way in ways {
                let (board, to_move) = self.follow(&way);
                let replies = self.replies(&board, to_move);
                if replies.is_empty() || !seen.insert(Canonical::of_board(&board, to_move).key()) {
                    continue;
                }
                way.iter().for_each(|&point| write!(text, "{} ", self.size.name(point)).expect("a string grows"));
                text.push(':');
                for reply in replies {
                    write!(text, " {} {}", self.size.name(reply.point), reply.n_games).expect("a string grows");
                    longer.push(way.iter().copied().chain([reply.point]).collect());
                }
                text.push('\n');
            }
            ways = longer;
        }
        text
    }

    fn follow(&self, way: &[Point]) -> (Board<TrueLiberties>, Color) {
        let mut board = Board::new(self.size);
        let mut to_move = Color::Black;
        for &point in way {
            board.set_stone(point, to_move);
            to_move = to_move.opponent();
        }
        (board, to_move)
    }

    /// Reads a book.
    pub fn parse(text: &str) -> Result<Book, BookError> {
        let mut lines = text.lines().enumerate();
        let head = lines.next().map_or("", |(_, line)| line);
        let wrong = |line: usize, reason, text: &str| {
            let text = text.chars().take(80).collect();
            BookError { line: line + 1, reason, text }
        };
        let size = head
            .strip_prefix("tesuji book 1 for ")
            .and_then(|size| size.split_once('x'))
            .filter(|(a, b)| a == b)
            .and_then(|(n, _)| BoardSize::new(n.parse().ok()?).ok())
            .ok_or_else(|| wrong(0, "no head such as \"tesuji book 1 for 19x19\"", head))?;
        let mut positions = HashMap::new();
        for (number, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
            let (key, replies) = read_line(line, size).map_err(|reason| wrong(number, reason, line))?;
            if positions.insert(key, replies).is_some() {
                return Err(wrong(number, "a position comes twice", line));
            }
        }
        Ok(Book { size, positions })
    }
}

fn read_line(line: &str, size: BoardSize) -> Result<(u64, Vec<Reply>), &'static str> {
    let (way, replies) = line.split_once(':').ok_or("no colon")?;
    let point = |name: &str| size.parse_point(name).map_err(|_| "no point of the board");
    let (mut views, mut to_move) = (Views::default(), Color::Black);
    let mut taken = Vec::new();
    for name in way.split_whitespace() {
        let place = point(name)?;
        if taken.contains(&place) || taken.len() == MAX_LINE {
            return Err("a point comes twice, or the line is too long");
        }
        taken.push(place);
        views.toggle(size, to_move, place);
        to_move = to_move.opponent();
    }
    let canonical = views.canonical(to_move);
    let words: Vec<&str> = replies.split_whitespace().collect();
    let mut list: Vec<Reply> = Vec::new();
    for pair in words.chunks(2) {
        let [name, n_games] = pair else { return Err("a reply without its number of games") };
        let n_games = n_games.parse().ok().filter(|&n| (1..=1_000_000_000 / 400).contains(&n));
        let n_games = n_games.ok_or("no number of games")?;
        let place = point(name)?;
        let reply = Reply { point: canonical.point(size, place), n_games };
        if taken.contains(&place) || list.iter().any(|other| other.point == reply.point) {
            return Err("a reply on a stone, or one that comes twice");
        }
        list.push(reply);
    }
    if list.is_empty() || !list.is_sorted_by_key(|reply| std::cmp::Reverse(reply.n_games)) {
        return Err("no reply, or not the most frequent first");
    }
    Ok((canonical.key(), list))
}
