//! Scripted front ends: what Sabaki, LizGoban, GoGui, CGOS, KGS and gtp2ogs send, to the real player over pipes.
//!
//! In a script `>` is a command that must succeed, `?` one that must be rejected, `~` an analysis of which two lines
//! are read before the next command ends it, `!` a move with analysis whose last line is `play`.

use std::io;
use std::path::Path;
use std::time::Duration;

use go_engine::{Effort, EngineConfig, TreePlayer};
use go_gtp::{GtpEngine, Identity, NoFiles, registry};
use gtp::{Client, ClientError, Ended};

const PATIENCE: Duration = Duration::from_secs(120);

/// Plays a script against the engine and returns how the conversation ended.
fn run(script: &str) -> Ended {
    let (engine_input, to_engine) = io::pipe().expect("a pipe");
    let (from_engine, engine_output) = io::pipe().expect("a pipe");
    let server = std::thread::spawn(move || {
        let start = std::time::Instant::now();
        let effort = Effort { n_playouts: Some(60), ..Effort::default() };
        let player =
            TreePlayer::new(EngineConfig::default(), effort, Box::new(|_| None), 1, Box::new(move || start.elapsed()));
        let identity = Identity { name: "Tesuji".into(), version: "1".into() };
        let now = move || start.elapsed();
        let mut engine = GtpEngine::new(identity, Box::new(player), Box::new(NoFiles), Box::new(now))
            .with_processor_time(Box::new(now));
        gtp::serve(&registry(), &mut engine, engine_input, engine_output)
    });
    let mut client = Client::new(from_engine, to_engine);
    let mut streaming = None;
    for (number, line) in script.lines().enumerate() {
        let Some((kind, command)) = line.split_once(' ') else { continue };
        if kind == "--" {
            continue;
        }
        let at = format!("line {}: {line}", number + 1);
        // The next command is written while the analysis runs, and ends it.
        let last = streaming.take();
        client.send(command).unwrap_or_else(|error| panic!("{at}: {error}"));
        if last.is_some() {
            while client.next_line(PATIENCE).unwrap_or_else(|error| panic!("{at}: {error}")).is_some() {}
        }
        match kind {
            ">" => drop(client.reply(PATIENCE).unwrap_or_else(|error| panic!("{at}: {error}"))),
            "?" => assert!(matches!(client.reply(PATIENCE), Err(ClientError::Refused { .. })), "{at}: accepted"),
            "!" => {
                let text = client.reply(PATIENCE).unwrap_or_else(|error| panic!("{at}: {error}"));
                let lines: Vec<&str> = text.lines().collect();
                assert!(lines.last().is_some_and(|last| last.starts_with("play ")), "{at}: {text}");
                assert!(lines.iter().any(|line| is_info(line, command)), "{at}: {text}");
            }
            "~" => {
                client.first_line(PATIENCE).unwrap_or_else(|error| panic!("{at}: {error}"));
                for _ in 0..2 {
                    let line = client.next_line(PATIENCE).expect("a line").expect("the analysis goes on");
                    assert!(is_info(&line, command), "{at}: {line}");
                }
                streaming = Some(());
            }
            _ => panic!("{at}: no such kind of line"),
        }
    }
    drop(client);
    server.join().expect("no panic").expect("no error")
}

/// Does the line read as Sabaki and its kin read it?
fn is_info(line: &str, command: &str) -> bool {
    let Some(first) = line.strip_prefix("info ").and_then(|rest| rest.split(" info ").next()) else { return false };
    let words: Vec<&str> = first.split(' ').collect();
    let value = |key: &str| words.iter().position(|&word| word == key).and_then(|at| words.get(at + 1)).copied();
    // Whole numbers are ten thousandths, and only KataGo's commands may write fractions.
    let is_kata = command.starts_with("kata");
    let win_rate_fits = value("winrate").is_some_and(|text| {
        text.contains('.') == is_kata && text.parse::<f64>().is_ok_and(|value| (0.0..=10_000.0).contains(&value))
    });
    let n_owned = line.split_once("ownership ").map(|(_, rest)| rest.split(' ').count());
    let ownership_fits = match n_owned {
        Some(n) => [81, 361].contains(&n) && command.contains("ownership true"),
        None => !command.contains("ownership true"),
    };
    value("move").is_some() && value("visits").is_some() && value("pv").is_some() && win_rate_fits && ownership_fits
}

/// The script of that name; it ends by `quit` or by hanging up.
fn check(name: &str, expected: Ended) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/clients").join(name);
    let script = std::fs::read_to_string(&path).expect("a script");
    assert_eq!(run(&script), expected, "{name}");
}

#[test]
fn sabaki() {
    check("sabaki.txt", Ended::Quit);
}

#[test]
fn lizgoban() {
    check("lizgoban.txt", Ended::EndOfInput);
}

#[test]
fn gogui() {
    check("gogui.txt", Ended::Quit);
}

#[test]
fn cgos() {
    check("cgos.txt", Ended::Quit);
}

#[test]
fn kgs() {
    check("kgs.txt", Ended::Quit);
}

#[test]
fn gtp2ogs() {
    check("gtp2ogs.txt", Ended::Quit);
}
