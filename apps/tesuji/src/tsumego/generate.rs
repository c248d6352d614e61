//! `tesuji tsumego generate`: new problems, seeded and resumable.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use tsumego::{Generator, PROBLEM_LINES_HEAD, problem_line, read_tasks};

/// Problems that are in the file already are kept, and the run goes on where the file stopped; other files can be excluded.
#[derive(Args)]
pub(crate) struct Arguments {
    /// How many problems the file shall hold
    #[arg(long, value_name = "N", default_value_t = 100)]
    count: usize,
    /// The random seed: one seed, one sequence of problems
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Problems that must not come again, in any symmetry or colour
    #[arg(long, value_name = "FILE", num_args = 1..)]
    exclude: Vec<PathBuf>,
    /// No progress
    #[arg(long, short)]
    quiet: bool,
}

/// The file is written anew after this many new problems.
const SAVE_EVERY: usize = 200;
const STATE: &str = "# seed and drafts:";

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let excluded: Vec<&std::path::Path> = arguments.exclude.iter().map(PathBuf::as_path).collect();
    output_files::prepare(&[("--out", &arguments.out)], &excluded)?;
    let _lock = output_files::OutputLock::take(&arguments.out)?;
    let mut lines = Vec::new();
    let mut n_drafts = 0;
    let mut known = Vec::new();
    if arguments.out.is_file() {
        let text = fs::read_to_string(&arguments.out)
            .with_context(|| format!("cannot go on with {}", arguments.out.display()))?;
        let state = text.lines().find_map(|line| line.strip_prefix(STATE));
        let state: Vec<u64> = state.unwrap_or("").split_whitespace().filter_map(|word| word.parse().ok()).collect();
        match state[..] {
            [seed, drafts] if seed == arguments.seed => n_drafts = drafts,
            _ => anyhow::bail!(
                "{} was not made with --seed {}; choose another file",
                arguments.out.display(),
                arguments.seed
            ),
        }
        lines.extend(text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned));
        known.push(text.into_bytes());
    }
    for path in &arguments.exclude {
        known.push(fs::read(path).with_context(|| format!("cannot read {}", path.display()))?);
    }
    let mut generator = Generator::new(arguments.seed, n_drafts);
    for bytes in &known {
        for task in read_tasks(bytes).unwrap_or_default().into_iter().flatten() {
            if let (Ok(board), Some(&target)) = (task.board(), task.marked.first()) {
                generator.remember(&board, target);
            }
        }
    }
    let progress = report::progress::for_stderr(arguments.quiet);
    progress.start("making problems", Some(arguments.count as u64));
    progress.advance(lines.len() as u64);
    let mut n_unsaved = 0;
    while lines.len() < arguments.count {
        if let Some(problem) = generator.next_draft() {
            lines.push(problem_line(&problem));
            progress.advance(1);
            n_unsaved += 1;
            if n_unsaved == SAVE_EVERY {
                save(arguments, &lines, generator.n_drafts())?;
                n_unsaved = 0;
            }
        }
    }
    progress.finish();
    save(arguments, &lines, generator.n_drafts())
}

fn save(arguments: &Arguments, lines: &[String], n_drafts: u64) -> Result<()> {
    let text = format!("{PROBLEM_LINES_HEAD}\n{STATE} {} {n_drafts}\n{}\n", arguments.seed, lines.join("\n"));
    output_files::write_whole(&arguments.out, text)
}
