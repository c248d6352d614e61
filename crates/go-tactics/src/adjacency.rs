//! The chains around a chain or a point, each of them once.

use arrayvec::ArrayVec;
use go_board::{Board, ChainId, Color, Liberties, Point};

/// A set of chains of one board: one bit per slot of its chain table.
#[derive(Clone, Default)]
pub struct ChainSet {
    words: [u64; 16],
}

impl ChainSet {
    /// Adds a chain; returns whether it is new.
    #[inline]
    pub fn insert(&mut self, chain: ChainId) -> bool {
        let (word, bit) = (chain.index() / 64, 1 << (chain.index() % 64));
        let new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        new
    }

    /// Whether the chain is in the set.
    #[inline]
    pub fn contains(&self, chain: ChainId) -> bool {
        self.words[chain.index() / 64] & (1 << (chain.index() % 64)) != 0
    }
}

/// The enemy chains that touch a chain, in the order in which its stones meet them.
pub fn adjacent_chains<L: Liberties>(board: &Board<L>, chain: ChainId) -> impl Iterator<Item = ChainId> + '_ {
    let enemy = board.chain_color(chain).opponent();
    let mut seen = ChainSet::default();
    board
        .stones(chain)
        .flat_map(Point::neighbours)
        .filter_map(move |point| board.chain_at(point).filter(|_| board.color_at(point) == Some(enemy)))
        .filter(move |&chain| seen.insert(chain))
}

/// The chains of a colour that touch a point.
#[inline]
pub fn chains_around<L: Liberties>(board: &Board<L>, point: Point, color: Color) -> ArrayVec<ChainId, 4> {
    let mut chains = ArrayVec::new();
    for neighbour in point.neighbours() {
        if board.cell(neighbour) == color.cell()
            && let Some(chain) = board.chain_at(neighbour)
            && !chains.contains(&chain)
        {
            chains.push(chain);
        }
    }
    chains
}
