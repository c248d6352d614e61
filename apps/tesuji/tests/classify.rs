//! `tesuji classify` as a user meets it.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn classify(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tesuji")).arg("classify").args(arguments).output().expect("the program starts")
}

fn json(output: &Output) -> serde_json::Value {
    assert_eq!(output.status.code(), Some(0), "{}", stderr(output));
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

/// Points of a plane: inside a circle or not.
fn circle(file: &Path, n_rows: usize, first: usize) -> String {
    let mut text = String::from("x,y,inside\n");
    for row in first..first + n_rows {
        let (x, y) = ((row * 37 % 101) as f64 / 50.0 - 1.0, (row * 59 % 97) as f64 / 48.0 - 1.0);
        let inside = if x * x + y * y < 0.5 { "yes" } else { "no" };
        writeln!(text, "{x:.3},{y:.3},{inside}").expect("a string takes anything");
    }
    fs::write(file, text).expect("the table is written");
    file.to_str().expect("a readable path").to_owned()
}

#[test]
fn a_table_is_learned_tested_and_compared() {
    let folder = folder("classify");
    let (train, test) = (circle(&folder.join("train.csv"), 400, 0), circle(&folder.join("test.csv"), 200, 5_000));
    let model = folder.join("circle.classifier").to_str().expect("a readable path").to_owned();
    let trained = json(&classify(&["train", &train, "--learner", "forest:trees=20", "--out", &model, "--json"]));
    assert_eq!((&trained["rows"], &trained["columns"]), (&400.into(), &2.into()));
    let tested = json(&classify(&["test", &model, &test, "--json"]));
    assert!(tested["accuracy"].as_f64().expect("a number") > 0.85, "{tested}");
    assert_eq!(tested["probabilities"].as_array().map(Vec::len), Some(200));
    let compared = ["compare", &train, "-l", "zero-r", "-l", "j48", "--folds", "4"];
    let result = json(&classify(&[&compared[..], &["--json"]].concat()));
    assert!(result["pairs"][0]["p"].as_f64().expect("a number") < 0.05, "{result}");
    let table = classify(&compared);
    assert!(String::from_utf8_lossy(&table.stdout).contains('W'));
}

#[test]
fn what_cannot_be_done_says_why() {
    let folder = folder("classify-errors");
    let train = circle(&folder.join("train.csv"), 30, 0);
    let one_class = folder.join("one.csv");
    fs::write(&one_class, "x,c\n1,a\n2,a\n").expect("written");
    let missing = folder.join("missing.arff");
    fs::write(&missing, "@relation r\n@attribute x numeric\n@attribute c {a,b}\n@data\n1,a\n?,b\n").expect("written");
    let text = |path: &Path| path.to_str().expect("a readable path").to_owned();
    let file = |name: &str, content: &str| {
        let file = folder.join(name);
        fs::write(&file, content).expect("written");
        text(&file)
    };
    let head = "@relation r\n@attribute x numeric\n@attribute c {a,b}\n@data\n";
    let one_class_arff = file("one.arff", &format!("{head}1,a\n2,a\n"));
    let (empty_arff, empty_csv) = (file("empty.arff", head), file("empty.csv", "x,c\n"));
    let (no_number, infinite) =
        (file("nan.arff", &format!("{head}1,a\nNaN,b\n")), file("infinite.csv", "x,c\n1,a\ninf,b\n"));
    for (arguments, status, part) in [
        (vec!["train", &train, "--learner", "tree", "--out", "x"], 2, "there is no learner"),
        (vec!["train", &train, "--out", &train], 1, "cannot be written over"),
        (vec!["train", &text(&one_class), "--out", "x"], 1, "all rows have the class \"a\""),
        (vec!["train", &text(&missing), "--out", "x"], 1, "line 6: the value of \"x\" is missing"),
        (vec!["train", &one_class_arff, "--out", "x"], 1, "all rows have the class \"a\""),
        (vec!["train", &empty_arff, "--out", "x"], 1, "no rows"),
        (vec!["train", &empty_csv, "--out", "x"], 1, "no rows"),
        (vec!["train", &no_number, "--out", "x"], 1, "line 6"),
        (vec!["train", &infinite, "--out", "x"], 1, "line 3"),
        (vec!["test", &train, &train], 1, "this is not a classifier"),
        (vec!["compare", &train, "-l", "j48", "--folds", "100"], 1, "cannot be parted"),
        (vec!["compare", "no-such.csv", "-l", "j48"], 1, "no-such.csv"),
    ] {
        let output = classify(&arguments);
        assert_eq!(output.status.code(), Some(status), "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(part), "{arguments:?}: {}", stderr(&output));
    }
}
