//! The part of the board in which a problem is read, laid out for bitboards.
//!
//! A region is a set of empty points in which both sides may play. Everything outside is frozen. A chain that has a liberty outside
//! can never lose it: it is *anchored*, which makes it immortal. A chain whose liberties all lie in the region can be captured, and
//! its points become playable then, so they belong to the region's cells. For an attacker's wall this is the usual convention that
//! the surrounding stones are safe; for the target it means that reaching the rim, or a friend who stands there, is escape.
//!
//! Cells are bits of a `u128`, row by row with one unused column between rows, so that the neighbours of a set of cells are four
//! shifts and a mask. A region whose bounding box does not fit is refused.

use go_board::{Board, BoardSize, Color, Point, PointSet};

use crate::layout::{Layout, MAX_BITS, RegionTooLarge};
use crate::side::Side;

/// The unused index: "no cell".
pub(crate) const NO_CELL: u8 = u8::MAX;
/// Rows are at most this far apart. The compiler makes a shift by less than 64 of two instructions, any other of eight.
const MAX_STRIDE: u32 = 31;

/// A region with its fixed facts.
#[derive(Clone)]
pub struct Region {
    pub(crate) cells: u128,
    /// By side: cells on which a stone of that side is anchored.
    pub(crate) anchored: [u128; 2],
    pub(crate) neighbours: Vec<u128>,
    /// Do its points reach opposite edges of the board?
    pub(crate) spans_board: bool,
    /// Do its cells fit into 64 bits?
    fits_a_word: bool,
    stride: u32,
    points: Vec<Option<Point>>,
    size: BoardSize,
}

impl Region {
    /// The region with the empty points of `playable`, and every chain that has no liberty elsewhere.
    pub fn new(board: &Board, playable: &PointSet, defender: Color) -> Result<Region, RegionTooLarge> {
        let size = board.size();
        let mut cells = PointSet::new();
        for point in size.points() {
            let inside = match board.chain_at(point) {
                None => playable.contains(point),
                Some(chain) => board.liberties(chain).iter().all(|liberty| playable.contains(liberty)),
            };
            if inside {
                cells.insert(point);
            }
        }
        let layout = Layout::of(&cells)?;
        let mut region = Region {
            cells: 0,
            anchored: [0; 2],
            neighbours: vec![0; MAX_BITS],
            spans_board: spans(&cells, size),
            fits_a_word: false,
            stride: layout.stride as u32,
            points: vec![None; MAX_BITS],
            size,
        };
        for point in cells.iter() {
            let cell = layout.cell(point);
            region.cells |= 1 << cell;
            region.points[cell] = Some(point);
            for neighbour in point.neighbours().into_iter().filter(|&n| size.contains(n)) {
                if cells.contains(neighbour) {
                    region.neighbours[cell] |= 1 << layout.cell(neighbour);
                    continue;
                }
                for side in Side::BOTH {
                    let color = if side == Side::Defender { defender } else { defender.opponent() };
                    if board.color_at(neighbour).is_none_or(|stone| stone == color) {
                        region.anchored[side.index()] |= 1 << cell;
                    }
                }
            }
        }
        region.fits_a_word = region.cells >> 64 == 0;
        Ok(region)
    }

    /// The board's size.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// The points of the region: those where both may play, and those of stones that may be captured.
    pub fn points(&self) -> impl Iterator<Item = Point> + '_ {
        self.points.iter().flatten().copied()
    }

    /// How many points.
    pub fn len(&self) -> usize {
        self.cells.count_ones() as usize
    }

    /// Has it no point at all?
    pub fn is_empty(&self) -> bool {
        self.cells == 0
    }

    pub(crate) fn point(&self, cell: u8) -> Option<Point> {
        self.points.get(usize::from(cell)).copied().flatten()
    }

    pub(crate) fn cell(&self, point: Point) -> Option<u8> {
        self.points.iter().position(|&p| p == Some(point)).map(|cell| cell as u8)
    }

    pub(crate) fn mask(&self, points: impl IntoIterator<Item = Point>) -> u128 {
        points.into_iter().filter_map(|point| self.cell(point)).fold(0, |mask, cell| mask | 1 << cell)
    }

    /// The cells next to those of `set`, and some of `set` itself.
    #[inline(always)]
    pub(crate) fn around(&self, set: u128) -> u128 {
        if self.fits_a_word {
            let (set, stride) = (set as u64, self.stride & MAX_STRIDE);
            return u128::from((set << 1 | set >> 1 | set << stride | set >> stride) & self.cells as u64);
        }
        let [left, right, up, down] = self.shifted(set);
        (left | right | up | down) & self.cells
    }

    /// A set moved by one cell to each of the four sides; may leave the region.
    #[inline(always)]
    pub(crate) fn shifted(&self, set: u128) -> [u128; 4] {
        let stride = self.stride & MAX_STRIDE;
        [set << 1, set >> 1, set << stride, set >> stride]
    }

    /// The cells whose neighbours in `set` do not hold together around them: any other cell of `set` can be left out, and what was connected
    /// through it still is.
    #[inline]
    pub(crate) fn joints(&self, set: u128) -> u128 {
        let [left, right, up, down] = self.shifted(set);
        let stride = self.stride & MAX_STRIDE;
        let (up_right, down_right) = (right << stride, right >> stride);
        let (up_left, down_left) = (left << stride, left >> stride);
        // Clockwise, every neighbour with which a piece begins.
        let right_begins = right & !(up & up_right);
        let down_begins = down & !(right & down_right);
        let left_begins = left & !(down & down_left);
        let up_begins = up & !(left & up_left);
        let (row, column) = (right_begins | left_begins, up_begins | down_begins);
        (right_begins & left_begins) | (up_begins & down_begins) | (row & column)
    }

    /// All cells of `within` that are connected with `start`, which lies in it.
    #[inline(always)]
    pub(crate) fn flood(&self, start: u128, within: u128) -> u128 {
        if self.fits_a_word {
            return u128::from(self.flood_in_a_word(start as u64, within as u64));
        }
        let mut reached = start;
        loop {
            let next = reached | (self.around(reached) & within);
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }
}

impl Region {
    /// The same in a region of one machine word, which most are: a third fewer instructions a step.
    #[inline(always)]
    fn flood_in_a_word(&self, start: u64, within: u64) -> u64 {
        let stride = self.stride & MAX_STRIDE;
        let mut reached = start;
        loop {
            let near = reached << 1 | reached >> 1 | reached << stride | reached >> stride;
            let next = reached | (near & within);
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }
}

fn spans(cells: &PointSet, size: BoardSize) -> bool {
    let last = size.get() - 1;
    let touches = |is_there: &dyn Fn(Point) -> bool| cells.iter().any(is_there);
    (touches(&|p| p.x() == 0) && touches(&|p| p.x() == last))
        || (touches(&|p| p.y() == 0) && touches(&|p| p.y() == last))
}

/// The cells of a set, lowest first.
pub(crate) fn cells_of(mut set: u128) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let cell = set.trailing_zeros() as u8;
        set &= set - 1;
        Some(cell)
    })
}

/// The lowest cell of a set, as a set.
#[inline(always)]
pub(crate) const fn lowest(set: u128) -> u128 {
    set & set.wrapping_neg()
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::random_problem::random_problem;

    /// Floods and neighbours in a word are those in two.
    #[test]
    fn a_word_and_two_words_agree() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let mut n = 0;
        while n < 200 {
            let Some(problem) = random_problem(&mut rng, 12) else { continue };
            let word = problem.region();
            if !word.fits_a_word {
                continue;
            }
            let words = Region { fits_a_word: false, ..word.clone() };
            let within = word.cells & (rng.random::<u128>() | rng.random::<u128>());
            let start = within & rng.random::<u128>() & rng.random::<u128>();
            assert_eq!(word.flood(start, within), words.flood(start, within));
            assert_eq!(word.around(start), words.around(start));
            n += 1;
        }
    }
}
