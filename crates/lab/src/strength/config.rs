//! The TOML file of a study of playing strength: models in rows, trees in columns, one opponent.

use go_engine::EngineConfig;
use serde::Deserialize;
use thiserror::Error;

use super::row::ModelRow;
use crate::study::{Scale, SizeRule};

/// A player that the models are put into.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct EngineColumn {
    /// Its heading.
    pub label: String,
    /// Its parameters.
    pub engine: EngineConfig,
}

/// The published figures in percent, a figure per row. Where no M(1) was published there is none.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Published {
    /// M(1).
    #[serde(default)]
    pub m1: Vec<f64>,
    /// Games won.
    pub win_rate: Vec<f64>,
}

/// How much is played and learned.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct MatchSize {
    /// Lines of the board.
    pub board: usize,
    /// Playouts a move.
    pub playouts: u64,
    /// Games of every cell.
    pub games: u64,
    /// The sizes of the models.
    #[serde(default)]
    pub training: SizeRule,
}

/// A study of playing strength.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct StrengthStudy {
    /// The name that it is run by; the file's own name.
    #[serde(skip)]
    pub name: String,
    /// The title, as published.
    pub title: String,
    /// Where it was published.
    pub source: String,
    /// The command line of the opponent.
    pub opponent: String,
    /// What to know about it.
    #[serde(default)]
    pub remark: String,
    /// The models.
    pub rows: Vec<ModelRow>,
    /// The trees.
    pub columns: Vec<EngineColumn>,
    /// The published figures.
    pub thesis: Published,
    /// The small scale.
    pub small: MatchSize,
    /// The published one.
    pub paper: MatchSize,
}

/// Why a file is not a study of playing strength.
#[derive(Debug, Error)]
pub enum StrengthStudyError {
    /// Invalid TOML or unknown keys.
    #[error("study {name}: {source}")]
    Toml {
        /// The study.
        name: String,
        /// The parser's message.
        source: toml::de::Error,
    },
    /// A parameter of the engine that means nothing.
    #[error("study {name}: {source}")]
    Range {
        /// The study.
        name: String,
        /// Which one, and its range.
        source: go_engine::RangeError,
    },
    /// A row whose model cannot be made.
    #[error("study {name}: {source:#}")]
    Row {
        /// The study.
        name: String,
        /// Which one, and why.
        source: anyhow::Error,
    },
    /// Published figures are missing or too many.
    #[error("study {name}: {n_rows} rows, but {n_m1} published M(1) and {n_win_rate} win rates")]
    Shape {
        /// The study.
        name: String,
        /// Rows.
        n_rows: usize,
        /// Figures of M(1).
        n_m1: usize,
        /// Win rates.
        n_win_rate: usize,
    },
}

impl StrengthStudy {
    /// Reads a study.
    pub fn from_toml(name: &str, text: &str) -> Result<StrengthStudy, StrengthStudyError> {
        let mut study: StrengthStudy =
            toml::from_str(text).map_err(|source| StrengthStudyError::Toml { name: name.into(), source })?;
        study.name = name.into();
        for column in &study.columns {
            column.engine.check().map_err(|source| StrengthStudyError::Range { name: name.into(), source })?;
        }
        for (row, scale) in study.rows.iter().flat_map(|row| [Scale::Small, Scale::Paper].map(|scale| (row, scale))) {
            row.config(scale, &study.size(scale).training, 1, 1)
                .map_err(|source| StrengthStudyError::Row { name: name.into(), source })?;
        }
        let (n_rows, n_m1, n_win_rate) = (study.rows.len(), study.thesis.m1.len(), study.thesis.win_rate.len());
        if ![0, n_rows].contains(&n_m1) || n_win_rate != n_rows {
            return Err(StrengthStudyError::Shape { name: name.into(), n_rows, n_m1, n_win_rate });
        }
        Ok(study)
    }

    /// The size at a scale.
    pub fn size(&self, scale: Scale) -> &MatchSize {
        match scale {
            Scale::Small => &self.small,
            Scale::Paper => &self.paper,
        }
    }

    /// The headings of rows and columns.
    pub fn labels(&self) -> impl Iterator<Item = &str> {
        let rows = self.rows.iter().map(|row| row.label.as_str());
        rows.chain(self.columns.iter().map(|column| column.label.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strength::strength_studies;

    #[test]
    fn table_5_10_is_sound() {
        let studies = strength_studies();
        let study = studies.iter().find(|study| study.name == "niekerk-5.10").expect("Table 5.10");
        assert_eq!((study.name.as_str(), study.rows.len(), study.columns.len()), ("niekerk-5.10", 5, 2));
        let [off, on] = [0, 1].map(|column| study.columns[column].engine.tree.rules());
        // Apart from the bias both are the original engine; its first-play urgency never matters, since every move
        // starts with RAVE wins.
        let original = mcts::rules::Rules { first_play: on.first_play, ..mcts::rules::Rules::oakfoam() };
        assert_eq!(on, original);
        assert_eq!(off, mcts::rules::Rules { bias: mcts::rules::Bias::Off, ..original });
        for EngineColumn { engine, label } in &study.columns {
            let hand_made = (engine.prior.forced_floor, engine.prior.ladder_nodes, engine.prior.life_floor);
            assert_eq!(hand_made, (0.0, 0, 0.0), "{label}: only the features may order moves");
            assert_eq!(engine.playout.policy, go_engine::playout::PolicyKind::Lgrf2, "{label}");
            assert_eq!(
                (engine.evaluation.weight, engine.conduct.book),
                (0.0, false),
                "{label}: nothing of ours judges positions"
            );
        }
        let phis = [16_000, 16_000, 32_000, 16_000, 16_000];
        for (row, phi) in study.rows.iter().zip(phis) {
            let set = row.set.as_ref().expect("a feature instance");
            let instance = set.instance(&study.paper.training, 100_000, 1);
            assert_eq!((instance.weights.n_games, instance.weights.sampling), (Some(phi), 0.1), "{}", row.label);
            assert!(instance.forest.is_none_or(|forest| forest.n_trees == 16));
            let fewer = set.instance(&study.paper.training, 10_000, 1).weights;
            assert!((fewer.sampling * 10_000.0 - 0.1 * phi as f64).abs() < 1e-6, "as many competitions: {fewer:?}");
        }
    }

    #[test]
    fn a_row_without_a_model_has_no_prior() {
        let studies = strength_studies();
        let study = studies.iter().find(|study| study.name == "tidwell-5.4").expect("Table 5.4");
        let [without, one, five] = &study.rows[..] else { panic!("three players, not {}", study.rows.len()) };
        let training = &study.paper.training;
        assert!(without.config(Scale::Paper, training, 100, 1).expect("sound").is_none());
        assert_eq!(without.engine(&study.columns[0].engine).prior.fallback, go_engine::tree::Fallback::Uniform);
        for (row, n_trees) in [(one, 1), (five, 5)] {
            let config = row.config(Scale::Paper, training, 100, 7).expect("sound").expect("a model");
            let settings = serde_json::to_value(&config).expect("settings are JSON");
            assert_eq!((config.kind(), config.seed(), &settings["trees"]), ("spatial", 7, &n_trees.into()));
            assert_eq!(row.engine(&study.columns[0].engine), study.columns[0].engine);
        }
    }

    #[test]
    fn figures_that_do_not_fit_are_refused() {
        let text = include_str!("../../../../experiments/niekerk-5.10.toml");
        let error = StrengthStudy::from_toml("x", &text.replace("m1 = [20.7, ", "m1 = [")).unwrap_err().to_string();
        assert!(error.contains("5 rows, but 4 published M(1)"), "{error}");
        let error = StrengthStudy::from_toml("x", &text.replace("board = 9", "bord = 9")).unwrap_err().to_string();
        assert!(error.contains("bord"), "{error}");
        let text = include_str!("../../../../experiments/tidwell-5.4.toml");
        let error = StrengthStudy::from_toml("x", &text.replace("trees = 5", "twigs = 5")).unwrap_err().to_string();
        assert!(error.contains("5 trees") && error.contains("twigs"), "{error}");
    }
}
