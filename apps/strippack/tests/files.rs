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
    let names = fs::read_dir(folder.path()).expect("a folder").map(|entry| entry.expect("an entry").file_name());
    assert_eq!(names.count(), 3, "neither a lock nor an unfinished file is left over");
}

#[test]
fn an_input_is_never_an_output() {
    let folder = folder_with(&[("x.txt", LIST)]);
    let here = folder.path().join("x.txt");
    let here = here.to_str().expect("UTF-8");
    for arguments in [
        &["solve", "x.txt", "--svg", "x.txt"][..],
        &["solve", "x.txt", "--svg", here],
        &["solve", "x.txt", "--checkpoint", "./x.txt"],
    ] {
        assert_eq!(fails(&strippack(&folder, arguments), "this would overwrite the input"), "");
        assert_eq!(read(&folder, "x.txt"), LIST);
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
    let long = "n".repeat(300);
    let plan = fails(&strippack(&folder, &["solve", "x.txt", "--svg", &long]), "cannot write nnn");
    assert!(plan.starts_with("x: height 2 (proven optimal)"), "{plan}");
    let output = strippack(&folder, &["solve", "x.txt", "--json", "--checkpoint", "x.search", "--svg", &long]);
    fails(&output, "error: cannot write nnn");
    assert!(read(&folder, "x.search").contains("\"rounds\""), "the other file is written");
    // The longest names that a disk takes can be written.
    succeeds(&strippack(&folder, &["solve", "x.txt", "--checkpoint", &"n".repeat(255)]));
}

/// A limit of nothing on the size of files, with its signal ignored, is what a full disk looks like.
#[cfg(unix)]
#[test]
fn a_full_disk_tears_nothing_and_costs_no_plan() {
    let folder = folder_with(&[("x.txt", LIST), ("old.svg", "old"), ("y.txt", "width 9\n3 4\n")]);
    let on_full_disk = |arguments: &[&str]| {
        let script = ["-c", "trap '' XFSZ; ulimit -f 0; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_strippack")];
        Command::new("sh").args(script).args(arguments).current_dir(folder.path()).output().expect("a shell")
    };
    let arguments = ["solve", "x.txt", "--json", "--checkpoint", "x.search", "--svg", "old.svg"];
    let output = on_full_disk(&arguments);
    let plan = fails(&output, "error: cannot write x.search");
    assert_eq!(serde_json::from_str::<Value>(&plan).expect("the plan")["height"], 2);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.contains("warning: cannot write x.search"), "interim saving is not silent: {stderr}");
    assert_eq!(read(&folder, "old.svg"), "old");
    let table = on_full_disk(&["bench", ".", "--time", "0.01", "--journal", "bench.json"]);
    assert!(fails(&table, "cannot write bench.json").contains("Height reached"));
    let names = fs::read_dir(folder.path()).expect("a folder").map(|entry| entry.expect("an entry").file_name());
    assert_eq!(names.count(), 3, "nothing half-written is left over");
}

#[test]
fn two_searches_do_not_share_a_checkpoint() {
    // Too many odd rectangles for random packing to end by itself.
    let many: String = (0..60).map(|n| format!("{} {}\n", 7 + 5 * n % 31, 3 + 11 * n % 29)).collect();
    let folder = folder_with(&[("x.txt", &format!("width 101\n{many}"))]);
    let long = ["solve", "x.txt", "--method", "random", "--time", "60", "--checkpoint", "x.search", "--quiet"];
    let mut first = Command::new(env!("CARGO_BIN_EXE_strippack"))
        .args(long)
        .current_dir(folder.path())
        .stdout(std::process::Stdio::null())
        .spawn()
        .expect("it starts");
    let begin = std::time::Instant::now();
    while !folder.path().join(".x.search.lock").exists() {
        assert!(begin.elapsed().as_secs() < 20, "the first search never took its lock");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let second = strippack(&folder, &["solve", "x.txt", "--time", "1", "--checkpoint", "x.search"]);
    first.kill().expect("a child");
    first.wait().expect("a child");
    assert_eq!(fails(&second, "x.search is being written by process"), "");
    // What the killed one left behind locks nothing.
    succeeds(&strippack(&folder, &["solve", "x.txt", "--evaluations", "5", "--checkpoint", "x.search"]));
}

#[test]
fn a_journal_in_the_folder_of_instances_is_skipped() {
    let folder = folder_with(&[("x.txt", LIST)]);
    let bench = ["bench", ".", "--time", "0.01", "--methods", "best-fit", "--journal", "bench.json"];
    succeeds(&strippack(&folder, &bench));
    let written = read(&folder, "bench.json");
    succeeds(&strippack(&folder, &bench));
    assert_eq!(read(&folder, "bench.json"), written, "it went on from the journal and had nothing to do");
}

#[test]
fn instances_of_one_name_are_refused() {
    let named = "{\"name\": \"x\", \"width\": 4, \"items\": [{\"width\": 1, \"height\": 9}]}";
    let folder = folder_with(&[("x.txt", LIST), ("y.json", named), ("z.txt", LIST)]);
    let bench = |more: &[&str]| strippack(&folder, &[&["bench", ".", "--time", "0.01"][..], more].concat());
    fails(&bench(&[]), "./x.txt and ./y.json both hold an instance called \"x\"; rename one");
    succeeds(&bench(&["--only", "z"]));
}

#[test]
fn quantities_names_and_claims_of_a_file() {
    let table = "# width 10\n# optimum 1\nPart,Width,Height,Qty\nshelf,5,2,4\ndoor,5,4,8\n";
    let folder = folder_with(&[("parts.csv", table), ("odd.csv", "# width 10\nWidth,Height,Wood\n5,2,oak\n")]);
    let arguments = ["solve", "parts.csv", "--evaluations", "50", "--threads", "1"];
    let text = strippack(&folder, &arguments);
    succeeds(&text);
    let text = String::from_utf8_lossy(&text.stdout).into_owned();
    assert!(
        text.contains("12 rectangles")
            && text.contains("height 20 (proven optimal, the file claims 1, which is impossible)"),
        "{text}"
    );
    let plan = strippack(&folder, &[&arguments[..], &["--json"]].concat());
    succeeds(&plan);
    let plan: Value = serde_json::from_slice(&plan.stdout).expect("the plan");
    let names: Vec<&str> =
        plan["placements"].as_array().expect("a list").iter().filter_map(|p| p["name"].as_str()).collect();
    assert_eq!((names.len(), names.iter().filter(|&&name| name == "door").count()), (12, 8));
    fails(&strippack(&folder, &["solve", "odd.csv"]), "odd.csv:2: the column `wood` means nothing here");
    fails(&strippack(&folder, &["solve", "parts.csv", "--svg", "x.pdf"]), "--svg x.pdf: this writes .svg, not .pdf");
}
