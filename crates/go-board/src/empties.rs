//! The empty points as a list with constant-time insertion and removal.
//!
//! The order is arbitrary but deterministic. Newly emptied points are at the end, which the undo record uses.

use crate::point::GRID_CELLS;
use crate::{BoardSize, Point, PointMap};

#[derive(Clone)]
pub(crate) struct EmptyPoints {
    points: [Point; GRID_CELLS],
    place: PointMap<u16>,
    len: u16,
}

impl EmptyPoints {
    pub(crate) fn all(size: BoardSize) -> Self {
        let mut list = EmptyPoints { points: [Point::from_index(0); GRID_CELLS], place: PointMap::filled(0), len: 0 };
        size.points().for_each(|point| list.push(point));
        list
    }

    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.len as usize
    }

    #[inline(always)]
    pub(crate) fn as_slice(&self) -> &[Point] {
        &self.points[..self.len as usize]
    }

    #[inline(always)]
    pub(crate) fn get(&self, idx: usize) -> Point {
        self.points[idx & (GRID_CELLS - 1)]
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, point: Point) {
        self.points[self.len as usize & (GRID_CELLS - 1)] = point;
        self.place[point] = self.len;
        self.len += 1;
    }

    #[inline(always)]
    pub(crate) fn remove(&mut self, point: Point) {
        self.len -= 1;
        let last = self.get(self.len as usize);
        let place = self.place[point];
        self.points[place as usize & (GRID_CELLS - 1)] = last;
        self.place[last] = place;
    }

    /// Swaps two members: sampling without replacement moves rejected points behind the remaining ones.
    #[inline(always)]
    pub(crate) fn swap(&mut self, a: usize, b: usize) {
        let (pa, pb) = (self.get(a), self.get(b));
        self.points[a & (GRID_CELLS - 1)] = pb;
        self.points[b & (GRID_CELLS - 1)] = pa;
        self.place[pa] = b as u16;
        self.place[pb] = a as u16;
    }

    pub(crate) fn copy_from(&mut self, other: &Self, size: usize) {
        let len = other.len as usize;
        self.points[..len].copy_from_slice(&other.points[..len]);
        self.place.copy_rows_from(&other.place, size);
        self.len = other.len;
    }
}
