//! What is known of a local position: how often, what was answered, by whom it was won, when it was new.

use crate::game::Game;
use go_board::Point;
use sgf::Date;
use std::collections::BTreeMap;

/// An answer to a local position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Answer {
    /// A move in the region, in its home and as the local position lies there.
    Play(Point),
    /// The region was left alone until the other side played there again.
    Elsewhere,
}

/// The first game in which something was seen: by date, then in the order of the collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct First {
    /// When, if the record tells; a game without a date comes after those that have one.
    pub date: Option<Date>,
    /// The game's index.
    pub game: usize,
}

impl First {
    fn order(self) -> (bool, Option<Date>, usize) {
        (self.date.is_none(), self.date, self.game)
    }

    fn earlier(self, other: First) -> First {
        if self.order() <= other.order() { self } else { other }
    }
}

/// Mean and standard deviation of whole numbers, exact and in any order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spread {
    /// How many numbers there are.
    pub n: u64,
    sum: i64,
    squares: i64,
}

impl Spread {
    fn add(&mut self, value: i64) {
        *self = Spread { n: self.n + 1, sum: self.sum + value, squares: self.squares + value * value };
    }

    fn merge(&mut self, other: Spread) {
        *self = Spread { n: self.n + other.n, sum: self.sum + other.sum, squares: self.squares + other.squares };
    }

    /// The mean; `None` without numbers.
    pub fn mean(&self) -> Option<f64> {
        (self.n > 0).then(|| self.sum as f64 / self.n as f64)
    }

    /// The standard deviation of the sample; `None` with fewer than two numbers.
    pub fn deviation(&self) -> Option<f64> {
        let n = self.n as i64;
        (n > 1).then(|| ((n * self.squares - self.sum * self.sum) as f64 / (n * (n - 1)) as f64).sqrt())
    }
}

/// What an occurrence adds to the counts of its answer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sight {
    pub(super) first: First,
    pub(super) at_once: bool,
    /// Whether the side that answered won; unknown for games without a winner.
    pub(super) won: Option<bool>,
    /// Points of the region that were its own at the end, of counted games.
    pub(super) territory: Option<i64>,
}

/// The counts of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnswerCounts {
    /// How often.
    pub n: usize,
    /// How often it was the next move of the game.
    pub n_at_once: usize,
    /// Games won by the side that answered so.
    pub n_won: usize,
    /// Games lost by it.
    pub n_lost: usize,
    /// Where it was seen first.
    pub first: First,
    /// Points of the region that the side owned at the end, of games whose end is known.
    pub territory: Spread,
}

impl AnswerCounts {
    fn new(first: First) -> AnswerCounts {
        AnswerCounts { n: 0, n_at_once: 0, n_won: 0, n_lost: 0, first, territory: Spread::default() }
    }

    fn add(&mut self, sight: &Sight) {
        self.n += 1;
        self.n_at_once += usize::from(sight.at_once);
        self.n_won += usize::from(sight.won == Some(true));
        self.n_lost += usize::from(sight.won == Some(false));
        self.first = self.first.earlier(sight.first);
        if let Some(points) = sight.territory {
            self.territory.add(points);
        }
    }

    fn merge(&mut self, other: &AnswerCounts) {
        self.n += other.n;
        self.n_at_once += other.n_at_once;
        self.n_won += other.n_won;
        self.n_lost += other.n_lost;
        self.first = self.first.earlier(other.first);
        self.territory.merge(other.territory);
    }
}

/// The counts of a local position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// How often it was on the board with this side to play there.
    pub n: usize,
    /// How often it was just reached by a move of the other side, and the game went on.
    pub n_reached: usize,
    /// How often of these the next move of the game was elsewhere: `n_left / n_reached` is the rate of tenuki.
    pub n_left: usize,
    pub(super) answers: BTreeMap<Answer, AnswerCounts>,
    /// Occurrences by year, of games with a date.
    pub(super) years: BTreeMap<u16, usize>,
}

impl Entry {
    pub(super) fn add(&mut self, is_left: Option<bool>, answer: Option<Answer>, sight: &Sight) {
        self.n += 1;
        self.n_reached += usize::from(is_left.is_some());
        self.n_left += usize::from(is_left == Some(true));
        if let Some(date) = sight.first.date {
            *self.years.entry(date.year).or_default() += 1;
        }
        if let Some(answer) = answer {
            self.answers.entry(answer).or_insert(AnswerCounts::new(sight.first)).add(sight);
        }
    }

    /// Adds what was counted in other games.
    pub fn merge(&mut self, other: Entry) {
        self.n += other.n;
        self.n_reached += other.n_reached;
        self.n_left += other.n_left;
        for (answer, counts) in other.answers {
            self.answers.entry(answer).or_insert(AnswerCounts::new(counts.first)).merge(&counts);
        }
        for (year, n) in other.years {
            *self.years.entry(year).or_default() += n;
        }
    }

    /// The answers, the most frequent first.
    pub fn answers(&self) -> Vec<(Answer, AnswerCounts)> {
        let mut answers: Vec<_> = self.answers.iter().map(|(&answer, &counts)| (answer, counts)).collect();
        answers.sort_by(|a, b| b.1.n.cmp(&a.1.n).then(a.0.cmp(&b.0)));
        answers
    }

    /// The year in which an answer was new: the position had been seen `least` times in the years before, and never answered so.
    pub fn novelty(&self, counts: &AnswerCounts, least: usize) -> Option<u16> {
        let year = counts.first.date?.year;
        let before: usize = self.years.range(..year).map(|(_, n)| n).sum();
        (before >= least.max(1)).then_some(year)
    }
}

/// Where a game stands in the collection and when it was played.
pub(super) fn first_of(game: &Game, index: usize) -> First {
    First { date: game.date, game: index }
}
