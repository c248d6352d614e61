//! Levels from 20 kyu to 3 dan: a small search, then a draw from the learned model among good enough moves.
//!
//! Among the searched moves that lose at most `tolerance` of win rate, one is drawn with probability P^(1 /
//! temperature). A weak level thus plays human-like moves, with more and larger mistakes the weaker it is, and still
//! uses a few playouts: it defends, passes and finishes the game. The names are a scale, not measured ranks.

use std::fmt;
use std::str::FromStr;

use mcts::RootMove;
use rand::{Rng, RngExt};

/// A level.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Level {
    /// 20 for 20 kyu, 1 for 1 kyu, 0 for 1 dan, -2 for 3 dan.
    rank: i8,
}

/// The text is not a level.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0:?} is not a level: 20k, 19k, ... 1k, 1d, 2d or 3d")]
pub struct LevelError(String);

impl FromStr for Level {
    type Err = LevelError;

    fn from_str(text: &str) -> Result<Self, LevelError> {
        let error = || LevelError(text.to_owned());
        let (number, kind) = text.split_at_checked(text.len().saturating_sub(1)).ok_or_else(error)?;
        let number: i8 = number.parse().map_err(|_| error())?;
        match (kind, number) {
            ("k", 1..=20) => Ok(Level { rank: number }),
            ("d", 1..=3) => Ok(Level { rank: 1 - number }),
            _ => Err(error()),
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.rank > 0 { write!(f, "{}k", self.rank) } else { write!(f, "{}d", 1 - self.rank) }
    }
}

impl Level {
    /// 0 at 20 kyu, 1 at 3 dan.
    fn strength(self) -> f64 {
        f64::from(20 - self.rank) / 22.0
    }

    /// Playouts of a move: 60 at 20 kyu, 4,000 at 3 dan, growing evenly.
    pub fn n_playouts(self) -> u64 {
        (60.0 * (4000.0_f64 / 60.0).powf(self.strength())).round() as u64
    }

    /// How evenly moves are drawn: 1.4 at 20 kyu, and always the best at the top.
    pub fn temperature(self) -> f64 {
        1.4 * (1.0 - self.strength())
    }

    /// Win rate that a drawn move may lose against the best.
    pub fn tolerance(self) -> f64 {
        0.25 * (1.0 - self.strength())
    }

    /// Draws one of the ranked moves of a search, best first, and says its win rate; the best one if the level errs no more.
    pub(crate) fn draw<A: Copy>(self, ranked: &[RootMove<A>], random: &mut impl Rng) -> Option<(A, f64)> {
        let best = ranked.first()?;
        if self.temperature() <= 0.0 {
            return Some((best.action, best.value));
        }
        let is_fair =
            |root_move: &&RootMove<A>| root_move.visits >= 2 && root_move.value >= best.value - self.tolerance();
        let fair: Vec<_> = ranked.iter().filter(is_fair).collect();
        let weight = |root_move: &&RootMove<A>| f64::from(root_move.prior).powf(1.0 / self.temperature());
        let weights: Vec<f64> = fair.iter().map(weight).collect();
        let mut dart = random.random::<f64>() * weights.iter().sum::<f64>();
        for (root_move, weight) in fair.iter().zip(&weights) {
            dart -= weight;
            if dart <= 0.0 {
                return Some((root_move.action, root_move.value));
            }
        }
        Some((best.action, best.value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_written() {
        for text in ["20k", "5k", "1k", "1d", "3d"] {
            assert_eq!(text.parse::<Level>().map(|level| level.to_string()), Ok(text.to_owned()));
        }
        for text in ["", "k", "21k", "0k", "4d", "5", "5p", "é"] {
            assert!(text.parse::<Level>().is_err(), "{text}");
        }
    }

    #[test]
    fn higher_levels_think_more_and_err_less() {
        let names = (1..=20).rev().map(|n| format!("{n}k")).chain((1..=3).map(|n| format!("{n}d")));
        let levels: Vec<Level> = names.map(|name| name.parse().expect("a level")).collect();
        for pair in levels.windows(2) {
            assert!(pair[0].n_playouts() < pair[1].n_playouts());
            assert!(pair[0].temperature() > pair[1].temperature() && pair[0].tolerance() > pair[1].tolerance());
        }
        assert_eq!(levels[22].temperature(), 0.0);
    }
}
