//! The report of a comparison: Markdown with tables and plots.

use std::path::Path;

use anyhow::Result;
use output_files::write_whole;
use report::{Column, Table, number};
use serde_json::{Value, json};

use super::cell::{Cell, CellKey, make_folder};
use super::compare::AgainstReference;
use super::{PredictorStudy, Results, Sizes};
use crate::study::Scale;

/// A comparison that was run, or a part of it.
pub struct PredictorOutput<'a> {
    /// The study.
    pub study: &'a PredictorStudy,
    /// Its scale.
    pub scale: Scale,
    /// The finished cells.
    pub results: &'a Results,
    /// Where the games come from.
    pub source: &'a str,
}

/// What may be embedded: the model file.
const MOST_BYTES: u64 = 16 << 20;
/// What may be embedded: positions a second on one core; two cores give twice that.
const LEAST_SPEED: f64 = 1_000.0;

/// Writes `NAME.md`, `NAME.json` and the plots `NAME-*.svg` into the folder.
pub fn write_outputs(output: &PredictorOutput<'_>, folder: &Path) -> Result<()> {
    make_folder(folder)?;
    let name = &output.study.name;
    for (ending, svg) in output.plots() {
        write_whole(&folder.join(format!("{name}-{ending}.svg")), svg)?;
    }
    write_whole(&folder.join(format!("{name}.json")), format!("{:#}\n", output.to_json()))?;
    write_whole(&folder.join(format!("{name}.md")), output.to_markdown())
}

impl PredictorOutput<'_> {
    pub(super) fn sizes(&self) -> &Sizes {
        self.study.sizes(self.scale)
    }

    /// The predictors that have a cell in the equal-data track, in the order of the study.
    pub(super) fn predictors(&self) -> Vec<usize> {
        (0..self.study.predictors.len()).filter(|&i| self.equal_data(i).next().is_some()).collect()
    }

    pub(super) fn label(&self, predictor: usize) -> &str {
        &self.study.predictors[predictor].label
    }

    /// The cells of a predictor in the equal-data track, by seed.
    pub(super) fn equal_data(&self, predictor: usize) -> impl Iterator<Item = (&CellKey, &Cell)> {
        let n_games = self.sizes().train_games;
        self.results.iter().filter(move |(key, _)| key.predictor == predictor && key.n_games == n_games)
    }

    /// All cells of a predictor with the first seed, by number of games.
    pub(super) fn curve(&self, predictor: usize) -> Vec<(usize, &Cell)> {
        let seed = self.sizes().seeds[0];
        let cells = self.results.iter().filter(|(key, _)| key.predictor == predictor && key.seed == seed);
        cells.map(|(key, cell)| (key.n_games, cell)).collect()
    }

    /// The report.
    pub fn to_markdown(&self) -> String {
        let (study, sizes) = (self.study, self.sizes());
        let seeds = self.results.keys().map(|key| key.seed).collect::<std::collections::BTreeSet<_>>().len();
        let mut text = format!(
            "# {}\n\nScale {}; games: {}. Every predictor learned from the same {} games ({} drawn by different seeds), and was judged on {} test games. \
             {} training games set aside gave the exponents of the calibrated log-evidence and the weights of mixtures, {} others the column *validation*.\n",
            study.title,
            self.scale.name(),
            self.source,
            number::count(sizes.train_games as u64),
            number::counted(seeds as u64, "set"),
            number::count(sizes.test_games as u64),
            sizes.tuning_games,
            sizes.validation_games
        );
        if !study.remark.is_empty() {
            text += &format!("\n{}\n", study.remark.trim());
        }
        text += &format!("\n## Equal data\n\n{}", self.accuracy_table().to_markdown());
        text += "\nMeans over the seeds; ± is the standard deviation between seeds, the interval is a bootstrap over the test games under the first seed. M(1) \
                 counts a tie for the first place against the predictor. Predictors that cover only some moves are judged on those (*positions*).\n";
        text += &format!("\n![M(k)]({}-m-k.svg)\n\n![by stage]({0}-stages.svg)\n", study.name);
        text += &format!("\n## Cost\n\n{}", self.cost_table().to_markdown());
        text += &format!(
            "\nProcessor time of all threads together, so that other work on the machine does not count.\n\n![accuracy against speed]({}-speed.svg)\n",
            study.name
        );
        text += &format!("\n## Against {}\n\n{}", study.reference, self.reference_table().to_markdown());
        text += "\nDifference of M(1) on the positions that both cover, first seed: paired bootstrap over games, and McNemar's exact test over positions, corrected by \
                 Holm's method. Positions of a game are not independent, so the interval is the one to trust.\n";
        text += &format!("\n![complementarity]({}-complementarity.svg)\n", study.name);
        text += "\nOf the positions that the column has wrong, the share that the row has right: a high figure off the diagonal is what a mixture can gain.\n";
        text += &format!("\n## Equal time\n\n{}", self.equal_time());
        text += &format!("\n![learning curves]({}-curves.svg)\n", study.name);
        text += &format!("\n## Calibration\n\n![reliability]({}-reliability.svg)\n", study.name);
        text +=
            "\nHow often the most likely move was played, by the probability that it was given, before the exponent.\n";
        text += &format!("\n## What would be embedded\n\n{}", self.embedded());
        text
    }

    fn accuracy_table(&self) -> Table {
        let mut table = Table::new([
            Column::left("predictor"),
            Column::left("last moves"),
            Column::right("M(1)"),
            Column::right("95% interval"),
            Column::right("M(5)"),
            Column::right("M(10)"),
            Column::right("M(20)"),
            Column::right("mean rank"),
            Column::right("log-evidence"),
            Column::right("calibrated"),
            Column::right("exponent"),
            Column::right("positions"),
        ]);
        for predictor in self.predictors() {
            let cells: Vec<&Cell> = self.equal_data(predictor).map(|(_, cell)| cell).collect();
            let mean = |of: &dyn Fn(&Cell) -> f64| cells.iter().map(|cell| of(cell)).sum::<f64>() / cells.len() as f64;
            let top = |k: usize| number::percent(mean(&|cell| cell.summary.top[k - 1]), 1);
            let spread = deviation(cells.iter().map(|cell| cell.summary.top[0]));
            let [low, high] = cells[0].summary.top1_interval;
            table.push([
                self.label(predictor).to_owned(),
                if self.study.predictors[predictor].recent_moves { "yes" } else { "no" }.to_owned(),
                match spread {
                    Some(spread) => format!("{} ± {:.1}", top(1), 100.0 * spread),
                    None => top(1),
                },
                format!("{:.1} to {:.1}", 100.0 * low, 100.0 * high),
                top(5),
                top(10),
                top(20),
                format!("{:.1}", mean(&|cell| cell.summary.mean_rank)),
                format!("{:.3}", mean(&|cell| cell.summary.mean_log_evidence)),
                format!("{:.3}", mean(&Cell::calibrated_log_evidence)),
                format!("{:.2}", mean(&|cell| cell.figures.exponent)),
                number::count(cells[0].summary.positions),
            ]);
        }
        table
    }

    fn cost_table(&self) -> Table {
        let mut table = Table::new([
            Column::left("predictor"),
            Column::right("training, processor s"),
            Column::right("positions/s and core"),
            Column::right("bytes"),
            Column::right("M(1), validation"),
        ]);
        for predictor in self.predictors() {
            let cells: Vec<&Cell> = self.equal_data(predictor).map(|(_, cell)| cell).collect();
            let mean = |of: &dyn Fn(&Cell) -> f64| cells.iter().map(|cell| of(cell)).sum::<f64>() / cells.len() as f64;
            table.push([
                self.label(predictor).to_owned(),
                number::significant(mean(&|cell| cell.figures.training_seconds), 3),
                number::count(mean(&|cell| cell.figures.positions_per_second) as u64),
                number::count(mean(&|cell| cell.figures.bytes as f64) as u64),
                number::percent(mean(&|cell| cell.figures.validation_top1), 1),
            ]);
        }
        table
    }

    pub(super) fn reference(&self) -> usize {
        self.study
            .predictors
            .iter()
            .position(|p| p.label == self.study.reference)
            .expect("checked when the file was read")
    }

    fn reference_table(&self) -> Table {
        let mut table = Table::new([
            Column::left("predictor"),
            Column::right("difference of M(1), points"),
            Column::right("95% interval"),
            Column::right("only it is right"),
            Column::right("only the reference"),
            Column::right("McNemar p, Holm"),
        ]);
        let compared = AgainstReference::new(self.results, &self.predictors(), self.reference(), self.sizes());
        for (predictor, (paired, p)) in &compared.differences {
            table.push([
                self.label(*predictor).to_owned(),
                format!("{:+.2}", 100.0 * paired.difference),
                format!("{:+.2} to {:+.2}", 100.0 * paired.interval[0], 100.0 * paired.interval[1]),
                number::count(paired.only_one_right[0]),
                number::count(paired.only_one_right[1]),
                if *p < 1e-4 { "< 0.0001".to_owned() } else { format!("{p:.4}") },
            ]);
        }
        table
    }

    /// The best of every learning curve within the time.
    fn equal_time(&self) -> String {
        let seconds = self.sizes().seconds;
        let mut table = Table::new([
            Column::left("predictor"),
            Column::right("games"),
            Column::right("training, processor s"),
            Column::right("M(1)"),
        ]);
        for predictor in self.predictors() {
            let curve = self.curve(predictor);
            let affordable = curve.iter().filter(|(_, cell)| cell.figures.training_seconds <= seconds);
            match affordable.max_by_key(|(n_games, _)| *n_games) {
                Some((n_games, cell)) => table.push([
                    self.label(predictor).to_owned(),
                    number::count(*n_games as u64),
                    number::significant(cell.figures.training_seconds, 3),
                    number::percent(cell.summary.top[0], 1),
                ]),
                None => table.push([self.label(predictor), "-", "-", "-"]),
            }
        }
        format!(
            "The largest number of games of the learning curve that can be learned from within {} processor seconds, first seed. The time of a mixture is that of weighing its \
             members, without their own training.\n\n{}",
            number::significant(seconds, 3),
            table.to_markdown()
        )
    }

    /// The rule of what is embedded, applied.
    fn embedded(&self) -> String {
        let mut candidates: Vec<(usize, &Cell, Vec<&str>)> = Vec::new();
        for predictor in self.predictors() {
            let Some((_, cell)) = self.equal_data(predictor).next() else { continue };
            let misses = [
                (cell.figures.bytes > MOST_BYTES, "larger than 16 MiB"),
                (cell.figures.positions_per_second < LEAST_SPEED, "slower than 2,000 positions/s on two cores"),
                (!cell.figures.explains, "does not explain itself"),
                (cell.log.n_outside > 0, "does not cover the whole game"),
            ];
            let misses = misses.into_iter().filter(|(missed, _)| *missed).map(|(_, why)| why).collect();
            candidates.push((predictor, cell, misses));
        }
        candidates.sort_by(|a, b| b.1.figures.validation_top1.total_cmp(&a.1.figures.validation_top1));
        let mut text = String::from(
            "The rule: the best M(1) on validation among the models that fit 16 MiB, give 2,000 positions/s on two cores, cover the game and explain themselves.\n\n",
        );
        let mut chosen = false;
        for (predictor, cell, misses) in candidates {
            let validation = number::percent(cell.figures.validation_top1, 1);
            text += &format!("1. {} ({validation})", self.label(predictor));
            if !misses.is_empty() {
                text += &format!(": {}\n", misses.join(", "));
                continue;
            }
            text += if chosen { "\n" } else { ": **chosen**\n" };
            chosen = true;
        }
        text
    }

    /// Everything that was measured.
    pub fn to_json(&self) -> Value {
        let cells: Vec<Value> = self
            .results
            .iter()
            .map(|(key, cell)| {
                json!({
                    "predictor": self.label(key.predictor),
                    "games": key.n_games,
                    "seed": key.seed,
                    "figures": cell.figures,
                    "calibrated_log_evidence": cell.calibrated_log_evidence(),
                    "evaluation": cell.summary,
                })
            })
            .collect();
        json!({ "study": self.study.name, "scale": self.scale.name(), "games": self.source, "cells": cells })
    }
}

/// The standard deviation of a sample of at least two.
fn deviation(values: impl Iterator<Item = f64> + Clone) -> Option<f64> {
    let n = values.clone().count() as f64;
    let mean = values.clone().sum::<f64>() / n;
    (n > 1.0).then(|| (values.map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0)).sqrt())
}
