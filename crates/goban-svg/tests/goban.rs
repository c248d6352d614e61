//! Boards as SVG: golden files, and properties that hold for any values.
//!
//! `cargo xtask golden report` writes the golden files again; look at them in a browser before committing.

use std::path::Path;

use goban_svg::{Definitions, Goban, Mark, Side, Spot, Window, definitions, style_sheet};
use proptest::prelude::*;

fn golden(name: &str, actual: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, actual).expect("the golden file can be written");
    }
    let expected = std::fs::read_to_string(&path).expect("a golden file");
    assert!(actual == expected, "{name} differs: run `cargo xtask golden report` and look at the difference");
}

fn stones(goban: &mut Goban, side: Side, spots: &[(u8, u8)]) {
    goban.stones.extend(spots.iter().map(|&(x, y)| (Spot::new(x, y), side)));
}

fn corner_game() -> Goban {
    let mut goban = Goban::new(9);
    stones(&mut goban, Side::Black, &[(2, 2), (6, 2), (3, 6), (5, 4)]);
    stones(&mut goban, Side::White, &[(2, 6), (6, 6), (3, 3), (2, 3)]);
    goban.title = "Marks & labels".into();
    goban
}

#[test]
fn golden_marks() {
    let mut goban = corner_game();
    let label = |text: &str| Mark::Label(text.into());
    let marks = [
        ((2, 2), Mark::Triangle),
        ((2, 3), Mark::Square),
        ((6, 2), Mark::Circle),
        ((6, 6), Mark::Cross),
        ((3, 6), label("128")),
        ((2, 6), label("7")),
        ((4, 4), label("A")),
        ((3, 3), Mark::LastMove),
        ((7, 7), Mark::Choice),
        ((5, 4), Mark::Fault),
    ];
    goban.marks.extend(marks.map(|((x, y), mark)| (Spot::new(x, y), mark)));
    goban.ghosts.push((Spot::new(6, 4), Side::White));
    goban.marks.push((Spot::new(6, 4), label("2")));
    golden("marks.svg", &goban.draw().to_string());
}

#[test]
fn golden_overlays() {
    let mut goban = corner_game();
    let all = (0..9u8).flat_map(|y| (0..9u8).map(move |x| Spot::new(x, y)));
    let taken: Vec<Spot> = goban.stones.iter().map(|(spot, _)| *spot).collect();
    goban.heat = all
        .clone()
        .filter(|spot| !taken.contains(spot))
        .map(|spot| (spot, 0.6 / (1.0 + f32::from(spot.x) + 2.0 * f32::from(spot.y)).powi(2)))
        .collect();
    goban.ownership = all.skip(45).map(|spot| (spot, (f32::from(spot.x) - 4.0) / 4.0)).collect();
    golden("overlays.svg", &goban.draw().to_string());
}

#[test]
fn golden_window() {
    let mut goban = Goban::new(19);
    stones(&mut goban, Side::Black, &[(15, 3), (16, 5)]);
    stones(&mut goban, Side::White, &[(16, 2), (13, 2)]);
    goban.window = Window::around(goban.stones.iter().map(|(spot, _)| *spot), 1, 19);
    goban.coordinates = false;
    goban.definitions = Definitions::Shared;
    golden("window.svg", &format!("{}{}", definitions(), goban.draw()));
}

#[test]
fn golden_style_sheet() {
    golden("goban.css", &style_sheet());
}

#[test]
fn every_class_of_the_style_sheet_is_drawn() {
    let mut goban = corner_game();
    goban.marks.push((Spot::new(0, 0), Mark::Choice));
    goban.marks.push((Spot::new(0, 1), Mark::Fault));
    goban.marks.push((Spot::new(0, 2), Mark::Label("a".into())));
    let drawing = format!("{}{}", definitions(), goban.draw());
    let css = style_sheet();
    for class in css.lines().filter_map(|line| line.strip_prefix('.')).filter_map(|line| line.split('{').next()) {
        assert!(drawing.contains(class), "{class}");
    }
}

proptest! {
    /// Any values at all: well-formed text, nothing off the board, the same bytes twice.
    #[test]
    fn any_board_is_drawn(
        size in any::<u8>(),
        spots in prop::collection::vec((any::<u8>(), any::<u8>()), 0..20),
        text in any::<String>(),
        number in any::<f32>(),
        corners in any::<(u8, u8, u8, u8)>(),
        coordinates in any::<bool>(),
    ) {
        let mut goban = Goban { size, coordinates, title: text.clone(), ..Goban::new(9) };
        let (a, b, c, d) = corners;
        goban.window = Some(Window { from: Spot::new(a % 20, b % 20), to: Spot::new(c % 20, d % 20) });
        for &(x, y) in &spots {
            let spot = Spot::new(x % 30, y % 30);
            goban.stones.push((spot, if x % 2 == 0 { Side::Black } else { Side::White }));
            goban.marks.push((spot, Mark::Label(text.clone())));
            goban.heat.push((spot, number));
            goban.ownership.push((spot, number));
        }
        let drawing = goban.draw().to_string();
        prop_assert_eq!(&drawing, &goban.clone().draw().to_string());
        let geometry = goban.geometry();
        prop_assert!(geometry.width > 0.0 && geometry.width <= 40.0 * 30.0);
        for circle in drawing.split("<circle ").skip(1) {
            let at = |name: &str| -> f64 {
                circle.split(&format!("{name}=\"")).nth(1).and_then(|rest| rest.split('"').next()).expect("an attribute").parse().expect("a number")
            };
            prop_assert!((0.0..=geometry.width).contains(&at("cx")) && (0.0..=geometry.height).contains(&at("cy")));
        }
        prop_assert!(!drawing.contains("NaN") && !drawing.contains("inf"));
    }
}
