//! `snpanel measures` against PLINK 1.9 on given files: allele frequencies and Weir-Cockerham's theta of every
//! autosomal SNP.
//!
//! `cargo xtask system plink` compares the parts on simulated data; this compares the whole program on real data.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::{tools, workspace};

/// PLINK prints six decimals of theta and four digits of a frequency.
const TOLERANCE: f64 = 2e-4;

/// PREFIX: compares PREFIX.bed with the labels PREFIX.pop; true when every SNP agrees.
pub(super) fn run(arguments: &[String]) -> Result<bool> {
    let prefix = arguments.first().context("which files? `cargo xtask oracle plink PREFIX` (with PREFIX.pop)")?;
    let labels = format!("{prefix}.pop");
    let plink = tools::get(&tools::PLINK)?;
    let snpanel = workspace::build_release("snpanel")?;
    let folder = workspace::target().join("oracle-plink");
    fs::create_dir_all(&folder)?;
    let out = folder.join("out");
    for report in [&["--freq"][..], &["--fst", "--within", &labels]] {
        let status = plink
            .command()
            .args(["--bfile", prefix, "--autosome", "--keep-allele-order", "--allow-no-sex", "--silent", "--out"])
            .arg(&out)
            .args(report)
            .status()?;
        ensure!(status.success(), "plink1.9 {}: {status}", report[0]);
    }
    let everything = ["--maf", "0", "--geno", "1", "--mind", "1", "--hwe", "0", "--sort", "file"];
    let ours = Command::new(&snpanel)
        .args(["measures", "--quiet", "--bfile", prefix, "--labels", &labels])
        .args(everything)
        .output()?;
    ensure!(ours.status.success(), "snpanel measures: {}", String::from_utf8_lossy(&ours.stderr));
    let ours = String::from_utf8(ours.stdout)?;
    let frequency = compare(&ours, "FREQ", &out.with_extension("frq"), "MAF")?;
    let theta = compare(&ours, "THETA_WC", &out.with_extension("fst"), "FST")?;
    Ok(frequency && theta)
}

/// A column of a table by SNP; non-numeric values ("nan") are left out.
fn column(text: &str, name: &str) -> Result<HashMap<String, f64>> {
    let mut lines = text.lines();
    let header: Vec<&str> = lines.next().unwrap_or_default().split_whitespace().collect();
    let place = |wanted: &str| {
        let place = header.iter().position(|title| *title == wanted);
        place.with_context(|| format!("there is no column {wanted} in {header:?}"))
    };
    let (id, value) = (place("SNP")?, place(name)?);
    let row = |line: &str| {
        let cells: Vec<&str> = line.split_whitespace().collect();
        let number = cells.get(value)?.parse::<f64>().ok().filter(|number| number.is_finite())?;
        Some((cells.get(id)?.to_string(), number))
    };
    Ok(lines.filter_map(row).collect())
}

fn compare(ours: &str, our_name: &str, report: &Path, their_name: &str) -> Result<bool> {
    let theirs = fs::read_to_string(report).with_context(|| report.display().to_string())?;
    let (ours, theirs) = (column(ours, our_name)?, column(&theirs, their_name)?);
    let mut n_compared = 0;
    let mut worst: Option<(&str, f64)> = None;
    for (id, theirs) in &theirs {
        if let Some(ours) = ours.get(id) {
            n_compared += 1;
            let difference = (ours - theirs).abs();
            if worst.is_none_or(|(_, most)| difference > most) {
                worst = Some((id, difference));
            }
        }
    }
    let (id, most) = worst.context("no SNP is in both tables")?;
    println!("{our_name} and PLINK's {their_name}: {n_compared} SNPs, largest difference {most:.2e} ({id})");
    Ok(most <= TOLERANCE)
}
