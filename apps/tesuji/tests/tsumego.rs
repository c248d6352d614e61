//! `tesuji tsumego` and the solving commands of `tesuji gtp` from a user's point of view: output, bad input, exit status.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn tesuji(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tesuji")).args(arguments).output().expect("the program starts")
}

fn tesuji_with_input(arguments: &[&str], input: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tesuji"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("stdin is piped").write_all(input.as_bytes()).expect("it listens");
    String::from_utf8(child.wait_with_output().expect("it ends").stdout).expect("text")
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A file of this test's own.
fn file(name: &str, text: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tsumego");
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(name);
    fs::write(&path, text).expect("written");
    path
}

fn fresh(name: &str) -> PathBuf {
    let path = file(name, "");
    fs::remove_file(&path).expect("it was just written");
    path
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

fn solved(path: &Path) -> Vec<Value> {
    let output = tesuji(&["tsumego", "solve", text(path), "--time", "5", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    stdout(&output).lines().map(|line| serde_json::from_str(line).expect("a JSON object a line")).collect()
}

const THREE: &str = "problem three\nto move: white\nanswer: ba\n. . . x O\nx x x x O\nO O O O O\n";

#[test]
fn a_solved_problem_has_all_its_fields() {
    let object = solved(&file("three.txt", THREE)).remove(0);
    assert_eq!((&object["id"], &object["status"]), (&Value::from("three"), &Value::from("dead")));
    assert_eq!(object["best"], serde_json::json!(["ba"]));
    assert_eq!((&object["proved"], &object["after_pass"]), (&Value::from(true), &Value::from("alive")));
    assert!(object["nodes"].is_u64() && object["seconds"].is_f64(), "{object}");
    let moves = object["moves"].as_array().expect("a list");
    assert_eq!(moves.len(), 3);
    assert_eq!(moves[0], serde_json::json!({ "move": "ba", "status": "dead" }));
    assert!(object.get("how").is_none(), "only life has a manner: {object}");
}

#[test]
fn every_format_is_read() {
    let black = ["da", "ab", "bb", "cb", "db"];
    let white = ["ea", "eb", "ac", "bc", "cc", "dc", "ec"];
    let set = |stones: &[&str]| stones.iter().map(|s| format!("[{s}]")).collect::<String>();
    let list = |stones: &[&str]| stones.iter().map(|s| format!("\"{s}\"")).collect::<Vec<_>>().join(",");
    let sgf = format!("(;SZ[19]PL[W]AB{}AW{}TR[ab])", set(&black), set(&white));
    let json =
        format!("{{\"AB\":[{}],\"AW\":[{}],\"C\":\"White to play\",\"id\":\"j\"}}\n", list(&black), list(&white));
    let gotools = "@1.1\nwhite to move\n. . . X O\nX X X X O\nO O O O O\n2,1 + 1,1 -\n";
    for (name, content) in [("f.sgf", sgf.as_str()), ("f.jsonl", &json), ("f.gotools", gotools), ("f.txt", THREE)] {
        assert_eq!(solved(&file(name, content))[0]["best"], serde_json::json!(["ba"]), "{name}");
    }
}

#[test]
fn life_says_how_and_a_bent_four_is_named() {
    let eyes = "problem eyes\nto move: white\n. x . x O\nx x x x O\nO O O O O\n";
    let seki = "problem seki\nto move: white\n. O O O . x O\nx x x x x x O\nO O O O O O O\n";
    let bent = "problem bent\nto move: black\nO O O . x O\n. x x x x O\nx x O O O O\nO O O\n";
    let objects = solved(&file("manners.txt", &format!("{eyes}\n{seki}\n{bent}")));
    assert_eq!((&objects[0]["status"], &objects[0]["how"]), (&Value::from("alive"), &Value::from("two eyes")));
    assert_eq!((&objects[1]["status"], &objects[1]["how"]), (&Value::from("alive"), &Value::from("seki")));
    assert_eq!((&objects[2]["status"], &objects[2]["by_rule"]), (&Value::from("ko"), &Value::from("dead")));
    assert_eq!(objects[2]["shape"], "bent four in the corner");
}

#[test]
fn what_cannot_be_solved_is_said_and_fails() {
    let full: String = (0..3).map(|row| if row < 2 { "X O X\n" } else { "X O O\n" }).collect();
    for (name, content, says) in [
        ("unmarked.txt", "problem a\nsize 9\n. . .\n. X .\n", "no chain is marked"),
        ("dead.txt", "problem b\nsize 3\nx O .\nO X .\n. . .\n", "no liberty"),
        ("both-dead.txt", "problem c\nsize 2\nx O\nO X\n", "full"),
        ("full.txt", &format!("problem d\nsize 3\n{full}"), "full"),
        ("open.txt", "problem e\nsize 9\n. . .\n. x .\n", "not enclosed"),
        ("empty-mark.sgf", "(;SZ[9]AB[cc]PL[W]TR[aa])", "no chain is marked"),
        ("nothing.txt", " \n", "there is no problem in the file"),
        ("words.txt", "this is no problem\n", "line 1"),
    ] {
        let output = tesuji(&["tsumego", "solve", text(&file(name, content)), "--json"]);
        assert_eq!(output.status.code(), Some(1), "{name}: {}", stdout(&output));
        assert!(stderr(&output).contains(says), "{name}: {}", stderr(&output));
    }
    let missing = tesuji(&["tsumego", "solve", "no-such-file.sgf"]);
    assert_eq!(missing.status.code(), Some(1));
    assert!(stderr(&missing).contains("no-such-file.sgf"));
    for wrong in [["--time", "-1"], ["--time", "soon"], ["--memory", "0"], ["--nodes", "many"]] {
        let output = tesuji(&["tsumego", "solve", "x.sgf", wrong[0], wrong[1]]);
        assert_eq!(output.status.code(), Some(2), "{wrong:?}");
    }
}

#[test]
fn one_bad_problem_among_good_ones_is_an_object_with_an_error() {
    let path = file("mixed.txt", &format!("{THREE}\nproblem open\nsize 9\n. . .\n. x .\n"));
    let output = tesuji(&["tsumego", "solve", text(&path), "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let objects: Vec<Value> =
        stdout(&output).lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
    assert_eq!(objects[0]["status"], "dead");
    assert!(objects[1]["error"].as_str().is_some_and(|error| error.contains("not enclosed")), "{}", objects[1]);
}

#[test]
fn made_problems_are_new_reproducible_and_solved_as_they_say() {
    let (one, two, more) = (fresh("made.txt"), fresh("again.txt"), fresh("more.txt"));
    let make = |path: &Path, extra: &[&str]| {
        let mut arguments = vec!["tsumego", "generate", "--count", "12", "--seed", "5", "--quiet", "--out", text(path)];
        arguments.extend(extra);
        let output = tesuji(&arguments);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        fs::read_to_string(path).expect("a file")
    };
    let (first, second) = (make(&one, &[]), make(&two, &[]));
    assert_eq!(first, second, "one seed, one sequence of problems");
    let others = make(&more, &["--exclude", text(&one)]);
    let drawing = |line: &str| line.split(' ').next_back().map(str::to_owned);
    let known: Vec<_> = first.lines().filter(|line| !line.starts_with('#')).map(drawing).collect();
    assert!(others.lines().filter(|line| !line.starts_with('#')).all(|line| !known.contains(&drawing(line))));

    let output = tesuji(&["tsumego", "evaluate", text(&one), "--time", "5", "--json"]);
    let tally: Value = serde_json::from_str(&stdout(&output)).expect("an object");
    assert_eq!((&tally["problems"], &tally["right"]), (&Value::from(12), &Value::from(12)), "{tally}");

    let sgf = fresh("made.sgf");
    let output = tesuji(&["tsumego", "export", text(&one), "--out", text(&sgf), "--count", "3", "--quiet"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let trees = fs::read_to_string(&sgf).expect("a file");
    assert_eq!(trees.matches("GN[").count(), 3);
    assert!(trees.contains("CORRECT") && trees.contains("WRONG"), "{trees}");
    let back = solved(&sgf);
    assert_eq!(back.len(), 3);

    let wrong_seed = tesuji(&["tsumego", "generate", "--count", "13", "--seed", "6", "--out", text(&one)]);
    assert_eq!(wrong_seed.status.code(), Some(1));
    assert!(stderr(&wrong_seed).contains("--seed 6"), "{}", stderr(&wrong_seed));
    let over = tesuji(&["tsumego", "export", text(&one), "--out", text(&one)]);
    assert_ne!(over.status.code(), Some(0), "an input is never written over");
}

#[test]
fn practice_in_the_terminal_answers_every_move() {
    let path = file("practice.txt", THREE);
    let said = tesuji_with_input(&["tsumego", "train", text(&path)], "hint\nA19\nQ4\nnonsense\nB19\n");
    for part in ["line 1 from the edge", "No: then the group is alive", "not legal, or far", "Right: the group is dead"]
    {
        assert!(said.contains(part), "{part} is missing: {said}");
    }
    assert!(said.contains("0 of 1 at the first try"), "{said}");
    let beyond = tesuji(&["tsumego", "train", text(&path), "--from", "2"]);
    assert_eq!(beyond.status.code(), Some(1));
    assert!(stderr(&beyond).contains("1 problems"), "{}", stderr(&beyond));
}

#[test]
fn gtp_solves_with_gnu_gos_answers() {
    let stones = ["D9", "A8", "B8", "C8", "D8"].map(|v| format!("play b {v}\n")).concat()
        + &["E9", "E8", "A7", "B7", "C7", "D7", "E7"].map(|v| format!("play w {v}\n")).concat();
    let said = tesuji_with_input(
        &["gtp", "--playouts", "1"],
        &format!(
            "boardsize 9\n{stones}1 owl_attack A8\n2 owl_defend A8\n3 tesuji-solve A8\n4 owl_attack J1\n5 owl_attack Z9\n\
             6 tesuji-solve E7\n7 owl_defend\nquit\n"
        ),
    );
    let reply = |id: &str| said.lines().find(|line| line.get(1..).is_some_and(|rest| rest.starts_with(id)));
    assert_eq!(reply("1 "), Some("=1 1 B9"), "{said}");
    assert_eq!(reply("2 "), Some("=2 1 B9"), "{said}");
    assert!(said.contains("\nB9 "), "every first move has a line: {said}");
    assert_eq!(reply("4 "), Some("?4 vertex must not be empty"), "{said}");
    assert!(reply("5 ").is_some_and(|line| line.starts_with("?5")), "{said}");
    assert!(reply("6 ").is_some_and(|line| line.starts_with("?6") && line.contains("not enclosed")), "{said}");
    assert!(reply("7").is_some_and(|line| line.starts_with("?7")), "{said}");
}
