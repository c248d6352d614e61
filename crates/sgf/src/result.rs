//! How a game ended: the value of `RE`.
//!
//! FF\[4\]: `0` or `Draw`, `B+` or `W+` and a score, `R(esign)`, `T(ime)`, `F(orfeit)` or nothing, `Void`, `?`. Archives also hold
//! `B+2.50`, `W+Res.`, `Black wins by resignation`, `Jigo`, `黑中盘胜` and the like, which [`Outcome::parse`] understands too.

use crate::value::Color;
use std::fmt;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outcome {
    /// A draw.
    Draw,
    /// The game does not count.
    Void,
    /// Not known, or not finished.
    Unknown,
    /// One side won.
    Win {
        /// Who.
        winner: Color,
        /// How.
        by: Margin,
    },
}

/// How a game was won.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Margin {
    /// By so many points.
    Score(f32),
    /// The loser gave up.
    Resignation,
    /// The loser ran out of time.
    Time,
    /// The loser broke a rule or did not come.
    Forfeit,
    /// The record does not say.
    Unstated,
}

impl Outcome {
    /// Reads `RE`, leniently; `None` if it cannot be understood.
    pub fn parse(raw: &str) -> Option<Outcome> {
        let lower = raw.trim().to_lowercase();
        match lower.as_str() {
            "0" | "draw" | "jigo" | "tie" | "和棋" | "和" | "持碁" => return Some(Outcome::Draw),
            "void" | "no result" | "noresult" | "cancelled" | "无胜负" => return Some(Outcome::Void),
            "?" | "" | "unknown" | "unfinished" | "playing" | "suspended" => return Some(Outcome::Unknown),
            _ => {}
        }
        const BLACK: [&str; 5] = ["black", "b", "黑", "黒", "흑"];
        const WHITE: [&str; 4] = ["white", "w", "白", "백"];
        let strip = |sides: &[&str]| sides.iter().find_map(|side| lower.strip_prefix(side));
        let (winner, rest) = match (strip(&BLACK), strip(&WHITE)) {
            (Some(rest), _) => (Color::Black, rest),
            (_, Some(rest)) => (Color::White, rest),
            _ => return None,
        };
        parse_margin(rest).map(|by| Outcome::Win { winner, by })
    }

    /// The winner, if there is one.
    pub fn winner(self) -> Option<Color> {
        match self {
            Outcome::Win { winner, .. } => Some(winner),
            _ => None,
        }
    }
}

fn parse_margin(rest: &str) -> Option<Margin> {
    let plain = rest.strip_prefix('+').map(str::trim_start);
    let rest = plain.unwrap_or(rest).trim();
    if rest.is_empty() {
        return plain.map(|_| Margin::Unstated);
    }
    if plain.is_some() {
        match rest {
            "r" => return Some(Margin::Resignation),
            "t" => return Some(Margin::Time),
            "f" => return Some(Margin::Forfeit),
            _ => {}
        }
    } else if !["win", "won", "+", "胜", "勝", "中", " by"].iter().any(|word| rest.contains(word)) {
        // `Blackmail` is not a result.
        return None;
    }
    let digits = rest.find(|character: char| character.is_ascii_digit());
    if let Some(start) = digits {
        let number = &rest[start..];
        let end = number.find(|character: char| !matches!(character, '0'..='9' | '.' | ',')).unwrap_or(number.len());
        let score: f32 = number[..end].trim_end_matches(['.', ',']).replace(',', ".").parse().ok()?;
        return (score < 10_000.0).then_some(Margin::Score(score));
    }
    let has = |words: &[&str]| words.iter().any(|word| rest.contains(word));
    if has(&["res", "中盘", "中盤", "中押", "不计", "불계"]) {
        Some(Margin::Resignation)
    } else if has(&["time", "超时", "時間"]) {
        Some(Margin::Time)
    } else if has(&["forf", "default", "disconnect", "弃"]) {
        Some(Margin::Forfeit)
    } else if plain.is_none() || has(&["?"]) {
        Some(Margin::Unstated)
    } else {
        None
    }
}

/// As FF\[4\] writes it.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (winner, by) = match self {
            Outcome::Draw => return f.write_str("0"),
            Outcome::Void => return f.write_str("Void"),
            Outcome::Unknown => return f.write_str("?"),
            Outcome::Win { winner, by } => (winner, by),
        };
        f.write_str(if *winner == Color::Black { "B+" } else { "W+" })?;
        match by {
            Margin::Score(score) => write!(f, "{score}"),
            Margin::Resignation => f.write_str("R"),
            Margin::Time => f.write_str("T"),
            Margin::Forfeit => f.write_str("F"),
            Margin::Unstated => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(raw: &str, written: &str) {
        assert_eq!(Outcome::parse(raw).map(|outcome| outcome.to_string()).as_deref(), Some(written), "{raw:?}");
    }

    #[test]
    fn results_of_the_format_and_of_archives() {
        for written in ["0", "Void", "?", "B+", "W+3.5", "W+R", "B+T", "B+F"] {
            check(written, written);
        }
        check("B+Resign", "B+R");
        check("W+Time", "W+T");
        check("B+7.50", "B+7.5");
        check("W+0,5", "W+0.5");
        check("w + res.", "W+R");
        check("Black wins by resignation", "B+R");
        check("White won by 12.5 points", "W+12.5");
        check("黑中盘胜", "B+R");
        check("白胜3.5目", "W+3.5");
        check("白中押し勝ち", "W+R");
        check("Jigo", "0");
        for bad in ["Blackmail", "hello", "B", "Wednesday", "B+xyz", "+R"] {
            assert_eq!(Outcome::parse(bad), None, "{bad:?}");
        }
    }
}
