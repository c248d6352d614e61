//! `strippack solve`: packs one instance.

use std::io::IsTerminal;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;
use command_line::print;
use output_files::{Destination, OutputLock, check_ending, prepare, read_if_there, write_whole};
use report::number;
use stable_hash::splitmix64;
use strip_packing::formats::solution::{self, Checkpoint};
use strip_packing::{Budget, Improvement, Instance, Layout, Method, Settings, Summary, draw, solve};

use crate::input::{ReadArguments, WorkArguments, seconds};
use crate::watch::{Watch, with_bar};

const DEFAULT_TIME: Duration = Duration::from_secs(10);

/// Pack the rectangles of a file
#[derive(Args)]
pub(crate) struct Arguments {
    /// Instance: .json, .csv or plain text (see docs/strip-packing.md)
    file: PathBuf,
    /// Seconds to search, 10 unless --evaluations is given; it stops earlier when the packing is optimal
    #[arg(long, value_name = "S", value_parser = seconds)]
    time: Option<Duration>,
    /// mcts, skyline, best-fit, bottom-left, beam or random
    #[arg(long, value_name = "M", default_value = "mcts")]
    method: Method,
    /// Stop after this many attempts to pack everything; with --threads 1 the result can be repeated
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    evaluations: Option<u64>,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
    /// Draw the packing into this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Keep the best packing in this file, and resume from it if it exists; a missing folder is created
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    #[command(flatten)]
    read: ReadArguments,
    #[command(flatten)]
    work: WorkArguments,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let instance = arguments.read.read(&arguments.file)?;
    prepare(&arguments.destinations(), &[&arguments.file])?;
    arguments.svg.as_deref().map_or(Ok(()), |path| check_ending("--svg", path, &["svg"]))?;
    let _lock = arguments.checkpoint.as_deref().map(OutputLock::take).transpose()?;
    let past = load_checkpoint(arguments, &instance)?;
    let settings = Settings {
        method: arguments.method,
        seed: past.as_ref().map_or(arguments.work.seed, |past| splitmix64::nth(past.seed, past.rounds)),
        threads: arguments.work.n_threads(),
    };
    let start = past.as_ref().map(|past| past.layout.clone());
    let progress = report::progress::for_stderr(arguments.work.quiet);
    let time = arguments.time.or(if arguments.evaluations.is_some() { None } else { Some(DEFAULT_TIME) });
    let summary = with_bar(&*progress, arguments.method.name(), time, |begin| {
        let clock = || begin.elapsed();
        let budget = Budget { clock: &clock, time, evaluations: arguments.evaluations, stop: None };
        let has_warned = AtomicBool::new(false);
        let save = |improvement: &Improvement<'_>| {
            let saved = save_checkpoint(arguments, &instance, past.as_ref(), &RunState::of_improvement(improvement));
            if let Err(error) = saved
                && !has_warned.swap(true, Ordering::Relaxed)
            {
                eprintln!("warning: {error:#}; the search continues and tries again at the next improvement");
            }
        };
        let watch = Watch::new(&*progress).and(&save);
        solve(&instance, &settings, budget, &watch, start)
    });
    if let Some(past) = &past {
        report_resumed(arguments, past);
    }
    // The packing is printed first: an output file that cannot be written must not lose the result.
    let printed = if arguments.json {
        print(&(solution::write(&instance, &summary) + "\n"))
    } else {
        print(&describe(&instance, &summary))
    };
    let saved = save_checkpoint(arguments, &instance, past.as_ref(), &RunState::of_summary(&summary));
    let drawn = draw_picture(arguments, &instance, &summary);
    saved.and(drawn).and(printed)
}

impl Arguments {
    /// The files that will be written.
    fn destinations(&self) -> Vec<Destination<'_>> {
        let all = [("--checkpoint", &self.checkpoint), ("--svg", &self.svg)];
        all.into_iter().filter_map(|(option, path)| Some((option, path.as_deref()?))).collect()
    }
}

fn draw_picture(arguments: &Arguments, instance: &Instance, summary: &Summary) -> Result<()> {
    let Some(path) = &arguments.svg else { return Ok(()) };
    let drawing = draw(instance, &summary.layout, summary.lower_bound);
    write_whole(path, drawing.to_string())
}

/// A short summary.
pub(crate) fn describe(instance: &Instance, summary: &Summary) -> String {
    let verdict =
        if summary.is_optimal() { "proven optimal".to_owned() } else { format!("lower bound {}", summary.lower_bound) };
    // A file's claim is a claim: another problem may have been meant, with or without turning.
    let known = match instance.known_optimum() {
        Some(claim) if claim < summary.lower_bound => format!(", the file claims {claim}, which is impossible"),
        Some(claim) if claim != summary.height() => format!(", the file claims {claim}"),
        _ => String::new(),
    };
    let used = instance.area() as f64 / (f64::from(instance.strip_width()) * f64::from(summary.height()));
    format!(
        "{}: height {} ({verdict}{known})\n{} rectangles on a strip of width {}, {} of it used; {} evaluations by {} in {}\n",
        instance.name(),
        summary.height(),
        instance.n_rectangles(),
        instance.strip_width(),
        number::percent(used, 1),
        number::count(summary.evaluations),
        summary.method,
        number::duration(summary.elapsed),
    )
}

/// What a checkpoint adds to the past.
struct RunState<'a> {
    layout: &'a Layout,
    evaluations: u64,
    elapsed: Duration,
}

impl<'a> RunState<'a> {
    fn of_improvement(improvement: &Improvement<'a>) -> Self {
        let Improvement { layout, evaluations, elapsed, .. } = *improvement;
        Self { layout, evaluations, elapsed }
    }

    fn of_summary(summary: &'a Summary) -> Self {
        let Summary { layout, evaluations, elapsed, .. } = summary;
        Self { layout, evaluations: *evaluations, elapsed: *elapsed }
    }
}

fn load_checkpoint(arguments: &Arguments, instance: &Instance) -> Result<Option<Checkpoint>> {
    let Some(path) = arguments.checkpoint.as_deref() else { return Ok(None) };
    let Some(bytes) = read_if_there(path)? else { return Ok(None) };
    let checkpoint = solution::read_checkpoint(instance, crate::version(), &bytes);
    Ok(Some(checkpoint.with_context(|| path.display().to_string())?))
}

fn save_checkpoint(
    arguments: &Arguments,
    instance: &Instance,
    past: Option<&Checkpoint>,
    state: &RunState<'_>,
) -> Result<()> {
    let Some(path) = arguments.checkpoint.as_deref() else { return Ok(()) };
    let checkpoint = Checkpoint {
        seed: past.map_or(arguments.work.seed, |past| past.seed),
        rounds: past.map_or(0, |past| past.rounds) + 1,
        evaluations: past.map_or(0, |past| past.evaluations) + state.evaluations,
        seconds: past.map_or(0.0, |past| past.seconds) + state.elapsed.as_secs_f64(),
        layout: state.layout.clone(),
    };
    write_whole(path, solution::write_checkpoint(instance, crate::version(), &checkpoint))
}

fn report_resumed(arguments: &Arguments, past: &Checkpoint) {
    if !arguments.work.quiet && std::io::stderr().is_terminal() {
        let before = number::duration(Duration::from_secs_f64(past.seconds.clamp(0.0, 1e9)));
        eprintln!("went on from height {} after {before} and {} evaluations", past.layout.height(), past.evaluations);
    }
}
