//! The table of chains: slots and their contents.
//!
//! A board of 625 points never has more than 625 chains, so 1,024 slots always suffice and indexing needs no bounds
//! check. Released slots are reused last in, first out, which keeps the live ones together: copying a table copies only
//! the used prefix. Slot 0 is a dummy: points without a stone refer to it, so that the core may update the chain of a
//! neighbour without testing whether there is one.

use crate::{Liberties, Point};

pub(crate) const MAX_CHAINS: usize = 1024;

/// The slot of a chain. Stable until the chain is captured or merged into another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct ChainId(u16);

impl ChainId {
    /// The dummy slot.
    pub(crate) const NONE: ChainId = ChainId(0);

    /// A number below 1,024, for the caller's own tables.
    pub const fn index(self) -> usize {
        self.0 as usize & (MAX_CHAINS - 1)
    }
}

#[derive(Clone, Copy)]
pub(crate) struct Chain<L> {
    pub(crate) liberties: L,
    /// Any stone of the chain; the others follow in the board's circular list.
    pub(crate) stone: Point,
    pub(crate) size: u16,
}

pub(crate) struct ChainTable<L> {
    chains: Box<[Chain<L>; MAX_CHAINS]>,
    free: Vec<ChainId>,
    /// Slots below this number have been used since the board was cleared.
    n_used: usize,
}

impl<L: Liberties> ChainTable<L> {
    pub(crate) fn new() -> Self {
        let nothing = Chain { liberties: L::default(), stone: Point::from_index(0), size: 0 };
        ChainTable { chains: Box::new([nothing; MAX_CHAINS]), free: Vec::with_capacity(MAX_CHAINS), n_used: 1 }
    }

    #[inline(always)]
    pub(crate) fn allocate(&mut self, stone: Point) -> ChainId {
        let id = self.free.pop().unwrap_or_else(|| {
            self.n_used += 1;
            debug_assert!(self.n_used <= MAX_CHAINS);
            ChainId(self.n_used as u16 - 1)
        });
        self.chains[id.index()] = Chain { liberties: L::default(), stone, size: 1 };
        id
    }

    #[inline(always)]
    pub(crate) fn release(&mut self, id: ChainId) {
        self.free.push(id);
    }

    #[inline(always)]
    pub(crate) fn get(&self, id: ChainId) -> &Chain<L> {
        &self.chains[id.index()]
    }

    #[inline(always)]
    pub(crate) fn get_mut(&mut self, id: ChainId) -> &mut Chain<L> {
        &mut self.chains[id.index()]
    }

    pub(crate) fn copy_from(&mut self, other: &Self) {
        self.chains[..other.n_used].copy_from_slice(&other.chains[..other.n_used]);
        self.free.clone_from(&other.free);
        self.n_used = other.n_used;
    }

    pub(crate) fn n_live(&self) -> usize {
        self.n_used - 1 - self.free.len()
    }
}

impl<L: Liberties> Clone for ChainTable<L> {
    fn clone(&self) -> Self {
        let mut table = ChainTable::new();
        table.copy_from(self);
        table
    }
}
