//! Presentation of results: tables, SVG drawings and plots, progress, readable numbers; and the ranges of typed numbers.
//!
//! Everything is built in memory and returned as a `String` (or bytes for PNG): this crate opens no file. Its only
//! access to the environment is whether stderr is a terminal, which decides about progress bars.
//!
//! ```
//! use report::{Column, Table};
//! let mut table = Table::new([Column::left("class"), Column::right("gap")]);
//! table.push(["C1", "0.00 %"]);
//! assert_eq!(table.to_tsv(), "class\tgap\nC1\t0.00 %\n");
//! ```

#![cfg_attr(not(test), warn(clippy::disallowed_methods, clippy::disallowed_types))]

pub mod argument;
pub mod color;
pub mod number;
pub mod plot;
#[cfg(feature = "png")]
pub mod png;
pub mod progress;
pub mod svg;
pub mod table;

pub use color::Rgb;
pub use plot::{Axis, BarChart, HeatMap, Sample, Series, XyPlot};
pub use progress::{Progress, Silent, TerminalProgress};
pub use svg::{Element, PathData, Svg};
pub use table::{Align, Column, Table};
