//! `tesuji tsumego evaluate`: how often a proved best first move is one that the file calls right.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use clap::Args;
use go_board::Move;
use report::{Column, Table as TextTable};
use serde_json::json;
use tsumego::{Table, solve_task};

/// A problem counts as right when the first of the proved best moves is listed as right, as wrong when none of them is, and as unknown
/// when nothing was proved. Problems without a listed solution are left out.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The file with the problems
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Seconds for a problem
    #[arg(long, value_name = "S", default_value_t = 1.0, value_parser = super::solve::seconds)]
    time: f64,
    /// Most expanded states for a problem: a limit that gives the same result on every machine
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    nodes: u64,
    /// Only problems of this kind, as the file calls it (lifeAndDeath)
    #[arg(long, value_name = "KIND")]
    kind: Option<String>,
    /// Every Nth problem only
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    every: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// No progress
    #[arg(long, short)]
    quiet: bool,
}

#[derive(Default, Clone, Copy)]
struct Tally {
    n: usize,
    right: usize,
    /// Not the first, but another of the proved best moves is listed.
    right_later: usize,
    wrong: usize,
    nodes: u64,
    seconds: f64,
}

impl Tally {
    fn unknown(&self) -> usize {
        self.n - self.right - self.right_later - self.wrong
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let tasks = super::read(&arguments.file)?;
    let mut table = Table::with_bytes(64 << 20);
    let progress = report::progress::for_stderr(arguments.quiet || arguments.json);
    progress.start("solving", Some(tasks.len() as u64));
    let limit = Duration::from_secs_f64(arguments.time);
    let mut groups: BTreeMap<String, Tally> = BTreeMap::new();
    let mut n_unreadable = 0;
    for (index, task) in tasks.iter().enumerate() {
        progress.advance(1);
        let Ok(task) = task else {
            n_unreadable += 1;
            continue;
        };
        let is_wanted = arguments.kind.is_none() || arguments.kind == task.kind;
        if !is_wanted || task.right.is_empty() || !(index as u64).is_multiple_of(arguments.every) {
            continue;
        }
        let start = Instant::now();
        let solved = solve_task(task, &mut table, arguments.nodes, &mut || start.elapsed() >= limit).ok();
        let best: Vec<Move> = solved.iter().flat_map(|s| &s.answer).flat_map(|answer| answer.best()).collect();
        let is_right = |mv: &Move| matches!(mv, Move::Play(point) if task.right.contains(point));
        let names = [
            "all".to_owned(),
            format!("kind {}", task.kind.as_deref().unwrap_or("-")),
            format!("rank {}", rank_group(task.rank.as_deref().unwrap_or("-"))),
        ];
        for name in names {
            let tally = groups.entry(name).or_default();
            tally.n += 1;
            tally.nodes += solved.as_ref().map_or(0, |s| s.nodes);
            tally.seconds += start.elapsed().as_secs_f64();
            match best.iter().position(is_right) {
                Some(0) => tally.right += 1,
                Some(_) => tally.right_later += 1,
                None if best.is_empty() => {}
                None => tally.wrong += 1,
            }
        }
    }
    progress.finish();
    let Some(all) = groups.get("all") else { bail!("{} has no problem with a solution", arguments.file.display()) };
    let mut out = io::stdout().lock();
    if arguments.json {
        let object = json!({
            "problems": all.n,
            "right": all.right,
            "right_later": all.right_later,
            "wrong": all.wrong,
            "unknown": all.unknown(),
            "unreadable": n_unreadable,
            "nodes": all.nodes,
            "seconds": all.seconds,
        });
        writeln!(out, "{object}")?;
        return Ok(());
    }
    let mut text = TextTable::new([
        Column::left("problems"),
        Column::right("number"),
        Column::right("right"),
        Column::right("right, not first"),
        Column::right("wrong"),
        Column::right("unknown"),
        Column::right("mean s"),
    ]);
    for (name, tally) in &groups {
        let share = |count: usize| format!("{:.1}%", 100.0 * count as f64 / tally.n as f64);
        text.push([
            name.clone(),
            tally.n.to_string(),
            share(tally.right),
            share(tally.right_later),
            share(tally.wrong),
            share(tally.unknown()),
            format!("{:.3}", tally.seconds / tally.n as f64),
        ]);
    }
    writeln!(out, "{}", text.to_terminal())?;
    writeln!(out, "{:.0} nodes a second; {n_unreadable} problems could not be read", all.nodes as f64 / all.seconds)?;
    Ok(())
}

/// Ranks of a table: kyu in steps of five, dan as they are, ratings of our own in steps of twenty.
fn rank_group(rank: &str) -> String {
    let (digits, letter) = rank.split_at(rank.find(|c: char| !c.is_ascii_digit()).unwrap_or(rank.len()));
    match (digits.parse::<u32>(), letter.to_ascii_uppercase().as_str()) {
        (Ok(level), "K") => format!("{:02}-{:02} kyu", (level - 1) / 5 * 5 + 1, (level - 1) / 5 * 5 + 5),
        (Ok(level), "D") => format!("{level} dan"),
        (Ok(level), "") => format!("{:03}+", level / 20 * 20),
        _ => rank.to_owned(),
    }
}
