//! Commands about the game as a whole: name, board size, komi, rules, showing the board.

use go_board::{BoardSize, Color, MAX_SIZE};
use gtp::{Call, Failure, Registry};

use crate::engine::GtpEngine;
use crate::showboard::showboard;
use crate::vertices::{points_text, read_color};

/// Komi beyond the largest board's area is a slip of the keyboard.
const MAX_KOMI: f64 = 625.0;

pub(crate) fn add_to(registry: &mut Registry<GtpEngine>) {
    registry.add("name", |engine, _| Ok(engine.identity.name.clone()));
    registry.add("version", |engine, _| Ok(engine.identity.version.clone()));
    registry.add("boardsize", boardsize);
    registry.add("query_boardsize", |engine, _| Ok(engine.size().to_string()));
    registry.add("clear_board", |engine, _| {
        engine.begin(engine.game.size());
        Ok(String::new())
    });
    registry.add("komi", komi);
    registry.add("get_komi", |engine, _| Ok(engine.game.komi().to_string()));
    registry.add("showboard", |engine, _| Ok(showboard(&engine.game)));
    registry.add("list_stones", list_stones);
    registry.add("set_random_seed", |engine, call| {
        let seed = call.arguments.integer("seed", 0..=u64::MAX)?;
        engine.player.set_seed(seed);
        Ok(String::new())
    });
}

fn boardsize(engine: &mut GtpEngine, call: &mut Call<'_>) -> Result<String, Failure> {
    let word = call.arguments.word("size")?;
    call.arguments.finish()?;
    let n_lines: usize =
        word.parse().map_err(|_| call.arguments.wrong(word, &format!("a size from 1 to {MAX_SIZE}")))?;
    let size = BoardSize::new(n_lines)
        .map_err(|_| Failure::refused(format!("unacceptable size: {n_lines} is not 1 to {MAX_SIZE}")))?;
    engine.begin(size);
    Ok(String::new())
}

fn komi(engine: &mut GtpEngine, call: &mut Call<'_>) -> Result<String, Failure> {
    let komi = call.arguments.float("komi")?;
    call.arguments.finish()?;
    if komi.abs() > MAX_KOMI {
        return Err(Failure::syntax(format!("komi {komi} is beyond {MAX_KOMI}")));
    }
    engine.game.set_komi(komi as f32);
    Ok(String::new())
}

fn list_stones(engine: &mut GtpEngine, call: &mut Call<'_>) -> Result<String, Failure> {
    let color: Color = read_color(&mut call.arguments)?;
    let (board, size) = (engine.game.board(), engine.game.size());
    Ok(points_text(size.points().filter(|&point| board.color_at(point) == Some(color)), size))
}
