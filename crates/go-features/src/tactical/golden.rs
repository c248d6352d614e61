//! Drawn examples for tests: each names the level of a move and is checked in all orientations and with the colours
//! exchanged.
//!
//! A position is a title `## ...`, a drawing, optional lines (`to play W`, `last D4 C3 pass` from the latest back, `captured 1`,
//! `ko D4`, `move 120`, `options NAME`) and questions `family point = level`. Random positions for laws are here too.

use go_board::{Board, BoardSize, Color, Move, Point, Position, Symmetry, TrueLiberties};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::BTreeSet;

/// One position of the file.
#[derive(Default, Clone)]
struct Example<'a> {
    title: &'a str,
    drawing: String,
    settings: Vec<(&'a str, &'a str)>,
}

/// A position seen in one of sixteen ways.
pub(crate) struct View {
    pub(crate) position: Position,
    symmetry: Symmetry,
}

impl View {
    fn point(&self, name: &str) -> Point {
        let size = self.position.board.size();
        self.symmetry.apply(size, size.parse_point(name).unwrap_or_else(|e| panic!("{e}")))
    }

    /// The move with that name, as it looks here.
    pub(crate) fn parse_move(&self, name: &str) -> Move {
        if name == "pass" { Move::Pass } else { Move::Play(self.point(name)) }
    }
}

impl Example<'_> {
    fn view(&self, symmetry: Symmetry, swapped: bool) -> View {
        let (drawn, _) =
            Board::<TrueLiberties>::parse_ascii(&self.drawing).unwrap_or_else(|e| panic!("{}: {e}", self.title));
        let size = drawn.size();
        let seen = |color: Color| if swapped { color.opponent() } else { color };
        let mut view = View { position: Position::new(size, 7.5), symmetry };
        for point in size.points() {
            if let Some(color) = drawn.color_at(point) {
                view.position.board.set_stone(symmetry.apply(size, point), seen(color));
            }
        }
        view.position.to_move = seen(Color::Black);
        for &(setting, value) in &self.settings {
            match setting {
                "to" => view.position.to_move = seen(if value == "play W" { Color::White } else { Color::Black }),
                "last" => {
                    for (i, name) in value.split_whitespace().enumerate() {
                        view.position.last_moves[i] = Some(view.parse_move(name));
                    }
                }
                "captured" => view.position.last_captured = value.parse().expect("a number"),
                "move" => view.position.move_number = value.parse().expect("a number"),
                "ko" => {
                    let banned = (view.point(value), view.position.to_move);
                    view.position.board.set_ko(Some(banned));
                }
                other => assert_eq!(other, "options", "{}: unknown line", self.title),
            }
        }
        view
    }

    fn options(&self) -> &str {
        self.settings.iter().find(|(setting, _)| *setting == "options").map_or("", |(_, value)| value)
    }
}

/// Checks every question of the file; `ask` gets a view, the options' name, a family and a move. Returns the pairs of
/// family and level that occurred.
pub(crate) fn check(text: &str, ask: impl Fn(&View, &str, &str, Move) -> u8) -> BTreeSet<(String, u8)> {
    let mut covered = BTreeSet::new();
    let mut failures = Vec::new();
    for example in text.split("\n## ").skip(1) {
        let mut lines = example.lines().filter(|line| !line.trim().is_empty());
        let mut example = Example { title: lines.next().expect("a title"), ..Example::default() };
        for line in lines {
            if let Some((question, level)) = line.split_once(" = ") {
                let (family, name) = question.split_once(' ').expect("a family and a move");
                let level: u8 = level.parse().expect("a level");
                covered.insert((family.to_owned(), level));
                failures.extend(check_one(&example, family, name, level, &ask).err());
            } else if line.starts_with(['.', 'X', 'O']) {
                example.drawing.push_str(line);
                example.drawing.push('\n');
            } else {
                example.settings.push(line.split_once(' ').expect("a setting and its value"));
            }
        }
    }
    assert!(failures.is_empty(), "{} failed:\n\n{}", failures.len(), failures.join("\n"));
    covered
}

fn check_one(
    example: &Example<'_>,
    family: &str,
    name: &str,
    level: u8,
    ask: &impl Fn(&View, &str, &str, Move) -> u8,
) -> Result<(), String> {
    for symmetry in Symmetry::ALL {
        for swapped in [false, true] {
            let view = example.view(symmetry, swapped);
            let mv = view.parse_move(name);
            if mv.point().is_some_and(|point| !view.position.is_legal(point)) {
                return Err(format!("{}: {name} is illegal", example.title));
            }
            let found = ask(&view, example.options(), family, mv);
            if found != level {
                return Err(format!(
                    "{}\n{}{family} {name} = {level}, found {found} ({symmetry:?}, swapped {swapped})",
                    example.title, example.drawing
                ));
            }
        }
    }
    Ok(())
}

/// The same position turned and with the colours exchanged.
pub(crate) fn transformed(position: &Position, symmetry: Symmetry, swapped: bool) -> Position {
    let size: BoardSize = position.board.size();
    let seen = |color: Color| if swapped { color.opponent() } else { color };
    let turned = |point: Point| symmetry.apply(size, point);
    let mut other: Position = Position::new(size, position.komi);
    for point in size.points() {
        if let Some(color) = position.board.color_at(point) {
            other.board.set_stone(turned(point), seen(color));
        }
    }
    other.board.set_ko(position.board.ko().map(|(point, color)| (turned(point), seen(color))));
    other.to_move = seen(position.to_move);
    other.last_moves = position.last_moves.map(|mv| {
        mv.map(|mv| match mv {
            Move::Play(point) => Move::Play(turned(point)),
            Move::Pass => Move::Pass,
        })
    });
    other.last_captured = position.last_captured;
    other.move_number = position.move_number;
    other
}

/// Positions of random games with their history, some passes among the moves.
pub(crate) fn random_positions(size: usize, n_games: u64, mut see: impl FnMut(&Position)) {
    for seed in 0..n_games {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut position: Position = Position::new(BoardSize::new(size).unwrap(), 7.5);
        for step in 0..2 * size * size {
            let mv = if rng.random_range(0..20) == 0 {
                Move::Pass
            } else {
                position.board.random_move(position.to_move, &mut rng)
            };
            position.play(mv);
            if step % size == size / 2 {
                see(&position);
            }
        }
    }
}
