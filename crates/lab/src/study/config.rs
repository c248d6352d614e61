//! The TOML file of a study.
//!
//! ```toml
//! title = "Table 5.4: quality criteria and query systems"
//! section = "5.7.1"
//! measures = ["m1"]
//! plot = "bars"
//! [instance]                      # what all cells have in common
//! tau = 8
//! [[rows]]
//! label = "NDS"
//! set = { criterion = "NDS" }
//! [[columns]]
//! label = "SG"
//! set = { systems = ["SG"] }
//! [thesis]                        # the published figures, row by row; nan where there is none
//! m1 = [[28.6]]
//! [small]                         # how sizes shrink at the small scale
//! games = 0.05
//! ```

use serde::Deserialize;
use std::collections::BTreeMap;
use thiserror::Error;

use super::{CellSettings, Measure};

/// How much is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Minutes, on games that the project ships.
    Small,
    /// The published sizes.
    Paper,
}

impl Scale {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Scale::Small => "small",
            Scale::Paper => "paper",
        }
    }
}

/// How the published sizes become those of a scale.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct SizeRule {
    /// xi, rho and phi are multiplied by this ...
    pub games: f64,
    /// ... but are never below this, nor above what there is.
    pub min_games: usize,
    /// tau is at most this.
    pub most_trees: usize,
    /// Share of positions in harvests.
    pub pattern_sampling: f64,
    /// A pattern seen this often is kept.
    pub pattern_threshold: u32,
    /// Share of positions that trees grow from.
    pub growth_sampling: f64,
    /// Descents before a leaf is tested.
    pub growth_threshold: u32,
    /// Share of positions that weights are trained on.
    pub weight_sampling: f64,
    /// Games tested on.
    pub n_test_games: usize,
}

impl Default for SizeRule {
    /// The thesis's own sizes.
    fn default() -> Self {
        SizeRule {
            games: 1.0,
            min_games: 1,
            most_trees: usize::MAX,
            pattern_sampling: 0.1,
            pattern_threshold: 20,
            growth_sampling: 0.1,
            growth_threshold: 1_000,
            weight_sampling: 0.1,
            n_test_games: 1_000,
        }
    }
}

/// One row or column.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Axis {
    /// Its heading.
    pub label: String,
    /// Its place on the x axis of a plot.
    pub x: Option<f64>,
    /// What its cells change.
    pub set: CellSettings,
}

/// How results are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Plot {
    /// Not at all.
    #[default]
    None,
    /// Bars: a category per row, a group per column.
    Bars,
    /// A line per column over the rows' `x`, on a logarithmic axis.
    Lines,
    /// M(1) to M(50) of every cell.
    Curves,
    /// M(1) by stage of the game, a line per cell.
    Stages,
}

/// A study.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Study {
    /// The name that it is run by; the file's own name.
    #[serde(skip)]
    pub name: String,
    /// The title, as in the thesis.
    pub title: String,
    /// Where in the thesis.
    pub section: String,
    /// The measures, each shown as a table.
    pub measures: Vec<Measure>,
    /// How it is drawn.
    #[serde(default)]
    pub plot: Plot,
    /// The label of the x axis.
    #[serde(default)]
    pub x_label: String,
    /// What all cells have in common.
    #[serde(default)]
    pub instance: CellSettings,
    /// The rows.
    pub rows: Vec<Axis>,
    /// The columns.
    pub columns: Vec<Axis>,
    /// The published figures by measure, row by row.
    #[serde(default)]
    pub thesis: BTreeMap<Measure, Vec<Vec<f64>>>,
    /// The published names of the best rows of each column by M(1), the best first; a study that has them shows ours beside them, and no other table.
    #[serde(default)]
    pub thesis_best: Vec<Vec<String>>,
    /// The published weights of tactical levels, as `family:level`, one a row.
    #[serde(default)]
    pub thesis_weights: BTreeMap<String, Vec<f64>>,
    /// What to know about it.
    #[serde(default)]
    pub remark: String,
    /// Sizes at the small scale.
    pub small: SizeRule,
    /// Sizes at the paper scale.
    #[serde(default)]
    pub paper: SizeRule,
}

/// Why a file is not a study.
#[derive(Debug, Error)]
pub enum StudyError {
    /// Invalid TOML or unknown keys.
    #[error("study {name}: {source}")]
    Toml {
        /// The study.
        name: String,
        /// The parser's message.
        source: toml::de::Error,
    },
    /// The published figures do not fit the table.
    #[error("study {name}: the published {measure} has {found} figures in row {row}, the table {expected}")]
    Shape {
        /// The study.
        name: String,
        /// The measure.
        measure: Measure,
        /// The row, from 1; one more than there are if rows are missing.
        row: usize,
        /// Figures found.
        found: usize,
        /// Columns of the table.
        expected: usize,
    },
    /// A list of best rows or of weights does not fit the table.
    #[error("study {name}: {list} does not fit the table: {problem}")]
    List {
        /// The study.
        name: String,
        /// Which one.
        list: &'static str,
        /// What is wrong.
        problem: String,
    },
}

impl Axis {
    /// What stands in the last parentheses of the heading, or all of it: `NDS` of "Naive Descent-Split (NDS)".
    pub fn short(&self) -> &str {
        self.label.rsplit_once('(').and_then(|(_, end)| end.strip_suffix(')')).unwrap_or(&self.label)
    }
}

impl Study {
    /// Reads a study.
    pub fn from_toml(name: &str, text: &str) -> Result<Study, StudyError> {
        let mut study: Study = toml::from_str(text).map_err(|source| StudyError::Toml { name: name.into(), source })?;
        study.name = name.into();
        for (&measure, figures) in &study.thesis {
            for row in 0..study.rows.len().max(figures.len()) {
                let found = figures.get(row).map_or(0, Vec::len);
                let expected = if row < study.rows.len() { study.columns.len() } else { 0 };
                if found != expected {
                    return Err(StudyError::Shape { name: name.into(), measure, row: row + 1, found, expected });
                }
            }
        }
        study.check_lists()?;
        Ok(study)
    }

    fn check_lists(&self) -> Result<(), StudyError> {
        let wrong = |list, problem: String| Err(StudyError::List { name: self.name.clone(), list, problem });
        if ![0, self.columns.len()].contains(&self.thesis_best.len()) {
            return wrong(
                "thesis-best",
                format!("{} lists for {} columns", self.thesis_best.len(), self.columns.len()),
            );
        }
        for name in self.thesis_best.iter().flatten() {
            if !self.rows.iter().any(|row| row.short() == name) {
                return wrong("thesis-best", format!("no row is called {name}"));
            }
        }
        for (level, weights) in &self.thesis_weights {
            if weights.len() != self.rows.len() {
                return wrong(
                    "thesis-weights",
                    format!("{} weights of {level} for {} rows", weights.len(), self.rows.len()),
                );
            }
        }
        Ok(())
    }

    /// The sizes at a scale.
    pub fn sizes(&self, scale: Scale) -> &SizeRule {
        match scale {
            Scale::Small => &self.small,
            Scale::Paper => &self.paper,
        }
    }

    /// What the cell of a row and a column trains.
    pub fn cell(&self, row: usize, column: usize) -> CellSettings {
        self.instance.with(&self.rows[row].set).with(&self.columns[column].set)
    }
}
