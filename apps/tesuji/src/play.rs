//! `tesuji play`: the web board, and what `tesuji` does when it is given no command.

use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread;

use anyhow::{Context, Result};
use clap::Args;
use go_models::{Model, Predictor};
use web_board::{NamedPredictor, Predictors, Reach, Settings};

use crate::{embedded, gtp, welcome};

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
    /// Let other machines in, on this address of this one (0.0.0.0: all). There is no password
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<IpAddr>,
    /// Threads that search [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// The same seed judges and plays in the same way (with one thread)
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let predictors = predictors(arguments.model.as_deref())?;
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
        reach: if host.is_loopback() { Reach::Loopback } else { Reach::Network },
        n_threads: arguments.threads.map_or(cores, NonZeroUsize::get),
        seed: arguments.seed,
        clock,
    };
    web_board::run(listener, settings).context("the server stopped")
}

/// The address that a browser on this machine can use.
fn shown(address: SocketAddr) -> SocketAddr {
    let local = if address.ip().is_unspecified() { IpAddr::V4(Ipv4Addr::LOCALHOST) } else { address.ip() };
    SocketAddr::new(local, address.port())
}

/// The embedded models, and in front of them the one that was asked for. That one is read at once: a damaged file must be told now.
fn predictors(file: Option<&Path>) -> Result<Predictors> {
    let mut list: Vec<NamedPredictor> = embedded::headers()
        .into_iter()
        .map(|(header, bytes)| {
            let read = move || -> Arc<dyn Predictor> {
                Arc::new(Model::from_bytes(bytes).expect("an embedded model is sound: a test reads it"))
            };
            NamedPredictor::new(header.name, header.board_sizes, read)
        })
        .collect();
    let Some(file) = file else { return Ok(Predictors::by_size(list)) };
    let model = embedded::model_or(Some(file), go_board::BoardSize::NINETEEN)?;
    let (name, sizes) = (model.header().name.clone(), model.header().board_sizes.clone());
    let model: Arc<dyn Predictor> = Arc::new(model);
    list.insert(0, NamedPredictor::new(name, sizes, move || Arc::clone(&model)));
    Ok(Predictors::with_first(list))
}

/// Asks the desktop to show the page; that it cannot is no reason to stop.
fn open(address: &str) {
    let opener = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let quiet =
        Command::new(opener).arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    if quiet.is_err() {
        eprintln!("cannot open a browser ({opener} is missing): open {address} yourself");
    }
}
