//! Strip packing: rectangles on a strip of fixed width, as short as possible.
pub mod bound;
pub mod fill;
pub mod fit;
pub mod instance;
pub mod layout;
pub mod order;
pub mod packing;
pub mod skyline;
