//! The folder of a calibration: `results.md`, `results.json` and a plot.

use std::path::Path;

use anyhow::Result;
use output_files::write_whole;
use report::{Axis, Column, Sample, Series, Table, XyPlot, number};
use serde_json::{Map, Value, json};

use super::figures::{insert, interval, written};
use super::forecast::{Bin, Forecast, N_BINS, SCORES, bins};
use super::measures::Unit;
use super::stage::Stage;
use super::statistic::Estimate;

/// Win rates of positions beside the results of their games.
pub struct ResultsReport<'a> {
    forecasts: &'a [Forecast],
    engine: String,
    bins: Vec<Option<Bin>>,
    /// For every score: of all positions, then of every stage.
    scores: Vec<(Estimate, Vec<Estimate>)>,
}

impl<'a> ResultsReport<'a> {
    /// Measures everything. `engine` names program and playouts.
    pub fn new(forecasts: &'a [Forecast], engine: String) -> ResultsReport<'a> {
        let of_stage = |stage| move |score: &super::forecast::Score| score.estimate(forecasts, stage);
        let scores = SCORES.iter().map(|score| {
            (of_stage(Stage::ALL)(score), Stage::PARTS.into_iter().map(|stage| of_stage(stage)(score)).collect())
        });
        ResultsReport { forecasts, engine, bins: bins(forecasts), scores: scores.collect() }
    }

    /// Writes all files into the folder, which exists.
    pub fn write(&self, folder: &Path) -> Result<()> {
        write_whole(&folder.join("results.svg"), self.plot())?;
        write_whole(&folder.join("results.json"), format!("{:#}\n", Value::Object(self.to_json())))?;
        write_whole(
            &folder.join("results.md"),
            format!(
                "# Our win rates beside results\n\n{}.\n\n{}\n{}\n![reliability](results.svg)\n",
                self.subtitle(),
                self.bin_table().to_markdown(),
                self.score_table().to_markdown()
            ),
        )
    }

    fn subtitle(&self) -> String {
        format!("{}, one position of {}", self.engine, number::counted(self.forecasts.len() as u64, "game"))
    }

    /// The ten bins.
    pub fn bin_table(&self) -> Table {
        let mut table = Table::new([
            Column::left("our win rate of Black"),
            Column::right("positions"),
            Column::right("mean"),
            Column::right("Black won"),
            Column::right("95% interval"),
            Column::right("error"),
        ]);
        for (n, bin) in self.bins.iter().enumerate() {
            let tenth = format!("{}-{} %", 100 * n / N_BINS, 100 * (n + 1) / N_BINS);
            let Some(bin) = bin else {
                table.push([&tenth, "0", "-", "-", "-", "-"]);
                continue;
            };
            table.push([
                tenth,
                number::count(bin.n as u64),
                number::percent(bin.mean, 1),
                number::percent(bin.won, 1),
                interval(Unit::WinRate, (bin.won_interval.low, bin.won_interval.high)),
                written(Unit::WinDifference, Some(bin.error())),
            ]);
        }
        table
    }

    /// The scores, over all positions and by stage.
    pub fn score_table(&self) -> Table {
        let stages = Stage::PARTS.iter().map(|stage| Column::right(format!("moves {}", stage.name)));
        let mut table = Table::new([Column::left("what"), Column::right("all")].into_iter().chain(stages));
        for (score, (all, stages)) in SCORES.iter().zip(&self.scores) {
            let unit = score.unit;
            let cell = |estimate: &Estimate| match estimate.interval {
                Some(ends) => format!("{} [{}]", written(unit, estimate.value), interval(unit, ends)),
                None => written(unit, estimate.value),
            };
            table.push([score.words.to_owned(), cell(all)].into_iter().chain(stages.iter().map(cell)));
        }
        let counts = stages_of(self.forecasts).map(|n| number::count(n as u64));
        table.push(["positions".to_owned(), number::count(self.forecasts.len() as u64)].into_iter().chain(counts));
        table
    }

    /// One object; keys as those of a comparison, and `bins`.
    pub fn to_json(&self) -> Map<String, Value> {
        let mut object = Map::new();
        object.insert("engine".into(), json!(self.engine));
        object.insert("n_positions".into(), json!(self.forecasts.len()));
        for (score, (all, stages)) in SCORES.iter().zip(&self.scores) {
            insert(&mut object, score.key, score.unit, all);
            for (stage, estimate) in Stage::PARTS.iter().zip(stages) {
                insert(&mut object, &format!("{}{}", score.key, stage.key), score.unit, estimate);
            }
        }
        let bin = |bin: &Option<Bin>| match bin {
            None => json!({ "n": 0 }),
            Some(bin) => json!({
                "n": bin.n, "mean": bin.mean, "won": bin.won, "error": bin.error(),
                "won_low": bin.won_interval.low, "won_high": bin.won_interval.high,
            }),
        };
        object.insert("bins".into(), self.bins.iter().map(bin).collect());
        object
    }

    /// The tables for a terminal.
    pub fn to_terminal(&self) -> String {
        let (bins, scores) = (self.bin_table().to_terminal(), self.score_table().to_terminal());
        format!("{}\n\n{bins}\n{scores}", self.subtitle())
    }

    fn plot(&self) -> String {
        let axis = |label| Axis::linear(label).range(0.0, 1.0).percent();
        let sample = |bin: &Bin| Sample::with_interval(bin.mean, bin.won, bin.won_interval.low, bin.won_interval.high);
        XyPlot::new("How often Black won", axis("our win rate of Black"), axis("games that Black won"))
            .subtitle(self.subtitle())
            .with(Series::line("results", self.bins.iter().flatten().map(sample)))
            .with(Series::reference("calibrated", [(0.0, 0.0), (1.0, 1.0)]))
            .draw()
            .to_string()
    }
}

/// The positions of every stage.
fn stages_of(forecasts: &[Forecast]) -> impl Iterator<Item = usize> {
    Stage::PARTS.into_iter().map(|stage| forecasts.iter().filter(|forecast| stage.holds(forecast.ply)).count())
}
