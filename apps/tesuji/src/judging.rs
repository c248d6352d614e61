//! Positions of records judged on several threads, each appended to a journal as soon as it is done: shared by `tesuji analyze` and `tesuji judge`.

use std::fs;
use std::io;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use anyhow::{Context, Result};
use clap::Args;
use go_board::BoardSize;
use go_engine::{Effort, EngineConfig, ModelSource, TreePlayer};
use go_models::model_file::checksum;
use go_models::{Appraiser, Predictor};
use go_review::checkpoint::{self, Plan};
use go_review::{Judgement, QUICK_PLAYOUTS, Subject, judge, judge_config_of};
use output_files::{JournalFile, OutputLock, read_if_there, write_whole};
use report::{Progress, argument};

use crate::{embedded, gtp};

/// How positions are judged.
#[derive(Args)]
pub(crate) struct JudgingArguments {
    /// Playouts for a position
    #[arg(long, value_name = "N", default_value_t = quick())]
    pub(crate) playouts: NonZeroU64,
    /// Threads [default: one per processor]; the result does not depend on them
    #[arg(long, value_name = "N", value_parser = argument::threads)]
    threads: Option<NonZeroUsize>,
    /// The same seed gives the same result
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Another model than the embedded ones
    #[arg(long, value_name = "F")]
    pub(crate) model: Option<PathBuf>,
    /// Another model of final ownership than the embedded one
    #[arg(long, value_name = "F")]
    pub(crate) territory: Option<PathBuf>,
    /// Parameters of the engine (TOML); docs/engine.md lists them
    #[arg(long, value_name = "F")]
    pub(crate) config: Option<PathBuf>,
}

/// What a game of 200 moves can have in about two minutes.
fn quick() -> NonZeroU64 {
    NonZeroU64::new(QUICK_PLAYOUTS).expect("a number of playouts")
}

/// A model to judge with, and its name.
pub(crate) struct Judge<'a> {
    arguments: &'a JudgingArguments,
    pub(crate) model: Arc<dyn Predictor>,
    pub(crate) model_name: String,
    appraiser: Arc<dyn Appraiser>,
    config: EngineConfig,
}

/// A position to judge.
#[derive(Clone, Copy)]
pub(crate) struct Task<'a> {
    pub(crate) subject: &'a Subject,
    pub(crate) ply: usize,
}

/// Where judgements are kept: the line of each, and what keeps other processes away.
pub(crate) struct Journal<'a> {
    pub(crate) path: &'a Path,
    pub(crate) lock: &'a OutputLock,
    pub(crate) head: String,
    pub(crate) line: &'a (dyn Fn(usize, &Judgement) -> String + Sync),
}

impl JudgingArguments {
    /// The model for a board.
    pub(crate) fn judge(&self, size: BoardSize) -> Result<Judge<'_>> {
        let model = embedded::model_or(self.model.as_deref(), size)?;
        let model_name = model.header().name.clone();
        let appraiser = embedded::appraiser_or(self.territory.as_deref())?;
        let config = judge_config_of(gtp::engine_config(self.config.as_deref())?);
        Ok(Judge { arguments: self, model: Arc::new(model), model_name, appraiser, config })
    }

    /// The program and the model, for checkpoints. Models may share a name: it goes by the file, and by the commit of the program.
    pub(crate) fn made_by(&self) -> Result<String> {
        let mut made_by = format!("Tesuji {}", embedded::version());
        for (kind, file) in [("model", &self.model), ("territory", &self.territory), ("configuration", &self.config)] {
            if let Some(file) = file {
                let bytes = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
                made_by.push_str(&format!(", {kind} {:016x}", checksum(&bytes)));
            }
        }
        Ok(made_by)
    }
}

/// What a stopped review has judged. One that was stopped before its first line was whole has judged nothing; one of another plan is left as it is.
pub(crate) fn read_checkpoint(path: &Path, plan: &Plan, restart: bool) -> Result<Vec<Option<Judgement>>> {
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

impl Judge<'_> {
    /// Judges the positions of a review that are not known yet.
    pub(crate) fn review(
        &self,
        subject: &Subject,
        plan: &Plan,
        known: Vec<Option<Judgement>>,
        (partial, lock): (&Path, &OutputLock),
        progress: &dyn Progress,
    ) -> Result<Vec<Judgement>> {
        let tasks: Vec<Task<'_>> = (0..subject.n_positions()).map(|ply| Task { subject, ply }).collect();
        let line = |n: usize, judgement: &Judgement| plan.judged(n, judgement);
        self.run(&tasks, known, &Journal { path: partial, lock, head: plan.line(), line: &line }, progress)
    }

    /// Judges the tasks that are not known yet. The journal is written anew first: its end may have been cut off.
    pub(crate) fn run(
        &self,
        tasks: &[Task<'_>],
        known: Vec<Option<Judgement>>,
        journal: &Journal<'_>,
        progress: &dyn Progress,
    ) -> Result<Vec<Judgement>> {
        let known_lines =
            known.iter().enumerate().filter_map(|(n, known)| known.as_ref().map(|it| (journal.line)(n, it)));
        let text: String = [journal.head.clone()].into_iter().chain(known_lines).collect();
        write_whole(journal.path, text)?;
        let file = Mutex::new(JournalFile::open(journal.path, journal.lock)?.0);
        progress.advance(known.iter().flatten().count() as u64);
        let next = AtomicUsize::new(0);
        let done = Mutex::new(known);
        let failed: Mutex<Option<io::Error>> = Mutex::new(None);
        let n_threads = self.arguments.threads.or_else(|| thread::available_parallelism().ok());
        thread::scope(|scope| {
            for _ in 0..n_threads.map_or(1, NonZeroUsize::get).min(tasks.len()) {
                scope.spawn(|| {
                    let mut player = self.player();
                    loop {
                        let n = next.fetch_add(1, Ordering::Relaxed);
                        if n >= tasks.len() || lock(&failed).is_some() {
                            return;
                        }
                        if lock(&done)[n].is_some() {
                            continue;
                        }
                        let Task { subject, ply } = tasks[n];
                        let judgement = judge(subject, ply, &mut player, &*self.model, self.arguments.seed);
                        if let Err(error) = lock(&file).append(&(journal.line)(n, &judgement)) {
                            *lock(&failed) = Some(error);
                        }
                        lock(&done)[n] = Some(judgement);
                        progress.advance(1);
                    }
                });
            }
        });
        if let Some(error) = lock(&failed).take() {
            return Err(error).with_context(|| format!("cannot write {}", journal.path.display()));
        }
        let done = std::mem::take(&mut *lock(&done));
        Ok(done.into_iter().map(|judgement| judgement.expect("every position was judged")).collect())
    }

    fn player(&self) -> TreePlayer {
        let n_playouts = Some(self.arguments.playouts.get());
        let effort = Effort { n_playouts, n_threads: 1, ..Effort::default() };
        let model = Arc::clone(&self.model);
        let models: ModelSource = Box::new(move |_| Some(Arc::clone(&model)));
        let appraiser = Arc::clone(&self.appraiser);
        TreePlayer::new(self.config.clone(), effort, models, self.arguments.seed, gtp::stopwatch())
            .with_appraisers(Box::new(move |_| Some(Arc::clone(&appraiser))))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().expect("no thread panics while it holds a lock")
}
