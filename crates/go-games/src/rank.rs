//! A player's rank: kyu, amateur dan, professional dan.

use std::fmt;

/// A rank; a stronger one is greater, and any professional is above any amateur.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(i8);

/// Below the first professional rank lies every amateur one.
const BEFORE_PRO: i8 = 20;

impl Rank {
    /// A kyu rank, 1 to 30.
    pub fn kyu(level: u8) -> Option<Rank> {
        (1..=30).contains(&level).then(|| Rank(1 - level as i8))
    }

    /// An amateur dan rank, 1 to 10.
    pub fn dan(level: u8) -> Option<Rank> {
        (1..=10).contains(&level).then_some(Rank(level as i8))
    }

    /// A professional dan rank, 1 to 10.
    pub fn pro(level: u8) -> Option<Rank> {
        (1..=10).contains(&level).then(|| Rank(BEFORE_PRO + level as i8))
    }

    /// Reads `6d`, `3 kyu`, `9p`, `7d?`, `9段`, `九段`, `P9段`, `2k*` and the like; `None` for anything else.
    pub fn parse(text: &str) -> Option<Rank> {
        let text = text.trim().to_lowercase();
        if text.len() > 40 {
            return None;
        }
        let professional = ["pro", "职业", "職業", "プロ"].iter().any(|word| text.contains(word));
        let (prefixed, rest) = match text.strip_prefix('p') {
            Some(rest) if rest.starts_with(|c: char| c.is_ascii_digit()) => (true, rest),
            _ => (professional, text.trim_start_matches(|c: char| !c.is_ascii_digit() && level_of(c).is_none())),
        };
        let n_digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (level, unit) = match n_digits {
            0 => (level_of(rest.chars().next()?)?, rest.trim_start_matches(|c| level_of(c).is_some())),
            _ => (rest[..n_digits].parse().ok()?, &rest[n_digits..]),
        };
        let unit = unit.trim_start();
        if unit.starts_with('p') {
            Rank::pro(level)
        } else if unit.starts_with(['d', '段', '단']) {
            if prefixed { Rank::pro(level) } else { Rank::dan(level) }
        } else if unit.starts_with(['k', '级', '級', '급']) {
            Rank::kyu(level)
        } else {
            None
        }
    }

    /// One byte for files.
    pub(crate) fn code(self) -> i8 {
        self.0
    }

    /// The rank with that byte.
    pub(crate) fn from_code(code: i8) -> Option<Rank> {
        match code {
            -29..=0 => Rank::kyu((1 - code) as u8),
            1..=10 => Rank::dan(code as u8),
            21..=30 => Rank::pro((code - BEFORE_PRO) as u8),
            _ => None,
        }
    }
}

/// Chinese and Japanese numerals; 初 is the first dan.
fn level_of(numeral: char) -> Option<u8> {
    "一二三四五六七八九十".chars().position(|c| c == numeral).map(|at| at as u8 + 1).or((numeral == '初').then_some(1))
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            code if code > BEFORE_PRO => write!(f, "{}p", code - BEFORE_PRO),
            code if code > 0 => write!(f, "{code}d"),
            code => write!(f, "{}k", 1 - code),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_of_servers_and_associations() {
        for (text, written) in [
            ("6d", "6d"),
            ("7d?", "7d"),
            ("2k*", "2k"),
            ("9p", "9p"),
            ("3 dan", "3d"),
            ("3 Kyu", "3k"),
            ("9 dan pro", "9p"),
            ("9段", "9d"),
            ("九段", "9d"),
            ("初段", "1d"),
            ("P9段", "9p"),
            ("职业九段", "9p"),
            ("18级", "18k"),
            ("Amateur 5 dan", "5d"),
        ] {
            assert_eq!(Rank::parse(text).map(|rank| rank.to_string()).as_deref(), Some(written), "{text:?}");
        }
        for bad in ["", "?", "-", "NR", "2345", "6x", "0d", "31k", "d", "999999d", "119p", "200d"] {
            assert_eq!(Rank::parse(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn ranks_are_ordered_and_survive_their_code() {
        let ladder = ["30k", "2k", "1k", "1d", "2d", "9d", "1p", "9p"].map(|text| Rank::parse(text).unwrap());
        assert!(ladder.is_sorted());
        assert!(ladder.iter().all(|&rank| Rank::from_code(rank.code()) == Some(rank)));
        assert_eq!((i8::MIN..=i8::MAX).filter(|&code| Rank::from_code(code).is_some()).count(), 50);
    }
}
