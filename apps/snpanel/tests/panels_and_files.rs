//! Panels in files: where a search writes them, and how classify reads them.

use std::fs;
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

fn snpanel(folder: &TempDir, arguments: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_snpanel");
    Command::new(program).current_dir(folder.path()).args(arguments).output().expect("the program starts")
}

/// A folder with a simulated data set: `d.bed`, `d.bim`, `d.fam` and `d.pop`; 20 people each of P01, P02 and P03.
fn simulated() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let shape = ["--snps", "60", "--people", "60", "--populations", "3", "--seed", "1"];
    succeeds(&snpanel(&folder, &[&["simulate", "--out", "d"][..], &shape].concat()));
    folder
}

/// A command on that set.
fn on_set(folder: &TempDir, command: &str, more: &[&str]) -> Output {
    let data = ["--bfile", "d", "--labels", "d.pop", "--threads", "1"];
    snpanel(folder, &[&[command][..], &data, more].concat())
}

fn search(folder: &TempDir, more: &[&str]) -> Output {
    on_set(folder, "search", &[&["--size", "3", "--evaluations", "300"], more].concat())
}

#[track_caller]
fn succeeds(output: &Output) -> String {
    assert!(output.status.success(), "{}", stderr(output));
    String::from_utf8(output.stdout.clone()).expect("text")
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Checks for status 1 and a message; returns the output.
#[track_caller]
fn fails(output: &Output, expected: &str) -> String {
    assert_eq!(output.status.code(), Some(1), "{}", stderr(output));
    assert!(stderr(output).contains(expected), "{expected:?} is not in: {}", stderr(output));
    String::from_utf8(output.stdout.clone()).expect("text")
}

fn read(folder: &TempDir, name: &str) -> String {
    fs::read_to_string(folder.path().join(name)).expect("the file is there")
}

fn write(folder: &TempDir, name: &str, contents: impl AsRef<[u8]>) {
    fs::write(folder.path().join(name), contents).expect("written");
}

/// Changes the columns of every line of the `.bim`.
fn change_bim(folder: &TempDir, name: &str, change: impl Fn(usize, &mut Vec<String>)) {
    let bim = read(folder, "d.bim");
    let changed = bim.lines().enumerate().map(|(line_idx, line)| {
        let mut columns: Vec<String> = line.split('\t').map(String::from).collect();
        change(line_idx, &mut columns);
        columns.join("\t") + "\n"
    });
    write(folder, name, changed.collect::<String>());
}

#[test]
fn inputs_are_never_outputs_and_wrong_folders_are_refused_at_once() {
    let folder = simulated();
    for (option, path) in [("--extract", "d.pop"), ("--tsv", "./d.bim"), ("--pca", "d.fam"), ("--checkpoint", "d.bed")]
    {
        let refused = search(&folder, &[option, path, "--time", "600"]);
        assert_eq!(fails(&refused, "this would overwrite the input"), "");
    }
    let refused = search(&folder, &["--labels", "d.pop"]);
    assert!(refused.status.code() == Some(2), "one label file only");
    fails(&search(&folder, &["--extract", "d.pop/x.txt"]), "--extract d.pop/x.txt: cannot make d.pop");
    fails(&search(&folder, &["--extract", "x", "--tsv", "x"]), "--tsv x: another option writes there");
    succeeds(&search(&folder, &["--extract", "new/x.txt", "--tsv", "new/x.tsv"]));
    assert_eq!(read(&folder, "new/x.txt").lines().count(), 3);
}

/// Names that are too long for any disk: only writing finds out.
#[test]
fn a_panel_outlives_the_files_that_cannot_be_written() {
    let folder = simulated();
    let long = "n".repeat(300);
    let text = fails(&search(&folder, &["--extract", &long, "--tsv", "x.tsv"]), "error: cannot write nnn");
    assert!(text.starts_with("3 SNPs by mcts"), "{text}");
    assert_eq!(read(&folder, "x.tsv").lines().count(), 4, "the other file is written");
}

/// A limit of nothing on the size of files, with its signal ignored, is what a full disk looks like.
#[cfg(unix)]
#[test]
fn a_full_disk_tears_nothing_and_costs_no_panel() {
    let folder = simulated();
    write(&folder, "old.tsv", "old");
    let n_files = || fs::read_dir(folder.path()).expect("a folder").count();
    let before = n_files();
    let on_full_disk = |arguments: &[&str]| {
        let script = ["-c", "trap '' XFSZ; ulimit -f 0; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_snpanel")];
        Command::new("sh").args(script).args(arguments).current_dir(folder.path()).output().expect("a shell")
    };
    let data = ["search", "--bfile", "d", "--labels", "d.pop", "--size", "3", "--evaluations", "500"];
    let output = on_full_disk(&[&data[..], &["--checkpoint", "x.bin", "--tsv", "old.tsv", "--json"]].concat());
    let report: Value = serde_json::from_str(&fails(&output, "error: cannot write x.bin")).expect("the report");
    assert_eq!(report["panel"].as_array().map(Vec::len), Some(3));
    assert_eq!(read(&folder, "old.tsv"), "old");
    fails(&on_full_disk(&["simulate", "--out", "d", "--snps", "9", "--people", "9"]), "cannot write d.bed");
    assert_eq!(read(&folder, "d.bim").lines().count(), 60, "the old set is whole");
    assert_eq!(n_files(), before, "nothing half-written is left over");
}

#[test]
fn named_chromosomes_are_thinned_and_named() {
    let folder = simulated();
    let half = |line_idx: usize| if line_idx < 30 { "LG1" } else { "LG2" };
    let place = |line_idx: usize, columns: &mut Vec<String>| {
        columns[0] = half(line_idx).into();
        columns[3] = (1000 * (line_idx + 1)).to_string();
    };
    change_bim(&folder, "d.bim", place);
    let thinned = ["--all-chromosomes", "--min-distance", "1000", "--sort", "file"];
    let text = succeeds(&on_set(&folder, "measures", &thinned));
    let chromosomes: Vec<&str> = text.lines().skip(1).map(|line| line.split('\t').nth(1).expect("CHR")).collect();
    assert_eq!(chromosomes, ["LG1", "LG2"]);
    let rows: Value =
        serde_json::from_str(&succeeds(&on_set(&folder, "measures", &["--all-chromosomes", "--json"]))).expect("JSON");
    assert!(rows[0]["chromosome"].as_str().is_some_and(|name| name.starts_with("LG")), "{}", rows[0]);
    succeeds(&search(&folder, &["--all-chromosomes", "--tsv", "x.tsv"]));
    assert!(read(&folder, "x.tsv").lines().skip(1).all(|line| line.contains("\tLG")), "{}", read(&folder, "x.tsv"));
}

#[test]
fn an_id_that_several_snps_share_is_refused() {
    let folder = simulated();
    write(&folder, "panel.txt", "sim3\nsim7\nsim9\n");
    for extension in ["bed", "fam"] {
        write(
            &folder,
            &format!("new.{extension}"),
            fs::read(folder.path().join(format!("d.{extension}"))).expect("read"),
        );
    }
    let share = |line_idx: usize, columns: &mut Vec<String>| {
        if line_idx == 20 {
            columns[1] = "sim7".into();
        }
    };
    change_bim(&folder, "new.bim", share);
    let classify = |more: &[&str]| on_set(&folder, "classify", &[&["--panel", "panel.txt"], more].concat());
    fails(&classify(&["--samples", "new"]), "new: 2 SNPs of the file are called \"sim7\"");
    change_bim(&folder, "d.bim", share);
    fails(&classify(&["--samples", "new"]), "panel.txt: line 2: 2 SNPs of the genotype file are called \"sim7\"");
    write(&folder, "panel.txt", "sim3\nsim9\n");
    succeeds(&classify(&["--samples", "new"]));
}

#[test]
fn groups_put_the_truth_together_too() {
    let folder = simulated();
    write(&folder, "groups.tsv", "#POP\tGROUP\nP01\tA\nP02\tA\nP03\tB\n");
    write(&folder, "panel.txt", (1..=60).map(|number| format!("sim{number}\n")).collect::<String>());
    let classify = |labels: &str| {
        let options = ["--groups", "groups.tsv", "--panel", "panel.txt", "--samples", "d", "--samples-labels", labels];
        let output = on_set(&folder, "classify", &[&options[..], &["--json"]].concat());
        (serde_json::from_str::<Value>(&succeeds(&output)).expect("JSON"), stderr(&output))
    };
    let (report, remarks) = classify("d.pop");
    assert_eq!((&report["truth"]["people"], &report["truth"]["people_of_other_classes"]), (&60.into(), &0.into()));
    assert_eq!(report["people"][0]["truth"], "A");
    assert!(report["truth"]["accuracy"].as_f64() > Some(0.8), "{}", report["truth"]);
    assert!(!remarks.contains("labelled people"), "{remarks}");
    // No one of P02, and a population in no group.
    let labels: String =
        read(&folder, "d.pop").lines().filter(|line| !line.contains("P02")).map(|l| format!("{l}\n")).collect();
    write(&folder, "new.pop", labels.replace("\tP03\n", "\tMoon\n"));
    let (report, remarks) = classify("new.pop");
    assert_eq!((&report["truth"]["people"], &report["truth"]["people_of_other_classes"]), (&20.into(), &20.into()));
    assert!(remarks.contains("20 of 40 labelled people belong to no learned class (A, B)"), "{remarks}");
}

/// A search that has begun does not see what becomes of its files: neither another figure nor a signal.
#[test]
fn genotypes_that_change_during_a_search_change_nothing() {
    let folder = simulated();
    let arguments = ["search", "--bfile", "d", "--labels", "d.pop", "--size", "3", "--threads", "1", "--json"];
    let limits = ["--method", "greedy-queue", "--evaluations", "40000", "--checkpoint"];
    let run = |checkpoint: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_snpanel"));
        command.args(arguments).args(limits).arg(checkpoint).current_dir(folder.path());
        command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped()).spawn().expect("it starts")
    };
    let result = |child: std::process::Child| -> Value {
        let output = child.wait_with_output().expect("it ends");
        let mut report: Value = serde_json::from_str(&succeeds(&output)).expect("a report");
        report["seconds"].take();
        report
    };
    let undisturbed = result(run("a.bin"));
    let bed = fs::read(folder.path().join("d.bed")).expect("genotypes");
    for (n, changed) in [vec![0xaa; bed.len()], bed[..3].to_vec()].into_iter().enumerate() {
        let name = format!("b{n}.bin");
        let child = run(&name);
        let begin = std::time::Instant::now();
        // The lock is taken when everything has been read.
        let lock = folder.path().join(format!(".{name}.lock"));
        while !lock.exists() && begin.elapsed().as_secs() < 20 {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        // In place, as a copy over a mapped file would.
        fs::write(folder.path().join("d.bed"), changed).expect("written");
        assert_eq!(result(child), undisturbed);
        fs::write(folder.path().join("d.bed"), &bed).expect("written");
    }
}
