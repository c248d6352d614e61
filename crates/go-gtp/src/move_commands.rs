//! Commands that make, ask for and take back moves.

use std::time::Duration;

use go_board::{Color, GameBoard, IllegalMove, Move};
use go_engine::{Choice, Purpose};
use gtp::{Call, Failure, Interrupt, Registry};

use crate::engine::GtpEngine;
use crate::vertices::{move_text, points_text, read_color, read_move};

pub(crate) fn add_to(registry: &mut Registry<GtpEngine>) {
    // The opponent's time is ours too, as long as the board is as our move left it.
    registry.when_idle(|engine, interrupt| {
        if engine.ponder_at == Some(stage(&engine.game)) {
            engine.player.ponder(&engine.game, &|| interrupt.input_waiting());
        }
    });
    registry.add("play", play);
    registry.add(
        "undo",
        |engine, _| {
            if engine.game.undo() { Ok(String::new()) } else { Err(Failure::refused("cannot undo")) }
        },
    );
    registry.add("genmove", |engine, call| genmove(engine, call, Purpose::Game));
    registry.add("reg_genmove", reg_genmove);
    registry.add("is_legal", |engine, call| {
        let color = read_color(&mut call.arguments)?;
        let mv = read_move(&mut call.arguments, engine.game.size())?;
        Ok(u8::from(engine.game.check(color, mv).is_ok()).to_string())
    });
    registry.add("all_legal", |engine, call| {
        let color = read_color(&mut call.arguments)?;
        let (game, size) = (&engine.game, engine.game.size());
        Ok(points_text(size.points().filter(|&point| game.check(color, Move::Play(point)).is_ok()), size))
    });
}

fn play(engine: &mut GtpEngine, call: &mut Call<'_>) -> Result<String, Failure> {
    let color = read_color(&mut call.arguments)?;
    let mv = read_move(&mut call.arguments, engine.game.size())?;
    call.arguments.finish()?;
    play_as_recorded(&mut engine.game, color, mv)?;
    Ok(String::new())
}

/// Where a game is: its moves and its stones.
fn stage(game: &GameBoard) -> (usize, u64) {
    (game.moves().len(), game.board().hash())
}

/// Plays what a real game may contain: suicide and repetition pass, an immediate retake of a ko does not.
pub(crate) fn play_as_recorded(game: &mut GameBoard, color: Color, mv: Move) -> Result<(), Failure> {
    let allowed = match mv {
        Move::Play(point) if game.board().ko_point(color) == Some(point) => Err(IllegalMove::Ko),
        _ => game.play_recorded(color, mv),
    };
    allowed.map_err(|reason| Failure::refused(format!("illegal move: {reason}")))
}

/// Chooses a move, plays it and replies with it.
pub(crate) fn genmove(engine: &mut GtpEngine, call: &mut Call<'_>, purpose: Purpose) -> Result<String, Failure> {
    let color = read_color(&mut call.arguments)?;
    call.arguments.finish()?;
    let begin = (engine.now)();
    let choice = choose(engine, color, purpose, &call.interrupt);
    play_chosen(engine, color, choice, begin)
}

/// Plays the chosen move, stops the clock that ran since `begin`, and replies with the move.
pub(crate) fn play_chosen(
    engine: &mut GtpEngine,
    color: Color,
    choice: Choice,
    begin: Duration,
) -> Result<String, Failure> {
    let used = (engine.now)().saturating_sub(begin);
    if let Some(clock) = engine.clock_of(color) {
        clock.spend(used);
    }
    engine.ponder_at = None;
    let Choice::Play(mv) = choice else { return Ok("resign".to_owned()) };
    let text = move_text(mv, engine.game.size());
    engine
        .game
        .play(color, mv)
        .map_err(|reason| Failure::refused(format!("the player chose {text}, which is illegal: {reason}")))?;
    engine.ponder_at = Some(stage(&engine.game));
    Ok(text)
}

fn reg_genmove(engine: &mut GtpEngine, call: &mut Call<'_>) -> Result<String, Failure> {
    let color = read_color(&mut call.arguments)?;
    call.arguments.finish()?;
    let to_move = engine.game.to_move();
    let choice = choose(engine, color, Purpose::Test, &call.interrupt);
    engine.game.set_to_move(to_move);
    Ok(match choice {
        Choice::Play(mv) => move_text(mv, engine.game.size()),
        Choice::Resign => "resign".to_owned(),
    })
}

/// Makes it this colour's turn: a controller may let one colour move twice in a row.
pub(crate) fn take_turn(engine: &mut GtpEngine, color: Color) {
    if engine.game.to_move() != color {
        engine.game.set_to_move(color);
    }
}

fn choose(engine: &mut GtpEngine, color: Color, purpose: Purpose, interrupt: &Interrupt) -> Choice {
    take_turn(engine, color);
    let clock = engine.clock_of(color).filter(|_| purpose != Purpose::Test);
    engine.choose(purpose, clock, &|| interrupt.requested())
}
