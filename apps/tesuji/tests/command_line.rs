//! The program from a user's point of view: output and exit status.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn tesuji(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tesuji")).args(arguments).output().expect("the program starts")
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn the_version_names_commit_and_model() {
    let output = tesuji(&["--version"]);
    assert_eq!(output.status.code(), Some(0));
    let text = stdout(&output);
    assert!(text.starts_with(&format!("tesuji {} (commit ", env!("CARGO_PKG_VERSION"))), "{text}");
    assert!(text.contains("model"), "{text}");
}

#[test]
fn priors_are_checked_on_games_that_come_with_the_program() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let csv = place.path().join("positions.csv").display().to_string();
    let sizes = ["--positions", "2", "--playouts", "200", "--min-visits", "5"];
    let output = tesuji(&[&["check-priors", "--json", "--csv", &csv][..], &sizes].concat());
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let found: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    let first = &found["correlations"][0];
    assert_eq!((found["positions"].as_u64(), first["compared"].as_str()), (Some(2), Some("probability, all nodes")));
    assert!(
        first["spearman"].as_f64().is_some_and(|rho| rho.abs() <= 1.0) && first["moves"].as_u64() > Some(3),
        "{found}"
    );
    let table = fs::read_to_string(&csv).expect("a table");
    assert!(table.starts_with("game,ply,place,tree_rho,") && table.lines().count() == 3, "{table}");
    let printed = stdout(&tesuji(&[&["check-priors", "--quiet"][..], &sizes].concat()));
    assert!(printed.starts_with("2 positions, 200 playouts each\n"), "{printed}");
    let refused = tesuji(&["check-priors", "--csv", "positions.txt"]);
    assert_eq!(refused.status.code(), Some(1), "another ending than .csv");
}

#[test]
fn no_command_serves_the_board() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tesuji"))
        .args(["--port", "0"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let lines = BufReader::new(child.stdout.take().expect("stdout is piped")).lines();
    let mut lines = lines.map(|line| line.expect("text"));
    assert!(lines.any(|line| line.contains("tesuji --help")), "no welcome");
    let address = lines.find_map(|line| Some(line.split_once("http://")?.1.split_whitespace().next()?.to_owned()));
    let address = address.expect("an address");
    assert!(address.starts_with("127.0.0.1:"), "{address}");
    // Linux answers to all of 127.0.0.0/8: who listens everywhere would answer there, who binds to 127.0.0.1 does not.
    if cfg!(target_os = "linux") {
        assert!(
            TcpStream::connect(address.replace("127.0.0.1", "127.0.0.2")).is_err(),
            "it listens on more than loopback"
        );
    }
    let mut stream = TcpStream::connect(&address).expect("a listener");
    write!(stream, "GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").expect("written");
    let mut page = String::new();
    stream.read_to_string(&mut page).expect("an answer");
    child.kill().expect("the server is ours to end");
    child.wait().expect("it ends");
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("<title>Tesuji</title>"), "{page}");
}

#[test]
fn a_board_that_cannot_start_says_why() {
    for (arguments, says) in [
        (["play", "--collection", "no-such-games"], "no-such-games"),
        (["play", "--model", "no-such.model"], "no-such.model"),
    ] {
        let output = tesuji(&arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(says), "{output:?}");
    }
}

#[test]
fn wrong_usage_is_status_2_with_a_message_on_stderr() {
    let output = tesuji(&["no-such-command"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    assert!(String::from_utf8_lossy(&output.stderr).contains("no-such-command"));
}

#[test]
fn gtp_on_stdin_and_nothing_else_on_stdout() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tesuji"))
        .args(["gtp", "--playouts", "10", "--time", "0.5", "--seed", "3"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("stdin is piped");
    input.write_all(b"1 name\nboardsize 1\ngenmove b\nloadsgf no-such-file.sgf\n9 quit\n").expect("written");
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(0));
    let text = stdout(&output);
    assert!(text.starts_with("=1 Tesuji\n\n= \n\n= pass\n\n? cannot load file: no-such-file.sgf: "), "{text}");
    assert!(text.ends_with("\n\n=9 \n\n"), "{text}");
}

#[test]
fn wrong_options_are_named() {
    for wrong in [
        ["gtp", "--playouts", "0"],
        ["gtp", "--time", "-1"],
        ["gtp", "--time", "soon"],
        ["play", "--port", "70000"],
        ["analyze", "game.sgf", "--playouts=0"],
        ["bench", "-x", "no-such-bench"],
    ] {
        let output = tesuji(&wrong);
        assert_eq!(output.status.code(), Some(2), "{wrong:?}");
        assert!(output.stdout.is_empty(), "{wrong:?}");
    }
}

/// A short game with a name that wants to be markup, in a folder of the test's own.
fn game_in(name: &str) -> (PathBuf, String) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for the test");
    let file = folder.join("game.sgf");
    fs::write(&file, "(;SZ[5]KM[0.5]PB[<b>Ada</b>]C[mine];B[cc];W[cb];B[bb](;W[dc];B[dd];W[bc])(;W[aa]))")
        .expect("written");
    let path = file.to_str().expect("a readable path").to_owned();
    (folder, path)
}

/// The plan in a checkpoint's first line.
fn plan_without_sum(mut line: serde_json::Value) -> go_review::checkpoint::Plan {
    line.as_object_mut().expect("an object").remove("sum").expect("a checksum");
    serde_json::from_value(line).expect("a plan")
}

#[test]
fn a_game_is_analysed_stopped_and_continued() {
    let (folder, game) = game_in("analyze");
    let analyze = |threads: &str| tesuji(&["analyze", &game, "--playouts", "30", "--threads", threads, "--json"]);
    let (record, page, partial) =
        (folder.join("game.review.sgf"), folder.join("game.review.html"), folder.join("game.review.partial"));
    // The record cannot be written: everything is judged, and kept.
    fs::create_dir(&record).expect("a folder in the way");
    let output = analyze("2");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write"), "{output:?}");
    fs::remove_dir(&record).expect("out of the way");
    let kept = fs::read_to_string(&partial).expect("a checkpoint");
    let mut lines: Vec<&str> = kept.lines().collect();
    assert_eq!(lines.len(), 8, "a plan and seven positions: {kept}");
    // What a stop leaves: some positions in any order, the last line cut off. One is changed, to see that it is not judged again.
    lines[1..].sort();
    let plan: serde_json::Value = serde_json::from_str(lines[0]).expect("a plan");
    let plan = plan_without_sum(plan);
    let mut line: serde_json::Value = serde_json::from_str(lines[1]).expect("a line");
    assert_eq!(line["position"], 0);
    line["judgement"]["win_rate"] = 0.1234.into();
    let changed = serde_json::from_value(line["judgement"].take()).expect("a judgement");
    // A line whose text was changed without its checksum is judged again.
    let damaged = lines[2].replacen("\"win_rate\":0.", "\"win_rate\":0.0", 1);
    assert_ne!(damaged, lines[2]);
    let stopped = [lines[0], plan.judged(0, &changed).trim_end(), &damaged, lines[3], &lines[4][..20]].join("\n");
    fs::write(&partial, stopped).expect("written");
    let output = analyze("1");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let told: serde_json::Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    let ratings = told["ratings"].as_array().expect("ratings");
    assert_eq!((ratings.len(), ratings[0]["win_rate_before"].as_f64()), (6, Some(0.1234)));
    assert!(!partial.exists());
    let (text, html) = (fs::read_to_string(&record).expect("a record"), fs::read_to_string(&page).expect("a page"));
    assert!(text.contains("mine") && text.contains("Tesuji: move 6") && text.contains("W[aa]"), "{text}");
    assert!(html.contains("&lt;b&gt;Ada") && !html.contains("<b>Ada") && html.contains("<svg"), "{html}");
    // From the start it is another review: the number that was planted is gone.
    let output = analyze("2");
    let again: serde_json::Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    assert_ne!(again["ratings"][0]["win_rate_before"].as_f64(), Some(0.1234));
    assert_eq!(
        again["ratings"].as_array().map(|all| &all[1..]),
        Some(&ratings[1..]),
        "the damaged line changed nothing"
    );
    // The checkpoint of another review is neither used nor lost.
    let other_plan = go_review::checkpoint::Plan { n_playouts: 31, ..plan };
    let other = other_plan.line() + lines[1] + "\n{\"position\": \u{e4}";
    let cut = &other.as_bytes()[..other.len() - 1];
    fs::write(&partial, cut).expect("written");
    let refused = analyze("1");
    assert_eq!(refused.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("--restart"), "{refused:?}");
    assert_eq!(fs::read(&partial).expect("a checkpoint"), cut);
    // With a last line cut inside a letter, our own goes on.
    let own = [lines[0], lines[1], "{\"position\": \u{e4}"].join("\n");
    fs::write(&partial, own.as_bytes().split_last().expect("bytes").1).expect("written");
    assert_eq!(analyze("1").status.code(), Some(0));
    let over = tesuji(&["analyze", &game, "--out", game.strip_suffix(".sgf").expect("its name")]);
    assert!(over.status.code() == Some(1) && String::from_utf8_lossy(&over.stderr).contains("files that are read"));
    let missing = tesuji(&["analyze", "no-such-game.sgf"]);
    assert!(missing.status.code() == Some(1) && String::from_utf8_lossy(&missing.stderr).contains("no-such-game.sgf"));
}

#[test]
fn positions_are_drawn() {
    let (folder, game) = game_in("diagram");
    let svg = stdout(&tesuji(&["diagram", &game, "--move", "3", "--numbers"]));
    assert!(svg.starts_with("<svg") && svg.contains(">3</text>"), "{svg}");
    let heat = stdout(&tesuji(&["diagram", &game, "--heat", "--part", "A1:C3", "--no-coordinates"]));
    assert!(heat.contains("goban-heat") && !svg.contains("goban-heat"), "{heat}");
    let out = folder.join("picture.svg");
    assert!(tesuji(&["diagram", &game, "-o", out.to_str().expect("a path")]).status.success());
    assert!(fs::read_to_string(out).is_ok_and(|text| text.starts_with("<svg")));
    let jpg = tesuji(&["diagram", &game, "-o", "picture.jpg"]);
    assert_eq!(jpg.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&jpg.stderr).contains("this writes .svg or .png, not .jpg"), "{jpg:?}");
    for (wrong, says) in
        [(["--move", "99"], "no move 99"), (["--part", "A1:Z9"], "Z9"), (["--part", "A1"], "two corners")]
    {
        let output = tesuji(&["diagram", &game, wrong[0], wrong[1]]);
        assert_eq!(output.status.code(), Some(1), "{wrong:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(says), "{output:?}");
    }
}
