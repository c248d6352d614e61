//! Distance in the common fate graph: steps from chain to chain, where a whole chain is one node (van Niekerk 2014, section 2.5).
//!
//! A step between two stones of one chain costs nothing, any other step between neighbours costs one. The search is breadth
//! first; a chain is entered once, with all its stones at the same distance.

use go_board::{Board, Cell, GRID_CELLS, Liberties, Point, PointMap};

/// The distance of every point from one point, up to a largest distance.
#[derive(Clone)]
pub struct CfgDistance {
    distances: PointMap<u8>,
}

const FAR: u8 = u8::MAX;

impl CfgDistance {
    /// Distances from the point, or from its chain if there is a stone; points farther than `reach` are not reached.
    pub fn new<L: Liberties>(board: &Board<L>, from: Point, reach: u8) -> Self {
        let mut search = Search { distances: PointMap::filled(FAR), queue: [from; GRID_CELLS], n_queued: 0 };
        search.enter(board, from, 0);
        let mut next = 0;
        while next < search.n_queued {
            let point = search.queue[next & (GRID_CELLS - 1)];
            next += 1;
            let distance = search.distances[point];
            if distance >= reach {
                break;
            }
            for neighbour in point.neighbours() {
                if search.distances[neighbour] == FAR {
                    search.enter(board, neighbour, distance + 1);
                }
            }
        }
        CfgDistance { distances: search.distances }
    }

    /// The distance of a point, if it was reached.
    #[inline]
    pub fn get(&self, point: Point) -> Option<u8> {
        Some(self.distances[point]).filter(|&distance| distance != FAR)
    }
}

struct Search {
    distances: PointMap<u8>,
    queue: [Point; GRID_CELLS],
    n_queued: usize,
}

impl Search {
    #[inline(always)]
    fn put(&mut self, point: Point, distance: u8) {
        self.distances[point] = distance;
        self.queue[self.n_queued & (GRID_CELLS - 1)] = point;
        self.n_queued += 1;
    }

    /// Reaches a point, and with a stone its whole chain.
    #[inline(always)]
    fn enter<L: Liberties>(&mut self, board: &Board<L>, point: Point, distance: u8) {
        match board.cell(point) {
            Cell::OffBoard => {}
            Cell::Empty => self.put(point, distance),
            Cell::Black | Cell::White => {
                if let Some(chain) = board.chain_at(point) {
                    board.stones(chain).for_each(|stone| self.put(stone, distance));
                }
            }
        }
    }
}
