//! The web board under hostile load: slow connections, searching clients and large files at the same time, and somebody who clicks.
//!
//! Measured: how long a click takes at the 99th percentile, the largest memory of the process, and whether every searching client is
//! answered or told its place in the line. Against 127.0.0.1 only, and bounded in number and time.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

use super::Programs;

const N_SLOW: usize = 1_000;
const N_SEARCHING: usize = 200;
const N_FILES: usize = 12;
const N_CLICKS: usize = 200;
/// What a click may take at the 99th percentile.
const MAX_CLICK: Duration = Duration::from_millis(200);
/// What the process may hold.
const MAX_MEMORY_KIB: u64 = 600 << 10;
/// The attack ends after this in any case.
const LONGEST: Duration = Duration::from_secs(180);

/// The server; it ends with the value.
struct Board {
    child: Child,
    port: u16,
}

impl Drop for Board {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(super) fn load(programs: &Programs) -> Result<String> {
    let board = start(programs.command("tesuji"))?;
    let begin = Instant::now();
    click(board.port, "first-page").context("the board does not answer before the attack")?;
    let mut slow = Vec::new();
    for n in 0..N_SLOW {
        let Ok(mut stream) = TcpStream::connect(("127.0.0.1", board.port)) else { continue };
        let _ = stream.write_all(if n % 2 == 0 { b"GET / HTTP/1.1\r\nHost: lo" } else { b"" });
        slow.push(stream);
    }
    let is_over = AtomicBool::new(false);
    let (n_told, n_refused) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let mut clicks = Vec::new();
    let mut most_memory = 0;
    thread::scope(|scope| -> Result<()> {
        for n in 0..N_SEARCHING {
            let (n_told, n_refused) = (&n_told, &n_refused);
            scope.spawn(move || match search(board.port, &format!("searching-page-{n}")) {
                Ok(text) if text.contains("event: queue") => n_told.fetch_add(1, Ordering::Relaxed),
                Ok(text) if text.contains(" 503 ") => n_refused.fetch_add(1, Ordering::Relaxed),
                _ => 0,
            });
        }
        for _ in 0..N_FILES {
            let is_over = &is_over;
            scope.spawn(move || unread_file(board.port, is_over));
        }
        thread::sleep(Duration::from_secs(1));
        let outcome = (0..N_CLICKS).try_for_each(|n| {
            if begin.elapsed() > LONGEST {
                return Ok(());
            }
            clicks.push(click(board.port, &format!("clicking-page-{}", n % 4))?);
            most_memory = most_memory.max(memory_kib(board.child.id()));
            thread::sleep(Duration::from_millis(50));
            Ok(())
        });
        is_over.store(true, Ordering::Relaxed);
        outcome
    })?;
    drop(slow);
    ensure!(!clicks.is_empty(), "no click was made in time");
    clicks.sort();
    let at = |share: f64| clicks[((clicks.len() - 1) as f64 * share) as usize];
    let (told, refused) = (n_told.into_inner(), n_refused.into_inner());
    let figures = format!(
        "{N_SLOW} slow connections, {N_SEARCHING} searching clients ({told} told their place, {refused} told to come again), {N_FILES} unread files: \
         {} clicks, median {} ms, 99th percentile {} ms, longest {} ms; memory at most {} MiB",
        clicks.len(),
        at(0.5).as_millis(),
        at(0.99).as_millis(),
        at(1.0).as_millis(),
        most_memory >> 10
    );
    ensure!(
        told + refused == N_SEARCHING,
        "{} searching clients heard nothing: {figures}",
        N_SEARCHING - told - refused
    );
    ensure!(at(0.99) <= MAX_CLICK, "clicks are slow: {figures}");
    ensure!(most_memory <= MAX_MEMORY_KIB, "too much memory: {figures}");
    Ok(figures)
}

/// More slow connections than the process has descriptors: whoever clicks gets one that was idle.
pub(super) fn few_descriptors(programs: &Programs) -> Result<String> {
    let board = start(programs.command_within("-n 256", "tesuji"))?;
    let slow: Vec<_> = (0..400).filter_map(|_| TcpStream::connect(("127.0.0.1", board.port)).ok()).collect();
    ensure!(slow.len() > 256, "only {} slow connections came about", slow.len());
    let mut clicks = Vec::new();
    for n in 0..20 {
        clicks.push(click(board.port, &format!("clicking-page-{}", n % 4))?);
    }
    let longest = clicks.iter().max().context("clicks were made")?;
    ensure!(*longest < Duration::from_secs(5), "a click took {longest:?}");
    let n_clicks = clicks.len();
    Ok(format!(
        "256 descriptors, {} idle connections: {n_clicks} clicks, longest {} ms",
        slow.len(),
        longest.as_millis()
    ))
}

fn start(mut program: Command) -> Result<Board> {
    let port = std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
    let mut child = program
        .args(["play", "--port", &port.to_string()])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .context("cannot start tesuji")?;
    let stdout = child.stdout.take().context("stdout is piped")?;
    let board = Board { child, port };
    let mut lines = BufReader::new(stdout).lines();
    ensure!(lines.any(|line| line.is_ok_and(|line| line.contains("The board is at"))), "the board did not start");
    Ok(board)
}

/// A request's head.
fn head(port: u16, path: &str, client: &str, n_bytes: usize) -> String {
    format!(
        "POST /api/{path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\nX-Tesuji-Client: {client}\r\n\
         Content-Type: application/json\r\nContent-Length: {n_bytes}\r\n\r\n"
    )
}

fn ask(port: u16, path: &str, client: &str, body: &str) -> Result<TcpStream> {
    let mut stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.set_read_timeout(Some(Duration::from_secs(60)))?;
    stream.write_all((head(port, path, client, body.len()) + body).as_bytes())?;
    Ok(stream)
}

/// A move on the board, and how long it took.
fn click(port: u16, client: &str) -> Result<Duration> {
    let begin = Instant::now();
    let body = r#"{"line": {"size": 19, "rules": "chinese", "komi": 7.5, "steps": [{"b": "Q16"}]}, "play": "D4"}"#;
    let mut answer = String::new();
    ask(port, "board", client, body)?.read_to_string(&mut answer)?;
    ensure!(
        answer.starts_with("HTTP/1.1 200"),
        "a click was answered with {}",
        answer.lines().next().unwrap_or("nothing")
    );
    Ok(begin.elapsed())
}

/// The first words of the answer to a search.
fn search(port: u16, client: &str) -> Result<String> {
    let body =
        r#"{"line": {"size": 9, "rules": "chinese", "komi": 7.5, "steps": []}, "task": {"move": {"level": "full"}}}"#;
    let mut stream = ask(port, "search", client, body)?;
    let mut text = String::new();
    let mut bytes = [0; 4096];
    while !text.contains("event: queue") && !text.contains(" 503 ") {
        match stream.read(&mut bytes)? {
            0 => break,
            n => text.push_str(&String::from_utf8_lossy(&bytes[..n])),
        }
    }
    // It stays in the line for a while, as somebody who waits does.
    thread::sleep(Duration::from_secs(8));
    Ok(text)
}

/// Sends a large file and never reads the answer.
fn unread_file(port: u16, is_over: &AtomicBool) {
    let file = format!("(;SZ[9]{})", ";".repeat(4_000_000));
    let Ok(mut stream) = TcpStream::connect(("127.0.0.1", port)) else { return };
    let _ = stream.set_write_timeout(Some(Duration::from_secs(5)));
    let _ = stream.write_all(head(port, "record/read", "greedy-page", file.len()).as_bytes());
    let _ = stream.write_all(file.as_bytes());
    while !is_over.load(Ordering::Relaxed) {
        thread::sleep(Duration::from_millis(100));
    }
}

/// Resident memory of a process, as Linux tells it.
fn memory_kib(id: u32) -> u64 {
    let told = fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let line = told.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|rest| rest.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}
