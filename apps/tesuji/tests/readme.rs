//! The README shows what the program prints: its sample explanation against the output of the command above it.
//!
//! `cargo xtask golden tesuji` writes the sample again.

use std::path::Path;
use std::process::Command;

const ARGUMENTS: [&str; 6] = ["explain", "data/games/self-9x9.sgf", "--move", "21", "--most", "3"];

#[test]
fn golden_sample_explanation() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("apps/tesuji is two folders deep");
    let path = root.join("README.md");
    let readme = std::fs::read_to_string(&path).expect("the README").replace("\r\n", "\n");
    let command = format!("cargo run --release -- {}\n", ARGUMENTS.join(" "));
    let after_command = readme.find(&command).expect("the README shows the command") + command.len();
    let begin =
        after_command + readme[after_command..].find("```\nMove ").expect("the sample follows it") + "```\n".len();
    let end = begin + readme[begin..].find("\n```").expect("the sample ends") + 1;

    let output =
        Command::new(env!("CARGO_BIN_EXE_tesuji")).current_dir(root).args(ARGUMENTS).output().expect("tesuji runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let printed = String::from_utf8(output.stdout).expect("an explanation is text");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, format!("{}{printed}{}", &readme[..begin], &readme[end..]))
            .expect("the README can be written");
        return;
    }
    assert_eq!(&readme[begin..end], printed, "run `cargo xtask golden tesuji` and look at the difference");
}

#[test]
fn shipped_files_that_the_readme_names_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("apps/tesuji is two folders deep");
    let readme = std::fs::read_to_string(root.join("README.md")).expect("the README");
    let named = readme.split(|c: char| c.is_whitespace() || "`()".contains(c)).filter(|word| word.starts_with("data/"));
    let missing: Vec<_> =
        named.filter(|word| !root.join(word).exists() && !root.join(format!("{word}.bed")).exists()).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
