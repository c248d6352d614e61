//! Files of a run: user files are never lost, and results are not lost to a file that cannot be written.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

const LIST: &str = "width 4\n2 2 2\n";

/// Runs the program in a folder.
fn strippack(folder: &TempDir, arguments: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_strippack");
    Command::new(program).current_dir(folder.path()).args(arguments).output().expect("the program starts")
}

fn folder_with(files: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::new().expect("a temporary folder");
    for (name, content) in files {
        fs::write(folder.path().join(name), content).expect("a temporary file");
    }
    folder
}

fn read(folder: &TempDir, name: impl AsRef<Path>) -> String {
    fs::read_to_string(folder.path().join(name)).expect("the file is there")
}

#[track_caller]
fn succeeds(output: &Output) {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Checks for status 1 and a message; returns the output.
#[track_caller]
fn fails(output: &Output, expected: &str) -> String {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert!(stderr.contains(expected), "{expected:?} is not in: {stderr}");
    String::from_utf8(output.stdout.clone()).expect("text")
}

#[test]
fn a_checkpoint_leaves_its_neighbours_alone() {
    let folder = folder_with(&[("in.part", LIST), ("in.search.bak", "mine")]);
    succeeds(&strippack(&folder, &["solve", "in.part", "--checkpoint", "in.search"]));
    assert_eq!((read(&folder, "in.part").as_str(), read(&folder, "in.search.bak").as_str()), (LIST, "mine"));
    assert!(read(&folder, "in.search").contains("\"rounds\""));
    assert!(!folder.path().join("in.search.new").exists());
}

#[test]
fn an_input_is_never_an_output() {
    let folder = folder_with(&[("x.txt", LIST), ("a.new", LIST)]);
    let here = folder.path().join("x.txt");
    let here = here.to_str().expect("UTF-8");
    for arguments in [
        &["solve", "x.txt", "--svg", "x.txt"][..],
        &["solve", "x.txt", "--svg", here],
        &["solve", "x.txt", "--checkpoint", "./x.txt"],
        &["solve", "a.new", "--checkpoint", "a"],
    ] {
        assert_eq!(fails(&strippack(&folder, arguments), "this would overwrite the input"), "");
        assert_eq!((read(&folder, "x.txt").as_str(), read(&folder, "a.new").as_str()), (LIST, LIST));
    }
    let both = strippack(&folder, &["solve", "x.txt", "--checkpoint", "y", "--svg", "y"]);
    fails(&both, "--svg y: another option writes there");
}

#[test]
fn folders_are_made_or_refused_before_the_search() {
    let folder = folder_with(&[("x.txt", LIST), ("file", "")]);
    succeeds(&strippack(&folder, &["solve", "x.txt", "--svg", "new/one/x.svg", "--checkpoint", "new/two/x.search"]));
    assert!(read(&folder, "new/one/x.svg").starts_with("<svg"));
    assert!(read(&folder, "new/two/x.search").contains("\"rounds\""));
    let refused = strippack(&folder, &["solve", "x.txt", "--svg", "file/x.svg"]);
    assert_eq!(fails(&refused, "--svg file/x.svg: cannot make file"), "", "nothing was searched");
    let refused = strippack(&folder, &["solve", "x.txt", "--checkpoint", "new"]);
    assert_eq!(fails(&refused, "--checkpoint new: this is a folder"), "");
}

/// Names that are too long for any disk: only writing finds out.
#[test]
fn a_plan_outlives_the_files_that_cannot_be_written() {
    let folder = folder_with(&[("x.txt", LIST)]);
    let (long, nearly_too_long) = ("n".repeat(300), "n".repeat(253));
    let plan = fails(&strippack(&folder, &["solve", "x.txt", "--svg", &long]), "cannot write nnn");
    assert!(plan.starts_with("x: height 2 (optimal)"), "{plan}");
    let arguments = ["solve", "x.txt", "--json", "--checkpoint", &nearly_too_long, "--svg", "x.svg"];
    let output = strippack(&folder, &arguments);
    let plan = fails(&output, "error: cannot write nnn");
    assert_eq!(serde_json::from_str::<Value>(&plan).expect("the plan")["height"], 2);
    assert!(
        String::from_utf8_lossy(&output.stderr).contains("warning: cannot write nnn"),
        "interim saving is not silent"
    );
    assert!(read(&folder, "x.svg").starts_with("<svg"), "the other file is written");
    let table = strippack(&folder, &["bench", ".", "--time", "0.01", "--journal", &nearly_too_long]);
    assert!(fails(&table, "cannot write nnn").contains("Height reached"));
}

#[test]
fn a_journal_in_the_folder_of_instances_is_skipped() {
    let folder = folder_with(&[("x.txt", LIST)]);
    let bench = ["bench", ".", "--time", "0.01", "--methods", "best-fit", "--journal", "bench.json"];
    succeeds(&strippack(&folder, &bench));
    let written = read(&folder, "bench.json").replace("\"height\": 2", "\"height\": 77");
    fs::write(folder.path().join("bench.json"), written).expect("a temporary file");
    let again = strippack(&folder, &bench);
    succeeds(&again);
    assert!(String::from_utf8_lossy(&again.stdout).contains("77"), "it went on from the journal");
}

#[test]
fn instances_of_one_name_are_refused() {
    let named = "{\"name\": \"x\", \"width\": 4, \"items\": [{\"width\": 1, \"height\": 9}]}";
    let folder = folder_with(&[("x.txt", LIST), ("y.json", named), ("z.txt", LIST)]);
    let bench = |more: &[&str]| strippack(&folder, &[&["bench", ".", "--time", "0.01"][..], more].concat());
    fails(&bench(&[]), "./x.txt and ./y.json both hold an instance called \"x\"; rename one");
    succeeds(&bench(&["--only", "z"]));
}
