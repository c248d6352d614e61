//! Plots as SVG drawings: lines and points with error bars, bars, heat maps.
//!
//! Each plot is a value built with chained setters and drawn by `draw()`. Non-finite values are left out; a plot
//! without data still draws its frame. Statistics are not computed here: the caller supplies intervals.

mod axis;
mod bars;
mod frame;
mod heat;
mod xy;

pub use axis::Axis;
pub use bars::BarChart;
pub use heat::HeatMap;
pub use xy::{Sample, Series, XyPlot};
