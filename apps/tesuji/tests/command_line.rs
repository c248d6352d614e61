//! The program as a user meets it: what it prints, where, and the exit status.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Output, Stdio};

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
fn no_command_serves_the_board() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tesuji"))
        .args(["--port", "0"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let lines = BufReader::new(child.stdout.take().expect("stdout is piped")).lines();
    let mut lines = lines.map(|line| line.expect("text"));
    assert!(lines.any(|line| line.contains("tesuji --help")), "no welcome");
    let address = lines.find_map(|line| Some(line.split_once("http://")?.1.split_whitespace().next()?.to_owned()));
    let address = address.expect("an address");
    let mut stream = TcpStream::connect(&address).expect("somebody listens");
    write!(stream, "GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").expect("written");
    let mut page = String::new();
    stream.read_to_string(&mut page).expect("an answer");
    child.kill().expect("the server is ours to end");
    child.wait().expect("it ends");
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("<title>Tesuji</title>"), "{page}");
}

#[test]
fn called_wrongly_is_status_2_and_says_so_on_stderr() {
    let output = tesuji(&["no-such-command"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    assert!(String::from_utf8_lossy(&output.stderr).contains("no-such-command"));
}

#[test]
fn gtp_on_stdin_and_nothing_else_on_stdout() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tesuji"))
        .args(["gtp", "--playouts", "10", "--time", "0.5", "--seed", "3"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("stdin is piped");
    input.write_all(b"1 name\nboardsize 1\ngenmove b\nloadsgf no-such-file.sgf\n9 quit\n").expect("written");
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(0));
    let text = stdout(&output);
    assert!(text.starts_with("=1 Tesuji\n\n= \n\n= pass\n\n? cannot load file: no-such-file.sgf: "), "{text}");
    assert!(text.ends_with("\n\n=9 \n\n"), "{text}");
}

#[test]
fn wrong_options_are_named() {
    for wrong in [
        ["gtp", "--playouts", "0"],
        ["gtp", "--time", "-1"],
        ["gtp", "--time", "soon"],
        ["bench", "-x", "no-such-bench"],
    ] {
        let output = tesuji(&wrong);
        assert_eq!(output.status.code(), Some(2), "{wrong:?}");
        assert!(output.stdout.is_empty(), "{wrong:?}");
    }
}
