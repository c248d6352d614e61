//! Tables, SVG plots, drawing primitives and progress.
