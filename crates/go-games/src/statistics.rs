//! Statistics of a set of games: counts by board, handicap, rank, year, length, result and rules.

use crate::game::Game;
use crate::rank::Rank;
use go_board::{BoardSize, RuleSet};
use sgf::value::Color as Winner;
use sgf::{Margin, Outcome};
use std::collections::BTreeMap;

/// Games are counted by length in steps of this many moves.
pub const LENGTH_STEP: usize = 50;

/// Counts over games. In maps with an optional key, `None` counts the games without that information.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statistics {
    /// Games.
    pub n_games: usize,
    /// Moves, passes included.
    pub n_moves: usize,
    /// Passes.
    pub n_passes: usize,
    /// By board size.
    pub by_size: BTreeMap<BoardSize, usize>,
    /// By handicap stones.
    pub by_handicap: BTreeMap<u8, usize>,
    /// By the weaker player's rank.
    pub by_rank: BTreeMap<Option<Rank>, usize>,
    /// By year.
    pub by_year: BTreeMap<Option<u16>, usize>,
    /// By length: the first number of moves of each step.
    pub by_length: BTreeMap<usize, usize>,
    /// By result: winner and how.
    pub by_result: BTreeMap<&'static str, usize>,
    /// By rules: the name, or `unknown`.
    pub by_rules: BTreeMap<&'static str, usize>,
    /// By komi, in hundredths of a point.
    pub by_komi: BTreeMap<Option<i32>, usize>,
}

impl Statistics {
    /// Counts some games.
    pub fn of<'g>(games: impl IntoIterator<Item = &'g Game>) -> Statistics {
        let mut counts = Statistics::default();
        games.into_iter().for_each(|game| counts.add(game));
        counts
    }

    /// Counts one more game.
    pub fn add(&mut self, game: &Game) {
        let n_turns = game.turns.len();
        self.n_games += 1;
        self.n_moves += n_turns;
        self.n_passes += game.turns.iter().filter(|turn| turn.mv().is_pass()).count();
        *self.by_size.entry(game.size).or_default() += 1;
        *self.by_handicap.entry(game.handicap).or_default() += 1;
        *self.by_rank.entry(game.lower_rank()).or_default() += 1;
        *self.by_year.entry(game.date.map(|date| date.year)).or_default() += 1;
        *self.by_length.entry(n_turns / LENGTH_STEP * LENGTH_STEP).or_default() += 1;
        *self.by_result.entry(result_name(game.outcome)).or_default() += 1;
        *self.by_rules.entry(game.rules.map_or("unknown", RuleSet::name)).or_default() += 1;
        *self.by_komi.entry(game.komi.map(|komi| (komi * 100.0).round() as i32)).or_default() += 1;
    }
}

fn result_name(outcome: Outcome) -> &'static str {
    let (winner, by) = match outcome {
        Outcome::Unknown => return "unknown",
        Outcome::Draw => return "draw",
        Outcome::Void => return "void",
        Outcome::Win { winner, by } => (winner, by),
    };
    match (winner, by) {
        (Winner::Black, Margin::Score(_)) => "Black by points",
        (Winner::Black, Margin::Resignation) => "Black by resignation",
        (Winner::Black, Margin::Time) => "Black on time",
        (Winner::Black, Margin::Forfeit) => "Black by forfeit",
        (Winner::Black, Margin::Unstated) => "Black, unstated",
        (Winner::White, Margin::Score(_)) => "White by points",
        (Winner::White, Margin::Resignation) => "White by resignation",
        (Winner::White, Margin::Time) => "White on time",
        (Winner::White, Margin::Forfeit) => "White by forfeit",
        (Winner::White, Margin::Unstated) => "White, unstated",
    }
}
