//! The result of a study of playing strength: Markdown with the published figures beside ours, a plot of wins over M(1), JSON.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use arena::contest::Summary;
use learn::stats::Score;
use output_files::write_whole;
use report::{Axis, Column, Sample, Series, Table, XyPlot, number};
use serde_json::{Value, json};

use super::{RowResult, StrengthRun};

/// Confidence of the intervals.
const CONFIDENCE: f64 = 0.95;

/// A study that was run.
pub struct StrengthOutput<'a> {
    /// The run.
    pub run: &'a StrengthRun<'a>,
    /// The results, row by row.
    pub results: &'a [RowResult],
}

impl StrengthOutput<'_> {
    /// Writes `NAME.md`, `NAME.svg` and `NAME.json` into the folder.
    pub fn write(&self, folder: &Path) -> Result<()> {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let write = |ending: &str, text: String| {
            let file = folder.join(format!("{}.{ending}", self.run.study.name));
            write_whole(&file, text)
        };
        write("md", self.to_markdown())?;
        write("json", format!("{:#}\n", self.to_json()))?;
        write("svg", self.draw())
    }

    /// The report.
    pub fn to_markdown(&self) -> String {
        let study = self.run.study;
        let mut text = format!("# {}\n\n{}; {}.\n", study.title, study.source, self.conditions());
        if !study.remark.is_empty() {
            text += &format!("\n{}\n", study.remark.trim());
        }
        let has_m1 = !study.thesis.m1.is_empty();
        let mut columns = vec![Column::left("")];
        columns.extend(has_m1.then(|| Column::right("M(1), thesis")));
        columns.extend(["M(1), ours", "wins, thesis"].map(Column::right));
        columns.extend(study.columns.iter().map(|column| Column::right(format!("wins, {}", column.label))));
        let mut table = Table::new(columns);
        for (row, result) in self.results.iter().enumerate() {
            let mut cells = vec![study.rows[row].label.clone()];
            cells.extend(study.thesis.m1.get(row).map(|m1| format!("{m1:.1}%")));
            cells.push(result.top1.map_or("-".into(), |top1| number::percent(top1, 1)));
            cells.push(format!("{}%", study.thesis.win_rate[row]));
            cells.extend(result.matches.iter().map(|summary| show(summary.as_ref())));
            table.push(cells);
        }
        text += &format!("\n{}", table.to_markdown());
        text += &format!("\n![{}]({}.svg)\n", study.title, study.name);
        text += "\nWins of all games, with the 95% interval of the share; a disputed game (the programs count differently) counts as not won.\n";
        text
    }

    fn conditions(&self) -> String {
        let StrengthRun { study, scale, playouts, opponent, data, .. } = self.run;
        let board = study.size(*scale).board;
        let playouts = number::count(*playouts);
        format!(
            "{board}x{board}, {playouts} playouts a move, against `{opponent}`; games for the models: {}",
            data.source
        )
    }

    /// Everything that was measured.
    pub fn to_json(&self) -> Value {
        let StrengthRun { study, scale, playouts, opponent, data, .. } = self.run;
        let rows = self.results.iter().enumerate().map(|(row, result)| {
            json!({
                "label": study.rows[row].label,
                "thesis": { "m1": study.thesis.m1.get(row), "win_rate": study.thesis.win_rate[row] },
                "top1": result.top1,
                "matches": result.matches,
            })
        });
        json!({
            "study": study.name,
            "title": study.title,
            "scale": scale.name(),
            "board": study.size(*scale).board,
            "playouts": playouts,
            "opponent": opponent,
            "games": data.source,
            "columns": study.columns.iter().map(|column| &column.label).collect::<Vec<_>>(),
            "rows": rows.collect::<Vec<_>>(),
        })
    }

    /// Wins over M(1).
    fn draw(&self) -> String {
        let study = self.run.study;
        let board = study.size(self.run.scale).board;
        let axis = |name: &str| Axis::linear(name).percent();
        let mut plot = XyPlot::new(&study.title, axis("M(1)"), axis("wins").range(0.0, 1.0))
            .subtitle(format!("{board}x{board}, {} playouts a move", number::count(self.run.playouts)));
        let mut thesis: Vec<(f64, f64)> =
            study.thesis.m1.iter().zip(&study.thesis.win_rate).map(|(m1, rate)| (m1 / 100.0, rate / 100.0)).collect();
        thesis.sort_by(|a, b| a.0.total_cmp(&b.0));
        if !thesis.is_empty() {
            plot = plot.with(Series::reference("thesis", thesis));
        }
        for (column, axis) in study.columns.iter().enumerate() {
            let samples = self.results.iter().enumerate().filter_map(|(row, result)| {
                let score = score(result.matches[column].as_ref()?);
                let interval = score.interval(CONFIDENCE);
                // Both trees are shown side by side.
                let published = study.thesis.m1.get(row).map_or(0.0, |m1| m1 / 100.0);
                let x = result.top1.unwrap_or(published) + 0.002 * column as f64;
                (score.games() > 0).then(|| Sample::with_interval(x, score.mean(), interval.low, interval.high))
            });
            plot = plot.with(Series::points(&axis.label, samples));
        }
        plot.draw().to_string()
    }
}

/// A disputed game is not won.
fn score(summary: &Summary) -> Score {
    Score { wins: summary.wins, draws: summary.draws, losses: summary.losses + summary.disputed }
}

fn show(summary: Option<&Summary>) -> String {
    let Some(summary) = summary else { return "-".into() };
    let score = score(summary);
    let interval = score.interval(CONFIDENCE);
    let percent = |share: f64| format!("{:.0}", 100.0 * share);
    format!(
        "{} of {}: {}% ({} to {})",
        score.wins,
        score.games(),
        percent(score.mean()),
        percent(interval.low),
        percent(interval.high)
    )
}
