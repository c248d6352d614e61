//! The program as a user meets it: what it prints, where, and the exit status.

use std::process::{Command, Output};

fn tesuji(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tesuji")).args(arguments).output().expect("the program starts")
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn the_version_names_commit_and_model() {
    let output = tesuji(&["--version"]);
    assert_eq!(output.status.code(), Some(0));
    let text = stdout(&output);
    assert!(text.starts_with(&format!("tesuji {} (commit ", env!("CARGO_PKG_VERSION"))), "{text}");
    assert!(text.contains("model"), "{text}");
}

#[test]
fn no_command_welcomes() {
    let output = tesuji(&[]);
    assert_eq!(output.status.code(), Some(0));
    assert!(stdout(&output).contains("tesuji --help"), "{}", stdout(&output));
    assert!(output.stderr.is_empty());
}

#[test]
fn called_wrongly_is_status_2_and_says_so_on_stderr() {
    let output = tesuji(&["no-such-command"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    assert!(String::from_utf8_lossy(&output.stderr).contains("no-such-command"));
}
