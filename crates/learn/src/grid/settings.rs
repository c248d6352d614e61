//! How spatial probability trees grow, checked once against the grid.

use super::GridShape;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The parameters of Tidwell 2012, Table 5.1, and the range of question windows, which the thesis leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct GrowthSettings {
    /// Side of the window of a leaf, `w_p`: odd.
    pub leaf_window: u8,
    /// Questions sampled for a split, `s`.
    pub questions: u32,
    /// Fewer examples than this are not split, `m`.
    pub minimum_support: u32,
    /// Deepest path, in questions, `d`.
    pub depth: u32,
    /// Smallest window of a question: odd.
    pub smallest_question_window: u8,
    /// Largest window of a question: odd.
    pub largest_question_window: u8,
    /// Negative examples kept for each positive one.
    pub negatives: f64,
}

impl Default for GrowthSettings {
    /// The thesis's parameters (chapter 5).
    fn default() -> Self {
        GrowthSettings {
            leaf_window: 3,
            questions: 300,
            minimum_support: 30,
            depth: 10,
            smallest_question_window: 3,
            largest_question_window: 19,
            negatives: 1.0,
        }
    }
}

/// Invalid settings.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum BadGridSettings {
    /// An even window has no centre.
    #[error("{name} is {window}: a window has an odd side, at least 1")]
    EvenWindow {
        /// Which one.
        name: &'static str,
        /// Its side.
        window: u8,
    },
    /// A window that does not fit.
    #[error("{name} is {window}, larger than the grid of {width}x{height}: at most {largest} fits")]
    WindowTooLarge {
        /// Which one.
        name: &'static str,
        /// Its side.
        window: u8,
        /// Width of the grid.
        width: u8,
        /// Height of the grid.
        height: u8,
        /// The largest that fits.
        largest: u8,
    },
    /// The range of question windows is empty.
    #[error("smallest-question-window {smallest} is larger than largest-question-window {largest}")]
    EmptyRange {
        /// Smallest.
        smallest: u8,
        /// Largest.
        largest: u8,
    },
    /// A number out of its range.
    #[error("{name} is {value}; it must be {range}")]
    OutOfRange {
        /// Which one.
        name: &'static str,
        /// Its value.
        value: String,
        /// The allowed range.
        range: &'static str,
    },
}

impl GrowthSettings {
    /// Checks every setting for grids of this shape.
    pub fn check(&self, shape: GridShape) -> Result<(), BadGridSettings> {
        let windows = [
            ("leaf-window", self.leaf_window),
            ("smallest-question-window", self.smallest_question_window),
            ("largest-question-window", self.largest_question_window),
        ];
        let largest = shape.largest_window();
        for (name, window) in windows {
            if window.is_multiple_of(2) {
                return Err(BadGridSettings::EvenWindow { name, window });
            }
            if window > largest {
                let GridShape { width, height } = shape;
                return Err(BadGridSettings::WindowTooLarge { name, window, width, height, largest });
            }
        }
        if self.smallest_question_window > self.largest_question_window {
            let (smallest, largest) = (self.smallest_question_window, self.largest_question_window);
            return Err(BadGridSettings::EmptyRange { smallest, largest });
        }
        let bad = |name, value: String, range| Err(BadGridSettings::OutOfRange { name, value, range });
        if !(1..=100_000).contains(&self.questions) {
            return bad("questions", self.questions.to_string(), "from 1 to 100000");
        }
        if self.minimum_support < 2 {
            return bad("minimum-support", self.minimum_support.to_string(), "at least 2");
        }
        if !(1..=40).contains(&self.depth) {
            return bad("depth", self.depth.to_string(), "from 1 to 40");
        }
        if !(0.0..=1000.0).contains(&self.negatives) {
            return bad("negatives", self.negatives.to_string(), "from 0 to 1000");
        }
        Ok(())
    }
}
