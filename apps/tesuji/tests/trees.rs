//! `tesuji model export` and `import`, and the leaves of a move in GTP, from a user's point of view.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn tesuji(arguments: &[&Path]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tesuji")).arg("model").args(arguments).output().expect("the program starts")
}

fn succeeds(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn refuses(output: &Output, says: &[&str]) {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert!(says.iter().all(|word| stderr.contains(word)), "{says:?} in {stderr}");
}

fn frozen(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates/go-models/tests/frozen").join(name)
}

/// The replies to these commands.
fn gtp(model: &Path, commands: &str) -> Vec<String> {
    let mut engine = Command::new(env!("CARGO_BIN_EXE_tesuji"))
        .args(["gtp", "--playouts", "10", "--model"])
        .arg(model)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    engine.stdin.take().expect("its input").write_all(commands.as_bytes()).expect("it reads");
    let output = engine.wait_with_output().expect("it ends");
    let text = String::from_utf8(output.stdout).expect("text");
    text.split("\n\n").filter(|reply| !reply.is_empty()).map(str::to_owned).collect()
}

#[test]
fn a_move_is_told_its_leaves_in_gtp() {
    let model = frozen("instance-niekerk-2.model");
    let commands = "boardsize 9\nclear_board\nplay b E5\ntesuji-leaves E6\ntesuji-explain E6\ntesuji-leaves E5\ntesuji-leaves pass\nquit\n";
    let replies = gtp(&model, commands);
    let [leaves, reasons, occupied, pass] = &replies[3..7] else { panic!("{replies:?}") };
    let exported = succeeds(&tesuji(&[Path::new("export"), &model]));
    let lines: Vec<&str> = leaves.strip_prefix("= ").expect("an answer").lines().collect();
    assert_eq!(lines.len(), exported.matches("(TREE[").count(), "{leaves}");
    for (tree, line) in (1..).zip(lines) {
        let (head, words) = line.split_once(": ").expect("a path in words");
        assert!(head.starts_with(&format!("tree {tree} (")) && words.ends_with('.'), "{line}");
        // The exported text has the same leaf with the same weight.
        let (number, weight) = head.split_once(", leaf ").and_then(|(_, rest)| rest.split_once(", weight ")).unwrap();
        let leaf = exported.lines().find(|line| line.ends_with(&format!(" # {number}"))).expect("the leaf");
        let written = leaf.split_once("WEIGHT[").and_then(|(_, rest)| rest.split_once(']')).expect("its weight").0;
        let (shown, written): (f64, f64) = (weight.parse().unwrap(), written.parse().unwrap());
        assert!((shown - written).abs() < 1e-3, "{line} and {leaf}");
        assert!(reasons.contains(&format!("leaf:{number}: {words}")), "{reasons}");
    }
    assert!(reasons.starts_with("= E6: ") && reasons.contains("number "), "{reasons}");
    assert!(occupied.starts_with("? illegal move"), "{occupied}");
    assert!(pass.starts_with("? the model has no decision trees, or the move is in no leaf"), "{pass}");
    let without = gtp(&frozen("factor-shape-3.model"), "boardsize 9\nclear_board\ntesuji-leaves E5\nquit\n");
    assert!(without[2].starts_with("? the model has no decision trees"), "{without:?}");
}

#[test]
fn trees_are_exported_edited_and_imported() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("trees");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for the test");
    let [export, import, into, out] = ["export", "import", "--into", "--out"].map(Path::new);
    let model = frozen("instance-niekerk-2.model");
    let printed = succeeds(&tesuji(&[export, &model]));
    let text = folder.join("mine.txt");
    succeeds(&tesuji(&[export, &model, out, &text]));
    assert_eq!(fs::read_to_string(&text).unwrap(), printed);

    // Put back into its model it gives the same bytes; alone it gives the same trees.
    let same = folder.join("same.model");
    assert!(succeeds(&tesuji(&[import, &text, into, &model, out, &same])).contains("leaves"));
    assert!(fs::read(&same).unwrap() == fs::read(&model).unwrap());
    let alone = folder.join("alone.model");
    succeeds(&tesuji(&[import, &text, Path::new("--board-size"), Path::new("9"), out, &alone]));
    assert_eq!(succeeds(&tesuji(&[export, &alone])), printed);
    assert!(succeeds(&tesuji(&[Path::new("show"), &alone])).contains("mine"));

    // An edited weight is the heaviest leaf from then on.
    let first = printed.find("WEIGHT[").expect("a leaf") + "WEIGHT[".len();
    let end = first + printed[first..].find(']').expect("a bracket");
    let edited = format!("{}5000{}", &printed[..first], &printed[end..]);
    fs::write(&text, &edited).unwrap();
    succeeds(&tesuji(&[import, &text, into, &model, out, &same]));
    let leaves = succeeds(&tesuji(&[Path::new("leaves"), &same, Path::new("--count"), Path::new("1")]));
    let (weight, _) = leaves.strip_prefix("best 1: weight ").and_then(|rest| rest.split_once(',')).expect("a weight");
    // A model keeps the logarithm.
    assert!((weight.parse::<f64>().expect("a number") - 5000.0).abs() < 0.01, "{leaves}");

    fs::write(&text, edited.replacen("5000", "much", 1)).unwrap();
    let before = fs::read(&same).unwrap();
    refuses(&tesuji(&[import, &text, out, &same]), &["mine.txt", "line ", "WEIGHT[much] is not a weight"]);
    assert!(fs::read(&same).unwrap() == before, "a refused text changes no file");
    refuses(&tesuji(&[export, &frozen("factor-shape-3.model")]), &["no decision trees"]);
    refuses(&tesuji(&[import, &text, out, &text]), &["files that are read"]);
}
