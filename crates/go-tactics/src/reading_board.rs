//! A board for reading ahead: stones only, copied from a real board once, moves made and taken back cheaply.
//!
//! Nothing is kept incrementally. A reader asks few questions per move, all about chains with few liberties, and a flood fill
//! that stops at the second or third liberty answers them by looking at a handful of cells; taking a move back is putting a
//! few cells back. (The board core would have to rebuild the whole chain, patterns included.) And since the
//! reader works on its own copy, reading cannot change the board it was asked about.
//!
//! It knows simple ko. It does not judge suicide when playing: ask `is_legal` first.

use arrayvec::ArrayVec;
use go_board::{Board, Cell, Color, GRID_CELLS, Liberties, Point, PointMap};

struct Played {
    point: Point,
    color: Color,
    /// Where the stones that this move took begin in `taken`.
    first_taken: usize,
    ko_before: Option<(Point, Color)>,
}

pub(crate) struct ReadingBoard {
    cells: PointMap<Cell>,
    ko: Option<(Point, Color)>,
    /// When a cell was last looked at: the number of the flood fill.
    marks: PointMap<u32>,
    flood: u32,
    /// The stones that the current flood fill has found.
    found: [Point; GRID_CELLS],
    played: Vec<Played>,
    taken: Vec<Point>,
}

impl ReadingBoard {
    pub(crate) fn new() -> Self {
        ReadingBoard {
            cells: PointMap::filled(Cell::OffBoard),
            ko: None,
            marks: PointMap::filled(0),
            flood: 0,
            found: [Point::from_index(0); GRID_CELLS],
            played: Vec::new(),
            taken: Vec::new(),
        }
    }

    /// Takes over stones and ko of a board.
    pub(crate) fn load<L: Liberties, const PATTERN: usize>(&mut self, board: &Board<L, PATTERN>) {
        for point in (0..GRID_CELLS).map(Point::from_index) {
            self.cells[point] = board.cell(point);
        }
        self.ko = board.ko();
        self.played.clear();
        self.taken.clear();
    }

    #[inline(always)]
    pub(crate) fn cell(&self, point: Point) -> Cell {
        self.cells[point]
    }

    pub(crate) fn n_empty_neighbours(&self, point: Point) -> usize {
        point.neighbours().into_iter().filter(|&n| self.cells[n] == Cell::Empty).count()
    }

    /// A fresh number for marking cells.
    fn next_flood(&mut self) -> u32 {
        if self.flood == u32::MAX {
            self.marks.fill(0);
            self.flood = 0;
        }
        self.flood += 1;
        self.flood
    }

    /// Liberties of the chain of that stone; stops at `N` of them. Stones found so far stand in `found`, their number is
    /// returned too (all of them, if there are fewer than `N` liberties).
    #[inline]
    fn explore<const N: usize>(&mut self, stone: Point) -> (ArrayVec<Point, N>, usize) {
        let mark = self.next_flood();
        let own = self.cells[stone];
        let mut liberties = ArrayVec::new();
        self.marks[stone] = mark;
        self.found[0] = stone;
        let (mut n_seen, mut n_found) = (0, 1);
        while n_seen < n_found {
            let point = self.found[n_seen];
            n_seen += 1;
            for neighbour in point.neighbours() {
                let cell = self.cells[neighbour];
                if (cell == Cell::Empty || cell == own) && self.marks[neighbour] != mark {
                    self.marks[neighbour] = mark;
                    if cell == own {
                        self.found[n_found & (GRID_CELLS - 1)] = neighbour;
                        n_found += 1;
                    } else {
                        liberties.push(neighbour);
                        if liberties.len() == N {
                            return (liberties, n_found);
                        }
                    }
                }
            }
        }
        (liberties, n_found)
    }

    /// The first `N` liberties of the chain of that stone, in no particular order.
    #[inline]
    pub(crate) fn liberties<const N: usize>(&mut self, stone: Point) -> ArrayVec<Point, N> {
        self.explore(stone).0
    }

    /// The stones of the chain.
    pub(crate) fn chain_size(&mut self, stone: Point) -> usize {
        self.explore::<{ GRID_CELLS / 2 }>(stone).1
    }

    /// May `color` play there: empty, not forbidden by simple ko, no suicide?
    pub(crate) fn is_legal(&mut self, point: Point, color: Color) -> bool {
        if self.cells[point] != Cell::Empty || self.ko == Some((point, color)) {
            return false;
        }
        if self.n_empty_neighbours(point) > 0 {
            return true;
        }
        point.neighbours().into_iter().any(|n| match self.cells[n].color() {
            Some(stone) => (stone == color) == (self.liberties::<2>(n).len() == 2),
            None => false,
        })
    }

    /// Puts a stone down and takes what it captures; returns how many stones that were.
    pub(crate) fn play(&mut self, point: Point, color: Color) -> usize {
        let first_taken = self.taken.len();
        self.played.push(Played { point, color, first_taken, ko_before: self.ko });
        self.cells[point] = color.cell();
        let enemy = color.opponent().cell();
        for neighbour in point.neighbours() {
            if self.cells[neighbour] == enemy {
                let (liberties, n_stones) = self.explore::<1>(neighbour);
                if liberties.is_empty() {
                    for &stone in &self.found[..n_stones] {
                        self.cells[stone] = Cell::Empty;
                        self.taken.push(stone);
                    }
                }
            }
        }
        let n_taken = self.taken.len() - first_taken;
        let alone = || point.neighbours().into_iter().all(|n| self.cells[n] != color.cell());
        let is_ko = n_taken == 1 && self.n_empty_neighbours(point) == 1 && alone();
        self.ko = is_ko.then(|| (self.taken[first_taken], color.opponent()));
        n_taken
    }

    /// Takes back the last move.
    pub(crate) fn undo(&mut self) {
        let Some(Played { point, color, first_taken, ko_before }) = self.played.pop() else { return };
        self.cells[point] = Cell::Empty;
        let enemy = color.opponent().cell();
        for &stone in &self.taken[first_taken..] {
            self.cells[stone] = enemy;
        }
        self.taken.truncate(first_taken);
        self.ko = ko_before;
    }

    /// Calls `see` once for every enemy chain around the chain of that stone that has fewer than `N` liberties, with these.
    pub(crate) fn each_enemy_around<const N: usize>(&mut self, stone: Point, mut see: impl FnMut(&[Point])) {
        let Some(color) = self.cells[stone].color() else { return };
        let enemy = color.opponent().cell();
        let (_, n_stones) = self.explore::<{ GRID_CELLS / 2 }>(stone);
        let first_flood = self.flood;
        // `explore` overwrites the list of stones: keep the enemy neighbours, not the stones.
        let mut enemies: ArrayVec<Point, GRID_CELLS> = ArrayVec::new();
        for i in 0..n_stones {
            for neighbour in self.found[i].neighbours() {
                if self.cells[neighbour] == enemy && self.marks[neighbour] != first_flood {
                    self.marks[neighbour] = first_flood;
                    enemies.push(neighbour);
                }
            }
        }
        for neighbour in enemies {
            // A flood wraps once in 2^32: then a chain may come twice, which is harmless.
            if self.marks[neighbour] > first_flood || self.n_empty_neighbours(neighbour) >= N {
                continue;
            }
            let liberties = self.liberties::<N>(neighbour);
            if liberties.len() < N {
                see(&liberties);
            }
        }
    }
}
