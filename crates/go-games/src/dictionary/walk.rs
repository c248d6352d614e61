//! What happens in a region in the course of a game.
//!
//! A *visit* is a local position together with how it went on: the side whose turn it is plays in the region, at once or after
//! moves elsewhere; or it leaves the region alone until the other side plays there again ("tenuki", after which the
//! same stones are visited with the other side to play); or nothing happens any more. The first move in a region is
//! an answer to its stones before, usually none, by whoever plays it.

use super::entry::Answer;
use super::local::{LocalStone, seen_by};
use super::region::Region;
use crate::game::Game;
use go_board::{Board, Color, Liberties, Move, PlayoutBoard, Point};

/// How far games are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WalkSettings {
    /// Moves of a game that are looked at.
    pub until: usize,
    /// Moves in a region that are looked at.
    pub depth: usize,
    /// Whether a region is only followed as long as no stone lies next to it (the big corners of Basaldúa 2013, 6.1.2).
    pub is_enclosed: bool,
}

/// A local position in a game.
#[derive(Debug)]
pub(super) struct Visit<'w> {
    pub(super) place: usize,
    pub(super) stones: &'w [LocalStone],
    /// Whose turn it is in the region.
    pub(super) turn: Color,
    /// Moves of the game before it.
    pub(super) n_moves: usize,
    /// Whether the next move of the game was elsewhere; unknown if there is none, or if the position was not just reached.
    pub(super) is_left: Option<bool>,
    /// The answer with a point of the home.
    pub(super) answer: Option<Answer>,
    /// Whether the answer was the next move of the game.
    pub(super) at_once: bool,
}

/// One place of the region during a game.
struct Place {
    stones: Vec<(Point, Color)>,
    /// Who played here last, and the number of moves of the game by then.
    last: Option<(Color, usize)>,
    n_local: usize,
    is_closed: bool,
}

/// Tells `visit` everything that happens in the places of the region, in the order of the game. A game on another board
/// has no visits.
pub(super) fn walk(region: &Region, settings: &WalkSettings, game: &Game, visit: &mut dyn FnMut(Visit<'_>)) {
    if game.size != region.size() {
        return;
    }
    let mut board = PlayoutBoard::new(game.size);
    for color in Color::BOTH {
        for &point in &game.setup[color.index()] {
            if board.is_empty(point) {
                board.set_stone(point, color);
            }
        }
    }
    let has_border_stone = |board: &PlayoutBoard, place: usize| {
        game.size.points().any(|point| !board.is_empty(point) && region.borders(region.bring_home(place, point)))
    };
    let mut places: Vec<Place> = (0..region.n_places())
        .map(|place| Place {
            stones: stones_of(region, place, &board),
            last: None,
            n_local: 0,
            is_closed: settings.depth == 0 || settings.is_enclosed && has_border_stone(&board, place),
        })
        .collect();
    let mut n_moves = 0;
    for turn in game.turns.iter().take(settings.until) {
        let (color, Move::Play(point)) = (turn.color(), turn.mv()) else {
            board.pass();
            n_moves += 1;
            continue;
        };
        if !board.is_empty(point) {
            break;
        }
        let n_captured = board.play_unchecked(point, color);
        for (nth, place) in places.iter_mut().enumerate().filter(|(_, place)| !place.is_closed) {
            let home = region.bring_home(nth, point);
            if region.contains(home) {
                place.answer(nth, (home, color), n_moves, visit);
                place.stones.push((home, color));
                place.n_local += 1;
                place.is_closed = place.n_local == settings.depth;
            }
            // Anything may have gone when stones were taken, a stone that has just been played by suicide too.
            if n_captured > 0 || board.is_empty(point) {
                let now = stones_of(region, nth, &board);
                if !region.contains(home) && now.len() != place.stones.len() {
                    place.leave(nth, n_moves + 1, visit);
                    place.last = Some((color, n_moves + 1));
                }
                place.stones = now;
            }
            if settings.is_enclosed && region.borders(home) {
                place.leave(nth, n_moves + 1, visit);
                place.is_closed = true;
            }
        }
        n_moves += 1;
    }
    for (nth, place) in places.iter().enumerate().filter(|(_, place)| !place.is_closed) {
        place.leave(nth, n_moves, visit);
    }
}

impl Place {
    /// A move was played here after `n_moves` moves of the game.
    fn answer(
        &mut self,
        place: usize,
        (home, color): (Point, Color),
        n_moves: usize,
        visit: &mut dyn FnMut(Visit<'_>),
    ) {
        let played = Some(Answer::Play(home));
        let stones = &seen_by(&self.stones, color);
        match self.last {
            Some((last, since)) if last != color => {
                let at_once = since == n_moves;
                let is_left = Some(!at_once);
                visit(Visit { place, stones, turn: color, n_moves: since, is_left, answer: played, at_once });
            }
            last => {
                if let Some((_, since)) = last {
                    let (turn, answer) = (color.opponent(), Some(Answer::Elsewhere));
                    let stones = &seen_by(&self.stones, turn);
                    visit(Visit { place, stones, turn, n_moves: since, is_left: Some(true), answer, at_once: false });
                }
                visit(Visit { place, stones, turn: color, n_moves, is_left: None, answer: played, at_once: false });
            }
        }
        self.last = Some((color, n_moves + 1));
    }

    /// Nothing more happens with these stones; `n_moves` of the game are over.
    fn leave(&self, place: usize, n_moves: usize, visit: &mut dyn FnMut(Visit<'_>)) {
        if let Some((last, since)) = self.last {
            let turn = last.opponent();
            let stones = &seen_by(&self.stones, turn);
            let is_left = (since < n_moves).then_some(true);
            visit(Visit { place, stones, turn, n_moves: since, is_left, answer: None, at_once: false });
        }
    }
}

/// The stones in a place, brought home.
pub(super) fn stones_of<L: Liberties>(region: &Region, place: usize, board: &Board<L>) -> Vec<(Point, Color)> {
    let stone = |home: Point| Some((home, board.color_at(region.take_back(place, home))?));
    region.points().filter_map(stone).collect()
}
