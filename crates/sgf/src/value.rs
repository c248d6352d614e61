//! The meaning of raw values: moves, lists of points, numbers, colours.
//!
//! Parsing is strict: values rejected here are reported by [`crate::check()`] and sometimes mended. White space around a
//! value is accepted, since old programs wrote it and it is unambiguous.

use crate::point::{Point, Size};

/// A move: a stone, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// No stone.
    Pass,
    /// A stone on this point.
    At(Point),
}

/// Why a raw value is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum ValueError {
    /// Not of the form that the property requires.
    #[error("not of the form that the property requires")]
    Form,
    /// A point that is not on the board.
    #[error("not on the board")]
    OffBoard,
}

/// A move on a board of that size: two letters, or a pass as an empty value or (up to 19x19) as `tt`.
#[inline]
pub fn parse_move(raw: &str, size: Size) -> Result<Move, ValueError> {
    let value = raw.trim_ascii();
    if value.is_empty() || (value == "tt" && size.tt_is_pass()) {
        return Ok(Move::Pass);
    }
    parse_point(value, size).map(Move::At)
}

/// A point on a board of that size.
#[inline]
pub fn parse_point(raw: &str, size: Size) -> Result<Point, ValueError> {
    let point = Point::parse(raw.trim_ascii()).ok_or(ValueError::Form)?;
    if size.contains(point) { Ok(point) } else { Err(ValueError::OffBoard) }
}

/// One value of a list of points: a point, or a rectangle `corner:corner` of them.
///
/// ```
/// use sgf::{Size, value::parse_points};
/// let points: Vec<String> = parse_points("aa:bc", Size::DEFAULT).unwrap().map(|point| point.to_string()).collect();
/// assert_eq!(points.join(" "), "aa ba ab bb ac bc");
/// ```
pub fn parse_points(raw: &str, size: Size) -> Result<impl Iterator<Item = Point> + use<>, ValueError> {
    let (first, last) = raw.split_once(':').unwrap_or((raw, raw));
    let (first, last) = (parse_point(first, size)?, parse_point(last, size)?);
    // Corners in any order: the format requires upper left and lower right, archives contain others.
    let columns = first.column.min(last.column)..=first.column.max(last.column);
    let rows = first.row.min(last.row)..=first.row.max(last.row);
    Ok(rows.flat_map(move |row| columns.clone().map(move |column| Point { column, row })))
}

/// A whole number.
pub fn parse_number(raw: &str) -> Result<i64, ValueError> {
    raw.trim_ascii().parse().map_err(|_| ValueError::Form)
}

/// A decimal number.
pub fn parse_real(raw: &str) -> Result<f64, ValueError> {
    let value = raw.trim_ascii();
    let decimal = !value.is_empty() && value.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'.' | b'+' | b'-'));
    // The standard parser alone would accept `inf` and `1e5`.
    if decimal { value.parse().map_err(|_| ValueError::Form) } else { Err(ValueError::Form) }
}

/// The side that `PL` names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Color {
    /// `B`.
    Black,
    /// `W`.
    White,
}

/// A colour: `B` or `W`; also `black`, `1` and similar values written by old programs.
pub fn parse_color(raw: &str) -> Result<Color, ValueError> {
    match raw.trim_ascii().to_ascii_lowercase().as_str() {
        "b" | "black" | "1" => Ok(Color::Black),
        "w" | "white" | "2" => Ok(Color::White),
        _ => Err(ValueError::Form),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BIG: Size = Size { columns: 20, rows: 20 };

    #[test]
    fn moves_and_passes() {
        let at = |letters| Ok(Move::At(Point::parse(letters).unwrap()));
        assert_eq!(parse_move("pd", Size::DEFAULT), at("pd"));
        assert_eq!(parse_move(" pd\n", Size::DEFAULT), at("pd"));
        assert_eq!(parse_move("", Size::DEFAULT), Ok(Move::Pass));
        assert_eq!(parse_move("tt", Size::DEFAULT), Ok(Move::Pass));
        assert_eq!(parse_move("tt", Size { columns: 9, rows: 9 }), Ok(Move::Pass));
        assert_eq!(parse_move("tt", BIG), at("tt"));
        assert_eq!(parse_move("zz", Size::DEFAULT), Err(ValueError::OffBoard));
        assert_eq!(parse_move("ta", Size::DEFAULT), Err(ValueError::OffBoard));
        assert_eq!(parse_move("Q16", Size::DEFAULT), Err(ValueError::Form));
    }

    #[test]
    fn rectangles_take_corners_in_any_order() {
        let points = |raw| parse_points(raw, Size::DEFAULT).map(|points| points.count());
        assert_eq!(points("aa:ss"), Ok(361));
        assert_eq!(points("ss:aa"), Ok(361));
        assert_eq!(points("as:sa"), Ok(361));
        assert_eq!(points("cc"), Ok(1));
        assert_eq!(points("aa:tt"), Err(ValueError::OffBoard));
        assert_eq!(points("aa:"), Err(ValueError::Form));
        assert_eq!(points(""), Err(ValueError::Form));
    }

    #[test]
    fn numbers_and_colors() {
        assert_eq!(parse_real("6.5"), Ok(6.5));
        assert_eq!(parse_real("-0.5 "), Ok(-0.5));
        for bad in ["", "6,5", "inf", "1e5", "six", "--1"] {
            assert_eq!(parse_real(bad), Err(ValueError::Form), "{bad:?}");
        }
        assert_eq!(parse_number("+9"), Ok(9));
        assert_eq!(parse_number("9.0"), Err(ValueError::Form));
        assert_eq!(parse_color("w"), Ok(Color::White));
        assert_eq!(parse_color("3"), Err(ValueError::Form));
    }
}
