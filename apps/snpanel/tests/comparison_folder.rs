//! The folder of a comparison: it is resumed with the same data and settings, and rejected with others.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

fn snpanel(folder: &TempDir, arguments: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_snpanel");
    Command::new(program).current_dir(folder.path()).args(arguments).output().expect("the program starts")
}

/// A folder with two simulated data sets of the same names, `d1` and `d2`.
fn two_sets() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, seed) in [("d1", "1"), ("d2", "2")] {
        let shape = ["--snps", "60", "--people", "60", "--populations", "3", "--seed", seed];
        succeeds(&snpanel(&folder, &[&["simulate", "--out", name][..], &shape].concat()));
    }
    folder
}

/// The quickest comparison of a set, with more options.
fn compare(folder: &TempDir, set: &str, more: &[&str]) -> Output {
    let labels = format!("{set}.pop");
    let data = ["compare", "--bfile", set, "--labels", &labels, "--out", "study", "--quiet", "--threads", "1"];
    let quick = ["--methods", "top", "--evaluations", "50"];
    let has = |option| more.contains(&option);
    let sizes: &[&str] = if has("--sizes") { &[] } else { &["--sizes", "2"] };
    let seeds: &[&str] = if has("--seeds") { &[] } else { &["--seeds", "2"] };
    snpanel(folder, &[&data[..], &quick, sizes, seeds, more].concat())
}

#[track_caller]
fn succeeds(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).expect("text")
}

#[track_caller]
fn fails(output: &Output, expected: &str) {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert!(stderr.contains(expected), "{expected:?} is not in: {stderr}");
    assert!(output.stdout.is_empty());
}

fn write(folder: &TempDir, name: &str, contents: &str) {
    let path = folder.path().join(name);
    fs::create_dir_all(path.parent().expect("it is in the folder")).expect("made");
    fs::write(path, contents).expect("written");
}

#[test]
fn runs_of_other_data_or_settings_are_refused() {
    let folder = two_sets();
    let journal = folder.path().join("study/runs.jsonl");
    let refusal = "runs.jsonl, line 1: this run of the problem \"populations\" was made from other genotypes";
    let text = succeeds(&compare(&folder, "d1", &[]));
    let runs = fs::read_to_string(&journal).expect("the runs");
    assert_eq!(succeeds(&compare(&folder, "d1", &[])), text);
    fails(&compare(&folder, "d2", &[]), refusal);
    for other in [["--held-out", "0.3"], ["--maf", "0.2"], ["--min-distance", "9"], ["--draws", "3"]] {
        fails(&compare(&folder, "d1", &other), refusal);
    }
    let other_seeds = succeeds(&compare(&folder, "d1", &["--seed", "9"]));
    assert!(other_seeds.contains("table-5.13"), "a study may get more seeds");
    let fam = fs::read_to_string(folder.path().join("d1.fam")).expect("the people");
    write(&folder, "keep.txt", &fam.lines().skip(1).map(|line| format!("{line}\n")).collect::<String>());
    fails(&compare(&folder, "d1", &["--keep", "keep.txt"]), refusal);
    // A file without fingerprints.
    let start = runs.find("\"source\":").expect("a fingerprint");
    let end = start + runs[start..].find(',').expect("more fields") + 1;
    write(&folder, "study/runs.jsonl", &runs.replace(&runs[start..end], ""));
    fails(&compare(&folder, "d1", &[]), "runs.jsonl, line 1: name another folder with --out");
    // A changed figure.
    let digit = runs.find("\"accuracy\":0.").expect("a figure") + "\"accuracy\":0.".len();
    let changed = if &runs[digit..=digit] == "1" { "2" } else { "1" };
    write(&folder, "study/runs.jsonl", &format!("{}{changed}{}", &runs[..digit], &runs[digit + 1..]));
    fails(&compare(&folder, "d1", &[]), "the line's checksum is wrong");
}

#[test]
fn problems_have_names_of_their_own() {
    let folder = two_sets();
    let groups = "#POP\tGROUP\nP01\tA\nP02\tA\nP03\tB\n";
    for name in ["ga/x.tsv", "gb/x.tsv", "populations.tsv"] {
        write(&folder, name, groups);
    }
    let same = compare(&folder, "d1", &["--groups", "ga/x.tsv", "--groups", "gb/x.tsv"]);
    fails(&same, "two problems would be called \"x\"; rename a file of --groups");
    let same = compare(&folder, "d1", &["--groups", "populations.tsv", "--populations"]);
    fails(&same, "two problems would be called \"populations\"");
    succeeds(&compare(&folder, "d1", &["--groups", "ga/x.tsv", "--populations"]));
}

#[test]
fn without_held_out_people_there_is_no_accuracy() {
    let folder = two_sets();
    let text = succeeds(&compare(&folder, "d1", &["--held-out", "0"]));
    let row = text.lines().find(|line| line.starts_with("| populations")).expect("a row of Table 5.14");
    let cells: Vec<&str> = row.split('|').map(str::trim).collect();
    assert_eq!(cells[cells.len() - 3..], ["-", "-", ""], "{row}");
    let runs = fs::read_to_string(folder.path().join("study/runs.jsonl")).expect("the runs");
    assert!(runs.contains("\"accuracy\":null"), "{runs}");
    let exists = |name: &str| Path::new(&folder.path().join("study").join(name)).exists();
    assert!(exists("value-populations.svg") && !exists("accuracy-populations.svg"));
}

#[test]
fn numbers_out_of_bounds_are_named() {
    let folder = two_sets();
    fails(&compare(&folder, "d1", &["--sizes", "2,0"]), "--sizes must be at least 1");
    fails(&compare(&folder, "d1", &["--draws", "0"]), "--draws must be at least 1");
    fails(&compare(&folder, "d1", &["--seeds", "0"]), "there must be at least one");
    let last = u64::MAX.to_string();
    fails(&compare(&folder, "d1", &["--seed", &last]), "none beyond 18446744073709551615");
    assert!(succeeds(&compare(&folder, "d1", &["--seed", &last, "--seeds", "1"])).contains("table-5.13"));
}
