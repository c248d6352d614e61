//! What the static facts of a position share, and how a stone changes it.
//!
//! Three floods make an outline: the target's first chain, what the target reaches, what the defender encloses. Most stones change
//! little of that: a cell that is filled leaves a set in one piece when its neighbours hold together around it. Whether they do is
//! worked out once for all cells ([`Region::joints`]); then a flood is needed only at joints and after captures.

use crate::benson;
use crate::reading::{PASS, Reading};
use crate::region::{Region, lowest};
use crate::side::Side;

/// Where the target stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Outline {
    /// One of the target's chains.
    pub(crate) chain: u128,
    pub(crate) liberties: u128,
    /// Is it the only one?
    pub(crate) is_single: bool,
    /// The target, and what it reaches through the defender's stones and empty cells.
    pub(crate) reach: u128,
    /// See [`benson::enclosed_cells`].
    pub(crate) enclosed: u128,
}

impl Outline {
    /// `None` if nothing of the target is left.
    #[inline]
    pub(crate) fn of(region: &Region, target: u128, reading: &Reading) -> Option<Outline> {
        let own = reading.stones[Side::Defender.index()];
        let left = own & target;
        if left == 0 {
            return None;
        }
        let chain = region.flood(lowest(left), own);
        let empty = reading.empty(region);
        Some(Outline {
            chain,
            liberties: region.around(chain) & empty,
            is_single: left & !chain == 0,
            reach: region.flood(left | chain, own | empty),
            enclosed: benson::enclosed_cells(region, own),
        })
    }
}

/// The outlines after every move from one position.
pub(crate) struct Outlines<'r> {
    region: &'r Region,
    target: u128,
    stones: [u128; 2],
    before: Option<Outline>,
    /// Cells that may hold together what the target reaches.
    joints_of_reach: u128,
    /// Cells that may keep others from being enclosed.
    joints_outside: u128,
}

impl Outlines<'_> {
    pub(crate) fn new<'r>(region: &'r Region, target: u128, reading: &Reading) -> Outlines<'r> {
        let before = Outline::of(region, target, reading);
        let reach = before.map_or(0, |outline| outline.reach);
        let enclosed = before.map_or(0, |outline| outline.enclosed);
        let free = region.cells & !reading.stones[Side::Defender.index()];
        let ends = region.anchored[Side::Attacker.index()] & free;
        // An end of the outside that is filled is missed by its neighbours, unless another one is among them.
        let joints_outside = region.joints(free & !enclosed) | (ends & !region.around(ends));
        Outlines {
            region,
            target,
            stones: reading.stones,
            before,
            joints_of_reach: region.joints(reach),
            joints_outside,
        }
    }

    /// The outline of `next`, which the move leads to.
    #[inline]
    pub(crate) fn after(&self, mv: u8, next: &Reading) -> Option<Outline> {
        let before = self.before?;
        if mv == PASS {
            return Some(before);
        }
        let (stone, mover) = (1u128 << mv, next.to_move.opponent());
        let other = next.to_move.index();
        if self.stones[other] != next.stones[other] {
            return Outline::of(self.region, self.target, next);
        }
        match mover {
            Side::Attacker => Some(self.after_attack(before, stone, next)),
            Side::Defender if stone & self.target == 0 => Some(self.after_defence(before, stone, next)),
            Side::Defender => Outline::of(self.region, self.target, next),
        }
    }

    fn after_attack(&self, before: Outline, stone: u128, next: &Reading) -> Outline {
        let own = next.stones[Side::Defender.index()];
        let reach = if stone & self.joints_of_reach == 0 {
            before.reach & !stone
        } else {
            self.region.flood((own & self.target) | before.chain, own | next.empty(self.region))
        };
        Outline { liberties: before.liberties & !stone, reach, ..before }
    }

    fn after_defence(&self, before: Outline, stone: u128, next: &Reading) -> Outline {
        let (region, own) = (self.region, next.stones[Side::Defender.index()]);
        let mut after = before;
        if stone & before.liberties != 0 {
            after.chain = region.flood(before.chain | stone, own);
            after.liberties = next.liberties(region, after.chain);
            after.is_single = own & self.target & !after.chain == 0;
        }
        after.enclosed = if stone & self.joints_outside == 0 {
            before.enclosed & !stone
        } else {
            benson::enclosed_cells(region, own)
        };
        after
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::random_problem::random_problem;
    use crate::region::cells_of;

    /// Along random play, every outline that is carried over is the one that is made anew.
    #[test]
    fn outlines_after_moves_are_those_made_anew() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(17);
        let mut n = 0;
        while n < 20_000 {
            let Some(problem) = random_problem(&mut rng, 14) else { continue };
            let (region, target) = (problem.region(), problem.target_mask());
            let mut reading = problem.reading_of(problem.board(), Side::Attacker, [0, 0]);
            for _ in 0..30 {
                let outlines = Outlines::new(region, target, &reading);
                let mut nexts = vec![(PASS, reading.passed())];
                let empty = cells_of(reading.empty(region));
                nexts.extend(empty.filter_map(|cell| Some((cell, reading.played(region, cell)?))));
                if outlines.before.is_none() {
                    break;
                }
                for (mv, next) in &nexts {
                    assert_eq!(outlines.after(*mv, next), Outline::of(region, target, next));
                    n += 1;
                }
                reading = nexts[rng.random_range(0..nexts.len())].1;
            }
        }
    }
}
