//! Strip packing: rectangles on a strip of fixed width, as short as possible.
pub mod bound;
pub mod draw;
pub mod fill;
pub mod fit;
pub mod formats;
pub mod fuzz;
pub mod instance;
pub mod layout;
pub mod methods;
pub mod order;
pub mod packing;
pub mod run;
pub mod skyline;
