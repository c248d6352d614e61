//! `tesuji judge` as a user runs it: a referee's file, results of games, stopped runs and wrong files.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn tesuji(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tesuji")).args(arguments).output().expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn json(output: &Output) -> serde_json::Value {
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {}", text(&output.stdout)))
}

/// Two games of six moves on 9x9, judged by hand.
fn judged() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates/lab/src/judge/tests/judged.jsonl")
}

#[test]
fn a_referees_file_is_compared_stopped_and_continued() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let file = place.path().join("judged.jsonl.zst");
    let packed = zstd::encode_all(&fs::read(judged()).expect("our file")[..], 3).expect("packed");
    fs::write(&file, packed).expect("written");
    let judge = |more: &[&str]| {
        let path = file.to_str().expect("a readable path");
        tesuji(&[&["judge", path, "--playouts", "20", "--json"], more].concat())
    };
    let whole = json(&judge(&["--threads", "2"]));
    assert_eq!((&whole["n_games"], &whole["n_positions"]), (&2.into(), &9.into()));
    assert!(whole["win_rate_rank_correlation"].as_f64().is_some_and(|rho| (-1.0..=1.0).contains(&rho)), "{whole}");
    assert!(whole["win_rate_mean_difference_low"].is_f64() && whole["referee"] == "by hand", "{whole}");
    let folder = place.path().join("judged.judge");
    for name in ["report.md", "report.json", "reliability.svg", "leads.svg", "by-move.svg"] {
        assert!(folder.join(name).is_file(), "{name}");
    }
    // A stop in the second game: its journal ends in the middle of a line. One position of ours is lost, the others are not judged again.
    let partials: Vec<PathBuf> = fs::read_dir(&folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "partial"))
        .collect();
    assert_eq!(partials.len(), 2);
    let kept = fs::read_to_string(&partials[0]).expect("a journal");
    assert_eq!(kept.lines().count(), 8, "a plan and seven positions: {kept}");
    fs::write(&partials[0], &kept[..kept.len() - 40]).expect("cut off");
    assert_eq!(json(&judge(&["--threads", "1"])), whole, "the same as without the stop");
    let again = fs::read_to_string(&partials[0]).expect("a journal");
    assert_eq!(again.lines().count(), 8);
    // Other playouts and other seeds keep their own.
    let one = judge(&["--seed", "2", "--games", "1", "--restart"]);
    assert_eq!(json(&one)["n_games"], 1);
    assert_eq!(fs::read_to_string(&partials[0]).expect("a journal"), again);
    let shown = tesuji(&["judge", file.to_str().expect("a path"), "--playouts", "20", "--quiet"]);
    let shown = text(&shown.stdout);
    assert!(shown.contains("win rate, rank correlation") && shown.contains("moves 40-79"), "{shown}");
}

#[test]
fn results_of_games_are_compared() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let games = place.path().join("games.sgf");
    let first = ["aa", "ab", "ac", "ba", "bb", "bc", "cc", "cb"];
    let game =
        |(n, at): (usize, &&str)| format!("(;SZ[5]KM[0.5]RE[{}+R];B[{at}];W[dd];B[ee];W[de])", ["B", "W"][n % 2]);
    let unfinished = "(;SZ[5]RE[Void];B[cd];W[dd])".to_owned();
    let text_of_games: String = first.iter().enumerate().map(game).chain([unfinished]).collect();
    fs::write(&games, text_of_games).expect("written");
    let path = games.to_str().expect("a readable path");
    let judge = |n: &str| tesuji(&["judge", "--results", path, "--playouts", "20", "--games", n, "--json"]);
    let few = json(&judge("3"));
    assert_eq!(few["n_positions"], 3);
    let all = json(&judge("100"));
    assert_eq!(all["n_positions"], 8, "the game that nobody won does not count");
    let bins = all["bins"].as_array().expect("bins");
    assert_eq!((bins.len(), bins.iter().filter_map(|bin| bin["n"].as_u64()).sum::<u64>()), (10, 8));
    assert!(all["brier"].as_f64().is_some_and(|brier| (0.0..=1.0).contains(&brier)), "{all}");
    let folder = place.path().join("games.sgf.judge");
    assert!(["results.md", "results.json", "results.svg"].iter().all(|name| folder.join(name).is_file()));
    assert_eq!(json(&judge("100")), all, "nothing is judged again, and it is the same");
    let none = tesuji(&["judge", "--results", path, "--size", "19"]);
    assert_eq!(none.status.code(), Some(1));
    assert!(text(&none.stderr).contains("no game with a known winner"), "{}", text(&none.stderr));
}

#[test]
fn wrong_files_and_calls_are_named() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let file = place.path().join("bad.jsonl");
    let path = file.to_str().expect("a readable path");
    let refused = |contents: &[u8]| {
        fs::write(&file, contents).expect("written");
        let output = tesuji(&["judge", path, "--quiet"]);
        assert_eq!((output.status.code(), output.stdout.is_empty()), (Some(1), true));
        text(&output.stderr)
    };
    for (contents, words) in [
        (&b"{\"sgf\":\"(;SZ[9];B[ee];W[ee])\",\"positions\":[]}"[..], "line 1: its record cannot be used"),
        (b"hello\n", "line 1: this is no judged game"),
        (b"\n", "holds no judged game"),
        (b"\x28\xb5\x2f\xfdx", "damaged or cut off"),
    ] {
        let message = refused(contents);
        assert!(message.contains("bad.jsonl") && message.contains(words), "{message}");
    }
    assert!(!place.path().join("bad.judge").exists(), "nothing is made for a file that cannot be read");
    let missing = tesuji(&["judge", "no-such-file.jsonl"]);
    assert!(missing.status.code() == Some(1) && text(&missing.stderr).contains("no-such-file.jsonl"));
    for wrong in [&["judge"][..], &["judge", path, "--results", path], &["judge", path, "--games", "0"]] {
        assert_eq!(tesuji(wrong).status.code(), Some(2), "{wrong:?}");
    }
    let help = text(&tesuji(&["judge", "--help"]).stdout);
    assert!(help.contains("tesuji judge judged.jsonl.zst --games 10") && help.contains("black_lead"), "{help}");
}
