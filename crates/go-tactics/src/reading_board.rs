//! A board for reading: stones only, copied once, with cheap moves and undo.
//!
//! Nothing is kept incrementally. Reading needs few facts per move, all about chains with few liberties, and a flood
//! fill that stops at the second or third liberty finds them in a handful of cells; undo restores a few cells. (The
//! board core would have to rebuild the whole chain, patterns included.) Since the reader works on its own copy,
//! reading cannot change the given board.
//!
//! It knows simple ko. It does not check for suicide when playing: call `is_legal` first.

use arrayvec::ArrayVec;
use go_board::{Board, Cell, Color, GRID_CELLS, Liberties, Point, PointMap};

struct Played {
    point: Point,
    color: Color,
    /// The first stone captured by this move in `taken`.
    first_taken: usize,
    ko_before: Option<(Point, Color)>,
}

/// Whether a walk over a chain may stop.
#[derive(PartialEq, Eq)]
enum Enough {
    NotYet,
    Yes,
}

pub(crate) struct ReadingBoard {
    cells: PointMap<Cell>,
    ko: Option<(Point, Color)>,
    /// The number of the flood fill that last visited a cell.
    marks: PointMap<u32>,
    flood: u32,
    /// The stones that the current flood fill has found.
    found: [Point; GRID_CELLS],
    /// Buffer for the enemy stones around a chain.
    enemies: Vec<Point>,
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
            enemies: Vec::new(),
            played: Vec::new(),
            taken: Vec::new(),
        }
    }

    /// Copies stones and ko of a board.
    pub(crate) fn load<L: Liberties>(&mut self, board: &Board<L>) {
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

    /// Walks over the chain of that stone, calling `see` with each liberty once, until it returns enough or the chain
    /// ends. The stones found so far are in `found`; their number is returned (all of them, if it never stopped).
    #[inline]
    fn explore(&mut self, stone: Point, mut see: impl FnMut(Point) -> Enough) -> usize {
        let mark = self.next_flood();
        let own = self.cells[stone];
        self.marks[stone] = mark;
        self.found[0] = stone;
        let (mut n_seen, mut n_found) = (0, 1);
        while n_seen < n_found {
            let point = self.found[n_seen & (GRID_CELLS - 1)];
            n_seen += 1;
            for neighbour in point.neighbours() {
                let cell = self.cells[neighbour];
                if (cell == Cell::Empty || cell == own) && self.marks[neighbour] != mark {
                    self.marks[neighbour] = mark;
                    if cell == own {
                        self.found[n_found & (GRID_CELLS - 1)] = neighbour;
                        n_found += 1;
                    } else if see(neighbour) == Enough::Yes {
                        return n_found;
                    }
                }
            }
        }
        n_found
    }

    /// The first `N` liberties of the chain of that stone, in no particular order.
    #[inline]
    pub(crate) fn liberties<const N: usize>(&mut self, stone: Point) -> ArrayVec<Point, N> {
        let mut liberties = ArrayVec::new();
        self.explore(stone, |liberty| {
            liberties.push(liberty);
            if liberties.is_full() { Enough::Yes } else { Enough::NotYet }
        });
        liberties
    }

    /// The stones of the chain.
    pub(crate) fn chain_size(&mut self, stone: Point) -> usize {
        self.explore(stone, |_| Enough::NotYet)
    }

    /// Whether `color` may play there: empty, not banned by simple ko, not suicide.
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

    /// Places a stone and removes what it captures; returns the number of captured stones.
    pub(crate) fn play(&mut self, point: Point, color: Color) -> usize {
        let first_taken = self.taken.len();
        self.played.push(Played { point, color, first_taken, ko_before: self.ko });
        self.cells[point] = color.cell();
        let enemy = color.opponent().cell();
        for neighbour in point.neighbours() {
            if self.cells[neighbour] == enemy && self.n_empty_neighbours(neighbour) == 0 {
                let mut is_alive = false;
                let n_stones = self.explore(neighbour, |_| {
                    is_alive = true;
                    Enough::Yes
                });
                if !is_alive {
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
        let n_stones = self.chain_size(stone);
        let first_flood = self.flood;
        // The next floods overwrite `found`: first collect the enemy stones that have few enough liberties of their
        // own.
        let mut enemies = std::mem::take(&mut self.enemies);
        for i in 0..n_stones {
            for neighbour in self.found[i & (GRID_CELLS - 1)].neighbours() {
                if self.cells[neighbour] == enemy && self.marks[neighbour] != first_flood {
                    self.marks[neighbour] = first_flood;
                    if self.n_empty_neighbours(neighbour) < N {
                        enemies.push(neighbour);
                    }
                }
            }
        }
        for &neighbour in &enemies {
            // Marked by a later flood: part of a chain already visited. (Numbers wrap after 2^32 floods; then a chain
            // may come twice.)
            if self.marks[neighbour] <= first_flood {
                let liberties = self.liberties::<N>(neighbour);
                if liberties.len() < N {
                    see(&liberties);
                }
            }
        }
        enemies.clear();
        self.enemies = enemies;
    }
}
