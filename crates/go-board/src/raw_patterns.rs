//! The raw pattern hashes of all points, kept incrementally beside a board (Basaldúa 2013, section 4.3.2).
//!
//! A raw hash is the exclusive or of one key per cell around the point (see [`local_pattern`](crate::local_pattern)); the key of an empty cell is 0, so
//! that a stone that appears and one that disappears are the same operation. A board does not know about these hashes: the caller
//! owns a `RawPatterns` of the size it needs and calls [`follow`](RawPatterns::follow) after every move, or plays through
//! [`play`](RawPatterns::play).
//!
//! Colours and orientation are fixed; for the canonical form read the lossless [`LocalPattern`](crate::LocalPattern) from the board.
//! Undo is not supported: build the hashes again with [`of`](RawPatterns::of).

use crate::local_pattern::{CELL_OFFSETS, raw_key};
use crate::{Board, BoardSize, Cell, Color, Liberties, Point, PointMap};

/// Raw hashes of the `CELLS` cells around every point of a board.
#[derive(Clone)]
pub struct RawPatterns<const CELLS: usize> {
    size: BoardSize,
    hashes: Box<PointMap<u64>>,
}

impl<const CELLS: usize> RawPatterns<CELLS> {
    const IS_A_SHAPE: () = assert!(CELLS <= CELL_OFFSETS.len(), "no shape has so many cells");

    /// Those of an empty board.
    pub fn new(size: BoardSize) -> Self {
        const { Self::IS_A_SHAPE };
        let mut hashes = Box::new(PointMap::filled(0));
        for point in size.points() {
            for (i, &(dx, dy)) in CELL_OFFSETS.iter().enumerate().take(CELLS) {
                if !size.contains(point.shifted(i32::from(dx), i32::from(dy))) {
                    hashes[point] ^= raw_key(CELLS, i, Cell::OffBoard);
                }
            }
        }
        Self { size, hashes }
    }

    /// Those of a board.
    pub fn of<L: Liberties>(board: &Board<L>) -> Self {
        let mut patterns = Self::new(board.size());
        for point in board.size().points() {
            if let Some(color) = board.color_at(point) {
                patterns.toggle(point, color);
            }
        }
        patterns
    }

    /// The raw hash around a point.
    #[inline(always)]
    pub fn at(&self, point: Point) -> u64 {
        self.hashes[point]
    }

    /// A stone of that colour appears on the point or disappears from it.
    #[inline(always)]
    pub fn toggle(&mut self, point: Point, color: Color) {
        for (i, &(dx, dy)) in CELL_OFFSETS.iter().enumerate().take(CELLS) {
            // The shapes are symmetric: seen from the cell at -offset, this point is at +offset.
            let seen_from = point.shifted(-i32::from(dx), -i32::from(dy));
            self.hashes[seen_from] ^= raw_key(CELLS, i, color.cell());
        }
    }

    /// Plays on the board as [`Board::play_unchecked`] does, and follows.
    #[inline]
    pub fn play<L: Liberties>(&mut self, board: &mut Board<L>, point: Point, color: Color) -> usize {
        let n_captured = board.play_unchecked(point, color);
        self.follow(board, point, color, n_captured);
        n_captured
    }

    /// Follows a move that was just played on `board` and captured so many stones.
    #[inline]
    pub fn follow<L: Liberties>(&mut self, board: &Board<L>, point: Point, color: Color, n_captured: usize) {
        if board.is_empty(point) {
            // A suicide: too rare to be worth more.
            *self = Self::of(board);
            return;
        }
        self.toggle(point, color);
        let empty = board.empty_points();
        for &captured in &empty[empty.len() - n_captured..] {
            self.toggle(captured, color.opponent());
        }
    }

    /// Becomes equal to `other` without allocating.
    pub fn copy_from(&mut self, other: &Self) {
        self.size = other.size;
        self.hashes.copy_rows_from(&other.hashes, usize::from(other.size.get()));
    }

    /// Compares every hash with the cells of the board: the slow reference for tests.
    pub fn check<L: Liberties>(&self, board: &Board<L>) -> Result<(), String> {
        let differs = |point: &Point| self.at(*point) != board.local_pattern(*point, CELLS).raw_hash();
        match board.size().points().find(differs) {
            Some(point) => Err(format!("the pattern of {CELLS} cells differs at {point:?}\n{}", board.to_ascii())),
            None => Ok(()),
        }
    }
}
