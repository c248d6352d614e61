//! The shape search against a slow reference that checks every placement in every position, point by point.

mod wished;

use std::collections::{BTreeMap, BTreeSet};

use go_board::{BoardSize, Color, Move, PlayoutBoard, Point, Symmetry};
use go_games::{Cell, Game, Results, Shape, ShapeError, ShapeSearch, ShapeTally, Turn};
use proptest::prelude::*;
use wished::game;

/// A placement: the conditions on its points, and its rectangle.
type Placement = (BTreeSet<(Point, Option<Color>)>, BTreeSet<Point>);
/// What every point of a placement is in the shape as asked for, and whether colours are exchanged.
type Way = BTreeMap<Point, (Point, bool)>;

struct Slow {
    placements: BTreeMap<Placement, Vec<Way>>,
}

impl Slow {
    fn new(shape: &Shape) -> Slow {
        let size = shape.size();
        let rectangle: Vec<Point> = size.points().filter(|&p| shape.cell(p).is_some()).collect();
        let mut placements: BTreeMap<Placement, Vec<Way>> = BTreeMap::new();
        for exchange in [false, true] {
            for symmetry in Symmetry::ALL {
                let turned: Vec<Point> = rectangle.iter().map(|&p| symmetry.apply(size, p)).collect();
                let n = i32::from(size.get());
                let touches = |line: fn(Point) -> u8| turned.iter().any(|&p| [0, n - 1].contains(&i32::from(line(p))));
                for dx in 1 - n..n {
                    for dy in 1 - n..n {
                        let moved: Option<Vec<Point>> = turned.iter().map(|&p| size.offset(p, dx, dy)).collect();
                        let Some(moved) = moved else { continue };
                        let edge =
                            |line: fn(Point) -> u8| moved.iter().any(|&p| [0, n - 1].contains(&i32::from(line(p))));
                        let holds = |shift: i32, line: fn(Point) -> u8| {
                            if touches(line) { shift == 0 } else { !edge(line) }
                        };
                        if !holds(dx, Point::x) || !holds(dy, Point::y) {
                            continue;
                        }
                        let mut wanted = BTreeSet::new();
                        let mut back = BTreeMap::new();
                        for (&from, &to) in rectangle.iter().zip(&moved) {
                            back.insert(to, (from, exchange));
                            match shape.cell(from) {
                                Some(Cell::Empty) => wanted.insert((to, None)),
                                Some(Cell::Stone(color)) => {
                                    wanted.insert((to, Some(if exchange { color.opponent() } else { color })))
                                }
                                _ => continue,
                            };
                        }
                        placements.entry((wanted, moved.into_iter().collect())).or_default().push(back);
                    }
                }
            }
        }
        Slow { placements }
    }

    /// Occurrences as (moves before, answer), sorted.
    fn occurrences(&self, game: &Game) -> Vec<(usize, Option<(Point, Color)>)> {
        let mut board = PlayoutBoard::new(game.size);
        let mut found = Vec::new();
        let mut fitted: BTreeSet<&Placement> = BTreeSet::new();
        // Placement -> where its occurrence stands in `found`.
        let mut open: BTreeMap<&Placement, usize> = BTreeMap::new();
        for n in 0..=game.turns.len() {
            let fits: BTreeSet<&Placement> = self
                .placements
                .keys()
                .filter(|placement| placement.0.iter().all(|&(point, wanted)| board.color_at(point) == wanted))
                .collect();
            open.retain(|placement, _| fits.contains(placement));
            for placement in fits.difference(&fitted) {
                open.insert(placement, found.len());
                found.push((n, None));
            }
            fitted = fits;
            let Some(turn) = game.turns.get(n) else { break };
            let Move::Play(point) = turn.mv() else {
                board.pass();
                continue;
            };
            open.retain(|placement, &mut at| {
                let (rectangle, ways) = (&placement.1, &self.placements[*placement]);
                if rectangle.contains(&point) {
                    let exchanged = ways[0].values().next().expect("a point").1;
                    let color = if exchanged { turn.color().opponent() } else { turn.color() };
                    let images = ways.iter().map(|way| way[&point]).filter(|&(_, exchange)| exchange == exchanged);
                    found[at].1 = images.map(|(image, _)| image).min().map(|image| (image, color));
                }
                !rectangle.contains(&point)
            });
            board.play_unchecked(point, turn.color());
        }
        found.sort();
        found
    }
}

fn board_after(game: &Game, n: usize) -> PlayoutBoard {
    let mut board = PlayoutBoard::new(game.size);
    for turn in &game.turns[..n] {
        if let Move::Play(point) = turn.mv() {
            board.play_unchecked(point, turn.color());
        }
    }
    board
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn the_same_as_the_slow_twin(
        side in 3_usize..7,
        first in prop::collection::vec((any::<i8>(), any::<i8>()), 4..60),
        second in prop::collection::vec((any::<i8>(), any::<i8>()), 4..60),
        corners in any::<(u8, u8, u8, u8)>(),
        after in any::<usize>(),
        holes in any::<u32>(),
    ) {
        let (first, second) = (game(side, &first), game(side, &second));
        let board = board_after(&first, after % 9 % (first.turns.len() + 1));
        let at = |x: u8, y: u8| first.size.point(usize::from(x) % side, usize::from(y) % side).expect("on the board");
        let (from, to) = (at(corners.0, corners.1), at(corners.2, corners.3));
        let cell = |point: Point| match board.color_at(point) {
            _ if holes >> (first.size.dense_index(point) % 32) & 7 == 0 => Cell::Any,
            Some(color) => Cell::Stone(color),
            None => Cell::Empty,
        };
        let Ok(shape) = Shape::new(first.size, from, to, cell) else { return Ok(()) };
        let (search, slow) = (ShapeSearch::new(&shape), Slow::new(&shape));
        for game in [&first, &second] {
            let mut found: Vec<_> = search
                .occurrences(game)
                .into_iter()
                .map(|o| (o.n_moves, o.next.map(|next| (next.point, next.color))))
                .collect();
            found.sort();
            prop_assert_eq!(found, slow.occurrences(game));
        }
        let whole = ShapeSearch::new(&Shape::whole(&board));
        prop_assert!(!whole.occurrences(&first).is_empty());
    }
}

fn named(names: &str, result: &str) -> Game {
    let size = BoardSize::NINE;
    let mut game = Game::new(size);
    for (n, name) in names.split_whitespace().enumerate() {
        game.turns.push(Turn::new(Color::BOTH[n % 2], Move::Play(size.parse_point(name).expect("a point"))));
    }
    game.outcome = sgf::Outcome::parse(result).expect("a result");
    game
}

#[test]
fn turned_and_recoloured_games_add_up() {
    let games = [named("C3 G7 E5", "B+R"), named("G7 C3 G3", "W+2.5"), named("C7 G3 E5", "B+1"), named("A1 B1", "0")];
    let asked = board_after(&games[0], 2);
    let tally = ShapeTally::of(&ShapeSearch::new(&Shape::whole(&asked)), &games);
    // The position equals itself turned by 180 degrees with colours exchanged, so that G3 is seen as one of the two corners.
    assert_eq!((tally.n_games, tally.n_found, tally.n_unanswered), (4, 3, 0));
    assert_eq!(tally.total, Results { n: 3, black: 2, white: 1 });
    let answers: Vec<(String, usize)> =
        tally.answers().iter().map(|(next, results)| (games[0].size.name(next.point), results.n)).collect();
    assert_eq!(answers, [("E5".to_owned(), 2), ("C7".to_owned(), 1)]);
    assert_eq!(tally.examples, [(0, 2), (1, 2), (2, 2)]);
}

#[test]
fn a_corner_shape_is_found_in_every_corner_and_nowhere_else() {
    let game = named("C3 E5 G3 C7", "0");
    let board = board_after(&game, 1);
    let size = game.size;
    let corner = |a: &str, b: &str| {
        let at = |name: &str| size.parse_point(name).expect("a point");
        Shape::part(&board, at(a), at(b)).expect("a shape")
    };
    let found = |shape: &Shape| ShapeSearch::new(shape).occurrences(&game).len();
    assert_eq!(found(&corner("A1", "D4")), 3, "C3, G3 and, colours exchanged, C7");
    assert_eq!(found(&corner("B2", "D4")), 4, "without edges also E5");
    let nothing =
        Shape::new(size, size.points().next().expect("a point"), size.points().next().expect("a point"), |_| Cell::Any);
    assert_eq!(nothing, Err(ShapeError::Nothing));
}
