//! The folder of a comparison: `report.md`, `report.json` and the plots.

use std::path::Path;

use anyhow::Result;
use output_files::write_whole;
use report::number::{count, counted};
use serde_json::{Map, Value, json};

use super::figures::Figures;
use super::paired_game::PairedGame;
use super::plots::plots;

/// A comparison that was made.
pub struct JudgeReport<'a> {
    /// The games.
    pub games: &'a [PairedGame],
    /// Their figures.
    pub figures: &'a Figures,
    /// Who judged for us: program, model, playouts.
    pub engine: &'a str,
    /// Who judged for the other side.
    pub referee: &'a str,
}

impl JudgeReport<'_> {
    /// Writes all files into the folder, which exists.
    pub fn write(&self, folder: &Path) -> Result<()> {
        for (name, svg) in plots(self.games, &self.subtitle()) {
            write_whole(&folder.join(name), svg)?;
        }
        write_whole(&folder.join("report.json"), format!("{:#}\n", Value::Object(self.to_json())))?;
        write_whole(&folder.join("report.md"), self.to_markdown())
    }

    /// Who against whom, on what.
    pub fn subtitle(&self) -> String {
        let Figures { n_games, n_positions, .. } = self.figures;
        let games = counted(*n_games as u64, "game");
        format!("{} against {}: {games}, {} positions", self.engine, self.referee, count(*n_positions as u64))
    }

    /// The figures with the names of both judges.
    pub fn to_json(&self) -> Map<String, Value> {
        let mut object = self.figures.to_json();
        object.insert("engine".into(), json!(self.engine));
        object.insert("referee".into(), json!(self.referee));
        object
    }

    /// The report.
    pub fn to_markdown(&self) -> String {
        format!(
            "# Our analysis beside a referee's\n\n{}.\n\n{}\nIntervals are a bootstrap over games (1,000 draws).\n\n## By stage\n\n{}\n## By game\n\n{}\n\
             ## Pictures\n\n![reliability](reliability.svg)\n\n![leads](leads.svg)\n\n![rank correlation over the game](by-move.svg)\n",
            self.subtitle(),
            self.figures.table().to_markdown(),
            self.figures.stage_table().to_markdown(),
            self.figures.game_table().to_markdown()
        )
    }

    /// The tables for a terminal.
    pub fn to_terminal(&self) -> String {
        let by_game = self.figures.game_table();
        format!(
            "{}\n\n{}\n{}\n{}",
            self.subtitle(),
            self.figures.table().to_terminal(),
            self.figures.stage_table().to_terminal(),
            by_game.to_terminal()
        )
    }
}
