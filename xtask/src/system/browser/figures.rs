//! The figures that the board promises, measured against the release build: usable within a second, a click answered within 50 ms, idle when
//! nobody asks, fifty pages at once. Clicks are questions as the page asks them; processor time is read from `/proc`.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use super::webdriver::{http, start_board};

const N_CLICKS: usize = 50;
const N_PAGES: usize = 50;
/// Long enough to see a hundredth of a core.
const IDLE: Duration = Duration::from_secs(4);
/// Clock ticks of Linux in a second, as `/proc` counts.
const TICKS: f64 = 100.0;

/// Measures, prints and holds all of them.
pub(super) fn measure(program: &Path) -> Result<()> {
    let begin = Instant::now();
    let (board, port) = start_board(program)?;
    ask(port, "start", "board", &json!({ "line": line(&[]) }))?;
    let start = begin.elapsed();
    let alone = clicks(port, N_CLICKS)?;
    let before = processor_time(board.0.id())?;
    thread::sleep(IDLE);
    let idle = (processor_time(board.0.id())? - before) / IDLE.as_secs_f64();
    let begin = Instant::now();
    let pages: Vec<_> = (0..N_PAGES).map(|n| thread::spawn(move || one_move(port, n))).collect();
    let crowded = clicks(port, N_CLICKS)?;
    for page in pages {
        page.join().expect("no panic")?;
    }
    let all_moved = begin.elapsed();
    println!(
        "  usable after {start:.0?}; a click {alone:.1?}, among {N_PAGES} pages {crowded:.1?} (medians); idle {:.2} % of a core; \
         {N_PAGES} pages moved once in {all_moved:.1?}; {} MiB",
        100.0 * idle,
        memory(board.0.id())? / 1024
    );
    ensure!(start < Duration::from_secs(1), "usable after {start:?}");
    ensure!(alone < Duration::from_millis(50) && crowded < Duration::from_millis(50), "clicks: {alone:?}, {crowded:?}");
    ensure!(idle < 0.01, "{idle} of a core while idle");
    Ok(())
}

fn line(steps: &[Value]) -> Value {
    json!({ "size": 9, "rules": "chinese", "komi": 7.5, "steps": steps })
}

fn ask(port: u16, page: &str, path: &str, question: &Value) -> Result<String> {
    let headers =
        format!("Host: 127.0.0.1:{port}\r\nContent-Type: application/json\r\nX-Tesuji-Client: page-{page:0>8}\r\n");
    let (status, _, body) = http(port, &format!("POST /api/{path}"), &headers, question.to_string().as_bytes())?;
    ensure!(status == 200, "{path}: {status} {body}");
    Ok(body)
}

/// The median time from a click to its answer.
fn clicks(port: u16, n: usize) -> Result<Duration> {
    let mut times = Vec::new();
    for _ in 0..n {
        let begin = Instant::now();
        ask(port, "clicks", "board", &json!({ "line": line(&[json!({ "b": "E5" })]), "play": "C4" }))?;
        times.push(begin.elapsed());
    }
    times.sort();
    Ok(times[n / 2])
}

fn one_move(port: u16, page: usize) -> Result<()> {
    let steps = [json!({ "b": format!("{}{}", ["C", "D", "E", "F", "G"][page % 5], 3 + page % 4) })];
    let question = json!({ "line": line(&steps), "task": { "move": { "level": "10k" } } });
    let events = ask(port, &page.to_string(), "search", &question)?;
    ensure!(events.contains("event: move"), "page {page}: {events}");
    Ok(())
}

/// Seconds that the program has worked.
fn processor_time(id: u32) -> Result<f64> {
    let text = fs::read_to_string(format!("/proc/{id}/stat")).context("/proc")?;
    // The name in brackets may hold blanks; times are the 12th and 13th field after it.
    let fields: Vec<&str> = text.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |nth: usize| fields.get(nth).and_then(|field| field.parse::<f64>().ok()).context("a time in /proc");
    Ok((ticks(11)? + ticks(12)?) / TICKS)
}

/// Resident kilobytes.
fn memory(id: u32) -> Result<u64> {
    let text = fs::read_to_string(format!("/proc/{id}/status")).context("/proc")?;
    let row = text.lines().find_map(|row| row.strip_prefix("VmRSS:")).context("a size in /proc")?;
    row.split_whitespace().next().and_then(|size| size.parse().ok()).context("a size in /proc")
}
