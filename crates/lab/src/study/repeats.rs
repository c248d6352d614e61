//! A study run with several seeds: the mean and the range of every figure beside the published one.
//!
//! A published figure is one draw: one choice of games and positions. It agrees with ours if it is within a quarter of our mean,
//! or inside the range of our seeds; figures that do neither are listed. What a figure is drawn from is not judged: with few seeds
//! the range is narrow, and a figure with a long tail may miss it by chance.

use std::path::Path;

use anyhow::Result;
use learn::stats::{Interval, deviation_interval};
use report::{Axis as PlotAxis, Column, Sample, Series, Table, XyPlot};
use serde_json::{Value, json};

use super::page::{Page, remarks};
use super::{CellResult, Measure, Scale, Study};

/// The results of one seed, row by row; `None` where a cell was left out.
pub type SeedResults = Vec<Vec<Option<CellResult>>>;

/// How far a published figure may be from our mean to agree with it.
const NEAR: f64 = 0.25;
/// Seeds from which on a standard deviation is shown.
const ENOUGH_FOR_A_DEVIATION: usize = 6;
/// Standard deviations in the half width of a 95% interval.
const Z_95: f64 = 1.96;

/// A study that was run with several seeds.
pub struct RepeatedOutput<'a> {
    /// The study.
    pub study: &'a Study,
    /// Its scale.
    pub scale: Scale,
    /// Each seed with its results.
    pub runs: &'a [(u64, SeedResults)],
    /// How many seeds there are to be.
    pub n_wanted: usize,
    /// Where the games come from.
    pub source: &'a str,
}

/// The figures of one cell over the seeds.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Spread {
    mean: f64,
    low: f64,
    high: f64,
}

/// How a published figure compares with ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Agreement {
    Near,
    InsideRange,
    Neither,
}

impl Spread {
    fn of(figures: &[f64]) -> Option<Spread> {
        (!figures.is_empty()).then(|| Spread {
            mean: figures.iter().sum::<f64>() / figures.len() as f64,
            low: figures.iter().copied().fold(f64::INFINITY, f64::min),
            high: figures.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        })
    }

    fn agreement(&self, published: f64) -> Agreement {
        if (published - self.mean).abs() <= NEAR * self.mean.abs() {
            Agreement::Near
        } else if (self.low..=self.high).contains(&published) {
            Agreement::InsideRange
        } else {
            Agreement::Neither
        }
    }

    fn show(&self, measure: Measure) -> String {
        format!("{} ({} to {})", measure.show(self.mean), measure.show(self.low), measure.show(self.high))
    }
}

impl RepeatedOutput<'_> {
    /// Writes `NAME.md`, `NAME.svg` and `NAME.json` into the folder.
    pub fn write(&self, folder: &Path) -> Result<()> {
        let page = Page { markdown: self.to_markdown(), json: self.to_json(), svg: self.draw() };
        page.write(&self.study.name, folder)
    }

    /// The report.
    pub fn to_markdown(&self) -> String {
        let study = self.study;
        let seeds: Vec<String> = self.runs.iter().map(|(seed, _)| seed.to_string()).collect();
        let mut text = format!(
            "# {}\n\nVan Niekerk 2014, section {}; scale {}; games: {}; {} of {} seeds: {}.\n",
            study.title,
            study.section,
            self.scale.name(),
            self.source,
            seeds.len(),
            self.n_wanted,
            seeds.join(", ")
        );
        text += &remarks(study, self.scale, self.cells().find_map(|cell| cell.instance.reproduction));
        text += "\nA cell has the published figure, the mean of ours, and their range over the seeds.\n";
        for &measure in &study.measures {
            text += &format!("\n## {measure}\n\n{}", self.table(measure).to_markdown());
            text += &self.deviations(measure);
            if self.scale == Scale::Paper {
                text += &self.agreements(measure);
            }
        }
        if self.draw().is_some() {
            text += &format!("\n![{}]({}.svg)\n", study.title, study.name);
        }
        let seconds: f64 = self.cells().map(|cell| cell.seconds).sum();
        text += &format!("\n{} cells with their seeds; {seconds:.0} s of work.\n", self.cells().count());
        text
    }

    /// Everything that was measured.
    pub fn to_json(&self) -> Value {
        let labels = |axes: &[super::Axis]| axes.iter().map(|axis| axis.label.clone()).collect::<Vec<_>>();
        let runs: Vec<Value> =
            self.runs.iter().map(|(seed, results)| json!({ "seed": seed, "cells": results })).collect();
        json!({
            "study": self.study.name,
            "title": self.study.title,
            "scale": self.scale.name(),
            "games": self.source,
            "rows": labels(&self.study.rows),
            "columns": labels(&self.study.columns),
            "runs": runs,
        })
    }

    fn cells(&self) -> impl Iterator<Item = &CellResult> {
        self.runs.iter().flat_map(|(_, results)| results.iter().flatten().flatten())
    }

    fn spread(&self, measure: Measure, row: usize, column: usize) -> Option<Spread> {
        let figures = self.runs.iter().filter_map(|(_, results)| Some(measure.of(results[row][column].as_ref()?)));
        Spread::of(&figures.filter(|figure| figure.is_finite()).collect::<Vec<_>>())
    }

    fn published(&self, measure: Measure, row: usize, column: usize) -> Option<f64> {
        let figure = self.study.thesis.get(&measure)?[row][column];
        figure.is_finite().then_some(figure)
    }

    fn table(&self, measure: Measure) -> Table {
        let headings =
            self.study.columns.iter().map(|column| Column::right(format!("{} (thesis / ours)", column.label)));
        let mut table = Table::new([Column::left("")].into_iter().chain(headings));
        for (row, axis) in self.study.rows.iter().enumerate() {
            let cell = |column: usize| {
                let published = self.published(measure, row, column).map_or("-".into(), |figure| measure.show(figure));
                let ours = self.spread(measure, row, column).map_or("-".into(), |spread| spread.show(measure));
                format!("{published} / {ours}")
            };
            table.push([axis.label.clone()].into_iter().chain((0..self.study.columns.len()).map(cell)));
        }
        table
    }

    /// How far a figure varies from seed to seed, where there are enough of them to tell.
    fn deviations(&self, measure: Measure) -> String {
        let mut lines = Vec::new();
        for (row, axis) in self.study.rows.iter().enumerate() {
            for (column, other) in self.study.columns.iter().enumerate() {
                let cells: Vec<_> = self.runs.iter().filter_map(|(_, results)| results[row][column].as_ref()).collect();
                if cells.len() < ENOUGH_FOR_A_DEVIATION {
                    continue;
                }
                let figures: Vec<f64> = cells.iter().map(|cell| measure.of(cell)).collect();
                let Some((deviation, Interval { low, high })) = deviation_interval(&figures, 0.95) else { continue };
                let mut line = format!(
                    "- {} {}: standard deviation {deviation:.3} over {} seeds (95% {low:.3} to {high:.3})",
                    other.short(),
                    axis.short(),
                    cells.len()
                );
                if measure == Measure::M1 {
                    // All seeds have the same test games; what other ones would change, the bootstrap over games tells.
                    let margins = cells.iter().map(|cell| 100.0 * cell.top1_margin);
                    let of_games = margins.sum::<f64>() / cells.len() as f64 / Z_95;
                    let both = deviation.hypot(of_games);
                    line +=
                        &format!(" with the same test games, about {both:.3} if every seed had test games of its own");
                }
                lines.push(line + ".\n");
            }
        }
        if lines.is_empty() { String::new() } else { format!("\n{}", lines.concat()) }
    }

    /// Cells that have both figures, with how they compare.
    fn compared(&self, measure: Measure) -> impl Iterator<Item = (usize, usize, f64, Spread)> {
        let places = (0..self.study.rows.len()).flat_map(|row| (0..self.study.columns.len()).map(move |c| (row, c)));
        places.filter_map(move |(row, column)| {
            Some((row, column, self.published(measure, row, column)?, self.spread(measure, row, column)?))
        })
    }

    fn agreements(&self, measure: Measure) -> String {
        let count = |wanted| self.compared(measure).filter(|(_, _, figure, s)| s.agreement(*figure) == wanted).count();
        let n = self.compared(measure).count();
        let mut text = format!(
            "\nOf {n} published figures {} are within {:.0}% of our mean and {} more inside our range; {} are neither.\n",
            count(Agreement::Near),
            100.0 * NEAR,
            count(Agreement::InsideRange),
            count(Agreement::Neither)
        );
        let others = self.compared(measure).filter(|(_, _, figure, s)| s.agreement(*figure) == Agreement::Neither);
        for (i, (row, column, figure, spread)) in others.enumerate() {
            let place = [self.study.columns[column].short(), self.study.rows[row].short()].join(" ");
            let gap = if i == 0 { "\n" } else { "" };
            text += &format!("{gap}- {place}: {}, ours {}.\n", measure.show(figure), spread.show(measure));
        }
        text
    }

    /// Ours over theirs for the first measure, both logarithmic, with the range of the seeds.
    fn draw(&self) -> Option<String> {
        let &measure = self.study.measures.first()?;
        self.study.thesis.get(&measure)?;
        let subtitle = format!("scale {}, {} seeds, {}", self.scale.name(), self.runs.len(), self.source);
        let mut plot =
            XyPlot::new(&self.study.title, PlotAxis::log("thesis"), PlotAxis::log("ours")).subtitle(subtitle);
        let published = self.compared(measure).map(|(_, _, figure, _)| figure).filter(|&figure| figure > 0.0);
        let (low, high) = published.fold((f64::INFINITY, 0.0f64), |(l, h), figure| (l.min(figure), h.max(figure)));
        if low < high {
            plot = plot.with(Series::reference("equal", [(low, low), (high, high)]));
        }
        for (column, axis) in self.study.columns.iter().enumerate() {
            let samples = self.compared(measure).filter(|cell| cell.1 == column);
            plot = plot.with(Series::points(
                &axis.label,
                samples.map(|(_, _, figure, s)| Sample::with_interval(figure, s.mean, s.low, s.high)),
            ));
        }
        Some(plot.draw().to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::studies;
    use go_models::instance::InstanceConfig;

    #[test]
    fn a_figure_agrees_when_it_is_near_or_inside_the_range() {
        let spread = Spread::of(&[10.0, 30.0]).expect("two figures");
        assert_eq!(spread, Spread { mean: 20.0, low: 10.0, high: 30.0 });
        assert_eq!(spread.agreement(24.9), Agreement::Near);
        assert_eq!(spread.agreement(29.0), Agreement::InsideRange);
        assert_eq!(spread.agreement(9.9), Agreement::Neither);
        assert_eq!(Spread::of(&[]), None);
    }

    /// Six seeds of one cell of Table 5.4: how far M(1) varies, and how far it would with other test games.
    #[test]
    fn many_seeds_tell_how_far_a_figure_varies() {
        let study = studies().into_iter().find(|study| study.name == "niekerk-5.4").expect("Table 5.4");
        let results = |m1: f64| -> SeedResults {
            let mut cell = CellResult::of_trees(InstanceConfig::default(), None, 1.0);
            (cell.top, cell.top1_margin) = (vec![m1], 0.0025);
            let mut results = vec![vec![None; study.columns.len()]; study.rows.len()];
            results[9][0] = Some(cell);
            results
        };
        let runs: Vec<_> = [0.311, 0.313, 0.315, 0.317, 0.319, 0.321]
            .into_iter()
            .zip(1..)
            .map(|(m1, seed)| (seed, results(m1)))
            .collect();
        let text = |n: usize| {
            RepeatedOutput { study: &study, scale: Scale::Paper, runs: &runs[..n], n_wanted: 6, source: "none" }
                .to_markdown()
        };
        assert!(!text(5).contains("standard deviation"));
        let sentence = "- SG WWLS: standard deviation 0.374 over 6 seeds (95% 0.234 to 0.918) with the same test games, \
                        about 0.395 if every seed had test games of its own.";
        assert!(text(6).contains(sentence), "{}", text(6));
    }

    /// Two seeds of Table 5.6 whose cells all have the same figures: the counts and the list follow from the published ones.
    #[test]
    fn the_report_counts_and_lists() {
        let study = studies().into_iter().find(|study| study.name == "niekerk-5.6").expect("Table 5.6");
        let results = |variance: f64| -> SeedResults {
            let mut cell = CellResult::of_trees(InstanceConfig::default(), None, 1.0);
            (cell.path_length_variance, cell.leaves) = (variance, 12_000);
            vec![vec![Some(cell); study.columns.len()]; study.rows.len()]
        };
        let runs = [(1, results(4.0)), (2, results(12.0))];
        let output = RepeatedOutput { study: &study, scale: Scale::Paper, runs: &runs, n_wanted: 5, source: "none" };
        let text = output.to_markdown();
        assert!(text.contains("2 of 5 seeds: 1, 2"), "{text}");
        let row = text.lines().find(|line| line.contains("(WWLS)")).expect("the row").split_whitespace();
        let row = row.collect::<Vec<_>>().join(" ");
        assert!(row.contains("| 103.29 / 8.00 (4.00 to 12.00) | 25.65 / 8.00 (4.00 to 12.00) |"), "{row}");
        let figures = || study.thesis[&Measure::PathLengthVariance].iter().flatten();
        let near = figures().filter(|&&figure| (6.0..=10.0).contains(&figure)).count();
        let inside = figures().filter(|&&figure| (4.0..=12.0).contains(&figure)).count() - near;
        let rest = 84 - near - inside;
        let sentence = format!(
            "Of 84 published figures {near} are within 25% of our mean and {inside} more inside our range; {rest} are"
        );
        assert!(text.contains(&sentence), "{sentence}: {text}");
        assert!(text.contains("- IG WWLS: 103.29, ours 8.00 (4.00 to 12.00)."), "{text}");
        assert!(!text.contains("- SG WSS: "), "6.49 is near 8: {text}");
        assert!(output.draw().expect("a plot").starts_with("<svg"));
    }
}
