//! The TOML file of a study of players without search.

use learn::classify::Learner;
use serde::Deserialize;
use thiserror::Error;

use crate::study::Scale;

/// A classifier and its published figures.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PlayerRow {
    /// Its heading.
    pub label: String,
    /// The learner, as `forest:trees=100`.
    pub learner: String,
    /// Tables 3 to 7: stones at the end, stones on average, Black's lead, eyes, games with a safe group.
    pub thesis: [f64; 5],
}

/// How much is learned and played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RawPlaySize {
    /// Moves to learn from.
    pub moves: usize,
    /// Games of every cell.
    pub games: u64,
}

/// A study.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RawPlayStudy {
    /// The name that it is run by; the file's own name.
    #[serde(skip)]
    pub name: String,
    /// What it is, as in the thesis.
    pub title: String,
    /// Where in the thesis.
    pub section: String,
    /// What to know about it.
    pub remark: String,
    /// The command line of the second opponent.
    pub opponent: String,
    /// The classifiers.
    pub rows: Vec<PlayerRow>,
    /// Sizes at the small scale.
    pub small: RawPlaySize,
    /// Sizes at the paper scale.
    pub paper: RawPlaySize,
}

/// Why a file is no such study.
#[derive(Debug, Error)]
pub enum RawPlayError {
    /// It is no TOML or has unknown keys.
    #[error("study {0}: {1}")]
    Toml(String, Box<toml::de::Error>),
    /// A learner cannot be used.
    #[error("study {0}, {1}: {2}")]
    Learner(String, String, Box<learn::classify::LearnerError>),
}

impl RawPlayStudy {
    /// The label of the first opponent.
    pub const PATTERNS: &'static str = "pattern player";
    /// The label of the second opponent.
    pub const PROGRAM: &'static str = "GNU Go";

    /// Reads a study and checks its learners.
    pub fn from_toml(name: &str, text: &str) -> Result<RawPlayStudy, RawPlayError> {
        let mut study: RawPlayStudy =
            toml::from_str(text).map_err(|error| RawPlayError::Toml(name.into(), Box::new(error)))?;
        study.name = name.into();
        for row in &study.rows {
            let parsed: Result<Learner, _> = row.learner.parse();
            parsed.map_err(|error| RawPlayError::Learner(name.into(), row.label.clone(), Box::new(error)))?;
        }
        Ok(study)
    }

    /// The sizes at a scale.
    pub fn size(&self, scale: Scale) -> RawPlaySize {
        match scale {
            Scale::Small => self.small,
            Scale::Paper => self.paper,
        }
    }
}

const FILES: [(&str, &str); 1] =
    [("foulds-tables-3-7", include_str!("../../../../experiments/foulds-tables-3-7.toml"))];

/// All studies.
pub fn raw_play_studies() -> Vec<RawPlayStudy> {
    let read = |(name, text): &(&str, &str)| {
        RawPlayStudy::from_toml(name, text).expect("a shipped study is sound: a test reads it")
    };
    FILES.iter().map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn studies_are_sound_and_bad_ones_say_where() {
        assert_eq!(raw_play_studies()[0].rows.len(), 13);
        let text = FILES[0].1.replace("\"zero-r\"", "\"zero-s\"");
        let error = RawPlayStudy::from_toml("s", &text).unwrap_err().to_string();
        assert!(error.starts_with("study s, ZeroR: there is no learner"), "{error}");
    }
}
