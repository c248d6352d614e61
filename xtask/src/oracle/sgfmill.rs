//! Final boards of real games, ours beside those of sgfmill, an independent SGF reader and Go board in Python.
//!
//! Both sides get the text of the record unchanged, so reading, set-up, captures and suicide are all compared. The
//! sample takes every n-th record of all collections. The package is installed in a virtual environment under the build
//! folder.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};
use go_board::{Cell, Position};
use go_games::{MAX_UNPACKED, Replay, game_from_tree, unpack};

use crate::workspace;

const PACKAGE: &str = "sgfmill==1.1.1";
const DEFAULT_FOLDER: &str = "../shared/games";
const DEFAULT_SAMPLE: usize = 2_000;

/// Reads `LENGTH BOARD` and then that many bytes of SGF, again and again; says which boards differ.
const SCRIPT: &str = r#"
import sys
from sgfmill import sgf, sgf_moves

LETTERS = {None: ".", "b": "X", "w": "O"}
n_games = n_moves = n_different = 0
stream = sys.stdin.buffer
while header := stream.readline():
    length, ours = header.decode().split()
    text = stream.read(int(length))
    game = sgf.Sgf_game.from_bytes(text, override_encoding="UTF-8")
    try:
        board, plays = sgf_moves.get_setup_and_moves(game)
        for colour, move in plays:
            if move is not None:
                board.play(move[0], move[1], colour)
            n_moves += 1
        rows = reversed(range(board.side))
        theirs = "".join(LETTERS[board.get(row, column)] for row in rows for column in range(board.side))
    except ValueError:
        theirs = "refused"
    n_games += 1
    if ours != theirs:
        n_different += 1
        print("different:", text[:200].decode(), "ours:", ours, "theirs:", theirs, sep="\n  ")
print("sgfmill: %d games, %d moves, %d final boards differ" % (n_games, n_moves, n_different))
sys.exit(n_different > 0)
"#;

/// `[FOLDER] [N]`: compares N games of a folder of packed collections.
pub(super) fn run(arguments: &[String]) -> Result<bool> {
    let folder = arguments.first().map_or_else(|| workspace::root().join(DEFAULT_FOLDER), PathBuf::from);
    let n_wanted = match arguments.get(1) {
        Some(text) => text.parse().context("the second argument is the number of games")?,
        None => DEFAULT_SAMPLE,
    };
    let texts = collections(&folder)?;
    let n_records = texts.iter().map(|text| sgf::Reader::new(text).map(Iterator::count).unwrap_or(0)).sum::<usize>();
    ensure!(n_records > 0, "no records in {}", folder.display());
    let step = (n_records / n_wanted.max(1)).max(1);

    let mut python = Command::new(python_with_package()?)
        .args(["-c", SCRIPT])
        .stdin(Stdio::piped())
        .spawn()
        .context("cannot start Python")?;
    let mut input = python.stdin.take().context("Python's input is a pipe")?;
    let records = texts.iter().filter_map(|text| sgf::Reader::new(text).ok()).flatten();
    for tree in records.step_by(step) {
        let board = match game_from_tree(&tree).and_then(|game| game.check().map(|_| game)) {
            Ok(game) => final_board(&Replay::new(&game).into_final_position()),
            Err(_) => "refused".to_string(),
        };
        let text = tree.source().as_bytes();
        writeln!(input, "{} {board}", text.len())?;
        input.write_all(text)?;
    }
    drop(input);
    Ok(python.wait()?.success())
}

/// The decoded text of every collection in the folder and those below it, in the order of their names.
fn collections(folder: &Path) -> Result<Vec<String>> {
    let mut texts = Vec::new();
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .with_context(|| format!("no games in {}: name the folder", folder.display()))?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<_>>()?;
    paths.sort();
    for path in paths {
        if path.is_dir() {
            texts.extend(collections(&path)?);
        } else {
            let bytes = fs::read(&path)?;
            let plain = unpack(&bytes, MAX_UNPACKED).with_context(|| path.display().to_string())?;
            texts.push(sgf::decode(&plain).text.into_owned());
        }
    }
    Ok(texts)
}

/// The stones row by row from the top: `X`, `O` and `.`.
fn final_board(position: &Position) -> String {
    let letter = |cell| match cell {
        Cell::Black => 'X',
        Cell::White => 'O',
        Cell::Empty | Cell::OffBoard => '.',
    };
    position.board.size().points().map(|point| letter(position.board.cell(point))).collect()
}

/// The interpreter of a virtual environment that has the package.
fn python_with_package() -> Result<PathBuf> {
    let environment = workspace::target().join("tools/sgfmill");
    let python = environment.join("bin/python");
    let has_package = || {
        let import = Command::new(&python).args(["-c", "import sgfmill"]).stderr(Stdio::null()).status();
        import.is_ok_and(|status| status.success())
    };
    if !has_package() {
        succeed(Command::new("python3").args(["-m", "venv"]).arg(&environment))?;
        succeed(Command::new(&python).args(["-m", "pip", "install", "--quiet", PACKAGE]))?;
    }
    ensure!(has_package(), "{PACKAGE} was installed but cannot be imported by {}", python.display());
    Ok(python)
}

fn succeed(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot start {command:?}"))?;
    if !status.success() {
        bail!("{command:?} failed: Python 3 with venv and a package index are needed");
    }
    Ok(())
}
