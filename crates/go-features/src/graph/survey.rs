//! The facts about every point that all graphs share: status, and the root, size and liberties of its chain or region.
//!
//! Liberties are pseudo-liberties (one per adjacency of stone and empty point), but 1 for a chain in atari (van Niekerk 2014,
//! section 3.3). The root of a chain or region is its first point in reading order; it names the merged node.

use super::Status;
use super::geometry::Geometry;
use go_board::{Board, Cell, Color, Liberties};

/// Status, root, size and liberties by dense point index; sides and nowhere (neutral, 0, 0) follow the points.
#[derive(Default)]
pub(super) struct Survey {
    pub(super) status: Vec<u8>,
    pub(super) root: Vec<u16>,
    pub(super) size: Vec<u16>,
    pub(super) liberties: Vec<u16>,
    open: Vec<u16>,
}

/// No root yet.
const UNROOTED: u16 = u16::MAX;

impl Survey {
    /// Surveys all stones; `regions` also sizes the regions of empty points (otherwise their size is 0).
    pub(super) fn take<L: Liberties>(&mut self, board: &Board<L>, to_move: Color, geometry: &Geometry, regions: bool) {
        let stride = geometry.stride;
        self.status.clear();
        self.status.resize(stride, Status::Neutral as u8);
        self.root.clear();
        self.root.resize(stride, UNROOTED);
        for values in [&mut self.size, &mut self.liberties] {
            values.clear();
            values.resize(stride, 0);
        }
        let size = board.size();
        for (dense, point) in size.points().enumerate() {
            if self.root[dense] != UNROOTED {
                continue;
            }
            let root = dense as u16;
            match board.cell(point) {
                Cell::Empty if regions => self.flood(board, geometry, root),
                Cell::Empty => self.root[dense] = root,
                Cell::Black | Cell::White => {
                    let chain = board.chain_at(point).expect("a stone has a chain");
                    let own = board.chain_color(chain) == to_move;
                    let pseudo: usize = board.stones(chain).map(|stone| board.n_empty_neighbours(stone)).sum();
                    let liberties = if board.liberties(chain).is_single() { 1 } else { pseudo as u16 };
                    for stone in board.stones(chain) {
                        let stone = size.dense_index(stone);
                        self.status[stone] = if own { Status::Own } else { Status::Opponent } as u8;
                        self.root[stone] = root;
                        self.size[stone] = board.chain_size(chain) as u16;
                        self.liberties[stone] = liberties;
                    }
                }
                Cell::OffBoard => unreachable!("points of the size are on the board"),
            }
        }
        for side in geometry.area..stride {
            self.root[side] = side as u16;
        }
    }

    /// Roots and sizes of the region of empty points around `root`.
    fn flood<L: Liberties>(&mut self, board: &Board<L>, geometry: &Geometry, root: u16) {
        self.open.clear();
        self.open.push(root);
        self.root[root as usize] = root;
        let mut next = 0;
        while next < self.open.len() {
            for &neighbour in geometry.neighbours(self.open[next] as usize) {
                let there = board.size().from_dense_index(neighbour as usize).expect("a point of the board");
                if self.root[neighbour as usize] == UNROOTED && board.is_empty(there) {
                    self.root[neighbour as usize] = root;
                    self.open.push(neighbour);
                }
            }
            next += 1;
        }
        for &point in &self.open {
            self.size[point as usize] = self.open.len() as u16;
        }
    }
}
