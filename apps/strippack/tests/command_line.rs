//! The command line from a user's point of view: output, files and failures.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

fn strippack(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_strippack")).args(arguments).output().expect("the program starts")
}

fn shipped(name: &str) -> String {
    format!("{}/../../data/packing/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

fn write(folder: &TempDir, name: &str, content: &str) -> PathBuf {
    let path = folder.path().join(name);
    fs::write(&path, content).expect("a temporary file");
    path
}

fn solved(arguments: &[&str]) -> Value {
    let output = strippack(arguments);
    assert!(output.status.success(), "{}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

#[test]
fn solve_prints_a_packing_without_overlaps() {
    let value = solved(&["solve", &shipped("sheet-20x20-16.txt"), "--time", "20", "--json"]);
    assert_eq!((&value["height"], &value["lower_bound"], &value["optimal"]), (&20.into(), &20.into(), &true.into()));
    let numbers = |p: &Value| ["x", "y", "width", "height"].map(|key| p[key].as_u64().expect("a number") as usize);
    let mut grid = vec![false; 20 * 20];
    for placement in value["placements"].as_array().expect("a list") {
        let [x, y, width, height] = numbers(placement);
        for cell in (y..y + height).flat_map(|y| (x..x + width).map(move |x| y * 20 + x)) {
            assert!(!std::mem::replace(&mut grid[cell], true), "two rectangles in one cell");
        }
    }
    assert!(grid.iter().all(|&full| full));
}

#[test]
fn the_same_seed_prints_the_same_packing() {
    let path = shipped("sheet-60x60-49.txt");
    for method in ["mcts", "skyline", "beam", "random", "best-fit", "bottom-left"] {
        let run = |seed| {
            let options = ["--evaluations", "300", "--threads", "1", "--seed", seed, "--method", method, "--json"];
            let mut value = solved(&[&["solve", path.as_str()][..], &options].concat());
            value["seconds"] = 0.into();
            value
        };
        assert_eq!(run("3"), run("3"), "{method}");
    }
}

#[test]
fn pictures_and_text_are_made() {
    let folder = TempDir::new().expect("a temporary folder");
    let svg = folder.path().join("packing.svg");
    let svg_path = svg.to_str().expect("UTF-8");
    let output =
        strippack(&["solve", &shipped("furniture.csv"), "--evaluations", "50", "--svg", svg_path, "--no-rotation"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stdout).starts_with("furniture: height "), "{}", text(&output.stdout));
    let drawing = fs::read_to_string(svg).expect("the picture");
    assert_eq!(drawing.matches("<rect").count(), 35 + 3, "35 parts, paper, strip and outline");
}

#[test]
fn time_counts_beside_evaluations() {
    let path = shipped("sheet-80x120-97.txt");
    let many = u64::MAX.to_string();
    let value = solved(&["solve", &path, "--method", "random", "--time", "0.2", "--evaluations", &many, "--json"]);
    assert!(value["seconds"].as_f64() >= Some(0.2), "only time could end this: {}", value["seconds"]);
}

#[test]
fn a_search_resumes_from_its_checkpoint() {
    let folder = TempDir::new().expect("a temporary folder");
    let file = folder.path().join("state.json");
    let file = file.to_str().expect("UTF-8");
    let path = shipped("sheet-80x120-97.txt");
    let arguments = ["solve", path.as_str(), "--evaluations", "200", "--threads", "1", "--json", "--checkpoint", file];
    let first = solved(&arguments);
    let second = solved(&arguments);
    assert!(second["height"].as_u64() <= first["height"].as_u64());
    let saved = fs::read_to_string(file).expect("saved");
    let state: Value = serde_json::from_str(&saved[saved.find('{').expect("a body")..]).expect("JSON");
    assert_eq!(state["rounds"], 2);
    assert!(state["evaluations"].as_u64() > first["evaluations"].as_u64());
    let other = strippack(&["solve", &shipped("sheet-20x20-16.txt"), "--checkpoint", file]);
    assert_eq!(other.status.code(), Some(1));
    assert!(text(&other.stderr).contains("the checkpoint is of other work (it says \"strip-packing | "));
}

#[test]
fn bench_and_ablation_print_tables() {
    let folder = TempDir::new().expect("a temporary folder");
    write(&folder, "A_1.txt", "width 4\n2 2 2\n");
    write(&folder, "B_1.csv", "# width 4\nwidth,height\n4,1\n");
    write(&folder, "notes.md", "not an instance");
    let path = folder.path().to_str().expect("UTF-8");
    let output = strippack(&["bench", path, "--time", "0.01", "--methods", "mcts,beam", "--markdown"]);
    let table = text(&output.stdout);
    assert!(table.contains("| A_1      |   2 |       2 |   2* |"), "{table}");
    assert!(table.contains("| all   |         2 | 0.00 % | 0.00 % |"), "{table}");
    let rows: Value =
        serde_json::from_slice(&strippack(&["bench", path, "--time", "0.01", "--json"]).stdout).expect("JSON");
    assert_eq!(rows.as_array().map(Vec::len), Some(2 * 6));
    let output = strippack(&["ablation", path, "--evaluations", "5", "--seeds", "1"]);
    assert_eq!(text(&output.stdout).lines().count(), 2 + 6, "{}", text(&output.stdout));
}

#[test]
fn a_benchmark_does_only_what_its_journal_lacks() {
    let folder = TempDir::new().expect("a temporary folder");
    write(&folder, "A_1.txt", "width 4\n2 2 2\n");
    let path = folder.path().to_str().expect("UTF-8");
    let journal = folder.path().join("bench.journal");
    let bench = |methods: &str, seed: &str| {
        let journal = journal.to_str().expect("UTF-8");
        strippack(&[
            "bench",
            path,
            "--time",
            "0.7",
            "--journal",
            journal,
            "--methods",
            methods,
            "--seed",
            seed,
            "--json",
        ])
    };
    let rows = |output: Output| -> Value {
        assert!(output.status.success(), "{}", text(&output.stderr));
        serde_json::from_slice(&output.stdout).expect("JSON")
    };
    let first = rows(bench("best-fit", "1"));
    assert_eq!(first[0]["height"], 2);
    let second = rows(bench("best-fit,mcts", "1"));
    assert_eq!(second[0], first[0], "the same row, to the last digit of its time: only mcts was run");
    assert_eq!(second[1]["height"], 2);
    let written = fs::read_to_string(&journal).expect("the journal");
    fs::write(&journal, written.replace("\"height\": 2", "\"height\": 1")).expect("a temporary file");
    let edited = bench("best-fit", "1");
    assert_eq!(edited.status.code(), Some(1));
    assert!(text(&edited.stderr).contains("bench.journal: the checkpoint is damaged"), "{}", text(&edited.stderr));
    fs::write(&journal, written).expect("a temporary file");
    let other = bench("mcts", "2");
    assert_eq!(other.status.code(), Some(1));
    assert!(text(&other.stderr).contains("bench.journal: the journal was made with 0.7 s, seed 1 and "));
}

#[test]
fn generated_instances_are_the_shipped_ones() {
    let arguments =
        ["generate", "--width", "40", "--height", "15", "--pieces", "25", "--seed", "5", "--name", "sheet-40x15-25"];
    assert_eq!(
        text(&strippack(&arguments).stdout),
        fs::read_to_string(shipped("sheet-40x15-25.txt")).expect("shipped")
    );
}

#[test]
fn a_sheet_that_cannot_be_cut_is_refused() {
    let output = strippack(&["generate", "--min-side", "2147483648"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("the sheet could be cut into 1 pieces only, not 28"));
}

fn check_failure(path: &Path, arguments: &[&str], status: i32, expected: &str) {
    let path_text = path.to_str().expect("UTF-8");
    let output = strippack(&[&["solve", path_text][..], arguments].concat());
    assert_eq!(output.status.code(), Some(status));
    let stderr = text(&output.stderr).replace(path_text, "FILE");
    assert!(stderr.contains(expected), "{stderr}");
    assert!(output.stdout.is_empty());
}

#[test]
fn bad_input_is_named_with_file_and_line() {
    let folder = TempDir::new().expect("a temporary folder");
    let wide = write(&folder, "wide.txt", "width 10\n3 4\n11 12\n");
    check_failure(&wide, &[], 1, "error: FILE:3: rectangle 1 is 11 x 12: wider than the strip (10)\n");
    let flat = write(&folder, "flat.csv", "# width 10\nwidth,height\n3,0\n");
    check_failure(&flat, &[], 1, "error: FILE:3: rectangle 0 is 3 x 0: both sides must be positive\n");
    let cut = write(&folder, "cut.json", "{\"Objects\":[{\"Length\":20}],\n\"Items\":[{\"Length\":2,");
    check_failure(&cut, &[], 1, "error: FILE:2: EOF while parsing an object\n");
    let empty = write(&folder, "empty.json", "{\"Objects\":[{\"Length\":20}],\"Items\":[]}");
    check_failure(&empty, &[], 1, "error: FILE:1: there are no rectangles to pack\n");
    let lying = write(&folder, "lying.txt", "width 10\n12 3\n");
    check_failure(&lying, &["--no-rotation"], 1, "it would fit if it could be turned");
    check_failure(Path::new("no-such-file.txt"), &[], 1, "error: cannot read FILE: No such file");
    check_failure(&wide, &["--method", "magic"], 2, "unknown method \"magic\"; known are mcts, skyline");
    check_failure(&wide, &["--time", "never"], 2, "must be a number of seconds");
    check_failure(&wide, &["--threads", "0"], 2, "from 1 to 256");
    check_failure(&wide, &["--threads", "1025"], 2, "from 1 to 256");
    check_failure(
        &write(&folder, "parts", "\u{feff}{\"width\":"),
        &[],
        1,
        "error: FILE:1: EOF while parsing a value\n",
    );
}
