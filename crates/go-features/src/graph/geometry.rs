//! Constant tables of a board size: distances between points and sides, and every point's surroundings by rising
//! distance.
//!
//! Points have their dense index (row by row from the top left), the four sides follow: `area` to `area + 3`. A side is the set of
//! points on its line, so that a stone on the first line is at distance 0 and neighbouring sides touch (van Niekerk 2014,
//! section 3.3.2, footnote 7). The last number is *nowhere*, the place of an earlier move that was none: it is
//! [`NOWHERE_DISTANCE`] from everything, itself included.

use super::OppositeSides;
use go_board::{BoardSize, MAX_SIZE};
use std::sync::OnceLock;

/// Sides of a board.
pub(super) const N_SIDES: usize = 4;
/// How far *nowhere* is from everything: farther than any two points of a board.
pub(super) const NOWHERE_DISTANCE: u8 = u8::MAX;
/// Words of a set of nodes: enough for the 625 points and 4 sides of the largest board.
pub(super) const SET_WORDS: usize = 10;
/// The place of sides in such a set: after all stones.
pub(super) const FIRST_SIDE_PLACE: u16 = 64 * SET_WORDS as u16 - 8;

/// Distance tables for one board size.
pub(super) struct Geometry {
    pub(super) size: BoardSize,
    pub(super) area: usize,
    /// Points, sides and nowhere: the length of a row of `distances`.
    pub(super) stride: usize,
    distances: Vec<u8>,
    /// For each point all other points, by rising distance.
    by_distance: Vec<u16>,
    /// For each point and radius, where the points farther than it begin in `by_distance`.
    ring_ends: Vec<u16>,
    neighbours: Vec<[u16; 4]>,
}

/// Distances on a board are below this.
const fn n_radii(size: BoardSize) -> usize {
    2 * size.get() as usize
}

impl Geometry {
    /// The tables for a board size, made on first use: that takes some milliseconds, and all graphs of all threads
    /// share them.
    pub(super) fn of(size: BoardSize, opposite: OppositeSides) -> &'static Geometry {
        static TABLES: [[OnceLock<Geometry>; 2]; MAX_SIZE as usize + 1] =
            [const { [const { OnceLock::new() }; 2] }; MAX_SIZE as usize + 1];
        TABLES[size.get() as usize][opposite as usize].get_or_init(|| Geometry::new(size, opposite))
    }

    fn new(size: BoardSize, opposite: OppositeSides) -> Geometry {
        let (n, area) = (size.get() as usize, size.area());
        let stride = area + N_SIDES + 1;
        // A side is a box one line thick: the distance between boxes is the sum of the gaps along both axes.
        let boxes: Vec<[usize; 4]> = (0..area)
            .map(|p| [p % n, p % n, p / n, p / n])
            .chain([[0, n - 1, 0, 0], [0, 0, 0, n - 1], [n - 1, n - 1, 0, n - 1], [0, n - 1, n - 1, n - 1]])
            .collect();
        let gap = |a0: usize, a1: usize, b0: usize, b1: usize| b0.saturating_sub(a1).max(a0.saturating_sub(b1));
        let mut distances = vec![NOWHERE_DISTANCE; stride * stride];
        for (a, &[ax0, ax1, ay0, ay1]) in boxes.iter().enumerate() {
            for (b, &[bx0, bx1, by0, by1]) in boxes.iter().enumerate() {
                let opposite_sides = a >= area && b >= area && (a - area) + (b - area) == 3 && a != b;
                let extra = usize::from(opposite_sides && opposite == OppositeSides::BoardSize);
                distances[a * stride + b] = (gap(ax0, ax1, bx0, bx1) + gap(ay0, ay1, by0, by1) + extra) as u8;
            }
        }
        let mut by_distance = Vec::with_capacity(area * area);
        let mut ring_ends = Vec::with_capacity(area * n_radii(size));
        for p in 0..area {
            let from = &distances[p * stride..p * stride + area];
            let mut ring: Vec<u16> = (0..area as u16).filter(|&q| q as usize != p).collect();
            ring.sort_by_key(|&q| from[q as usize]);
            ring_ends.extend(
                (0..n_radii(size)).map(|radius| ring.partition_point(|&q| from[q as usize] as usize <= radius) as u16),
            );
            by_distance.extend(ring);
        }
        let neighbours = (0..area)
            .map(|p| {
                let (x, y) = (p % n, p / n);
                // A missing neighbour is the point itself, which no search takes for a neighbour.
                let at = |present: bool, index: usize| if present { index as u16 } else { p as u16 };
                [at(y > 0, p.wrapping_sub(n)), at(x > 0, p.wrapping_sub(1)), at(x + 1 < n, p + 1), at(y + 1 < n, p + n)]
            })
            // Sides and nowhere are beside nothing.
            .chain((area..stride).map(|place| [place as u16; 4]))
            .collect();
        Geometry { size, area, stride, distances, by_distance, ring_ends, neighbours }
    }

    /// The number of the place that is none.
    #[inline(always)]
    pub(super) fn nowhere(&self) -> u16 {
        (self.area + N_SIDES) as u16
    }

    /// Distances from a point or side to all points, sides and nowhere.
    #[inline(always)]
    pub(super) fn distances_from(&self, node: usize) -> &[u8] {
        &self.distances[node * self.stride..(node + 1) * self.stride]
    }

    /// The distance between two points or sides.
    #[inline(always)]
    pub(super) fn distance(&self, a: u16, b: u16) -> u8 {
        self.distances[a as usize * self.stride + b as usize]
    }

    /// The points at exactly that distance from a point; none for radius 0.
    #[inline]
    pub(super) fn ring(&self, point: usize, radius: usize) -> &[u16] {
        let ends = &self.ring_ends[point * n_radii(self.size)..(point + 1) * n_radii(self.size)];
        let first = if radius == 0 { 0 } else { ends[radius - 1] as usize };
        let row = &self.by_distance[point * (self.area - 1)..(point + 1) * (self.area - 1)];
        &row[first..ends[radius] as usize]
    }

    /// The neighbours of a point; where there is none, the point itself.
    #[inline(always)]
    pub(super) fn neighbours(&self, point: usize) -> &[u16; 4] {
        &self.neighbours[point]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_those_of_the_definition() {
        let geometry = Geometry::of(BoardSize::NINE, OppositeSides::BoardSize);
        let point = |x: usize, y: usize| (y * 9 + x) as u16;
        let [top, left, right, bottom] = [81, 82, 83, 84];
        assert_eq!(geometry.distance(point(2, 3), point(4, 0)), 5);
        assert_eq!(geometry.distance(point(2, 0), top), 0);
        assert_eq!(geometry.distance(left, point(2, 0)), 2);
        assert_eq!(geometry.distance(right, point(2, 0)), 6);
        assert_eq!(geometry.distance(bottom, point(2, 0)), 8);
        assert_eq!(geometry.distance(top, left), 0);
        assert_eq!((geometry.distance(top, bottom), geometry.distance(left, right)), (9, 9));
        let text = Geometry::of(BoardSize::NINE, OppositeSides::LastLine);
        assert_eq!((text.distance(top, bottom), text.distance(left, right)), (8, 8));
        let nowhere = text.nowhere();
        assert!([point(4, 4), left, nowhere].iter().all(|&p| text.distance(p, nowhere) == NOWHERE_DISTANCE));
        assert!([point(4, 4), left].iter().all(|&p| text.distance(nowhere, p) == NOWHERE_DISTANCE));
    }

    #[test]
    fn rings_hold_every_other_point_once() {
        let geometry = Geometry::of(BoardSize::NINE, OppositeSides::BoardSize);
        for point in 0..geometry.area {
            let mut seen: Vec<u16> = Vec::new();
            for radius in 0..n_radii(geometry.size) {
                for &other in geometry.ring(point, radius) {
                    assert_eq!(geometry.distance(point as u16, other) as usize, radius);
                    seen.push(other);
                }
            }
            seen.sort_unstable();
            seen.dedup();
            assert_eq!(seen.len(), geometry.area - 1);
        }
    }
}
