//! A held-out split that no search sees, and the evaluation of a panel on it.
//!
//! The people are split class by class before anything is counted. Quality control, measures, ranking, cross-validation
//! draws and the search itself use the first part only; the second is classified with the finished panel, learned from
//! the first part. The value of a search measures how well it searched; the accuracy on the held-out people measures
//! the panel.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::classifier::{Classifier, ConfusionMatrix};
use crate::cohort::Cohort;
use crate::genotype::GenotypeMatrix;
use crate::likelihood::Smoothing;
use crate::problem::{Problem, Rank, RankingSettings};
use crate::quality::{QualityReport, QualitySettings, control_quality};
use crate::snps::Snp;

/// How a trial is set up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrialSettings {
    /// Share of every class that is held out.
    pub held_out: f64,
    /// Thresholds for SNPs and people.
    pub quality: QualitySettings,
    /// How the candidates are ranked.
    pub ranking: RankingSettings,
    /// Seed of the split.
    pub seed: u64,
}

/// A problem for searches, and held-out people to evaluate the results.
pub struct Trial<'a> {
    genotypes: &'a GenotypeMatrix<'a>,
    /// What quality control said of the part that searches see.
    pub quality: QualityReport,
    /// The people that no search sees.
    pub held_out: Cohort,
    /// What searches see.
    pub problem: Problem,
}

impl<'a> Trial<'a> {
    /// Splits a cohort, controls the quality of one part and makes a problem of it.
    pub fn new(
        genotypes: &'a GenotypeMatrix<'a>,
        snps: &[Snp],
        cohort: &Cohort,
        settings: &TrialSettings,
    ) -> Trial<'a> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(settings.seed);
        let (seen, held_out) = cohort.split(settings.held_out, &mut rng);
        let quality = control_quality(genotypes, snps, &seen, &settings.quality);
        let problem = Problem::new(genotypes, snps, &quality.snps, &quality.cohort, &settings.ranking);
        Trial { genotypes, quality, held_out, problem }
    }

    /// A classifier with the SNPs of a panel, learned from the part that searches see.
    pub fn classifier(&self, panel: &[Rank]) -> Classifier {
        Classifier::learn(self.genotypes, &self.problem.snp_idxs(panel), &self.quality.cohort, Smoothing::default())
    }

    /// Classifies the held-out people with a panel; `None` when no one is held out.
    pub fn judge(&self, panel: &[Rank]) -> Option<ConfusionMatrix> {
        let snp_idxs = self.problem.snp_idxs(panel);
        (!self.held_out.is_empty()).then(|| {
            let assignments =
                self.classifier(panel).assign_people(self.genotypes, &snp_idxs, self.held_out.people(), 0.0);
            ConfusionMatrix::new(self.held_out.n_classes(), &assignments, self.held_out.class_of())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::genotype::{Genotype, GenotypePacker};
    use crate::simulate::{SimulationSettings, simulate};

    const SETTINGS: TrialSettings = TrialSettings {
        held_out: 0.25,
        quality: QualitySettings {
            min_allele_frequency: 0.01,
            max_snp_missing: 0.1,
            max_person_missing: 0.1,
            min_hardy_weinberg_p: 0.0,
            autosomes: None,
            drop_strand_ambiguous: false,
        },
        ranking: RankingSettings {
            weights: crate::problem::PriorWeights { informativeness: 0.5, theta: 0.2, delta: 0.3 },
            linkage: crate::linkage::LinkageSettings { min_distance: None, max_r2: None, r2_window: 0 },
            max_candidates: 100,
        },
        seed: 4,
    };

    /// The problem given to a search does not depend on the genotypes of the held-out people.
    #[test]
    fn held_out_people_do_not_affect_the_problem() {
        let simulation = simulate(&SimulationSettings { n_snps: 120, ..SimulationSettings::demo() });
        let cohort = Cohort::new(&simulation.labels(), |_| true).unwrap();
        let trial = Trial::new(&simulation.genotypes, &simulation.snps, &cohort, &SETTINGS);
        let mut packer = GenotypePacker::new(cohort.len());
        for snp_idx in 0..simulation.snps.len() {
            let genotype = |person_idx: usize| match trial.held_out.people().contains(&person_idx) {
                true if person_idx.is_multiple_of(2) => Genotype::Missing,
                true => Genotype::HomozygousFirst,
                false => simulation.genotypes.get(snp_idx, person_idx),
            };
            packer.push_snp(&(0..cohort.len()).map(genotype).collect::<Vec<_>>());
        }
        let garbled = packer.finish();
        let other = Trial::new(&garbled, &simulation.snps, &cohort, &SETTINGS);
        assert_eq!(other.problem.fingerprint(), trial.problem.fingerprint());
        assert_eq!(other.quality.snps, trial.quality.snps);
        let panel: Vec<Rank> = (0..20).map(Rank).collect();
        let accuracy = |trial: &Trial<'_>| trial.judge(&panel).unwrap().accuracy();
        assert!(accuracy(&trial) > accuracy(&other) + 0.1, "{} {}", accuracy(&trial), accuracy(&other));
    }

    #[test]
    fn without_held_out_people_nothing_is_judged() {
        let simulation = simulate(&SimulationSettings { n_snps: 30, ..SimulationSettings::demo() });
        let cohort = Cohort::new(&simulation.labels(), |_| true).unwrap();
        let settings = TrialSettings { held_out: 0.0, ..SETTINGS };
        let trial = Trial::new(&simulation.genotypes, &simulation.snps, &cohort, &settings);
        assert_eq!(trial.judge(&[Rank(0)]), None);
        assert_eq!(trial.problem.n_people(), 220);
    }
}
