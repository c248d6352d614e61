//! Numbers that mean nothing: each is refused before any work, and the message says the range.

use std::fs;

use anyhow::{Context, Result, ensure};

use super::{Programs, folder, status, stderr};

pub(super) fn ranges(programs: &Programs) -> Result<String> {
    let folder = folder()?;
    fs::write(folder.path().join("nan.toml"), "[tree]\nexploration = nan\n")?;
    fs::write(folder.path().join("huge.toml"), "[tree]\nmemory_mib = 17592186044416\n")?;
    fs::write(folder.path().join("game.sgf"), "(;SZ[9];B[ee])")?;
    fs::write(folder.path().join("list.txt"), "width 9\n3 4\n")?;
    let max = u64::MAX.to_string();
    let calls: Vec<(&str, Vec<&str>)> = vec![
        ("tesuji", vec!["gtp", "--config", "nan.toml"]),
        ("tesuji", vec!["gtp", "--config", "huge.toml"]),
        ("tesuji", vec!["gtp", "--threads", "512"]),
        ("tesuji", vec!["gtp", "--threads", &max]),
        ("tesuji", vec!["gtp", "--time", "inf"]),
        ("tesuji", vec!["gtp", "--time=-1"]),
        ("tesuji", vec!["analyze", "game.sgf", "--threads", "512"]),
        ("tesuji", vec!["match", "--a", "x", "--b", "y", "--jobs", &max]),
        ("tesuji", vec!["games", "stats", "game.sgf", "--max-unpacked", &max]),
        ("snpanel", vec!["simulate", "--out", "x", "--snps", &max]),
        ("snpanel", vec!["simulate", "--out", "x", "--people", &max]),
        ("snpanel", vec!["simulate", "--out", "x", "--snps", "100000000", "--people", "10000000"]),
        ("snpanel", vec!["search", "--bfile", "x", "--size", "3", "--evaluations", "0"]),
        ("snpanel", vec!["search", "--bfile", "x", "--size", "3", "--threads", "512"]),
        ("snpanel", vec!["search", "--bfile", "x", "--size", "3", "--time", "NaN"]),
        ("strippack", vec!["solve", "list.txt", "--evaluations", "0"]),
        ("strippack", vec!["solve", "list.txt", "--threads", "512"]),
        ("strippack", vec!["solve", "list.txt", "--time", "1e300"]),
    ];
    for (program, arguments) in &calls {
        let output = programs.run(program, arguments, folder.path())?;
        let code = status(&output).with_context(|| format!("{program} {arguments:?}"))?;
        ensure!(code != 0, "{program} {arguments:?} was accepted");
        let says = stderr(&output);
        let has_range = ["from ", "..", "may be "].iter().any(|word| says.contains(word));
        ensure!(has_range, "{program} {arguments:?} does not say the range: {says}");
    }
    Ok(format!("{} calls refused with their range", calls.len()))
}
