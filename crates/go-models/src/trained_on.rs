//! The games that a model was trained on: their fingerprints, in a file beside the model.
//!
//! ```text
//! TESUJI-TRAINED-ON 1\n     magic and version
//! fingerprint*              8 bytes each, little endian, rising
//! ```
//!
//! The exclusive or of all fingerprints is the `games_hash` of the model's header, so that a list can be matched with
//! its model. It is not part of the model: eight bytes per game would be a tenth of an embedded one, and only an
//! evaluation needs them.

use go_games::{Game, fingerprint};
use thiserror::Error;

pub(crate) const MAGIC: &[u8] = b"TESUJI-TRAINED-ON 1\n";

/// The fingerprints of the games that a model learned from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrainedOn {
    /// Rising.
    fingerprints: Vec<u64>,
}

/// Why a list of games cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TrainedOnError {
    /// Another kind of file, or another version.
    #[error("this is not a list of training games (it does not start with TESUJI-TRAINED-ON 1)")]
    NotAList,
    /// Cut, or changed.
    #[error("the list of training games is damaged: train the model again")]
    Damaged,
    /// The list of another model.
    #[error("the list has games of hash {found:016x}, the model was trained on {expected:016x}: it is another model's")]
    OtherModel {
        /// Hash of the list.
        found: u64,
        /// Hash in the model's header.
        expected: u64,
    },
}

impl TrainedOn {
    /// The list of these games.
    pub fn new<'g>(games: impl IntoIterator<Item = &'g Game>) -> TrainedOn {
        let mut fingerprints: Vec<u64> = games.into_iter().map(fingerprint).collect();
        fingerprints.sort_unstable();
        // A game that is there twice would cancel itself in the hash.
        fingerprints.dedup();
        TrainedOn { fingerprints }
    }

    /// The games of both lists.
    pub fn union(&self, other: &TrainedOn) -> TrainedOn {
        let mut fingerprints = [&self.fingerprints[..], &other.fingerprints].concat();
        fingerprints.sort_unstable();
        fingerprints.dedup();
        TrainedOn { fingerprints }
    }

    /// The exclusive or of the fingerprints, as in model headers.
    pub fn games_hash(&self) -> u64 {
        self.fingerprints.iter().fold(0, |hash, fingerprint| hash ^ fingerprint)
    }

    /// Did the model learn from this game (or from one that is the same up to symmetry)?
    pub fn contains(&self, game: &Game) -> bool {
        self.fingerprints.binary_search(&fingerprint(game)).is_ok()
    }

    /// How many of these games the model has learned from.
    pub fn n_shared_with(&self, games: &[Game]) -> usize {
        games.iter().filter(|game| self.contains(game)).count()
    }

    /// The list as a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let numbers = self.fingerprints.iter().flat_map(|fingerprint| fingerprint.to_le_bytes());
        MAGIC.iter().copied().chain(numbers).collect()
    }

    /// The list in a file, if it belongs to the model whose games have that hash.
    pub fn from_bytes(bytes: &[u8], games_hash: u64) -> Result<TrainedOn, TrainedOnError> {
        let numbers = bytes.strip_prefix(MAGIC).ok_or(TrainedOnError::NotAList)?;
        let (numbers, rest) = numbers.as_chunks::<8>();
        let fingerprints: Vec<u64> = numbers.iter().map(|number| u64::from_le_bytes(*number)).collect();
        if !rest.is_empty() || !fingerprints.is_sorted_by(|a, b| a < b) {
            return Err(TrainedOnError::Damaged);
        }
        let list = TrainedOn { fingerprints };
        match list.games_hash() {
            found if found == games_hash => Ok(list),
            found => Err(TrainedOnError::OtherModel { found, expected: games_hash }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use go_board::{BoardSize, Color, Move};
    use go_games::Turn;

    fn game(first: usize, second: usize) -> Game {
        let mut game = Game::new(BoardSize::NINE);
        for (color, index) in Color::BOTH.into_iter().zip([first, second]) {
            game.turns.push(Turn::new(color, Move::Play(game.size.from_dense_index(index).unwrap())));
        }
        game
    }

    #[test]
    fn a_list_knows_its_games_and_its_model() {
        let learned = [game(0, 40), game(3, 41), game(12, 70)];
        let list = TrainedOn::new(&learned);
        assert_eq!(list.n_shared_with(&[game(3, 41), game(5, 50)]), 1);
        let both = list.union(&TrainedOn::new(&[game(3, 41), game(5, 50)]));
        assert_eq!(both, TrainedOn::new(&[game(0, 40), game(3, 41), game(12, 70), game(5, 50)]));
        let bytes = list.to_bytes();
        assert_eq!(TrainedOn::from_bytes(&bytes, list.games_hash()), Ok(list.clone()));
        assert!(matches!(TrainedOn::from_bytes(&bytes, 7), Err(TrainedOnError::OtherModel { expected: 7, .. })));
        assert_eq!(TrainedOn::from_bytes(b"(;GM[1])", 0), Err(TrainedOnError::NotAList));
        let twice = [MAGIC, &[1, 0, 0, 0, 0, 0, 0, 0].repeat(2)].concat();
        assert_eq!(TrainedOn::from_bytes(&twice, 0), Err(TrainedOnError::Damaged), "a game stands there once");
        for length in MAGIC.len() + 1..bytes.len() {
            assert!(TrainedOn::from_bytes(&bytes[..length], list.games_hash()).is_err(), "cut at {length}");
        }
    }
}
