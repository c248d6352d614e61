//! `tesuji play`: the web board, also the default without a command.

use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread;

use anyhow::{Context, Result};
use clap::Args;
use go_games::{DatabaseError, Filter, Game, read_database};
use tsumego::{Task, read_tasks};
use web_board::{Collection, Limits, Reach, Settings};

use crate::games::inputs::{self, Source};
use crate::{embedded, gtp, welcome};

/// Shipped small collections, so that there is something to search.
const SHIPPED: [&[u8]; 2] =
    [include_bytes!("../../../data/games/policy-9x9.games"), include_bytes!("../../../data/games/policy-19x19.games")];

/// Shipped life-and-death problems, from easy to hard.
const PROBLEMS: &[u8] = include_bytes!("../../../data/problems/people.txt");

/// Play, study and ask why in the browser (what `tesuji` does without a command)
#[derive(Args)]
pub(crate) struct Arguments {
    /// The port; 0 takes any that is free
    #[arg(long, value_name = "N", default_value_t = 8361)]
    port: u16,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// Another model than the embedded ones; these can then be compared with it
    #[arg(long, value_name = "F")]
    model: Option<PathBuf>,
    /// Games to search on the page: SGF files, folders, .zst streams, databases [default: the shipped games]
    #[arg(long, value_name = "GAMES", num_args = 1..)]
    collection: Vec<PathBuf>,
    /// Allow other machines, on this address of this one (0.0.0.0: all). There is no password
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<IpAddr>,
    /// Threads that search [default: all cores]
    #[arg(long, value_name = "N", value_parser = report::argument::threads)]
    threads: Option<NonZeroUsize>,
    /// The same seed judges and plays in the same way (with one thread)
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let predictors = embedded::predictors(arguments.model.as_deref())?;
    let collection = collection(&arguments.collection)?;
    let host = arguments.listen.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
    let listener = TcpListener::bind(SocketAddr::new(host, arguments.port)).with_context(|| {
        format!(
            "cannot listen on {host} port {}: is another board open there? --port takes another one",
            arguments.port
        )
    })?;
    let address = format!("http://{}", shown(listener.local_addr()?));
    let mut out = io::stdout().lock();
    welcome::print(&mut out)?;
    writeln!(out, "\nThe board is at {address}   (Ctrl-C ends it)")?;
    out.flush()?;
    drop(out);
    if arguments.open {
        open(&address);
    }
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let clock: Arc<dyn Fn() -> std::time::Duration + Send + Sync> = Arc::from(gtp::stopwatch());
    let settings = Settings {
        version: embedded::version().to_owned(),
        predictors,
        appraiser: Some(embedded::appraiser()),
        collection,
        problems: problems()?,
        reach: if host.is_loopback() { Reach::Loopback } else { Reach::Network },
        review_playouts: go_review::QUICK_PLAYOUTS,
        n_threads: arguments.threads.map_or(cores, NonZeroUsize::get),
        seed: arguments.seed,
        clock,
        limits: Limits::default(),
    };
    web_board::run(listener, settings).context("the server stopped")
}

/// The address that a browser on this machine can use.
fn shown(address: SocketAddr) -> SocketAddr {
    let local = if address.ip().is_unspecified() { IpAddr::V4(Ipv4Addr::LOCALHOST) } else { address.ip() };
    SocketAddr::new(local, address.port())
}

/// The problems to practise with.
fn problems() -> Result<Vec<Task>> {
    let tasks = read_tasks(PROBLEMS).context("the shipped problems are damaged")?;
    tasks.into_iter().collect::<Result<_, _>>().context("a shipped problem is damaged")
}

/// The games to search. Paths are checked at once, so that a wrong one is reported now, and read in the background: the
/// board does not wait for them.
fn collection(paths: &[PathBuf]) -> Result<Arc<Collection>> {
    if paths.is_empty() {
        let shipped = || -> Result<Vec<Game>, DatabaseError> {
            Ok(SHIPPED.into_iter().map(read_database).collect::<Result<Vec<_>, _>>()?.concat())
        };
        let games = shipped().context("the shipped games are damaged")?;
        let name = format!(
            "{} games that Tesuji played against itself. To search yours, start it with --collection FOLDER.",
            games.len()
        );
        return Ok(Collection::of(name, games));
    }
    inputs::expand(paths)?;
    let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
    let collection = Collection::to_come(names.join(", "));
    let (to_fill, paths) = (Arc::clone(&collection), paths.to_vec());
    thread::spawn(move || {
        let source = Source { paths: &paths, filter: Filter::default(), keep_duplicates: false, quiet: true };
        to_fill.fill(inputs::load(source).map(|(games, _)| games).map_err(|error| format!("{error:#}")));
    });
    Ok(collection)
}

/// Asks the desktop to show the page; a failure is reported but does not stop the program.
fn open(address: &str) {
    let opener = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let quiet =
        Command::new(opener).arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    if quiet.is_err() {
        eprintln!("cannot open a browser ({opener} is missing): open {address} yourself");
    }
}
