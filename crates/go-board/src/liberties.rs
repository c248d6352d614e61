//! Two representations of a chain's liberties behind one trait: the parameter of the board core.
//!
//! The core reports every adjacency between a stone of the chain and an empty point, once each. `PseudoLiberties`
//! counts them (van Niekerk 2014, section 2.1: a point that touches the chain twice counts twice) with the sum of the
//! indices and the sum of their squares, which decide exactly whether all of them are one point (atari): `n * sum of
//! squares = square of sum`. `TrueLiberties` keeps the set of points and its size.

use crate::Point;
use crate::point::Bits;

/// Bookkeeping of one chain's liberties.
pub trait Liberties: Copy + Default {
    /// Adds one adjacency between a stone of the chain and the empty point.
    fn add(&mut self, point: Point);
    /// `add` if the condition holds, branch-free where possible.
    fn add_if(&mut self, point: Point, condition: bool);
    /// Removes one such adjacency; true liberties lose the point with the first one.
    fn remove(&mut self, point: Point);
    /// Adds the liberties of a chain that was merged.
    fn merge(&mut self, other: &Self);
    /// Whether no liberty is left.
    fn is_none(&self) -> bool;
    /// The only liberty, if there is exactly one.
    fn single(&self) -> Option<Point>;
    /// Whether there is exactly one liberty. Cheaper than `single`.
    fn is_single(&self) -> bool;
    /// The number of (true or pseudo) liberties.
    fn count(&self) -> usize;
}

/// Count, sum and sum of squares of the pseudo-liberties, packed into one word so that one addition updates all three.
///
/// A chain on 25x25 has at most 834 pseudo-liberties (four per liberty, two per stone and two more, and both share 625
/// points); with indices below 1,024 the three fields need 10, 20 and 30 bits and never overlap.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct PseudoLiberties(u64);

const SUM_SHIFT: u32 = 12;
const SQUARES_SHIFT: u32 = 34;
const COUNT_MASK: u64 = (1 << SUM_SHIFT) - 1;
const SUM_MASK: u64 = (1 << (SQUARES_SHIFT - SUM_SHIFT)) - 1;

impl PseudoLiberties {
    #[inline(always)]
    const fn code(point: Point) -> u64 {
        let index = point.index() as u64;
        1 + (index << SUM_SHIFT) + ((index * index) << SQUARES_SHIFT)
    }

    const fn sum(self) -> u64 {
        (self.0 >> SUM_SHIFT) & SUM_MASK
    }
}

impl Liberties for PseudoLiberties {
    #[inline(always)]
    fn add(&mut self, point: Point) {
        self.0 += Self::code(point);
    }

    #[inline(always)]
    fn add_if(&mut self, point: Point, condition: bool) {
        self.0 += Self::code(point) & u64::from(condition).wrapping_neg();
    }

    #[inline(always)]
    fn remove(&mut self, point: Point) {
        // Wraps only in the dummy slot, whose contents are unused.
        self.0 = self.0.wrapping_sub(Self::code(point));
    }

    #[inline(always)]
    fn merge(&mut self, other: &Self) {
        self.0 += other.0;
    }

    #[inline(always)]
    fn is_none(&self) -> bool {
        self.0 == 0
    }

    #[inline(always)]
    fn is_single(&self) -> bool {
        let count = self.0 & COUNT_MASK;
        let sum = self.sum();
        count != 0 && count * (self.0 >> SQUARES_SHIFT) == sum * sum
    }

    fn single(&self) -> Option<Point> {
        self.is_single().then(|| Point::from_index((self.sum() / (self.0 & COUNT_MASK)) as usize))
    }

    #[inline(always)]
    fn count(&self) -> usize {
        (self.0 & COUNT_MASK) as usize
    }
}

/// The set of liberties: a bit per cell of the grid, a mask of the rows that have any, and the number.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct TrueLiberties {
    rows: [u32; 32],
    occupied_rows: u32,
    count: u32,
}

impl TrueLiberties {
    /// The liberties, row by row from the top.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Point> + '_ {
        Bits(self.occupied_rows)
            .flat_map(move |row| Bits(self.rows[row & 31]).map(move |bit| Point::from_index(row * 32 + bit)))
    }

    /// Whether the point is one of the liberties.
    #[inline(always)]
    pub fn contains(&self, point: Point) -> bool {
        self.rows[point.index() / 32] & (1 << (point.index() % 32)) != 0
    }

    /// The size of the intersection of both sets.
    pub fn shared(&self, other: &TrueLiberties) -> usize {
        Bits(self.occupied_rows & other.occupied_rows)
            .map(|row| (self.rows[row & 31] & other.rows[row & 31]).count_ones() as usize)
            .sum()
    }

    /// The size of the union of both sets.
    pub fn union_count(&self, other: &TrueLiberties) -> usize {
        self.count as usize + other.count as usize - self.shared(other)
    }
}

impl Liberties for TrueLiberties {
    #[inline(always)]
    fn add(&mut self, point: Point) {
        let (row, bit) = (point.index() / 32, 1 << (point.index() % 32));
        self.count += u32::from(self.rows[row] & bit == 0);
        self.rows[row] |= bit;
        self.occupied_rows |= 1 << row;
    }

    #[inline(always)]
    fn add_if(&mut self, point: Point, condition: bool) {
        if condition {
            self.add(point);
        }
    }

    #[inline(always)]
    fn remove(&mut self, point: Point) {
        let (row, bit) = (point.index() / 32, 1 << (point.index() % 32));
        self.count -= u32::from(self.rows[row] & bit != 0);
        self.rows[row] &= !bit;
        if self.rows[row] == 0 {
            self.occupied_rows &= !(1 << row);
        }
    }

    #[inline]
    fn merge(&mut self, other: &Self) {
        for row in Bits(other.occupied_rows) {
            let row = row & 31;
            let new = other.rows[row] & !self.rows[row];
            self.count += new.count_ones();
            self.rows[row] |= new;
        }
        self.occupied_rows |= other.occupied_rows;
    }

    #[inline(always)]
    fn is_none(&self) -> bool {
        self.count == 0
    }

    #[inline(always)]
    fn is_single(&self) -> bool {
        self.count == 1
    }

    #[inline(always)]
    fn single(&self) -> Option<Point> {
        if self.count == 1 { self.iter().next() } else { None }
    }

    #[inline(always)]
    fn count(&self) -> usize {
        self.count as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn point(i: usize) -> Point {
        Point::new((i % 25) as u8, (i / 25) as u8).unwrap()
    }

    proptest! {
        #[test]
        fn pseudo_atari_is_exact(indices in proptest::collection::vec(0usize..625, 1..60), repeat in 1usize..4) {
            let mut liberties = PseudoLiberties::default();
            for &i in &indices {
                for _ in 0..repeat {
                    liberties.add(point(i));
                }
            }
            let one = indices.iter().all(|&i| i == indices[0]);
            prop_assert_eq!(liberties.single(), one.then(|| point(indices[0])));
            prop_assert_eq!(liberties.count(), indices.len() * repeat);
            for &i in &indices {
                for _ in 0..repeat {
                    liberties.remove(point(i));
                }
            }
            prop_assert!(liberties.is_none());
        }

        #[test]
        fn true_liberties_are_a_set(a in proptest::collection::btree_set(0usize..625, 0..60), b in proptest::collection::btree_set(0usize..625, 0..60)) {
            let build = |set: &std::collections::BTreeSet<usize>| {
                let mut liberties = TrueLiberties::default();
                set.iter().for_each(|&i| { liberties.add(point(i)); liberties.add(point(i)); });
                liberties
            };
            let (mut la, lb) = (build(&a), build(&b));
            prop_assert_eq!(la.shared(&lb), a.intersection(&b).count());
            la.merge(&lb);
            let union: Vec<Point> = a.union(&b).map(|&i| point(i)).collect();
            prop_assert_eq!(la.iter().collect::<Vec<_>>(), union.clone());
            prop_assert_eq!(la.count(), union.len());
            b.iter().for_each(|&i| la.remove(point(i)));
            prop_assert_eq!(la.iter().collect::<Vec<_>>(), a.difference(&b).map(|&i| point(i)).collect::<Vec<_>>());
        }
    }
}
