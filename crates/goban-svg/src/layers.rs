//! The layers of a board from the wood up: lines, overlays, shadows, stones, marks.

use crate::look::{
    ACCENT, BLACK_RIM, GOOD, INK_ON_BLACK, INK_ON_WHITE, LETTER, LINE, WHITE_RIM, WOOD, WOOD_EDGE, define,
};
use crate::{CELL, Definitions, Geometry, Goban, Mark, Side, Spot, column_letter};
use report::Rgb;
use report::svg::{Element, PathData, Svg};

const STONE_RADIUS: f64 = 0.477 * CELL;
/// Characters of a label that fit on a stone.
const LABEL_LENGTH: usize = 4;
/// Probabilities below this are left out of the heat map, which they would only blur.
const LEAST_HEAT: f32 = 0.002;
/// Percentages are written from here on.
const LEAST_PERCENTAGE: f32 = 0.01;

pub(super) fn draw(goban: &Goban) -> Svg {
    let geometry = goban.geometry();
    let (width, height) = (geometry.width, geometry.height);
    let mut svg = Svg::new(width, height)
        .attribute("class", "goban")
        .attribute("data-size", f64::from(geometry.size))
        .attribute("data-cell", CELL)
        .attribute("data-left", geometry.left)
        .attribute("data-top", geometry.top);
    if !goban.title.is_empty() {
        svg = svg.title(goban.title.as_str());
    }
    if goban.definitions == Definitions::Own {
        define(&mut svg);
    }
    svg.push(Element::rect(0.0, 0.0, width, height).set("rx", 5.0).set("fill", "url(#goban-wood)"));
    svg.push(
        Element::rect(0.5, 0.5, width - 1.0, height - 1.0)
            .set("rx", 4.5)
            .set("class", "goban-edge")
            .set("fill", "url(#goban-grain)")
            .stroke(WOOD_EDGE, 1.0),
    );
    svg.push(lines(&geometry));
    svg.push(stars(&geometry));
    if goban.coordinates {
        svg.push(letters(&geometry));
    }
    let on_board = |spot: &Spot| geometry.shows(*spot);
    push_filled(&mut svg, heat(goban, &geometry));
    push_filled(&mut svg, shadows(goban, &geometry));
    for side in [Side::Black, Side::White] {
        for (spots, opacity) in [(&goban.ghosts, 0.55), (&goban.stones, 1.0)] {
            let spots = spots.iter().filter(|(spot, of)| *of == side && on_board(spot)).map(|&(spot, _)| spot);
            push_filled(&mut svg, stones(spots.collect(), side, opacity, &geometry));
        }
    }
    push_filled(&mut svg, ownership(goban, &geometry));
    for (spot, mark) in goban.marks.iter().filter(|(spot, _)| on_board(spot)) {
        for element in draw_mark(mark, goban.side_at(*spot), geometry.center(*spot)) {
            svg.push(element);
        }
    }
    svg
}

fn push_filled(svg: &mut Svg, layer: Option<Element>) {
    if let Some(layer) = layer {
        svg.push(layer);
    }
}

/// The grid; where only a part is drawn, lines extend by half a cell to show that the board continues.
fn lines(geometry: &Geometry) -> Element {
    let window = geometry.window;
    let last = geometry.size - 1;
    let (x1, y1) = geometry.center(window.from);
    let (x2, y2) = geometry.center(window.to);
    let overhang = |inside: bool| if inside { 0.5 * CELL } else { 0.0 };
    let (left, top) = (x1 - overhang(window.from.x > 0), y1 - overhang(window.from.y > 0));
    let (right, bottom) = (x2 + overhang(window.to.x < last), y2 + overhang(window.to.y < last));
    let (mut grid, mut edges) = (PathData::new(), PathData::new());
    for x in window.from.x..=window.to.x {
        let at = geometry.center(Spot::new(x, 0)).0;
        let path = if x == 0 || x == last { &mut edges } else { &mut grid };
        *path = std::mem::take(path).move_to(at, top).line_to(at, bottom);
    }
    for y in window.from.y..=window.to.y {
        let at = geometry.center(Spot::new(0, y)).1;
        let path = if y == 0 || y == last { &mut edges } else { &mut grid };
        *path = std::mem::take(path).move_to(left, at).line_to(right, at);
    }
    Element::group()
        .set("class", "goban-lines")
        .set("stroke", LINE)
        .set("stroke-linecap", "square")
        .with(Element::path(&grid).set("stroke-width", 0.9))
        .with(Element::path(&edges).set("stroke-width", 1.7))
}

fn stars(geometry: &Geometry) -> Element {
    geometry
        .star_points()
        .into_iter()
        .map(|spot| geometry.center(spot))
        .fold(Element::group().set("class", "goban-stars").fill(LINE), |group, (x, y)| {
            group.with(Element::circle(x, y, 0.105 * CELL))
        })
}

/// Column letters above and below, row numbers on both sides.
fn letters(geometry: &Geometry) -> Element {
    let unit = geometry.letter_scale() * CELL;
    let mut group = Element::group().set("class", "goban-letters").fill(LETTER).font_size(0.4 * unit).centered();
    let inset = 0.42 * unit;
    let baseline = 0.145 * unit;
    for x in geometry.window.from.x..=geometry.window.to.x {
        let at = geometry.center(Spot::new(x, 0)).0;
        let letter = column_letter(x).to_string();
        group.push(Element::text(at, inset + baseline, &letter));
        group.push(Element::text(at, geometry.height - inset + baseline, &letter));
    }
    for y in geometry.window.from.y..=geometry.window.to.y {
        let at = geometry.center(Spot::new(0, y)).1 + baseline;
        let number = (geometry.size - y).to_string();
        group.push(Element::text(inset, at, &number));
        group.push(Element::text(geometry.width - inset, at, &number));
    }
    group
}

fn heat(goban: &Goban, geometry: &Geometry) -> Option<Element> {
    let mut group = Element::group().set("class", "goban-heat").centered();
    let mut any = false;
    for &(spot, share) in goban.heat.iter().filter(|(spot, share)| geometry.shows(*spot) && *share >= LEAST_HEAT) {
        any = true;
        let share = share.min(1.0);
        let strength = f64::from(share).sqrt();
        let (x, y) = geometry.center(spot);
        let color = heat_color(strength);
        let disc = Element::circle(x, y, (0.2 + 0.26 * strength.min(0.9) / 0.9) * CELL)
            .fill(color)
            .opacity(0.45 + 0.5 * strength)
            .tooltip(&format!("{:.1} %", 100.0 * share));
        group.push(disc);
        if share >= LEAST_PERCENTAGE {
            let size = 0.36 * CELL;
            let text = format!("{:.0}", 100.0 * share);
            group.push(
                Element::text(x, y + 0.36 * size, &text)
                    .font_size(size)
                    .bold()
                    .fill(color.contrasting_ink())
                    .set("pointer-events", "none"),
            );
        }
    }
    any.then_some(group)
}

/// Cool colours for unlikely moves, warm ones for likely moves.
fn heat_color(strength: f64) -> Rgb {
    const STOPS: [Rgb; 4] =
        [Rgb(0x3d, 0x6f, 0xb4), Rgb(0x2a, 0x9d, 0x8f), Rgb(0xf0, 0xb4, 0x29), Rgb(0xd6, 0x3b, 0x25)];
    let place = strength.clamp(0.0, 1.0) * 3.0;
    let left = (place as usize).min(2);
    STOPS[left].mix(STOPS[left + 1], place - left as f64)
}

fn shadows(goban: &Goban, geometry: &Geometry) -> Option<Element> {
    let mut group = Element::group().set("class", "goban-shadows").set("fill", "url(#goban-shadow)");
    let mut any = false;
    for &(spot, _) in goban.stones.iter().filter(|(spot, _)| geometry.shows(*spot)) {
        any = true;
        let (x, y) = geometry.center(spot);
        group.push(Element::circle(x + 0.045 * CELL, y + 0.08 * CELL, 1.08 * STONE_RADIUS));
    }
    any.then_some(group)
}

fn stones(spots: Vec<Spot>, side: Side, opacity: f64, geometry: &Geometry) -> Option<Element> {
    let (class, fill, rim) = match side {
        Side::Black => ("goban-black", "url(#goban-black)", BLACK_RIM),
        Side::White => ("goban-white", "url(#goban-white)", WHITE_RIM),
    };
    let mut group = Element::group().set("class", class).set("fill", fill).stroke(rim, 0.6);
    if opacity < 1.0 {
        group = group.opacity(opacity);
    }
    for &spot in &spots {
        let (x, y) = geometry.center(spot);
        group.push(Element::circle(x, y, STONE_RADIUS - 0.3));
    }
    (!spots.is_empty()).then_some(group)
}

fn ownership(goban: &Goban, geometry: &Geometry) -> Option<Element> {
    let mut group = Element::group().set("class", "goban-ownership");
    let mut any = false;
    for &(spot, owner) in goban.ownership.iter().filter(|(spot, _)| geometry.shows(*spot)) {
        let certainty = f64::from(owner.abs().min(1.0));
        // Ownership near zero is not drawn.
        if certainty.is_nan() || certainty < 0.15 {
            continue;
        }
        any = true;
        let side = (0.14 + 0.26 * certainty) * CELL;
        let (x, y) = geometry.center(spot);
        let (fill, rim) = if owner > 0.0 { (INK_ON_WHITE, INK_ON_BLACK) } else { (INK_ON_BLACK, LETTER) };
        let square = Element::rect(x - side / 2.0, y - side / 2.0, side, side)
            .set("rx", 1.0)
            .fill(fill)
            .stroke(rim, 0.5)
            .opacity(0.35 + 0.6 * certainty);
        group.push(square);
    }
    any.then_some(group)
}

fn draw_mark(mark: &Mark, on: Option<Side>, (x, y): (f64, f64)) -> Vec<Element> {
    let ink = if on == Some(Side::Black) { INK_ON_BLACK } else { INK_ON_WHITE };
    let line = |element: Element| element.set("fill", "none").stroke(ink, 0.065 * CELL).set("stroke-linejoin", "round");
    let reach = |share: f64| share * CELL;
    // On an empty point the crossing lines would cut through the mark.
    let patch = || Element::circle(x, y, reach(0.4)).set("class", "goban-patch").fill(WOOD).opacity(0.9);
    let ring = |class: &'static str, color: Rgb| {
        let radius = if on.is_some() { reach(0.47) } else { reach(0.4) };
        Element::circle(x, y, radius).set("class", class).set("fill", "none").stroke(color, 0.1 * CELL)
    };
    let shape = match mark {
        Mark::LastMove => return vec![Element::circle(x, y, reach(0.16)).set("class", "goban-last").fill(ACCENT)],
        Mark::Choice => return vec![ring("goban-choice", GOOD)],
        Mark::Fault => return vec![ring("goban-fault", ACCENT)],
        Mark::Triangle => {
            let corners = [-90.0_f64, 30.0, 150.0].map(f64::to_radians);
            let corner = |angle: f64| (x + reach(0.3) * angle.cos(), y + reach(0.3) * angle.sin());
            line(Element::path(&PathData::through(corners.map(corner)).close()))
        }
        Mark::Square => line(Element::rect(x - reach(0.22), y - reach(0.22), reach(0.44), reach(0.44))),
        Mark::Circle => line(Element::circle(x, y, reach(0.25))),
        Mark::Cross => {
            let arm = reach(0.22);
            let cross = PathData::new().move_to(x - arm, y - arm).line_to(x + arm, y + arm);
            line(Element::path(&cross.move_to(x - arm, y + arm).line_to(x + arm, y - arm)))
        }
        Mark::Label(text) => {
            let shown: String = text.chars().take(LABEL_LENGTH).collect();
            let size = reach(match shown.chars().count() {
                0 | 1 => 0.56,
                2 => 0.5,
                3 => 0.4,
                _ => 0.31,
            });
            Element::text(x, y + 0.36 * size, &shown).font_size(size).bold().centered().fill(ink)
        }
    };
    let label = matches!(mark, Mark::Label(_));
    if on.is_none() && label { vec![patch(), shape] } else { vec![shape] }
}
