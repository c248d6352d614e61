//! Quality control: which SNPs and people are used.
//!
//! The order is fixed: SNPs by their `.bim` entry (autosome, single base, strand); people by their missing genotypes
//! over those SNPs; then SNPs by missing genotypes, minor allele frequency and Hardy-Weinberg proportions over the
//! remaining people of the cohort. Hardy-Weinberg is tested in each class (pooled populations never satisfy it); a SNP
//! fails when any class does. Linkage depends on the ranking and is filtered after the measures are known
//! ([`crate::linkage`]).

use rayon::prelude::*;

use crate::cohort::Cohort;
use crate::genotype::GenotypeMatrix;
use crate::hardy_weinberg::hardy_weinberg_p_value;
use crate::measures::allele_frequency;
use crate::snps::{Allele, Snp};
use crate::tally::{GenotypeCounts, Tally, load_word, missing_bits};

/// Thresholds. A limit of 0 (or 1 for missingness) accepts everything.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct QualitySettings {
    /// Lowest minor allele frequency in the cohort.
    pub min_allele_frequency: f64,
    /// Highest share of missing genotypes of a SNP.
    pub max_snp_missing: f64,
    /// Highest share of missing genotypes of a person.
    pub max_person_missing: f64,
    /// Lowest Hardy-Weinberg p-value in any class.
    pub min_hardy_weinberg_p: f64,
    /// Number of autosomes of the species; SNPs elsewhere are dropped. `None` keeps all chromosomes.
    pub autosomes: Option<u16>,
    /// Whether A/T and C/G SNPs are dropped.
    pub drop_strand_ambiguous: bool,
}

impl Default for QualitySettings {
    fn default() -> Self {
        Self {
            min_allele_frequency: 0.01,
            max_snp_missing: 0.1,
            max_person_missing: 0.1,
            min_hardy_weinberg_p: 1e-6,
            autosomes: Some(22),
            drop_strand_ambiguous: false,
        }
    }
}

/// Why a SNP was dropped, in the order in which the questions are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SnpFault {
    /// Not on an autosome.
    NotAutosomal,
    /// An allele of several bases.
    NotSingleBase,
    /// A/T or C/G.
    StrandAmbiguous,
    /// Too many missing genotypes.
    Missing,
    /// Too rare an allele.
    Rare,
    /// A class outside Hardy-Weinberg proportions.
    HardyWeinberg,
}

impl SnpFault {
    /// All of them, in order.
    pub const ALL: [SnpFault; 6] = [
        SnpFault::NotAutosomal,
        SnpFault::NotSingleBase,
        SnpFault::StrandAmbiguous,
        SnpFault::Missing,
        SnpFault::Rare,
        SnpFault::HardyWeinberg,
    ];

    /// In words, for reports.
    pub fn description(self) -> &'static str {
        match self {
            SnpFault::NotAutosomal => "not on an autosome",
            SnpFault::NotSingleBase => "not a single-base change",
            SnpFault::StrandAmbiguous => "strand-ambiguous (A/T or C/G)",
            SnpFault::Missing => "too many missing genotypes",
            SnpFault::Rare => "minor allele too rare",
            SnpFault::HardyWeinberg => "outside Hardy-Weinberg proportions",
        }
    }
}

/// What passed and what did not.
#[derive(Clone, Debug)]
pub struct QualityReport {
    /// SNPs that passed, in file order.
    pub snps: Vec<usize>,
    /// People who passed, as a smaller cohort.
    pub cohort: Cohort,
    /// How many SNPs had which fault first.
    pub dropped_snps: [(SnpFault, usize); 6],
    /// People dropped, as places in the genotype matrix.
    pub dropped_people: Vec<usize>,
}

/// Applies all demands.
pub fn control_quality(
    genotypes: &GenotypeMatrix<'_>,
    snps: &[Snp],
    cohort: &Cohort,
    settings: &QualitySettings,
) -> QualityReport {
    let mut faults: Vec<Option<SnpFault>> = snps.par_iter().map(|snp| listed_fault(snp, settings)).collect();
    let listed: Vec<usize> = (0..snps.len()).filter(|&snp_idx| faults[snp_idx].is_none()).collect();
    let missing = missing_per_person(genotypes, &listed);
    let limit = settings.max_person_missing * listed.len() as f64;
    let is_read = |place: usize| f64::from(missing[cohort.people()[place]]) <= limit;
    let dropped_people =
        (0..cohort.len()).filter(|&place| !is_read(place)).map(|place| cohort.people()[place]).collect();
    let cohort = cohort.retain(is_read);
    let tally = Tally::of_classes(&cohort);
    let counted: Vec<Option<SnpFault>> = listed
        .par_iter()
        .with_min_len(256)
        .map_init(
            || vec![GenotypeCounts::default(); tally.n_groups()],
            |counts, &snp_idx| {
                tally.count(genotypes.snp(snp_idx), counts);
                counted_fault(counts, settings)
            },
        )
        .collect();
    for (&snp_idx, fault) in listed.iter().zip(counted) {
        faults[snp_idx] = fault;
    }
    QualityReport {
        snps: (0..snps.len()).filter(|&snp_idx| faults[snp_idx].is_none()).collect(),
        cohort,
        dropped_snps: SnpFault::ALL.map(|fault| (fault, faults.iter().filter(|&&found| found == Some(fault)).count())),
        dropped_people,
    }
}

fn listed_fault(snp: &Snp, settings: &QualitySettings) -> Option<SnpFault> {
    if settings.autosomes.is_some_and(|n_autosomes| !snp.chromosome.is_autosome(n_autosomes)) {
        Some(SnpFault::NotAutosomal)
    } else if snp.alleles.contains(&Allele::Other) {
        Some(SnpFault::NotSingleBase)
    } else if settings.drop_strand_ambiguous && snp.is_strand_ambiguous() {
        Some(SnpFault::StrandAmbiguous)
    } else {
        None
    }
}

fn counted_fault(classes: &[GenotypeCounts], settings: &QualitySettings) -> Option<SnpFault> {
    let all: GenotypeCounts = classes.iter().copied().sum();
    let minor = allele_frequency(&all).map_or(0.0, |frequency| frequency.min(1.0 - frequency));
    let is_out_of_proportion =
        || classes.iter().any(|counts| hardy_weinberg_p_value(counts) < settings.min_hardy_weinberg_p);
    if f64::from(all.missing) > settings.max_snp_missing * f64::from(all.total()) || all.known() == 0 {
        Some(SnpFault::Missing)
    } else if minor < settings.min_allele_frequency {
        Some(SnpFault::Rare)
    } else if settings.min_hardy_weinberg_p > 0.0 && is_out_of_proportion() {
        Some(SnpFault::HardyWeinberg)
    } else {
        None
    }
}

/// Missing genotypes of every person of the matrix over the given SNPs.
fn missing_per_person(genotypes: &GenotypeMatrix<'_>, snp_idxs: &[usize]) -> Vec<u32> {
    let n_people = genotypes.n_people();
    let n_words = genotypes.bytes_per_snp().div_ceil(8);
    let count = |mut missing: Vec<u32>, &snp_idx: &usize| {
        for word_idx in 0..n_words {
            let mut bits = missing_bits(load_word(genotypes.snp(snp_idx), word_idx));
            while bits != 0 {
                let place = word_idx * 32 + bits.trailing_zeros() as usize / 2;
                // The unused bits after the last person may hold anything.
                if let Some(count) = missing.get_mut(place) {
                    *count += 1;
                }
                bits &= bits - 1;
            }
        }
        missing
    };
    let add = |left: Vec<u32>, right: Vec<u32>| left.iter().zip(&right).map(|(a, b)| a + b).collect();
    let none = || vec![0; n_people];
    snp_idxs.par_iter().with_min_len(1024).fold(none, count).reduce(none, add)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::genotype::{Genotype, GenotypePacker};
    use crate::labels::Label;
    use crate::snps::read_bim;

    /// One row per SNP: `.bim` columns, then the genotypes of six people (copies of the first allele, `-` missing).
    const TABLE: &str = "1 good 0 10 A G|021102
                         X other_chromosome 0 10 A G|021102
                         1 long 0 20 AT G|021102
                         1 flipped 0 30 A T|021102
                         1 unread 0 40 A G|0--102
                         1 constant 0 50 A G|222222
                         1 heterozygous 0 60 A C|111111";

    fn check(settings: QualitySettings, expected: &str) {
        let rows: Vec<(&str, &str)> = TABLE.lines().map(|line| line.trim().split_once('|').unwrap()).collect();
        let bim: String = rows.iter().map(|(bim, _)| format!("{bim}\n")).collect();
        let snps = read_bim(bim.as_bytes()).unwrap();
        let mut packer = GenotypePacker::new(6);
        for (_, copies) in &rows {
            let genotype = |letter: char| {
                letter
                    .to_digit(10)
                    .map_or(Genotype::Missing, |digit| Genotype::from_first_allele_copies(digit as u8).unwrap())
            };
            packer.push_snp(&copies.chars().map(genotype).collect::<Vec<_>>());
        }
        let label = |population: &str| Some(Label { population: population.into(), line: 0 });
        let labels = ["a", "b", "a", "b", "a", "b"].map(label);
        let cohort = Cohort::new(&labels, |_| true).unwrap();
        let report = control_quality(&packer.finish(), &snps, &cohort, &settings);
        let kept: Vec<&str> = report.snps.iter().map(|&snp_idx| &*snps[snp_idx].id).collect();
        let people: Vec<String> = report.dropped_people.iter().map(usize::to_string).collect();
        assert_eq!(format!("{} / {}", kept.join(" "), people.join(" ")).trim(), expected);
    }

    const NOTHING: QualitySettings = QualitySettings {
        min_allele_frequency: 0.0,
        max_snp_missing: 1.0,
        max_person_missing: 1.0,
        min_hardy_weinberg_p: 0.0,
        autosomes: None,
        drop_strand_ambiguous: false,
    };

    #[test]
    fn every_demand_drops_its_own() {
        check(NOTHING, "good other_chromosome flipped unread constant heterozygous /");
        check(QualitySettings { autosomes: Some(22), ..NOTHING }, "good flipped unread constant heterozygous /");
        check(
            QualitySettings { drop_strand_ambiguous: true, ..NOTHING },
            "good other_chromosome unread constant heterozygous /",
        );
        check(
            QualitySettings { max_snp_missing: 0.3, ..NOTHING },
            "good other_chromosome flipped constant heterozygous /",
        );
        check(
            QualitySettings { min_allele_frequency: 0.05, ..NOTHING },
            "good other_chromosome flipped unread heterozygous /",
        );
        // Three heterozygotes of three: p = 0.4 in each class.
        check(
            QualitySettings { min_hardy_weinberg_p: 0.5, ..NOTHING },
            "good other_chromosome flipped unread constant /",
        );
        // People 1 and 2 miss one of six SNPs.
        check(
            QualitySettings { max_person_missing: 0.16, ..NOTHING },
            "good other_chromosome flipped unread constant heterozygous / 1 2",
        );
    }
}
