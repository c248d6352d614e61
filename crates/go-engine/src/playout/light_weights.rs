//! Light weights for sampled playouts (Basaldúa 2013, section 4.2.1, as in CrazyStone): a move's weight is the product
//! of the factors of cheap features: its 3x3 shape, whether it touches the last move, captures or saves next to it, is
//! self-atari.
//!
//! The text lists one factor per line, `GAMMA FEATURE`; a shape is eight letters in the order of
//! [`go_board::local_pattern::CELL_OFFSETS`]: `X` own, `O` opponent's, `.` empty, `#` off the board, in the smallest of its eight orientations.
//! Shapes that are not listed weigh 1. `lab::tuning::light_weights` learns the factors from games; where those in the text come from is
//! said at its head.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::{Arc, LazyLock};

use go_board::local_pattern::CELL_OFFSETS;
use go_board::{Color, Symmetry};

/// The letters of a cell, by its two bits as Black sees it.
const LETTERS: [u8; 4] = *b".XO#";

/// What weighs besides the shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LightFeature {
    /// Next to the last move, diagonals included.
    Contiguous,
    /// Takes a chain that touches the last move, or is the last move's own.
    Capture,
    /// Saves a chain that the last move put in atari, by running.
    Extension,
    /// Leaves a chain in atari.
    SelfAtari,
}

impl LightFeature {
    /// All of them.
    pub const ALL: [LightFeature; 4] = [Self::Contiguous, Self::Capture, Self::Extension, Self::SelfAtari];

    /// Its name in the text.
    pub fn name(self) -> &'static str {
        match self {
            Self::Contiguous => "contiguous",
            Self::Capture => "capture",
            Self::Extension => "extension",
            Self::SelfAtari => "self-atari",
        }
    }
}

/// Why a text holds no weights.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} of the light weights is {text:?}, wanted a positive factor and a feature or a shape")]
pub struct LightWeightsError {
    /// From 1.
    pub line: usize,
    /// The line.
    pub text: String,
}

/// Factors, ready to be looked up.
#[derive(Clone, Debug, PartialEq)]
pub struct LightWeights {
    /// By colour to move and 3x3 code of the board.
    shapes: [Vec<f32>; 2],
    features: [f32; 4],
    /// As listed.
    listed: BTreeMap<String, f32>,
}

/// The 3x3 code with the colours as that player sees them: own stones are Black's.
pub fn own_code(code: u16, color: Color) -> u16 {
    match color {
        Color::Black => code,
        // Exchanging 01 and 10 in every pair of bits that is neither 00 nor 11.
        Color::White => {
            let one_of_two = (code ^ (code >> 1)) & 0x5555;
            code ^ (one_of_two | one_of_two << 1)
        }
    }
}

/// The letters of a 3x3 code in its smallest orientation.
pub fn shape_name(own_code: u16) -> String {
    Symmetry::ALL.into_iter().map(|symmetry| letters(turned(own_code, symmetry))).min().unwrap_or_default()
}

fn letters(code: u16) -> String {
    (0..8).map(|cell| char::from(LETTERS[usize::from(code >> (2 * cell) & 3)])).collect()
}

/// The code that has these letters; `None` for other names.
fn code_of(name: &str) -> Option<u16> {
    if name.len() != 8 {
        return None;
    }
    let cell = |letter| LETTERS.iter().position(|&known| known == letter).map(|bits| bits as u16);
    name.bytes().enumerate().try_fold(0, |code, (place, letter)| Some(code | cell(letter)? << (2 * place)))
}

fn turned(code: u16, symmetry: Symmetry) -> u16 {
    CELL_OFFSETS[..8].iter().enumerate().fold(0, |turned, (cell, &(dx, dy))| {
        let (x, y) = symmetry.apply_offset(i32::from(dx), i32::from(dy));
        let to = CELL_OFFSETS[..8].iter().position(|&(a, b)| (i32::from(a), i32::from(b)) == (x, y));
        turned | (code >> (2 * cell) & 3) << (2 * to.unwrap_or(0))
    })
}

impl LightWeights {
    /// The weights that come with the crate, made ready once.
    pub fn shipped() -> Arc<LightWeights> {
        static SHIPPED: LazyLock<Arc<LightWeights>> = LazyLock::new(|| {
            let text = include_str!("light_weights.txt");
            Arc::new(LightWeights::parse(text).expect("the text beside the code is sound: a test reads it"))
        });
        Arc::clone(&SHIPPED)
    }

    /// From factors by name, as the text has them.
    pub fn from_factors(listed: BTreeMap<String, f32>) -> LightWeights {
        let features = LightFeature::ALL.map(|feature| listed.get(feature.name()).copied().unwrap_or(1.0));
        let mut shapes = [0, 1].map(|_| vec![1.0; 1 << 16]);
        for (name, &gamma) in &listed {
            // Another orientation than the smallest names no shape.
            let Some(code) = code_of(name).filter(|&code| shape_name(code) == *name) else { continue };
            for (color, shapes) in Color::BOTH.into_iter().zip(&mut shapes) {
                for symmetry in Symmetry::ALL {
                    shapes[usize::from(own_code(turned(code, symmetry), color))] = gamma;
                }
            }
        }
        LightWeights { shapes, features, listed }
    }

    /// Reads the text; `#` at the start of a line begins a comment.
    pub fn parse(text: &str) -> Result<LightWeights, LightWeightsError> {
        let mut listed = BTreeMap::new();
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with('#') && !line.is_empty()) {
            let wrong = || LightWeightsError { line: number + 1, text: line.chars().take(80).collect() };
            let (gamma, name) = line.split_once(' ').ok_or_else(wrong)?;
            let gamma: f32 = gamma.parse().ok().filter(|gamma| (1e-6..1e6).contains(gamma)).ok_or_else(wrong)?;
            let is_shape = name.len() == 8 && name.bytes().all(|letter| LETTERS.contains(&letter));
            if !is_shape && LightFeature::ALL.iter().all(|feature| feature.name() != name) {
                return Err(wrong());
            }
            listed.insert(name.to_owned(), gamma);
        }
        Ok(LightWeights::from_factors(listed))
    }

    /// The text, the heaviest first.
    pub fn to_text(&self) -> String {
        let mut rows: Vec<_> = self.listed.iter().collect();
        rows.sort_by(|a, b| b.1.total_cmp(a.1).then(a.0.cmp(b.0)));
        rows.iter().fold(String::new(), |mut text, (name, gamma)| {
            // Four decimals of a very small factor would be zero, which is not one.
            let gamma = if **gamma < 0.001 { format!("{gamma:e}") } else { format!("{gamma:.4}") };
            writeln!(text, "{gamma} {name}").expect("a string grows");
            text
        })
    }

    /// The factor of the shape around an empty point.
    #[inline(always)]
    pub fn shape(&self, raw_pattern: u64, color: Color) -> f32 {
        self.shapes[color.index()][(raw_pattern & 0xFFFF) as usize]
    }

    /// The factor of a feature.
    #[inline(always)]
    pub fn feature(&self, feature: LightFeature) -> f32 {
        self.features[feature as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_the_same_from_all_sides_and_for_both_colours() {
        for code in [0b01_10_00_11_01_00_10_00_u16, 0xFFFF, 0x0001, 0x5A3C] {
            let names: Vec<String> = Symmetry::ALL.map(|symmetry| shape_name(turned(code, symmetry))).into();
            assert!(names.iter().all(|name| *name == names[0]), "{names:?}");
            assert_eq!(own_code(own_code(code, Color::White), Color::White), code);
        }
        assert_eq!(shape_name(own_code(0b01, Color::Black)), shape_name(own_code(0b10, Color::White)));
    }

    #[test]
    fn the_text_is_read_and_written() {
        let text = "12.5000 contiguous\n2.0000 .X......\n0.1250 self-atari\n";
        let weights = LightWeights::parse(text).expect("weights");
        assert_eq!(weights.to_text(), text);
        assert_eq!(weights.feature(LightFeature::Contiguous), 12.5);
        assert_eq!(weights.feature(LightFeature::Capture), 1.0);
        assert_eq!(weights.shape(0b01, Color::White), 1.0);
        for wrong in ["contiguous", "0 capture", "-1 capture", "x capture", "1 captur", "1 .X....", "NaN capture"] {
            let error = LightWeights::parse(&format!("1 capture\n{wrong}\n")).expect_err(wrong);
            assert_eq!((error.line, error.text.as_str()), (2, wrong));
        }
    }

    /// Every code looked up by the name of its shape, as the text is meant.
    #[test]
    fn shapes_are_those_that_the_text_names() {
        let weights = LightWeights::parse(include_str!("light_weights.txt")).expect("weights");
        for color in Color::BOTH {
            for code in 0..=u16::MAX {
                let listed = weights.listed.get(&shape_name(own_code(code, color))).copied().unwrap_or(1.0);
                assert_eq!(weights.shape(u64::from(code), color), listed, "{code:#06x}");
            }
        }
        assert_eq!(
            LightWeights::parse("5 X.......\n").expect("weights").shape(0b01, Color::Black),
            1.0,
            "not the smallest"
        );
    }

    #[test]
    fn the_shipped_weights_are_plausible() {
        let weights = LightWeights::shipped();
        assert!(weights.feature(LightFeature::Contiguous) > 3.0);
        assert!(weights.feature(LightFeature::Capture) > 2.0);
        // Beside the factors of its shapes; those of the stand-in before it had none.
        assert!(weights.feature(LightFeature::SelfAtari) < 0.7);
    }
}
