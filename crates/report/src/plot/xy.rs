//! Lines and points over two numeric axes, with error bars.

use crate::color::{self, Rgb};
use crate::number::significant;
use crate::svg::{Element, PathData, Svg};

use super::axis::{Axis, Scale};
use super::frame::{self, Area, Heading, LegendEntry, Swatch};

/// A measured point, perhaps with an interval around y.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sample {
    x: f64,
    y: f64,
    interval: Option<(f64, f64)>,
}

impl Sample {
    /// A bare point.
    pub fn new(x: f64, y: f64) -> Self {
        Self { x, y, interval: None }
    }

    /// A point whose y lies in [low, high].
    pub fn with_interval(x: f64, y: f64, low: f64, high: f64) -> Self {
        Self { x, y, interval: Some((low, high)) }
    }
}

impl From<(f64, f64)> for Sample {
    fn from((x, y): (f64, f64)) -> Self {
        Sample::new(x, y)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    Line,
    DashedLine,
    Points,
}

/// Samples under one name.
#[derive(Debug, Clone)]
pub struct Series {
    name: String,
    mark: Mark,
    color: Option<Rgb>,
    samples: Vec<Sample>,
}

impl Series {
    /// Points joined by a line, in the order given.
    pub fn line<S: Into<Sample>>(name: impl Into<String>, samples: impl IntoIterator<Item = S>) -> Self {
        Self::new(name, Mark::Line, samples)
    }

    /// A thin dashed line without points: a reference or a published figure.
    pub fn reference<S: Into<Sample>>(name: impl Into<String>, samples: impl IntoIterator<Item = S>) -> Self {
        Self::new(name, Mark::DashedLine, samples)
    }

    /// Points on their own.
    pub fn points<S: Into<Sample>>(name: impl Into<String>, samples: impl IntoIterator<Item = S>) -> Self {
        Self::new(name, Mark::Points, samples)
    }

    /// A colour other than the palette's.
    pub fn color(mut self, color: Rgb) -> Self {
        self.color = Some(color);
        self
    }

    fn new<S: Into<Sample>>(name: impl Into<String>, mark: Mark, samples: impl IntoIterator<Item = S>) -> Self {
        Self { name: name.into(), mark, color: None, samples: samples.into_iter().map(Into::into).collect() }
    }
}

/// A plot of any number of series over common axes.
#[derive(Debug, Clone)]
pub struct XyPlot {
    heading: Heading,
    x: Axis,
    y: Axis,
    series: Vec<Series>,
}

impl XyPlot {
    /// An empty plot.
    pub fn new(title: impl Into<String>, x: Axis, y: Axis) -> Self {
        Self { heading: Heading::new(title), x, y, series: Vec::new() }
    }

    /// A grey line under the title.
    pub fn subtitle(mut self, subtitle: impl Into<String>) -> Self {
        self.heading.subtitle = subtitle.into();
        self
    }

    /// Size in units (720 x 440 unless set).
    pub fn size(mut self, width: f64, height: f64) -> Self {
        (self.heading.width, self.heading.height) = (width, height);
        self
    }

    /// Adds a series on top of the others.
    pub fn with(mut self, series: Series) -> Self {
        self.series.push(series);
        self
    }

    /// The drawing.
    pub fn draw(&self) -> Svg {
        let color_of = |i: usize, series: &Series| series.color.unwrap_or_else(|| color::category(i));
        let legend: Vec<LegendEntry> = self
            .series
            .iter()
            .enumerate()
            .filter(|(_, series)| !series.name.is_empty())
            .map(|(i, series)| LegendEntry {
                name: series.name.clone(),
                color: color_of(i, series),
                swatch: match series.mark {
                    Mark::Line => Swatch::Line,
                    Mark::DashedLine => Swatch::DashedLine,
                    Mark::Points => Swatch::Dot,
                },
            })
            .collect();
        let (mut svg, top) = frame::begin(&self.heading, &legend);
        let samples = || self.series.iter().flat_map(|series| &series.samples).filter(|s| self.shows(s));
        let x = self.x.fit(samples().map(|s| s.x));
        let y = self.y.fit(samples().flat_map(|s| {
            let (low, high) = s.interval.unwrap_or((s.y, s.y));
            [low, s.y, high]
        }));
        let y_labels: Vec<String> = y.ticks.iter().map(|(_, label)| label.clone()).collect();
        let area = frame::area(&self.heading, top, &y_labels, &self.y.label, &self.x.label);
        frame::draw_y_axis(&mut svg, area, &y, &self.y.label);
        frame::draw_x_axis(&mut svg, area, &x, &self.x.label);
        for (i, series) in self.series.iter().enumerate() {
            self.draw_series(&mut svg, area, (&x, &y), series, color_of(i, series));
        }
        svg
    }

    fn shows(&self, sample: &Sample) -> bool {
        self.x.accepts(sample.x) && self.y.accepts(sample.y)
    }

    fn draw_series(&self, svg: &mut Svg, area: Area, (x, y): (&Scale, &Scale), series: &Series, color: Rgb) {
        let place = |sample: &Sample| (area.x(x.unit(sample.x)), area.y(y.unit(sample.y)));
        let shown: Vec<&Sample> = series.samples.iter().filter(|s| self.shows(s)).collect();
        if series.mark != Mark::Points && shown.len() > 1 {
            let line = Element::path(&PathData::through(shown.iter().map(|s| place(s))))
                .stroke(color, if series.mark == Mark::Line { 2.2 } else { 1.5 })
                .set("stroke-linejoin", "round")
                .set("stroke-linecap", "round");
            svg.push(if series.mark == Mark::Line { line } else { line.set("stroke-dasharray", "5 5") });
        }
        // Many points on a line are noise: only the line is drawn.
        let dots = match series.mark {
            Mark::Points => true,
            Mark::Line => shown.len() <= 60,
            Mark::DashedLine => false,
        };
        for sample in shown {
            let (px, py) = place(sample);
            if let Some((low, high)) =
                sample.interval.filter(|&(low, high)| self.y.accepts(low) && self.y.accepts(high))
            {
                let (low, high) = (area.y(y.unit(low)), area.y(y.unit(high)));
                let bar = PathData::new()
                    .move_to(px, low)
                    .line_to(px, high)
                    .move_to(px - 4.0, low)
                    .line_to(px + 4.0, low)
                    .move_to(px - 4.0, high)
                    .line_to(px + 4.0, high);
                svg.push(Element::path(&bar).stroke(color, 1.4).opacity(0.75));
            }
            if dots {
                let note = format!("{}: {}, {}", series.name, significant(sample.x, 4), significant(sample.y, 4));
                let dot = Element::circle(px, py, 3.6).fill(color).stroke(Rgb::WHITE, 1.0).tooltip(&note);
                svg.push(if series.mark == Mark::Points { dot.set("fill-opacity", 0.8) } else { dot });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot() -> XyPlot {
        XyPlot::new("t", Axis::linear("x"), Axis::log("y"))
    }

    #[test]
    fn draws_lines_points_and_intervals() {
        let svg = plot()
            .with(Series::line("a", [Sample::with_interval(1.0, 2.0, 1.0, 3.0), Sample::new(2.0, 4.0)]))
            .with(Series::points("b & c", [(1.0, 1.0)]))
            .with(Series::reference("", [(1.0, 1.0), (2.0, 1.0)]))
            .draw()
            .to_string();
        assert_eq!(svg.matches("<circle").count(), 3 + 1, "three dots and a dot in the legend");
        assert_eq!(svg.matches("stroke-dasharray").count(), 1, "an unnamed reference is drawn but not in the legend");
        assert!(svg.contains("b &amp; c"));
    }

    #[test]
    fn values_that_cannot_be_shown_are_left_out() {
        let svg = plot()
            .with(Series::points("", [(1.0, -1.0), (f64::NAN, 2.0), (1.0, f64::INFINITY), (1.0, 5.0)]))
            .draw()
            .to_string();
        assert_eq!(svg.matches("<circle").count(), 1);
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
    }

    #[test]
    fn an_empty_plot_has_a_frame() {
        assert!(plot().draw().to_string().matches("<line").count() > 2);
    }
}
