//! Trains the models of a study of playing strength and has its matches played, all cells a few games at a time, so
//! that an interrupted run has results in every cell.

use std::path::{Path, PathBuf};

use anyhow::Result;
use arena::contest::{MatchSettings, Summary};
use go_engine::EngineConfig;
use go_models::LearnConfig;
use go_models::checkpoint::part_name;
use go_models::instance::Reproduction;
use go_models::model_file::checksum;
use output_files::{CheckpointFolder, write_whole};
use report::Progress;

use super::{StrengthStudy, models};
use crate::only::Only;
use crate::study::{Data, Scale};

/// Everything that a run needs.
pub struct StrengthRun<'a> {
    /// What to run.
    pub study: &'a StrengthStudy,
    /// How large the models and the board are.
    pub scale: Scale,
    /// Playouts a move.
    pub playouts: u64,
    /// Games of every cell.
    pub games: u64,
    /// Games of a cell before the next one has its turn.
    pub games_a_turn: u64,
    /// The opponent's command line.
    pub opponent: &'a str,
    /// Where models, trees and matches are kept.
    pub work: PathBuf,
    /// A folder of models that are there already; without it they are learned.
    pub models: Option<&'a Path>,
    /// The games to learn from and to test on; without test games there is no M(1).
    pub data: &'a Data,
    /// Decides everything random in the models.
    pub seed: u64,
    /// Only rows and columns whose labels these are; all if empty.
    pub only: &'a [String],
    /// Whose reading of van Niekerk 2014 feature instances follow when they are learned.
    pub reproduction: Option<Reproduction>,
}

/// A match that wants to be played.
#[derive(Clone, Debug, PartialEq)]
pub struct CellMatch {
    /// Row and column.
    pub labels: [String; 2],
    /// The settings of the match.
    pub settings: MatchSettings,
    /// Where its games are kept.
    pub folder: PathBuf,
}

/// The measurements of a model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RowResult {
    /// M(1) on the test games, if there are any.
    pub top1: Option<f64>,
    /// The match in every tree; `None` where `only` leaves a cell out.
    pub matches: Vec<Option<Summary>>,
}

impl StrengthRun<'_> {
    /// The results row by row. `play` plays the missing games of a match and returns its state.
    pub fn run(
        &self,
        progress: &dyn Progress,
        play: &mut dyn FnMut(&CellMatch) -> Result<Summary>,
    ) -> Result<Vec<RowResult>> {
        let mut results = Vec::new();
        let mut matches = Vec::new();
        progress.start("models", Some(self.study.rows.len() as u64));
        for row in 0..self.study.rows.len() {
            progress.note(&self.study.rows[row].label);
            let (result, cells) = self.prepare(row)?;
            results.push(result);
            matches.push(cells);
            progress.advance(1);
        }
        progress.finish();
        let n_cells = matches.iter().flatten().flatten().count() as u64;
        progress.start(&self.study.name, Some(n_cells * self.games));
        let mut played = 0;
        while played < self.games {
            let turn = self.games_a_turn.max(1).min(self.games - played);
            played += turn;
            for (result, cells) in results.iter_mut().zip(&matches) {
                for (summary, cell) in result.matches.iter_mut().zip(cells) {
                    let Some(cell) = cell else { continue };
                    progress.note(&cell.labels.join(", "));
                    let settings = MatchSettings { games: played, ..cell.settings.clone() };
                    *summary = Some(play(&CellMatch { settings, ..cell.clone() })?);
                    progress.advance(turn);
                }
            }
        }
        progress.finish();
        Ok(results)
    }

    /// The model of a row, how well it predicts, and its matches.
    fn prepare(&self, row: usize) -> Result<(RowResult, Vec<Option<CellMatch>>)> {
        let n_columns = self.study.columns.len();
        let mut result = RowResult { top1: None, matches: vec![None; n_columns] };
        if !(0..n_columns).any(|column| self.wants(row, column)) {
            return Ok((result, vec![None; n_columns]));
        }
        let model = self.model_file(row)?;
        let model = model.map(|path| models::bytes(&path).map(|bytes| (path, bytes))).transpose()?;
        if let Some((path, bytes)) = model.as_ref().filter(|_| !self.data.test.is_empty()) {
            result.top1 = Some(models::top1(path, bytes, &self.data.test, &self.work)?);
        }
        let cell = |column: usize| -> Result<Option<CellMatch>> {
            if !self.wants(row, column) {
                return Ok(None);
            }
            let engine = self.study.rows[row].engine(&self.study.columns[column].engine);
            let tree = quoted(&self.tree_file(&engine)?);
            let chosen = model.as_ref().map_or(String::new(), |(path, _)| format!(" --model {}", quoted(path)));
            let a = format!("tesuji gtp --playouts {}{chosen} --config {tree} --seed {{game}}", self.playouts);
            let board = self.study.size(self.scale).board;
            let settings = MatchSettings { size: board, games: self.games, ..MatchSettings::new(a, self.opponent) };
            let labels = [self.study.rows[row].label.clone(), self.study.columns[column].label.clone()];
            let words: Vec<&str> = labels.iter().flat_map(|label| label.split([' ', ',', '+'])).collect();
            let name = words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-");
            // Not by the command line of A, which says where files are.
            let agreed = MatchSettings { games: 0, a: String::new(), ..settings.clone() };
            let checksum = model.as_ref().map(|(_, bytes)| checksum(bytes));
            let determined_by = (agreed, self.playouts, checksum, &engine);
            let folder = self.work.join("matches").join(part_name(&name, &determined_by));
            Ok(Some(CellMatch { labels, settings, folder }))
        };
        let cells = (0..n_columns).map(cell).collect::<Result<Vec<_>>>()?;
        Ok((result, cells))
    }

    fn wants(&self, row: usize, column: usize) -> bool {
        let StrengthStudy { rows, columns, .. } = self.study;
        let only =
            Only::new(self.only, rows.iter().map(|row| row.label.as_str()), columns.iter().map(|c| c.label.as_str()));
        only.wants(&rows[row].label, &columns[column].label)
    }

    fn model_file(&self, row: usize) -> Result<Option<PathBuf>> {
        let row = &self.study.rows[row];
        if let Some(folder) = self.models.filter(|_| row.has_model()) {
            return Ok(Some(folder.join(format!("{}.model", row.model))));
        }
        let games = &self.data.train;
        let sizes = &self.study.size(self.scale).training;
        let config = match &row.set {
            Some(cell) => {
                let mut instance = cell.instance(sizes, games.len(), self.seed);
                instance.reproduction = self.reproduction;
                Some(LearnConfig::new(instance))
            }
            None => row.config(self.scale, sizes, games.len(), self.seed)?,
        };
        config.map(|config| models::learned(&config, games, &self.work)).transpose()
    }

    /// The configuration file of a player.
    fn tree_file(&self, engine: &EngineConfig) -> Result<PathBuf> {
        let trees = CheckpointFolder::open(self.work.join("trees"))?;
        let file = trees.path().join(part_name("tree", engine) + ".toml");
        let text = toml::to_string(engine)?;
        write_whole(&file, text)?;
        Ok(file)
    }
}

/// A path as one word of a shell's command line.
fn quoted(path: &Path) -> String {
    format!("'{}'", path.display().to_string().replace('\'', "'\\''"))
}
