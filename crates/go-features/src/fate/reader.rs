//! Moves as vectors of numbers, in the versions of the feature set.

use std::fmt;
use std::str::FromStr;

use go_board::{Board, Cell, Color, Point};
use thiserror::Error;

use super::alphabet::{Alphabet, n_strings, string_at};
use super::area::Area;
use super::extended::{self, Extended};
use super::graph::FateGraph;
use super::local::{self, Local};
use super::paths::PathCounter;
use super::target::Target;

/// The longest paths, as Graepel et al. and Foulds chose (section 5.1).
const LENGTH: usize = 6;

/// A version of the feature set; what a version counts never changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FateVersion {
    /// As in the thesis: black and white.
    Fate1,
    /// Mover and opponent.
    Fate2,
    /// `Fate2` with sizes, liberties, border, target and groups.
    Fate3,
    /// `Fate3` with reading and shape.
    Fate4,
}

/// A name that no version has.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("there is no feature set {0:?}: fate-1, fate-2, fate-3 or fate-4")]
pub struct UnknownFateVersion(String);

impl FateVersion {
    /// All of them.
    pub const ALL: [FateVersion; 4] = [FateVersion::Fate1, FateVersion::Fate2, FateVersion::Fate3, FateVersion::Fate4];

    /// Its name, as models and files have it.
    pub fn name(self) -> &'static str {
        match self {
            FateVersion::Fate1 => "fate-1",
            FateVersion::Fate2 => "fate-2",
            FateVersion::Fate3 => "fate-3",
            FateVersion::Fate4 => "fate-4",
        }
    }

    /// Does it have the columns of `fate-3` beyond the paths?
    fn is_extended(self) -> bool {
        matches!(self, FateVersion::Fate3 | FateVersion::Fate4)
    }

    /// The length of its vectors.
    pub fn n_columns(self) -> usize {
        let extended = if self.is_extended() { extended::N_EXTENDED } else { 0 };
        let local = if self == FateVersion::Fate4 { local::N_LOCAL } else { 0 };
        n_strings(LENGTH) + extended + local
    }

    /// The names of its columns: `path:.XO` for an empty point, a black and a white chain, `path:.+-` for own and opponent.
    pub fn column_names(self) -> Vec<String> {
        let path = |place| {
            let string = string_at(place);
            match self {
                FateVersion::Fate1 => {
                    let letters: String = string.iter().map(|&letter| ['.', 'X', 'O'][letter as usize]).collect();
                    format!("path:{letters}")
                }
                FateVersion::Fate2 | FateVersion::Fate3 | FateVersion::Fate4 => format!("path:{}", letters(&string)),
            }
        };
        let mut names: Vec<String> = (0..n_strings(LENGTH)).map(path).collect();
        if self.is_extended() {
            names.extend(extended::names());
        }
        if self == FateVersion::Fate4 {
            names.extend(local::names());
        }
        names
    }
}

impl fmt::Display for FateVersion {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for FateVersion {
    type Err = UnknownFateVersion;

    fn from_str(name: &str) -> Result<Self, UnknownFateVersion> {
        let found = FateVersion::ALL.into_iter().find(|version| version.name() == name);
        found.ok_or_else(|| UnknownFateVersion(name.chars().take(40).collect()))
    }
}

/// A string with `.` for empty, `+` for own and `-` for the opponent.
pub(super) fn letters(string: &[u8]) -> String {
    string.iter().map(|&letter| ['.', '+', '-'][letter as usize]).collect()
}

/// 1 for stones of that colour, 2 for the other's, 0 for empty points.
pub(super) fn letter(cell: Cell, first: Color) -> u8 {
    match cell.color() {
        None => 0,
        Some(color) if color == first => 1,
        Some(_) => 2,
    }
}

/// Reads the candidate moves of positions.
pub struct FateReader {
    version: FateVersion,
    alphabet: Alphabet,
    graph: FateGraph,
    paths: PathCounter,
    /// Boxed: a reader is moved with every split of a parallel loop, and these would fill the stack of its thread.
    extended: Option<Box<Extended>>,
    local: Option<Box<Local>>,
    to_move: Color,
    counts: Vec<u32>,
}

impl FateReader {
    /// A reader for one version.
    pub fn new(version: FateVersion) -> FateReader {
        FateReader {
            version,
            alphabet: Alphabet::new(LENGTH),
            graph: FateGraph::default(),
            paths: PathCounter::default(),
            extended: None,
            local: None,
            to_move: Color::Black,
            counts: vec![0; n_strings(LENGTH)],
        }
    }

    /// Which version.
    pub fn version(&self) -> FateVersion {
        self.version
    }

    /// Takes up a position. Without a target `fate-3` and `fate-4` guess it.
    pub fn look_at(&mut self, board: &Board, area: Area, to_move: Color, target: Option<&Target>) {
        self.to_move = to_move;
        self.graph.look_at(board, area);
        let first = if self.version == FateVersion::Fate1 { Color::Black } else { to_move };
        let graph = &self.graph;
        self.paths.prepare(graph, |node| letter(graph.nodes()[node].cell, first));
        self.local = (self.version == FateVersion::Fate4).then(|| Box::new(Local::new(board, area, to_move)));
        self.extended =
            self.version.is_extended().then(|| Box::new(Extended::new(board, area, to_move, &self.graph, target)));
    }

    /// The vector of a move on an empty point; all counts are 0 for a point outside the area. `board` is the one that was looked at.
    pub fn read(&mut self, board: &Board, point: Point, values: &mut Vec<f64>) {
        values.clear();
        self.counts.fill(0);
        if let Some(node) = self.graph.node_at(point) {
            self.paths.count(&self.graph, &self.alphabet, node, &mut self.counts);
        }
        values.extend(self.counts.iter().map(|&count| f64::from(count)));
        if let Some(extended) = &mut self.extended {
            extended.read(board, &self.graph, point, self.to_move, values);
        }
        if let Some(local) = &self.local {
            local.read(board, point, self.to_move, values);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::slow::random_board;
    use super::*;
    use go_board::{BoardSize, Symmetry};

    fn vector(version: FateVersion, board: &Board, point: Point, to_move: Color) -> Vec<f64> {
        let mut reader = FateReader::new(version);
        let mut values = Vec::new();
        reader.look_at(board, Area::of_stones(board, 1), to_move, None);
        reader.read(board, point, &mut values);
        values
    }

    fn transformed(board: &Board, place: impl Fn(Point) -> Point, color: impl Fn(Color) -> Color) -> Board {
        let mut other = Board::new(board.size());
        for point in board.size().points() {
            if let Some(found) = board.color_at(point) {
                other.set_stone(place(point), color(found));
            }
        }
        other
    }

    #[test]
    fn every_version_has_as_many_names_as_columns() {
        for version in FateVersion::ALL {
            assert_eq!(version.column_names().len(), version.n_columns());
            assert_eq!(version.name().parse(), Ok(version));
        }
        assert_eq!(FateVersion::Fate1.n_columns(), 406);
        assert_eq!(FateVersion::Fate1.column_names()[20], "path:XO.");
        assert!("fate-9".parse::<FateVersion>().is_err());
    }

    /// Figure 2 of the thesis shows a count by colour and length; here a board that can be counted by hand.
    #[test]
    fn counts_on_a_small_board() {
        let (board, marks): (Board, _) = Board::parse_ascii("X . .\n. a O\n. . .").unwrap();
        let values = vector(FateVersion::Fate1, &board, marks[0].1, Color::Black);
        // Beside a: three empty points and the white stone.
        assert_eq!(values[..3], [3.0, 0.0, 1.0]);
        // Two steps, in the order 00 01 02 10 12 20 21. From the empty points above, on the left and below.
        assert_eq!(values[3..10], [4.0, 2.0, 0.0, 0.0, 0.0, 2.0, 0.0]);
    }

    #[test]
    fn symmetry_changes_nothing_and_colours_only_the_first_version() {
        for seed in 0..10 {
            let board = random_board(BoardSize::new(7).unwrap(), seed);
            let Some(point) = board.size().points().find(|&p| board.is_legal(p, Color::Black)) else { continue };
            for symmetry in Symmetry::ALL {
                let turned = transformed(&board, |p| symmetry.apply(board.size(), p), |c| c);
                for version in FateVersion::ALL {
                    let there = vector(version, &turned, symmetry.apply(board.size(), point), Color::Black);
                    assert_eq!(vector(version, &board, point, Color::Black), there, "{version}, board {seed}");
                }
            }
            let swapped = transformed(&board, |p| p, Color::opponent);
            for version in [FateVersion::Fate2, FateVersion::Fate3, FateVersion::Fate4] {
                let there = vector(version, &swapped, point, Color::White);
                assert_eq!(vector(version, &board, point, Color::Black), there, "{version}, board {seed}");
            }
        }
    }
}
