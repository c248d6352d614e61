//! Unconditional death: targets that the attacker captures by plain filling, whatever the defender does.
//!
//! An attacking chain is immortal when it is anchored. A stone next to an immortal one, or on a cell that is anchored itself, is
//! immortal too. So is a chain with a *pair* of its own: two liberties that are both next to something immortal or anchored
//! themselves. When the defender plays on one of them the attacker answers on the other. That cell was empty before, so it is no ko,
//! and the stone there joins the chain to what is safe; the defender's stone captures nothing immortal, because every such chain
//! has two liberties at least. No cell serves two pairs, so one answer is enough, and every answer uses a pair up, so they only
//! delay the filling.
//!
//! Let Q be the cells that are neither the defender's nor next to anything immortal: only there can the defender ever have an eye.
//! When Q holds no attacker's stone, the attacker can fill every other cell without risk, and no stone of the attacker outside Q can
//! ever be captured. Then
//!
//! - with at most one cell in Q the defender is left with one liberty in common, and is captured there, provided that no cell under
//!   the defender's stones could become an eye after the capture of a part (each has a neighbour that gets filled);
//! - a single chain is captured even with two adjacent cells in Q, which make one eye only; this needs that no point of the target was
//!   given up before, because a stone put back there would count.
//!
//! Cells next to immortal stones are no eyes whatever stands on them. Those that the conditions do not need are *spare*, and the zone of the
//! capture leaves them out: with a defender's stone there it still holds.
//!
//! The defender must have no way to an anchored cell of its own. This saves reading the long fillings at the end of every capture.
//! It does *not* see nakade of three and more points, nor anything that depends on whose turn it is.

use crate::reading::Reading;
use crate::region::{Region, lowest};
use crate::side::Side;

/// With more cells in Q nothing is known.
pub(crate) const MAX_EYES: u32 = 2;

/// Will all of the target be captured by filling? Then the zone that this rests on: everything up to the immortal stones around.
pub(crate) fn captures_all(reading: &Reading, region: &Region, target: u128) -> Option<u128> {
    let own = reading.stones[Side::Defender.index()];
    let theirs = reading.stones[Side::Attacker.index()];
    let outside = region.anchored[Side::Attacker.index()];
    let (immortal, pairs) = immortal(reading, region);
    let open = region.cells & !immortal;
    let next_to_immortal = region.around(immortal) | outside;
    let eyes = open & !own & !next_to_immortal;
    let open = region.flood(target & open, open);
    let (own, eyes) = (own & open, eyes & open);
    if open & region.anchored[Side::Defender.index()] != 0 {
        return None;
    }
    let n_eyes = eyes.count_ones();
    if eyes & theirs != 0 || n_eyes > MAX_EYES || (n_eyes == 2 && region.around(lowest(eyes)) & eyes == 0) {
        return None;
    }
    let is_one_chain = target & !own == 0 && region.flood(lowest(own), own) == own;
    let spare = open & next_to_immortal & reading.empty(region) & !pairs;
    let no_eyes = own & !next_to_immortal;
    let spare = if n_eyes <= 1 && no_eyes & !region.around(open & !own & !eyes) == 0 {
        let needed = no_eyes & !region.around(open & !own & !eyes & !spare);
        spare & !region.around(needed)
    } else if is_one_chain {
        spare & region.around(own)
    } else {
        return None;
    };
    if pairs != 0 {
        return Some((open & !spare) | pairs | immortal);
    }
    let border = region.around(open) & immortal;
    Some((open & !spare) | region.flood(border, immortal))
}

/// The attacker's immortal stones, and the cells of the pairs that some of them rest on.
fn immortal(reading: &Reading, region: &Region) -> (u128, u128) {
    let theirs = reading.stones[Side::Attacker.index()];
    let outside = region.anchored[Side::Attacker.index()];
    let empty = reading.empty(region);
    let mut immortal = region.flood(theirs & outside, theirs);
    let mut safe = (region.around(immortal) | outside) & empty;
    let (mut left, mut pairs, mut waiting) = (theirs & !immortal, 0, 0);
    while left != 0 {
        let chain = region.flood(lowest(left), left);
        left &= !chain;
        let links = region.around(chain) & safe & !pairs;
        let (first, others) = (lowest(links), links & links.wrapping_sub(1));
        if others == 0 {
            waiting |= chain;
            continue;
        }
        pairs |= first | lowest(others);
        immortal |= chain;
        safe |= region.around(chain) & empty;
        // Chains that found no pair may find one beside this chain.
        left |= waiting;
        waiting = 0;
    }
    (immortal, pairs)
}

/// Where the attacker fills next when [`captures_all`] holds: next to immortal stones as long as there is such a cell.
pub(crate) fn cells_to_fill(reading: &Reading, region: &Region, zone: u128) -> u128 {
    let theirs = reading.stones[Side::Attacker.index()];
    let outside = region.anchored[Side::Attacker.index()];
    let immortal = region.flood(theirs & outside, theirs);
    let empty = zone & reading.empty(region);
    let safe = empty & (region.around(immortal) | outside);
    if safe != 0 { safe } else { empty }
}

#[cfg(test)]
mod tests {
    use go_board::{Board, Color, Point, PointSet};
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::exhaustive;
    use crate::problem::Problem;
    use crate::random_problem::random_problem;
    use crate::status::Status;

    fn zone_and_pairs(problem: &Problem) -> (Option<u128>, u128) {
        let reading = problem.reading_of(problem.board(), Side::Defender, [0, 0]);
        let region = problem.region();
        (captures_all(&reading, region, problem.target_mask()), immortal(&reading, region).1)
    }

    /// White's two stones below the corner have three ways out, of which two are a pair; with C4 alone they may be cut off.
    #[test]
    fn a_chain_with_a_pair_of_links_is_immortal() {
        let captured = |drawing: &str, names: &[&str]| {
            let (board, _): (Board, _) = Board::parse_ascii(drawing).expect("a board");
            let point = |name: &&str| board.size().parse_point(name).expect("a point");
            let playable: PointSet = names.iter().map(point).collect();
            let problem = Problem::new(board.clone(), &[point(&"A6")], &playable, Color::Black).expect("a problem");
            let (zone, pairs) = zone_and_pairs(&problem);
            (zone.is_some(), pairs.count_ones())
        };
        let open = "X X O . . .
                    . X O . . .
                    O O . O . .
                    . . O . . .
                    O O . . . .
                    . . . . . .";
        assert_eq!(captured(open, &["A5", "C4", "A3", "B3"]), (true, 2));
        let cut = "X X O . . .
                   . X O . . .
                   O O . O . .
                   X X O . . .
                   . O O . . .
                   O . . . . .";
        assert_eq!(captured(cut, &["A5", "C4", "A2"]), (false, 0));
    }

    /// With any stones on the spare cells what filling captures is still dead, says the exhaustive twin.
    #[test]
    fn spare_cells_change_nothing() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
        let mut n = 0;
        while n < 150 {
            let Some(problem) = random_problem(&mut rng, 6) else { continue };
            let region = problem.region();
            let (Some(zone), _) = zone_and_pairs(&problem) else { continue };
            let mut board = problem.board().clone();
            let spare = region.points().filter(|&p| board.is_empty(p) && zone & region.mask([p]) == 0);
            for point in spare.collect::<Vec<_>>() {
                match rng.random_range(0..3) {
                    0 => board.set_stone(point, problem.defender()),
                    1 => board.set_stone(point, problem.defender().opponent()),
                    _ => {}
                }
            }
            let playable = region.points().filter(|&p| problem.board().is_empty(p)).collect();
            let target: Vec<Point> = problem.target().iter().collect();
            let changed = Problem::new(board.clone(), &target, &playable, problem.to_move());
            let Ok(changed) = changed else { continue };
            if board.hash() == problem.board().hash() {
                continue;
            }
            for first in Side::BOTH {
                let Some(found) = exhaustive::status(&changed, first) else { continue };
                assert_eq!(found, Status::Dead, "{first:?} first\n{}", board.to_ascii());
            }
            n += 1;
        }
    }

    /// Whatever filling captures is dead whoever begins, says the exhaustive twin.
    #[test]
    fn what_filling_captures_is_dead() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        let (mut n_plain, mut n_by_pairs) = (0, 0);
        while n_plain < 100 || n_by_pairs < 30 {
            let Some(problem) = random_problem(&mut rng, 6) else { continue };
            let (zone, pairs) = zone_and_pairs(&problem);
            if zone.is_none() || (pairs == 0 && n_plain >= 100) {
                continue;
            }
            for first in Side::BOTH {
                let Some(found) = exhaustive::status(&problem, first) else { continue };
                assert_eq!(found, Status::Dead, "{first:?} first\n{}", problem.board().to_ascii());
            }
            if pairs == 0 { n_plain += 1 } else { n_by_pairs += 1 }
        }
    }
}
