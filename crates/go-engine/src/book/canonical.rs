//! The canonical view of a position: the one of its eight symmetries with the smallest key.

use go_board::zobrist::{WHITE_TO_MOVE, stone_key};
use go_board::{Board, BoardSize, Color, Point, Symmetry, TrueLiberties};

/// The keys of all eight views of a position, kept up to date move by move.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Views {
    keys: [u64; 8],
}

/// The view that counts, and those that look the same.
#[derive(Clone, Copy, Debug)]
pub(super) struct Canonical {
    key: u64,
    views: [bool; 8],
}

impl Views {
    /// Adds a stone (or takes it away).
    pub(super) fn toggle(&mut self, size: BoardSize, color: Color, point: Point) {
        for (key, symmetry) in self.keys.iter_mut().zip(Symmetry::ALL) {
            *key ^= stone_key(color, symmetry.apply(size, point));
        }
    }

    pub(super) fn canonical(&self, to_move: Color) -> Canonical {
        let least = self.keys.iter().copied().min().unwrap_or(0);
        let side = if to_move == Color::White { WHITE_TO_MOVE } else { 0 };
        Canonical { key: least ^ side, views: self.keys.map(|key| key == least) }
    }
}

impl Canonical {
    pub(super) fn of_board(board: &Board<TrueLiberties>, to_move: Color) -> Self {
        let mut views = Views::default();
        for point in board.size().points() {
            if let Some(color) = board.color_at(point) {
                views.toggle(board.size(), color, point);
            }
        }
        views.canonical(to_move)
    }

    pub(super) fn key(&self) -> u64 {
        self.key
    }

    fn symmetries(&self) -> impl Iterator<Item = Symmetry> + '_ {
        Symmetry::ALL.into_iter().zip(self.views).filter(|&(_, same)| same).map(|(symmetry, _)| symmetry)
    }

    /// The point in the canonical view. A symmetric position has several; the first of the images is taken.
    pub(super) fn point(&self, size: BoardSize, point: Point) -> Point {
        let images = self.symmetries().map(|symmetry| symmetry.apply(size, point));
        images.min_by_key(|image| image.index()).unwrap_or(point)
    }

    /// From the canonical view to the board.
    pub(super) fn point_back(&self, size: BoardSize, point: Point) -> Point {
        self.symmetries().next().map_or(point, |symmetry| symmetry.inverse().apply(size, point))
    }
}
