//! The program as users run it, on the shipped simulated data: its output and its error messages.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

fn data(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/genotypes").join(name).display().to_string()
}

fn snpanel(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_snpanel")).args(arguments).output().expect("the program starts")
}

/// Runs a command on the shipped data.
fn on_demo(command: &str, arguments: &[&str]) -> Output {
    let (bfile, labels) = (data("demo"), data("demo.pop"));
    let mut all = vec![command, "--bfile", &bfile, "--labels", &labels, "--quiet", "--threads", "1"];
    all.extend(arguments);
    snpanel(&all)
}

fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).expect("text")
}

fn json(output: &Output) -> Value {
    serde_json::from_str(&stdout(output)).expect("one JSON object")
}

/// The command fails with status 1 and stderr names everything of `expected`.
#[track_caller]
fn fails(output: &Output, expected: &[&str]) {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    for text in expected {
        assert!(stderr.contains(text), "{text:?} is not in: {stderr}");
    }
}

/// A copy of the shipped files in which one may be changed.
fn copy(folder: &Path) -> PathBuf {
    for extension in ["bed", "bim", "fam", "pop"] {
        fs::copy(data(&format!("demo.{extension}")), folder.join(format!("d.{extension}"))).expect("copied");
    }
    folder.join("d")
}

fn measures_of(prefix: &Path, labels: &Path) -> Output {
    let (prefix, labels) = (prefix.display().to_string(), labels.display().to_string());
    snpanel(&["measures", "--bfile", &prefix, "--labels", &labels, "--quiet"])
}

#[test]
fn the_shipped_set_is_what_simulate_makes() {
    let folder = tempfile::tempdir().unwrap();
    let prefix = folder.path().join("again");
    assert!(snpanel(&["simulate", "--out", &prefix.display().to_string()]).status.success());
    for extension in ["bed", "bim", "fam", "pop"] {
        let made = fs::read(folder.path().join(format!("again.{extension}"))).unwrap();
        assert!(made == fs::read(data(&format!("demo.{extension}"))).unwrap(), ".{extension} differs");
    }
}

#[test]
fn measures_are_a_table_in_order() {
    let text = stdout(&on_demo("measures", &["--sort", "in", "--top", "5"]));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 6);
    assert!(lines[0].starts_with("SNP\tCHR\tPOS\tA1\tA2\tFREQ\tI_N\tDELTA\tTHETA"));
    let values: Vec<f64> = lines[1..].iter().map(|line| line.split('\t').nth(6).unwrap().parse().unwrap()).collect();
    assert!(values.windows(2).all(|pair| pair[0] >= pair[1]) && values[4] > 0.0, "{values:?}");
}

#[test]
fn a_search_reports_panel_value_and_held_out_accuracy_and_can_be_repeated() {
    let arguments = ["--size", "6", "--evaluations", "20000", "--best", "3", "--json"];
    let (one, other) = (json(&on_demo("search", &arguments)), json(&on_demo("search", &arguments)));
    assert_eq!(one["panel"].as_array().unwrap().len(), 6);
    assert_eq!((&one["panel"], &one["value"], &one["best"]), (&other["panel"], &other["value"], &other["best"]));
    assert_eq!(one["best"].as_array().unwrap().len(), 3);
    assert!(one["evaluations"].as_u64().unwrap() >= 20_000);
    assert_eq!(one["held_out"]["people"], 44);
    assert!(one["held_out"]["accuracy"].as_f64().unwrap() > 0.3, "{one}");
    let another = json(&on_demo("search", &[&arguments[..], &["--seed", "2"]].concat()));
    assert_ne!(one["panel"], another["panel"]);
}

#[test]
fn every_method_finds_a_panel_and_searching_pays() {
    let value = |method: &str| {
        let arguments =
            ["--size", "5", "--evaluations", "9000", "--objective", "classified", "--method", method, "--json"];
        let report = json(&on_demo("search", &arguments));
        assert_eq!(report["panel"].as_array().unwrap().len(), 5, "{method}");
        report["value"].as_f64().unwrap()
    };
    for method in ["mcts-thesis", "mcts-thesis-pruned", "maximin", "top-in", "top-delta", "top-theta", "greedy"] {
        assert!(value(method) > 0.2, "{method}");
    }
    assert!(value("mcts") > value("top") && value("greedy-queue") > value("top"));
}

#[test]
fn a_search_resumes_from_its_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("search.bin").display().to_string();
    for method in ["mcts", "greedy-queue"] {
        let step = |evaluations: &str| {
            let shared = ["--size", "4", "--method", method, "--checkpoint", &file, "--json"];
            json(&on_demo("search", &[&shared[..], &["--evaluations", evaluations]].concat()))
        };
        let (first, second) = (step("1000"), step("4000"));
        assert!(first["evaluations"].as_u64().unwrap() < 2000 && second["evaluations"].as_u64().unwrap() >= 4000);
        assert!(second["value"].as_f64() >= first["value"].as_f64());
        let other = on_demo("search", &["--size", "5", "--method", method, "--checkpoint", &file]);
        fails(&other, &["search.bin", "other work", "panels of 4 SNPs"]);
        fs::remove_file(&file).unwrap();
    }
    fs::write(&file, b"something else").unwrap();
    fails(&on_demo("search", &["--size", "5", "--checkpoint", &file]), &["search.bin", "no checkpoint"]);
    fails(&on_demo("search", &["--size", "5", "--checkpoint", &file, "--method", "greedy"]), &["--checkpoint is for"]);
}

/// The keep list is the split: the panel comes from those on it, and classify assigns the others.
#[test]
fn a_panel_is_written_for_plink_and_classifies_the_people_outside_the_keep_list() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let fam = fs::read_to_string(data("demo.fam")).unwrap();
    let two = |line: &str| line.split_whitespace().take(2).collect::<Vec<_>>().join(" ") + "\n";
    let (kept, rest): (Vec<_>, Vec<_>) = fam.lines().enumerate().partition(|(person_idx, _)| person_idx % 4 != 0);
    fs::write(path("keep.txt"), kept.iter().map(|(_, line)| two(line)).collect::<String>()).unwrap();
    let (list, table, picture) = (path("panel.txt"), path("panel.tsv"), path("pca.svg"));
    let files = ["--extract", &list, "--tsv", &table, "--pca", &picture, "--keep", &path("keep.txt")];
    let found = json(&on_demo("search", &[&files[..], &["--size", "20", "--evaluations", "20000", "--json"]].concat()));
    assert_eq!((found["people"].as_u64(), &found["held_out"]), (Some(165), &Value::Null));
    let ids: Vec<String> = fs::read_to_string(&list).unwrap().lines().map(String::from).collect();
    assert_eq!(ids, found["panel"].as_array().unwrap().iter().map(|id| id.as_str().unwrap()).collect::<Vec<_>>());
    assert_eq!(fs::read_to_string(&table).unwrap().lines().count(), 21);
    assert!(fs::read_to_string(&picture).unwrap().starts_with("<svg"));

    let classify = ["--keep", &path("keep.txt"), "--panel", &list];
    let report = json(&on_demo("classify", &[&classify[..], &["--json"]].concat()));
    assert_eq!(report["people"].as_array().unwrap().len(), rest.len());
    assert!(report["truth"]["accuracy"].as_f64().unwrap() > 0.6, "{}", report["truth"]);
    let text = stdout(&on_demo("classify", &[&classify[..], &["--min-posterior", "1"]].concat()));
    assert_eq!(text.lines().count(), rest.len() + 1);
    assert!(text.lines().nth(1).unwrap().contains("\tunclassified\tNorth\t"), "{text}");
    fails(&on_demo("classify", &["--panel", &list]), &["all people in the file are labelled and learned from"]);
    let own = data("demo");
    let all = json(&on_demo("classify", &["--panel", &list, "--samples", &own, "--json"]));
    assert_eq!(all["people"].as_array().unwrap().len(), 220);
    fs::write(&list, "rs1\nno-such-snp\n").unwrap();
    fails(&on_demo("classify", &classify), &["panel.txt", "line 1", "rs1"]);
}

#[test]
fn a_comparison_writes_tables_and_plots_and_is_not_made_twice() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("study").display().to_string();
    let arguments = [
        "--sizes",
        "2,3",
        "--seeds",
        "3",
        "--evaluations",
        "300,600",
        "--methods",
        "mcts,greedy-queue,top",
        "--out",
        &out,
    ];
    let text = stdout(&on_demo("compare", &arguments));
    for table in ["5.13", "5.14", "5.15", "5.16", "5.17"] {
        assert!(text.contains(&format!("## table-{table}")), "{text}");
    }
    for name in ["accuracy-populations.svg", "value-populations.svg", "pca-populations.svg", "table-5.13.tsv"] {
        assert!(Path::new(&out).join(name).is_file(), "{name}");
    }
    let journal = Path::new(&out).join("runs.jsonl");
    let runs = fs::read_to_string(&journal).unwrap();
    assert_eq!(runs.lines().count(), 2 * 3 * 2 * 3);
    // An interruption in the middle of a line.
    fs::write(&journal, &runs[..runs.len() - 40]).unwrap();
    let again = stdout(&on_demo("compare", &arguments));
    assert_eq!(again, text);
    assert_eq!(fs::read_to_string(&journal).unwrap().lines().count(), 36);
    fs::write(&journal, "{}\n").unwrap();
    fails(&on_demo("compare", &arguments), &["runs.jsonl, line 1"]);
}

#[test]
fn damaged_genotypes_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let prefix = copy(folder.path());
    let (bed, labels) = (folder.path().join("d.bed"), folder.path().join("d.pop"));
    let whole = fs::read(&bed).unwrap();
    fs::write(&bed, &whole[..whole.len() - 100]).unwrap();
    fails(&measures_of(&prefix, &labels), &["d.bed", "82503", "82403"]);
    fs::write(&bed, [b"PK", &whole[2..]].concat()).unwrap();
    fails(&measures_of(&prefix, &labels), &["d.bed", "6c 1b"]);
    fs::write(&bed, b"").unwrap();
    fails(&measures_of(&prefix, &labels), &["d.bed"]);
    fs::remove_file(&bed).unwrap();
    fails(&measures_of(&prefix, &labels), &["cannot read", "d.bed"]);
    fs::write(&bed, &whole).unwrap();
    let bim = folder.path().join("d.bim");
    let text = fs::read_to_string(&bim).unwrap();
    fs::write(&bim, text.replacen("\t", " x ", 20)).unwrap();
    fails(&measures_of(&prefix, &labels), &["d.bim", "line 1"]);
}

#[test]
fn labels_that_do_not_match_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let prefix = copy(folder.path());
    let labels = folder.path().join("l.pop");
    let check = |text: &str, expected: &[&str]| {
        fs::write(&labels, text).unwrap();
        fails(&measures_of(&prefix, &labels), expected);
    };
    check("North_1\tNorth_1\tNorth\n", &["l.pop", "line 1", "#FID"]);
    check("#FID\tIID\tPOP\nNobody\tNobody\tNorth\n", &["l.pop", "line 2", "Nobody"]);
    check("#FID\tIID\tPOP\nNorth_1\tNorth_1\tNorth\n", &["l.pop", "1 classes", "at least two"]);
    let small = "#FID\tIID\tPOP\nNorth_1\tNorth_1\tNorth\nNorth_2\tNorth_2\tNorth\nEast_1\tEast_1\tEast\n";
    check(small, &["l.pop", "class \"East\" (first labelled on line 4) is too small: 1 people"]);
}

#[test]
fn a_class_that_quality_control_empties_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let prefix = copy(folder.path());
    // The first forty people are the class North: every one of their genotypes goes missing.
    let bed = folder.path().join("d.bed");
    let mut bytes = fs::read(&bed).unwrap();
    for row in bytes[3..].chunks_mut(55) {
        row[..10].fill(0b01_01_01_01);
    }
    fs::write(&bed, bytes).unwrap();
    let output = measures_of(&prefix, &folder.path().join("d.pop"));
    fails(&output, &["d.pop", "class \"North\" (first labelled on line 2) is empty"]);
}

#[test]
fn wrong_calls_end_with_status_two() {
    for arguments in [
        &["search", "--size", "3"][..],
        &["search", "--bfile", "x", "--size", "3", "--method", "magic"],
        &["measures", "--bfile", "x", "--maf", "1.5"],
        &["classify", "--bfile", "x", "--panel", "p", "--maf", "0.1"],
        &["classify", "--bfile", "x", "--panel", "p", "--samples-labels", "l"],
        &["classify", "--bfile", "x", "--panel", "p", "--samples", "s", "--samples-vcf", "v"],
        &["nothing"],
    ] {
        assert_eq!(snpanel(arguments).status.code(), Some(2), "{arguments:?}");
    }
    fails(&on_demo("search", &["--size", "99999"]), &["--size 99999"]);
    fails(&on_demo("search", &["--size", "0"]), &["--size must be at least 1"]);
    fails(&on_demo("measures", &["--maf", "0.6"]), &["no SNP passed quality control"]);
    fails(&on_demo("measures", &["--case", "Moon"]), &["no class is called \"Moon\"", "Coast"]);
}

#[test]
fn the_demonstration_runs_alone() {
    let text = stdout(&snpanel(&[]));
    assert!(text.contains("220 simulated people of 6 populations") && text.contains("mcts"), "{text}");
}

#[test]
fn budgets_are_kept_and_numbers_have_ranges() {
    for evaluations in ["1", "7", "300", "5000"] {
        let report =
            json(&on_demo("search", &["--size", "6", "--method", "greedy", "--evaluations", evaluations, "--json"]));
        let made = report["evaluations"].as_u64().unwrap();
        assert!(made <= evaluations.parse().unwrap(), "{made} of {evaluations}");
        assert_eq!(report["panel"].as_array().unwrap().len(), 6);
    }
    let called_wrongly = |arguments: &[&str], says: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_snpanel")).args(arguments).output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {stderr}");
        assert!(stderr.contains(says), "{says:?} is not in {stderr}");
    };
    called_wrongly(&["simulate", "--out", "x", "--snps", "18446744073709551615"], "1..=100000000");
    called_wrongly(&["simulate", "--out", "x", "--people", "0"], "1..=10000000");
    called_wrongly(&["search", "--bfile", "x", "--size", "3", "--evaluations", "0"], "0 is not in 1..");
    called_wrongly(&["search", "--bfile", "x", "--size", "3", "--threads", "512"], "from 1 to 256");
    called_wrongly(&["search", "--bfile", "x", "--size", "3", "--time", "NaN"], "number of seconds");
}
