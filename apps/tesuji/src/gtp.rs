//! `tesuji gtp`: a GTP engine on stdin and stdout. Nothing but GTP is written to stdout.

use std::io::{self, stderr, stdin, stdout};
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::Args;
use go_board::RuleSet;
use go_engine::{Book, Effort, EngineConfig, Level, ModelSource, TreePlayer};
use go_gtp::{Files, GtpEngine, Identity, registry};
use report::argument;

use crate::embedded;

/// Be a GTP engine on stdin and stdout
///
/// Front ends such as Sabaki and GoGui take the command line `tesuji gtp` as an engine. Without a limit a move takes 10,000 playouts, or its share of the clock if the front end sets one.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Playouts for a move
    #[arg(long, value_name = "N")]
    playouts: Option<NonZeroU64>,
    /// At most so many seconds for a move
    #[arg(long, value_name = "S", value_parser = argument::seconds)]
    time: Option<Duration>,
    /// Play like a human of this level: 20k ... 1k, 1d ... 3d [default: full strength]
    #[arg(long, value_name = "L")]
    level: Option<Level>,
    /// Threads that search
    #[arg(long, value_name = "N", default_value_t = NonZeroUsize::MIN, value_parser = argument::threads)]
    threads: NonZeroUsize,
    /// The same seed plays the same moves (with one thread and a number of playouts)
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Rules until the front end sets others: chinese, japanese, aga, new-zealand or tromp-taylor (which CGOS has) [default: chinese]
    #[arg(long, value_name = "R", value_parser = rules)]
    rules: Option<RuleSet>,
    /// Another model than the embedded ones
    #[arg(long, value_name = "F")]
    model: Option<PathBuf>,
    /// Another model of final ownership than the embedded one
    #[arg(long, value_name = "F")]
    territory: Option<PathBuf>,
    /// A model of openings (kind `m-eval`) for the section `[m_eval]` of the configuration, which must be on
    #[arg(long, value_name = "F", requires = "config")]
    m_eval: Option<PathBuf>,
    /// An opening book, made by `tesuji games book`
    #[arg(long, value_name = "F")]
    book: Option<PathBuf>,
    /// Think while the opponent does
    #[arg(long)]
    ponder: bool,
    /// Parameters of the engine (TOML); docs/engine.md lists them
    #[arg(long, value_name = "F")]
    config: Option<PathBuf>,
    /// Nothing on stderr but errors: no remarks about the search
    #[arg(long, short)]
    quiet: bool,
}

fn rules(text: &str) -> Result<RuleSet, String> {
    RuleSet::parse(text).ok_or_else(|| "wanted chinese, japanese, aga, new-zealand or tromp-taylor".to_owned())
}

/// The file system of this machine.
struct Disk;

impl Files for Disk {
    fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        std::fs::read(Path::new(name))
    }

    fn write(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        output_files::write_whole(Path::new(name), bytes).map_err(|error| io::Error::other(format!("{error:#}")))
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let effort = Effort {
        n_playouts: arguments.playouts.map(NonZeroU64::get),
        time: arguments.time,
        n_threads: arguments.threads.get(),
        level: arguments.level,
    };
    let mut config = engine_config(arguments.config.as_deref())?;
    config.conduct.ponder |= arguments.ponder;
    let wants_m_eval = config.m_eval.intensity > 0.0;
    if wants_m_eval != arguments.m_eval.is_some() {
        bail!("[m_eval] of the configuration is on with an intensity above 0, and then needs a model: --m-eval FILE");
    }
    let models = models(arguments.model.as_deref())?;
    let appraiser = embedded::appraiser_or(arguments.territory.as_deref())?;
    let mut player = TreePlayer::new(config, effort, models, arguments.seed, stopwatch())
        .with_appraisers(Box::new(move |_| Some(Arc::clone(&appraiser))));
    if let Some(file) = &arguments.m_eval {
        player = player.with_m_eval(Arc::new(embedded::read_m_eval(file)?));
    }
    if let Some(file) = &arguments.book {
        player = player.with_book(Arc::new(read_book(file)?));
    }
    let identity = Identity { name: "Tesuji".to_owned(), version: embedded::version().to_owned() };
    let mut engine = GtpEngine::new(identity, Box::new(player), Box::new(Disk), stopwatch())
        .with_rules(arguments.rules.unwrap_or_default())
        .with_notes(if arguments.quiet { Box::new(io::sink()) } else { Box::new(stderr()) })
        .with_processor_time(Box::new(|| processor_time().unwrap_or_default()));
    gtp::serve(&registry(), &mut engine, stdin(), stdout())?;
    Ok(())
}

/// The parameters in the file, or the defaults.
pub(crate) fn engine_config(file: Option<&Path>) -> Result<EngineConfig> {
    let Some(file) = file else { return Ok(EngineConfig::default()) };
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let config: EngineConfig = toml::from_str(&text).with_context(|| format!("cannot use {}", file.display()))?;
    config.check().with_context(|| format!("cannot use {}", file.display()))?;
    Ok(config)
}

fn read_book(file: &Path) -> Result<Book> {
    let bytes = std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    Book::parse(&String::from_utf8_lossy(&bytes)).with_context(|| format!("cannot use {}", file.display()))
}

/// The model in the file for every board size, or the embedded ones.
pub(crate) fn models(file: Option<&Path>) -> Result<ModelSource> {
    let predictors = embedded::predictors(file)?;
    Ok(Box::new(move |size| Some(predictors.for_size(size))))
}

/// The processor time of all threads, as reported by Linux: user and system time in ticks of a hundredth of a second.
fn processor_time() -> Option<Duration> {
    let told = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The second field is the program's name in brackets and may hold anything.
    let fields: Vec<&str> = told.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?;
    Some(Duration::from_millis(10 * ticks))
}

/// Time since now.
pub(crate) fn stopwatch() -> go_engine::Clock {
    let start = Instant::now();
    Box::new(move || start.elapsed())
}
