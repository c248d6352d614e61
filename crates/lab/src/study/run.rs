//! Runs the cells of a study. A finished cell is kept under a hash of its inputs, so that studies share cells and an
//! interrupted run can be resumed; trees and patterns are kept the same way while cells need them.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result};
use go_games::Game;
use go_models::checkpoint::{CheckpointFns, Checkpoints, part_name};
use go_models::evaluate::evaluate_log;
use go_models::instance::{InstanceConfig, Reproduction, grow_trees};
use go_models::{LearnConfig, TrainedOn, Training, train};
use output_files::{CheckpointFolder, write_whole};
use report::Progress;

use super::{CellResult, Measure, Plot, Scale, Study};
use crate::only::Only;

/// The games of a run.
pub struct Data {
    /// To learn from.
    pub train: Vec<Game>,
    /// To test on.
    pub test: Vec<Game>,
    /// Where they come from, in words.
    pub source: String,
}

/// Everything that a run needs.
pub struct StudyRun<'a> {
    /// What to run.
    pub study: &'a Study,
    /// How much of it.
    pub scale: Scale,
    /// The games.
    pub data: &'a Data,
    /// Where finished cells and parts are kept.
    pub work: PathBuf,
    /// Decides everything random.
    pub seed: u64,
    /// Only rows and columns whose labels these are; all if empty.
    pub only: Vec<String>,
    /// Whose reading of the thesis all cells follow; the defaults of the learners if none.
    pub reproduction: Option<Reproduction>,
}

impl StudyRun<'_> {
    /// The results row by row; `None` where `only` leaves a cell out.
    pub fn run(&self, progress: &dyn Progress) -> Result<Vec<Vec<Option<CellResult>>>> {
        let sizes = self.study.sizes(self.scale);
        let test = &self.data.test[..sizes.n_test_games.min(self.data.test.len())];
        let parts = CheckpointFolder::open(self.work.join("parts"))?;
        let cells = CheckpointFolder::open(self.work.join("cells"))?;
        let kept =
            CheckpointFns { load: |part: &str| parts.load(part), save: |part: &str, b: &[u8]| parts.save(part, b) };
        let games_hash = |games: &[Game]| TrainedOn::new(games).games_hash();
        let hashes = (games_hash(&self.data.train), games_hash(test));
        let (rows, columns) = (self.study.rows.iter(), self.study.columns.iter());
        let only =
            Only::new(&self.only, rows.map(|row| row.label.as_str()), columns.map(|column| column.label.as_str()));
        let (n_rows, n_columns) = (self.study.rows.len(), self.study.columns.len());
        let only_trees = self.study.plot == Plot::None && self.study.measures.iter().all(|m| Measure::is_of_trees(*m));
        progress.start(&self.study.name, Some((n_rows * n_columns) as u64));
        let mut results = vec![vec![None; n_columns]; n_rows];
        for (row, results) in results.iter_mut().enumerate() {
            for (column, result) in results.iter_mut().enumerate() {
                progress.advance(1);
                let labels = [&self.study.rows[row].label, &self.study.columns[column].label];
                if !only.wants(labels[0], labels[1]) {
                    continue;
                }
                let mut instance = self.study.cell(row, column).instance(sizes, self.data.train.len(), self.seed);
                instance.reproduction = self.reproduction;
                let instance = instance.resolved();
                progress.note(&instance.name);
                let file = |name: &str| cells.path().join(part_name(name, &(&instance, hashes)) + ".json");
                let (whole, trees) = (file("cell"), file("trees"));
                // A whole cell has the figures of its trees too.
                let known = read_cell(&whole).or_else(|| only_trees.then(|| read_cell(&trees)).flatten());
                *result = Some(match known {
                    Some(known) => known,
                    None if only_trees => {
                        let made = make_trees(instance, &self.data.train, &kept)?;
                        write_cell(&trees, &made)?;
                        made
                    }
                    None => {
                        let made = make_cell(instance, &self.data.train, test, &kept)?;
                        write_cell(&whole, &made)?;
                        made
                    }
                });
            }
        }
        progress.finish();
        Ok(results)
    }
}

fn read_cell(file: &Path) -> Option<CellResult> {
    serde_json::from_slice(&fs::read(file).ok()?).ok()
}

fn write_cell(file: &Path, cell: &CellResult) -> Result<()> {
    write_whole(file, serde_json::to_vec(cell)?)
}

fn make_cell(
    instance: InstanceConfig,
    training_games: &[Game],
    test: &[Game],
    parts: &dyn Checkpoints,
) -> Result<CellResult> {
    let start = Instant::now();
    let training = Training::new(training_games).with_checkpoints(parts);
    let model =
        train(&LearnConfig::new(instance.clone()), &training).with_context(|| format!("cell {}", instance.name))?;
    let tested = evaluate_log(&model, test, None, |_| {}).summary_by(instance.ties());
    let model = model.downcast_ref().context("a cell trains a feature instance")?;
    Ok(CellResult::new(instance, model, tested, start.elapsed().as_secs_f64()))
}

fn make_trees(instance: InstanceConfig, training_games: &[Game], parts: &dyn Checkpoints) -> Result<CellResult> {
    let start = Instant::now();
    let training = Training::new(training_games).with_checkpoints(parts);
    let forest = grow_trees(&instance, &training).with_context(|| format!("cell {}", instance.name))?;
    Ok(CellResult::of_trees(instance, forest.as_ref(), start.elapsed().as_secs_f64()))
}
