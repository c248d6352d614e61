//! SVG text to PNG bytes through resvg (feature `png`).
//!
//! The caller supplies the fonts: an application may call `FontDatabase::load_system_fonts`, a test may load its own.
//! Without a font, text is left out and everything else is drawn. `<image href>` to files is not followed.

use std::sync::Arc;

use resvg::{tiny_skia, usvg};
use thiserror::Error;

pub use resvg::usvg::fontdb::Database as FontDatabase;

/// Largest picture that is allocated, in pixels (64 Mi, 256 MiB of RGBA).
const MAX_PIXELS: f32 = 67_108_864.0;

/// Why a picture could not be made.
#[derive(Debug, Error)]
pub enum PngError {
    /// The text is not an SVG that resvg understands.
    #[error("cannot read the SVG: {0}")]
    Svg(#[from] usvg::Error),
    /// The scaled size is zero, NaN, or too large.
    #[error("a picture of {width} x {height} pixels cannot be made")]
    Size {
        /// Requested width.
        width: f32,
        /// Requested height.
        height: f32,
    },
    /// The encoder failed.
    #[error("cannot encode the PNG: {0}")]
    Encode(String),
}

/// Draws `svg` at `scale` pixels per SVG unit and returns the bytes of a PNG file.
pub fn render(svg: &str, scale: f32, fonts: Arc<FontDatabase>) -> Result<Vec<u8>, PngError> {
    let mut options = usvg::Options { fontdb: fonts, ..usvg::Options::default() };
    options.image_href_resolver.resolve_string = Box::new(|_, _| None);
    let tree = usvg::Tree::from_str(svg, &options)?;
    let (width, height) = ((tree.size().width() * scale).ceil(), (tree.size().height() * scale).ceil());
    let size_error = || PngError::Size { width, height };
    if !(width >= 1.0 && height >= 1.0 && width * height <= MAX_PIXELS) {
        return Err(size_error());
    }
    let mut pixels = tiny_skia::Pixmap::new(width as u32, height as u32).ok_or_else(size_error)?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| PngError::Encode(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Element, Rgb, Svg};

    fn drawing() -> String {
        let mut svg = Svg::new(20.0, 10.0);
        svg.push(Element::rect(0.0, 0.0, 20.0, 10.0).fill(Rgb(200, 10, 10)));
        svg.to_string()
    }

    #[test]
    fn draws_at_the_requested_scale() {
        let png = render(&drawing(), 2.0, Arc::default()).expect("a plain rectangle");
        assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
        let (width, height) = (&png[16..20], &png[20..24]);
        assert_eq!((width, height), (&40u32.to_be_bytes()[..], &20u32.to_be_bytes()[..]));
    }

    #[test]
    fn rejects_invalid_svg_and_sizes() {
        assert!(matches!(render("<svg", 1.0, Arc::default()), Err(PngError::Svg(_))));
        assert!(matches!(render(&drawing(), 1e6, Arc::default()), Err(PngError::Size { .. })));
        assert!(matches!(render(&drawing(), f32::NAN, Arc::default()), Err(PngError::Size { .. })));
    }
}
