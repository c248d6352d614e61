//! Single bits of checkpoints turned over: each is refused, or gives the same result as the whole file.

use std::fs;

use anyhow::{Context, Result, ensure};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::Value;

use super::{Programs, done, folder, status, stderr};

/// Bits of each checkpoint that are tried.
const N_FLIPS: usize = 25;

/// A program with a checkpoint: the call that goes on from it and prints JSON, and its file.
struct Resumed<'a> {
    program: &'a str,
    arguments: Vec<&'a str>,
    file: &'a str,
}

pub(super) fn flips(programs: &Programs) -> Result<String> {
    let folder = folder()?;
    fs::write(folder.path().join("list.txt"), "width 9\n3 4 5\n2 7 4\n5 3 6\n4 4 3\n")?;
    done(&programs.run("snpanel", &["simulate", "--snps", "120", "--people", "60", "--out", "d"], folder.path())?)?;
    let search = |method| {
        let data =
            ["search", "--bfile", "d", "--labels", "d.pop", "--size", "4", "--threads", "1", "--json", "--quiet"];
        data.into_iter()
            .chain(["--method", method, "--evaluations", "3000", "--checkpoint", method])
            .collect::<Vec<_>>()
    };
    let all = [
        Resumed { program: "snpanel", arguments: search("mcts"), file: "mcts" },
        Resumed { program: "snpanel", arguments: search("greedy-queue"), file: "greedy-queue" },
        Resumed {
            program: "strippack",
            arguments: vec![
                "solve",
                "list.txt",
                "--evaluations",
                "40",
                "--threads",
                "1",
                "--json",
                "--quiet",
                "--checkpoint",
                "strip",
            ],
            file: "strip",
        },
    ];
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(20);
    let (mut n_refused, mut n_same) = (0, 0);
    for resumed in &all {
        let call = || programs.run(resumed.program, &resumed.arguments, folder.path());
        let path = folder.path().join(resumed.file);
        done(&call()?)?;
        let whole = fs::read(&path)?;
        let again = call()?;
        done(&again)?;
        let expected = result(&again.stdout)?;
        for _ in 0..N_FLIPS {
            let mut changed = whole.clone();
            changed[rng.random_range(0..whole.len())] ^= 1 << rng.random_range(0..8);
            fs::write(&path, &changed)?;
            let output = call()?;
            if status(&output)? == 1 {
                ensure!(stderr(&output).contains("checkpoint"), "{}", stderr(&output));
                n_refused += 1;
            } else {
                let found = result(&output.stdout)?;
                ensure!(found == expected, "a damaged {} was believed: {found} instead of {expected}", resumed.file);
                n_same += 1;
            }
        }
    }
    Ok(format!("{} flipped bits: {n_refused} refused, {n_same} without effect", N_FLIPS * all.len()))
}

/// What a program found, without the time it took.
fn result(stdout: &[u8]) -> Result<Value> {
    let mut value: Value = serde_json::from_slice(stdout).context("the program printed no JSON")?;
    value["seconds"].take();
    Ok(value)
}
