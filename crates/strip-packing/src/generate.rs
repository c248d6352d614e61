//! Generated instances with a known optimum: a full rectangle cut into pieces at random.
//!
//! A piece is drawn with probability proportional to its area and cut in two, across its longer side more often than
//! not, never thinner than a given side. The pieces fill the rectangle, so its height is optimal and nothing is wasted:
//! the construction of the Hopper-Turton classes, with our own seeded cuts.

use rand::{RngExt, SeedableRng};
use thiserror::Error;

use crate::instance::{Instance, InstanceError, Item, Rotation, Size};
use crate::methods::Rng;

/// What to cut, and into how many pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CutPlan {
    /// The full rectangle; its width is the strip's, its height the optimum.
    pub sheet: Size,
    /// The number of pieces.
    pub n_pieces: usize,
    /// No side is cut shorter than this.
    pub min_side: u32,
    /// Seeds the cuts.
    pub seed: u64,
}

/// Why a sheet cannot be cut as planned.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CutError {
    /// Too few places to cut.
    #[error("the sheet could be cut into {reached} pieces only, not {wanted}: use a larger sheet or a smaller side")]
    TooSmall {
        /// Pieces reached.
        reached: usize,
        /// Pieces wanted.
        wanted: usize,
    },
    /// The sheet itself is not a valid instance.
    #[error(transparent)]
    Instance(#[from] InstanceError),
}

/// Cuts a sheet to pieces; equal pieces become copies of one item.
pub fn cut_sheet(name: &str, plan: &CutPlan) -> Result<Instance, CutError> {
    let mut rng = Rng::seed_from_u64(plan.seed);
    let min_side = plan.min_side.max(1);
    let mut pieces = vec![plan.sheet];
    while pieces.len() < plan.n_pieces {
        let can_cut = |size: &Size| is_long_enough(size.width.max(size.height), min_side);
        let total: u64 = pieces.iter().filter(|size| can_cut(size)).map(|size| size.area()).sum();
        if total == 0 {
            return Err(CutError::TooSmall { reached: pieces.len(), wanted: plan.n_pieces });
        }
        let mut ticket = rng.random_range(0..total);
        let drawn = pieces.iter().position(|size| {
            let share = if can_cut(size) { size.area() } else { 0 };
            let hit = ticket < share;
            ticket = ticket.saturating_sub(share);
            hit
        });
        let piece = pieces.swap_remove(drawn.expect("the tickets add up to the total"));
        pieces.extend(cut(piece, min_side, &mut rng));
    }
    let mut items: Vec<Item> = Vec::new();
    pieces.sort_by_key(|size| std::cmp::Reverse((size.area(), size.width)));
    for size in pieces {
        match items.iter_mut().find(|item| item.size == size) {
            Some(item) => item.copies += 1,
            None => items.push(Item { size, copies: 1 }),
        }
    }
    let instance = Instance::new(name, plan.sheet.width, items, Rotation::Allowed)?;
    Ok(instance.with_known_optimum(Some(plan.sheet.height)))
}

/// Whether a side can be cut into two of at least the minimum length. Halved instead of doubled, which cannot overflow.
fn is_long_enough(side: u32, min_side: u32) -> bool {
    side / 2 >= min_side
}

/// Cuts a piece in two; its longer side must be at least twice the least side.
fn cut(piece: Size, min_side: u32, rng: &mut Rng) -> [Size; 2] {
    let Size { width, height } = piece;
    let across = u64::from(width) * 3 / (u64::from(width) + u64::from(height)).max(1);
    let prefer_width = rng.random_range(0..3) <= across.min(2);
    let cut_width = if !is_long_enough(width, min_side) {
        false
    } else if !is_long_enough(height, min_side) {
        true
    } else {
        prefer_width
    };
    if cut_width {
        let at = rng.random_range(min_side..=width - min_side);
        [Size::new(at, height), Size::new(width - at, height)]
    } else {
        let at = rng.random_range(min_side..=height - min_side);
        [Size::new(width, at), Size::new(width, height - at)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bound::lower_bound;

    #[test]
    fn the_pieces_fill_the_sheet() {
        for seed in 0..20 {
            let plan = CutPlan { sheet: Size::new(40, 30), n_pieces: 25, min_side: 2, seed };
            let instance = cut_sheet("cut", &plan).expect("large enough");
            assert_eq!((instance.n_rectangles(), instance.area()), (25, 1200));
            assert_eq!((instance.known_optimum(), lower_bound(&instance)), (Some(30), 30));
            assert!(instance.items().iter().all(|item| item.size.width.min(item.size.height) >= 2));
            assert_eq!(cut_sheet("cut", &plan), Ok(instance));
        }
    }

    #[test]
    fn a_sheet_has_only_so_many_pieces() {
        let plan = CutPlan { sheet: Size::new(4, 4), n_pieces: 5, min_side: 2, seed: 1 };
        assert_eq!(cut_sheet("cut", &plan), Err(CutError::TooSmall { reached: 4, wanted: 5 }));
        for min_side in [1 << 31, u32::MAX] {
            let plan = CutPlan { min_side, ..plan };
            assert_eq!(cut_sheet("cut", &plan), Err(CutError::TooSmall { reached: 1, wanted: 5 }));
        }
    }
}
