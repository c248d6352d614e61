//! PLINK 1.9 as an oracle: the counts, frequencies, tests and correlations of `snp-panel` against PLINK's own, on simulated genotypes.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use snp_panel::measures::{InheritanceModel, allele_frequency, trend_chi_squared, variance_components};
use snp_panel::{
    Cohort, Correlator, GenotypeCounts, Label, PersonId, Simulation, SimulationSettings, Tally, hardy_weinberg_p_value,
    read_vcf, simulate, write_bed, write_bim,
};

use super::Program;
use crate::tools::{self, Installed};

/// Compares everything that both compute.
pub(super) fn compare(_: &Program) -> Result<()> {
    let plink = tools::get(&tools::PLINK)?;
    trend_tests(&plink).context("trend tests")?;
    frequencies_and_theta(&plink).context("frequencies and theta")?;
    hardy_weinberg(&plink).context("Hardy-Weinberg tests")?;
    r_squared(&plink).context("r squared")?;
    vcf_round_trip(&plink).context("a VCF file written by PLINK")
}

/// Writes a simulation with cases (the first two populations) and controls, and runs PLINK on it.
fn run_plink(plink: &Installed, folder: &Path, simulation: &Simulation, arguments: &[&str]) -> Result<()> {
    fs::write(folder.join("d.bed"), write_bed(&simulation.genotypes))?;
    fs::write(folder.join("d.bim"), write_bim(&simulation.snps))?;
    let fam =
        |(id, population): (&PersonId, &String)| format!("{id} 0 0 1 {}\n", if is_case(population) { 2 } else { 1 });
    let within = |(id, population): (&PersonId, &String)| format!("{id} {population}\n");
    let everybody = || simulation.people.iter().zip(&simulation.populations);
    fs::write(folder.join("d.fam"), everybody().map(fam).collect::<String>())?;
    fs::write(folder.join("d.within"), everybody().map(within).collect::<String>())?;
    let output = plink
        .command()
        .current_dir(folder)
        .args(["--bfile", "d", "--out", "out", "--allow-no-sex", "--keep-allele-order", "--silent"])
        .args(arguments)
        .output()?;
    ensure!(output.status.success(), "plink1.9 {}: {}", arguments.join(" "), String::from_utf8_lossy(&output.stderr));
    Ok(())
}

fn is_case(population: &str) -> bool {
    matches!(population, "North" | "South")
}

/// A PLINK report: the rows as maps from column name to text.
fn read_report(path: &Path) -> Result<Vec<HashMap<String, String>>> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let mut lines = text.lines();
    let header: Vec<String> = lines.next().unwrap_or_default().split_whitespace().map(String::from).collect();
    let row = |line: &str| header.iter().cloned().zip(line.split_whitespace().map(String::from)).collect();
    Ok(lines.map(row).collect())
}

fn small() -> Simulation {
    simulate(&SimulationSettings { n_snps: 400, missing_rate: 0.03, ..SimulationSettings::demo() })
}

fn groups_by(simulation: &Simulation, group_of: impl Fn(&str) -> String) -> Vec<Vec<usize>> {
    let labels: Vec<Option<Label>> = simulation
        .populations
        .iter()
        .map(|population| Some(Label { population: group_of(population).into(), line: 0 }))
        .collect();
    let cohort = Cohort::new(&labels, |_| true).expect("simulated people have labels");
    let mut groups = vec![Vec::new(); cohort.n_classes()];
    for (&person_idx, &class) in cohort.people().iter().zip(cohort.class_of()) {
        groups[usize::from(class)].push(person_idx);
    }
    groups
}

fn counts_of(simulation: &Simulation, tally: &Tally, snp_idx: usize) -> Vec<GenotypeCounts> {
    let mut counts = vec![GenotypeCounts::default(); tally.n_groups()];
    tally.count(simulation.genotypes.snp(snp_idx), &mut counts);
    counts
}

/// PLINK prints four significant digits; `NA` and `nan` stand for an undefined value.
fn check_close(found: Option<f64>, printed: &str, what: &HashMap<String, String>) -> Result<()> {
    let expected = printed.parse::<f64>().ok().filter(|value| !value.is_nan());
    match (found, expected) {
        (Some(found), Some(expected)) => {
            let is_close = (found - expected).abs() <= 6e-4 * expected.abs().max(1e-3);
            ensure!(is_close, "{found} is not {printed} in {what:?}");
        }
        (found, expected) => ensure!(found == expected, "we have {found:?}, PLINK {printed} in {what:?}"),
    }
    Ok(())
}

fn trend_tests(plink: &Installed) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let simulation = small();
    run_plink(plink, folder.path(), &simulation, &["--model", "--cell", "0"])?;
    let tally = Tally::new(&groups_by(&simulation, |population| is_case(population).to_string()));
    let mut n_compared = 0;
    for row in read_report(&folder.path().join("out.model"))? {
        let model = match row["TEST"].as_str() {
            "TREND" => InheritanceModel::Additive,
            "DOM" => InheritanceModel::Dominant,
            "REC" => InheritanceModel::Recessive,
            _ => continue,
        };
        let snp_idx =
            simulation.snps.iter().position(|snp| *snp.id == row["SNP"]).context("a SNP of the simulation")?;
        // Groups are sorted by name: "false" are the controls, "true" the cases.
        let counts = counts_of(&simulation, &tally, snp_idx);
        check_close(trend_chi_squared(&counts[1], &counts[0], model), &row["CHISQ"], &row)?;
        n_compared += 1;
    }
    ensure!(n_compared == 3 * 400, "{n_compared} rows");
    Ok(())
}

fn frequencies_and_theta(plink: &Installed) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let simulation = small();
    run_plink(plink, folder.path(), &simulation, &["--fst", "--within", "d.within"])?;
    let tally = Tally::new(&groups_by(&simulation, str::to_string));
    let rows = read_report(&folder.path().join("out.fst"))?;
    ensure!(rows.len() == 400, "{} rows", rows.len());
    for (snp_idx, row) in rows.iter().enumerate() {
        let counts = counts_of(&simulation, &tally, snp_idx);
        check_close(Some(variance_components(&counts).theta()), &row["FST"], row)?;
    }
    run_plink(plink, folder.path(), &simulation, &["--freq"])?;
    let everybody = Tally::new(&[(0..simulation.people.len()).collect::<Vec<_>>()]);
    for (snp_idx, row) in read_report(&folder.path().join("out.frq"))?.iter().enumerate() {
        let counts = counts_of(&simulation, &everybody, snp_idx);
        check_close(allele_frequency(&counts[0]), &row["MAF"], row)?;
        ensure!((2 * counts[0].known()).to_string() == row["NCHROBS"], "{row:?}");
    }
    Ok(())
}

fn hardy_weinberg(plink: &Installed) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let simulation = small();
    run_plink(plink, folder.path(), &simulation, &["--hardy"])?;
    let everybody = Tally::new(&[(0..simulation.people.len()).collect::<Vec<_>>()]);
    let rows: Vec<_> =
        read_report(&folder.path().join("out.hwe"))?.into_iter().filter(|row| row["TEST"] == "ALL").collect();
    ensure!(rows.len() == 400, "{} rows", rows.len());
    for (snp_idx, row) in rows.iter().enumerate() {
        let counts = counts_of(&simulation, &everybody, snp_idx);
        check_close(Some(hardy_weinberg_p_value(&counts[0])), &row["P"], row)?;
    }
    Ok(())
}

fn r_squared(plink: &Installed) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let simulation = simulate(&SimulationSettings { n_snps: 60, missing_rate: 0.03, ..SimulationSettings::demo() });
    run_plink(plink, folder.path(), &simulation, &["--r2", "inter-chr", "--ld-window-r2", "0"])?;
    let correlator = Correlator::new(&[(0..simulation.people.len()).collect::<Vec<_>>()]);
    let place = |id: &str| simulation.snps.iter().position(|snp| *snp.id == *id).context("a SNP of the simulation");
    let rows = read_report(&folder.path().join("out.ld"))?;
    ensure!(rows.len() == 60 * 59 / 2, "{} rows", rows.len());
    for row in rows {
        let (first, second) = (place(&row["SNP_A"])?, place(&row["SNP_B"])?);
        let found = correlator.r2(simulation.genotypes.snp(first), simulation.genotypes.snp(second));
        check_close(Some(found), &row["R2"], &row)?;
    }
    Ok(())
}

fn vcf_round_trip(plink: &Installed) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let simulation = simulate(&SimulationSettings { n_snps: 60, missing_rate: 0.03, ..SimulationSettings::demo() });
    run_plink(plink, folder.path(), &simulation, &["--recode", "vcf-iid"])?;
    let vcf = read_vcf(&fs::read(folder.path().join("out.vcf"))?)?;
    ensure!(vcf.people.ids() == simulation.people, "other people");
    ensure!(vcf.snps == simulation.snps, "other SNPs");
    ensure!(vcf.genotypes == simulation.genotypes, "other genotypes");
    Ok(())
}
