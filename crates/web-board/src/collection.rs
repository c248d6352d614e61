//! The games in which positions and shapes are searched. The program supplies them; a page can only name a game by its
//! number.
//!
//! A large collection takes seconds to read, and the board must not wait for it: it is filled in when it is there.

use std::sync::{Arc, OnceLock};

use go_games::{Game, tree_from_game};
use serde::Deserialize;

use crate::answer::Refused;
use crate::opened::{self, Opened};

/// A collection of games by name.
pub struct Collection {
    name: String,
    games: OnceLock<Result<Vec<Game>, String>>,
}

impl Collection {
    /// A collection that is still being read; [`fill`](Self::fill) completes it.
    pub fn to_come(name: impl Into<String>) -> Arc<Self> {
        Arc::new(Self { name: name.into(), games: OnceLock::new() })
    }

    /// One that is there.
    pub fn of(name: impl Into<String>, games: Vec<Game>) -> Arc<Self> {
        let collection = Self::to_come(name);
        collection.fill(Ok(games));
        collection
    }

    /// Supplies the games, or the error. Only the first call counts.
    pub fn fill(&self, games: Result<Vec<Game>, String>) {
        let _ = self.games.set(games);
    }

    /// Its name.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The games, or why there are none.
    pub(crate) fn games(&self) -> Result<&[Game], String> {
        match self.games.get() {
            None => Err(format!("{}: the games are still being read, try again in a moment", self.name)),
            Some(Err(error)) => Err(format!("{}: {error}", self.name)),
            Some(Ok(games)) => Ok(games),
        }
    }

    /// The record of a game.
    pub(crate) fn open(&self, question: &OpenQuestion) -> Result<Opened, Refused> {
        let games = self.games().map_err(Refused::bad)?;
        let none =
            || Refused::bad(format!("the collection has {} games, there is no game {}", games.len(), question.game));
        opened::open(&tree_from_game(games.get(question.game).ok_or_else(none)?))
    }
}

/// Which game?
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OpenQuestion {
    game: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_come_later_and_by_number_only() {
        let collection = Collection::to_come("mine");
        assert!(collection.games().is_err_and(|error| error.contains("still being read")));
        collection.fill(Ok(vec![Game::new(go_board::BoardSize::NINE)]));
        assert_eq!(collection.games().map(<[Game]>::len), Ok(1));
        assert!(collection.open(&OpenQuestion { game: 0 }).is_ok());
        assert!(collection.open(&OpenQuestion { game: 1 }).is_err());
        let broken = Collection::to_come("theirs");
        broken.fill(Err("the file is cut off".to_owned()));
        assert_eq!(broken.games(), Err("theirs: the file is cut off".to_owned()));
    }
}
