//! `snpanel simulate`: simulated data, and the command that regenerates the shipped set.

use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::Args;
use snp_panel::{
    SimulatedPopulation, Simulation, SimulationSettings, simulate, write_bed, write_bim, write_fam, write_labels,
};

use crate::output::write;

/// More than any chip reads.
const MAX_SNPS: u64 = 100_000_000;
/// More than any cohort has.
const MAX_PEOPLE: u64 = 10_000_000;
/// Names have two digits, and more where they must.
const MAX_POPULATIONS: u64 = 10_000;
/// Genotypes of all people at all SNPs: 16 GiB packed.
const MAX_GENOTYPES: u64 = 1 << 36;

/// Simulate genotypes of populations that drifted apart (Balding-Nichols) as PREFIX.bed, .bim, .fam and .pop
///
/// Without further options it makes the set that the project ships.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// Where to write
    #[arg(long, value_name = "PREFIX")]
    out: PathBuf,
    /// Number of SNPs
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MAX_SNPS))]
    snps: Option<u64>,
    /// Number of people; they are spread evenly over the populations
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MAX_PEOPLE))]
    people: Option<u64>,
    /// Number of populations, two to a continent
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MAX_POPULATIONS))]
    populations: Option<u64>,
    /// Share of genotypes that go missing
    #[arg(long, value_name = "F", value_parser = crate::options::share)]
    missing: Option<f64>,
    /// Random seed
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let mut settings = SimulationSettings::demo();
    if arguments.people.is_some() || arguments.populations.is_some() {
        let n_populations = arguments.populations.map_or(settings.populations.len(), |n| n as usize);
        let n_people = arguments.people.map_or(40 * n_populations, |n| n as usize);
        let population = |number: usize| SimulatedPopulation {
            name: format!("P{:02}", number + 1),
            continent: number / 2,
            n_people: n_people / n_populations + usize::from(number < n_people % n_populations),
        };
        settings.populations = (0..n_populations).map(population).collect();
    }
    settings.n_snps = arguments.snps.map_or(settings.n_snps, |n| n as usize);
    let n_people: u64 = settings.populations.iter().map(|population| population.n_people as u64).sum();
    let n_genotypes = n_people.saturating_mul(settings.n_snps as u64);
    ensure!(
        n_genotypes <= MAX_GENOTYPES,
        "{n_genotypes} genotypes are asked for; people times SNPs may be {MAX_GENOTYPES}"
    );
    settings.missing_rate = arguments.missing.unwrap_or(settings.missing_rate);
    settings.seed = arguments.seed.unwrap_or(settings.seed);
    let Simulation { people, populations, snps, genotypes } = simulate(&settings);
    let path = |extension: &str| PathBuf::from(format!("{}.{extension}", arguments.out.display()));
    write(&path("bed"), write_bed(&genotypes))?;
    write(&path("bim"), write_bim(&snps))?;
    write(&path("fam"), write_fam(&people))?;
    write(&path("pop"), write_labels(people.iter().zip(populations.iter().map(String::as_str))))
}
