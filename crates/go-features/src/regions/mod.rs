//! Corners and sides of a 19x19 board as shapes of their own: what joseki and the territory of shapes are learned from (Basaldúa 2013, section 6.1.2).
//!
//! There is nothing of the kind for other boards.

mod geometry;
mod shapes;
#[cfg(test)]
mod tests;

pub use geometry::{N_REGIONS, REGION_BOARD, Region, RegionKind};
pub use shapes::{RegionShapes, View};
