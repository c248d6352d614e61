//! The result folder of a study: Markdown with the published figures beside ours, SVG plots, JSON.

use std::path::Path;

use anyhow::Result;
use report::{Axis as PlotAxis, BarChart, Series, XyPlot};
use serde_json::{Value, json};

use super::page::{Page, remarks};
use super::{CellResult, Measure, Plot, Scale, Study};

/// A study that was run.
pub struct StudyOutput<'a> {
    /// The study.
    pub study: &'a Study,
    /// Its scale.
    pub scale: Scale,
    /// The results, row by row.
    pub results: &'a [Vec<Option<CellResult>>],
    /// Where the games come from.
    pub source: &'a str,
}

/// Writes `NAME.md`, `NAME.svg` and `NAME.json` into the folder.
pub fn write_outputs(output: &StudyOutput<'_>, folder: &Path) -> Result<()> {
    let page = Page { markdown: output.to_markdown(), json: output.to_json(), svg: output.draw() };
    page.write(&output.study.name, folder)
}

impl StudyOutput<'_> {
    /// The report.
    pub fn to_markdown(&self) -> String {
        let study = self.study;
        let mut text = format!(
            "# {}\n\nVan Niekerk 2014, section {}; scale {}; games: {}.\n",
            study.title,
            study.section,
            self.scale.name(),
            self.source
        );
        text += &remarks(study, self.scale, self.first_cell().and_then(|cell| cell.instance.reproduction));
        if study.thesis_best.is_empty() {
            for &measure in &study.measures {
                text += &format!("\n## {measure}\n\n{}", self.table(measure).to_markdown());
            }
            if study.columns.len() > 1 && study.measures.contains(&Measure::M1) {
                text += &self.means();
            }
        } else {
            text += &format!("\n## The best rows by M(1)\n\n{}", self.best_rows().to_markdown());
        }
        if !study.thesis_weights.is_empty() {
            text += &self.tactical_weights();
        }
        text += &self.shortages();
        if self.draws() {
            text += &format!("\n![{}]({}.svg)\n", study.title, study.name);
        }
        text += &self.footer();
        text
    }

    fn footer(&self) -> String {
        let cells: Vec<&CellResult> = self.results.iter().flatten().flatten().collect();
        let seconds: f64 = cells.iter().map(|cell| cell.seconds).sum();
        let of_all = format!("{} of {} cells", cells.len(), self.study.rows.len() * self.study.columns.len());
        if cells.iter().all(|cell| cell.top.is_empty()) {
            return format!("\n{of_all}, trees only; {seconds:.0} s of growing.\n");
        }
        let widest = cells.iter().map(|cell| cell.top1_margin).fold(0.0, f64::max);
        let ties = cells.first().map_or("", |cell| cell.instance.ties().words());
        format!(
            "\n{of_all}; in M(1) {ties}; its 95% interval is at most ±{:.2} percentage points wide; {seconds:.0} s of training and testing.\n",
            100.0 * widest
        )
    }

    fn first_cell(&self) -> Option<&CellResult> {
        self.results.iter().flatten().flatten().next()
    }

    /// Everything that was measured.
    pub fn to_json(&self) -> Value {
        let labels = |axes: &[super::Axis]| axes.iter().map(|axis| axis.label.clone()).collect::<Vec<_>>();
        json!({
            "study": self.study.name,
            "title": self.study.title,
            "scale": self.scale.name(),
            "games": self.source,
            "rows": labels(&self.study.rows),
            "columns": labels(&self.study.columns),
            "cells": self.results,
        })
    }

    fn draws(&self) -> bool {
        self.study.plot != Plot::None
    }

    fn draw(&self) -> Option<String> {
        let study = self.study;
        let subtitle = format!("scale {}, {}", self.scale.name(), self.source);
        let percent = || PlotAxis::linear("M(1)").percent();
        let first = |cell: &CellResult| cell.top.first().copied().unwrap_or(0.0);
        let svg = match study.plot {
            Plot::None => return None,
            Plot::Bars => {
                let mut chart =
                    BarChart::new(&study.title, study.rows.iter().map(|row| row.label.clone()), percent().from_zero())
                        .subtitle(subtitle);
                for (column, axis) in study.columns.iter().enumerate() {
                    let top1 = self.results.iter().map(|row| row[column].as_ref().map_or(0.0, first));
                    chart =
                        chart.group(if axis.label.is_empty() { "ours" } else { &axis.label }, top1.collect::<Vec<_>>());
                }
                chart.size(1000.0, 440.0).draw()
            }
            Plot::Lines => {
                let mut plot = XyPlot::new(&study.title, PlotAxis::log(&study.x_label), percent()).subtitle(subtitle);
                for (column, axis) in study.columns.iter().enumerate() {
                    let samples = study
                        .rows
                        .iter()
                        .zip(self.results)
                        .filter_map(|(row, results)| Some((row.x?, first(results[column].as_ref()?))));
                    plot = plot.with(Series::line(&axis.label, samples));
                }
                plot.draw()
            }
            Plot::Curves => {
                let mut plot = XyPlot::new(&study.title, PlotAxis::linear("x"), PlotAxis::linear("M(x)").percent())
                    .subtitle(subtitle);
                for (label, cell) in self.cells() {
                    plot = plot.with(Series::line(label, cell.top.iter().zip(1..).map(|(&m, x)| (f64::from(x), m))));
                }
                plot.draw()
            }
            Plot::Stages => {
                let mut plot = XyPlot::new(&study.title, PlotAxis::linear("move"), percent()).subtitle(subtitle);
                for (label, cell) in self.cells() {
                    // The thesis stops after 300 moves: few games are longer.
                    let stages = cell.stages.iter().filter(|stage| stage.0 < 300);
                    plot = plot.with(Series::line(label, stages.map(|&(from, _, top1)| (from as f64 + 15.0, top1))));
                }
                plot.draw()
            }
        };
        Some(svg.to_string())
    }

    fn cells(&self) -> impl Iterator<Item = (String, &CellResult)> {
        let rows = self.study.rows.iter().zip(self.results);
        rows.flat_map(move |(row, results)| {
            self.study.columns.iter().zip(results).filter_map(move |(column, cell)| {
                let label = format!("{} {}", row.label, column.label);
                Some((label.trim().to_string(), cell.as_ref()?))
            })
        })
    }
}
