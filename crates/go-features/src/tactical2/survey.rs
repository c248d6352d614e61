//! Maps of the whole board shared by all moves: influence, nearest stones, facing stones, vital points.
//!
//! Influence is simple: a stone counts 4, 2, 1 at one to three steps, own positive, enemy negative; nothing blocks it.
//! Nearest stones are found by a two-pass distance transform whose entries combine distance and strength in one number,
//! so that among equally near chains the weakest counts, independent of the order.

use go_board::{Board, ChainId, Color, GRID_CELLS, Liberties, Point, PointMap, PointSet};
use go_tactics::{EyeSpace, EyeStatus, MAX_EYE_SPACE};

const REACH: i32 = 3;
/// Points within `REACH` steps, the centre left out.
const N_OFFSETS: usize = (2 * REACH * (REACH + 1)) as usize;
/// Influence in the low half, the stone count above it: one addition keeps both.
const ONE_STONE: i32 = 1 << 16;

/// Offsets of the kernel with the weight of a stone there.
static KERNEL: [(i32, i32, i32); N_OFFSETS] = {
    let mut kernel = [(0, 0, 0); N_OFFSETS];
    let (mut n, mut dy) = (0, -REACH);
    while dy <= REACH {
        let mut dx = -REACH;
        while dx <= REACH {
            let steps = dx.abs() + dy.abs();
            if steps > 0 && steps <= REACH {
                kernel[n] = (dx, dy, 1 << (REACH - steps));
                n += 1;
            }
            dx += 1;
        }
        dy += 1;
    }
    kernel
};

/// Weighted stones around every point.
pub(super) struct Neighbourhood {
    sums: PointMap<i32>,
}

impl Neighbourhood {
    pub(super) fn new<L: Liberties>(board: &Board<L>, own: Color) -> Self {
        let mut sums = PointMap::filled(0);
        for point in board.size().points() {
            let Some(color) = board.color_at(point) else { continue };
            let sign = if color == own { 1 } else { -1 };
            for &(dx, dy, weight) in &KERNEL {
                sums[point.shifted(dx, dy)] += sign * weight + ONE_STONE;
            }
        }
        Neighbourhood { sums }
    }

    /// Own minus enemy weight.
    pub(super) fn influence(&self, point: Point) -> i32 {
        // The low half is a signed number of its own.
        i32::from(self.sums[point] as i16)
    }

    /// Stones within three steps.
    pub(super) fn n_stones(&self, point: Point) -> usize {
        ((self.sums[point] - self.influence(point)) / ONE_STONE) as usize
    }
}

/// How far the nearest stone of one colour is, and the least strength among the chains that are nearest.
pub(super) struct Nearest {
    /// Distance times `STEP` plus strength.
    keys: PointMap<u8>,
}

impl Nearest {
    /// Farther stones are treated as equal.
    pub(super) const FAR: u8 = 13;
    const STEP: u8 = 16;
    const NOTHING: u8 = u8::MAX;

    /// `strength` is the value stored for a chain, below 16: its liberties, or those of its group.
    pub(super) fn new(board: &Board, color: Color, strength: impl Fn(ChainId) -> u8) -> Self {
        let mut keys = PointMap::filled(Self::NOTHING);
        let step = |keys: &PointMap<u8>, point: Point| keys[point].saturating_add(Self::STEP);
        for point in board.size().points() {
            let [up, left, ..] = point.neighbours();
            keys[point] = match board.chain_at(point) {
                Some(chain) if board.cell(point) == color.cell() => strength(chain).min(Self::STEP - 1),
                _ => step(&keys, up).min(step(&keys, left)),
            };
        }
        for point in board.size().points().rev() {
            let [_, _, right, down] = point.neighbours();
            keys[point] = keys[point].min(step(&keys, right)).min(step(&keys, down));
        }
        Nearest { keys }
    }

    /// Steps to the nearest stone, at most `FAR`.
    pub(super) fn distance(&self, point: Point) -> u8 {
        (self.keys[point] / Self::STEP).min(Self::FAR)
    }

    /// The least strength among the nearest chains; 0 if there is no stone within reach.
    pub(super) fn strength(&self, point: Point) -> u8 {
        if self.distance(point) < Self::FAR { self.keys[point] % Self::STEP } else { 0 }
    }
}

/// For every chain, the fewest liberties among the enemy chains that touch it.
pub(super) struct Facing {
    fewest: [u8; GRID_CELLS],
}

impl Facing {
    const NOBODY: u8 = u8::MAX;

    pub(super) fn new(board: &Board) -> Self {
        let mut facing = Facing { fewest: [Self::NOBODY; GRID_CELLS] };
        for point in board.size().points() {
            let Some(chain) = board.chain_at(point) else { continue };
            // Every adjacent pair is seen once, from its upper or left stone.
            let [_, _, right, down] = point.neighbours();
            for neighbour in [right, down] {
                if let Some(other) = board.chain_at(neighbour)
                    && board.cell(neighbour) != board.cell(point)
                {
                    facing.note(chain, board.liberties(other).count());
                    facing.note(other, board.liberties(chain).count());
                }
            }
        }
        facing
    }

    fn note(&mut self, chain: ChainId, liberties: usize) {
        let fewest = &mut self.fewest[chain.index()];
        *fewest = (*fewest).min(liberties.min(100) as u8);
    }

    /// Liberties of the weakest enemy chain that touches this one.
    pub(super) fn weakest(&self, chain: ChainId) -> Option<usize> {
        Some(self.fewest[chain.index()]).filter(|&fewest| fewest != Self::NOBODY).map(usize::from)
    }
}

/// The vital points of a colour's small eye spaces.
pub(super) fn vital_points<L: Liberties>(board: &Board<L>, owner: Color) -> PointSet {
    let mut vital = PointSet::new();
    // Points of regions not visited yet; the margin is outside from the start.
    let mut is_open = PointMap::filled(false);
    for point in board.size().points() {
        is_open[point] = board.cell(point) != owner.cell();
    }
    let mut queue = [Point::from_index(0); GRID_CELLS];
    for start in board.size().points() {
        if !is_open[start] {
            continue;
        }
        is_open[start] = false;
        queue[0] = start;
        let (mut next, mut n_queued) = (0, 1);
        while next < n_queued {
            for neighbour in queue[next & (GRID_CELLS - 1)].neighbours() {
                if is_open[neighbour] {
                    is_open[neighbour] = false;
                    queue[n_queued & (GRID_CELLS - 1)] = neighbour;
                    n_queued += 1;
                }
            }
            next += 1;
        }
        if n_queued <= MAX_EYE_SPACE
            && let Some(EyeStatus::Vital(point)) = EyeSpace::around(board, start, owner).map(|space| space.status())
        {
            vital.insert(point);
        }
    }
    vital
}
