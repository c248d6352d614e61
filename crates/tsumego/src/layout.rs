//! How the points of a region are laid out as bits: its bounding box row by row or column by column, with one unused column between
//! rows. The layout that fits a machine word is taken where there is one (see `Region::flood`).

use go_board::{Point, PointSet};

/// Bits of a cell set.
pub(crate) const MAX_BITS: usize = 128;
/// Bits of a machine word.
const WORD_BITS: usize = 64;

/// The region's bounding box has too many cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the region spans {width}x{height} points; at most 128 fit, one column more counted: mark a smaller region")]
pub struct RegionTooLarge {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
}

/// Where the bounding box lies, and whether rows or columns run along the bits.
pub(crate) struct Layout {
    left: usize,
    top: usize,
    pub(crate) stride: usize,
    is_turned: bool,
}

impl Layout {
    pub(crate) fn of(cells: &PointSet) -> Result<Layout, RegionTooLarge> {
        let (mut left, mut right, mut top, mut bottom) = (usize::MAX, 0, usize::MAX, 0);
        for point in cells.iter() {
            let (x, y) = (usize::from(point.x()), usize::from(point.y()));
            (left, right, top, bottom) = (left.min(x), right.max(x), top.min(y), bottom.max(y));
        }
        if left == usize::MAX {
            return Ok(Layout { left: 0, top: 0, stride: 1, is_turned: false });
        }
        let (width, height) = (right - left + 1, bottom - top + 1);
        let upright = Layout { left, top, stride: width + 1, is_turned: false };
        let turned = Layout { left, top, stride: height + 1, is_turned: true };
        // The last row needs no unused column.
        let bits = [(width + 1) * height - 1, (height + 1) * width - 1];
        let fits = |most: usize| bits.map(|bits| bits <= most);
        match (fits(WORD_BITS), fits(MAX_BITS - 1)) {
            ([true, _], _) | ([false, false], [true, _]) => Ok(upright),
            ([false, true], _) | (_, [false, true]) => Ok(turned),
            (_, [false, false]) => Err(RegionTooLarge { width, height }),
        }
    }

    pub(crate) fn cell(&self, point: Point) -> usize {
        let (x, y) = (usize::from(point.x()) - self.left, usize::from(point.y()) - self.top);
        if self.is_turned { x * self.stride + y } else { y * self.stride + x }
    }
}
