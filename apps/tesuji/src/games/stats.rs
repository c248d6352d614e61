//! `tesuji games stats`: statistics of games.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;
use go_games::{LENGTH_STEP, Rank, Statistics};
use report::{Column, Table, number};
use serde_json::{Map, Value, json};

use super::filter::FilterArguments;
use super::import::{explain, summary_json};
use super::inputs::{Source, load};

#[derive(Args)]
pub(crate) struct Arguments {
    /// SGF files, folders, .zst streams, databases
    #[arg(required = true, value_name = "GAMES")]
    paths: Vec<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// No progress
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    filter: FilterArguments,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let (games, summary) = load(Source {
        paths: &arguments.paths,
        filter: arguments.filter.to_filter(),
        keep_duplicates: false,
        quiet: arguments.quiet || arguments.json,
    })?;
    if games.is_empty() {
        explain(&summary, io::stderr())?;
        bail!("no games are left to count");
    }
    let counts = Statistics::of(&games);
    let sections = sections(&counts);
    let mut out = io::stdout().lock();
    if arguments.json {
        let mut object = summary_json(&summary);
        object.insert("passes".into(), json!(counts.n_passes));
        for section in sections {
            let rows: Map<String, Value> = section.rows.into_iter().map(|(name, n)| (name, json!(n))).collect();
            object.insert(format!("by_{}", section.name), Value::Object(rows));
        }
        writeln!(out, "{}", Value::Object(object))?;
        return Ok(());
    }
    explain(&summary, &mut out)?;
    let mean = counts.n_moves as f64 / counts.n_games as f64;
    writeln!(out, "{} moves, {mean:.1} a game\n", number::count(counts.n_moves as u64))?;
    for section in sections {
        writeln!(out, "{}", section.to_table(counts.n_games).to_terminal())?;
    }
    Ok(())
}

/// One way to count the games.
struct Section {
    name: &'static str,
    rows: Vec<(String, usize)>,
}

impl Section {
    fn to_table(&self, n_games: usize) -> Table {
        const BAR: usize = 30;
        let most = self.rows.iter().map(|row| row.1).max().unwrap_or(1).max(1);
        let mut table =
            Table::new([Column::left(self.name), Column::right("games"), Column::right("share"), Column::left("")]);
        for (name, n) in &self.rows {
            let share = number::percent(*n as f64 / n_games as f64, 1);
            table.push([name.clone(), number::count(*n as u64), share, "█".repeat((n * BAR).div_ceil(most))]);
        }
        table
    }
}

fn sections(counts: &Statistics) -> Vec<Section> {
    let known = |value: Option<String>| value.unwrap_or_else(|| "unknown".to_string());
    let length = |&from: &usize| format!("{from}-{}", from + LENGTH_STEP - 1);
    vec![
        section("size", &counts.by_size, ToString::to_string),
        section("handicap", &counts.by_handicap, ToString::to_string),
        section("rank", &counts.by_rank, |rank: &Option<Rank>| known(rank.map(|rank| rank.to_string()))),
        section("year", &counts.by_year, |year: &Option<u16>| known(year.map(|year| year.to_string()))),
        section("length", &counts.by_length, length),
        section("result", &counts.by_result, ToString::to_string),
        section("rules", &counts.by_rules, ToString::to_string),
        section("komi", &counts.by_komi, |komi: &Option<i32>| {
            known(komi.map(|komi| (f64::from(komi) / 100.0).to_string()))
        }),
    ]
}

fn section<K>(
    name: &'static str,
    counts: &std::collections::BTreeMap<K, usize>,
    show: impl Fn(&K) -> String,
) -> Section {
    Section { name, rows: counts.iter().map(|(key, &n)| (show(key), n)).collect() }
}
