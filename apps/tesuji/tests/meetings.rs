//! `tesuji match` and `tesuji regress` as a user runs them, with this program on both sides.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn tesuji(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tesuji")).args(arguments).output().expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The JSON object that a run printed.
fn json(output: &Output) -> serde_json::Value {
    let stdout = text(&output.stdout);
    serde_json::from_str(&stdout).unwrap_or_else(|error| panic!("{error}: {stdout}\n{}", text(&output.stderr)))
}

/// A tiny match; `more` is added to the command line.
fn play(folder: &Path, more: &[&str]) -> Output {
    let folder = folder.display().to_string();
    let mut arguments = vec!["match", "--resume", &folder, "--json"];
    arguments.extend(more);
    tesuji(&arguments)
}

const PLAYER: &str = "tesuji gtp --playouts 20";

#[test]
fn a_match_is_kept_resumed_and_never_mixed_up() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let folder = place.path().join("match");
    let first = play(&folder, &["--a", PLAYER, "--b", PLAYER, "--games", "2", "--size", "3", "--opening-moves", "1"]);
    assert_eq!(first.status.code(), Some(0), "{}", text(&first.stderr));
    assert_eq!(
        json(&first)["games"].as_u64().expect("games") + json(&first)["disputed"].as_u64().expect("disputed"),
        2
    );
    for file in ["match.json", "games.jsonl", "games/0001.sgf", "games/0002.sgf"] {
        assert!(folder.join(file).is_file(), "{file}");
    }
    // A line that was half written when the match was stopped.
    let lines = fs::read_to_string(folder.join("games.jsonl")).expect("records");
    fs::write(folder.join("games.jsonl"), lines.clone() + &lines[..40]).expect("written");
    let second = play(&folder, &["--games", "4"]);
    assert_eq!(second.status.code(), Some(0), "{}", text(&second.stderr));
    let again = fs::read_to_string(folder.join("games.jsonl")).expect("records");
    assert!(again.starts_with(&lines) && again.lines().count() == 4, "{again}");
    // ... in the middle of a letter, with a game in it twice.
    let (first_line, _) = again.split_once('\n').expect("lines");
    fs::write(folder.join("games.jsonl"), [again.as_bytes(), first_line.as_bytes(), b"\n{\"name\": \"\xc3"].concat())
        .expect("written");
    let csv = place.path().join("games.csv");
    let third = json(&play(&folder, &["--csv", &csv.display().to_string()]));
    let table = fs::read_to_string(&csv).expect("a table");
    let numbers: Vec<&str> = table.lines().map(|line| line.split(',').next().expect("a cell")).collect();
    assert_eq!(numbers, ["game", "1", "2", "3", "4"], "{table}");
    assert_eq!(third["games"].as_u64().expect("games") + third["disputed"].as_u64().expect("disputed"), 4, "{third}");
    let refuses = |output: &Output, word: &str| {
        assert_eq!(output.status.code(), Some(1), "{}", text(&output.stdout));
        assert!(text(&output.stderr).contains(word), "{}", text(&output.stderr));
    };
    refuses(&play(&folder, &["--games", "3"]), "game 4 of the match in the folder is played already");
    // An unreadable file is reported and left unchanged.
    let damaged = [again.as_bytes(), b"\xff\xfe\n"].concat();
    fs::write(folder.join("games.jsonl"), &damaged).expect("written");
    refuses(&play(&folder, &[]), "games.jsonl is damaged");
    assert_eq!(fs::read(folder.join("games.jsonl")).expect("records"), damaged);
    fs::write(folder.join("games.jsonl"), &again).expect("written");
    let agreed = fs::read(folder.join("match.json")).expect("settings");
    fs::write(folder.join("match.json"), b"\xff").expect("written");
    refuses(&play(&folder, &["--a", PLAYER, "--b", PLAYER]), "not the agreement of a match");
    fs::remove_file(folder.join("match.json")).expect("removed");
    refuses(&play(&folder, &["--a", PLAYER, "--b", PLAYER]), "match.json");
    fs::write(folder.join("match.json"), agreed).expect("written");
    let other = play(&folder, &["--komi", "0"]);
    assert_eq!(other.status.code(), Some(1));
    assert!(text(&other.stderr).contains("agreed differently"), "{}", text(&other.stderr));
}

/// Two processes on one folder wrote every game twice.
#[test]
fn a_match_is_played_by_one_process_at_a_time() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let folder = place.path().join("match");
    let long = ["--a", PLAYER, "--b", PLAYER, "--games", "500", "--size", "9", "--quiet"];
    let mut first = Command::new(env!("CARGO_BIN_EXE_tesuji"))
        .args(["match", "--resume"])
        .arg(&folder)
        .args(long)
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("the program starts");
    let begin = std::time::Instant::now();
    while !folder.join("match.json").exists() && begin.elapsed().as_secs() < 60 {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let second = play(&folder, &["--games", "500"]);
    let said = text(&second.stderr);
    first.kill().expect("a child");
    first.wait().expect("a child");
    assert_eq!(second.status.code(), Some(1));
    assert!(said.contains("is being written by process") && said.contains("match --resume"), "{said}");
    // What a killed process left locks nobody out.
    let records = fs::read_to_string(folder.join("games.jsonl")).unwrap_or_default();
    let n_games = records.lines().count().max(1).to_string();
    let third = play(&folder, &["--games", &n_games]);
    assert!(!text(&third.stderr).contains("is being written"), "{}", text(&third.stderr));
}

#[test]
fn programs_that_cannot_play_are_named() {
    let output = tesuji(&["match", "--a", PLAYER, "--b", "no-such-program --mode gtp", "--games", "2"]);
    assert_eq!(output.status.code(), Some(1));
    let message = text(&output.stderr);
    assert!(message.contains("program B (no-such-program --mode gtp)") && message.contains("not found"), "{message}");
    let output = tesuji(&["match", "--resume", &tempfile::tempdir().expect("a folder").path().display().to_string()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("give --a and --b"), "{}", text(&output.stderr));
    for wrong in [["--sprt", "30,0"], ["--sprt", "0,inf"], ["--clock", "1,2"], ["--komi", "much"]] {
        let output = tesuji(&["match", "--a", PLAYER, "--b", PLAYER, wrong[0], wrong[1]]);
        assert_eq!(output.status.code(), Some(2), "{wrong:?}");
    }
    for (wrong, message) in [(["--size", "26"], "board size 26"), (["--clock", "0.4"], "whole seconds")] {
        // A negative lower bound is not read as an option.
        let output = tesuji(&["match", "--a", PLAYER, "--b", PLAYER, "--sprt", "-10,10", wrong[0], wrong[1]]);
        assert_eq!(output.status.code(), Some(1), "{wrong:?}");
        assert!(text(&output.stderr).contains(message), "{}", text(&output.stderr));
    }
}

#[test]
fn suites_run_in_their_own_folder() {
    let place = tempfile::tempdir().expect("a temporary folder");
    fs::write(place.path().join("game.sgf"), "(;SZ[9];B[ee];W[cc])").expect("written");
    let suite = place.path().join("suite.tst");
    let tests = "loadsgf game.sgf\n10 list_stones b\n#? [E5]\n20 list_stones w\n#? [C7]*\n30 uct_value\n#? [0.5]\n";
    fs::write(&suite, tests).expect("written");
    let suite_path = suite.display().to_string();
    let output = tesuji(&["regress", &suite_path, "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let counts = json(&output);
    let found = ["tests", "passes", "failures", "unexpected_passes", "expected_failures", "skipped"]
        .map(|name| counts[name].as_u64().expect(name));
    assert_eq!(found, [3, 1, 0, 1, 0, 1]);
    let csv = place.path().join("tests.csv").display().to_string();
    assert_eq!(tesuji(&["regress", &suite_path, "--csv", &csv]).status.code(), Some(0));
    let table = fs::read_to_string(&csv).expect("a table");
    let lines: Vec<&str> = table.lines().map(|line| line.rsplit_once(".tst,").map_or(line, |(_, rest)| rest)).collect();
    let expected = [
        "suite,line,id,command,wanted,reply,outcome",
        "2,10,list_stones b,E5,E5,pass",
        "4,20,list_stones w,C7,C7,unexpected pass",
    ];
    assert_eq!(lines[..3], expected, "{table}");
    assert!(lines.len() == 4 && lines[3].ends_with(",skipped"), "{table}");
    let output = tesuji(&["regress", &suite_path, "--csv", &suite_path]);
    assert_eq!(output.status.code(), Some(1), "a suite is no table, and would be lost");

    fs::write(&suite, tests.replace("[E5]", "[E4]")).expect("written");
    let output = tesuji(&["regress", &suite_path]);
    assert_eq!(output.status.code(), Some(1));
    let printed = text(&output.stdout);
    assert!(printed.contains("suite.tst:2: FAIL: 10 list_stones b: wanted [E4], got E5"), "{printed}");

    fs::write(&suite, "loadsgf none.sgf\n10 name\n#? [Tesuji]\n").expect("written");
    let output = tesuji(&["regress", &suite_path]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("suite.tst:1: REFUSED: "), "{}", text(&output.stdout));
    assert_eq!(json(&tesuji(&["regress", &suite_path, "--json"]))["refused_commands"], 1);

    fs::write(&suite, "name\n#? no brackets\n").expect("written");
    let output = tesuji(&["regress", &suite_path]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("line 2"), "{}", text(&output.stderr));
}
