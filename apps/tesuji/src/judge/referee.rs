//! Our analysis beside the judgements of a referee.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, Result, ensure};
use go_review::checkpoint::Plan;
use lab::judge::{Figures, JudgeReport, JudgedGame, PairedGame, read_judged_games};
use output_files::OutputLock;
use report::Progress;
use serde_json::Value;

use super::Arguments;
use crate::games::inputs;
use crate::judging::read_checkpoint;

pub(super) fn run(arguments: &Arguments, file: &Path) -> Result<()> {
    let name = file.display();
    let bytes = inputs::read_unpacked(file)?;
    let judged = read_judged_games(&bytes, arguments.most_games()).with_context(|| format!("cannot use {name}"))?;
    ensure!(!judged.is_empty(), "{name} holds no judged game: one JSON object a line is expected");
    let folder = arguments.folder(file)?;
    let lock = OutputLock::take(&folder)?;
    let made_by = arguments.made_by()?;
    let progress = report::progress::for_stderr(arguments.is_quiet());
    progress.start("positions", Some(judged.iter().map(|game| game.subject.n_positions() as u64).sum()));
    let pair = |game: &JudgedGame| {
        progress.note(&game.id);
        judge_game(arguments, game, &made_by, (&folder, &lock), &*progress)
    };
    let games: Vec<PairedGame> = judged.iter().map(pair).collect::<Result<_>>()?;
    progress.finish();
    let figures = Figures::new(&games);
    let referee = name_of_referee(&judged);
    let engine = format!("Tesuji {}, {} playouts", env!("CARGO_PKG_VERSION"), arguments.judging.playouts);
    let report = JudgeReport { games: &games, figures: &figures, engine: &engine, referee: &referee };
    report.write(&folder)?;
    let mut out = io::stdout().lock();
    if arguments.json {
        writeln!(out, "{}", Value::Object(report.to_json()))?;
    } else {
        writeln!(out, "{}\nwritten: {}", report.to_terminal(), folder.join("report.md").display())?;
    }
    Ok(())
}

/// The referee of the games; of several (other visits are another one), the first and how many more.
fn name_of_referee(judged: &[JudgedGame]) -> String {
    let names: BTreeSet<&str> =
        judged.iter().map(|game| game.referee.as_str()).filter(|name| !name.is_empty()).collect();
    match (names.first(), names.len()) {
        (None, _) => "the referee".to_owned(),
        (Some(only), 1) => (*only).to_owned(),
        (Some(first), n) => format!("{first} and {} more", n - 1),
    }
}

/// Judges one game, or what the folder does not know of it.
fn judge_game(
    arguments: &Arguments,
    game: &JudgedGame,
    made_by: &str,
    (folder, lock): (&Path, &OutputLock),
    progress: &dyn Progress,
) -> Result<PairedGame> {
    let judging = &arguments.judging;
    let judge = judging.judge(game.subject.size())?;
    let plan = Plan::new(&game.subject, judging.playouts.get(), judging.seed, made_by.to_owned());
    // Named by all that the judgements depend on: other playouts and other programs keep theirs beside them.
    let partial = folder.join(format!("{:016x}.partial", stable_hash::Fnv1a::of(plan.line().as_bytes())));
    let known = read_checkpoint(&partial, &plan, arguments.restart)?;
    let judgements = judge.review(&game.subject, &plan, known, (&partial, lock), progress)?;
    Ok(PairedGame::new(game, &judgements, &*judge.model))
}
