//! The TOML file of a study of classifiers.
//!
//! ```toml
//! title = "Figure 3: parameter selection for Random Forest"
//! section = "5.2"
//! plot = "lines"
//! [cell]                          # what all cells have in common
//! features = "fate-1"
//! [[rows]]
//! label = "10"
//! x = 10
//! set = { learner = "forest:trees=10" }
//! [[columns]]
//! label = "box"
//! set = { margin = 1 }
//! thesis = [[62.98]]
//! [small]
//! train = 300
//! test = 150
//! ```

use go_features::fate::FateVersion;
use learn::classify::Learner;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::success::Success;
use crate::study::Scale;

/// What is learned from a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Training {
    /// One good move and one bad one (Foulds 2006, section 5.1).
    Pair,
    /// All right moves and up to so many others.
    Candidates {
        /// Bad moves at most.
        bad: usize,
    },
}

/// Which moves of a problem a classifier chooses among, and bad moves are drawn from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Among {
    /// All of the rectangle.
    #[default]
    Rectangle,
    /// Those inside the enclosure of the group in question; all of the rectangle if nothing is enclosed.
    Enclosure,
}

/// Which of the most probable moves is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ties {
    /// The earliest in reading order (Foulds 2006, section 5.1).
    #[default]
    First,
    /// Any, drawn by the seed.
    Random,
}

/// How problems become rows of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowSettings {
    /// The columns.
    pub features: FateVersion,
    /// Lines that the rectangle round the stones is widened by.
    pub margin: u8,
    /// Which moves there are.
    pub among: Among,
    /// What is learned from a problem.
    pub training: Training,
}

/// What a cell does; what is not said comes from the axis before.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct CellConfig {
    /// The learner, as `forest:trees=100`.
    pub learner: Option<String>,
    /// `fate-1`, `fate-2` or `fate-3`.
    pub features: Option<String>,
    /// Lines that the rectangle round the stones is widened by.
    pub margin: Option<u8>,
    /// What is learned from a problem.
    pub training: Option<Training>,
    /// Which moves there are.
    pub among: Option<Among>,
    /// Which of equals is chosen.
    pub ties: Option<Ties>,
    /// When a problem is solved.
    pub success: Option<Success>,
}

impl CellConfig {
    /// This, with what the other says in place of what this says.
    pub fn with(&self, other: &CellConfig) -> CellConfig {
        CellConfig {
            learner: other.learner.clone().or_else(|| self.learner.clone()),
            features: other.features.clone().or_else(|| self.features.clone()),
            margin: other.margin.or(self.margin),
            training: other.training.or(self.training),
            among: other.among.or(self.among),
            ties: other.ties.or(self.ties),
            success: other.success.or(self.success),
        }
    }
}

/// A cell with everything said.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Cell {
    pub(super) learner: Learner,
    pub(super) rows: RowSettings,
    pub(super) ties: Ties,
    pub(super) success: Success,
}

/// One row or column.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct StudyAxis {
    /// Its heading.
    pub label: String,
    /// Its place on the x axis.
    pub x: Option<f64>,
    /// What its cells change.
    pub set: CellConfig,
}

/// How many problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Sizes {
    /// Problems to learn from.
    pub train: usize,
    /// Problems to solve.
    pub test: usize,
}

/// How results are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Plot {
    /// Not at all.
    #[default]
    None,
    /// A bar per row, a group per column.
    Bars,
    /// A line per column over the rows' `x`.
    Lines,
    /// Rows by columns.
    Heat,
}

/// A study.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ClassifierStudy {
    /// The name that it is run by; the file's own name.
    #[serde(skip)]
    pub name: String,
    /// What it is, as in the thesis.
    pub title: String,
    /// Where in the thesis.
    pub section: String,
    /// How it is drawn.
    #[serde(default)]
    pub plot: Plot,
    /// The label of the x axis.
    #[serde(default)]
    pub x_label: String,
    /// What to know about it.
    #[serde(default)]
    pub remark: String,
    /// Show McNemar's test for all pairs of rows (Table 2).
    #[serde(default)]
    pub pairs: bool,
    /// The published success rates in per cent, row by row; nan where there is none.
    #[serde(default)]
    pub thesis: Vec<Vec<f64>>,
    /// What all cells have in common.
    #[serde(default)]
    pub cell: CellConfig,
    /// The rows.
    pub rows: Vec<StudyAxis>,
    /// The columns.
    pub columns: Vec<StudyAxis>,
    /// Problems at the small scale.
    pub small: Sizes,
    /// Problems at the paper scale.
    pub paper: Sizes,
}

/// Why a file is no study.
#[derive(Debug, Error)]
pub enum ClassifierStudyError {
    /// It is no TOML or has unknown keys.
    #[error("study {name}: {source}")]
    Toml {
        /// The study.
        name: String,
        /// What is wrong.
        source: toml::de::Error,
    },
    /// A cell is not complete or not possible.
    #[error("study {name}, {row} / {column}: {reason}")]
    Cell {
        /// The study.
        name: String,
        /// The row.
        row: String,
        /// The column.
        column: String,
        /// What is wrong.
        reason: String,
    },
    /// The published figures do not fit the table.
    #[error("study {name}: the published figures are not {rows} rows of {columns}")]
    Shape {
        /// The study.
        name: String,
        /// Rows.
        rows: usize,
        /// Columns.
        columns: usize,
    },
}

impl ClassifierStudy {
    /// Reads a study and checks every cell.
    pub fn from_toml(name: &str, text: &str) -> Result<ClassifierStudy, ClassifierStudyError> {
        let toml_error = |source| ClassifierStudyError::Toml { name: name.into(), source };
        let mut study: ClassifierStudy = toml::from_str(text).map_err(toml_error)?;
        study.name = name.into();
        let (rows, columns) = (study.rows.len(), study.columns.len());
        let fits = study.thesis.len() == rows && study.thesis.iter().all(|figures| figures.len() == columns);
        if !study.thesis.is_empty() && !fits {
            return Err(ClassifierStudyError::Shape { name: name.into(), rows, columns });
        }
        for row in 0..rows {
            for column in 0..columns {
                study.cell(row, column)?;
            }
        }
        Ok(study)
    }

    /// The problems at a scale.
    pub fn sizes(&self, scale: Scale) -> Sizes {
        match scale {
            Scale::Small => self.small,
            Scale::Paper => self.paper,
        }
    }

    /// The published success rate of a cell in per cent.
    pub fn published(&self, row: usize, column: usize) -> Option<f64> {
        self.thesis.get(row).map(|figures| figures[column]).filter(|figure| figure.is_finite())
    }

    pub(super) fn cell(&self, row: usize, column: usize) -> Result<Cell, ClassifierStudyError> {
        let (row, column) = (&self.rows[row], &self.columns[column]);
        let said = self.cell.with(&row.set).with(&column.set);
        let error = |reason: String| ClassifierStudyError::Cell {
            name: self.name.clone(),
            row: row.label.clone(),
            column: column.label.clone(),
            reason,
        };
        let learner = said.learner.ok_or_else(|| error("no learner".into()))?;
        let features = said.features.as_deref().unwrap_or(FateVersion::Fate1.name());
        Ok(Cell {
            learner: learner.parse().map_err(|e: learn::classify::LearnerError| error(e.to_string()))?,
            rows: RowSettings {
                features: features.parse().map_err(|e: go_features::fate::UnknownFateVersion| error(e.to_string()))?,
                margin: said.margin.unwrap_or(1),
                among: said.among.unwrap_or_default(),
                training: said.training.unwrap_or(Training::Pair),
            },
            ties: said.ties.unwrap_or_default(),
            success: said.success.unwrap_or_default(),
        })
    }
}

const FILES: [(&str, &str); 10] = [
    ("foulds-tables-1-2", include_str!("../../../../experiments/foulds-tables-1-2.toml")),
    ("foulds-readings", include_str!("../../../../experiments/foulds-readings.toml")),
    ("foulds-figure-3", include_str!("../../../../experiments/foulds-figure-3.toml")),
    ("foulds-figure-4", include_str!("../../../../experiments/foulds-figure-4.toml")),
    ("foulds-figure-5", include_str!("../../../../experiments/foulds-figure-5.toml")),
    ("foulds-figure-6", include_str!("../../../../experiments/foulds-figure-6.toml")),
    ("foulds-figure-7", include_str!("../../../../experiments/foulds-figure-7.toml")),
    ("foulds-figure-8", include_str!("../../../../experiments/foulds-figure-8.toml")),
    ("foulds-figures-9-12", include_str!("../../../../experiments/foulds-figures-9-12.toml")),
    ("foulds-features", include_str!("../../../../experiments/foulds-features.toml")),
];

/// All studies, in the order of the thesis; the last is ours.
pub fn classifier_studies() -> Vec<ClassifierStudy> {
    let read = |(name, text): &(&str, &str)| {
        ClassifierStudy::from_toml(name, text).expect("a shipped study is sound: a test reads it")
    };
    FILES.iter().map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_study_is_sound() {
        let studies = classifier_studies();
        let table = &studies[0];
        assert_eq!((table.rows.len(), table.columns.len()), (19, 4));
        assert_eq!(table.published(13, 0), Some(77.08));
        assert!(studies.iter().all(|study| study.small.train <= 400 && study.small.test <= 200));
    }

    #[test]
    fn bad_studies_say_where() {
        let text = |learner: &str, thesis: &str| {
            format!(
                "title=\"t\"\nsection=\"5\"\nthesis={thesis}\nrows=[{{label=\"r\",set={{learner=\"{learner}\"}}}}]\n\
                     columns=[{{label=\"c\"}}]\nsmall={{train=1,test=1}}\npaper={{train=1,test=1}}\n"
            )
        };
        assert!(ClassifierStudy::from_toml("s", &text("forest", "[[1.0]]")).is_ok());
        let error = |text: &str| ClassifierStudy::from_toml("s", text).unwrap_err().to_string();
        assert!(error(&text("tree", "[]")).starts_with("study s, r / c: there is no learner"));
        assert_eq!(error(&text("forest", "[[1.0, 2.0]]")), "study s: the published figures are not 1 rows of 1");
    }
}
