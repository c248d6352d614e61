//! The properties that FF\[1\] to FF\[4\] define for Go: the type of their values and where they are allowed.
//!
//! Private properties of programs are *not* listed: they are kept when read, and reported as unknown.

/// The type of a property's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// Nothing: `KO[]`.
    Nothing,
    /// A whole number: `MN[5]`.
    Number,
    /// A decimal number: `KM[6.5]`.
    Real,
    /// `1` or `2`: how much of it.
    Double,
    /// `B` or `W`.
    Color,
    /// One line of text.
    SimpleText,
    /// Text with line breaks.
    Text,
    /// Two texts: `AP[program:version]`.
    TextPair,
    /// A point, or nothing for a pass.
    Move,
    /// One or more points or rectangles of points.
    Points,
    /// Like `Points`, but may be empty.
    PointsOrNone,
    /// Two points each: arrows and lines.
    PointPairs,
    /// A point and a text each: labels.
    Labels,
    /// `19`, or `19:13` for columns and rows.
    Size,
    /// Nothing, or a number and a name.
    Figure,
}

impl ValueKind {
    /// Whether the property may have several values.
    pub fn is_list(self) -> bool {
        matches!(self, ValueKind::Points | ValueKind::PointsOrNone | ValueKind::PointPairs | ValueKind::Labels)
    }
}

/// Where a property is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Only in the first node.
    Root,
    /// Once on every line of play, usually in the first node.
    GameInfo,
    /// With setup stones, never beside a move.
    Setup,
    /// With a move, never beside setup stones.
    Move,
    /// Anywhere.
    Anywhere,
}

/// A property that some SGF version defines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PropertyInfo {
    /// The name, in upper case.
    pub name: &'static str,
    /// What its values look like.
    pub values: ValueKind,
    /// Where it may stand.
    pub role: Role,
    /// Whether FF\[4\] still has it.
    pub current: bool,
}

/// The definition of a property, by its upper-case name.
pub fn lookup(name: &str) -> Option<&'static PropertyInfo> {
    position(name).map(|at| &PROPERTIES[at])
}

/// The place of a property in the table.
pub(crate) fn position(name: &str) -> Option<usize> {
    PROPERTIES.binary_search_by(|info| info.name.cmp(name)).ok()
}

/// Whether the property holds free text, of which a truncated part is still useful.
pub(crate) fn is_text(name: &str) -> bool {
    lookup(name).is_some_and(|info| matches!(info.values, ValueKind::Text | ValueKind::SimpleText))
}

/// The short name of a name with lower-case letters: FF\[1\] to FF\[3\] allow `AddBlack` for `AB`, and some programs wrote
/// `ab`. `None` if neither gives a known property.
pub(crate) fn shorten(name: &str) -> Option<&'static str> {
    let upper: String = name.chars().filter(char::is_ascii_uppercase).collect();
    let info = lookup(&upper).or_else(|| lookup(&name.to_ascii_uppercase()));
    info.map(|info| info.name)
}

const fn now(name: &'static str, values: ValueKind, role: Role) -> PropertyInfo {
    PropertyInfo { name, values, role, current: true }
}

const fn old(name: &'static str, values: ValueKind, role: Role) -> PropertyInfo {
    PropertyInfo { name, values, role, current: false }
}

use Role::{Anywhere, GameInfo, Root, Setup};
use ValueKind::{Color, Double, Labels, Nothing, Number, PointPairs, Points, PointsOrNone, Real, SimpleText, Text};

/// Sorted by name.
pub(crate) static PROPERTIES: &[PropertyInfo] = &[
    now("AB", Points, Setup),
    now("AE", Points, Setup),
    now("AN", SimpleText, GameInfo),
    now("AP", ValueKind::TextPair, Root),
    now("AR", PointPairs, Anywhere),
    now("AW", Points, Setup),
    now("B", ValueKind::Move, Role::Move),
    now("BL", Real, Role::Move),
    now("BM", Double, Role::Move),
    now("BR", SimpleText, GameInfo),
    old("BS", Number, GameInfo),
    now("BT", SimpleText, GameInfo),
    now("C", Text, Anywhere),
    now("CA", SimpleText, Root),
    old("CH", Double, Anywhere),
    now("CP", SimpleText, GameInfo),
    now("CR", Points, Anywhere),
    now("DD", PointsOrNone, Anywhere),
    now("DM", Double, Anywhere),
    now("DO", Nothing, Role::Move),
    now("DT", SimpleText, GameInfo),
    old("EL", Number, Anywhere),
    now("EV", SimpleText, GameInfo),
    old("EX", ValueKind::Move, Anywhere),
    now("FF", Number, Root),
    now("FG", ValueKind::Figure, Anywhere),
    now("GB", Double, Anywhere),
    now("GC", Text, GameInfo),
    now("GM", Number, Root),
    now("GN", SimpleText, GameInfo),
    now("GW", Double, Anywhere),
    now("HA", Number, GameInfo),
    now("HO", Double, Anywhere),
    old("ID", SimpleText, GameInfo),
    now("IT", Nothing, Role::Move),
    now("KM", Real, GameInfo),
    now("KO", Nothing, Role::Move),
    old("L", Points, Anywhere),
    now("LB", Labels, Anywhere),
    now("LN", PointPairs, Anywhere),
    old("LT", Nothing, GameInfo),
    old("M", Points, Anywhere),
    now("MA", Points, Anywhere),
    now("MN", Number, Role::Move),
    now("N", SimpleText, Anywhere),
    now("OB", Number, Role::Move),
    old("OM", Number, GameInfo),
    now("ON", SimpleText, GameInfo),
    old("OP", Real, GameInfo),
    now("OT", SimpleText, GameInfo),
    old("OV", Real, GameInfo),
    now("OW", Number, Role::Move),
    now("PB", SimpleText, GameInfo),
    now("PC", SimpleText, GameInfo),
    now("PL", Color, Setup),
    now("PM", Number, Anywhere),
    now("PW", SimpleText, GameInfo),
    now("RE", SimpleText, GameInfo),
    old("RG", PointsOrNone, Anywhere),
    now("RO", SimpleText, GameInfo),
    now("RU", SimpleText, GameInfo),
    old("SC", PointsOrNone, Anywhere),
    old("SE", PointsOrNone, Anywhere),
    old("SI", Double, Anywhere),
    now("SL", Points, Anywhere),
    now("SO", SimpleText, GameInfo),
    now("SQ", Points, Anywhere),
    now("ST", Number, Root),
    now("SZ", ValueKind::Size, Root),
    now("TB", PointsOrNone, Anywhere),
    old("TC", Number, Anywhere),
    now("TE", Double, Role::Move),
    now("TM", Real, GameInfo),
    now("TR", Points, Anywhere),
    now("TW", PointsOrNone, Anywhere),
    now("UC", Double, Anywhere),
    now("US", SimpleText, GameInfo),
    now("V", Real, Anywhere),
    now("VW", PointsOrNone, Anywhere),
    now("W", ValueKind::Move, Role::Move),
    now("WL", Real, Role::Move),
    now("WR", SimpleText, GameInfo),
    old("WS", Number, GameInfo),
    now("WT", SimpleText, GameInfo),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted() {
        assert!(PROPERTIES.is_sorted_by(|a, b| a.name < b.name));
        assert!(PROPERTIES.iter().all(|info| lookup(info.name) == Some(info)));
    }

    #[test]
    fn long_and_lower_case_names_are_shortened() {
        assert_eq!(shorten("AddBlack"), Some("AB"));
        assert_eq!(shorten("GaMe"), Some("GM"));
        assert_eq!(shorten("White"), Some("W"));
        assert_eq!(shorten("b"), Some("B"));
        assert_eq!(shorten("sz"), Some("SZ"));
        assert_eq!(shorten("hello"), None);
    }
}
