//! The dictionary against a slow twin that tells every game as a list of events, cell by cell; and small games by hand.

mod wished;

use std::collections::BTreeMap;

use go_board::{BoardSize, Color, Move, PlayoutBoard, Point, Symmetry};
use go_games::dictionary::{
    Answer, Dictionary, LineTree, Local, LocalSearch, Region, RegionKind, TreeSettings, WalkSettings,
};
use go_games::{Game, Turn, read_games};
use proptest::prelude::*;

const FAR: WalkSettings = WalkSettings { until: 1000, depth: 1000, is_enclosed: false };

/// What is compared: occurrences, tenuki, and answers with (times, at once, won, lost).
type Counts = (usize, usize, usize, BTreeMap<Option<Point>, [usize; 4]>);
/// Stones as text, one letter a cell of the board: o own, x the opponent's.
type Slow = BTreeMap<String, Counts>;

fn board_after(game: &Game, n: usize) -> PlayoutBoard {
    let mut board = PlayoutBoard::new(game.size);
    for turn in &game.turns[..n] {
        if let Move::Play(point) = turn.mv() {
            board.play_unchecked(point, turn.color());
        }
    }
    board
}

/// Whether a point is in the upper right corner region, told without tables.
fn inside(kind: RegionKind, size: BoardSize, point: Point) -> bool {
    let (n, x, y) = (usize::from(size.get()), usize::from(point.x()), usize::from(point.y()));
    match kind {
        RegionKind::Corner => (n - 1 - x) + y <= n.div_ceil(2),
        RegionKind::Square(side) => x + usize::from(side) >= n && y < usize::from(side),
        RegionKind::Board => true,
    }
}

fn text(kind: RegionKind, board: &PlayoutBoard, turn: Color, way: Symmetry) -> String {
    let size = board.size();
    let mut cells = vec!['.'; size.area()];
    for point in size.points() {
        let image = way.apply(size, point);
        if let Some(color) = board.color_at(point).filter(|_| inside(kind, size, image)) {
            cells[size.dense_index(image)] = if color == turn { 'o' } else { 'x' };
        }
    }
    cells.into_iter().collect()
}

/// All places, by all ways that bring them home: (the place's points, the ways).
fn places(kind: RegionKind, size: BoardSize) -> BTreeMap<Vec<Point>, Vec<Symmetry>> {
    let mut places: BTreeMap<Vec<Point>, Vec<Symmetry>> = BTreeMap::new();
    for way in Symmetry::ALL {
        let points = size.points().filter(|&point| inside(kind, size, way.apply(size, point))).collect();
        places.entry(points).or_default().push(way);
    }
    places
}

/// The kept image of a position: the text whose sorted stones come first, as a list.
fn key(text: &str) -> Vec<(usize, char)> {
    let mut stones: Vec<(usize, char)> = text.chars().enumerate().filter(|(_, cell)| *cell != '.').collect();
    // An own stone counts as the larger one.
    stones.iter_mut().for_each(|stone| stone.1 = if stone.1 == 'o' { '1' } else { '0' });
    stones
}

fn slow(kind: RegionKind, games: &[Game], depth: usize) -> Slow {
    let mut counts = Slow::new();
    for game in games {
        let winner = game.outcome.winner().map(|winner| match winner {
            sgf::value::Color::Black => Color::Black,
            sgf::value::Color::White => Color::White,
        });
        for (points, ways) in places(kind, game.size) {
            let mut note = |board: &PlayoutBoard,
                            turn: Color,
                            left: Option<bool>,
                            answer: Option<(Option<Point>, bool)>| {
                let images: Vec<String> = ways.iter().map(|&way| text(kind, board, turn, way)).collect();
                let best = images.iter().min_by_key(|image| key(image)).expect("a way").clone();
                let entry = counts.entry(best.clone()).or_default();
                entry.0 += 1;
                entry.1 += usize::from(left.is_some());
                entry.2 += usize::from(left == Some(true));
                if let Some((point, at_once)) = answer {
                    let fitting = ways.iter().zip(&images).filter(|(_, image)| **image == best);
                    let point = point.and_then(|point| {
                        fitting.map(|(way, _)| way.apply(game.size, point)).min_by_key(|p| game.size.dense_index(*p))
                    });
                    let row = entry.3.entry(point).or_default();
                    row[0] += 1;
                    row[1] += usize::from(at_once);
                    row[2] += usize::from(winner == Some(turn));
                    row[3] += usize::from(winner == Some(turn.opponent()));
                }
            };
            let stones = |n: usize| {
                let board = board_after(game, n);
                points.iter().map(|&point| board.color_at(point)).collect::<Vec<_>>()
            };
            // Events: local moves, and changes from outside.
            let mut last: Option<(Color, usize)> = None;
            let mut n_local = 0;
            for (n, turn) in game.turns.iter().enumerate() {
                let Move::Play(point) = turn.mv() else { continue };
                let board = board_after(game, n);
                if points.contains(&point) {
                    match last {
                        Some((color, since)) if color != turn.color() => {
                            note(&board, turn.color(), Some(since != n), Some((Some(point), since == n)));
                        }
                        _ => {
                            if let Some((color, _)) = last {
                                note(&board, color.opponent(), Some(true), Some((None, false)));
                            }
                            note(&board, turn.color(), None, Some((Some(point), false)));
                        }
                    }
                    n_local += 1;
                    last = Some((turn.color(), n + 1));
                } else if stones(n) != stones(n + 1) {
                    if let Some((color, _)) = last {
                        note(&board, color.opponent(), Some(true), None);
                    }
                    last = Some((turn.color(), n + 1));
                }
                if n_local == depth {
                    break;
                }
            }
            if let Some((color, since)) = last.filter(|_| n_local < depth) {
                let n = game.turns.len();
                note(&board_after(game, n), color.opponent(), (since < n).then_some(true), None);
            }
        }
    }
    counts
}

fn fast(dictionary: &Dictionary) -> Slow {
    let size = dictionary.region().size();
    let row = |(local, entry): (&Local, &go_games::dictionary::Entry)| {
        let mut cells = vec!['.'; size.area()];
        for stone in local.stones(size) {
            cells[size.dense_index(stone.point)] = if stone.is_own { 'o' } else { 'x' };
        }
        let answer = |answer| if let Answer::Play(point) = answer { Some(point) } else { None };
        let answers = entry.answers();
        let answers =
            answers.iter().map(|(a, counts)| (answer(*a), [counts.n, counts.n_at_once, counts.n_won, counts.n_lost]));
        (cells.into_iter().collect(), (entry.n, entry.n_reached, entry.n_left, answers.collect()))
    };
    dictionary.entries().map(row).collect()
}

/// A game of the wishes that can be played, with a result.
fn game(side: usize, wishes: &[(i8, i8)], result: &str) -> Game {
    let mut game = wished::game(side, wishes);
    game.outcome = sgf::Outcome::parse(result).expect("a result");
    game
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn the_same_as_the_slow_twin(
        side in 3_usize..7,
        first in prop::collection::vec((any::<i8>(), any::<i8>()), 4..50),
        second in prop::collection::vec((any::<i8>(), any::<i8>()), 4..50),
        depth in 1_usize..30,
    ) {
        let games = [game(side, &first, "B+R"), game(side, &second, "W+1.5")];
        for kind in [RegionKind::Corner, RegionKind::Square(2), RegionKind::Board] {
            let region = Region::new(games[0].size, kind);
            let settings = WalkSettings { depth, ..FAR };
            let dictionary = Dictionary::of(region.clone(), settings, &games, &|_| ());
            prop_assert_eq!(fast(&dictionary), slow(kind, &games, depth));
            // One position alone, as it lies on the board, has the counts of the dictionary.
            let at = depth.min(games[0].turns.len() - 1);
            let board = board_after(&games[0], at);
            for place in 0..region.n_places() {
                let turn = games[0].turns[at].color();
                let search = LocalSearch::new((region.clone(), place), settings, &board, turn);
                let (entry, found) = search.entry(&games, 0..2);
                let stones: Vec<_> = region.points()
                    .filter_map(|home| Some((home, board.color_at(region.take_back(place, home))?)))
                    .collect();
                let known = dictionary.entry(&Local::of_colors(&region, &stones, turn));
                prop_assert_eq!(known.map_or(0, |known| known.n), entry.n);
                prop_assert_eq!(found.is_empty(), entry.n == 0);
                let times = |entry: &go_games::dictionary::Entry| {
                    let mut n: Vec<_> = entry.answers().iter().map(|(_, counts)| (counts.n, counts.n_won)).collect();
                    n.sort_unstable();
                    n
                };
                prop_assert_eq!(known.map_or(vec![], times), times(&entry));
            }
        }
    }
}

fn named(names: &str, date: &str, result: &str) -> Game {
    let size = BoardSize::NINETEEN;
    let mut game = Game::new(size);
    for (n, name) in names.split_whitespace().enumerate() {
        game.turns.push(Turn::new(Color::BOTH[n % 2], Move::Play(size.parse_point(name).expect("a point"))));
    }
    game.date = sgf::Date::parse(date);
    game.outcome = sgf::Outcome::parse(result).expect("a result");
    game
}

/// The lines as text: moves, times.
fn lines(dictionary: &Dictionary, least: usize) -> Vec<(String, usize)> {
    let tree = LineTree::new(dictionary, TreeSettings { least, most: 9, depth: 9 });
    let size = dictionary.region().size();
    let name = |(color, point): (Color, Option<Point>)| {
        format!("{}{}", color.letter(), point.map_or("-".to_owned(), |point| size.name(point)))
    };
    let line = |nth| tree.moves(nth).into_iter().map(name).collect::<Vec<_>>().join(" ");
    (0..tree.lines.len()).map(|nth| (line(nth), tree.lines[nth].counts.n)).collect()
}

#[test]
fn corners_turned_and_recoloured_add_up_and_tenuki_is_seen() {
    // The same approach and answer in four corners; in the third White leaves the corner, and Black plays there again.
    let games = [named("Q16 D4 R14 F3 O17 C6", "2001", "B+R"), named("D4 Q16 C6 K10 F3", "2003", "W+R")];
    let dictionary = Dictionary::of(Region::new(BoardSize::NINETEEN, RegionKind::Corner), FAR, &games, &|_| ());
    let found = lines(&dictionary, 1);
    let count = |moves: &str| found.iter().find(|line| line.0 == moves).map(|line| line.1);
    assert_eq!(count("BQ16"), Some(4), "{found:?}");
    assert_eq!(dictionary.n_games, 2);
    // In the first game's home corner Black approaches its own stone: White was elsewhere.
    assert_eq!(count("BQ16 W-"), Some(3), "{found:?}");
    let own = Local::of_colors(
        dictionary.region(),
        &[(BoardSize::NINETEEN.parse_point("Q16").expect("a point"), Color::Black)],
        Color::White,
    );
    let entry = dictionary.entry(&own).expect("seen");
    assert_eq!((entry.n, entry.n_reached, entry.n_left), (4, 4, 4));
}

#[test]
fn a_novelty_has_its_year_and_game() {
    let games = [
        named("Q16 R14 O17", "1999-05-01", "B+R"),
        named("Q16 R14 O17", "2000", "W+R"),
        named("D16 C14 G17", "2001-02", "B+1"),
        named("Q16 R14 O16", "", "B+1"),
    ];
    let dictionary = Dictionary::of(Region::new(BoardSize::NINETEEN, RegionKind::Corner), FAR, &games, &|_| ());
    let tree = LineTree::new(&dictionary, TreeSettings { least: 1, most: 9, depth: 3 });
    let size = BoardSize::NINETEEN;
    let third: Vec<_> = tree.lines.iter().filter(|line| line.depth == 3).collect();
    let told: Vec<_> = third
        .iter()
        .map(|line| (line.point.map(|point| size.name(point)), line.counts.n, line.counts.first.game, line.novelty))
        .collect();
    let name = |text: &str| Some(text.to_owned());
    assert_eq!(told.len(), 3);
    assert!(
        told.contains(&(name("N17"), 1, 2, Some(2001))) || told.contains(&(name("R13"), 1, 2, Some(2001))),
        "{told:?}"
    );
    assert_eq!(told[0].1, 2);
    assert_eq!((told[0].2, told[0].3), (0, None), "nothing is new in the first year");
    assert!(told.iter().any(|line| line.2 == 3 && line.3.is_none()), "a game without a date shows no year");
}

#[test]
fn orders_of_moves_meet_and_the_later_line_refers_to_the_earlier() {
    let games = [named("Q16 D4 R14 D16 O17", "", "0"), named("Q16 D4 O17 D16 R14", "", "0")];
    let dictionary = Dictionary::of(Region::new(BoardSize::NINETEEN, RegionKind::Corner), FAR, &games, &|_| ());
    let tree = LineTree::new(&dictionary, TreeSettings { least: 1, most: 9, depth: 9 });
    // Both orders are one line: the approaches lie symmetrically.
    assert!(tree.lines.iter().all(|line| line.same_as.is_none()), "{:?}", lines(&dictionary, 1));
    let games = [named("Q16 R14 R15", "", "0"), named("R15 R14 Q16", "", "0")];
    let dictionary = Dictionary::of(Region::new(BoardSize::NINETEEN, RegionKind::Corner), FAR, &games, &|_| ());
    let tree = LineTree::new(&dictionary, TreeSettings { least: 1, most: 9, depth: 9 });
    assert_eq!(tree.lines.iter().filter(|line| line.same_as.is_some()).count(), 1);
    assert_eq!(tree.children(None).count(), 2);
}

#[test]
fn enclosed_corners_end_where_a_stone_lies_next_to_them() {
    let size = BoardSize::NINETEEN;
    let border =
        size.points().find(|&p| (18 - usize::from(p.x())) + usize::from(p.y()) == 11 && p.y() == 2).expect("one");
    let moves = format!("Q16 {} R14 D4 O17", size.name(border));
    let games = [named(&moves, "", "0")];
    let region = Region::new(size, RegionKind::Corner);
    let count = |is_enclosed| {
        let dictionary = Dictionary::of(region.clone(), WalkSettings { is_enclosed, ..FAR }, &games, &|_| ());
        lines(&dictionary, 1).len()
    };
    assert!(count(true) < count(false));
}

#[test]
fn final_owners_become_territory() {
    let size = BoardSize::NINETEEN;
    let games = [named("Q16 D4 R14", "", "B+5"), named("Q16 D4", "", "B+5")];
    let right = |point: Point| Some(if point.x() > 9 { Color::Black } else { Color::White });
    let owned: [(&Game, Option<go_games::dictionary::Ended<'_>>); 2] = [(&games[0], Some(&right)), (&games[1], None)];
    let region = Region::new(size, RegionKind::Square(5));
    let dictionary = Dictionary::with_owners(region, FAR, &owned, &|_| ());
    assert_eq!((dictionary.n_games, dictionary.n_ended), (2, 1));
    let tree = LineTree::new(&dictionary, TreeSettings { least: 1, most: 9, depth: 1 });
    let territory = tree.lines[0].counts.territory;
    assert_eq!(tree.lines[0].counts.n, 4, "Q16 and D4, both by the side that plays first in the corner");
    assert_eq!((territory.n, territory.mean(), territory.deviation()), (2, Some(25.0), Some(0.0)));
}

#[test]
fn a_dictionary_is_a_record_that_can_be_read_again() {
    let long = named("Q16 R14 O17 R16 R17 S17", "", "B+R");
    let games = [long.clone(), long, named("Q16 R14 R12", "", "W+R")];
    let dictionary = Dictionary::of(Region::new(BoardSize::NINETEEN, RegionKind::Corner), FAR, &games, &|_| ());
    let tree = LineTree::new(&dictionary, TreeSettings { least: 1, most: 9, depth: 9 });
    let comment =
        |line: Option<usize>| line.map_or("all".to_owned(), |line| format!("[{}]", tree.lines[line].counts.n));
    let text = sgf::write([&tree.to_sgf(&comment)], sgf::Layout::Compact);
    let read = sgf::parse_strict(&text).expect("sound SGF");
    assert_eq!(read.games[0].n_nodes(), tree.lines.len() + 1);
    assert_eq!(read.games[0].root().simple_text("C").as_deref(), Some("all"));
    let game = read_games(text.as_bytes()).expect("a file").into_first().expect("a game").expect("a sound one");
    assert_eq!(game.turns.len(), 6, "the most frequent variation is the main line");
}

#[test]
fn the_shipped_games_make_the_same_dictionary_in_any_order() {
    let bytes = include_bytes!("../../../data/games/policy-19x19.games");
    let mut games = go_games::read_database(bytes).expect("the shipped games");
    let settings = WalkSettings { until: 100, depth: 12, is_enclosed: false };
    let make = |games: &[Game], kind| Dictionary::of(Region::new(BoardSize::NINETEEN, kind), settings, games, &|_| ());
    for kind in [RegionKind::Corner, RegionKind::Board] {
        let forward = fast(&make(&games, kind));
        assert_eq!(forward, slow_until(kind, &games, settings), "{kind:?}");
        games.reverse();
        assert_eq!(fast(&make(&games, kind)), forward);
    }
}

fn slow_until(kind: RegionKind, games: &[Game], settings: WalkSettings) -> Slow {
    let cut: Vec<Game> = games
        .iter()
        .map(|game| {
            let mut game = game.clone();
            game.turns.truncate(settings.until);
            game
        })
        .collect();
    slow(kind, &cut, settings.depth)
}
