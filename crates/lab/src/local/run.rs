//! Runs the cells of a study of classifiers. A finished cell is kept under a hash of what determines it, so that an interrupted run goes on.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use go_features::fate::FateReader;
use learn::classify::Table;
use output_files::write_whole;
use rayon::prelude::*;
use report::Progress;
use serde::{Deserialize, Serialize};
use stable_hash::Fnv1a;

use super::config::{Cell, ClassifierStudy};
use super::dataset::{choose, training_table};
use super::problem::LocalProblem;
use crate::study::Scale;

/// Problems, and where they come from.
pub struct ProblemSet {
    /// To learn from.
    pub train: Vec<LocalProblem>,
    /// To solve.
    pub test: Vec<LocalProblem>,
    /// In words.
    pub source: String,
}

/// What a classifier did on the test problems.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClassifierCell {
    /// Was the chosen move one of the listed ones? By test problem.
    pub solved: Vec<bool>,
    /// Rows that were learned from.
    pub n_rows: usize,
    /// Time of training.
    pub training_seconds: f64,
    /// Time of choosing.
    pub test_seconds: f64,
}

impl ClassifierCell {
    /// The share of problems solved.
    pub fn success(&self) -> f64 {
        self.solved.iter().filter(|&&solved| solved).count() as f64 / self.solved.len().max(1) as f64
    }
}

/// A study to be run.
pub struct ClassifierRun<'a> {
    /// What.
    pub study: &'a ClassifierStudy,
    /// How much of it.
    pub scale: Scale,
    /// On what; as many of them as the scale says.
    pub problems: &'a ProblemSet,
    /// Where finished cells are kept.
    pub work: PathBuf,
    /// Decides random choices.
    pub seed: u64,
    /// Only rows and columns with these labels; all if empty.
    pub only: Vec<String>,
}

impl ClassifierRun<'_> {
    /// The problems that are learned from and tested on at the scale.
    pub fn parts(&self) -> (&[LocalProblem], &[LocalProblem]) {
        let sizes = self.study.sizes(self.scale);
        let ProblemSet { train, test, .. } = self.problems;
        (&train[..sizes.train.min(train.len())], &test[..sizes.test.min(test.len())])
    }

    /// Runs all cells that are wanted.
    pub fn run(&self, progress: &dyn Progress) -> Result<Vec<Vec<Option<ClassifierCell>>>> {
        let (train, test) = self.parts();
        ensure!(!train.is_empty() && !test.is_empty(), "no problems to learn from or to test on");
        fs::create_dir_all(&self.work).with_context(|| format!("cannot make {}", self.work.display()))?;
        let wanted = |label: &str| self.only.is_empty() || self.only.iter().any(|only| only == label);
        let (n_rows, n_columns) = (self.study.rows.len(), self.study.columns.len());
        progress.start(&self.study.name, Some((n_rows * n_columns) as u64));
        let mut tables: BTreeMap<String, Table> = BTreeMap::new();
        let mut results = vec![vec![None; n_columns]; n_rows];
        for column in 0..n_columns {
            // Cells of a column mostly share their table; those of another would only take memory.
            tables.clear();
            for (row, results) in results.iter_mut().enumerate() {
                progress.advance(1);
                let labels = [&self.study.rows[row].label, &self.study.columns[column].label];
                if !labels.iter().any(|label| wanted(label)) {
                    continue;
                }
                let cell = self.study.cell(row, column)?;
                progress.note(&format!("{} {}", labels[0], labels[1]));
                let file = self.work.join(self.file_name(&cell, train, test));
                results[column] = Some(match read_cell(&file) {
                    Some(known) => known,
                    None => {
                        let key = format!("{:?}", (cell.features, cell.margin, cell.training));
                        let make = || training_table(train, cell.features, cell.margin, cell.training, self.seed);
                        let table = tables.entry(key).or_insert_with(make);
                        let made = make_cell(&cell, table, test, self.seed)
                            .with_context(|| format!("{}, {}", labels[0], labels[1]))?;
                        write_whole(&file, serde_json::to_vec(&made)?)?;
                        made
                    }
                });
            }
        }
        progress.finish();
        Ok(results)
    }

    /// A name that changes with everything that a cell depends on.
    fn file_name(&self, cell: &Cell, train: &[LocalProblem], test: &[LocalProblem]) -> String {
        let mut hash = Fnv1a::default();
        let Cell { learner, features, margin, training } = cell;
        hash.write_text(&format!("{learner} {features} {margin} {training:?} {}", self.seed));
        for problem in train.iter().chain(test) {
            hash.write(&problem.board.hash().to_le_bytes());
            problem.right.iter().chain(&problem.wrong).for_each(|point| hash.write(&point.index().to_le_bytes()));
        }
        hash.write(&train.len().to_le_bytes());
        format!("cell-{:016x}.json", hash.finish())
    }
}

fn read_cell(file: &Path) -> Option<ClassifierCell> {
    serde_json::from_slice(&fs::read(file).ok()?).ok()
}

fn make_cell(cell: &Cell, table: &Table, test: &[LocalProblem], seed: u64) -> Result<ClassifierCell> {
    let start = Instant::now();
    let classifier = cell.learner.fit(table, None, seed)?;
    let training_seconds = start.elapsed().as_secs_f64();
    let start = Instant::now();
    let solve = |reader: &mut FateReader, problem: &LocalProblem| {
        choose(&classifier, reader, problem, cell.margin).is_some_and(|chosen| problem.right.contains(&chosen))
    };
    let solved = test.par_iter().map_init(|| FateReader::new(cell.features), solve).collect();
    let test_seconds = start.elapsed().as_secs_f64();
    Ok(ClassifierCell { solved, n_rows: table.n_rows(), training_seconds, test_seconds })
}
