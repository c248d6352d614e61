//! How often a position or a part of it was played in the collection, with continuations and results: `tesuji games
//! search` on the page.

use std::sync::Arc;

use go_board::{BoardSize, Color, GameBoard};
use go_games::{Game, Results, Shape, ShapeSearch, ShapeTally};
use serde_json::{Value, json};

use crate::answer::Refused;
use crate::line::color_letter;
use crate::pieces::{games_for, look_at};
use crate::queue::{Call, Turn, Work};
use crate::search::SearchContext;

/// Games between two checks of the clock.
const PIECE: usize = 2_000;
/// Answers shown.
const MOST_ANSWERS: usize = 30;
/// Games that are named.
const MOST_EXAMPLES: usize = 20;

/// The search for a shape.
pub(crate) struct FindWork {
    size: BoardSize,
    search: ShapeSearch,
    n_done: usize,
    tally: ShapeTally,
}

impl FindWork {
    /// Looks for the position, or for the part of it between two corners.
    pub(crate) fn new(game: &GameBoard, part: Option<&[String; 2]>) -> Result<Self, Refused> {
        let (board, size) = (game.board(), game.size());
        let shape = match part {
            None => Shape::whole(board),
            Some([from, to]) => {
                let named = |name: &str| size.parse_point(name).map_err(Refused::bad);
                Shape::part(board, named(from)?, named(to)?).map_err(Refused::bad)?
            }
        };
        Ok(Self { size, search: ShapeSearch::new(&shape), n_done: 0, tally: ShapeTally::default() })
    }
}

impl Work for FindWork {
    fn turn(&mut self, context: &mut SearchContext, call: &Call) -> Turn {
        let collection = Arc::clone(&context.settings.collection);
        let Some(games) = games_for(&collection, call) else { return Turn::Done };
        let Self { search, tally, n_done, .. } = self;
        let look = |range| *tally = std::mem::take(tally).merge(ShapeTally::of_range(search, games, range));
        if let Some(turn) = look_at((context, call), games.len(), (n_done, PIECE), look) {
            return turn;
        }
        call.answer("found", found(&self.tally, games, self.size));
        Turn::Done
    }
}

/// The result in the colours and orientation of the query.
fn found(tally: &ShapeTally, games: &[Game], size: BoardSize) -> Value {
    let counts = |results: &Results| json!({ "n": results.n, "black": results.black, "white": results.white });
    let answers = tally.answers().into_iter().take(MOST_ANSWERS).map(|(next, results)| {
        json!({ "move": size.name(next.point), "color": color_letter(next.color), "results": counts(&results) })
    });
    let examples = tally
        .examples
        .iter()
        .take(MOST_EXAMPLES)
        .map(|&(index, n_moves)| json!({ "game": index, "after": n_moves, "title": title(index, &games[index]) }));
    json!({
        "games": tally.n_games,
        "found": tally.n_found,
        "total": counts(&tally.total),
        "unanswered": tally.n_unanswered,
        "answers": answers.collect::<Vec<_>>(),
        "examples": examples.collect::<Vec<_>>(),
    })
}

/// The game in a line: who, when, how it ended; its number if nothing of that is known.
pub(crate) fn title(index: usize, game: &Game) -> String {
    let player = |color: Color| {
        let name = game.players[color.index()].trim();
        let name = if name.is_empty() { color.to_string() } else { name.to_owned() };
        game.ranks[color.index()].map_or_else(|| name.clone(), |rank| format!("{name} {rank}"))
    };
    let is_named = game.players.iter().any(|name| !name.trim().is_empty()) || game.ranks.iter().any(Option::is_some);
    let names = is_named.then(|| format!("{} – {}", player(Color::Black), player(Color::White)));
    let date = game.date.map(|date| date.to_string());
    let outcome = (game.outcome != sgf::Outcome::Unknown).then(|| game.outcome.to_string());
    let names = names.unwrap_or_else(|| format!("Game {}", index + 1));
    [Some(names), date, outcome].into_iter().flatten().collect::<Vec<_>>().join(", ")
}
