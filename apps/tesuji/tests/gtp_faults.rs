//! `tesuji gtp` under bad input and failures: a clear error or a sensible move, never a hang or a panic.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

fn start(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_tesuji"))
        .arg("gtp")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

/// The replies to some commands, one text each.
fn converse(arguments: &[&str], commands: &str) -> Vec<String> {
    let mut child = start(arguments);
    let mut input = child.stdin.take().expect("piped");
    input.write_all(commands.as_bytes()).expect("written");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{commands}: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("text");
    text.split("\n\n").filter(|reply| !reply.is_empty()).map(str::to_owned).collect()
}

fn is_move(reply: &str) -> bool {
    reply.strip_prefix("= ").is_some_and(|text| {
        text == "pass" || text.len() >= 2 && text.as_bytes()[0].is_ascii_uppercase() && text[1..].parse::<u8>().is_ok()
    })
}

/// Waits for the end, and fails when it does not come.
fn must_end(mut child: Child, what: &str) {
    let deadline = Instant::now() + Duration::from_secs(60);
    loop {
        match child.try_wait().expect("a child") {
            Some(_) => break,
            None if Instant::now() < deadline => std::thread::sleep(Duration::from_millis(20)),
            None => {
                child.kill().expect("killed");
                panic!("{what}: the engine does not stop without a reader");
            }
        }
    }
}

#[test]
fn a_front_end_that_disconnects_ends_the_analysis_and_the_program() {
    for (command, what) in [("kata-analyze b 10\n", "analysis"), ("lz-analyze 10\n", "analysis"), ("name\n", "idle")] {
        let mut child = start(&[]);
        let mut input = child.stdin.take().expect("piped");
        input.write_all(b"boardsize 9\n").expect("written");
        input.write_all(command.as_bytes()).expect("written");
        let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines();
        assert_eq!(lines.next().expect("a reply").expect("text").trim_end(), "=");
        drop((input, lines));
        must_end(child, what);
    }
}

#[test]
fn a_front_end_that_stops_reading_ends_the_analysis() {
    let mut child = start(&[]);
    let mut input = child.stdin.take().expect("piped");
    input.write_all(b"boardsize 9\nkata-analyze b 1\n").expect("written");
    drop(child.stdout.take());
    must_end(child, "no reader");
    drop(input);
}

#[test]
fn pondering_stops_for_the_next_command() {
    let replies = converse(
        &["--ponder", "--playouts", "50"],
        "boardsize 9\ngenmove b\nplay w A1\ngenmove b\nundo\nundo\nundo\nlist_stones b\nquit\n",
    );
    assert_eq!(replies.len(), 9, "{replies:?}");
    assert!(is_move(&replies[1]) && is_move(&replies[3]));
    assert_eq!(replies[7].trim_end(), "=");
}

#[test]
fn a_command_in_the_middle_of_an_analysis_is_answered() {
    let replies = converse(&[], "1 lz-analyze b 5\n2 boardsize 5\n3 kata-analyze w 5\n4 genmove x\n5 name\n");
    let last: Vec<&str> = replies.iter().map(|reply| reply.lines().next().unwrap_or("").trim_end()).collect();
    assert_eq!(last[..3], ["=1", "=2", "=3"]);
    assert!(last[3].starts_with("?4 ") && last[4] == "=5 Tesuji", "{last:?}");
}

#[test]
fn a_clock_that_has_run_out_still_gets_a_move() {
    let begin = Instant::now();
    let replies = converse(
        &[],
        "boardsize 9\ntime_settings 1 0 0\ntime_left b 0 0\ngenmove b\ntime_left w 0 0\ngenmove w\n\
         kgs-time_settings byoyomi 0 1 1\ntime_left b 0 1\ngenmove b\n",
    );
    assert!([3, 5, 8].iter().all(|&nth| is_move(&replies[nth])), "{replies:?}");
    assert!(begin.elapsed() < Duration::from_secs(60));
}

#[test]
fn the_largest_board_is_played_on_and_larger_ones_are_refused() {
    let replies = converse(&["--playouts", "20"], "boardsize 25\ngenmove b\nboardsize 26\nboardsize many\ngenmove w\n");
    assert!(is_move(&replies[1]) && is_move(&replies[4]), "{replies:?}");
    assert!(replies[2].starts_with("? unacceptable size") && replies[3].starts_with("? "), "{replies:?}");
}

#[test]
fn komi_must_be_a_number() {
    let replies = converse(&[], "komi much\nkomi\nkomi 1e9\nkomi nan\nget_komi\nkomi -3.5\nget_komi\n");
    assert!(replies[..4].iter().all(|reply| reply.starts_with("? ")), "{replies:?}");
    assert_eq!((replies[4].as_str(), replies[6].trim_end()), ("= 7.5", "= -3.5"));
}

#[test]
fn a_model_for_another_board_plays_and_a_damaged_one_is_named() {
    let models = concat!(env!("CARGO_MANIFEST_DIR"), "/../../models");
    let large = format!("{models}/19x19.model");
    let replies =
        converse(&["--model", &large, "--playouts", "20"], "boardsize 9\ngenmove b\nboardsize 13\ngenmove b\n");
    assert!(is_move(&replies[1]) && is_move(&replies[3]), "{replies:?}");
    let folder = tempfile::tempdir().expect("a folder");
    let damaged = folder.path().join("damaged.model");
    let bytes = std::fs::read(&large).expect("a model");
    std::fs::write(&damaged, &bytes[..bytes.len() / 2]).expect("written");
    for argument in ["--model", "--book", "--config"] {
        let output = start(&[argument, &damaged.display().to_string()]).wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(1), "{argument}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("damaged.model"), "{argument}: {output:?}");
    }
}
