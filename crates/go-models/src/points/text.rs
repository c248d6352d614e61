//! The weights of a factor model over points as text, and those that come with the program.
//!
//! A line is `NAME WEIGHT WEIGHT ...`, a weight per knot; `#` begins a remark. Where the weights come from is said at the head of each file.

use std::fmt::Write;
use std::sync::LazyLock;

use go_features::points::{N_POINT_FEATURES, PointFeature};

use super::{KNOTS, PointFactors};

/// Why a text holds no weights.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PointFactorsError {
    /// A line that is none.
    #[error("line {line} of the factors of points is {text:?}, wanted a feature and {} numbers", KNOTS.len())]
    Line {
        /// From 1.
        line: usize,
        /// The line.
        text: String,
    },
    /// A feature that is missing or there twice.
    #[error("the factors of points name {0:?} not exactly once")]
    NotOnce(&'static str),
}

static WITH_EVALUATION: LazyLock<PointFactors> = LazyLock::new(|| shipped(include_str!("with_evaluation.txt")));
static SMALL_WITH_EVALUATION: LazyLock<PointFactors> =
    LazyLock::new(|| shipped(include_str!("small_with_evaluation.txt")));
static LARGE: LazyLock<PointFactors> = LazyLock::new(|| shipped(include_str!("large_board.txt")));
static SMALL: LazyLock<PointFactors> = LazyLock::new(|| shipped(include_str!("small_board.txt")));

/// Boards up to this size have factors of their own.
const SMALL_SIZE: u8 = 11;

fn shipped(text: &str) -> PointFactors {
    PointFactors::from_text(text).expect("a test reads the shipped factors")
}

impl PointFactors {
    /// Those for playouts together with the embedded model of final ownership, by the size of the board.
    pub fn with_evaluation(size: u8) -> &'static PointFactors {
        if size > SMALL_SIZE { &WITH_EVALUATION } else { &SMALL_WITH_EVALUATION }
    }

    /// Those for playouts alone, by the size of the board.
    pub fn of_playouts(size: u8) -> &'static PointFactors {
        if size > SMALL_SIZE { &LARGE } else { &SMALL }
    }

    /// Reads weights.
    pub fn from_text(text: &str) -> Result<PointFactors, PointFactorsError> {
        let mut found: [Option<[f64; KNOTS.len()]>; N_POINT_FEATURES] = [None; N_POINT_FEATURES];
        for (n, line) in text.lines().enumerate() {
            let content = line.split('#').next().unwrap_or("").trim();
            if content.is_empty() {
                continue;
            }
            let (feature, weights) = parse(content)
                .ok_or_else(|| PointFactorsError::Line { line: n + 1, text: line.chars().take(80).collect() })?;
            if found[feature as usize].replace(weights).is_some() {
                return Err(PointFactorsError::NotOnce(feature.name()));
            }
        }
        let mut weights = [[0.0; KNOTS.len()]; N_POINT_FEATURES];
        for feature in PointFeature::ALL {
            weights[feature as usize] = found[feature as usize].ok_or(PointFactorsError::NotOnce(feature.name()))?;
        }
        Ok(PointFactors { weights })
    }

    /// The same as text.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for feature in PointFeature::ALL {
            let _ = write!(text, "{:18}", feature.name());
            for weight in self.weights[feature as usize] {
                let _ = write!(text, " {weight:8.4}");
            }
            text.push('\n');
        }
        text
    }
}

fn parse(line: &str) -> Option<(PointFeature, [f64; KNOTS.len()])> {
    let mut words = line.split_whitespace();
    let name = words.next()?;
    let feature = PointFeature::ALL.into_iter().find(|feature| feature.name() == name)?;
    let mut weights = [0.0; KNOTS.len()];
    for weight in &mut weights {
        *weight = words.next()?.parse().ok().filter(|value: &f64| value.is_finite())?;
    }
    words.next().is_none().then_some((feature, weights))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_read_and_written() {
        for factors in
            [9, 19].into_iter().flat_map(|size| [PointFactors::with_evaluation(size), PointFactors::of_playouts(size)])
        {
            assert_eq!(&PointFactors::from_text(&factors.to_text()).expect("its own text"), factors);
        }
    }

    #[test]
    fn bad_text_is_named() {
        let text = PointFactors::with_evaluation(19).to_text();
        let error = |text: &str| PointFactors::from_text(text).expect_err("bad text").to_string();
        assert!(
            error(&text.replace("in-atari", "in-danger")).contains("line 8"),
            "{}",
            error(&text.replace("in-atari", "in-danger"))
        );
        assert!(error(&format!("{text}stone 1 2 3 4\n")).contains("\"stone\" not exactly once"));
        assert!(error("# nothing\n").contains("\"playouts-confirm\" not exactly once"));
        assert!(error("stone 1 2 x 4").contains("wanted a feature and 4 numbers"));
        assert!(error("stone 1 2 NaN 4").contains("line 1") && error("stone 1 2 3 4 5").contains("line 1"));
    }
}
