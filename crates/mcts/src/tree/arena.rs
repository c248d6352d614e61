//! Storage of the tree's nodes: slots in chunks that never move, allocated without a lock.
//!
//! A slot is identified by a 32-bit number. Slots are only freed while no search runs (`&mut self`), so readers need no
//! guard: a number read from an edge stays valid for the whole round.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Small under Miri, which would interpret for hours otherwise.
const CHUNK_BITS: u32 = if cfg!(miri) { 4 } else { 12 };
const CHUNK: usize = 1 << CHUNK_BITS;

/// Slots of `T`, made on demand by `T::default()`.
pub(crate) struct Arena<T> {
    chunks: Box<[OnceLock<Box<[T]>>]>,
    /// Slots ever allocated.
    used: AtomicUsize,
    /// Freed slots, reused from the front.
    free: Vec<u32>,
    free_taken: AtomicUsize,
}

impl<T: Default> Arena<T> {
    /// Room for `capacity` slots; memory is only taken as they are used.
    pub(crate) fn new(capacity: usize) -> Self {
        let n_chunks = capacity.div_ceil(CHUNK).clamp(1, (u32::MAX as usize >> CHUNK_BITS) - 1);
        Self {
            chunks: (0..n_chunks).map(|_| OnceLock::new()).collect(),
            used: AtomicUsize::new(0),
            free: Vec::new(),
            free_taken: AtomicUsize::new(0),
        }
    }

    /// A slot in its default state, or `None` if the arena is full.
    pub(crate) fn take(&self) -> Option<u32> {
        if self.free_taken.load(Ordering::Relaxed) < self.free.len() {
            let i = self.free_taken.fetch_add(1, Ordering::Relaxed);
            if let Some(&slot) = self.free.get(i) {
                return Some(slot);
            }
        }
        let i = self.used.fetch_add(1, Ordering::Relaxed);
        let Some(chunk) = self.chunks.get(i >> CHUNK_BITS) else {
            self.used.fetch_sub(1, Ordering::Relaxed);
            return None;
        };
        if chunk.get().is_none() {
            // Allocated outside the lock: the thread that loses the race drops its chunk instead of waiting.
            let _ = chunk.set((0..CHUNK).map(|_| T::default()).collect());
        }
        Some(i as u32)
    }

    /// The slot of that number, which [`Arena::take`] gave.
    #[inline]
    pub(crate) fn get(&self, slot: u32) -> &T {
        let chunk = self.chunks[slot as usize >> CHUNK_BITS].get().expect("a slot's chunk exists");
        &chunk[slot as usize & (CHUNK - 1)]
    }

    /// The same for changing it.
    pub(crate) fn get_mut(&mut self, slot: u32) -> &mut T {
        let chunk = self.chunks[slot as usize >> CHUNK_BITS].get_mut().expect("a slot's chunk exists");
        &mut chunk[slot as usize & (CHUNK - 1)]
    }

    /// Slots in use.
    pub(crate) fn len(&self) -> usize {
        let free_left = self.free.len() - self.free_taken.load(Ordering::Relaxed).min(self.free.len());
        self.used.load(Ordering::Relaxed) - free_left
    }

    /// Slots ever allocated: all numbers are below it.
    pub(crate) fn high_water(&self) -> usize {
        self.used.load(Ordering::Relaxed)
    }

    /// Resets every slot that is not in `keep` and makes it available again.
    pub(crate) fn keep_only(&mut self, keep: &[bool]) {
        self.free.clear();
        *self.free_taken.get_mut() = 0;
        for slot in 0..self.high_water() as u32 {
            if !keep[slot as usize] {
                *self.get_mut(slot) = T::default();
                self.free.push(slot);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use std::thread;

    #[test]
    fn slots_come_back_after_keep_only() {
        let mut arena: Arena<AtomicUsize> = Arena::new(10);
        let slots: Vec<u32> = (0..CHUNK).map(|_| arena.take().unwrap()).collect();
        assert_eq!(arena.take(), None, "one chunk is the whole capacity");
        for &slot in &slots {
            arena.get(slot).store(7, Ordering::Relaxed);
        }
        let keep: Vec<bool> = (0..CHUNK).map(|i| i % 2 == 0).collect();
        arena.keep_only(&keep);
        assert_eq!(arena.len(), CHUNK / 2);
        let again: Vec<u32> = std::iter::from_fn(|| arena.take()).collect();
        assert!(again.iter().all(|slot| slot % 2 == 1 && arena.get(*slot).load(Ordering::Relaxed) == 0));
        assert_eq!((again.len(), arena.len()), (CHUNK / 2, CHUNK));
    }

    #[test]
    fn threads_never_share_a_slot() {
        let arena: Arena<AtomicUsize> = Arena::new(4 * CHUNK);
        let taken: Vec<Vec<u32>> = thread::scope(|scope| {
            let threads: Vec<_> =
                (0..4).map(|_| scope.spawn(|| (0..CHUNK).map(|_| arena.take().unwrap()).collect())).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        let distinct: HashSet<u32> = taken.iter().flatten().copied().collect();
        assert_eq!(distinct.len(), 4 * CHUNK);
    }
}
