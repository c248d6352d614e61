//! Learners by name, with their parameters checked, and the fit.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::adaboost::Boosted;
use super::bagging::Averaged;
use super::c45::{self, C45Settings};
use super::classifier::{Classifier, Model};
use super::contribution::medians;
use super::fields::{Fields, LearnerError};
use super::forest;
use super::naive_bayes::NaiveBayes;
use super::nearest::Nearest;
use super::part::{self, PartSettings};
use super::perceptron::{PerceptronSettings, VotedPerceptron};
use super::ranked::{Labels, Ranked};
use super::ranking::{Ranking, RankingSettings};
use super::ripper::{self, RipperSettings};
use super::stump;
use super::svm::{Kernel, Svm, SvmSettings};
use super::table::{Table, TableError};
use super::zero_r;

/// A learner for the help text.
pub struct LearnerInfo {
    /// Its name.
    pub name: &'static str,
    /// A one-line description.
    pub about: &'static str,
    /// Its fields with their defaults.
    pub fields: &'static str,
}

const fn info(name: &'static str, about: &'static str, fields: &'static str) -> LearnerInfo {
    LearnerInfo { name, about, fields }
}

/// All learners.
pub const LEARNERS: [LearnerInfo; 13] = [
    info("adaboost", "AdaBoost.M1 over stumps or J48 trees", "rounds=10,base=stump (stump or j48)"),
    info("bagging", "trees of bootstrap samples, averaged", "rounds=10,unpruned=false"),
    info("forest", "random forest", "trees=100,columns=0 (0: log2 of all, plus 1)"),
    info("j48", "C4.5 decision tree", "confidence=0.25,min=2,unpruned=false,raise=true"),
    info("jrip", "RIPPER rules", "folds=3,min=2,optimizations=2"),
    info("knn", "nearest neighbours", "k=1"),
    info("naive-bayes", "naive Bayes with normal distributions", "none"),
    info("part", "rules from partial C4.5 trees", "confidence=0.25,min=2"),
    info(
        "ranking",
        "gradient boosting; ranks the rows of a group",
        "rounds=300,rate=0.1,depth=6,min=1,l2=1,columns=0.5,sample=1",
    ),
    info("stump", "one threshold on one column", "none"),
    info("svm", "support vector machine", "c=1,kernel=poly (poly or rbf),exponent=1,gamma=0.01,scale=true"),
    info("voted-perceptron", "voted perceptron", "iterations=1,exponent=1,limit=10000"),
    info("zero-r", "the shares of the classes, whatever the row", "none"),
];

/// What to do, with parameters inside their ranges.
#[derive(Clone, Debug, PartialEq)]
enum Kind {
    ZeroR,
    NaiveBayes,
    Stump,
    J48(C45Settings),
    Part(PartSettings),
    JRip(RipperSettings),
    Nearest { k: usize },
    Perceptron(PerceptronSettings),
    Svm(SvmSettings),
    AdaBoost { rounds: usize, over_trees: bool },
    Bagging { rounds: usize, base: C45Settings },
    Forest { trees: usize, columns: usize },
    Ranking(RankingSettings),
}

/// A learner: parse it from its text form, as `forest:trees=100`.
#[derive(Clone, Debug, PartialEq)]
pub struct Learner {
    text: String,
    kind: Kind,
}

/// Why nothing was learned.
#[derive(Debug, Error, PartialEq)]
pub enum FitError {
    /// The table is unusable.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The learner supports two classes only.
    #[error("{learner} supports two classes; the table has {n_classes}: use another learner, as forest or j48")]
    TwoClasses {
        /// The learner.
        learner: String,
        /// Classes.
        n_classes: usize,
    },
    /// Weights that do not fit.
    #[error("row {row} has weight {weight}: weights are finite and above 0")]
    Weight {
        /// From 1.
        row: usize,
        /// Its weight.
        weight: f64,
    },
    /// Another number of weights than rows.
    #[error("{found} weights for {expected} rows")]
    WeightCount {
        /// Weights.
        found: usize,
        /// Rows.
        expected: usize,
    },
    /// RIPPER parts its rows.
    #[error("jrip needs {folds} rows at least; the table has {n_rows}")]
    FewRows {
        /// Rows needed.
        folds: usize,
        /// Rows.
        n_rows: usize,
    },
}

impl FromStr for Learner {
    type Err = LearnerError;

    fn from_str(text: &str) -> Result<Learner, LearnerError> {
        let (name, mut fields) = Fields::parse(text)?;
        let kind = match name {
            "zero-r" => Kind::ZeroR,
            "naive-bayes" => Kind::NaiveBayes,
            "stump" => Kind::Stump,
            "j48" => Kind::J48(C45Settings {
                confidence: fields.number("confidence", 0.001..=0.5, 0.25)?,
                min_rows: fields.number("min", 1.0..=1e9, 2.0)?,
                is_unpruned: fields.flag("unpruned", false)?,
                raises_subtrees: fields.flag("raise", true)?,
            }),
            "part" => Kind::Part(PartSettings {
                confidence: fields.number("confidence", 0.001..=0.5, 0.25)?,
                min_rows: fields.number("min", 1.0..=1e9, 2.0)?,
            }),
            "jrip" => Kind::JRip(RipperSettings {
                folds: fields.whole("folds", 2..=100, 3)?,
                min_weight: fields.number("min", 0.0..=1e9, 2.0)?,
                optimizations: fields.whole("optimizations", 0..=100, 2)?,
            }),
            "knn" => Kind::Nearest { k: fields.whole("k", 1..=1_000_000, 1)? },
            "voted-perceptron" => Kind::Perceptron(PerceptronSettings {
                iterations: fields.whole("iterations", 1..=10_000, 1)?,
                exponent: fields.number("exponent", 0.1..=20.0, 1.0)?,
                limit: fields.whole("limit", 1..=10_000_000, 10_000)?,
            }),
            "svm" => {
                let is_radial = fields.word("kernel", &["poly", "rbf"], 0)? == 1;
                let exponent = fields.number("exponent", 0.1..=20.0, 1.0)?;
                let gamma = fields.number("gamma", 1e-9..=1e6, 0.01)?;
                let kernel = if is_radial { Kernel::Radial { gamma } } else { Kernel::Polynomial { exponent } };
                Kind::Svm(SvmSettings {
                    c: fields.number("c", 1e-9..=1e9, 1.0)?,
                    kernel,
                    is_scaled: fields.flag("scale", true)?,
                })
            }
            "adaboost" => Kind::AdaBoost {
                rounds: fields.whole("rounds", 1..=100_000, 10)?,
                over_trees: fields.word("base", &["stump", "j48"], 0)? == 1,
            },
            "bagging" => Kind::Bagging {
                rounds: fields.whole("rounds", 1..=100_000, 10)?,
                base: C45Settings { is_unpruned: fields.flag("unpruned", false)?, ..C45Settings::default() },
            },
            "forest" => Kind::Forest {
                trees: fields.whole("trees", 1..=100_000, 100)?,
                columns: fields.whole("columns", 0..=1_000_000, 0)?,
            },
            "ranking" => Kind::Ranking(RankingSettings {
                rounds: fields.whole("rounds", 1..=100_000, 300)?,
                rate: fields.number("rate", 1e-4..=1.0, 0.1)?,
                depth: fields.whole("depth", 1..=20, 6)?,
                min_weight: fields.number("min", 0.0..=1e9, 1.0)?,
                l2: fields.number("l2", 1e-6..=1e9, 1.0)?,
                columns: fields.number("columns", 1e-4..=1.0, 0.5)?,
                sample: fields.number("sample", 1e-3..=1.0, 1.0)?,
            }),
            _ => {
                let known = LEARNERS.map(|learner| learner.name).join(", ");
                return Err(LearnerError::Unknown { name: name.chars().take(40).collect(), known });
            }
        };
        fields.finish()?;
        Ok(Learner { text: text.trim().into(), kind })
    }
}

impl fmt::Display for Learner {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Learner {
    /// Learns from a table; rows weigh 1 without weights. The same arguments give the same classifier.
    pub fn fit(&self, table: &Table, weights: Option<&[f64]>, seed: u64) -> Result<Classifier, FitError> {
        table.check()?;
        let ones;
        let weights = match weights {
            Some(weights) => weights,
            None => {
                ones = vec![1.0; table.n_rows()];
                &ones
            }
        };
        self.check(table, weights)?;
        let labels = Labels { n_classes: table.n_classes(), classes: table.labels(), weights };
        Ok(Classifier {
            learner: self.text.clone(),
            columns: table.columns().to_vec(),
            class_name: table.class_name().into(),
            classes: table.classes().to_vec(),
            typical: medians(table),
            model: self.model(table, &labels, seed),
        })
    }

    fn check(&self, table: &Table, weights: &[f64]) -> Result<(), FitError> {
        if weights.len() != table.n_rows() {
            return Err(FitError::WeightCount { found: weights.len(), expected: table.n_rows() });
        }
        if let Some(row) = weights.iter().position(|weight| !weight.is_finite() || *weight <= 0.0) {
            return Err(FitError::Weight { row: row + 1, weight: weights[row] });
        }
        match self.kind {
            Kind::Perceptron(_) | Kind::Svm(_) | Kind::Ranking(_) if table.n_classes() != 2 => {
                Err(FitError::TwoClasses { learner: self.text.clone(), n_classes: table.n_classes() })
            }
            Kind::JRip(settings) if table.n_rows() < settings.folds => {
                Err(FitError::FewRows { folds: settings.folds, n_rows: table.n_rows() })
            }
            _ => Ok(()),
        }
    }

    fn model(&self, table: &Table, labels: &Labels, seed: u64) -> Model {
        let rows: Vec<u32> = (0..table.n_rows() as u32).collect();
        let ranked = || Ranked::new(table);
        match &self.kind {
            Kind::ZeroR => Model::Constant(zero_r::fit(labels)),
            Kind::NaiveBayes => Model::NaiveBayes(NaiveBayes::fit(table, &ranked(), labels)),
            Kind::Stump => Model::Tree(stump::fit(&ranked(), &rows, labels)),
            Kind::J48(settings) => Model::Tree(c45::fit(&ranked(), &rows, labels, settings)),
            Kind::Part(settings) => Model::Rules(part::fit(&ranked(), labels, settings)),
            Kind::JRip(settings) => Model::Rules(ripper::fit(table, &ranked(), labels, settings, seed)),
            Kind::Nearest { k } => Model::Nearest(Nearest::fit(table, labels, *k)),
            Kind::Perceptron(settings) => Model::Perceptron(VotedPerceptron::fit(table, settings, seed)),
            Kind::Svm(settings) => Model::Svm(Svm::fit(table, labels, settings)),
            Kind::AdaBoost { rounds, over_trees } => {
                Model::Boosted(Boosted::fit(table, &ranked(), labels, *rounds, |ranked, labels| match over_trees {
                    true => c45::fit(ranked, &rows, labels, &C45Settings::default()),
                    false => stump::fit(ranked, &rows, labels),
                }))
            }
            Kind::Bagging { rounds, base } => {
                let ranked = ranked();
                let grow = |rows: &[u32], labels: &Labels, _| c45::fit(&ranked, rows, labels, base);
                Model::Averaged(Averaged::fit(labels, *rounds, seed, grow))
            }
            Kind::Forest { trees, columns } => {
                let ranked = ranked();
                let n_tried = match columns {
                    0 => forest::default_columns(table.n_columns()),
                    given => (*given).min(table.n_columns()),
                };
                let grow =
                    |rows: &[u32], labels: &Labels, seed| forest::grow_tree(&ranked, rows, labels, n_tried, seed);
                Model::Averaged(Averaged::fit(labels, *trees, seed, grow))
            }
            Kind::Ranking(settings) => Model::Ranking(Ranking::fit(table, labels, settings, seed)),
        }
    }
}
