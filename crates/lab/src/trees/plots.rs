//! The plots of a study of trees.

use report::{Axis, Sample, Series, XyPlot};

use super::figures::mean_and_deviation;
use super::{Part, PartFigures, TreeMeasure, TreeOutput, TreePlot};

impl TreeOutput<'_> {
    /// For each plot, what is appended to the study's name, and the SVG.
    pub(super) fn plots(&self) -> Vec<(String, String)> {
        if !self.draws() {
            return Vec::new();
        }
        let plain = |plot: XyPlot| vec![(String::new(), plot.draw().to_string())];
        match self.run.study.plot {
            TreePlot::None => Vec::new(),
            TreePlot::Lines => {
                let of = |&measure: &TreeMeasure| {
                    let rank = measure.last_rank().map_or("-mean-rank".to_owned(), |rank| format!("-top-{rank}"));
                    (rank, self.lines(measure).draw().to_string())
                };
                self.run.study.measures.iter().map(of).collect()
            }
            TreePlot::Curves => plain(self.curves()),
            TreePlot::Plies => plain(self.plies()),
            TreePlot::Ranks => plain(self.ranks()),
            TreePlot::Growth => plain(self.growth()),
        }
    }

    fn subtitle(&self) -> String {
        format!("scale {}, {}", self.run.scale.name(), self.run.data.source)
    }

    fn sample(&self, x: f64, values: &[f64]) -> Sample {
        let (mean, deviation) = mean_and_deviation(values);
        match values.len() {
            1 => Sample::new(x, mean),
            _ => Sample::with_interval(x, mean, mean - deviation, mean + deviation),
        }
    }

    /// A line per number of trees over the rows.
    fn lines(&self, measure: TreeMeasure) -> XyPlot {
        let study = self.run.study;
        let title = format!("{}: {measure}", study.title);
        let y = Axis::linear(match measure {
            TreeMeasure::MeanRank => "mean rank".to_owned(),
            _ => format!("{measure} (%)"),
        });
        let mut plot = XyPlot::new(title, Axis::linear(&study.x_label), y).subtitle(self.subtitle());
        for (idx, &n_trees) in study.trees.iter().enumerate() {
            let samples = study.rows.iter().enumerate().filter_map(|(row, axis)| {
                let values = self.values(row, idx, Part::Test, measure);
                (!values.is_empty()).then_some(self.sample(axis.x?, &values))
            });
            plot = plot.with(Series::line(study.trees_label(n_trees), samples.collect::<Vec<_>>()));
        }
        plot
    }

    /// A line per row and part over the number of trees.
    fn growth(&self) -> XyPlot {
        let study = self.run.study;
        let x = Axis::linear(if study.iterations { "iteration" } else { "trees" });
        let mut plot = XyPlot::new(&study.title, x, Axis::linear("mean rank")).subtitle(self.subtitle());
        for (row, axis) in study.rows.iter().enumerate() {
            for part in self.parts_measured(row) {
                let samples = study.trees.iter().enumerate().map(|(idx, &n)| {
                    let x = if study.iterations { n - 1 } else { n } as f64;
                    self.sample(x, &self.values(row, idx, part, TreeMeasure::MeanRank))
                });
                plot = plot.with(Series::line(format!("{}, {part}", axis.label), samples.collect::<Vec<_>>()));
            }
        }
        plot
    }

    fn parts_measured(&self, row: usize) -> Vec<Part> {
        let first = self.results[row].first();
        let parts = first.and_then(|cell| cell.figures.first());
        parts.map_or(Vec::new(), |parts| parts.iter().map(|(part, _)| *part).collect())
    }

    /// The first model of each row with each number of trees, in every part.
    fn each(&self) -> impl Iterator<Item = (String, &PartFigures)> {
        let study = self.run.study;
        self.results.iter().zip(&study.rows).flat_map(move |(models, row)| {
            let figures = models.first().map_or(&[][..], |cell| &cell.figures[..]);
            let is_drawn = |n: &usize| study.drawn.is_empty() || study.drawn.contains(n);
            let drawn = figures.iter().zip(&study.trees).filter(move |(_, n)| is_drawn(n));
            drawn.flat_map(move |(parts, &n)| {
                let label = move |part: Part| match study.rows.len() {
                    1 => format!("{}, {part}", study.trees_label(n)),
                    _ => format!("{}, {}, {part}", row.label, study.trees_label(n)),
                };
                parts.iter().map(move |(part, figures)| (label(*part), figures))
            })
        })
    }

    fn curves(&self) -> XyPlot {
        let title = &self.run.study.title;
        let mut plot = XyPlot::new(title, Axis::linear("k"), Axis::linear("M(k)").percent()).subtitle(self.subtitle());
        for (label, figures) in self.each() {
            plot = plot.with(Series::line(label, figures.top.iter().zip(1..).map(|(&m, k)| (f64::from(k), m))));
        }
        plot
    }

    fn plies(&self) -> XyPlot {
        let title = &self.run.study.title;
        let mut plot = XyPlot::new(title, Axis::linear("ply"), Axis::linear("mean rank").from_zero());
        for (label, figures) in self.each() {
            let plies = figures.by_ply.iter().zip(1..).filter(|((n, _), _)| *n > 0);
            let samples = plies.map(|(&(n, sum), ply)| (f64::from(ply), sum as f64 / n as f64));
            plot = plot.with(Series::line(label, samples.collect::<Vec<_>>()));
        }
        plot.subtitle(self.subtitle())
    }

    fn ranks(&self) -> XyPlot {
        let title = &self.run.study.title;
        let y = Axis::linear("share of moves").percent();
        let mut plot = XyPlot::new(title, Axis::linear("rank"), y).subtitle(self.subtitle());
        for (label, figures) in self.each() {
            let before = std::iter::once(&0.0).chain(&figures.top);
            let shares = figures.top.iter().zip(before).zip(1..).map(|((m, before), k)| (f64::from(k), m - before));
            plot = plot.with(Series::line(label, shares.collect::<Vec<_>>()));
        }
        plot
    }
}
