//! Unconditional life (Benson, *Life in the game of Go*, 1976) of the defender's chains inside a region.
//!
//! A chain is alive when it has two *vital* enclosed areas, areas whose empty points are all liberties of the chain, bordered by
//! living chains only. An area that touches the attacker's outside, or empty points outside, is not enclosed. Anchored chains of the
//! defender are alive from the start. What is found alive stays alive even if the defender passes for ever, ko or not.

use crate::reading::Reading;
use crate::region::{Region, lowest};
use crate::side::Side;

/// More chains or areas than this are not looked at: the answer is then "not known to be alive".
const MAX_PARTS: usize = 24;

/// The enclosed areas at a chain's liberties.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Areas {
    /// A single one.
    One(u128),
    /// Two whose empty points are all liberties: a condition that unconditional life needs.
    TwoVital,
    /// None, or several without that condition.
    Others,
}

/// The cells of all enclosed areas: those that are not the defender's and that no way leads to from the attacker's outside. One flood for
/// all of them, and mostly nothing is left.
pub(crate) fn enclosed_cells(region: &Region, own: u128) -> u128 {
    let free = region.cells & !own;
    free & !region.flood(region.anchored[Side::Attacker.index()] & free, free)
}

/// Which of the enclosed cells are areas at a chain's liberties?
pub(crate) fn enclosed_areas(region: &Region, enclosed: u128, empty: u128, liberties: u128) -> Areas {
    let mut left = liberties & enclosed;
    let (mut n_areas, mut n_vital, mut last) = (0, 0, 0);
    while left != 0 {
        last = region.flood(lowest(left), enclosed);
        left &= !last;
        n_areas += 1;
        n_vital += u32::from(last & empty & !liberties == 0);
        if n_vital == 2 {
            return Areas::TwoVital;
        }
    }
    if n_areas == 1 { Areas::One(last) } else { Areas::Others }
}

/// The defender's stones that are unconditionally alive, and what that rests on: these stones and their vital areas.
pub(crate) fn alive(reading: &Reading, region: &Region) -> (u128, u128) {
    let own = reading.stones[Side::Defender.index()];
    let empty = reading.empty(region);
    let outside = region.anchored[Side::Attacker.index()];
    let mut areas = [(0u128, 0u128, 0u128); MAX_PARTS];
    let mut n_areas = 0;
    let mut left = region.cells & !own;
    while left != 0 {
        let area = region.flood(lowest(left), left);
        left &= !area;
        if area & outside == 0 {
            if n_areas == MAX_PARTS {
                return (0, 0);
            }
            areas[n_areas] = (area & empty, region.around(area) & own, area);
            n_areas += 1;
        }
    }
    let mut chains = [(0u128, 0u128); MAX_PARTS];
    let (mut n_chains, mut immortal) = (0, 0);
    let mut left = own;
    while left != 0 {
        let chain = region.flood(lowest(left), left);
        left &= !chain;
        if chain & region.anchored[Side::Defender.index()] != 0 {
            immortal |= chain;
        } else {
            if n_chains == MAX_PARTS {
                return (immortal, immortal);
            }
            chains[n_chains] = (chain, region.around(chain));
            n_chains += 1;
        }
    }
    if n_areas < 2 {
        return (immortal, immortal);
    }
    loop {
        let living = chains[..n_chains].iter().fold(immortal, |all, chain| all | chain.0);
        let mut n_kept = 0;
        for index in 0..n_chains {
            let near = chains[index].1;
            let is_vital = |&&(points, border, _): &&(u128, u128, u128)| points & !near == 0 && border & !living == 0;
            if areas[..n_areas].iter().filter(is_vital).count() >= 2 {
                chains[n_kept] = chains[index];
                n_kept += 1;
            }
        }
        if n_kept == n_chains {
            let enclosed = areas[..n_areas].iter().filter(|area| area.1 & !living == 0);
            return (living, enclosed.fold(living, |zone, area| zone | area.2));
        }
        n_chains = n_kept;
    }
}
