//! The result of a study of classifiers: Markdown with the published figures beside ours, McNemar's tests, a plot, JSON.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use learn::classify::Meeting;
use learn::stats::{kendall, wilson};
use report::{Axis, BarChart, Column, HeatMap, Sample, Series, Table, XyPlot};
use serde_json::{Value, json};

use super::config::Plot;
use super::run::{ClassifierCell, ClassifierRun};

/// The level of section 5.3.
const LEVEL: f64 = 0.05;

/// A study that was run.
pub struct ClassifierOutput<'a> {
    /// What was run.
    pub run: &'a ClassifierRun<'a>,
    /// The results, row by row.
    pub results: &'a [Vec<Option<ClassifierCell>>],
}

impl ClassifierOutput<'_> {
    /// Writes `NAME.md`, `NAME.json` and, if the study is drawn, `NAME.svg` into the folder.
    pub fn write(&self, folder: &Path) -> Result<()> {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let write = |ending: &str, text: String| {
            let file = folder.join(format!("{}.{ending}", self.run.study.name));
            fs::write(&file, text).with_context(|| format!("cannot write {}", file.display()))
        };
        write("md", self.to_markdown())?;
        write("json", format!("{:#}\n", self.to_json()))?;
        self.draw().map_or(Ok(()), |svg| write("svg", svg))
    }

    /// The report.
    pub fn to_markdown(&self) -> String {
        let study = self.run.study;
        let (train, test) = self.run.parts();
        let mut text = format!(
            "# {}\n\nFoulds 2006, section {}; scale {}; {} problems to learn from, {} to solve: {}.\n",
            study.title,
            study.section,
            self.run.scale.name(),
            train.len(),
            test.len(),
            self.run.problems.source
        );
        text += "\nA problem is solved if the chosen first move is one of the listed ones. The published figures are of GoTools problems.\n";
        if !study.remark.is_empty() {
            text += &format!("\n{}\n", study.remark.trim());
        }
        text += &format!("\n{}", self.table().to_markdown());
        for column in 0..study.columns.len() {
            text += &self.agreement(column);
        }
        if study.pairs {
            text += &format!(
                "\n## McNemar's test for all pairs, {}\n\n{}",
                study.columns[0].label,
                self.pairs().to_markdown()
            );
            text += &format!("\nW, L: the row is better or worse than the column, exact p < {LEVEL}.\n");
        }
        if study.plot != Plot::None {
            text += &format!("\n![{}]({}.svg)\n", study.title, study.name);
        }
        text
    }

    fn table(&self) -> Table {
        let study = self.run.study;
        let mut columns = vec![Column::left("")];
        for (place, column) in study.columns.iter().enumerate() {
            let of = if column.label.is_empty() { String::new() } else { format!(", {}", column.label) };
            if self.is_published(place) {
                columns.push(Column::right(format!("thesis{of}")));
            }
            columns.push(Column::right(format!("ours{of}")));
            columns.push(Column::right("95% interval"));
            columns.push(Column::right("wins"));
        }
        let mut table = Table::new(columns);
        for (row, axis) in study.rows.iter().enumerate() {
            let mut cells = vec![axis.label.clone()];
            for column in 0..study.columns.len() {
                if self.is_published(column) {
                    cells.push(study.published(row, column).map_or("-".into(), |figure| format!("{figure:.1}")));
                }
                let Some(cell) = &self.results[row][column] else {
                    cells.extend(["-".to_string(), "-".to_string(), "-".to_string()]);
                    continue;
                };
                let n_solved = cell.solved.iter().filter(|&&solved| solved).count() as u64;
                let interval = wilson(n_solved, cell.solved.len() as u64, 0.95);
                let n_wins =
                    (0..study.rows.len()).filter(|&other| self.verdict(row, other, column) == Some('W')).count();
                cells.push(format!("{:.1}", 100.0 * cell.success()));
                cells.push(format!("{:.1}-{:.1}", 100.0 * interval.low, 100.0 * interval.high));
                cells.push(n_wins.to_string());
            }
            table.push(cells);
        }
        table
    }

    /// Has the thesis figures for the column?
    fn is_published(&self, column: usize) -> bool {
        let study = self.run.study;
        (0..study.rows.len()).any(|row| study.published(row, column).is_some())
    }

    fn verdict(&self, row: usize, other: usize, column: usize) -> Option<char> {
        let (first, second) = (self.results[row][column].as_ref()?, self.results[other][column].as_ref()?);
        (row != other).then(|| Meeting::new(&first.solved, &second.solved).verdict(LEVEL))
    }

    /// Does the order of the rows agree with the published one? Other readings are compared with the figures of the first.
    fn agreement(&self, column: usize) -> String {
        let study = self.run.study;
        let published = |row: usize| study.published(row, column).or(study.published(row, 0));
        let both = |row: usize| Some((published(row)?, self.results[row][column].as_ref()?.success()));
        let (theirs, ours): (Vec<f64>, Vec<f64>) = (0..study.rows.len()).filter_map(both).unzip();
        if theirs.len() < 5 {
            return String::new();
        }
        let tau = kendall(&theirs, &ours);
        let of = &study.columns[column].label;
        format!(
            "\nKendall's tau between the published order and ours, {of}: {:.2} over {} rows.\n",
            tau.coefficient,
            theirs.len()
        )
    }

    fn pairs(&self) -> Table {
        let n = self.run.study.rows.len();
        let mut columns = vec![Column::left("")];
        columns.extend((1..=n).map(|number| Column::right(number.to_string())));
        let mut table = Table::new(columns);
        for row in 0..n {
            let label = format!("{} {}", row + 1, self.run.study.rows[row].label);
            let cells = (0..n).map(|other| self.verdict(row, other, 0).map_or(String::new(), String::from));
            table.push([label].into_iter().chain(cells).collect::<Vec<_>>());
        }
        table
    }

    fn success(&self, row: usize, column: usize) -> f64 {
        self.results[row][column].as_ref().map_or(f64::NAN, |cell| 100.0 * cell.success())
    }

    fn draw(&self) -> Option<String> {
        let study = self.run.study;
        let axis = || Axis::linear("problems solved (%)").from_zero();
        let columns = || study.columns.iter().enumerate();
        match study.plot {
            Plot::None => None,
            Plot::Bars => {
                let mut chart = BarChart::new(&study.title, study.rows.iter().map(|row| row.label.as_str()), axis());
                for (place, column) in columns() {
                    chart = chart.group(&column.label, (0..study.rows.len()).map(|row| self.success(row, place)));
                }
                Some(chart.draw().to_string())
            }
            Plot::Lines => {
                let mut plot = XyPlot::new(&study.title, Axis::linear(&study.x_label), axis());
                for (place, column) in columns() {
                    let sample = |(row, axis): (usize, &super::config::StudyAxis)| {
                        Some(Sample::new(axis.x?, self.success(row, place)))
                    };
                    let samples: Vec<Sample> = study.rows.iter().enumerate().filter_map(sample).collect();
                    plot = plot.with(Series::line(&column.label, samples));
                }
                Some(plot.draw().to_string())
            }
            Plot::Heat => {
                let mut map = HeatMap::new(&study.title, study.columns.iter().map(|column| column.label.as_str()));
                for (row, axis) in study.rows.iter().enumerate() {
                    map = map.row(&axis.label, (0..study.columns.len()).map(|column| self.success(row, column)));
                }
                Some(map.with_values().draw().to_string())
            }
        }
    }

    /// All figures.
    pub fn to_json(&self) -> Value {
        let study = self.run.study;
        let cell = |row: usize, column: usize| {
            let made = self.results[row][column].as_ref()?;
            Some(json!({
                "row": study.rows[row].label,
                "column": study.columns[column].label,
                "published": study.published(row, column),
                "success": made.success(),
                "problems": made.solved.len(),
                "problems_with_ties": made.n_tied,
                "training_rows": made.n_rows,
                "training_seconds": made.training_seconds,
                "test_seconds": made.test_seconds,
            }))
        };
        let places = (0..study.rows.len()).flat_map(|row| (0..study.columns.len()).map(move |column| (row, column)));
        let cells: Vec<Value> = places.filter_map(|(row, column)| cell(row, column)).collect();
        json!({
            "study": study.name,
            "scale": self.run.scale.name(),
            "source": self.run.problems.source,
            "cells": cells,
        })
    }
}
