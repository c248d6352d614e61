//! Runs the cells of a study of classifiers. A finished cell is kept under a hash of what determines it, so that an interrupted run goes on.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use go_features::fate::FateReader;
use learn::classify::Table;
use output_files::write_whole;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use report::Progress;
use serde::{Deserialize, Serialize};
use stable_hash::Fnv1a;

use super::config::{Cell, ClassifierStudy, Ties};
use super::dataset::{most_probable, training_table};
use super::problem::LocalProblem;
use super::success::{FirstMoves, Success, first_moves, is_solved};
use crate::only::Only;
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
struct Made {
    /// The most probable moves, as `Point::index` in reading order, by test problem.
    most_probable: Vec<Vec<u16>>,
    n_rows: usize,
    training_seconds: f64,
    test_seconds: f64,
}

/// How a classifier did by one reading of success.
#[derive(Clone, Debug, PartialEq)]
pub struct ClassifierCell {
    /// Was the problem solved? By test problem; those that the reading leaves out are missing.
    pub solved: Vec<bool>,
    /// Test problems with several most probable moves.
    pub n_tied: usize,
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
        let (rows, columns) = (self.study.rows.iter(), self.study.columns.iter());
        let only =
            Only::new(&self.only, rows.map(|row| row.label.as_str()), columns.map(|column| column.label.as_str()));
        let (n_rows, n_columns) = (self.study.rows.len(), self.study.columns.len());
        let known = self.first_moves(test, progress)?;
        progress.start(&self.study.name, Some((n_rows * n_columns) as u64));
        let mut tables: BTreeMap<String, Table> = BTreeMap::new();
        let mut results = vec![vec![None; n_columns]; n_rows];
        for column in 0..n_columns {
            // Cells of a column mostly share their table; those of another would only take memory.
            tables.clear();
            for (row, results) in results.iter_mut().enumerate() {
                progress.advance(1);
                let labels = [&self.study.rows[row].label, &self.study.columns[column].label];
                if !only.wants(labels[0], labels[1]) {
                    continue;
                }
                let cell = self.study.cell(row, column)?;
                progress.note(&format!("{} {}", labels[0], labels[1]));
                let file = self.work.join(self.file_name(&cell, train, test));
                let made = match read_made(&file) {
                    Some(known) => known,
                    None => {
                        let new = || training_table(train, &cell.rows, self.seed);
                        let table = tables.entry(format!("{:?}", cell.rows)).or_insert_with(new);
                        let made = make(&cell, table, test, self.seed)
                            .with_context(|| format!("{}, {}", labels[0], labels[1]))?;
                        write_whole(&file, serde_json::to_vec(&made)?)?;
                        made
                    }
                };
                results[column] = Some(self.judged(made, test, &cell, &known));
            }
        }
        progress.finish();
        Ok(results)
    }

    /// What the solver knows of the test problems, if a cell asks for it.
    fn first_moves(&self, test: &[LocalProblem], progress: &dyn Progress) -> Result<Vec<FirstMoves>> {
        let (n_rows, n_columns) = (self.study.rows.len(), self.study.columns.len());
        let mut places = (0..n_rows).flat_map(|row| (0..n_columns).map(move |column| (row, column)));
        let asks = |(row, column)| self.study.cell(row, column).is_ok_and(|cell| cell.success != Success::Listed);
        match places.any(asks) {
            true => first_moves(test, &self.work, progress),
            false => Ok(Vec::new()),
        }
    }

    /// A name that changes with everything that a cell depends on.
    fn file_name(&self, cell: &Cell, train: &[LocalProblem], test: &[LocalProblem]) -> String {
        let mut hash = Fnv1a::default();
        // Ties and success are readings of the same answers.
        let Cell { learner, rows, ties: _, success: _ } = cell;
        hash.write_text(&format!("{learner} {rows:?} {}", self.seed));
        for problem in train.iter().chain(test) {
            hash.write(&problem.board.hash().to_le_bytes());
            problem.right.iter().chain(&problem.task.marked).for_each(|point| hash.write(&point.index().to_le_bytes()));
        }
        hash.write(&train.len().to_le_bytes());
        format!("cell-{:016x}.json", hash.finish())
    }
    fn judged(&self, made: Made, test: &[LocalProblem], cell: &Cell, known: &[FirstMoves]) -> ClassifierCell {
        let Made { most_probable, n_rows, training_seconds, test_seconds } = made;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let mut chosen = |equals: &[u16]| match cell.ties {
            Ties::First => equals.first().copied(),
            Ties::Random => equals.choose(&mut rng).copied(),
        };
        let places = test.iter().zip(&most_probable).enumerate();
        let n_tied = most_probable.iter().filter(|equals| equals.len() > 1).count();
        let solved = places.filter_map(|(place, (problem, equals))| {
            is_solved(cell.success, problem, known.get(place), chosen(equals))
        });
        ClassifierCell { solved: solved.collect(), n_tied, n_rows, training_seconds, test_seconds }
    }
}

fn read_made(file: &Path) -> Option<Made> {
    serde_json::from_slice(&fs::read(file).ok()?).ok()
}

fn make(cell: &Cell, table: &Table, test: &[LocalProblem], seed: u64) -> Result<Made> {
    let start = Instant::now();
    let classifier = cell.learner.fit(table, None, seed)?;
    let training_seconds = start.elapsed().as_secs_f64();
    let start = Instant::now();
    let solve = |reader: &mut FateReader, problem: &LocalProblem| {
        let found = most_probable(&classifier, reader, problem, &cell.rows);
        found.into_iter().map(|point| point.index() as u16).collect()
    };
    let most_probable = test.par_iter().map_init(|| FateReader::new(cell.rows.features), solve).collect();
    let test_seconds = start.elapsed().as_secs_f64();
    Ok(Made { most_probable, n_rows: table.n_rows(), training_seconds, test_seconds })
}
