//! The result of a study of players without search: Tables 3 to 7 with the published figures beside ours, as Markdown and JSON.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use report::{Column, Table};
use serde_json::{Value, json};

use super::config::RawPlayStudy;
use super::run::{GameRecord, RawPlayRun};

const MEASURES: [&str; 5] = [
    "Table 3: stones at the end, median",
    "Table 4: stones on the board, mean of a game, median",
    "Table 5: Black's lead, median",
    "Table 6: eyes, all games",
    "Table 7: games with a chain of two eyes",
];

/// A study that was run.
pub struct RawPlayOutput<'a> {
    /// What was run.
    pub run: &'a RawPlayRun<'a>,
    /// The games of every row against both opponents.
    pub results: &'a [[Option<Vec<GameRecord>>; 2]],
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let n = values.len();
    if n == 0 { f64::NAN } else { (values[(n - 1) / 2] + values[n / 2]) / 2.0 }
}

fn figures(games: &[GameRecord]) -> [f64; 5] {
    [
        median(games.iter().map(|game| game.stones as f64).collect()),
        median(games.iter().map(|game| game.mean_stones).collect()),
        median(games.iter().map(|game| game.lead).collect()),
        games.iter().map(|game| game.eyes as f64).sum(),
        games.iter().filter(|game| game.is_safe).count() as f64,
    ]
}

impl RawPlayOutput<'_> {
    /// Writes `NAME.md` and `NAME.json` into the folder.
    pub fn write(&self, folder: &Path) -> Result<()> {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let texts = [("md", self.to_markdown()), ("json", format!("{:#}\n", self.to_json()))];
        for (ending, text) in texts {
            let file = folder.join(format!("{}.{ending}", self.run.study.name));
            fs::write(&file, text).with_context(|| format!("cannot write {}", file.display()))?;
        }
        Ok(())
    }

    /// The report.
    pub fn to_markdown(&self) -> String {
        let RawPlayRun { study, scale, source, n_games, .. } = self.run;
        let mut text = format!(
            "# {}\n\nFoulds 2006, section {}; scale {}; {} moves to learn from: {source}; {n_games} games a cell.\n\n{}\n",
            study.title,
            study.section,
            scale.name(),
            study.size(*scale).moves,
            study.remark.trim()
        );
        for (measure, title) in MEASURES.iter().enumerate() {
            let mut table = Table::new([
                Column::left(""),
                Column::right("thesis, Wally"),
                Column::right(format!("ours, {}", RawPlayStudy::PATTERNS)),
                Column::right(format!("ours, {}", RawPlayStudy::PROGRAM)),
            ]);
            for (row, games) in study.rows.iter().zip(self.results) {
                let figure =
                    |value: f64| format!("{:.*}", if measure == 1 { 2 } else { usize::from(measure == 2) }, value);
                let ours = games
                    .each_ref()
                    .map(|games| games.as_ref().map_or("-".into(), |games| figure(figures(games)[measure])));
                table.push([vec![row.label.clone(), figure(row.thesis[measure])], ours.to_vec()].concat());
            }
            text += &format!("\n## {title}\n\n{}", table.to_markdown());
        }
        text
    }

    /// All figures.
    pub fn to_json(&self) -> Value {
        let cells = self.run.study.rows.iter().zip(self.results).flat_map(|(row, games)| {
            [RawPlayStudy::PATTERNS, RawPlayStudy::PROGRAM].into_iter().zip(games).filter_map(|(opponent, games)| {
                let games = games.as_ref()?;
                Some(json!({
                    "row": row.label,
                    "opponent": opponent,
                    "published": row.thesis,
                    "figures": figures(games),
                    "games": games,
                }))
            })
        });
        json!({"study": self.run.study.name, "scale": self.run.scale.name(), "cells": cells.collect::<Vec<Value>>()})
    }
}
