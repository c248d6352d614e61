//! The result folder of a study: Markdown with the published figures beside ours, SVG plots, JSON.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use output_files::write_whole;
use report::{Axis as PlotAxis, BarChart, Column, Series, Table, XyPlot};
use serde_json::{Value, json};

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
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let write = |ending: &str, text: String| {
        let file = folder.join(format!("{}.{ending}", output.study.name));
        write_whole(&file, text)
    };
    write("md", output.to_markdown())?;
    write("json", format!("{:#}\n", output.to_json()))?;
    match output.draw() {
        Some(svg) => write("svg", svg),
        None => Ok(()),
    }
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
        if !study.remark.is_empty() {
            text += &format!("\n{}\n", study.remark.trim());
        }
        if self.scale == Scale::Small {
            text += "\nThe sizes are shrunk as the study's `[small]` says, so only the order of the figures can be compared.\n";
        }
        for &measure in &study.measures {
            text += &format!("\n## {measure}\n\n{}", self.table(measure).to_markdown());
        }
        if study.columns.len() > 1 && study.measures.contains(&Measure::M1) {
            text += &self.means();
        }
        if study.name == "niekerk-5.1" {
            text += &self.tactical_weights();
        }
        if self.draws() {
            text += &format!("\n![{}]({}.svg)\n", study.title, study.name);
        }
        let cells = self.results.iter().flatten().flatten();
        let margins: Vec<f64> = cells.clone().map(|cell| cell.top1_margin).collect();
        let widest = margins.iter().fold(0.0, |most: f64, &margin| most.max(margin));
        let seconds: f64 = cells.map(|cell| cell.seconds).sum();
        text += &format!(
            "\n{} of {} cells; the 95% interval of M(1) is at most ±{:.2} percentage points wide; {seconds:.0} s of training and testing.\n",
            margins.len(),
            study.rows.len() * study.columns.len(),
            100.0 * widest
        );
        text
    }

    fn table(&self, measure: Measure) -> Table {
        let study = self.study;
        let thesis =
            |row: usize, column: usize| study.thesis.get(&measure).map_or(f64::NAN, |figures| figures[row][column]);
        let ours =
            |row: usize, column: usize| self.results[row][column].as_ref().map_or(f64::NAN, |cell| measure.of(cell));
        let mut columns = vec![Column::left("")];
        if let [only] = &study.columns[..] {
            let of = if only.label.is_empty() { String::new() } else { format!(", {}", only.label) };
            columns.extend([Column::right(format!("thesis{of}")), Column::right(format!("ours{of}"))]);
        } else {
            columns
                .extend(study.columns.iter().map(|column| Column::right(format!("{} (thesis / ours)", column.label))));
        }
        let mut table = Table::new(columns);
        for (row, axis) in study.rows.iter().enumerate() {
            let mut cells = vec![axis.label.clone()];
            for column in 0..study.columns.len() {
                let (theirs, ours) = (measure.show(thesis(row, column)), measure.show(ours(row, column)));
                if study.columns.len() == 1 {
                    cells.extend([theirs, ours]);
                } else {
                    cells.push(format!("{theirs} / {ours}"));
                }
            }
            table.push(cells);
        }
        table
    }

    /// Mean M(1) of each column.
    fn means(&self) -> String {
        let mean = |column: usize| {
            let values: Vec<f64> = self.results.iter().filter_map(|row| Some(row[column].as_ref()?.top[0])).collect();
            100.0 * values.iter().sum::<f64>() / values.len() as f64
        };
        let means: Vec<String> =
            self.study.columns.iter().enumerate().map(|(i, c)| format!("{} {:.1}%", c.label, mean(i))).collect();
        format!("\nMean M(1) over the rows: {}.\n", means.join(", "))
    }

    /// The weights of the tactical levels, a column per cell (Table 5.1).
    fn tactical_weights(&self) -> String {
        let cells: Vec<(&str, &CellResult)> = self
            .study
            .rows
            .iter()
            .zip(self.results)
            .filter_map(|(axis, row)| Some((axis.label.as_str(), row[0].as_ref()?)))
            .collect();
        let Some((_, first)) = cells.first() else { return String::new() };
        let mut table =
            Table::new([Column::left("level")].into_iter().chain(cells.iter().map(|(label, _)| Column::right(*label))));
        for (i, (name, _)) in first.tactical_weights.iter().enumerate() {
            let weight = |cell: &CellResult| {
                cell.tactical_weights.get(i).map_or("-".into(), |(_, weight)| format!("{weight:.2}"))
            };
            table.push([name.clone()].into_iter().chain(cells.iter().map(|(_, cell)| weight(cell))));
        }
        format!("\n## Weights of the tactical levels\n\n{}", table.to_markdown())
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
        let svg = match study.plot {
            Plot::None => return None,
            Plot::Bars => {
                let mut chart =
                    BarChart::new(&study.title, study.rows.iter().map(|row| row.label.clone()), percent().from_zero())
                        .subtitle(subtitle);
                for (column, axis) in study.columns.iter().enumerate() {
                    let top1 = self.results.iter().map(|row| row[column].as_ref().map_or(0.0, |cell| cell.top[0]));
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
                        .filter_map(|(row, results)| Some((row.x?, results[column].as_ref()?.top[0])));
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
