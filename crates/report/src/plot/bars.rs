//! Grouped vertical bars over categories, with error bars and values on top.

use crate::color;
use crate::color::Rgb;
use crate::number::significant;
use crate::svg::{Element, PathData, Svg};

use super::axis::Axis;
use super::frame::{self, Heading, LegendEntry, Swatch, tick_text};

#[derive(Debug, Clone)]
struct Group {
    name: String,
    values: Vec<(f64, Option<(f64, f64)>)>,
}

/// One cluster of bars per category, one bar per group in each.
#[derive(Debug, Clone)]
pub struct BarChart {
    heading: Heading,
    x_label: String,
    y: Axis,
    categories: Vec<String>,
    groups: Vec<Group>,
}

impl BarChart {
    /// An empty chart over these categories; bars start at zero.
    pub fn new<C: Into<String>>(title: impl Into<String>, categories: impl IntoIterator<Item = C>, y: Axis) -> Self {
        Self {
            heading: Heading::new(title),
            x_label: String::new(),
            y: y.from_zero(),
            categories: categories.into_iter().map(Into::into).collect(),
            groups: Vec::new(),
        }
    }

    /// A grey line under the title.
    pub fn subtitle(mut self, subtitle: impl Into<String>) -> Self {
        self.heading.subtitle = subtitle.into();
        self
    }

    /// What the categories are.
    pub fn x_label(mut self, label: impl Into<String>) -> Self {
        self.x_label = label.into();
        self
    }

    /// Size in units (720 x 440 unless set).
    pub fn size(mut self, width: f64, height: f64) -> Self {
        (self.heading.width, self.heading.height) = (width, height);
        self
    }

    /// Adds one value per category; missing ones draw nothing.
    pub fn group(mut self, name: impl Into<String>, values: impl IntoIterator<Item = f64>) -> Self {
        let values = values.into_iter().map(|value| (value, None)).collect();
        self.groups.push(Group { name: name.into(), values });
        self
    }

    /// Adds one `(value, low, high)` per category.
    pub fn group_with_intervals(
        mut self,
        name: impl Into<String>,
        values: impl IntoIterator<Item = (f64, f64, f64)>,
    ) -> Self {
        let values = values.into_iter().map(|(value, low, high)| (value, Some((low, high)))).collect();
        self.groups.push(Group { name: name.into(), values });
        self
    }

    /// The drawing.
    pub fn draw(&self) -> Svg {
        let legend: Vec<LegendEntry> = self
            .groups
            .iter()
            .enumerate()
            .filter(|(_, group)| !group.name.is_empty())
            .map(|(i, group)| LegendEntry { name: group.name.clone(), color: color::category(i), swatch: Swatch::Box })
            .collect();
        let (mut svg, top) = frame::begin(&self.heading, &legend);
        let y = self.y.fit(self.groups.iter().flat_map(|group| &group.values).flat_map(|&(value, interval)| {
            let (low, high) = interval.unwrap_or((value, value));
            [value, low, high]
        }));
        let y_labels: Vec<String> = y.ticks.iter().map(|(_, label)| label.clone()).collect();
        let area = frame::area(&self.heading, top, &y_labels, &self.y.label, &self.x_label);
        frame::draw_y_axis(&mut svg, area, &y, &self.y.label);
        let slot = area.width() / self.categories.len().max(1) as f64;
        let bar = (slot * 0.76 / self.groups.len().max(1) as f64).min(64.0);
        let base = area.y(y.unit(0.0));
        for (c, category) in self.categories.iter().enumerate() {
            let middle = area.left + slot * (c as f64 + 0.5);
            let left = middle - bar * self.groups.len() as f64 / 2.0;
            for (g, group) in self.groups.iter().enumerate() {
                let Some(&(value, interval)) = group.values.get(c).filter(|(value, _)| self.y.accepts(*value)) else {
                    continue;
                };
                let x = left + bar * g as f64;
                let end = area.y(y.unit(value));
                let note = format!("{category}, {}: {}", group.name, significant(value, 4));
                svg.push(
                    Element::rect(x + 1.0, base.min(end), bar - 2.0, (base - end).abs())
                        .fill(color::category(g))
                        .set("rx", 1.5)
                        .tooltip(&note),
                );
                if let Some((low, high)) = interval.filter(|&(low, high)| self.y.accepts(low) && self.y.accepts(high)) {
                    let (middle, low, high) = (x + bar / 2.0, area.y(y.unit(low)), area.y(y.unit(high)));
                    let cap = (bar / 6.0).min(5.0);
                    let whisker = PathData::new()
                        .move_to(middle, low)
                        .line_to(middle, high)
                        .move_to(middle - cap, low)
                        .line_to(middle + cap, low)
                        .move_to(middle - cap, high)
                        .line_to(middle + cap, high);
                    svg.push(Element::path(&whisker).stroke(Rgb::INK, 1.4));
                }
            }
            svg.push(tick_text(middle, area.bottom + 20.0, category).centered());
        }
        svg.push(Element::line(area.left, base, area.right, base).stroke(Rgb::MUTED, 1.0));
        frame::draw_x_label(&mut svg, area, &self.x_label);
        svg
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_rectangle_per_value() {
        let svg = BarChart::new("t", ["a", "b"], Axis::linear("v"))
            .group("one", [1.0, f64::NAN])
            .group_with_intervals("two", [(2.0, 1.0, 3.0), (-1.0, -2.0, 0.0)])
            .draw()
            .to_string();
        let legend_and_paper = 2 + 1;
        assert_eq!(svg.matches("<rect").count(), legend_and_paper + 3);
    }

    #[test]
    fn no_categories_no_bars() {
        let svg = BarChart::new("t", Vec::<String>::new(), Axis::linear("v")).draw().to_string();
        assert_eq!(svg.matches("<rect").count(), 1, "paper only");
    }
}
