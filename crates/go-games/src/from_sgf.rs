//! From an SGF tree to a game: the main line, leniently, as real archives write it.
//!
//! Komi of a hundred and more is in hundredths (Fox writes `KM[650]`, and `KM[375]` for 3.75 Chinese stones, which are
//! 7.5 points). Rejects only records that no board could show; see [`Refusal`]. Does *not* follow variations.

use crate::game::Game;
use crate::rank::Rank;
use crate::refusal::Refusal;
use crate::turn::Turn;
use go_board::{BoardSize, Color, Move, Point, PointSet, RuleSet};
use sgf::value::{parse_color, parse_move, parse_points};
use sgf::{Date, GameTree, Node, Outcome, Size};

/// Longer records are considered broken.
pub const MAX_MOVES: usize = 10_000;

/// The game of a tree: its main line.
pub fn game_from_tree(tree: &GameTree<'_>) -> Result<Game, Refusal> {
    let root = tree.root();
    let (size, sgf_size) = board_size(root)?;
    let mut game = Game::new(size);
    read_info(root, &mut game);
    let mut to_move = None;
    let mut stones = [PointSet::new(); 2];
    for node in tree.main_line() {
        for property in node.properties() {
            match property.name() {
                "B" => push_turn(&mut game, Color::Black, property.value(), sgf_size)?,
                "W" => push_turn(&mut game, Color::White, property.value(), sgf_size)?,
                "AB" | "AW" | "AE" if !game.turns.is_empty() => return Err(Refusal::SetupInGame(game.turns.len())),
                "AB" => add_stones(&mut stones, Some(Color::Black), property.values(), sgf_size)?,
                "AW" => add_stones(&mut stones, Some(Color::White), property.values(), sgf_size)?,
                "AE" => add_stones(&mut stones, None, property.values(), sgf_size)?,
                "PL" if game.turns.is_empty() => to_move = parse_color(property.value()).ok().map(our_color),
                _ => {}
            }
        }
    }
    game.setup = stones.map(|stones| stones.iter().collect());
    let [black, white] = &game.setup;
    if game.handicap == 0 && black.len() >= 2 && white.is_empty() && black.len() <= 25 {
        let white_begins = game.turns.first().is_none_or(|turn| turn.color() == Color::White);
        game.handicap = if white_begins { black.len() as u8 } else { 0 };
    }
    let by_handicap = if game.handicap >= 2 && !black.is_empty() { Color::White } else { Color::Black };
    game.first_player = game.turns.first().map(|turn| turn.color()).or(to_move).unwrap_or(by_handicap);
    if game.turns.is_empty() { Err(Refusal::NoMoves) } else { Ok(game) }
}

/// The board size of the root, which must be square and at most 25.
pub(crate) fn board_size(root: Node<'_>) -> Result<(BoardSize, Size), Refusal> {
    let short = |raw: &str| raw.chars().take(20).collect::<String>();
    if let Some(other) = root.value("GM").filter(|raw| !matches!(raw.trim(), "" | "1")) {
        return Err(Refusal::OtherGame(short(other)));
    }
    let Some(raw) = root.value("SZ").filter(|raw| !raw.trim().is_empty()) else {
        return Ok((BoardSize::NINETEEN, Size::DEFAULT));
    };
    let refusal = || Refusal::BadSize(short(raw));
    let written_with_x = || Size::parse(&raw.replace(['x', 'X'], ":"));
    let sgf_size =
        Size::parse(raw).or_else(written_with_x).filter(|size| size.columns == size.rows).ok_or_else(refusal)?;
    let size = BoardSize::new(sgf_size.columns.into()).map_err(|_| refusal())?;
    Ok((size, sgf_size))
}

/// The information of the root, for a record whose moves are not a plain game.
pub(crate) fn game_without_turns(root: Node<'_>, size: BoardSize) -> Game {
    let mut game = Game::new(size);
    read_info(root, &mut game);
    game
}

fn read_info(root: Node<'_>, game: &mut Game) {
    for property in root.properties() {
        let raw = property.value();
        match property.name() {
            "KM" => game.komi = parse_komi(raw),
            "HA" => game.handicap = raw.trim().parse().ok().filter(|n| (2..=25).contains(n)).unwrap_or(0),
            "RU" => game.rules = RuleSet::parse(raw),
            "DT" => game.date = Date::parse(raw),
            "BR" => game.ranks[0] = Rank::parse(raw),
            "WR" => game.ranks[1] = Rank::parse(raw),
            "PB" => game.players[0] = sgf::text::simple_text(raw).into_owned(),
            "PW" => game.players[1] = sgf::text::simple_text(raw).into_owned(),
            "RE" => game.outcome = Outcome::parse(raw).unwrap_or(Outcome::Unknown),
            _ => {}
        }
    }
}

/// Komi as archives write it; `None` if it is not a plausible number.
pub(crate) fn parse_komi(raw: &str) -> Option<f32> {
    let number: String = raw.trim().replace(',', ".");
    let komi = sgf::value::parse_real(&number).ok()? as f32;
    let points = if komi.abs() < 100.0 { komi } else { komi / 100.0 };
    // A quarter of a point can only mean Chinese stones, half of the points.
    let points = if (points.abs() * 4.0) % 2.0 == 1.0 { points * 2.0 } else { points };
    (points.abs() < 400.0).then_some(points)
}

pub(crate) fn our_color(color: sgf::value::Color) -> Color {
    match color {
        sgf::value::Color::Black => Color::Black,
        sgf::value::Color::White => Color::White,
    }
}

#[inline]
fn push_turn(game: &mut Game, color: Color, raw: &str, size: Size) -> Result<(), Refusal> {
    let move_number = game.turns.len() + 1;
    if move_number > MAX_MOVES {
        return Err(Refusal::TooLong(move_number));
    }
    let mv = our_move(color, raw, size, move_number)?;
    game.turns.push(Turn::new(color, mv));
    Ok(())
}

/// The move of a raw value.
#[inline]
pub(crate) fn our_move(color: Color, raw: &str, size: Size, move_number: usize) -> Result<Move, Refusal> {
    // Boards have at most 25 lines, so capital letters can only mean the small ones.
    let value = parse_move(raw, size).or_else(|_| parse_move(&raw.to_ascii_lowercase(), size));
    let mv = match value {
        Ok(sgf::value::Move::Pass) => Some(Move::Pass),
        Ok(sgf::value::Move::At(point)) => Point::new(point.column, point.row).map(Move::Play),
        Err(_) => None,
    };
    let bad = || Refusal::BadMove { move_number, color: color.letter(), value: raw.chars().take(20).collect() };
    mv.ok_or_else(bad)
}

/// Applies `AB`, `AW` or (without colour) `AE` to the stones that stand before the first move.
fn add_stones<'t>(
    stones: &mut [PointSet; 2],
    color: Option<Color>,
    values: impl Iterator<Item = &'t str>,
    size: Size,
) -> Result<(), Refusal> {
    for raw in values.filter(|raw| !raw.trim().is_empty()) {
        for point in parse_points(raw, size).map_err(|_| Refusal::BadSetup)? {
            let point = Point::new(point.column, point.row).ok_or(Refusal::BadSetup)?;
            for side in Color::BOTH {
                if color == Some(side) {
                    stones[side.index()].insert(point);
                } else {
                    stones[side.index()].remove(point);
                }
            }
        }
    }
    Ok(())
}
