//! Dates: the value of `DT`.
//!
//! FF\[4\] writes `YYYY-MM-DD`, or less if less is known, and lists such as `1996-05-06,07`. Archives also hold `2003/4/5`, `2003.04.05`,
//! `20030405` and `2003年4月5日`. Only the first date of a list is kept.

use std::fmt;

/// A date as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    /// Year, 1 to 9999.
    pub year: u16,
    /// Month, 1 to 12; 0 if it is not known.
    pub month: u8,
    /// Day, 1 to 31; 0 if it is not known.
    pub day: u8,
}

impl Date {
    /// A date, if year, month and day (0 for unknown) can be one.
    pub fn new(year: u16, month: u8, day: u8) -> Option<Date> {
        let possible = (1..=9999).contains(&year) && month <= 12 && day <= 31 && (month > 0 || day == 0);
        possible.then_some(Date { year, month, day })
    }

    /// The first date in a value, leniently; `None` if there is none.
    pub fn parse(raw: &str) -> Option<Date> {
        let mut numbers = raw.split(|character: char| !character.is_ascii_digit()).filter(|digits| !digits.is_empty());
        let first = numbers.next()?;
        match first.len() {
            8 => Date::new(first[..4].parse().ok()?, first[4..6].parse().ok()?, first[6..].parse().ok()?),
            4 => {
                let year = first.parse().ok()?;
                let mut part =
                    || numbers.next().filter(|digits| digits.len() <= 2).and_then(|digits| digits.parse().ok());
                let month = part().unwrap_or(0);
                let day = if month == 0 { 0 } else { part().unwrap_or(0) };
                Date::new(year, month, day).or_else(|| Date::new(year, 0, 0))
            }
            _ => None,
        }
    }

    /// Whether a value is a date or list of dates exactly as FF\[4\] asks.
    pub(crate) fn is_exact(raw: &str) -> bool {
        let is_part = |part: &str, n_digits: usize| part.len() == n_digits && part.bytes().all(|b| b.is_ascii_digit());
        raw.split(',').enumerate().all(|(nth, date)| {
            let parts: Vec<&str> = date.split('-').collect();
            let (year, rest) = match parts.split_first() {
                Some((year, rest)) if is_part(year, 4) => (true, rest),
                _ => (false, &parts[..]),
            };
            (year || nth > 0)
                && rest.len() <= 2
                && rest.iter().all(|part| is_part(part, 2))
                && (year || !rest.is_empty())
        })
    }
}

/// As FF\[4\] writes it.
impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}", self.year)?;
        if self.month > 0 {
            write!(f, "-{:02}", self.month)?;
            if self.day > 0 {
                write!(f, "-{:02}", self.day)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_of_the_format_and_of_archives() {
        for (raw, written, exact) in [
            ("2003-04-05", "2003-04-05", true),
            ("2003-04", "2003-04", true),
            ("1996-05-06,07,08", "1996-05-06", true),
            ("1996-05-06,1997-01", "1996-05-06", true),
            ("1846", "1846", true),
            ("2003/4/5", "2003-04-05", false),
            ("2003.04.05", "2003-04-05", false),
            ("20030405", "2003-04-05", false),
            ("2003年4月5日", "2003-04-05", false),
            ("2003-04-05 12:30:00", "2003-04-05", false),
            ("Published on 1998-11-02", "1998-11-02", false),
            ("1998-77-99", "1998", true),
        ] {
            assert_eq!(Date::parse(raw).map(|date| date.to_string()).as_deref(), Some(written), "{raw:?}");
            assert_eq!(Date::is_exact(raw), exact, "{raw:?}");
        }
        for bad in ["", "yesterday", "5.4.03", "0000-01-01", "123456789"] {
            assert_eq!(Date::parse(bad), None, "{bad:?}");
        }
    }
}
