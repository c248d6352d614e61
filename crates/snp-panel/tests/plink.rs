//! PLINK 1.9 as an oracle: our counts, frequencies, tests and correlations against its own, on simulated genotypes.
//!
//! Runs when `plink1.9` is installed (Debian package of the same name); otherwise it says so and compares nothing.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use snp_panel::bed::write_bed;
use snp_panel::cohort::Cohort;
use snp_panel::hardy_weinberg::hardy_weinberg_p_value;
use snp_panel::labels::Label;
use snp_panel::linkage::Correlator;
use snp_panel::measures::{InheritanceModel, allele_frequency, trend_chi_squared, variance_components};
use snp_panel::people::PersonId;
use snp_panel::simulate::{Simulation, SimulationSettings, simulate};
use snp_panel::snps::write_bim;
use snp_panel::tally::{GenotypeCounts, Tally};
use snp_panel::vcf::read_vcf;

const PLINK: &str = "plink1.9";

fn plink_is_here() -> bool {
    let is_here = Command::new(PLINK).arg("--version").output().is_ok_and(|output| output.status.success());
    if !is_here {
        eprintln!("{PLINK} is not installed, so nothing was compared with it; `apt-get install plink1.9` brings it");
    }
    is_here
}

/// Writes a simulation with cases (the first two populations) and controls, and runs PLINK on it.
fn run_plink(folder: &Path, simulation: &Simulation, arguments: &[&str]) {
    fs::write(folder.join("d.bed"), write_bed(&simulation.genotypes)).unwrap();
    fs::write(folder.join("d.bim"), write_bim(&simulation.snps)).unwrap();
    let fam =
        |(id, population): (&PersonId, &String)| format!("{id} 0 0 1 {}\n", if is_case(population) { 2 } else { 1 });
    let within = |(id, population): (&PersonId, &String)| format!("{id} {population}\n");
    let everybody = || simulation.people.iter().zip(&simulation.populations);
    fs::write(folder.join("d.fam"), everybody().map(fam).collect::<String>()).unwrap();
    fs::write(folder.join("d.within"), everybody().map(within).collect::<String>()).unwrap();
    let output = Command::new(PLINK)
        .current_dir(folder)
        .args(["--bfile", "d", "--out", "out", "--allow-no-sex", "--keep-allele-order", "--silent"])
        .args(arguments)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

fn is_case(population: &str) -> bool {
    matches!(population, "North" | "South")
}

/// A PLINK report: the rows as maps from column name to text.
fn read_report(path: &Path) -> Vec<HashMap<String, String>> {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut lines = text.lines();
    let header: Vec<String> = lines.next().unwrap().split_whitespace().map(String::from).collect();
    let row = |line: &str| header.iter().cloned().zip(line.split_whitespace().map(String::from)).collect();
    lines.map(row).collect()
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
    let cohort = Cohort::new(&labels, |_| true).unwrap();
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
fn check_close(found: Option<f64>, printed: &str, what: &str) {
    let Ok(expected) = printed.parse::<f64>() else {
        assert_eq!(printed, "NA", "{what}");
        assert_eq!(found, None, "{what}: PLINK has no value");
        return;
    };
    if expected.is_nan() {
        return assert_eq!(found, None, "{what}: PLINK has no value");
    }
    let found = found.unwrap_or_else(|| panic!("{what}: we have no value, PLINK {printed}"));
    assert!((found - expected).abs() <= 6e-4 * expected.abs().max(1e-3), "{what}: {found} is not {printed}");
}

#[test]
fn trend_tests_are_plinks() {
    if !plink_is_here() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let simulation = small();
    run_plink(folder.path(), &simulation, &["--model", "--cell", "0"]);
    let tally = Tally::new(&groups_by(&simulation, |population| is_case(population).to_string()));
    let mut n_compared = 0;
    for row in read_report(&folder.path().join("out.model")) {
        let model = match row["TEST"].as_str() {
            "TREND" => InheritanceModel::Additive,
            "DOM" => InheritanceModel::Dominant,
            "REC" => InheritanceModel::Recessive,
            _ => continue,
        };
        let snp_idx = simulation.snps.iter().position(|snp| *snp.id == row["SNP"]).unwrap();
        // Groups are sorted by name: "false" are the controls, "true" the cases.
        let counts = counts_of(&simulation, &tally, snp_idx);
        check_close(trend_chi_squared(&counts[1], &counts[0], model), &row["CHISQ"], &format!("{row:?}"));
        n_compared += 1;
    }
    assert_eq!(n_compared, 3 * 400);
}

#[test]
fn frequencies_and_theta_are_plinks() {
    if !plink_is_here() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let simulation = small();
    run_plink(folder.path(), &simulation, &["--fst", "--within", "d.within"]);
    let tally = Tally::new(&groups_by(&simulation, str::to_string));
    let rows = read_report(&folder.path().join("out.fst"));
    assert_eq!(rows.len(), 400);
    for (snp_idx, row) in rows.iter().enumerate() {
        let counts = counts_of(&simulation, &tally, snp_idx);
        check_close(Some(variance_components(&counts).theta()), &row["FST"], &format!("{row:?}"));
    }
    run_plink(folder.path(), &simulation, &["--freq"]);
    let everybody = Tally::new(&[(0..simulation.people.len()).collect::<Vec<_>>()]);
    for (snp_idx, row) in read_report(&folder.path().join("out.frq")).iter().enumerate() {
        let counts = counts_of(&simulation, &everybody, snp_idx);
        check_close(allele_frequency(&counts[0]), &row["MAF"], &format!("{row:?}"));
        assert_eq!((2 * counts[0].known()).to_string(), row["NCHROBS"], "{row:?}");
    }
}

#[test]
fn hardy_weinberg_is_plinks() {
    if !plink_is_here() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let simulation = small();
    run_plink(folder.path(), &simulation, &["--hardy"]);
    let everybody = Tally::new(&[(0..simulation.people.len()).collect::<Vec<_>>()]);
    let rows: Vec<_> =
        read_report(&folder.path().join("out.hwe")).into_iter().filter(|row| row["TEST"] == "ALL").collect();
    assert_eq!(rows.len(), 400);
    for (snp_idx, row) in rows.iter().enumerate() {
        let counts = counts_of(&simulation, &everybody, snp_idx);
        check_close(Some(hardy_weinberg_p_value(&counts[0])), &row["P"], &format!("{row:?}"));
    }
}

#[test]
fn r_squared_is_plinks() {
    if !plink_is_here() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let simulation = simulate(&SimulationSettings { n_snps: 60, missing_rate: 0.03, ..SimulationSettings::demo() });
    run_plink(folder.path(), &simulation, &["--r2", "inter-chr", "--ld-window-r2", "0"]);
    let correlator = Correlator::new(&[(0..simulation.people.len()).collect::<Vec<_>>()]);
    let place = |id: &str| simulation.snps.iter().position(|snp| *snp.id == *id).unwrap();
    let rows = read_report(&folder.path().join("out.ld"));
    assert_eq!(rows.len(), 60 * 59 / 2);
    for row in rows {
        let (first, second) = (place(&row["SNP_A"]), place(&row["SNP_B"]));
        let found = correlator.r2(simulation.genotypes.snp(first), simulation.genotypes.snp(second));
        check_close(Some(found), &row["R2"], &format!("{row:?}"));
    }
}

#[test]
fn a_vcf_written_by_plink_reads_as_the_same_genotypes() {
    if !plink_is_here() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let simulation = simulate(&SimulationSettings { n_snps: 60, missing_rate: 0.03, ..SimulationSettings::demo() });
    run_plink(folder.path(), &simulation, &["--recode", "vcf-iid"]);
    let vcf = read_vcf(&fs::read(folder.path().join("out.vcf")).unwrap()).unwrap();
    assert_eq!(vcf.people.ids(), simulation.people);
    assert_eq!(vcf.snps, simulation.snps);
    assert_eq!(vcf.genotypes, simulation.genotypes);
}
