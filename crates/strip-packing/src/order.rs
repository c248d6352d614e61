//! An order of preference over orientations: the tie-breaker of the greedy playout.
//!
//! It is what a learning playout carries from one playout to the next, the counterpart of the win/loss tables of
//! Basaldúa 2013, section 4.7: a permutation is changed slightly, kept if the packing did not get worse, and undone
//! otherwise.

use rand::{Rng, RngExt};

use crate::instance::{Instance, Size};

/// A permutation of an instance's orientations and its inverse.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Order {
    sequence: Vec<u16>,
    rank: Vec<u16>,
}

/// Initial sort keys: large ones first, for several measures of size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SortKey {
    /// Width times height.
    Area,
    /// Width, then height.
    Width,
    /// Height, then width.
    Height,
    /// Width plus height.
    Perimeter,
}

impl SortKey {
    /// All of them.
    pub(crate) const ALL: [SortKey; 4] = [SortKey::Area, SortKey::Width, SortKey::Height, SortKey::Perimeter];

    /// The sort key, larger first.
    pub(crate) fn measure(self, size: Size) -> (u64, u64) {
        let (width, height) = (u64::from(size.width), u64::from(size.height));
        match self {
            SortKey::Area => (size.area(), width),
            SortKey::Width => (width, height),
            SortKey::Height => (height, width),
            SortKey::Perimeter => (width + height, width),
        }
    }
}

impl Order {
    /// Larger orientations first.
    pub(crate) fn sorted(instance: &Instance, key: SortKey) -> Self {
        let orientations = instance.orientations();
        let mut sequence: Vec<u16> = (0..orientations.len() as u16).collect();
        sequence.sort_by_key(|&o| std::cmp::Reverse(key.measure(orientations[usize::from(o)].size)));
        Self::from_sequence(sequence)
    }

    /// Larger orientations first, by a measure that is multiplied by a random factor in \[1 - noise, 1 + noise\] each.
    pub(crate) fn noisy(instance: &Instance, key: SortKey, noise: f64, rng: &mut impl Rng) -> Self {
        let measure = |size: Size, rng: &mut _| {
            key.measure(size).0 as f64 * (1.0 + noise * (2.0 * RngExt::random::<f64>(rng) - 1.0))
        };
        let mut noisy: Vec<(f64, u16)> = instance
            .orientations()
            .iter()
            .zip(0..)
            .map(|(orientation, o)| (measure(orientation.size, rng), o))
            .collect();
        noisy.sort_by(|a, b| b.0.total_cmp(&a.0));
        Self::from_sequence(noisy.into_iter().map(|(_, o)| o).collect())
    }

    fn from_sequence(sequence: Vec<u16>) -> Self {
        let mut rank = vec![0; sequence.len()];
        for (position, &o) in sequence.iter().enumerate() {
            rank[usize::from(o)] = position as u16;
        }
        Self { sequence, rank }
    }

    /// Orientations, preferred ones first.
    pub(crate) fn sequence(&self) -> &[u16] {
        &self.sequence
    }

    /// Position of an orientation in the sequence.
    #[inline]
    pub(crate) fn rank(&self, orientation: u16) -> u16 {
        self.rank[usize::from(orientation)]
    }

    /// Exchanges the orientations at two positions; doing it again undoes it.
    pub(crate) fn swap(&mut self, i: usize, j: usize) {
        self.sequence.swap(i, j);
        self.rank[usize::from(self.sequence[i])] = i as u16;
        self.rank[usize::from(self.sequence[j])] = j as u16;
    }

    /// A uniformly random order.
    #[cfg(test)]
    pub(crate) fn shuffle(&mut self, rng: &mut impl Rng) {
        for i in (1..self.sequence.len()).rev() {
            self.swap(i, rng.random_range(0..=i));
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::instance::{Item, Rotation};

    fn instance() -> Instance {
        let items = [(6, 1), (2, 5), (3, 3)].map(|(w, h)| Item { size: Size::new(w, h), copies: 1 });
        Instance::new("t", 8, items.to_vec(), Rotation::Fixed).expect("valid")
    }

    #[test]
    fn large_first() {
        let instance = instance();
        let by = |key| Order::sorted(&instance, key).sequence;
        assert_eq!(by(SortKey::Area), [1, 2, 0]);
        assert_eq!(by(SortKey::Width), [0, 2, 1]);
        assert_eq!(by(SortKey::Height), [1, 2, 0]);
        assert_eq!(by(SortKey::Perimeter), [0, 1, 2]);
    }

    #[test]
    fn ranks_follow_the_sequence() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut order = Order::sorted(&instance(), SortKey::Area);
        for _ in 0..50 {
            let before = order.clone();
            let (i, j) = (rng.random_range(0..3), rng.random_range(0..3));
            order.swap(i, j);
            assert!(order.sequence.iter().enumerate().all(|(i, &o)| usize::from(order.rank(o)) == i));
            order.swap(i, j);
            assert_eq!(order, before);
            order.shuffle(&mut rng);
            assert!(order.sequence.iter().enumerate().all(|(i, &o)| usize::from(order.rank(o)) == i));
        }
    }
}
