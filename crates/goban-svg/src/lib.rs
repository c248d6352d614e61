//! A Go board as SVG: wood, stones, coordinates, marks, overlays. Shared by the page, the reports, the pictures of the
//! documentation and `tesuji diagram`.
//!
//! Plain values in, an [`Svg`] out: nothing here knows the rules, and anything off the board is left out, so no input
//! can fail. Every colour is a presentation attribute, which any style sheet rule overrides: the same bytes work as a
//! standalone file and follow the page's theme where [`style_sheet`] is loaded. No script, no `style` attribute and no
//! filter, for strict content security policies and simple rasterisers.
//!
//! ```
//! use goban_svg::{Goban, Mark, Side, Spot};
//! let mut goban = Goban::new(9);
//! goban.stones.push((Spot::new(4, 4), Side::Black));
//! goban.marks.push((Spot::new(4, 4), Mark::LastMove));
//! assert!(goban.draw().to_string().starts_with("<svg"));
//! ```

#![cfg_attr(not(test), warn(clippy::disallowed_methods, clippy::disallowed_types))]

mod geometry;
mod layers;
mod look;

pub use geometry::{CELL, Geometry, Window};
pub use look::{definitions, style_sheet};

use report::svg::Svg;

/// The largest board that is drawn.
pub const MAX_SIZE: u8 = 25;

/// An intersection: column from the left, row from the top, both from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Spot {
    /// Column from the left.
    pub x: u8,
    /// Row from the top.
    pub y: u8,
}

impl Spot {
    /// The intersection of a column and a row.
    pub const fn new(x: u8, y: u8) -> Spot {
        Spot { x, y }
    }
}

/// The colour of a stone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    /// Black.
    Black,
    /// White.
    White,
}

/// Something drawn on an intersection, with or without a stone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mark {
    /// The move just made.
    LastMove,
    /// SGF's `TR`.
    Triangle,
    /// SGF's `SQ`.
    Square,
    /// SGF's `CR`.
    Circle,
    /// SGF's `MA`.
    Cross,
    /// A ring in the colour for good moves: what the search or the model prefers.
    Choice,
    /// A ring in the colour for mistakes.
    Fault,
    /// A move number or a letter; only the first four characters are shown.
    Label(String),
}

/// Whether a drawing contains its own gradients.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Definitions {
    /// The drawing stands alone.
    #[default]
    Own,
    /// The page holds [`definitions`] once, for all its boards.
    Shared,
}

/// A board to draw.
#[derive(Debug, Clone, PartialEq)]
pub struct Goban {
    /// Lines a side; 1 to [`MAX_SIZE`] are drawn, anything else as the nearest of them.
    pub size: u8,
    /// The stones.
    pub stones: Vec<(Spot, Side)>,
    /// Translucent stones: dead ones, moves of a variation.
    pub ghosts: Vec<(Spot, Side)>,
    /// Marks, drawn in this order above the stones.
    pub marks: Vec<(Spot, Mark)>,
    /// Probabilities of moves, 0 to 1, as coloured discs with percentages.
    pub heat: Vec<(Spot, f32)>,
    /// Expected owner, from -1 (White) to 1 (Black), as small squares.
    pub ownership: Vec<(Spot, f32)>,
    /// Letters and numbers around the board.
    pub coordinates: bool,
    /// Draw only this part of the board.
    pub window: Option<Window>,
    /// Text for screen readers and tool tips.
    pub title: String,
    /// Gradients inside or shared by the page.
    pub definitions: Definitions,
}

impl Goban {
    /// An empty board with coordinates.
    pub fn new(size: u8) -> Goban {
        Goban {
            size: size.clamp(1, MAX_SIZE),
            stones: Vec::new(),
            ghosts: Vec::new(),
            marks: Vec::new(),
            heat: Vec::new(),
            ownership: Vec::new(),
            coordinates: true,
            window: None,
            title: String::new(),
            definitions: Definitions::Own,
        }
    }

    /// Positions on the drawing, for pointers and overlays; the drawing's root has the same in `data-` attributes.
    pub fn geometry(&self) -> Geometry {
        Geometry::of(self.size.clamp(1, MAX_SIZE), self.window, self.coordinates)
    }

    /// The drawing.
    pub fn draw(&self) -> Svg {
        layers::draw(self)
    }

    /// The colour of the stone below a mark.
    fn side_at(&self, spot: Spot) -> Option<Side> {
        self.stones.iter().chain(&self.ghosts).rev().find(|(at, _)| *at == spot).map(|&(_, side)| side)
    }
}

/// The name of a column as in GTP: A to Z without I.
pub fn column_letter(x: u8) -> char {
    char::from(b"ABCDEFGHJKLMNOPQRSTUVWXYZ"[usize::from(x) % 25])
}
