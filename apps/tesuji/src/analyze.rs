//! `tesuji analyze`: reviews a whole game into an annotated SGF and an HTML report.
//!
//! Positions are judged by one player per thread. Every judged position is appended to a file beside the output at
//! once, so that an interrupted review can be resumed; the file is removed when everything is written.

use std::fs;
use std::io::{self, Write};
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use anyhow::{Context, Result};
use clap::Args;
use go_engine::{Effort, ModelSource, TreePlayer};
use go_models::Predictor;
use go_models::model_file::checksum;
use go_review::checkpoint::{self, Plan};
use go_review::{
    Judgement, LIFE_NODES, QUICK_PLAYOUTS, Review, Subject, annotate, html, judge, judge_config, missed_life,
};
use output_files::{JournalFile, OutputLock, read_if_there, refuse_inputs, write_whole};
use report::argument;
use serde_json::json;

use crate::games::inputs;
use crate::{embedded, gtp};

/// Review a whole game: every move rated, mistakes by size and kind, an annotated SGF and an HTML report
///
/// Writes NAME.review.sgf and NAME.review.html beside the record. The same command resumes an interrupted review.
#[derive(Args)]
pub(crate) struct Arguments {
    /// A game record; of a collection the first game is taken
    #[arg(value_name = "FILE.sgf")]
    file: PathBuf,
    /// Where to write, without the ending [default: FILE.review]
    #[arg(long, short, value_name = "PATH")]
    out: Option<PathBuf>,
    /// Playouts for a position
    #[arg(long, value_name = "N", default_value_t = quick())]
    playouts: NonZeroU64,
    /// Threads [default: one per processor]; the review does not depend on them
    #[arg(long, value_name = "N", value_parser = argument::threads)]
    threads: Option<NonZeroUsize>,
    /// The same seed gives the same review
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Another model than the embedded ones
    #[arg(long, value_name = "F")]
    model: Option<PathBuf>,
    /// Start over even if an interrupted review could be resumed
    #[arg(long)]
    restart: bool,
    /// Print the ratings as one JSON object
    #[arg(long)]
    json: bool,
    /// No progress
    #[arg(long, short)]
    quiet: bool,
}

/// What a game of 200 moves can have in about two minutes.
fn quick() -> NonZeroU64 {
    NonZeroU64::new(QUICK_PLAYOUTS).expect("a number of playouts")
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let name = arguments.file.display();
    let bytes = fs::read(&arguments.file).with_context(|| format!("cannot read {name}"))?;
    let bytes = inputs::unpack(&bytes).with_context(|| format!("cannot read {name}"))?;
    let subject = Subject::from_bytes(&bytes).with_context(|| format!("cannot review {name}"))?;
    let model = embedded::model_or(arguments.model.as_deref(), subject.size())?;
    let engine = format!("Tesuji {}, model {}", env!("CARGO_PKG_VERSION"), model.header().name);
    // Models may share a name: the checkpoint goes by the file, and by the commit of the program.
    let made_by = match &arguments.model {
        None => format!("Tesuji {}", embedded::version()),
        Some(file) => format!("Tesuji {}, model {:016x}", embedded::version(), checksum(&fs::read(file)?)),
    };
    let model: Arc<dyn Predictor> = Arc::new(model);
    let plan = Plan::new(&subject, arguments.playouts.get(), arguments.seed, made_by);
    let out = arguments.out.clone().unwrap_or_else(|| arguments.file.with_extension("review"));
    let with_ending = |ending: &str| PathBuf::from(format!("{}.{ending}", out.display()));
    let partial = with_ending("partial");
    for ending in ["sgf", "html", "partial"] {
        refuse_inputs(&with_ending(ending), [arguments.file.as_path()])?;
    }
    let lock = OutputLock::take(&partial)?;
    let known = read_checkpoint(&partial, &plan, arguments.restart)?;
    let judgements = judge_all(arguments, &subject, &model, &plan, known, (&partial, &lock))?;
    let mut review = Review::new(&subject, &judgements, &*model);
    review.missed_life = missed_life(&subject, LIFE_NODES);
    let record = sgf::write_game(&annotate::annotate(&subject, &review), sgf::Layout::Lines(80));
    let page = html::page(&subject, &review, &engine);
    write_whole(&with_ending("sgf"), record)?;
    write_whole(&with_ending("html"), page)?;
    fs::remove_file(&partial).with_context(|| format!("cannot remove {}", partial.display()))?;
    print(arguments, &review, &out)
}

/// What a stopped review has judged. One that was stopped before its first line was whole has judged nothing; one of another plan is left as it is.
fn read_checkpoint(path: &Path, plan: &Plan, restart: bool) -> Result<Vec<Option<Judgement>>> {
    let nothing = vec![None; plan.n_positions];
    let bytes = match read_if_there(path)? {
        Some(bytes) if !restart => bytes,
        _ => return Ok(nothing),
    };
    let whole = &bytes[..bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1)];
    if whole.is_empty() {
        return Ok(nothing);
    }
    checkpoint::read(&String::from_utf8_lossy(whole), plan).with_context(|| {
        format!(
            "{} is a stopped review of another record, or with other playouts, another seed, model or version of the program: resume that one, or give --restart",
            path.display()
        )
    })
}

/// Judges the positions that are not known yet. The checkpoint is written anew first: its end may have been cut off.
fn judge_all(
    arguments: &Arguments,
    subject: &Subject,
    model: &Arc<dyn Predictor>,
    plan: &Plan,
    known: Vec<Option<Judgement>>,
    (partial, partial_lock): (&Path, &OutputLock),
) -> Result<Vec<Judgement>> {
    let lines = known.iter().enumerate().filter_map(|(n, known)| known.as_ref().map(|known| plan.judged(n, known)));
    let text: String = [plan.line()].into_iter().chain(lines).collect();
    let cannot = || format!("cannot write {}", partial.display());
    write_whole(partial, text)?;
    let file = Mutex::new(JournalFile::open(partial, partial_lock)?.0);
    let progress = report::progress::for_stderr(arguments.quiet || arguments.json);
    progress.start("positions", Some(subject.n_positions() as u64));
    progress.advance(known.iter().flatten().count() as u64);
    let next = AtomicUsize::new(0);
    let done = Mutex::new(known);
    let failed: Mutex<Option<io::Error>> = Mutex::new(None);
    let n_threads = arguments.threads.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
    thread::scope(|scope| {
        for _ in 0..n_threads.min(subject.n_positions()) {
            scope.spawn(|| {
                let mut player = player(arguments, model);
                loop {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    if n >= subject.n_positions() || lock(&failed).is_some() {
                        return;
                    }
                    if lock(&done)[n].is_some() {
                        continue;
                    }
                    let judgement = judge(subject, n, &mut player, &**model, arguments.seed);
                    if let Err(error) = lock(&file).append(&plan.judged(n, &judgement)) {
                        *lock(&failed) = Some(error);
                    }
                    lock(&done)[n] = Some(judgement);
                    progress.advance(1);
                }
            });
        }
    });
    progress.finish();
    if let Some(error) = lock(&failed).take() {
        return Err(error).with_context(cannot);
    }
    let done = std::mem::take(&mut *lock(&done));
    Ok(done.into_iter().map(|judgement| judgement.expect("every position was judged")).collect())
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().expect("no thread panics while it holds a lock")
}

fn player(arguments: &Arguments, model: &Arc<dyn Predictor>) -> TreePlayer {
    let effort = Effort { n_playouts: Some(arguments.playouts.get()), n_threads: 1, ..Effort::default() };
    let model = Arc::clone(model);
    let models: ModelSource = Box::new(move |_| Some(Arc::clone(&model)));
    TreePlayer::new(judge_config(), effort, models, arguments.seed, gtp::stopwatch())
}

fn print(arguments: &Arguments, review: &Review, out: &Path) -> Result<()> {
    let mut stdout = io::stdout().lock();
    if arguments.json {
        let mistakes: Vec<_> = review
            .mistakes
            .iter()
            .map(|mistake| json!({"move": mistake.rating.number, "loss": mistake.rating.loss, "kind": mistake.kind, "better": mistake.better}))
            .collect();
        writeln!(
            stdout,
            "{}",
            json!({"ratings": review.ratings, "mistakes": mistakes, "missed_life": review.missed_life})
        )?;
        return Ok(());
    }
    for (kind, mistakes) in review.by_kind() {
        writeln!(stdout, "{}:", kind.title())?;
        for mistake in mistakes {
            writeln!(stdout, "  {}", annotate::remark(&mistake.rating).trim_start_matches("Tesuji: "))?;
        }
    }
    if !review.missed_life.is_empty() {
        writeln!(stdout, "Life and death that was missed, proved:")?;
        for missed in &review.missed_life {
            let color = if missed.is_black { "Black" } else { "White" };
            writeln!(stdout, "  move {}, {color}: {}", missed.number, missed.words())?;
        }
    }
    let (n_rated, n_marked) = (review.ratings.len(), review.mistakes.len());
    writeln!(stdout, "{n_rated} moves rated, {n_marked} marked: {0}.sgf, {0}.html", out.display())?;
    Ok(())
}
