//! The TOML file of a study of playout lengths.

use serde::Deserialize;
use thiserror::Error;

use crate::study::Scale;

/// How much is played out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LengthSize {
    /// Games of each board that positions are taken from.
    pub games: usize,
    /// Positions of a game.
    pub positions: usize,
    /// Playouts from each of them; at least two.
    pub playouts: usize,
    /// Playouts of the check of lengths, from the empty board and, all together, from the openings of the games.
    pub length_playouts: usize,
}

/// A study.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LengthStudy {
    /// The name that it is run by; the file's own name.
    #[serde(skip)]
    pub name: String,
    /// What it is.
    pub title: String,
    /// Where it is from.
    pub source: String,
    /// What to know about it.
    pub remark: String,
    /// First quartile, mean and third quartile of the length of a game played out from the opening on 19x19.
    pub published_length: [f64; 3],
    /// Sizes at the small scale.
    pub small: LengthSize,
    /// Sizes at the paper scale.
    pub paper: LengthSize,
}

/// Why a file is no such study.
#[derive(Debug, Error)]
pub enum LengthStudyError {
    /// It is no TOML or has unknown keys.
    #[error("study {0}: {1}")]
    Toml(String, Box<toml::de::Error>),
    /// A variance needs two results, and every number at least one.
    #[error("study {0}: {1:?} is too little")]
    Size(String, LengthSize),
}

impl LengthStudy {
    /// Reads a study.
    pub fn from_toml(name: &str, text: &str) -> Result<LengthStudy, LengthStudyError> {
        let mut study: LengthStudy =
            toml::from_str(text).map_err(|error| LengthStudyError::Toml(name.into(), Box::new(error)))?;
        for size in [study.small, study.paper] {
            if size.games == 0 || size.positions == 0 || size.playouts < 2 || size.length_playouts == 0 {
                return Err(LengthStudyError::Size(name.into(), size));
            }
        }
        study.name = name.into();
        Ok(study)
    }

    /// The sizes at a scale.
    pub fn size(&self, scale: Scale) -> LengthSize {
        match scale {
            Scale::Small => self.small,
            Scale::Paper => self.paper,
        }
    }
}

/// The embedded studies of playout lengths.
pub fn length_studies() -> Vec<LengthStudy> {
    const TEXT: &str = include_str!("../../../../experiments/basaldua-4.1.1.toml");
    vec![LengthStudy::from_toml("basaldua-4.1.1", TEXT).expect("a shipped study is sound: a test reads it")]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_study_is_sound_and_others_are_refused() {
        let study = &length_studies()[0];
        assert_eq!(study.published_length, [501.0, 528.0, 552.0]);
        assert!(study.size(Scale::Small).games < study.size(Scale::Paper).games);
        let text = include_str!("../../../../experiments/basaldua-4.1.1.toml");
        let refused = |from: &str, to: &str| LengthStudy::from_toml("x", &text.replace(from, to)).is_err();
        assert!(refused("playouts = 100", "playouts = 1") && refused("positions", "places"));
    }
}
