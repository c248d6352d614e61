//! Colours, gradients and the style sheet of boards.
//!
//! Class names and variables all begin with `goban`, so that they do not collide with those of a page. The light theme
//! is written into the drawing; the style sheet repeats it as variables and adds the dark one, chosen by the reader's
//! system or by `data-theme="light"` / `"dark"` on any element around the board.

use crate::CELL;
use report::Rgb;
use report::svg::{Element, PathData, Svg};

pub(super) const LINE: Rgb = Rgb(0x4a, 0x34, 0x1a);
pub(super) const LETTER: Rgb = Rgb(0x6a, 0x4e, 0x2a);
pub(super) const WOOD: Rgb = Rgb(0xe6, 0xbb, 0x78);
pub(super) const WOOD_LIGHT: Rgb = Rgb(0xf0, 0xcf, 0x95);
pub(super) const WOOD_DARK: Rgb = Rgb(0xdc, 0xab, 0x62);
pub(super) const WOOD_EDGE: Rgb = Rgb(0xb4, 0x82, 0x44);
pub(super) const GRAIN: Rgb = Rgb(0x8c, 0x5a, 0x22);
pub(super) const ACCENT: Rgb = Rgb(0xd9, 0x48, 0x2b);
pub(super) const GOOD: Rgb = Rgb(0x1f, 0x8a, 0x5b);
pub(super) const BLACK_RIM: Rgb = Rgb(0x0b, 0x0b, 0x0d);
pub(super) const WHITE_RIM: Rgb = Rgb(0x9c, 0x96, 0x89);
pub(super) const INK_ON_WHITE: Rgb = Rgb(0x1b, 0x1c, 0x20);
pub(super) const INK_ON_BLACK: Rgb = Rgb(0xf6, 0xf4, 0xee);

/// Colours that follow the theme: class, property, variable, light, dark.
const THEMED: [(&str, &str, &str, Rgb, Rgb); 10] = [
    ("goban-wood-light", "stop-color", "--goban-wood-light", WOOD_LIGHT, Rgb(0xa8, 0x82, 0x4d)),
    ("goban-wood-dark", "stop-color", "--goban-wood-dark", WOOD_DARK, Rgb(0x8b, 0x68, 0x38)),
    ("goban-edge", "stroke", "--goban-edge", WOOD_EDGE, Rgb(0x5c, 0x43, 0x22)),
    ("goban-grain", "stroke", "--goban-grain", GRAIN, Rgb(0x4d, 0x31, 0x10)),
    ("goban-patch", "fill", "--goban-wood", WOOD, Rgb(0x9a, 0x75, 0x42)),
    ("goban-lines", "stroke", "--goban-line", LINE, Rgb(0x2b, 0x1c, 0x0a)),
    ("goban-stars", "fill", "--goban-line", LINE, Rgb(0x2b, 0x1c, 0x0a)),
    ("goban-letters", "fill", "--goban-letter", LETTER, Rgb(0x2f, 0x20, 0x0e)),
    ("goban-choice", "stroke", "--goban-good", GOOD, Rgb(0x17, 0x75, 0x4c)),
    ("goban-fault", "stroke", "--goban-bad", ACCENT, Rgb(0xc8, 0x36, 0x1c)),
];

/// The style sheet that lets boards follow the theme of a page and fill the available width.
pub fn style_sheet() -> String {
    let variables = |dark: bool| -> String {
        let mut seen: Vec<&str> = Vec::new();
        let mut text = String::new();
        for (_, _, name, light, night) in THEMED {
            if !seen.contains(&name) {
                seen.push(name);
                text.push_str(&format!("{name}:{};", if dark { night } else { light }));
            }
        }
        text
    };
    let (light, dark) = (variables(false), variables(true));
    let mut css = format!(
        ".goban{{{light}display:block;width:100%;height:auto;max-width:100%}}\n\
         @media (prefers-color-scheme:dark){{.goban{{{dark}}}}}\n\
         [data-theme=light] .goban{{{light}}}\n\
         [data-theme=dark] .goban{{{dark}}}\n"
    );
    for (class, property, name, ..) in THEMED {
        css.push_str(&format!(".{class}{{{property}:var({name})}}\n"));
    }
    css.push_str(".goban-definitions{position:absolute;width:0;height:0}\n");
    css
}

/// An invisible drawing with the gradients that boards with [`super::Definitions::Shared`] refer to; once in a page, before them.
pub fn definitions() -> Svg {
    let mut svg = Svg::new(0.0, 0.0).attribute("class", "goban goban-definitions").attribute("aria-hidden", "true");
    define(&mut svg);
    svg
}

pub(super) fn define(svg: &mut Svg) {
    let stop = |offset: &str, color: Rgb| Element::new("stop").set("offset", offset).set("stop-color", color);
    let wood = Element::new("linearGradient")
        .set("x1", "0")
        .set("y1", "0")
        .set("x2", "1")
        .set("y2", "1")
        .with(stop("0", WOOD_LIGHT).set("class", "goban-wood-light"))
        .with(stop("1", WOOD_DARK).set("class", "goban-wood-dark"));
    svg.define("goban-wood", wood);
    svg.define("goban-grain", grain());
    let ball = |radius: &str| {
        Element::new("radialGradient")
            .set("cx", "0.36")
            .set("cy", "0.3")
            .set("r", radius)
            .set("fx", "0.3")
            .set("fy", "0.22")
    };
    let black = ball("0.75")
        .with(stop("0", Rgb(0x7d, 0x80, 0x88)))
        .with(stop("0.28", Rgb(0x44, 0x46, 0x4c)))
        .with(stop("0.7", Rgb(0x1c, 0x1d, 0x20)))
        .with(stop("1", Rgb(0x0a, 0x0a, 0x0c)));
    svg.define("goban-black", black);
    let white = ball("0.85")
        .with(stop("0", Rgb(0xff, 0xff, 0xff)))
        .with(stop("0.45", Rgb(0xf9, 0xf7, 0xf2)))
        .with(stop("0.8", Rgb(0xe4, 0xdf, 0xd4)))
        .with(stop("1", Rgb(0xc9, 0xc2, 0xb4)));
    svg.define("goban-white", white);
    let night = |offset: &str, opacity: f64| stop(offset, Rgb(0x2a, 0x16, 0x04)).set("stop-opacity", opacity);
    let shadow = Element::new("radialGradient")
        .with(night("0", 0.62))
        .with(night("0.72", 0.5))
        .with(night("0.88", 0.22))
        .with(night("1", 0.0));
    svg.define("goban-shadow", shadow);
}

/// Vertical wood grain: a tile of waves whose ends meet, so that it repeats without a seam.
fn grain() -> Element {
    const WIDTH: f64 = 7.0 * CELL;
    const HEIGHT: f64 = 12.0 * CELL;
    const N_FIBRES: u32 = 23;
    let mut tile = Element::new("pattern")
        .set("width", WIDTH)
        .set("height", HEIGHT)
        .set("patternUnits", "userSpaceOnUse")
        .set("patternTransform", "rotate(1.2)");
    let mut fibres = Element::group().set("class", "goban-grain").set("stroke", GRAIN);
    // A multiplicative hash instead of a random generator keeps the drawing deterministic.
    let scatter =
        |n: u32, salt: u32| f64::from((n + 1).wrapping_mul(2_654_435_761).rotate_left(salt) >> 16 & 0xff) / 255.0;
    for n in 0..N_FIBRES {
        let x = (f64::from(n) + 0.7 * scatter(n, 3)) * WIDTH / f64::from(N_FIBRES);
        let bend = 7.0 * (scatter(n, 9) - 0.5);
        let path = PathData::new().move_to(x, 0.0).curve_to(x + bend, HEIGHT * 0.25, x, HEIGHT * 0.5).curve_to(
            x - bend,
            HEIGHT * 0.75,
            x,
            HEIGHT,
        );
        let fibre = Element::path(&path)
            .set("stroke-width", 0.4 + 1.5 * scatter(n, 14))
            .set("opacity", 0.04 + 0.11 * scatter(n, 21));
        fibres.push(fibre);
    }
    tile.push(fibres);
    tile
}
