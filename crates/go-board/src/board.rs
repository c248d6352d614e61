//! The board core: stones, chains, liberties, hash and neighbour counts, all kept incrementally.
//!
//! One core serves the fast playout board (`PlayoutBoard`: pseudo-liberties), the board of heavy playouts and search (true
//! liberties) and the full game board (`GameBoard`, which adds rules, history and undo). It follows Basaldúa 2013, sections 4.3
//! and 6.1.1 and, for pseudo-liberties, van Niekerk 2014, section 2.1.
//!
//! It knows simple ko and whether a move is suicide; it does *not* know whose turn it is, superko, rule sets or local
//! patterns, which `RawPatterns` keeps beside a board.
//! `check_consistency` is the slow reference that tests compare it with.

use crate::chain::{Chain, ChainTable};
use crate::empties::EmptyPoints;
use crate::local_pattern::CELL_OFFSETS;
use crate::zobrist::stone_key;
use crate::{
    BoardSize, Cell, ChainId, Color, Liberties, LocalPattern, Point, PointMap, PseudoLiberties, TrueLiberties,
};

/// The board of light playouts.
pub type PlayoutBoard = Board<PseudoLiberties>;

/// The number of black (bits 0-3), white (4-7) and empty (8-11) neighbours. Off-board neighbours count as black and as
/// white, so that an eye-like point is simply one with four neighbours of a colour.
type NeighbourCounts = u16;
const ONE_EMPTY: NeighbourCounts = 0x100;
const ONE_STONE: [NeighbourCounts; 2] = [0x01, 0x10];

/// Stones on a board, with liberties of kind `L`.
#[derive(Clone)]
pub struct Board<L: Liberties = TrueLiberties> {
    size: BoardSize,
    pub(crate) cells: PointMap<Cell>,
    neighbour_counts: PointMap<NeighbourCounts>,
    chain_of: PointMap<ChainId>,
    /// The next stone of the same chain, in a circular list.
    next_stone: PointMap<Point>,
    chains: ChainTable<L>,
    pub(crate) empties: EmptyPoints,
    hash: u64,
    ko: Option<(Point, Color)>,
    n_stones: [u16; 2],
    prisoners: [u16; 2],
}

/// The result of placing a stone.
struct Placed {
    chain: ChainId,
    /// Whether some chain next to the stone, own or not, has no liberty at the moment.
    may_capture: bool,
}

/// The undo record of a move.
#[derive(Clone, Debug)]
pub struct Undo {
    point: Point,
    color: Color,
    captured: Vec<Point>,
    suicide: bool,
    ko: Option<(Point, Color)>,
}

impl Undo {
    /// The stones that the move captured.
    pub fn captured(&self) -> &[Point] {
        &self.captured
    }
}

impl<L: Liberties> Board<L> {
    /// An empty board.
    pub fn new(size: BoardSize) -> Self {
        let mut cells = PointMap::filled(Cell::OffBoard);
        size.points().for_each(|point| cells[point] = Cell::Empty);
        let mut neighbour_counts = PointMap::filled(0);
        for point in size.points() {
            for neighbour in point.neighbours() {
                neighbour_counts[point] +=
                    if size.contains(neighbour) { ONE_EMPTY } else { ONE_STONE[0] + ONE_STONE[1] };
            }
        }
        Board {
            size,
            cells,
            neighbour_counts,
            chain_of: PointMap::filled(ChainId::NONE),
            next_stone: PointMap::filled(Point::from_index(0)),
            chains: ChainTable::new(),
            empties: EmptyPoints::all(size),
            hash: 0,
            ko: None,
            n_stones: [0; 2],
            prisoners: [0; 2],
        }
    }

    /// Copies `other` without allocating; only the part that a board of that size uses.
    pub fn copy_from(&mut self, other: &Self) {
        if self.size != other.size {
            *self = other.clone();
            return;
        }
        let rows = self.size.get() as usize;
        self.cells.copy_rows_from(&other.cells, rows);
        self.neighbour_counts.copy_rows_from(&other.neighbour_counts, rows);
        self.chain_of.copy_rows_from(&other.chain_of, rows);
        self.next_stone.copy_rows_from(&other.next_stone, rows);
        self.chains.copy_from(&other.chains);
        self.empties.copy_from(&other.empties, rows);
        self.hash = other.hash;
        self.ko = other.ko;
        self.n_stones = other.n_stones;
        self.prisoners = other.prisoners;
    }

    /// The size of the board.
    #[inline(always)]
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// What is on the point.
    #[inline(always)]
    pub fn cell(&self, point: Point) -> Cell {
        self.cells[point]
    }

    /// The colour of the stone on the point.
    #[inline(always)]
    pub fn color_at(&self, point: Point) -> Option<Color> {
        self.cells[point].color()
    }

    /// Whether the point is on the board and empty.
    #[inline(always)]
    pub fn is_empty(&self, point: Point) -> bool {
        self.cells[point] == Cell::Empty
    }

    /// The empty points, in no particular (but deterministic) order.
    #[inline(always)]
    pub fn empty_points(&self) -> &[Point] {
        self.empties.as_slice()
    }

    /// The Zobrist hash of the stones.
    #[inline(always)]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The point where simple ko forbids `color` to recapture at once.
    #[inline(always)]
    pub fn ko_point(&self, color: Color) -> Option<Point> {
        match self.ko {
            Some((point, banned)) if banned == color => Some(point),
            _ => None,
        }
    }

    /// The point and colour that simple ko forbids now.
    pub fn ko(&self) -> Option<(Point, Color)> {
        self.ko
    }

    /// Sets the simple-ko ban, for set-up positions.
    pub fn set_ko(&mut self, ko: Option<(Point, Color)>) {
        self.ko = ko;
    }

    /// The stones of a colour on the board.
    #[inline(always)]
    pub fn n_stones(&self, color: Color) -> usize {
        self.n_stones[color.index()] as usize
    }

    /// The captured stones of a colour.
    pub fn prisoners(&self, color: Color) -> usize {
        self.prisoners[color.index()] as usize
    }

    /// The number of chains on the board.
    pub fn n_chains(&self) -> usize {
        self.chains.n_live()
    }

    /// The chain of the stone on the point.
    #[inline(always)]
    pub fn chain_at(&self, point: Point) -> Option<ChainId> {
        match self.cells[point] {
            Cell::Black | Cell::White => Some(self.chain_of[point]),
            Cell::Empty | Cell::OffBoard => None,
        }
    }

    /// The liberties of a chain.
    #[inline(always)]
    pub fn liberties(&self, chain: ChainId) -> &L {
        &self.chains.get(chain).liberties
    }

    /// The number of stones of a chain.
    #[inline(always)]
    pub fn chain_size(&self, chain: ChainId) -> usize {
        self.chains.get(chain).size as usize
    }

    /// The colour of a chain.
    #[inline(always)]
    pub fn chain_color(&self, chain: ChainId) -> Color {
        self.cells[self.chains.get(chain).stone].color().expect("a chain has stones")
    }

    /// A stone of the chain; unspecified but deterministic.
    #[inline(always)]
    pub fn chain_stone(&self, chain: ChainId) -> Point {
        self.chains.get(chain).stone
    }

    /// The stones of a chain.
    #[inline]
    pub fn stones(&self, chain: ChainId) -> impl Iterator<Item = Point> + '_ {
        let Chain { stone, size, .. } = *self.chains.get(chain);
        std::iter::successors(Some(stone), |&p| Some(self.next_stone[p])).take(size as usize)
    }

    /// How many neighbours of the point are empty.
    #[inline(always)]
    pub fn n_empty_neighbours(&self, point: Point) -> usize {
        (self.neighbour_counts[point] / ONE_EMPTY) as usize & 0xF
    }

    /// How many neighbours of the point are off the board or hold a stone of that colour.
    #[inline(always)]
    pub fn n_own_or_edge_neighbours(&self, point: Point, color: Color) -> usize {
        (self.neighbour_counts[point] >> (4 * color.index())) as usize & 0xF
    }

    /// The lossless pattern of `n_cells` cells (at most 40) around the point, read from the board.
    pub fn local_pattern(&self, point: Point, n_cells: usize) -> LocalPattern {
        let offsets = CELL_OFFSETS[..n_cells.min(CELL_OFFSETS.len())].iter();
        LocalPattern::from_cells(offsets.map(|&(dx, dy)| self.cells[point.shifted(dx as i32, dy as i32)]))
    }

    /// Whether a stone there would have no liberty after captures.
    #[inline]
    pub fn is_suicide(&self, point: Point, color: Color) -> bool {
        if self.n_empty_neighbours(point) > 0 {
            return false;
        }
        // The point itself is a liberty of every chain around it: an own chain with another liberty saves it, and so
        // does an enemy chain without another.
        !point.neighbours().into_iter().any(|neighbour| match self.cells[neighbour].color() {
            Some(stone) => (stone == color) != self.liberties(self.chain_of[neighbour]).is_single(),
            None => false,
        })
    }

    /// Whether `color` may play there: empty, not banned by simple ko, not suicide.
    #[inline]
    pub fn is_legal(&self, point: Point, color: Color) -> bool {
        self.cells[point] == Cell::Empty && self.ko != Some((point, color)) && !self.is_suicide(point, color)
    }

    /// A pass: lifts the simple-ko ban.
    #[inline(always)]
    pub fn pass(&mut self) {
        self.ko = None;
    }

    /// Plays on an empty point, without a check for ko or suicide; returns how many stones it captured.
    /// A suicidal stone is removed with its chain (and 0 returned).
    #[inline]
    pub fn play_unchecked(&mut self, point: Point, color: Color) -> usize {
        debug_assert!(self.is_empty(point), "{point:?} is not empty");
        self.ko = None;
        let Placed { chain, may_capture } = self.place_stone(point, color);
        if may_capture {
            self.capture_around(point, color, chain)
        } else {
            if self.liberties(chain).is_none() {
                self.prisoners[color.index()] += self.remove_chain(chain) as u16;
            }
            0
        }
    }

    /// Removes the enemy chains around the new stone that have no liberty left, or else its own chain.
    fn capture_around(&mut self, point: Point, color: Color, chain: ChainId) -> usize {
        let mut n_captured = 0;
        let enemy = color.opponent().cell();
        for neighbour in point.neighbours() {
            if self.cells[neighbour] == enemy && self.liberties(self.chain_of[neighbour]).is_none() {
                n_captured += self.remove_chain(self.chain_of[neighbour]);
            }
        }
        self.prisoners[color.opponent().index()] += n_captured as u16;
        let Chain { size, liberties, .. } = self.chains.get(chain);
        if n_captured == 1 && *size == 1 && liberties.count() == 1 {
            let freed = self.empties.get(self.empties.len() - 1);
            self.ko = Some((freed, color.opponent()));
        } else if n_captured == 0 && liberties.is_none() {
            self.prisoners[color.index()] += self.remove_chain(chain) as u16;
        }
        n_captured
    }

    /// Places a stone on an empty point without capturing, for handicap and set-up positions. The caller ensures that
    /// every chain keeps a liberty (`has_dead_chain`).
    pub fn set_stone(&mut self, point: Point, color: Color) {
        debug_assert!(self.is_empty(point), "{point:?} is not empty");
        self.ko = None;
        self.place_stone(point, color);
    }

    /// Removes a single stone, for set-up positions; it does not count as a prisoner.
    pub fn clear_stone(&mut self, point: Point) {
        if let Some(color) = self.color_at(point) {
            self.ko = None;
            self.lift_stone(point, color);
        }
    }

    /// Whether there is a chain without liberties. Only set-up can make one.
    pub fn has_dead_chain(&self) -> bool {
        self.size.points().any(|p| self.chain_at(p).is_some_and(|chain| self.liberties(chain).is_none()))
    }

    /// The Zobrist hash after a move there, including captures and suicide.
    pub fn hash_after(&self, point: Point, color: Color) -> u64 {
        let mut hash = self.hash ^ stone_key(color, point);
        let mut counted: [Option<ChainId>; 4] = [None; 4];
        let suicide = self.is_suicide(point, color);
        for (i, neighbour) in point.neighbours().into_iter().enumerate() {
            let Some(chain) = self.chain_at(neighbour) else { continue };
            let stone = self.chain_color(chain);
            let removed = if suicide { stone == color } else { stone != color && self.liberties(chain).is_single() };
            if removed && !counted.contains(&Some(chain)) {
                counted[i] = Some(chain);
                hash = self.stones(chain).fold(hash, |hash, p| hash ^ stone_key(stone, p));
            }
        }
        if suicide { hash ^ stone_key(color, point) } else { hash }
    }

    /// Plays like `play_unchecked` and returns the record for `undo`.
    pub fn play_undoable(&mut self, point: Point, color: Color) -> Undo {
        let (ko, n_own, n_empty) = (self.ko, self.n_stones(color), self.empties.len());
        let n_captured = self.play_unchecked(point, color);
        let suicide = self.n_stones(color) <= n_own;
        // Captured points are at the end of the list of empty points.
        let n_gone = if suicide { self.empties.len() + 1 - n_empty } else { n_captured };
        let captured = self.empties.as_slice()[self.empties.len() - n_gone..].to_vec();
        Undo { point, color, captured, suicide, ko }
    }

    /// Takes back the last move, which must be the one of the record.
    pub fn undo(&mut self, record: &Undo) {
        let Undo { point, color, suicide, .. } = *record;
        let taken = if suicide { color } else { color.opponent() };
        self.prisoners[taken.index()] -= record.captured.len() as u16;
        if !suicide {
            self.lift_stone(point, color);
        }
        for &stone in &record.captured {
            if stone != point {
                self.place_stone(stone, taken);
            }
        }
        self.ko = record.ko;
    }

    /// Places a stone and joins it to its neighbours; removes nothing.
    ///
    /// The neighbours are random in a playout, so branches on them are often mispredicted: as much as possible is done
    /// branch-free for all four (points without a stone refer to the slot of no chain).
    #[inline(always)]
    fn place_stone(&mut self, point: Point, color: Color) -> Placed {
        let own = color.cell();
        self.hash ^= stone_key(color, point);
        self.cells[point] = own;
        self.n_stones[color.index()] += 1;
        self.empties.remove(point);

        let change = ONE_STONE[color.index()].wrapping_sub(ONE_EMPTY);
        let neighbours = point.neighbours();
        let (mut own_neighbours, mut may_capture) = (0u32, false);
        for (i, neighbour) in neighbours.into_iter().enumerate() {
            self.neighbour_counts[neighbour] = self.neighbour_counts[neighbour].wrapping_add(change);
            let id = self.chain_of[neighbour];
            let liberties = &mut self.chains.get_mut(id).liberties;
            liberties.remove(point);
            may_capture |= liberties.is_none() & (id != ChainId::NONE);
            own_neighbours |= u32::from(self.cells[neighbour] == own) << i;
        }
        let mut chain = if own_neighbours == 0 {
            self.next_stone[point] = point;
            self.chains.allocate(point)
        } else {
            let id = self.chain_of[neighbours[own_neighbours.trailing_zeros() as usize & 3]];
            let after = self.chains.get(id).stone;
            self.next_stone[point] = self.next_stone[after];
            self.next_stone[after] = point;
            self.chains.get_mut(id).size += 1;
            id
        };
        self.chain_of[point] = chain;
        let cells = neighbours.map(|neighbour| self.cells[neighbour] == Cell::Empty);
        let liberties = &mut self.chains.get_mut(chain).liberties;
        for (neighbour, is_empty) in neighbours.into_iter().zip(cells) {
            liberties.add_if(neighbour, is_empty);
        }
        own_neighbours &= own_neighbours.wrapping_sub(1);
        while own_neighbours != 0 {
            let other = self.chain_of[neighbours[own_neighbours.trailing_zeros() as usize & 3]];
            if other != chain {
                chain = self.join(chain, other);
            }
            own_neighbours &= own_neighbours - 1;
        }
        Placed { chain, may_capture }
    }

    /// Merges two chains: the smaller one is relabelled.
    #[inline]
    fn join(&mut self, a: ChainId, b: ChainId) -> ChainId {
        let (into, from) = if self.chain_size(a) >= self.chain_size(b) { (a, b) } else { (b, a) };
        let gone = *self.chains.get(from);
        let mut stone = gone.stone;
        loop {
            self.chain_of[stone] = into;
            stone = self.next_stone[stone];
            if stone == gone.stone {
                break;
            }
        }
        let kept = self.chains.get_mut(into);
        kept.liberties.merge(&gone.liberties);
        kept.size += gone.size;
        let (here, there) = (kept.stone, gone.stone);
        let after = self.next_stone[here];
        self.next_stone[here] = self.next_stone[there];
        self.next_stone[there] = after;
        self.chains.release(from);
        into
    }

    /// Removes a chain; returns its size.
    fn remove_chain(&mut self, chain: ChainId) -> usize {
        let Chain { stone: first, size, .. } = *self.chains.get(chain);
        let color = self.cells[first].color().expect("a chain has stones");
        let mut stone = first;
        loop {
            self.empty_cell(stone, color);
            for neighbour in stone.neighbours() {
                // Stones of this chain gain liberties too; harmless, since the slot is released below.
                if self.chain_of[neighbour] != ChainId::NONE {
                    self.chains.get_mut(self.chain_of[neighbour]).liberties.add(stone);
                }
            }
            stone = self.next_stone[stone];
            if stone == first {
                break;
            }
        }
        self.chains.release(chain);
        size as usize
    }

    /// Removes one stone and rebuilds the chains of the remaining stones (undo only).
    fn lift_stone(&mut self, point: Point, color: Color) {
        let chain = self.chain_of[point];
        let rest: Vec<Point> = self.stones(chain).filter(|&stone| stone != point).collect();
        self.remove_chain(chain);
        for stone in rest {
            self.place_stone(stone, color);
        }
    }

    /// Empties a cell: updates everything but the chains.
    #[inline(always)]
    fn empty_cell(&mut self, point: Point, color: Color) {
        self.hash ^= stone_key(color, point);
        self.cells[point] = Cell::Empty;
        self.chain_of[point] = ChainId::NONE;
        self.n_stones[color.index()] -= 1;
        self.empties.push(point);
        for neighbour in point.neighbours() {
            self.neighbour_counts[neighbour] =
                self.neighbour_counts[neighbour].wrapping_sub(ONE_STONE[color.index()]).wrapping_add(ONE_EMPTY);
        }
    }
}
