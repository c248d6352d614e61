//! Conversations as data: `tests/conversations/*.txt` hold commands (`> play b D4`) and the replies that must follow.
//!
//! `cargo xtask golden go-gtp` writes the replies again; read the difference before you commit it.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use go_engine::{FlatConfig, FlatMonteCarlo};
use go_gtp::{Files, GtpEngine, Identity, registry};

/// Files that live as long as the conversation.
struct Memory(Mutex<BTreeMap<String, Vec<u8>>>);

impl Memory {
    fn with_examples() -> Self {
        let examples: [(&str, &[u8]); 7] = [
            ("game.sgf", b"(;GM[1]FF[4]SZ[9]KM[5.5]RU[Japanese]PL[B];B[ee];W[ce];B[gc];W[];B[tt])"),
            ("handicap.sgf", b"(;GM[1]SZ[9]HA[2]AB[gc][cg];W[ee];B[ec])"),
            ("ko.sgf", b"(;SZ[5];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb];B[cb])"),
            ("size.sgf", b"(;SZ[52];B[aa])"),
            ("occupied.sgf", b"(;SZ[9];B[aa];W[aa])"),
            ("komi.sgf", b"(;SZ[9]KM[lots];B[ee])"),
            ("binary.sgf", b"\x7fELF\x02\x01\x01\0\0"),
        ];
        Self(Mutex::new(examples.into_iter().map(|(name, bytes)| (name.to_owned(), bytes.to_vec())).collect()))
    }
}

impl Files for Memory {
    fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        self.0.lock().expect("one thread").get(name).cloned().ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn write(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        self.0.lock().expect("one thread").insert(name.to_owned(), bytes.to_vec());
        Ok(())
    }
}

/// The commands of a script with the replies that our engine gives.
fn replay(script: &str) -> String {
    let config = FlatConfig { n_playouts: 50, time: None };
    let player = FlatMonteCarlo::new(config, 1, Box::new(|| Duration::ZERO));
    let identity = Identity { name: "Tesuji".into(), version: "1.2.3".into() };
    let files = Box::new(Memory::with_examples());
    let mut engine = GtpEngine::new(identity, Box::new(player), files, Box::new(|| Duration::ZERO));
    let registry = registry();
    let mut text = String::new();
    for line in script.lines() {
        if let Some(command) = line.strip_prefix("> ") {
            let mut output = Vec::new();
            let input = io::Cursor::new(command.to_owned().into_bytes());
            gtp::serve(&registry, &mut engine, input, &mut output).expect("memory does not fail");
            let reply = String::from_utf8(output).expect("replies are text");
            let reply: String =
                reply.lines().filter(|line| !line.is_empty()).map(|line| line.trim_end().to_owned() + "\n").collect();
            text += &format!("{line}\n{reply}");
        } else if line.is_empty() || line.starts_with("--") {
            text += &format!("{line}\n");
        }
    }
    text
}

fn scripts() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conversations");
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths
}

#[test]
fn golden_conversations() {
    let scripts = scripts();
    assert!(scripts.len() >= 5, "only {} scripts", scripts.len());
    for path in scripts {
        let script = std::fs::read_to_string(&path).expect("a script");
        let replayed = replay(&script);
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            std::fs::write(&path, replayed).expect("written");
        } else {
            assert_eq!(replayed, script, "{}", path.display());
        }
    }
}

/// Every command is met in a script, so that none is without a test.
#[test]
fn every_command_has_a_conversation() {
    let text: String = scripts().iter().map(|path| std::fs::read_to_string(path).expect("a script")).collect();
    let untested: Vec<_> = registry()
        .names()
        .into_iter()
        .filter(|name| {
            !text
                .lines()
                .filter_map(|line| line.strip_prefix("> "))
                .any(|line| line.split_whitespace().any(|word| word == *name) && !line.starts_with("known_command"))
        })
        .collect();
    assert!(untested.is_empty(), "no conversation has {untested:?}");
}

/// A front end that looks on: lines come until it says something, and then the engine is all ears.
#[test]
fn analysis_streams_until_any_input() {
    const PATIENCE: Duration = Duration::from_secs(60);
    let (engine_input, to_engine) = io::pipe().expect("a pipe");
    let (from_engine, engine_output) = io::pipe().expect("a pipe");
    let server = std::thread::spawn(move || {
        let start = std::time::Instant::now();
        let player = FlatMonteCarlo::new(FlatConfig::default(), 1, Box::new(move || start.elapsed()));
        let identity = Identity { name: "Tesuji".into(), version: "1".into() };
        let files = Box::new(Memory::with_examples());
        let mut engine = GtpEngine::new(identity, Box::new(player), files, Box::new(move || start.elapsed()));
        gtp::serve(&registry(), &mut engine, engine_input, engine_output)
    });
    let mut client = gtp::Client::new(from_engine, to_engine);
    client.ask("boardsize 5", PATIENCE).expect("a board");
    for command in ["lz-analyze b 1", "kata-analyze 1 rootInfo true", "analyze w interval 1 maxmoves 2"] {
        client.send(command).expect("sent");
        assert_eq!(client.first_line(PATIENCE).expect("a reply").text, "");
        for _ in 0..3 {
            let line = client.next_line(PATIENCE).expect("a line").expect("not the end");
            assert!(line.starts_with("info move ") && line.contains(" pv "), "{command}: {line}");
        }
        client.nudge("").expect("sent");
        while client.next_line(PATIENCE).expect("a line").is_some() {}
    }
    assert_eq!(client.ask("list_stones b", PATIENCE).expect("stones"), "", "analysis plays nothing");
    let reply = client.ask("lz-genmove_analyze b 1", PATIENCE).expect("a move");
    let played = reply.lines().last().and_then(|line| line.strip_prefix("play ")).expect("a move").to_owned();
    assert_eq!(client.ask("list_stones b", PATIENCE).expect("stones"), played);
    drop(client);
    assert_eq!(server.join().expect("no panic").expect("no error"), gtp::Ended::EndOfInput);
}
