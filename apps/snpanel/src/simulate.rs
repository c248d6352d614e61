//! `snpanel simulate`: simulated data, and the command that regenerates the shipped set.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use snp_panel::{
    SimulatedPopulation, Simulation, SimulationSettings, simulate, write_bed, write_bim, write_fam, write_labels,
};

use crate::output::write;

/// Simulate genotypes of populations that drifted apart (Balding-Nichols) as PREFIX.bed, .bim, .fam and .pop
///
/// Without further options it makes the set that the project ships.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// Where to write
    #[arg(long, value_name = "PREFIX")]
    out: PathBuf,
    /// Number of SNPs
    #[arg(long, value_name = "N")]
    snps: Option<usize>,
    /// Number of people; they are spread evenly over the populations
    #[arg(long, value_name = "N")]
    people: Option<usize>,
    /// Number of populations, two to a continent
    #[arg(long, value_name = "N")]
    populations: Option<usize>,
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
        let n_populations = arguments.populations.unwrap_or(settings.populations.len()).max(1);
        let n_people = arguments.people.unwrap_or(40 * n_populations);
        let population = |number: usize| SimulatedPopulation {
            name: format!("P{:02}", number + 1),
            continent: number / 2,
            n_people: n_people / n_populations + usize::from(number < n_people % n_populations),
        };
        settings.populations = (0..n_populations).map(population).collect();
    }
    settings.n_snps = arguments.snps.unwrap_or(settings.n_snps);
    settings.missing_rate = arguments.missing.unwrap_or(settings.missing_rate);
    settings.seed = arguments.seed.unwrap_or(settings.seed);
    let Simulation { people, populations, snps, genotypes } = simulate(&settings);
    let path = |extension: &str| PathBuf::from(format!("{}.{extension}", arguments.out.display()));
    write(&path("bed"), write_bed(&genotypes))?;
    write(&path("bim"), write_bim(&snps))?;
    write(&path("fam"), write_fam(&people))?;
    write(&path("pop"), write_labels(people.iter().zip(populations.iter().map(String::as_str))))
}
