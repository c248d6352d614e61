//! Parts shared by all plots: background, title, legend, the plotting area with grid, ticks and axis labels.

use crate::color::Rgb;
use crate::svg::{Element, Svg, estimate_text_width};

use super::axis::Scale;

const TITLE_SIZE: f64 = 16.0;
const TEXT_SIZE: f64 = 12.0;

/// Title, subtitle and size of a plot.
#[derive(Debug, Clone)]
pub(super) struct Heading {
    pub(super) title: String,
    pub(super) subtitle: String,
    pub(super) width: f64,
    pub(super) height: f64,
}

impl Heading {
    pub(super) fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), subtitle: String::new(), width: 720.0, height: 440.0 }
    }
}

/// How a legend entry's swatch looks.
#[derive(Debug, Clone, Copy)]
pub(super) enum Swatch {
    Line,
    DashedLine,
    Dot,
    Box,
}

/// One legend entry.
#[derive(Debug, Clone)]
pub(super) struct LegendEntry {
    pub(super) name: String,
    pub(super) color: Rgb,
    pub(super) swatch: Swatch,
}

/// The plotting area in SVG coordinates.
#[derive(Debug, Clone, Copy)]
pub(super) struct Area {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) right: f64,
    pub(super) bottom: f64,
}

impl Area {
    pub(super) fn width(self) -> f64 {
        self.right - self.left
    }

    pub(super) fn height(self) -> f64 {
        self.bottom - self.top
    }

    pub(super) fn x(self, unit: f64) -> f64 {
        self.left + unit * self.width()
    }

    pub(super) fn y(self, unit: f64) -> f64 {
        self.bottom - unit * self.height()
    }
}

/// Starts a drawing with background, title, subtitle and legend; returns it with the y below which the plot may start.
pub(super) fn begin(heading: &Heading, legend: &[LegendEntry]) -> (Svg, f64) {
    let mut svg = Svg::new(heading.width, heading.height).title(heading.title.clone());
    svg.push(Element::rect(0.0, 0.0, heading.width, heading.height).fill(Rgb::WHITE));
    let mut y = 14.0;
    if !heading.title.is_empty() {
        y += 14.0;
        svg.push(Element::text(20.0, y, &heading.title).font_size(TITLE_SIZE).bold().fill(Rgb::INK));
    }
    if !heading.subtitle.is_empty() {
        y += 18.0;
        svg.push(Element::text(20.0, y, &heading.subtitle).font_size(TEXT_SIZE).fill(Rgb::MUTED));
    }
    if !legend.is_empty() {
        y += 20.0;
        let mut x = 20.0;
        for entry in legend {
            let width = 24.0 + estimate_text_width(&entry.name, TEXT_SIZE) + 18.0;
            if x > 20.0 && x + width > heading.width - 12.0 {
                x = 20.0;
                y += 18.0;
            }
            svg.push(swatch(x, y - 4.0, entry));
            svg.push(Element::text(x + 24.0, y, &entry.name).font_size(TEXT_SIZE).fill(Rgb::INK));
            x += width;
        }
    }
    (svg, y + 14.0)
}

fn swatch(x: f64, y: f64, entry: &LegendEntry) -> Element {
    match entry.swatch {
        Swatch::Line => Element::line(x, y, x + 18.0, y).stroke(entry.color, 2.5).set("stroke-linecap", "round"),
        Swatch::DashedLine => {
            Element::line(x, y, x + 18.0, y).stroke(entry.color, 1.5).set("stroke-dasharray", "5 3.5")
        }
        Swatch::Dot => Element::circle(x + 9.0, y, 4.5).fill(entry.color),
        Swatch::Box => Element::rect(x + 3.0, y - 6.0, 12.0, 12.0).fill(entry.color).set("rx", 2.0),
    }
}

/// The area that leaves room for tick labels and axis labels.
pub(super) fn area(heading: &Heading, top: f64, y_labels: &[String], y_label: &str, x_label: &str) -> Area {
    let widest = y_labels.iter().map(|label| estimate_text_width(label, TEXT_SIZE)).fold(0.0, f64::max);
    let left = 20.0 + widest + 8.0 + if y_label.is_empty() { 0.0 } else { 20.0 };
    let bottom = heading.height - 34.0 - if x_label.is_empty() { 0.0 } else { 18.0 };
    Area { left, top: top + 4.0, right: (heading.width - 24.0).max(left + 1.0), bottom: bottom.max(top + 5.0) }
}

/// Horizontal grid lines with their labels.
pub(super) fn draw_y_axis(svg: &mut Svg, area: Area, scale: &Scale, label: &str) {
    for (value, text) in &scale.ticks {
        let y = area.y(scale.unit(*value));
        svg.push(Element::line(area.left, y, area.right, y).stroke(Rgb::GRID, 1.0));
        svg.push(tick_text(area.left - 8.0, y + 4.0, text).right_aligned());
    }
    draw_y_label(svg, area, label);
}

/// The y axis's name, reading upwards.
pub(super) fn draw_y_label(svg: &mut Svg, area: Area, label: &str) {
    if !label.is_empty() {
        let y = (area.top + area.bottom) / 2.0;
        svg.push(
            Element::text(0.0, 0.0, label)
                .font_size(TEXT_SIZE)
                .fill(Rgb::MUTED)
                .centered()
                .set("transform", format!("translate(24 {y:.1}) rotate(-90)")),
        );
    }
}

/// The base line, ticks below it with their labels.
pub(super) fn draw_x_axis(svg: &mut Svg, area: Area, scale: &Scale, label: &str) {
    svg.push(Element::line(area.left, area.bottom, area.right, area.bottom).stroke(Rgb::MUTED, 1.0));
    for (value, text) in &scale.ticks {
        let x = area.x(scale.unit(*value));
        svg.push(Element::line(x, area.bottom, x, area.bottom + 5.0).stroke(Rgb::MUTED, 1.0));
        svg.push(tick_text(x, area.bottom + 20.0, text).centered());
    }
    draw_x_label(svg, area, label);
}

/// The x axis's name.
pub(super) fn draw_x_label(svg: &mut Svg, area: Area, label: &str) {
    if !label.is_empty() {
        let x = (area.left + area.right) / 2.0;
        let text = Element::text(x, area.bottom + 40.0, label).font_size(TEXT_SIZE).fill(Rgb::MUTED).centered();
        svg.push(text);
    }
}

/// Small grey text.
pub(super) fn tick_text(x: f64, y: f64, text: &str) -> Element {
    Element::text(x, y, text).font_size(TEXT_SIZE).fill(Rgb::MUTED)
}
