//! What was answered in the games of the collection, in a corner and on the whole board: `tesuji games joseki` and `fuseki`
//! on the page, for one position.

use std::ops::Range;
use std::sync::Arc;

use go_board::{BoardSize, Color, GameBoard, Move, Point};
use go_games::Game;
use go_games::dictionary::{Answer, AnswerCounts, Entry, LocalSearch, Region, RegionKind, WalkSettings};
use serde_json::{Value, json};

use crate::answer::Refused;
use crate::find::title;
use crate::line::color_letter;
use crate::pieces::{games_for, look_at};
use crate::queue::{Call, Turn, Work};
use crate::search::SearchContext;

/// Games between two checks of the clock.
const PIECE: usize = 1_000;
/// Answers shown.
const MOST_ANSWERS: usize = 20;
/// Moves of a game in which corners are looked for.
const CORNER_MOVES: usize = 200;
/// A whole position is looked for so many moves later than it came about here: elsewhere it may have taken a detour.
const DETOUR: usize = 20;

/// One region of the position.
struct Part {
    points: Vec<Point>,
    search: LocalSearch,
    entry: Entry,
    n_found: usize,
}

/// The search for answers.
pub(crate) struct OpeningWork {
    size: BoardSize,
    turn: Color,
    /// Absent when no corner is meant: the last move was in the middle, or there is none.
    corner: Option<Part>,
    board: Part,
    n_done: usize,
}

impl OpeningWork {
    /// Looks for the whole position, and for the corner that holds the point `near`, or the last move.
    pub(crate) fn new(game: &GameBoard, near: Option<&str>) -> Result<Self, Refused> {
        let size = game.size();
        let near = match near {
            Some(name) => Some(size.parse_point(name).map_err(Refused::bad)?),
            None => game.moves().rev().find_map(|(_, mv)| if let Move::Play(point) = mv { Some(point) } else { None }),
        };
        let part = |region: Region, place: usize, until: usize| {
            let settings = WalkSettings { until, depth: until, is_enclosed: false };
            let points = region.points().map(|home| region.take_back(place, home)).collect();
            let search = LocalSearch::new((region, place), settings, game.board(), game.to_move());
            Part { points, search, entry: Entry::default(), n_found: 0 }
        };
        let region = Region::new(size, RegionKind::Corner);
        let place = near.and_then(|point| region.place_of(point));
        let corner = place.map(|place| part(region, place, CORNER_MOVES));
        let n_stones = Color::BOTH.map(|color| game.board().n_stones(color)).iter().sum::<usize>();
        let until = game.moves().len().max(n_stones) + DETOUR;
        let board = part(Region::new(size, RegionKind::Board), 0, until);
        Ok(Self { size, turn: game.to_move(), corner, board, n_done: 0 })
    }
}

impl Work for OpeningWork {
    fn turn(&mut self, context: &mut SearchContext, call: &Call) -> Turn {
        let collection = Arc::clone(&context.settings.collection);
        let Some(games) = games_for(&collection, call) else { return Turn::Done };
        let Self { corner, board, n_done, .. } = self;
        let look = |range: Range<usize>| {
            for part in corner.iter_mut().chain([&mut *board]) {
                let (entry, found) = part.search.entry(games, range.clone());
                part.entry.merge(entry);
                part.n_found += found.len();
            }
        };
        if let Some(turn) = look_at((context, call), games.len(), (n_done, PIECE), look) {
            return turn;
        }
        let told = |part: &Part| told(part, games, self.size);
        call.answer(
            "opening",
            json!({
                "games": games.iter().filter(|game| game.size == self.size).count(),
                "color": color_letter(self.turn),
                "corner": self.corner.as_ref().map(told),
                "board": told(&self.board),
            }),
        );
        Turn::Done
    }
}

/// A region as the page reads it; wins are those of the side to move.
fn told(part: &Part, games: &[Game], size: BoardSize) -> Value {
    let answer = |(answer, counts): &(Answer, AnswerCounts)| {
        let first = counts.first.game;
        json!({
            "move": if let Answer::Play(point) = answer { Some(size.name(*point)) } else { None },
            "n": counts.n,
            "at_once": counts.n_at_once,
            "won": counts.n_won,
            "lost": counts.n_lost,
            "year": counts.first.date.map(|date| date.year),
            "first": { "game": first, "title": title(first, &games[first]) },
        })
    };
    let entry = &part.entry;
    json!({
        "points": part.points.iter().map(|&point| size.name(point)).collect::<Vec<_>>(),
        "found": part.n_found,
        "n": entry.n,
        "reached": entry.n_reached,
        "left": entry.n_left,
        "answers": entry.answers().iter().take(MOST_ANSWERS).map(answer).collect::<Vec<_>>(),
    })
}
