//! Colours of drawings and plots: an sRGB triple, a palette for categories, ramps for magnitudes.
//!
//! Neighbours in the palette differ in lightness as well as hue, so that a plot stays readable in greyscale and with
//! the common colour-vision deficiencies. Mixing is linear in sRGB, which is good enough for ramps with three or four
//! stops.

use std::fmt;

/// An opaque sRGB colour, printed as `#rrggbb`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// Text and axis lines.
    pub const INK: Rgb = Rgb(0x26, 0x2b, 0x33);
    /// Secondary text: tick labels, subtitles.
    pub const MUTED: Rgb = Rgb(0x6b, 0x73, 0x80);
    /// Grid lines.
    pub const GRID: Rgb = Rgb(0xe4, 0xe7, 0xeb);
    /// Background.
    pub const WHITE: Rgb = Rgb(0xff, 0xff, 0xff);
    /// Black stones, heavy outlines.
    pub const BLACK: Rgb = Rgb(0x11, 0x11, 0x11);

    /// The colour `t` of the way from `self` to `other`; `t` is clamped to [0, 1].
    pub fn mix(self, other: Rgb, t: f64) -> Rgb {
        let t = if t.is_nan() { 0.0 } else { t.clamp(0.0, 1.0) };
        let channel = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * t).round() as u8;
        Rgb(channel(self.0, other.0), channel(self.1, other.1), channel(self.2, other.2))
    }

    /// Perceived lightness in [0, 1] (Rec. 709 weights, gamma ignored).
    pub fn lightness(self) -> f64 {
        (0.2126 * f64::from(self.0) + 0.7152 * f64::from(self.1) + 0.0722 * f64::from(self.2)) / 255.0
    }

    /// Ink or white, whichever reads better on top of this colour.
    pub fn contrasting_ink(self) -> Rgb {
        if self.lightness() > 0.55 { Rgb::INK } else { Rgb::WHITE }
    }
}

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

const CATEGORIES: [Rgb; 8] = [
    Rgb(0x2b, 0x6c, 0xb0),
    Rgb(0xe0, 0x7b, 0x39),
    Rgb(0x2f, 0x9e, 0x73),
    Rgb(0xb8, 0x3d, 0x72),
    Rgb(0x7c, 0x6b, 0xc9),
    Rgb(0xc2, 0x9a, 0x1e),
    Rgb(0x3c, 0xa4, 0xbf),
    Rgb(0x64, 0x64, 0x6c),
];

/// The colour of the `index`-th category; the palette repeats after eight.
pub fn category(index: usize) -> Rgb {
    CATEGORIES[index % CATEGORIES.len()]
}

/// Light to dark for magnitudes: `t` = 0 is nearly white, 1 is dark blue. Lightness falls monotonically.
pub fn sequential(t: f64) -> Rgb {
    ramp(&[Rgb(0xf7, 0xf8, 0xf3), Rgb(0xb9, 0xdc, 0xc9), Rgb(0x4a, 0xa0, 0xb5), Rgb(0x15, 0x3a, 0x6b)], t)
}

/// Two-sided ramp: `t` = -1 is blue, 0 is white, 1 is red.
pub fn diverging(t: f64) -> Rgb {
    ramp(
        &[
            Rgb(0x1f, 0x4e, 0x8c),
            Rgb(0x92, 0xb8, 0xd8),
            Rgb(0xf7, 0xf7, 0xf5),
            Rgb(0xe8, 0xa5, 0x85),
            Rgb(0xa8, 0x2c, 0x2c),
        ],
        (t + 1.0) / 2.0,
    )
}

fn ramp(stops: &[Rgb], t: f64) -> Rgb {
    let t = if t.is_nan() { 0.0 } else { t.clamp(0.0, 1.0) };
    let position = t * (stops.len() - 1) as f64;
    let left = (position.floor() as usize).min(stops.len() - 2);
    stops[left].mix(stops[left + 1], position - left as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_as_hex() {
        assert_eq!(Rgb(1, 171, 255).to_string(), "#01abff");
    }

    #[test]
    fn sequential_gets_darker() {
        let lightness: Vec<f64> = (0..=20).map(|i| sequential(f64::from(i) / 20.0).lightness()).collect();
        assert!(lightness.windows(2).all(|w| w[1] <= w[0]), "{lightness:?}");
    }

    #[test]
    fn ramps_clamp_and_survive_nan() {
        assert_eq!(sequential(-3.0), sequential(0.0));
        assert_eq!(sequential(9.0), sequential(1.0));
        assert_eq!(sequential(f64::NAN), sequential(0.0));
        assert_eq!(diverging(-1.0), Rgb(0x1f, 0x4e, 0x8c));
    }
}
