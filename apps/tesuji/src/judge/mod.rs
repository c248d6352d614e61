//! `tesuji judge`: how far our analysis can be trusted, by a referee's judgements or by the results of games.

mod referee;
mod results;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use go_models::model_file::checksum;
use output_files::{refuse_inputs, resolved};

use crate::judging::JudgingArguments;

/// Compare our analysis with a referee's judgements, or with the results of games
///
/// FILE holds games with the judgements of another program (KataGo or any other), one JSON
/// object a line, here broken into three:
///
///   {"id": "a", "referee": "KataGo, 50 visits", "sgf": "the record", "positions": [
///    {"ply": 0, "black_win": 0.47, "black_lead": -0.4,
///     "top": [{"move": "E5", "black_win": 0.48, "black_lead": 0.1}]}]}
///
/// Every position is judged by us as `tesuji analyze` does it. The tables say how well win
/// rates and leads agree, whether marked mistakes are real and large ones marked, and how far
/// our values contradict themselves, each with an interval over games. Win rates and leads are
/// Black's, komi included; positions, leads and `top` may be missing.
///
/// With --results, games with a known winner take the referee's place: one position of each
/// game, drawn at random, and our win rate against who won.
///
/// The folder given by --out keeps every judged position (the same command resumes an
/// interrupted run) and gets report.md, report.json and plots. docs/judge.md explains the
/// figures.
///
/// Examples:
///
///   tesuji judge judged.jsonl.zst --games 10
///
///   tesuji judge --results games/ --size 19 --games 500 --json
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Arguments {
    /// Judgements of a referee, JSON lines, plain or compressed by zstd
    #[arg(value_name = "FILE.jsonl", required_unless_present = "paths")]
    file: Option<PathBuf>,
    #[command(flatten)]
    results: results::ResultsArguments,
    /// Only so many games: of a file the first, of results those that the seed draws
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,
    /// The folder for judged positions and the report [default: FILE.judge]
    #[arg(long, short, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    judging: JudgingArguments,
    /// Judge everything again, even what the folder knows
    #[arg(long)]
    restart: bool,
    /// Print the figures as one JSON object
    #[arg(long)]
    json: bool,
    /// No progress
    #[arg(long, short)]
    quiet: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    match &arguments.file {
        Some(file) => referee::run(arguments, file),
        None => results::run(arguments),
    }
}

impl Arguments {
    fn most_games(&self) -> Option<usize> {
        self.games.map(|most| most as usize)
    }

    fn is_quiet(&self) -> bool {
        self.quiet || self.json
    }

    /// Makes the folder for the report.
    fn folder(&self, beside: &Path) -> Result<PathBuf> {
        let folder = self.out.clone().unwrap_or_else(|| {
            // The folder `.` has no name to add to.
            let named = if beside.file_name().is_some() { beside.to_owned() } else { resolved(beside) };
            let name = named.display().to_string();
            let plain = name.trim_end_matches('/').trim_end_matches(".zst").trim_end_matches(".jsonl");
            PathBuf::from(format!("{plain}.judge"))
        });
        fs::create_dir_all(&folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
        let inputs = self.file.iter().chain(&self.results.paths);
        for name in ["report.md", "report.json", "results.md", "results.json"] {
            refuse_inputs(&folder.join(name), inputs.clone().map(PathBuf::as_path))?;
        }
        Ok(folder)
    }

    /// The program for checkpoints. A yardstick is used on programs that change from hour to hour, under one commit: the bytes of the program count.
    fn made_by(&self) -> Result<String> {
        let program = std::env::current_exe().and_then(fs::read).context("cannot read the program's own file")?;
        Ok(format!("{}, {:016x}", self.judging.made_by()?, checksum(&program)))
    }
}
