//! `tesuji analyze`: reviews a whole game into an annotated SGF and an HTML report.
//!
//! Positions are judged by one player per thread. Every judged position is appended to a file beside the output at
//! once, so that an interrupted review can be resumed; the file is removed when everything is written.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use go_review::checkpoint::Plan;
use go_review::{LIFE_NODES, Review, Subject, annotate, html, missed_life};
use output_files::{OutputLock, refuse_inputs, write_whole};
use serde_json::json;

use crate::games::inputs;
use crate::judging::{JudgingArguments, read_checkpoint};

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
    #[command(flatten)]
    judging: JudgingArguments,
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

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let name = arguments.file.display();
    let bytes = inputs::read_unpacked(&arguments.file)?;
    let subject = Subject::from_bytes(&bytes).with_context(|| format!("cannot review {name}"))?;
    let judging = &arguments.judging;
    let judge = judging.judge(subject.size())?;
    let engine = format!("Tesuji {}, model {}", env!("CARGO_PKG_VERSION"), judge.model_name);
    let plan = Plan::new(&subject, judging.playouts.get(), judging.seed, judging.made_by()?);
    let out = arguments.out.clone().unwrap_or_else(|| arguments.file.with_extension("review"));
    let with_ending = |ending: &str| PathBuf::from(format!("{}.{ending}", out.display()));
    let partial = with_ending("partial");
    for ending in ["sgf", "html", "partial"] {
        refuse_inputs(&with_ending(ending), [arguments.file.as_path()])?;
    }
    let lock = OutputLock::take(&partial)?;
    let known = read_checkpoint(&partial, &plan, arguments.restart)?;
    let progress = report::progress::for_stderr(arguments.quiet || arguments.json);
    progress.start("positions", Some(subject.n_positions() as u64));
    let judgements = judge.review(&subject, &plan, known, (&partial, &lock), &*progress)?;
    progress.finish();
    let mut review = Review::new(&subject, &judgements, &*judge.model);
    review.missed_life = missed_life(&subject, LIFE_NODES);
    let record = sgf::write_game(&annotate::annotate(&subject, &review), sgf::Layout::Lines(80));
    let page = html::page(&subject, &review, &engine);
    write_whole(&with_ending("sgf"), record)?;
    write_whole(&with_ending("html"), page)?;
    fs::remove_file(&partial).with_context(|| format!("cannot remove {}", partial.display()))?;
    print(arguments, &review, &out)
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
