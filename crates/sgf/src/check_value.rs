//! Checking a raw value against the type of its property, and finding the closest valid value.

use crate::date::Date;
use crate::point::{Point, Size};
use crate::problem::ProblemKind;
use crate::property::{PropertyInfo, ValueKind};
use crate::result::Outcome;
use crate::text::{escape, split_composed};
use crate::value::{
    Color, Move, ValueError, parse_color, parse_move, parse_number, parse_point, parse_points, parse_real,
};

/// The result of checking one value.
pub(crate) enum Verdict {
    /// Valid.
    Good,
    /// Invalid, but this is what was meant.
    Meant(ProblemKind, String),
    /// Invalid, and best removed.
    Useless(ProblemKind),
    /// Invalid, and best kept.
    Odd(ProblemKind),
}

impl Verdict {
    pub(crate) fn kind(&self) -> Option<ProblemKind> {
        match self {
            Verdict::Good => None,
            Verdict::Meant(kind, _) | Verdict::Useless(kind) | Verdict::Odd(kind) => Some(*kind),
        }
    }

    pub(crate) fn is_repairable(&self) -> bool {
        matches!(self, Verdict::Meant(..) | Verdict::Useless(_))
    }

    /// The value after repair; `None` if it is removed.
    pub(crate) fn repaired(&self, raw: &str) -> Option<String> {
        match self {
            Verdict::Good | Verdict::Odd(_) => Some(raw.to_string()),
            Verdict::Meant(_, better) => Some(better.clone()),
            Verdict::Useless(_) => None,
        }
    }
}

use ProblemKind::{BadValue, LooseValue};

/// Checks one of the `n_values` raw values of a property.
pub(crate) fn judge(info: &PropertyInfo, raw: &str, n_values: usize, size: Size) -> Verdict {
    match info.values {
        ValueKind::SimpleText if info.name == "RE" => judge_result(raw),
        ValueKind::SimpleText if info.name == "DT" => judge_date(raw),
        ValueKind::SimpleText | ValueKind::Text => Verdict::Good,
        ValueKind::Nothing if raw.is_empty() => Verdict::Good,
        ValueKind::Nothing => Verdict::Meant(LooseValue, String::new()),
        ValueKind::Move => judge_move(raw, size),
        ValueKind::PointsOrNone if raw.is_empty() && n_values == 1 => Verdict::Good,
        ValueKind::Points | ValueKind::PointsOrNone => judge_points(raw, size),
        ValueKind::PointPairs => judge_pair(raw, size),
        ValueKind::Labels => judge_label(raw, size),
        ValueKind::Figure if raw.is_empty() => Verdict::Good,
        ValueKind::Figure => match split_composed(raw) {
            Some((flags, _)) if parse_number(flags).is_ok() => Verdict::Good,
            _ => Verdict::Odd(LooseValue),
        },
        ValueKind::TextPair if split_composed(raw).is_some() => Verdict::Good,
        ValueKind::TextPair => Verdict::Meant(LooseValue, format!("{raw}:")),
        _ if raw.trim_ascii().is_empty() => match info.values {
            ValueKind::Double => Verdict::Meant(LooseValue, "1".to_string()),
            _ => Verdict::Useless(LooseValue),
        },
        ValueKind::Number => judge_number(raw),
        ValueKind::Real => judge_real(raw),
        ValueKind::Double if matches!(raw, "1" | "2") => Verdict::Good,
        ValueKind::Double => Verdict::Meant(BadValue, "1".to_string()),
        ValueKind::Color => judge_color(raw),
        ValueKind::Size => judge_size(raw),
    }
}

/// Valid if the text equals the intended one, otherwise loosely written.
fn meant(raw: &str, better: String) -> Verdict {
    if raw == better { Verdict::Good } else { Verdict::Meant(LooseValue, better) }
}

fn judge_number(raw: &str) -> Verdict {
    match parse_number(raw) {
        Ok(_) => meant(raw, raw.trim_ascii().to_string()),
        Err(_) => match leading_number(raw) {
            Some(number) if number.fract() == 0.0 => Verdict::Meant(LooseValue, number.to_string()),
            _ => Verdict::Useless(BadValue),
        },
    }
}

fn judge_real(raw: &str) -> Verdict {
    match parse_real(raw) {
        Ok(_) => meant(raw, raw.trim_ascii().to_string()),
        Err(_) => match leading_number(raw) {
            Some(number) => Verdict::Meant(LooseValue, number.to_string()),
            None => Verdict::Useless(BadValue),
        },
    }
}

/// The leading number of a text such as `6,5`, `5.5 points` or `2 stones`; at most nine digits.
pub(crate) fn leading_number(raw: &str) -> Option<f64> {
    let text = raw.trim_ascii();
    let end =
        text.find(|character: char| !matches!(character, '0'..='9' | '.' | ',' | '-' | '+')).unwrap_or(text.len());
    let number = text[..end].trim_end_matches(['.', ',', '-', '+']).replace(',', ".");
    if number.len() > 9 { None } else { parse_real(&number).ok() }
}

fn judge_color(raw: &str) -> Verdict {
    match parse_color(raw) {
        Ok(Color::Black) => meant(raw, "B".to_string()),
        Ok(Color::White) => meant(raw, "W".to_string()),
        Err(_) => Verdict::Useless(BadValue),
    }
}

/// The size meant by `19`, `19:19`, `19x19` or `19*19`.
pub(crate) fn meant_size(raw: &str) -> Option<Size> {
    Size::parse(raw).or_else(|| Size::parse(&raw.trim().replace(['x', 'X', '*'], ":")))
}

fn judge_size(raw: &str) -> Verdict {
    match meant_size(raw) {
        Some(size) => meant(raw, size.to_string()),
        None => Verdict::Useless(BadValue),
    }
}

fn judge_move(raw: &str, size: Size) -> Verdict {
    match parse_move(raw, size) {
        Ok(Move::Pass) if raw == "tt" => Verdict::Meant(ProblemKind::OldPass, String::new()),
        Ok(Move::Pass) => meant(raw, String::new()),
        Ok(Move::At(point)) => meant(raw, point.to_string()),
        Err(error) => judge_lower_case(raw, size, error),
    }
}

/// Points in capital letters, which old programs wrote on small boards; anything else is lost.
fn judge_lower_case(raw: &str, size: Size, error: ValueError) -> Verdict {
    match (parse_point(&raw.to_ascii_lowercase(), size), error) {
        (Ok(point), _) => Verdict::Meant(LooseValue, point.to_string()),
        (_, ValueError::OffBoard) => Verdict::Useless(ProblemKind::OffBoard),
        (_, ValueError::Form) => Verdict::Useless(BadValue),
    }
}

fn judge_points(raw: &str, size: Size) -> Verdict {
    if raw.trim_ascii().is_empty() {
        return Verdict::Useless(LooseValue);
    }
    match parse_points(raw, size) {
        Ok(mut points) => {
            let Some(first) = points.next() else {
                return Verdict::Useless(BadValue);
            };
            let last = points.last().unwrap_or(first);
            let rectangle = if first == last { first.to_string() } else { format!("{first}:{last}") };
            meant(raw, rectangle)
        }
        Err(error) => judge_lower_case(raw, size, error),
    }
}

fn judge_pair(raw: &str, size: Size) -> Verdict {
    let points = split_composed(raw).map(|(from, to)| (parse_point(from, size), parse_point(to, size)));
    match points {
        Some((Ok(from), Ok(to))) if from != to => meant(raw, format!("{from}:{to}")),
        Some((Err(ValueError::OffBoard), _) | (_, Err(ValueError::OffBoard))) => {
            Verdict::Useless(ProblemKind::OffBoard)
        }
        _ => Verdict::Useless(BadValue),
    }
}

fn judge_label(raw: &str, size: Size) -> Verdict {
    match split_composed(raw).map(|(point, label)| (parse_point(point, size), label)) {
        Some((Ok(point), label)) => meant(raw, format!("{point}:{label}")),
        Some((Err(ValueError::OffBoard), _)) => Verdict::Useless(ProblemKind::OffBoard),
        _ => Verdict::Useless(BadValue),
    }
}

fn judge_result(raw: &str) -> Verdict {
    const WORDS: [&str; 4] = ["Draw", "Resign", "Time", "Forfeit"];
    let Some(outcome) = Outcome::parse(raw) else {
        return Verdict::Odd(LooseValue);
    };
    let written = outcome.to_string();
    let by_word = WORDS.iter().any(|word| raw.strip_prefix(&written[..written.len() - 1]) == Some(word));
    let by_score = raw.get(2..).is_some_and(|score| parse_real(score).is_ok()) && raw.get(..2) == written.get(..2);
    if raw.is_empty() || by_word || by_score { Verdict::Good } else { meant(raw, written) }
}

fn judge_date(raw: &str) -> Verdict {
    match Date::parse(raw) {
        _ if raw.is_empty() || Date::is_exact(raw) => Verdict::Good,
        // Only when the value is nothing but the date, so that `between 1998 and 2001` is kept.
        Some(date) if !raw.bytes().any(|byte| byte.is_ascii_alphabetic() || byte == b',') => {
            Verdict::Meant(LooseValue, date.to_string())
        }
        _ => Verdict::Odd(LooseValue),
    }
}

/// The points of FF\[3\]'s `L` as labels `a`, `b`, `c`, ...
pub(crate) fn letters_as_labels<'t>(values: impl Iterator<Item = &'t str>, size: Size) -> Vec<String> {
    let points = values.filter_map(|raw| parse_points(raw, size).ok()).flatten();
    let label = |(nth, point): (usize, Point)| {
        let letter = char::from(b'a' + (nth % 26) as u8);
        format!("{point}:{}", escape(letter.encode_utf8(&mut [0; 4])))
    };
    points.enumerate().map(label).collect()
}
