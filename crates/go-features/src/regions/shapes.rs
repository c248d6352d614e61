//! The stones in every region as hashes, kept incrementally; the same for all places of a region on the board, its mirror image and
//! exchanged colours.
//!
//! A region has four views: as it is or mirrored, with the colours as they are or exchanged. Each view has a hash (exclusive or of a key per stone, by cell and
//! colour); the least of them is the key of the shape. Colours of the least view are the shape's own: its *first* colour is Black, or White where they are
//! exchanged. Keys have 64 bits and are not lossless.

use std::sync::LazyLock;

use go_board::{Board, Color, Liberties, Point};
use stable_hash::splitmix64::mix;

use super::geometry::{N_REGIONS, REGION_BOARD, Region};

/// How a region is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// Mirrored?
    pub is_mirrored: bool,
    /// With the colours exchanged?
    pub is_swapped: bool,
}

impl View {
    const ALL: [View; 4] = [
        View { is_mirrored: false, is_swapped: false },
        View { is_mirrored: true, is_swapped: false },
        View { is_mirrored: false, is_swapped: true },
        View { is_mirrored: true, is_swapped: true },
    ];

    /// Is a colour of the board the shape's first colour (0) or its second (1)?
    pub fn ink(self, color: Color) -> usize {
        color.index() ^ usize::from(self.is_swapped)
    }

    /// The colour of the board that is the shape's first (0) or second (1).
    pub fn color(self, ink: usize) -> Color {
        Color::BOTH[(ink & 1) ^ usize::from(self.is_swapped)]
    }
}

/// What a stone adds to the hashes of a region.
struct Share {
    region: usize,
    is_rim: bool,
    /// By colour and view.
    keys: [[u64; 4]; 2],
}

static SHARES: LazyLock<Vec<Vec<Share>>> = LazyLock::new(|| {
    let share = |point: Point, region: Region| {
        region.cell(point, false)?;
        let keys = Color::BOTH.map(|color| View::ALL.map(|view| key(region, point, color, view)));
        Some(Share { region: region.index(), is_rim: region.is_rim(point), keys })
    };
    REGION_BOARD.points().map(|point| Region::all().filter_map(|region| share(point, region)).collect()).collect()
});

fn key(region: Region, point: Point, color: Color, view: View) -> u64 {
    let cell = region.cell(point, view.is_mirrored).expect("a point of the region");
    mix(mix(region.kind() as u64 ^ 0x7E61_0E5A) ^ ((u64::from(cell) << 1) | view.ink(color) as u64))
}

/// The shapes of all regions of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegionShapes {
    hashes: [[u64; 4]; N_REGIONS],
    n_stones: [u8; N_REGIONS],
    n_rim: [u8; N_REGIONS],
}

impl Default for RegionShapes {
    fn default() -> Self {
        Self::new()
    }
}

impl RegionShapes {
    /// Those of the empty board.
    pub fn new() -> RegionShapes {
        RegionShapes { hashes: [[0; 4]; N_REGIONS], n_stones: [0; N_REGIONS], n_rim: [0; N_REGIONS] }
    }

    /// Those of a board, which must be 19x19.
    pub fn of<L: Liberties>(board: &Board<L>) -> RegionShapes {
        let mut shapes = RegionShapes::new();
        for point in REGION_BOARD.points() {
            if let Some(color) = board.color_at(point) {
                shapes.add(point, color);
            }
        }
        shapes
    }

    /// A stone appears.
    pub fn add(&mut self, point: Point, color: Color) {
        for share in self.toggle(point, color) {
            self.n_stones[share.region] += 1;
            self.n_rim[share.region] += u8::from(share.is_rim);
        }
    }

    /// A stone disappears.
    pub fn remove(&mut self, point: Point, color: Color) {
        for share in self.toggle(point, color) {
            self.n_stones[share.region] -= 1;
            self.n_rim[share.region] -= u8::from(share.is_rim);
        }
    }

    fn toggle(&mut self, point: Point, color: Color) -> &'static [Share] {
        let shares = &SHARES[REGION_BOARD.dense_index(point)];
        for share in shares {
            let keys = &share.keys[color.index()];
            self.hashes[share.region].iter_mut().zip(keys).for_each(|(hash, key)| *hash ^= key);
        }
        shares
    }

    /// A stone was played on the board and captured so many others.
    pub fn follow<L: Liberties>(&mut self, board: &Board<L>, point: Point, color: Color, n_captured: usize) {
        if board.is_empty(point) {
            // A suicide: too rare to be worth more.
            *self = RegionShapes::of(board);
            return;
        }
        self.add(point, color);
        let empty = board.empty_points();
        for &captured in &empty[empty.len() - n_captured..] {
            self.remove(captured, color.opponent());
        }
    }

    /// The key of the shape in a region and a view in which it has it.
    pub fn shape(&self, region: Region) -> (u64, View) {
        let hashes = &self.hashes[region.index()];
        let (hash, view) = hashes.iter().zip(View::ALL).min_by_key(|(hash, _)| **hash).expect("four views");
        (mix(*hash ^ region.kind() as u64), view)
    }

    /// All views in which the shape has its key: more than one if it is symmetric.
    pub fn views(&self, region: Region) -> impl Iterator<Item = View> + '_ {
        let hashes = &self.hashes[region.index()];
        let least = hashes.iter().min().expect("four views");
        hashes.iter().zip(View::ALL).filter(move |(hash, _)| *hash == least).map(|(_, view)| view)
    }

    /// Stones in the region.
    pub fn n_stones(&self, region: Region) -> usize {
        usize::from(self.n_stones[region.index()])
    }

    /// Is the region closed off by empty points: has its rim no stones?
    pub fn is_enclosed(&self, region: Region) -> bool {
        self.n_rim[region.index()] == 0
    }
}
