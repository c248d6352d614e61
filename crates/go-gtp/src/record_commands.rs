//! `loadsgf` and `printsgf`: games from and to files, or into the reply.

use go_board::{Color, GameBoard, RuleSet};
use go_games::{Game, Turn, load_position, tree_from_game};
use gtp::{Call, Failure, Registry};
use sgf::Layout;

use crate::engine::GtpEngine;

pub(crate) fn add_to(registry: &mut Registry<GtpEngine>) {
    registry.add("loadsgf", loadsgf);
    registry.add("printsgf", printsgf);
}

/// `loadsgf FILE [MOVE]`: the position before that move, or at the end. What the record does not say stays as it is.
fn loadsgf(engine: &mut GtpEngine, call: &mut Call<'_>) -> Result<String, Failure> {
    let name = call.arguments.word("a file")?;
    let before = match call.arguments.peek() {
        Some(_) => Some(call.arguments.integer("move number", 0..=1_000_000_usize)?.max(1)),
        None => None,
    };
    call.arguments.finish()?;
    let cannot = |reason: &dyn std::fmt::Display| Failure::refused(format!("cannot load file: {name}: {reason}"));
    let bytes = engine.files.read(name).map_err(|error| cannot(&error))?;
    let decoded = sgf::decode(&bytes);
    let collection = sgf::parse(&decoded.text).map_err(|problem| cannot(&problem))?;
    let tree = collection.games.first().ok_or_else(|| cannot(&"it holds no game"))?;
    let mut loaded = load_position(tree, before).map_err(|error| cannot(&error))?;
    match tree.root().value("RU").and_then(RuleSet::parse) {
        Some(rule_set) => engine.rule_set = rule_set,
        None => loaded.board.set_rules(engine.game.rules()),
    }
    if loaded.komi.is_none() {
        loaded.board.set_komi(engine.game.komi());
    }
    engine.replace_game(loaded.board);
    Ok(String::new())
}

/// `printsgf [FILE]`: the game so far.
fn printsgf(engine: &mut GtpEngine, call: &mut Call<'_>) -> Result<String, Failure> {
    let name = call.arguments.optional();
    call.arguments.finish()?;
    let text = sgf::write_game(&tree_from_game(&record(&engine.game, engine.rule_set)), Layout::Lines(80));
    let Some(name) = name else { return Ok(text) };
    engine
        .files
        .write(name, text.as_bytes())
        .map_err(|error| Failure::refused(format!("cannot write file: {name}: {error}")))?;
    Ok(String::new())
}

/// The game on the board as a record.
fn record(board: &GameBoard, rule_set: RuleSet) -> Game {
    let mut start = board.clone();
    while start.undo() {}
    let stones = |color| start.size().points().filter(|&point| start.board().color_at(point) == Some(color)).collect();
    Game {
        komi: Some(board.komi()),
        handicap: u8::try_from(board.n_handicap()).unwrap_or(u8::MAX),
        rules: Some(rule_set),
        setup: Color::BOTH.map(stones),
        first_player: start.to_move(),
        turns: board.moves().map(|(color, mv)| Turn::new(color, mv)).collect(),
        ..Game::new(board.size())
    }
}
