//! The figures promised for the board, measured against the release build: usable within a second, a click answered
//! within 50 ms (on 9x9 and late in a 19x19 game), idle without requests, fifty pages at once with fair turns and
//! bounded memory, small assets. Clicks are sent as the page's requests; processor time is read from `/proc`.

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
/// Memory limit for fifty pages with a game each: the trees of the last players and the models, not one tree per page.
const MOST_MEMORY_KIB: u64 = 600 << 10;
/// All files of the page together.
const MOST_ASSETS: usize = 300_000;
/// Moves before a late click.
const N_LATE: usize = 150;
/// Shipped problems that are solved: every tenth of the five hundred.
const N_PROBLEMS: usize = 50;
/// Clock ticks of Linux in a second, as `/proc` counts.
const TICKS: f64 = 100.0;

/// Measures, prints and holds all of them.
pub(super) fn measure(program: &Path) -> Result<()> {
    let begin = Instant::now();
    let (board, port) = start_board(program, &[])?;
    ask(port, "start", "board", &json!({ "line": line(&[]) }))?;
    let start = begin.elapsed();
    let assets = assets(port)?;
    let alone = clicks(port, N_CLICKS, &early())?;
    let late = clicks(port, N_CLICKS, &late())?;
    let [solved, told] = problems(port)?;
    let before = processor_time(board.0.id())?;
    thread::sleep(IDLE);
    let idle = (processor_time(board.0.id())? - before) / IDLE.as_secs_f64();
    let pages: Vec<_> = (0..N_PAGES).map(|n| thread::spawn(move || one_move(port, n))).collect();
    let crowded = clicks(port, N_CLICKS, &early())?;
    let mut waits = Vec::new();
    for page in pages {
        waits.push(page.join().expect("no panic")?);
    }
    waits.sort();
    let (middle, longest) = (waits[N_PAGES / 2], waits[N_PAGES - 1]);
    let memory = memory(board.0.id())?;
    println!(
        "  usable after {start:.0?}; a click {alone:.1?}, after {N_LATE} moves on 19x19 {late:.1?}, among {N_PAGES} pages {crowded:.1?} (medians); \
         idle {:.2} % of a core; {N_PAGES} pages at once waited {middle:.1?} for a move (median), {longest:.1?} at most; {} MiB; assets {assets} bytes; a shipped problem is solved in {:.1?} (median), {:.1?} at most, and told with all lines after {:.1?}, {:.1?} at most",
        100.0 * idle,
        memory / 1024,
        solved[N_PROBLEMS / 2],
        solved[N_PROBLEMS - 1],
        told[N_PROBLEMS / 2],
        told[N_PROBLEMS - 1],
    );
    ensure!(start < Duration::from_secs(1), "usable after {start:?}");
    for (what, time) in [("9x9", alone), ("late on 19x19", late), ("among many", crowded)] {
        ensure!(time < Duration::from_millis(50), "a click {what}: {time:?}");
    }
    ensure!(solved[N_PROBLEMS / 2] < Duration::from_millis(100), "a problem: {:?}", solved[N_PROBLEMS / 2]);
    ensure!(idle < 0.01, "{idle} of a core while idle");
    ensure!(memory < MOST_MEMORY_KIB, "{memory} KiB");
    ensure!(assets < MOST_ASSETS, "{assets} bytes of assets");
    Ok(())
}

/// The bytes of the page and of all files that it names, scripts by their imports.
fn assets(port: u16) -> Result<usize> {
    let mut paths = vec!["/".to_owned()];
    let (mut nth, mut total) = (0, 0);
    while let Some(path) = paths.get(nth).cloned() {
        let (status, _, body) = http(port, &format!("GET {path}"), &format!("Host: 127.0.0.1:{port}\r\n"), b"")?;
        ensure!(status == 200, "{path}: {status}");
        total += body.len();
        for (start, folder) in [("src=\"", ""), ("href=\"", ""), ("from \"./", "/js/")] {
            for rest in body.split(start).skip(1) {
                let named = format!("{folder}{}", rest.split('"').next().unwrap_or_default());
                if named.starts_with('/') && !paths.contains(&named) {
                    paths.push(named);
                }
            }
        }
        nth += 1;
    }
    Ok(total)
}

/// A click at the start of a small game.
fn early() -> Value {
    json!({ "line": line(&[json!({ "b": "E5" })]), "play": "C4" })
}

/// A click late in a large game.
fn late() -> Value {
    let point = |n: usize| format!("{}{}", ["A", "C", "E", "G", "J", "L", "N", "P", "R", "T"][n % 10], 1 + n / 10);
    let step = |n: usize| if n.is_multiple_of(2) { json!({ "b": point(n) }) } else { json!({ "w": point(n) }) };
    let steps: Vec<Value> = (0..N_LATE).map(step).collect();
    json!({ "line": { "size": 19, "rules": "chinese", "komi": 7.5, "steps": steps }, "play": "K19" })
}

fn line(steps: &[Value]) -> Value {
    json!({ "size": 9, "rules": "chinese", "komi": 7.5, "steps": steps })
}

pub(super) fn ask(port: u16, page: &str, path: &str, question: &Value) -> Result<String> {
    let headers =
        format!("Host: 127.0.0.1:{port}\r\nContent-Type: application/json\r\nX-Tesuji-Client: page-{page:0>8}\r\n");
    let (status, _, body) = http(port, &format!("POST /api/{path}"), &headers, question.to_string().as_bytes())?;
    ensure!(status == 200, "{path}: {status} {body}");
    Ok(body)
}

/// The median time from a click to its answer.
fn clicks(port: u16, n: usize, question: &Value) -> Result<Duration> {
    let mut times = Vec::new();
    for _ in 0..n {
        let begin = Instant::now();
        ask(port, "clicks", "board", question)?;
        times.push(begin.elapsed());
    }
    times.sort();
    Ok(times[n / 2])
}

/// How long shipped problems take, from easy to hard, in order of time: the solver's work, and from the click to the end of the answer.
fn problems(port: u16) -> Result<[Vec<Duration>; 2]> {
    let last = |events: &str| -> Result<Value> {
        let data = events.lines().rev().find_map(|line| line.strip_prefix("data: ")).context("an event")?;
        serde_json::from_str(data).context("an event")
    };
    let mut times = [Vec::new(), Vec::new()];
    for nth in 0..N_PROBLEMS {
        let problem = json!({ "number": 10 * nth, "symmetry": 0, "swapped": false });
        let posed = ask(port, "posed", "tsumego/practice", &json!({ "problem": problem }))?;
        let posed = last(&posed)?;
        // With the colours exchanged it is a position that the server has never seen.
        let turn = if posed["turn"] == "b" { "w" } else { "b" };
        let step = json!({ "set": { "b": posed["w"], "w": posed["b"], "turn": turn } });
        let line = json!({ "size": posed["size"], "rules": "chinese", "komi": 0, "steps": [step] });
        let begin = Instant::now();
        let solved = ask(port, "solves", "tsumego/solve", &json!({ "line": line, "target": posed["target"] }))?;
        times[1].push(begin.elapsed());
        let solved = last(&solved)?;
        ensure!(solved["proved"] == true, "problem {nth}: {solved}");
        times[0].push(Duration::from_secs_f64(solved["seconds"].as_f64().context("seconds")?));
    }
    times.iter_mut().for_each(|times| times.sort());
    Ok(times)
}

/// How long a page waits for a move of the engine.
fn one_move(port: u16, page: usize) -> Result<Duration> {
    let begin = Instant::now();
    let steps = [json!({ "b": format!("{}{}", ["C", "D", "E", "F", "G"][page % 5], 3 + page % 4) })];
    let question = json!({ "line": line(&steps), "task": { "move": { "level": "10k" } } });
    let events = ask(port, &page.to_string(), "search", &question)?;
    ensure!(events.contains("event: move"), "page {page}: {events}");
    Ok(begin.elapsed())
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
