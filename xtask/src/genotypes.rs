//! `cargo xtask genotypes`: a simulated set as large as that of Basaldúa 2013 (650,000 SNPs of 1,043 people), and the
//! cost of measuring it.
//!
//! The set goes under the build folder (190 MB) and is made once. Time is the wall clock; memory is the largest resident set that
//! Linux reports, mapped genotypes included.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

use crate::workspace;

const N_SNPS: usize = 650_000;
const N_PEOPLE: usize = 1043;
const N_POPULATIONS: usize = 7;
const MOST_TIME: Duration = Duration::from_secs(10);
const MOST_MEMORY_KIB: u64 = 2 << 20;

/// Makes the set if need be, measures it; false when it took more time or memory than it may.
pub(crate) fn run() -> Result<bool> {
    let snpanel = workspace::build_release("snpanel")?;
    let folder = workspace::target().join("genotypes");
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let prefix = folder.join("large");
    let labels = folder.join("large.pop");
    if !labels.exists() {
        println!("simulating {N_SNPS} SNPs of {N_PEOPLE} people");
        let [snps, people, populations] = [N_SNPS, N_PEOPLE, N_POPULATIONS].map(|n| n.to_string());
        let counts = ["--snps", &snps, "--people", &people, "--populations", &populations];
        let status = Command::new(&snpanel).args(["simulate", "--out"]).arg(&prefix).args(counts).status()?;
        ensure!(status.success(), "snpanel simulate: {status}");
    }
    let (time, memory) = measure(&snpanel, &prefix, &labels)?;
    println!("all measures: {:.1} s, {} MiB", time.as_secs_f64(), memory / 1024);
    Ok(time <= MOST_TIME && memory <= MOST_MEMORY_KIB)
}

fn measure(snpanel: &Path, prefix: &Path, labels: &Path) -> Result<(Duration, u64)> {
    let begin = Instant::now();
    let mut child = Command::new(snpanel)
        .args(["measures", "--quiet", "--bfile"])
        .arg(prefix)
        .arg("--labels")
        .arg(labels)
        .stdout(Stdio::null())
        .spawn()
        .context("cannot run snpanel")?;
    let mut memory = 0;
    let status = loop {
        memory = memory.max(peak_memory(&child));
        match child.try_wait()? {
            Some(status) => break status,
            None => std::thread::sleep(Duration::from_millis(10)),
        }
    };
    ensure!(status.success(), "snpanel measures: {status}");
    Ok((begin.elapsed(), memory))
}

/// The largest resident set so far in KiB, or 0 once the process is gone.
fn peak_memory(child: &Child) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|rest| rest.trim().strip_suffix(" kB")?.trim().parse().ok()).unwrap_or(0)
}
