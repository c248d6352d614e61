//! A grid of coloured cells with a colour bar: confusion matrices, parameter grids, board maps.

use crate::color::{self, Rgb};
use crate::number::significant;
use crate::svg::{Element, Svg, estimate_text_width};

use super::axis::Axis;
use super::frame::{self, Heading, tick_text};

/// Rows and columns of values.
#[derive(Debug, Clone)]
pub struct HeatMap {
    heading: Heading,
    x_label: String,
    y_label: String,
    columns: Vec<String>,
    rows: Vec<(String, Vec<f64>)>,
    diverging: bool,
    show_values: bool,
}

impl HeatMap {
    /// An empty map with these column names.
    pub fn new<C: Into<String>>(title: impl Into<String>, columns: impl IntoIterator<Item = C>) -> Self {
        Self {
            heading: Heading::new(title),
            x_label: String::new(),
            y_label: String::new(),
            columns: columns.into_iter().map(Into::into).collect(),
            rows: Vec::new(),
            diverging: false,
            show_values: false,
        }
    }

    /// A grey line under the title.
    pub fn subtitle(mut self, subtitle: impl Into<String>) -> Self {
        self.heading.subtitle = subtitle.into();
        self
    }

    /// What columns and rows are.
    pub fn labels(mut self, columns: impl Into<String>, rows: impl Into<String>) -> Self {
        (self.x_label, self.y_label) = (columns.into(), rows.into());
        self
    }

    /// Size in units (720 x 440 unless set).
    pub fn size(mut self, width: f64, height: f64) -> Self {
        (self.heading.width, self.heading.height) = (width, height);
        self
    }

    /// Colours run from blue over white at zero to red.
    pub fn diverging(mut self) -> Self {
        self.diverging = true;
        self
    }

    /// Prints each value in its cell.
    pub fn with_values(mut self) -> Self {
        self.show_values = true;
        self
    }

    /// Adds a row below the others; missing or non-finite values stay blank.
    pub fn row(mut self, name: impl Into<String>, values: impl IntoIterator<Item = f64>) -> Self {
        self.rows.push((name.into(), values.into_iter().collect()));
        self
    }

    /// The drawing.
    pub fn draw(&self) -> Svg {
        let (mut svg, top) = frame::begin(&self.heading, &[]);
        let values = self.rows.iter().flat_map(|(_, row)| row.iter().copied().filter(|v| v.is_finite()));
        let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| (l.min(v), h.max(v)));
        let (low, high) = if low > high { (0.0, 1.0) } else { (low, high) };
        let extreme = low.abs().max(high.abs()).max(f64::MIN_POSITIVE);
        let color_of = |value: f64| {
            if self.diverging {
                color::diverging(value / extreme)
            } else {
                color::sequential(if high > low { (value - low) / (high - low) } else { 0.5 })
            }
        };
        let whole =
            self.rows.iter().flat_map(|(_, row)| row).all(|v| !v.is_finite() || (v.fract() == 0.0 && v.abs() < 1e6));
        let cell_text = |value: f64| if whole { format!("{value:.0}") } else { significant(value, 2) };
        let row_names: Vec<String> = self.rows.iter().map(|(name, _)| name.clone()).collect();
        let mut area = frame::area(&self.heading, top, &row_names, &self.y_label, &self.x_label);
        let scale = Axis::linear("").range(low, if high > low { high } else { low + 1.0 }).fit([]);
        let bar_text = scale.ticks.iter().map(|(_, t)| estimate_text_width(t, 12.0)).fold(0.0, f64::max);
        area.right = (area.right - 34.0 - bar_text).max(area.left + 1.0);
        let (cell_width, cell_height) =
            (area.width() / self.columns.len().max(1) as f64, area.height() / self.rows.len().max(1) as f64);
        for (r, (name, row)) in self.rows.iter().enumerate() {
            let y = area.top + cell_height * r as f64;
            svg.push(tick_text(area.left - 8.0, y + cell_height / 2.0 + 4.0, name).right_aligned());
            for (c, (&value, column)) in row.iter().zip(&self.columns).enumerate() {
                if !value.is_finite() {
                    continue;
                }
                let x = area.left + cell_width * c as f64;
                let fill = color_of(value);
                let note = format!("{name}, {column}: {}", significant(value, 4));
                svg.push(
                    Element::rect(x + 0.5, y + 0.5, cell_width - 1.0, cell_height - 1.0).fill(fill).tooltip(&note),
                );
                if self.show_values {
                    let size = (cell_height * 0.45).clamp(6.0, 12.0);
                    svg.push(
                        Element::text(x + cell_width / 2.0, y + cell_height / 2.0 + size * 0.36, &cell_text(value))
                            .font_size(size)
                            .centered()
                            .fill(fill.contrasting_ink()),
                    );
                }
            }
        }
        for (c, column) in self.columns.iter().enumerate() {
            let x = area.left + cell_width * (c as f64 + 0.5);
            svg.push(tick_text(x, area.bottom + 20.0, column).centered());
        }
        frame::draw_x_label(&mut svg, area, &self.x_label);
        frame::draw_y_label(&mut svg, area, &self.y_label);
        let bar_left = area.right + 16.0;
        let step = area.height() / 64.0;
        for i in 0..64 {
            let value = high - (high - low) * (f64::from(i) + 0.5) / 64.0;
            let y = area.top + step * f64::from(i);
            svg.push(Element::rect(bar_left, y, 12.0, step + 0.5).fill(color_of(value)));
        }
        svg.push(Element::rect(bar_left, area.top, 12.0, area.height()).set("fill", "none").stroke(Rgb::GRID, 1.0));
        for (value, text) in &scale.ticks {
            svg.push(tick_text(bar_left + 18.0, area.y(scale.unit(*value)) + 4.0, text));
        }
        svg
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_cell_per_finite_value() {
        let svg = HeatMap::new("t", ["a", "b"])
            .row("x", [0.0, 1.0])
            .row("y", [f64::NAN, 2.0])
            .labels("guess", "truth")
            .with_values()
            .draw()
            .to_string();
        let paper_and_bar = 1 + 64 + 1;
        assert_eq!(svg.matches("<rect").count(), paper_and_bar + 3);
    }

    #[test]
    fn constant_and_empty_maps_draw() {
        assert!(HeatMap::new("t", ["a"]).row("x", [5.0]).draw().to_string().contains("x, a: 5.000"));
        let empty = HeatMap::new("t", ["a"]).diverging().draw().to_string();
        assert!(!empty.contains("NaN") && !empty.contains("inf"), "{empty}");
        // The column and the colour bar from 0 to 1 are there; the only title is that of the drawing: a cell has its own.
        assert!(empty.contains(">a<") && empty.contains(">1.0<"), "{empty}");
        assert_eq!(empty.matches("<title>").count(), 1, "{empty}");
    }
}
