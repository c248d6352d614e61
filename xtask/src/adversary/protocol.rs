//! A controller that sends noise: commands that exist with arguments that do not, bytes that are no text, an interrupt behind all of it.

use std::io::{Read, Write};
use std::process::Stdio;
use std::thread;

use anyhow::{Context, Result, ensure};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::Programs;

const N_LINES: usize = 4_000;
const COMMANDS: &[&str] = &[
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "undo",
    "showboard",
    "time_left",
    "time_settings",
    "final_score",
    "fixed_handicap",
    "set_free_handicap",
    "kata-analyze",
    "lz-analyze",
    "loadsgf",
    "name",
    "known_command",
    "reg_genmove",
    "final_status_list",
    "kgs-rules",
    "set_random_seed",
    "gogui-analyze_commands",
    "cputime",
    "place_free_handicap",
];
const WORDS: &[&str] = &[
    "9",
    "19",
    "25",
    "26",
    "0",
    "-1",
    "1e9",
    "nan",
    "b",
    "w",
    "black",
    "D4",
    "A1",
    "T19",
    "Z99",
    "pass",
    "resign",
    "dead",
    "alive",
    "/dev/null",
    "interval",
    "1",
    "18446744073709551616",
    "\u{fffd}",
    "#",
    "",
];

pub(super) fn noise(programs: &Programs) -> Result<String> {
    let mut child = programs
        .command("tesuji")
        .args(["gtp", "--playouts", "2", "--quiet"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .context("cannot start tesuji")?;
    let mut input = child.stdin.take().context("stdin is piped")?;
    let mut output = child.stdout.take().context("stdout is piped")?;
    let writer = thread::spawn(move || -> std::io::Result<()> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(8);
        for n in 0..N_LINES {
            let mut line = Vec::new();
            if rng.random_range(0..20) == 0 {
                let mut bytes = [0; 30];
                rng.fill_bytes(&mut bytes);
                line.extend(bytes.map(|byte| if byte == b'\n' { b' ' } else { byte }));
            } else {
                line.extend(format!("{n} {}", COMMANDS[rng.random_range(0..COMMANDS.len())]).bytes());
                for _ in 0..rng.random_range(0..4) {
                    line.extend(format!(" {}", WORDS[rng.random_range(0..WORDS.len())]).bytes());
                }
            }
            line.push(b'\n');
            input.write_all(&line)?;
        }
        input.write_all(b"# interrupt\nclear_board\nboardsize 9\n777777 name\nquit\n")
    });
    let mut replies = String::new();
    let mut bytes = Vec::new();
    output.read_to_end(&mut bytes)?;
    replies.push_str(&String::from_utf8_lossy(&bytes));
    let status = child.wait()?;
    writer.join().expect("the writer does not panic").context("tesuji closed its input")?;
    ensure!(status.success(), "tesuji gtp ended with {status}");
    ensure!(replies.contains("=777777 Tesuji"), "the engine lost its place among the commands");
    let n_replies = replies.matches("\n\n").count();
    Ok(format!("{N_LINES} lines of noise, {n_replies} replies"))
}
