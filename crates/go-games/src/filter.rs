//! Filters for games: by size, handicap, rank, length and date.

use crate::game::Game;
use crate::rank::Rank;
use go_board::BoardSize;
use sgf::Date;
use std::fmt;
use std::ops::RangeInclusive;

/// A filter for games; the default accepts all.
#[derive(Clone, Debug, PartialEq)]
pub struct Filter {
    /// These board sizes; all if the list is empty.
    pub sizes: Vec<BoardSize>,
    /// So many handicap stones, 0 for an even game.
    pub handicap: RangeInclusive<u8>,
    /// Both players at least this strong; players without rank are not.
    pub min_rank: Option<Rank>,
    /// Both players at most this strong; players without rank are not.
    pub max_rank: Option<Rank>,
    /// So many moves, passes included.
    pub n_moves: RangeInclusive<usize>,
    /// Not earlier; games without date are.
    pub from: Option<Date>,
    /// Not later; `2010` means until the end of that year. Games without date are later.
    pub until: Option<Date>,
}

impl Default for Filter {
    fn default() -> Filter {
        Filter {
            sizes: Vec::new(),
            handicap: 0..=u8::MAX,
            min_rank: None,
            max_rank: None,
            n_moves: 0..=usize::MAX,
            from: None,
            until: None,
        }
    }
}

/// In words, for reports and the headers of models: `19x19, handicap 0, at least 6 dan`; `all games` for the default.
impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn range<N: fmt::Display + PartialEq + Copy>(range: &RangeInclusive<N>, open: N, what: &str) -> String {
            match (*range.start(), *range.end()) {
                (low, high) if low == high => format!("{what} {low}"),
                (low, high) if high == open => format!("{what} {low} or more"),
                (low, high) => format!("{what} {low} to {high}"),
            }
        }
        let all = Filter::default();
        let mut parts = Vec::new();
        let sizes: Vec<String> = self.sizes.iter().map(|size| format!("{0}x{0}", size.get())).collect();
        if !sizes.is_empty() {
            parts.push(sizes.join(" or "));
        }
        if self.handicap != all.handicap {
            parts.push(range(&self.handicap, u8::MAX, "handicap"));
        }
        parts.extend(self.min_rank.map(|rank| format!("at least {rank}")));
        parts.extend(self.max_rank.map(|rank| format!("at most {rank}")));
        if self.n_moves != all.n_moves {
            parts.push(range(&self.n_moves, usize::MAX, "moves"));
        }
        parts.extend(self.from.map(|date| format!("from {date}")));
        parts.extend(self.until.map(|date| format!("until {date}")));
        f.write_str(if parts.is_empty() { "all games" } else { "" })?;
        f.write_str(&parts.join(", "))
    }
}

/// Why a game was filtered out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unwanted {
    /// Its board.
    #[error("board size")]
    Size,
    /// Its handicap.
    #[error("handicap")]
    Handicap,
    /// Its players' ranks.
    #[error("rank")]
    Rank,
    /// Its length.
    #[error("number of moves")]
    Length,
    /// Its date.
    #[error("date")]
    Date,
}

impl Unwanted {
    pub(crate) fn reason(self) -> &'static str {
        match self {
            Unwanted::Size => "filter: size",
            Unwanted::Handicap => "filter: handicap",
            Unwanted::Rank => "filter: rank",
            Unwanted::Length => "filter: length",
            Unwanted::Date => "filter: date",
        }
    }
}

impl Filter {
    /// Whether the game passes the filter; otherwise the first criterion that it fails.
    pub fn check(&self, game: &Game) -> Result<(), Unwanted> {
        let both = |limit: Option<Rank>, fits: fn(Rank, Rank) -> bool| match limit {
            Some(limit) => game.ranks.iter().all(|rank| rank.is_some_and(|rank| fits(rank, limit))),
            None => true,
        };
        if !self.sizes.is_empty() && !self.sizes.contains(&game.size) {
            Err(Unwanted::Size)
        } else if !self.handicap.contains(&game.handicap) {
            Err(Unwanted::Handicap)
        } else if !both(self.min_rank, |rank, limit| rank >= limit) || !both(self.max_rank, |rank, limit| rank <= limit)
        {
            Err(Unwanted::Rank)
        } else if !self.n_moves.contains(&game.turns.len()) {
            Err(Unwanted::Length)
        } else if !self.wants_date(game.date) {
            Err(Unwanted::Date)
        } else {
            Ok(())
        }
    }

    fn wants_date(&self, date: Option<Date>) -> bool {
        let after = self.from.is_none_or(|from| date.is_some_and(|date| date >= as_exact_as(date, from)));
        let before = self.until.is_none_or(|until| date.is_some_and(|date| as_exact_as(until, date) <= until));
        after && before
    }
}

/// The second date without the parts that the first leaves open, so that `2010` covers the whole year.
fn as_exact_as(model: Date, date: Date) -> Date {
    match model {
        Date { month: 0, .. } => Date { month: 0, day: 0, ..date },
        Date { day: 0, .. } => Date { day: 0, ..date },
        _ => date,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(date: &str, ranks: [&str; 2]) -> Game {
        let mut game = Game::new(BoardSize::NINETEEN);
        game.date = Date::parse(date);
        game.ranks = ranks.map(Rank::parse);
        game
    }

    #[test]
    fn dates_cover_what_they_leave_open() {
        let filter = |from: &str, until: &str| Filter {
            from: Date::parse(from),
            until: Date::parse(until),
            ..Filter::default()
        };
        let wants = |filter: &Filter, date: &str| filter.check(&game(date, ["", ""])).is_ok();
        let years = filter("2005", "2010");
        assert!(wants(&years, "2005-01-01") && wants(&years, "2010-12-31") && wants(&years, "2010"));
        assert!(!wants(&years, "2004-12-31") && !wants(&years, "2011-01-01") && !wants(&years, ""));
        let months = filter("2005-03", "2005-03-15");
        assert!(wants(&months, "2005-03-01") && wants(&months, "2005-03") && !wants(&months, "2005-03-16"));
        assert!(wants(&filter("", ""), ""));
    }

    #[test]
    fn ranks_need_both_players() {
        let filter = Filter { min_rank: Rank::parse("6d"), ..Filter::default() };
        assert_eq!(filter.check(&game("", ["6d", "9p"])), Ok(()));
        assert_eq!(filter.check(&game("", ["6d", "5d"])), Err(Unwanted::Rank));
        assert_eq!(filter.check(&game("", ["6d", ""])), Err(Unwanted::Rank));
    }

    #[test]
    fn filters_in_words() {
        assert_eq!(Filter::default().to_string(), "all games");
        let filter =
            Filter { sizes: vec![BoardSize::NINETEEN], handicap: 0..=0, n_moves: 30..=usize::MAX, ..Filter::default() };
        assert_eq!(filter.to_string(), "19x19, handicap 0, moves 30 or more");
        assert_eq!(Filter { n_moves: 1..=9, ..Filter::default() }.to_string(), "moves 1 to 9");
    }

    #[test]
    fn size_handicap_and_length() {
        let game = Game::new(BoardSize::NINE);
        let filter = |change: fn(&mut Filter)| {
            let mut filter = Filter::default();
            change(&mut filter);
            filter.check(&game)
        };
        assert_eq!(filter(|filter| filter.sizes = vec![BoardSize::NINETEEN]), Err(Unwanted::Size));
        assert_eq!(filter(|filter| filter.sizes = vec![BoardSize::NINETEEN, BoardSize::NINE]), Ok(()));
        assert_eq!(filter(|filter| filter.handicap = 2..=9), Err(Unwanted::Handicap));
        assert_eq!(filter(|filter| filter.n_moves = 1..=300), Err(Unwanted::Length));
    }
}
