//! The games of the collection piece by piece: a turn looks at as many as fit in a time slice, so that a large collection does not block other users.

use std::ops::Range;

use go_games::Game;
use serde_json::json;

use crate::collection::Collection;
use crate::queue::{Call, Turn};
use crate::search::{SLICE, SearchContext};

/// The games; without them the call has its answer.
pub(crate) fn games_for<'c>(collection: &'c Collection, call: &Call) -> Option<&'c [Game]> {
    match collection.games() {
        Ok(games) => Some(games),
        Err(error) => {
            call.answer("error", json!({ "error": error }));
            None
        }
    }
}

/// Looks at the games from `n_done` on, so many at a time. `None` when all have been seen, otherwise how this turn ends.
pub(crate) fn look_at(
    (context, call): (&SearchContext, &Call),
    n_games: usize,
    (n_done, piece): (&mut usize, usize),
    mut look: impl FnMut(Range<usize>),
) -> Option<Turn> {
    let begin = (context.settings.clock)();
    while *n_done < n_games {
        let end = n_games.min(*n_done + piece);
        look(*n_done..end);
        *n_done = end;
        call.report("finding", json!({ "done": end, "of": n_games }));
        if call.is_over() {
            return Some(Turn::Done);
        }
        if call.n_waiting() > 0 && (context.settings.clock)() - begin >= SLICE && end < n_games {
            return Some(Turn::Again);
        }
    }
    None
}
