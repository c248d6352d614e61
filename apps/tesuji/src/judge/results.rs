//! Our win rates beside the results of games.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use checkpoint::{Key, Lines};
use clap::Args;
use go_board::BoardSize;
use go_review::Judgement;
use lab::judge::{DrawnPosition, Forecast, ResultsReport, draw_positions, our_values};
use output_files::{OutputLock, read_if_there};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Arguments;
use crate::games::filter::FilterArguments;
use crate::games::inputs::{Source, load};
use crate::judging::{Journal, Task};

/// The games of known results.
#[derive(Args)]
pub(super) struct ResultsArguments {
    /// Instead of a file: games with a known winner, as SGF files, folders, .zst streams or databases
    #[arg(long = "results", value_name = "GAMES", num_args = 1.., conflicts_with = "file")]
    pub(super) paths: Vec<PathBuf>,
    #[command(flatten)]
    filter: FilterArguments,
}

/// Games that are taken without `--games`.
const N_GAMES: usize = 500;

/// A line of the journal.
#[derive(Serialize, Deserialize)]
struct Line {
    game: u64,
    ply: usize,
    judgement: Judgement,
}

pub(super) fn run(arguments: &Arguments) -> Result<()> {
    let ResultsArguments { paths, filter } = &arguments.results;
    let source = Source { paths, filter: filter.to_filter(), keep_duplicates: false, quiet: arguments.is_quiet() };
    let (games, summary) = load(source)?;
    let drawn = draw_positions(&games, arguments.most_games().unwrap_or(N_GAMES), arguments.judging.seed);
    ensure!(!drawn.is_empty(), "no game with a known winner: {} were read, none can be used", summary.n_records);
    let folder = arguments.folder(&paths[0])?;
    let lock = OutputLock::take(&folder)?;
    let forecasts = judge_positions(arguments, &drawn, (&folder, &lock))?;
    let engine = format!("Tesuji {}, {} playouts", env!("CARGO_PKG_VERSION"), arguments.judging.playouts);
    let report = ResultsReport::new(&forecasts, engine);
    report.write(&folder)?;
    let mut out = io::stdout().lock();
    if arguments.json {
        writeln!(out, "{}", Value::Object(report.to_json()))?;
    } else {
        writeln!(out, "{}\nwritten: {}", report.to_terminal(), folder.join("results.md").display())?;
    }
    Ok(())
}

/// All positions, those of each board size with its own model.
fn judge_positions(
    arguments: &Arguments,
    drawn: &[DrawnPosition],
    (folder, lock): (&Path, &OutputLock),
) -> Result<Vec<Forecast>> {
    let (judging, program) = (&arguments.judging, arguments.made_by()?);
    let work = json!({ "playouts": judging.playouts, "seed": judging.seed }).to_string();
    let hash = stable_hash::Fnv1a::of(format!("{program}\n{work}").as_bytes());
    let lines = Lines::new(&Key { kind: "judge-results", program: &program, work: &work });
    let progress = report::progress::for_stderr(arguments.is_quiet());
    progress.start("positions", Some(drawn.len() as u64));
    let mut forecasts = Vec::new();
    let mut sizes: Vec<BoardSize> = drawn.iter().map(|position| position.subject.size()).collect();
    sizes.sort_by_key(|size| size.get());
    sizes.dedup();
    for size in sizes {
        let own: Vec<&DrawnPosition> = drawn.iter().filter(|position| position.subject.size() == size).collect();
        let path = folder.join(format!("results-{size}-{hash:016x}.partial"));
        let mut journal = if arguments.restart { BTreeMap::new() } else { read_journal(&path, &lines)? };
        let known = own.iter().map(|position| journal.remove(&(position.fingerprint, position.ply))).collect();
        let tasks: Vec<Task<'_>> =
            own.iter().map(|position| Task { subject: &position.subject, ply: position.ply }).collect();
        let write = |&(game, ply): &(u64, usize), judgement: &Judgement| {
            let line = Line { game, ply, judgement: judgement.clone() };
            lines.seal(&serde_json::to_string(&line).expect("plain values become JSON"))
        };
        // A run over fewer games keeps what a longer one judged.
        let head = journal.iter().map(|(place, judgement)| write(place, judgement)).collect();
        let line = |n: usize, judgement: &Judgement| write(&(own[n].fingerprint, own[n].ply), judgement);
        let journal = Journal { path: &path, lock, head, line: &line };
        let judgements = judging.judge(size)?.run(&tasks, known, &journal, &*progress)?;
        forecasts.extend(own.iter().zip(&judgements).map(|(position, judgement)| Forecast {
            ply: position.ply,
            win: our_values(&position.subject, position.ply, judgement).win,
            black_won: position.black_won,
        }));
    }
    progress.finish();
    Ok(forecasts)
}

/// What earlier runs judged with the same program and settings; lines of others are not believed.
fn read_journal(path: &Path, lines: &Lines) -> Result<BTreeMap<(u64, usize), Judgement>> {
    let bytes = read_if_there(path)?.unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    let opened = text.lines().filter_map(|line| lines.open(line).ok());
    let read = opened.filter_map(|line| serde_json::from_str::<Line>(&line).ok());
    Ok(read.map(|line| ((line.game, line.ply), line.judgement)).collect())
}
