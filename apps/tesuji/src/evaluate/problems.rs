//! `tesuji evaluate --problems`: is a model's first choice a right first move?

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Instant;

use anyhow::Result;
use go_board::Move;
use go_games::Game;
use go_models::{Prediction, Predictor};
use lab::local::LocalProblem;
use learn::stats::wilson;
use rayon::prelude::*;
use report::{Column, Table};
use serde_json::json;

use super::{Arguments, refuse_training_games};
use crate::{embedded, problems};

/// Ranks that the tables show.
const MOST: usize = 5;

/// Problems by the rank of their best right move: `counts[k]` has rank `k + 1`, the last all further ones.
#[derive(Clone, Copy, Default)]
struct Tally {
    counts: [u64; MOST + 1],
}

impl Tally {
    fn n(&self) -> u64 {
        self.counts.iter().sum()
    }

    fn within(&self, most: usize) -> f64 {
        self.counts[..most].iter().sum::<u64>() as f64 / self.n() as f64
    }
}

pub(super) fn run(arguments: &Arguments, files: &[PathBuf]) -> Result<()> {
    let quiet = arguments.quiet || arguments.json;
    let named = arguments.model.as_deref().map(embedded::read).transpose()?;
    let found = problems::load(files, arguments.kind.as_deref(), quiet)?;
    let model = named.map_or_else(|| embedded::model_or(None, found[0].task.size), Ok)?;
    let games: Vec<Game> = found.iter().flat_map(|problem| problem.games()).collect();
    refuse_training_games(arguments, &model, arguments.model.as_deref(), &games)?;
    let progress = report::progress::for_stderr(quiet);
    progress.start("evaluating", Some(found.len() as u64));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(arguments.threads).build()?;
    let start = Instant::now();
    let rank = |problem: &LocalProblem| {
        let mut prediction = Prediction::default();
        model.predict(&problem.position(), &mut prediction);
        progress.advance(1);
        problem.right.iter().map(|&point| prediction.rank(Move::Play(point))).min().unwrap_or(usize::MAX)
    };
    let ranks: Vec<usize> = pool.install(|| found.par_iter().map(rank).collect());
    let seconds = start.elapsed().as_secs_f64();
    progress.finish();
    let (mut all, mut by_kind) = (Tally::default(), BTreeMap::<String, Tally>::new());
    for (problem, rank) in found.iter().zip(ranks) {
        let place = rank.saturating_sub(1).min(MOST);
        all.counts[place] += 1;
        by_kind.entry(problem.task.kind.clone().unwrap_or_else(|| "-".into())).or_default().counts[place] += 1;
    }
    let interval = wilson(all.counts[0], all.n(), 0.95);
    let mut out = io::stdout().lock();
    if arguments.json {
        let object = json!({
            "model": model.header().name,
            "problems": all.n(),
            "right": all.counts[0],
            "first_move": all.within(1),
            "interval": [interval.low, interval.high],
            "top": (1..=MOST).map(|most| all.within(most)).collect::<Vec<f64>>(),
            "kinds": by_kind.iter().map(|(kind, tally)| (kind.clone(), json!({"problems": tally.n(), "first_move": tally.within(1)})))
                .collect::<serde_json::Map<_, _>>(),
            "problems_per_second": all.n() as f64 / seconds,
        });
        writeln!(out, "{object}")?;
        return Ok(());
    }
    writeln!(out, "{} on {} problems: is the first choice a right first move?\n", model.header().name, all.n())?;
    let mut columns = vec![Column::left("problems"), Column::right("number")];
    columns.extend((1..=MOST).map(|most| Column::right(format!("first {most}"))));
    let mut table = Table::new(columns);
    for (name, tally) in [("all".to_string(), all)].into_iter().chain(by_kind) {
        let shares = (1..=MOST).map(|most| format!("{:.1}%", 100.0 * tally.within(most)));
        table.push([name, tally.n().to_string()].into_iter().chain(shares).collect::<Vec<_>>());
    }
    writeln!(out, "{}", table.to_terminal())?;
    writeln!(out, "95% interval of all, first choice: {:.1}% to {:.1}%", 100.0 * interval.low, 100.0 * interval.high)?;
    Ok(())
}
