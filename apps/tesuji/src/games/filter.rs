//! The options that filter games.

use std::ops::RangeInclusive;

use anyhow::{Context, Result, anyhow};
use clap::Args;
use go_board::BoardSize;
use go_games::{Filter, Rank};
use sgf::Date;

#[derive(Args)]
#[command(next_help_heading = "Filters")]
pub(crate) struct FilterArguments {
    /// Only this board size; may be given several times
    #[arg(long, value_name = "N", value_parser = parse_size)]
    size: Vec<BoardSize>,
    /// Only so many handicap stones: `0`, `2-9`
    #[arg(long, value_name = "RANGE", value_parser = parse_range::<u8>)]
    handicap: Option<RangeInclusive<u8>>,
    /// Both players at least this strong: `6d`, `3k`, `1p`
    #[arg(long, value_name = "RANK", value_parser = parse_rank)]
    min_rank: Option<Rank>,
    /// Both players at most this strong
    #[arg(long, value_name = "RANK", value_parser = parse_rank)]
    max_rank: Option<Rank>,
    /// Only so many moves: `100-`, `-300`, `50-400`
    #[arg(long, value_name = "RANGE", value_parser = parse_range::<usize>)]
    moves: Option<RangeInclusive<usize>>,
    /// Not played before: `2005`, `2005-06-30`
    #[arg(long, value_name = "DATE", value_parser = parse_date)]
    from: Option<Date>,
    /// Not played after; a year means to its end
    #[arg(long, value_name = "DATE", value_parser = parse_date)]
    until: Option<Date>,
}

impl FilterArguments {
    pub(crate) fn to_filter(&self) -> Filter {
        let all = Filter::default();
        Filter {
            sizes: self.size.clone(),
            handicap: self.handicap.clone().unwrap_or(all.handicap),
            min_rank: self.min_rank,
            max_rank: self.max_rank,
            n_moves: self.moves.clone().unwrap_or(all.n_moves),
            from: self.from,
            until: self.until,
        }
    }
}

fn parse_size(text: &str) -> Result<BoardSize> {
    Ok(BoardSize::new(text.parse().context("a board size is a number from 1 to 25")?)?)
}

fn parse_rank(text: &str) -> Result<Rank> {
    Rank::parse(text).ok_or_else(|| anyhow!("a rank reads like `6d`, `3k` or `1p`"))
}

fn parse_date(text: &str) -> Result<Date> {
    let exact = Date::parse(text).filter(|date| date.to_string() == text);
    exact.ok_or_else(|| anyhow!("a date reads like `2005`, `2005-06` or `2005-06-30`"))
}

/// `5`, `2-9`, `100-` or `-300`.
fn parse_range<N: std::str::FromStr + Bounds + PartialOrd + Copy>(text: &str) -> Result<RangeInclusive<N>> {
    let wrong = || anyhow!("a range reads like `5`, `2-9`, `100-` or `-300`");
    let number = |text: &str, missing: N| match text {
        "" => Ok(missing),
        digits => digits.parse().map_err(|_| wrong()),
    };
    let range = match text.split_once('-') {
        Some(("", "")) => return Err(wrong()),
        Some((low, high)) => number(low, N::LEAST)?..=number(high, N::MOST)?,
        None => {
            let only: N = text.parse().map_err(|_| wrong())?;
            only..=only
        }
    };
    if range.is_empty() {
        Err(anyhow!("the range `{text}` is empty: its first number is the larger one"))
    } else {
        Ok(range)
    }
}

/// The ends that a range leaves open.
trait Bounds {
    const LEAST: Self;
    const MOST: Self;
}

impl Bounds for u8 {
    const LEAST: u8 = u8::MIN;
    const MOST: u8 = u8::MAX;
}

impl Bounds for usize {
    const LEAST: usize = usize::MIN;
    const MOST: usize = usize::MAX;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges() {
        assert_eq!(parse_range::<u8>("0").unwrap(), 0..=0);
        assert_eq!(parse_range::<u8>("2-9").unwrap(), 2..=9);
        assert_eq!(parse_range::<usize>("100-").unwrap(), 100..=usize::MAX);
        assert_eq!(parse_range::<usize>("-300").unwrap(), 0..=300);
        for wrong in ["", "-", "9-2", "a", "1-b", "300-2-1"] {
            assert!(parse_range::<u8>(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn sizes_and_dates() {
        assert!(parse_size("19").is_ok() && parse_size("0").is_err() && parse_size("26").is_err());
        assert!(parse_date("2005-06").is_ok() && parse_date("June 2005").is_err() && parse_date("2005-13").is_err());
    }
}
