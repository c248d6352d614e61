//! The TOML file of a study of trees.
//!
//! ```toml
//! title = "Figure 5.1: maximum tree depth"
//! source = "Tidwell 2012, chapter 5"
//! trees = [1, 5, 10, 20]          # how many trees are asked
//! measures = ["m1", "m5"]
//! [model]                         # what all rows have in common, as in configs/
//! kind = "spatial"
//! [[rows]]
//! label = "2"
//! set = { growth = { depth = 2 } }
//! [published.test]                # row by row, a figure for each number of trees; nan where there is none
//! m1 = [[8.0, 9.0, 10.0, 11.0]]
//! [paper]
//! test-games = 30
//! [small]                         # what changes at the small scale
//! test-games = 30
//! set = { growth = { largest-question-window = 9 } }
//! ```

use crate::study::Scale;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use thiserror::Error;
use toml::{Table, Value};

/// What is shown of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TreeMeasure {
    /// Moves ranked first.
    M1,
    /// Among the first five.
    M5,
    /// Among the first ten.
    M10,
    /// Among the first twenty.
    M20,
    /// Mean rank: "the number of candidate moves until it is corresponded with the selected move" (Abe and Kotani).
    MeanRank,
}

impl TreeMeasure {
    /// The last rank that counts; `None` for the mean rank.
    pub fn last_rank(self) -> Option<usize> {
        match self {
            TreeMeasure::M1 => Some(1),
            TreeMeasure::M5 => Some(5),
            TreeMeasure::M10 => Some(10),
            TreeMeasure::M20 => Some(20),
            TreeMeasure::MeanRank => None,
        }
    }

    /// As in tables: percentages and ranks.
    pub fn show(self, value: f64) -> String {
        match self {
            _ if !value.is_finite() => "-".into(),
            TreeMeasure::MeanRank => format!("{value:.2}"),
            _ => format!("{value:.1}%"),
        }
    }
}

impl fmt::Display for TreeMeasure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.last_rank() {
            Some(rank) => write!(f, "M({rank})"),
            None => f.write_str("mean rank"),
        }
    }
}

/// The games that a figure is measured on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// Games that were learned from.
    Training,
    /// Games that were not.
    Test,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Part::Training => "training games",
            Part::Test => "test games",
        })
    }
}

/// One row.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct TreeRow {
    /// Its heading.
    pub label: String,
    /// Its place on the x axis.
    pub x: Option<f64>,
    /// What it changes in the model.
    pub set: Table,
    /// In a factorial design, the level of each factor.
    #[serde(skip)]
    pub levels: Vec<usize>,
}

/// A factor of a full factorial design, which takes the place of rows.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Factor {
    /// Its name.
    pub name: String,
    /// Its levels.
    pub levels: Vec<TreeRow>,
}

/// How results are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TreePlot {
    /// Not at all.
    #[default]
    None,
    /// For each measure, a line per number of trees over the rows' `x`, with standard deviations.
    Lines,
    /// M(k) over k, a line per row and number of trees.
    Curves,
    /// The mean rank over the ply.
    Plies,
    /// The share of moves at each rank.
    Ranks,
    /// The measures over the number of trees.
    Growth,
}

/// How much is run.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct TreeScale {
    /// What changes in every model.
    pub set: Table,
    /// Models of every row, each with its own seed and test games.
    pub repeats: usize,
    /// Test games, drawn for each model.
    pub test_games: usize,
    /// Games learned from that are tested too.
    pub training_games: usize,
}

impl Default for TreeScale {
    fn default() -> Self {
        TreeScale { set: Table::new(), repeats: 1, test_games: 50, training_games: 0 }
    }
}

/// Published figures of one part: for each measure, row by row, a figure for each number of trees.
pub type Published = BTreeMap<TreeMeasure, Vec<Vec<f64>>>;

/// A study.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TreeStudy {
    /// The name that it is run by; the file's own name.
    #[serde(skip)]
    pub name: String,
    /// The title, as published.
    pub title: String,
    /// Author, year and section.
    pub source: String,
    /// What to know about it.
    #[serde(default)]
    pub remark: String,
    /// Numbers of trees asked.
    pub trees: Vec<usize>,
    /// Trees are named by the iteration that grew the last of them, from 0.
    #[serde(default)]
    pub iterations: bool,
    /// What tables show.
    pub measures: Vec<TreeMeasure>,
    /// The measure that the analysis of variance is about.
    #[serde(default)]
    pub response: Option<TreeMeasure>,
    /// How results are drawn.
    #[serde(default)]
    pub plot: TreePlot,
    /// Numbers of trees that curves are drawn for; all if empty.
    #[serde(default)]
    pub drawn: Vec<usize>,
    /// The label of the x axis.
    #[serde(default)]
    pub x_label: String,
    /// The configuration of the model.
    pub model: Table,
    /// The rows.
    #[serde(default)]
    pub rows: Vec<TreeRow>,
    /// Or the factors whose levels are combined.
    #[serde(default)]
    pub factors: Vec<Factor>,
    /// The published figures.
    #[serde(default)]
    pub published: BTreeMap<Part, Published>,
    /// The published scale.
    pub paper: TreeScale,
    /// The small one.
    pub small: TreeScale,
}

/// Why a file is not a study of trees.
#[derive(Debug, Error)]
pub enum TreeStudyError {
    /// Invalid TOML or unknown keys.
    #[error("study {name}: {source}")]
    Toml {
        /// The study.
        name: String,
        /// The parser's message.
        source: toml::de::Error,
    },
    /// Published figures are missing or too many.
    #[error("study {name}: the published {measure} of the {part} are not {n_rows} rows of {n_trees} figures")]
    Shape {
        /// The study.
        name: String,
        /// Whose figures.
        part: Part,
        /// Which figures.
        measure: TreeMeasure,
        /// Rows of the study.
        n_rows: usize,
        /// Numbers of trees.
        n_trees: usize,
    },
}

impl TreeStudy {
    /// Reads a study.
    pub fn from_toml(name: &str, text: &str) -> Result<TreeStudy, TreeStudyError> {
        let mut study: TreeStudy =
            toml::from_str(text).map_err(|source| TreeStudyError::Toml { name: name.into(), source })?;
        study.name = name.into();
        if !study.factors.is_empty() {
            study.rows = combinations(&study.factors);
        }
        let (n_rows, n_trees) = (study.rows.len(), study.trees.len());
        for (&part, published) in &study.published {
            for (&measure, figures) in published {
                if figures.len() != n_rows || figures.iter().any(|row| row.len() != n_trees) {
                    return Err(TreeStudyError::Shape { name: name.into(), part, measure, n_rows, n_trees });
                }
            }
        }
        Ok(study)
    }

    /// How much is run at a scale.
    pub fn scale(&self, scale: Scale) -> &TreeScale {
        match scale {
            Scale::Small => &self.small,
            Scale::Paper => &self.paper,
        }
    }

    /// The configuration of a row's model at a scale. What the row sets has the last word, except at the small scale, whose
    /// board and games are smaller than a row may ask for.
    pub fn configuration(&self, row: usize, scale: Scale) -> Table {
        let mut model = self.model.clone();
        merge(&mut model, &self.rows[row].set);
        merge(&mut model, &self.scale(scale).set);
        model
    }

    /// A published figure.
    pub fn published(&self, part: Part, measure: TreeMeasure, row: usize, trees: usize) -> f64 {
        let figures = self.published.get(&part).and_then(|published| published.get(&measure));
        figures.map_or(f64::NAN, |figures| figures[row][trees])
    }

    /// What so many trees are called.
    pub fn trees_label(&self, n_trees: usize) -> String {
        match (self.iterations, n_trees) {
            (true, n) => format!("iteration {}", n - 1),
            (false, 1) => "1 tree".to_owned(),
            (false, n) => format!("{n} trees"),
        }
    }
}

/// Every level of every factor with every level of the others.
fn combinations(factors: &[Factor]) -> Vec<TreeRow> {
    let mut rows = vec![TreeRow::default()];
    for factor in factors {
        let with = |row: &TreeRow, (idx, level): (usize, &TreeRow)| {
            let mut set = row.set.clone();
            merge(&mut set, &level.set);
            let label = format!("{} {} {}", row.label, factor.name, level.label).trim().to_owned();
            TreeRow { label, x: None, set, levels: row.levels.iter().copied().chain([idx]).collect() }
        };
        rows =
            rows.iter().flat_map(|row| factor.levels.iter().enumerate().map(move |level| with(row, level))).collect();
    }
    rows
}

/// Puts the values of one table into another, table by table.
fn merge(into: &mut Table, from: &Table) {
    for (key, value) in from {
        match (into.get_mut(key), value) {
            (Some(Value::Table(inner)), Value::Table(value)) => merge(inner, value),
            _ => {
                into.insert(key.clone(), value.clone());
            }
        }
    }
}
