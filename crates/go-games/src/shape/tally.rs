//! Statistics of occurrences: games, answers, results. Tallies can be merged, so that several threads can search.

use super::search::{Continuation, ShapeSearch};
use crate::game::Game;
use go_board::Color;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::ops::Range;

/// How games ended, colours as in the shape.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// Occurrences.
    pub n: usize,
    /// Won by the shape's Black.
    pub black: usize,
    /// Won by the shape's White.
    pub white: usize,
}

impl Results {
    fn add(&mut self, winner: Option<Color>) {
        self.n += 1;
        match winner {
            Some(Color::Black) => self.black += 1,
            Some(Color::White) => self.white += 1,
            None => {}
        }
    }

    fn merge(&mut self, other: Results) {
        *self = Results { n: self.n + other.n, black: self.black + other.black, white: self.white + other.white };
    }
}

/// The statistics of a shape in many games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShapeTally {
    /// Games that were searched: those on a board of the shape's size.
    pub n_games: usize,
    /// Games that hold the shape.
    pub n_found: usize,
    /// All occurrences.
    pub total: Results,
    /// Occurrences without an answer.
    pub n_unanswered: usize,
    answers: BTreeMap<(u16, u8), (Continuation, Results)>,
    /// The first games that hold the shape: index and moves before it.
    pub examples: Vec<(usize, usize)>,
}

/// Limit of the games listed.
const MAX_EXAMPLES: usize = 100;

impl ShapeTally {
    /// Searches all games in parallel; the result does not depend on the number of threads.
    pub fn of(search: &ShapeSearch, games: &[Game]) -> ShapeTally {
        ShapeTally::of_range(search, games, 0..games.len())
    }

    /// The same for a range of the games, for callers that process a large collection in pieces and merge them.
    pub fn of_range(search: &ShapeSearch, games: &[Game], range: Range<usize>) -> ShapeTally {
        let first = range.start;
        let one = |(index, game): (usize, &Game)| {
            let mut tally = ShapeTally::default();
            tally.add(search, first + index, game);
            tally
        };
        games[range].par_iter().enumerate().map(one).reduce(ShapeTally::default, ShapeTally::merge)
    }

    /// Adds the occurrences of one game.
    pub fn add(&mut self, search: &ShapeSearch, index: usize, game: &Game) {
        if game.size != search.size() {
            return;
        }
        self.n_games += 1;
        let winner = game.outcome.winner().map(crate::from_sgf::our_color);
        let occurrences = search.occurrences(game);
        if let Some(first) = occurrences.first() {
            self.n_found += 1;
            if self.examples.len() < MAX_EXAMPLES {
                self.examples.push((index, first.n_moves));
            }
        }
        for occurrence in occurrences {
            let winner = winner.map(|color| if occurrence.exchanged { color.opponent() } else { color });
            self.total.add(winner);
            let Some(next) = occurrence.next else {
                self.n_unanswered += 1;
                continue;
            };
            // Immediate and later answers are counted together; the flag is not kept.
            let next = Continuation { at_once: false, ..next };
            let key = (next.point.index() as u16, next.color.index() as u8);
            self.answers.entry(key).or_insert((next, Results::default())).1.add(winner);
        }
    }

    /// Both together.
    pub fn merge(mut self, other: ShapeTally) -> ShapeTally {
        self.n_games += other.n_games;
        self.n_found += other.n_found;
        self.total.merge(other.total);
        self.n_unanswered += other.n_unanswered;
        for (key, (next, results)) in other.answers {
            self.answers.entry(key).or_insert((next, Results::default())).1.merge(results);
        }
        self.examples.extend(other.examples);
        self.examples.sort_unstable();
        self.examples.truncate(MAX_EXAMPLES);
        self
    }

    /// The answers with their results, the most frequent first.
    pub fn answers(&self) -> Vec<(Continuation, Results)> {
        let mut answers: Vec<_> = self.answers.values().copied().collect();
        answers.sort_by(|a, b| b.1.n.cmp(&a.1.n).then(a.0.point.cmp(&b.0.point)));
        answers
    }
}
