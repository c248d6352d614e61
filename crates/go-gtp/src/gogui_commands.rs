//! Commands of the GoGui front end.

use go_board::Color;
use gtp::{Call, Failure, Registry};

use crate::engine::GtpEngine;
use crate::graphics::LastAnalysis;
use crate::move_commands::play_as_recorded;
use crate::vertices::{read_color, read_move, read_point};

/// Type, label and command, as GoGui's analyze dialog wants them.
const ANALYZE_COMMANDS: &str = "\
gfx/Last Search/tesuji-search_graphics
dboard/Ownership/tesuji-ownership
dboard/Criticality/tesuji-criticality
string/Reasons Of The Model/tesuji-explain %p
string/Leaves Of The Trees/tesuji-leaves %p
param/Settings/tesuji-param
plist/All Legal Moves/all_legal %c
plist/Dead Stones/final_status_list dead
plist/Stones in Seki/final_status_list seki
string/Final Score/final_score
string/Show Board/showboard
none/Set Random Seed/set_random_seed %s";

pub(crate) fn add_to(registry: &mut Registry<GtpEngine>) {
    registry.add("gogui-analyze_commands", |_, _| Ok(ANALYZE_COMMANDS.to_owned()));
    registry.add("tesuji-search_graphics", |engine, _| last_analysis(engine).map(LastAnalysis::gfx));
    registry.add("tesuji-ownership", |engine, _| last_analysis(engine)?.ownership().ok_or_else(not_counted));
    registry.add("tesuji-criticality", |engine, _| last_analysis(engine)?.criticality().ok_or_else(not_counted));
    registry.add("tesuji-param", parameters);
    registry.add("cputime", |engine, _| match &engine.processor_time {
        Some(clock) => Ok(format!("{:.3}", clock().as_secs_f64())),
        None => Err(Failure::refused("the processor time is not known here")),
    });
    // GoGui takes the existence of this command as support of `# interrupt`.
    registry.add("gogui-interrupt", |_, _| Ok(String::new()));
    registry.add("gogui-play_sequence", play_sequence);
    registry.add("gogui-setup", set_up);
    registry.add("gogui-setup_player", |engine, call| {
        let color = read_color(&mut call.arguments)?;
        call.arguments.finish()?;
        engine.game.set_to_move(color);
        Ok(String::new())
    });
}

fn last_analysis(engine: &GtpEngine) -> Result<&LastAnalysis, Failure> {
    engine.last_analysis.as_ref().ok_or_else(|| Failure::refused("nothing has been thought yet: ask for a move first"))
}

fn not_counted() -> Failure {
    Failure::refused("the player does not count this")
}

/// `tesuji-param [NAME VALUE]`: the settings as GoGui's dialog wants them, or a change of one.
fn parameters(engine: &mut GtpEngine, call: &mut Call<'_>) -> Result<String, Failure> {
    let arguments = &mut call.arguments;
    let Some(name) = arguments.optional() else {
        return Ok(format!("[bool] live_graphics {}", u8::from(engine.live_graphics)));
    };
    if name != "live_graphics" {
        return Err(arguments.wrong(name, "live_graphics"));
    }
    let value = arguments.word("0 or 1")?;
    engine.live_graphics = match value {
        "0" => false,
        "1" => true,
        _ => return Err(arguments.wrong(value, "0 or 1")),
    };
    arguments.finish()?;
    Ok(String::new())
}

/// `gogui-play_sequence b D4 w Q16 ...`: all of the moves, or none.
fn play_sequence(engine: &mut GtpEngine, call: &mut Call<'_>) -> Result<String, Failure> {
    let mut game = engine.game.clone();
    while call.arguments.peek().is_some() {
        let color = read_color(&mut call.arguments)?;
        let mv = read_move(&mut call.arguments, game.size())?;
        play_as_recorded(&mut game, color, mv)?;
    }
    engine.game = game;
    Ok(String::new())
}

/// `gogui-setup b A1 w B2 ...`: stones that are not moves.
fn set_up(engine: &mut GtpEngine, call: &mut Call<'_>) -> Result<String, Failure> {
    let mut stones = [Vec::new(), Vec::new()];
    while call.arguments.peek().is_some() {
        let color: Color = read_color(&mut call.arguments)?;
        stones[color.index()].push(read_point(&mut call.arguments, engine.game.size())?);
    }
    let [black, white] = stones;
    engine.game.set_up(&black, &white, &[]).map_err(|error| Failure::refused(format!("cannot set up: {error}")))?;
    Ok(String::new())
}
