//! Positions of intersections on the drawing: centre of (x, y) = (left + x * CELL, top + y * CELL).

use crate::{MAX_SIZE, Spot};

/// Units between two lines.
pub const CELL: f64 = 30.0;
/// From the outermost line to the edge of the wood, without and with coordinates.
const BARE_MARGIN: f64 = 0.75 * CELL;
/// Additional margin for coordinates on a board of 19 lines; smaller boards, which are shown larger, need less.
const LETTERS_MARGIN: f64 = 0.55 * CELL;

/// A rectangular part of a board, both corners included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// The corner at the top left.
    pub from: Spot,
    /// The corner at the bottom right.
    pub to: Spot,
}

impl Window {
    /// The part around some spots, `margin` lines wider; it snaps to an edge of the board that is nearer than two lines.
    pub fn around(spots: impl IntoIterator<Item = Spot>, margin: u8, size: u8) -> Option<Window> {
        let last = size.clamp(1, MAX_SIZE) - 1;
        let mut bounds: Option<(Spot, Spot)> = None;
        for spot in spots.into_iter().filter(|spot| spot.x <= last && spot.y <= last) {
            let (from, to) = bounds.unwrap_or((spot, spot));
            bounds = Some((
                Spot::new(from.x.min(spot.x), from.y.min(spot.y)),
                Spot::new(to.x.max(spot.x), to.y.max(spot.y)),
            ));
        }
        let low = |v: u8| if v <= margin + 2 { 0 } else { v - margin };
        let high = |v: u8| if v + margin + 2 >= last { last } else { v + margin };
        bounds.map(|(from, to)| Window {
            from: Spot::new(low(from.x), low(from.y)),
            to: Spot::new(high(to.x), high(to.y)),
        })
    }
}

/// The dimensions of one drawing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Geometry {
    /// Lines a side of the whole board.
    pub size: u8,
    /// The part that is drawn.
    pub window: Window,
    /// x of the first column of the board, on the drawing or left of it.
    pub left: f64,
    /// y of the first row of the board, on the drawing or above it.
    pub top: f64,
    /// Width of the drawing.
    pub width: f64,
    /// Height of the drawing.
    pub height: f64,
}

/// The size of letters relative to a board of 19 lines.
fn letter_scale(window: Window) -> f64 {
    let n_lines = f64::from((window.to.x - window.from.x).max(window.to.y - window.from.y)) + 1.0;
    (0.5 + 0.5 * n_lines / 19.0).clamp(0.7, 1.0)
}

impl Geometry {
    /// The size of letters relative to a board of 19 lines.
    pub(super) fn letter_scale(&self) -> f64 {
        letter_scale(self.window)
    }

    /// The dimensions of a board of `size` lines, from 1.
    pub(super) fn of(size: u8, window: Option<Window>, coordinates: bool) -> Geometry {
        let last = size - 1;
        let whole = Window { from: Spot::new(0, 0), to: Spot::new(last, last) };
        let valid = |w: &Window| w.from.x <= w.to.x && w.from.y <= w.to.y && w.to.x <= last && w.to.y <= last;
        let window = window.filter(valid).unwrap_or(whole);
        let margin = BARE_MARGIN + if coordinates { letter_scale(window) * LETTERS_MARGIN } else { 0.0 };
        let span = |from: u8, to: u8| f64::from(to - from) * CELL + 2.0 * margin;
        Geometry {
            size,
            window,
            left: margin - f64::from(window.from.x) * CELL,
            top: margin - f64::from(window.from.y) * CELL,
            width: span(window.from.x, window.to.x),
            height: span(window.from.y, window.to.y),
        }
    }

    /// The centre of an intersection.
    pub fn center(&self, spot: Spot) -> (f64, f64) {
        (self.left + f64::from(spot.x) * CELL, self.top + f64::from(spot.y) * CELL)
    }

    /// The intersection nearest to a place on the drawing, if there is one within half a cell.
    pub fn spot_at(&self, x: f64, y: f64) -> Option<Spot> {
        let line = |v: f64, start: f64| ((v - start) / CELL).round();
        let (column, row) = (line(x, self.left), line(y, self.top));
        let inside = |v: f64| (0.0..f64::from(self.size)).contains(&v);
        let spot = (inside(column) && inside(row)).then(|| Spot::new(column as u8, row as u8))?;
        self.shows(spot).then_some(spot)
    }

    /// Whether the spot is on the part that is drawn.
    pub fn shows(&self, spot: Spot) -> bool {
        let Window { from, to } = self.window;
        (from.x..=to.x).contains(&spot.x) && (from.y..=to.y).contains(&spot.y)
    }

    /// The drawn star points of a board of this size.
    pub(super) fn star_points(&self) -> Vec<Spot> {
        let n = self.size;
        let (from_edge, sides) = match n {
            0..=4 => return Vec::new(),
            5 | 6 => (None, false),
            7..=12 => (Some(2), false),
            13 | 14 => (Some(3), false),
            _ => (Some(3), true),
        };
        let middle = (n % 2 == 1).then_some(n / 2);
        let mut spots = Vec::new();
        if let Some(edge) = from_edge {
            let lines = [edge, n - 1 - edge];
            spots.extend(lines.iter().flat_map(|&y| lines.map(|x| Spot::new(x, y))));
            if let (true, Some(middle)) = (sides, middle) {
                spots.extend(lines.iter().flat_map(|&line| [Spot::new(line, middle), Spot::new(middle, line)]));
            }
        }
        spots.extend(middle.map(|middle| Spot::new(middle, middle)));
        spots.retain(|&spot| self.shows(spot));
        spots
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spot_is_found_again_from_its_centre_and_near_it() {
        for size in 1..=MAX_SIZE {
            let geometry = Geometry::of(size, None, true);
            for spot in (0..size).flat_map(|y| (0..size).map(move |x| Spot::new(x, y))) {
                let (x, y) = geometry.center(spot);
                assert_eq!(geometry.spot_at(x + 0.4 * CELL, y - 0.4 * CELL), Some(spot));
                assert!(x > 0.0 && x < geometry.width && y > 0.0 && y < geometry.height);
            }
            assert_eq!(geometry.spot_at(0.0, 0.0), None);
            assert_eq!(geometry.spot_at(f64::NAN, 9.0), None);
        }
    }

    #[test]
    fn star_points_of_the_usual_boards() {
        let count = |size| Geometry::of(size, None, false).star_points().len();
        assert_eq!([4, 5, 7, 9, 13, 14, 19, 25].map(count), [0, 1, 5, 5, 5, 4, 9, 9]);
    }

    #[test]
    fn a_window_snaps_to_a_near_edge_and_an_invalid_one_is_the_whole_board() {
        let window = Window::around([Spot::new(3, 2), Spot::new(10, 12), Spot::new(99, 0)], 1, 19).expect("spots");
        assert_eq!(window, Window { from: Spot::new(0, 0), to: Spot::new(11, 13) });
        assert_eq!(Window::around([Spot::new(99, 0)], 1, 19), None);
        let senseless = Window { from: Spot::new(5, 5), to: Spot::new(2, 40) };
        assert_eq!(Geometry::of(9, Some(senseless), false), Geometry::of(9, None, false));
    }
}
