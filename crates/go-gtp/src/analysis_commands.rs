//! Analysis for front ends: `lz-analyze`, `kata-analyze`, `analyze` and their `genmove` forms.
//!
//! The reply grows by one line per interval. An analysis ends on any input; a `genmove` form ends with its move.
//! `avoid` and `allow` (moves to leave out) are rejected: the player does not support them.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use go_board::Color;
use go_engine::{Choice, Purpose, Task, Watch};
use gtp::{Arguments, Call, Failure, Registry, Stream};

use crate::analysis_text::{AnalysisOptions, Dialect, analysis_line};
use crate::engine::GtpEngine;
use crate::graphics::LastAnalysis;
use crate::move_commands::{play_chosen, take_turn};
use crate::vertices::color;

/// How often to report when the front end does not say.
const USUAL_INTERVAL: Duration = Duration::from_millis(500);

pub(crate) fn add_to(registry: &mut Registry<GtpEngine>) {
    registry.add_streaming("lz-analyze", |engine, call, stream| analyze(engine, call, stream, Dialect::LeelaZero));
    registry.add_streaming("analyze", |engine, call, stream| analyze(engine, call, stream, Dialect::LeelaZero));
    registry.add_streaming("kata-analyze", |engine, call, stream| analyze(engine, call, stream, Dialect::KataGo));
    registry.add_streaming("lz-genmove_analyze", |engine, call, stream| {
        genmove_analyze(engine, call, stream, Dialect::LeelaZero)
    });
    registry.add_streaming("genmove_analyze", |engine, call, stream| {
        genmove_analyze(engine, call, stream, Dialect::LeelaZero)
    });
    registry.add_streaming("kata-genmove_analyze", |engine, call, stream| {
        genmove_analyze(engine, call, stream, Dialect::KataGo)
    });
}

/// The arguments: `[b|w] [CENTISECONDS] [KEY VALUE]...`
struct Question {
    color: Color,
    interval: Duration,
    options: AnalysisOptions,
}

fn read_question(arguments: &mut Arguments<'_>, to_move: Color) -> Result<Question, Failure> {
    let mut question = Question { color: to_move, interval: USUAL_INTERVAL, options: AnalysisOptions::default() };
    if let Some(named) = arguments.peek().and_then(gtp::Color::parse) {
        question.color = color(named);
        arguments.optional();
    }
    if arguments.peek().is_some_and(|word| word.starts_with(|letter: char| letter.is_ascii_digit())) {
        question.interval = centiseconds(arguments)?;
    }
    while let Some(key) = arguments.optional() {
        let options = &mut question.options;
        match key {
            "interval" => question.interval = centiseconds(arguments)?,
            "minmoves" => options.min_moves = arguments.integer("minmoves", 0..=1_000)?,
            "maxmoves" => options.max_moves = arguments.integer("maxmoves", 0..=1_000)?,
            "ownership" => options.ownership = arguments.boolean("ownership")?,
            "rootInfo" => options.root_info = arguments.boolean("rootInfo")?,
            // Supported by KataGo but not here: a front end that probes with `true` must get an error.
            "pvVisits" | "pvEdgeVisits" | "ownershipStdev" | "movesOwnership" | "movesOwnershipStdev" => {
                if arguments.boolean(key)? {
                    return Err(Failure::refused(format!("{key} is not offered")));
                }
            }
            _ => return Err(arguments.wrong(key, "interval, minmoves, maxmoves, ownership or rootInfo")),
        }
    }
    Ok(question)
}

fn centiseconds(arguments: &mut Arguments<'_>) -> Result<Duration, Failure> {
    let number = arguments.float("interval in centiseconds")?;
    // An interval of zero means as often as possible; a hundred lines per second are plenty.
    Ok(Duration::from_secs_f64((number / 100.0).clamp(0.01, 1e6)))
}

fn analyze(
    engine: &mut GtpEngine,
    call: &mut Call<'_>,
    stream: &mut Stream<'_>,
    dialect: Dialect,
) -> Result<(), Failure> {
    let question = read_question(&mut call.arguments, engine.game.to_move())?;
    let to_move = engine.game.to_move();
    take_turn(engine, question.color);
    let interrupt = &call.interrupt;
    let thought = think(engine, &question, dialect, stream, Purpose::Analysis, &|| interrupt.input_waiting());
    engine.game.set_to_move(to_move);
    thought.map(drop)
}

fn genmove_analyze(
    engine: &mut GtpEngine,
    call: &mut Call<'_>,
    stream: &mut Stream<'_>,
    dialect: Dialect,
) -> Result<(), Failure> {
    let question = read_question(&mut call.arguments, engine.game.to_move())?;
    take_turn(engine, question.color);
    let begin = (engine.now)();
    let interrupt = &call.interrupt;
    let choice = think(engine, &question, dialect, stream, Purpose::Game, &|| interrupt.requested())?;
    let text = play_chosen(engine, question.color, choice, begin)?;
    stream.line(&format!("play {text}"))
}

/// Runs the player and streams its analysis.
fn think(
    engine: &mut GtpEngine,
    question: &Question,
    dialect: Dialect,
    stream: &mut Stream<'_>,
    purpose: Purpose,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<Choice, Failure> {
    let size = engine.game.size();
    let clock = engine.clock_of(question.color).filter(|_| purpose == Purpose::Game);
    let is_gone = AtomicBool::new(false);
    let mut failure = None;
    let last_analysis = &mut engine.last_analysis;
    let mut show = |analysis: &go_engine::Analysis| {
        *last_analysis = Some(LastAnalysis { analysis: analysis.clone(), color: question.color, size });
        let line = analysis_line(analysis, size, dialect, question.options);
        if failure.is_none()
            && let Err(gone) = stream.line(&line)
        {
            // The controller has gone: the player must not go on thinking.
            failure = Some(gone);
            is_gone.store(true, Ordering::Relaxed);
        }
    };
    let stop = || is_gone.load(Ordering::Relaxed) || stop();
    let watch = Some(Watch { every: question.interval, show: &mut show });
    let choice = engine.player.choose(&engine.game, &mut Task { purpose, clock, stop: &stop, watch });
    match failure {
        Some(gone) => Err(gone),
        None => Ok(choice),
    }
}
