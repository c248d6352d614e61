//! `time_settings`, `time_left` and the time systems of servers.

use std::time::Duration;

use go_engine::{ClockReading, TimeControl};
use gtp::{Arguments, Call, Failure, Registry};

use crate::engine::GtpEngine;
use crate::vertices::read_color;

/// Longest time that is taken seriously: a year.
const MAX_SECONDS: f64 = 366.0 * 24.0 * 3600.0;

pub(crate) fn add_to(registry: &mut Registry<GtpEngine>) {
    registry.add("time_settings", time_settings);
    registry.add("time_left", time_left);
    registry.add("kgs-time_settings", |engine, call| named_system(engine, call, &KGS_SYSTEMS));
    registry.add("kata-time_settings", |engine, call| named_system(engine, call, &KATA_SYSTEMS));
    registry.add("kata-list_time_settings", |_, _| Ok(KATA_SYSTEMS.join(" ")));
}

/// The systems of the KGS server.
const KGS_SYSTEMS: [&str; 4] = ["none", "absolute", "canadian", "byoyomi"];
/// Those of KataGo, which the bridge to OGS uses.
const KATA_SYSTEMS: [&str; 6] = ["none", "absolute", "canadian", "byoyomi", "fischer", "fischer-capped"];

/// `time_settings MAIN BYOYOMI STONES`: Canadian time; no period means absolute time, a period without stones no limit.
fn time_settings(engine: &mut GtpEngine, call: &mut Call<'_>) -> Result<String, Failure> {
    let main = seconds(&mut call.arguments, "main time")?;
    let period = seconds(&mut call.arguments, "byo yomi time")?;
    let n_stones = call.arguments.integer("byo yomi stones", 0..=10_000)?;
    call.arguments.finish()?;
    let control = match (period.is_zero(), n_stones) {
        (true, _) => Some(TimeControl::Absolute { main }),
        (false, 0) => None,
        (false, n_stones) => Some(TimeControl::Canadian { main, period, n_stones }),
    };
    engine.set_time(control);
    Ok(String::new())
}

fn time_left(engine: &mut GtpEngine, call: &mut Call<'_>) -> Result<String, Failure> {
    let color = read_color(&mut call.arguments)?;
    let left = seconds(&mut call.arguments, "time")?;
    let n_left = call.arguments.integer("stones", 0..=10_000)?;
    call.arguments.finish()?;
    // Without settings there is no time system to count in, and the reading is ignored.
    if let Some(clock) = engine.clock_of(color) {
        clock.reading = Some(ClockReading { left, n_left });
    }
    Ok(String::new())
}

/// `SYSTEM NUMBERS...`, where the system is one of those allowed.
fn named_system(engine: &mut GtpEngine, call: &mut Call<'_>, allowed: &[&str]) -> Result<String, Failure> {
    let arguments = &mut call.arguments;
    let wanted = allowed.join(", ");
    let system = arguments.word(&wanted)?;
    let main = |arguments: &mut Arguments<'_>| seconds(arguments, "main time");
    let control = match system {
        _ if !allowed.contains(&system) => return Err(arguments.wrong(system, &wanted)),
        "absolute" => Some(TimeControl::Absolute { main: main(arguments)? }),
        "canadian" => Some(TimeControl::Canadian {
            main: main(arguments)?,
            period: seconds(arguments, "period")?,
            n_stones: arguments.integer("stones", 1..=10_000)?,
        }),
        "byoyomi" => Some(TimeControl::ByoYomi {
            main: main(arguments)?,
            period: seconds(arguments, "period")?,
            n_periods: arguments.integer("periods", 1..=10_000)?,
        }),
        "fischer" | "fischer-capped" => {
            let control = TimeControl::Fischer { main: main(arguments)?, increment: seconds(arguments, "increment")? };
            // The caps bound what a clock may accumulate; `time_left` reports the actual value.
            let n_caps = if system == "fischer-capped" { 2 } else { 0 };
            (0..n_caps).try_for_each(|_| seconds(arguments, "cap").map(drop))?;
            Some(control)
        }
        _ => None,
    };
    arguments.finish()?;
    engine.set_time(control);
    Ok(String::new())
}

/// A time of zero or more seconds. Servers send the remaining time after a loss on time as a negative number.
fn seconds(arguments: &mut Arguments<'_>, what: &str) -> Result<Duration, Failure> {
    Ok(Duration::from_secs_f64(arguments.float(what)?.clamp(0.0, MAX_SECONDS)))
}
