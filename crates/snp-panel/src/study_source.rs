//! The source of the runs of a comparison as a fingerprint: genotypes, SNPs, people, classes and settings.
//!
//! Runs that are kept in a file are only worth anything beside runs from the same source. The random seed is not part of it: every
//! run names its own, and splits and draws follow from seed and source.

use stable_hash::Fnv1a;

use crate::cohort::Cohort;
use crate::draws::DrawSettings;
use crate::genotype::GenotypeMatrix;
use crate::objective::ObjectiveKind;
use crate::problem::RankingSettings;
use crate::quality::QualitySettings;
use crate::snps::Snp;

/// Everything but the seed that the runs of one problem and objective depend on.
#[derive(Clone, Copy)]
pub struct StudySource<'a> {
    /// The genotypes.
    pub genotypes: &'a GenotypeMatrix<'a>,
    /// The SNPs.
    pub snps: &'a [Snp],
    /// The people and their classes, before any is held out.
    pub cohort: &'a Cohort,
    /// Share of every class that is held out.
    pub held_out: f64,
    /// Thresholds for SNPs and people.
    pub quality: QualitySettings,
    /// How the candidates are ranked.
    pub ranking: RankingSettings,
    /// The objective.
    pub objective: ObjectiveKind,
    /// The cross-validation draws of [`ObjectiveKind::Classified`]; nothing to the other objective.
    pub draws: DrawSettings,
}

impl StudySource<'_> {
    /// Sixteen hexadecimal digits that differ when the source does.
    pub fn fingerprint(&self) -> String {
        let mut hash = Fnv1a::default();
        let Self { held_out, quality, ranking, objective, .. } = self;
        hash.write_text(&format!("{objective} {held_out} {quality:?} {ranking:?}"));
        if *objective == ObjectiveKind::Classified {
            hash.write_text(&format!("{:?}", self.draws));
        }
        self.cohort.class_names().iter().for_each(|name| hash.write_text(name));
        for (&person_idx, &class) in self.cohort.people().iter().zip(self.cohort.class_of()) {
            hash.write(&(person_idx as u64).to_le_bytes());
            hash.write(&class.to_le_bytes());
        }
        for (snp_idx, snp) in self.snps.iter().enumerate() {
            hash.write_text(&snp.id);
            hash.write_text(&snp.chromosome.to_string());
            hash.write(&snp.position.to_le_bytes());
            hash.write(&snp.alleles.map(|allele| allele.letter() as u8));
            hash.write(self.genotypes.snp(snp_idx));
        }
        format!("{:016x}", hash.finish())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulate::{SimulationSettings, simulate};

    #[test]
    fn everything_that_runs_depend_on_changes_the_fingerprint() {
        let settings = SimulationSettings { n_snps: 40, ..SimulationSettings::demo() };
        let (one, other) = (simulate(&settings), simulate(&SimulationSettings { seed: 1, ..settings }));
        let cohort = Cohort::new(&one.labels(), |_| true).unwrap();
        let smaller = Cohort::new(&one.labels(), |person_idx| person_idx > 0).unwrap();
        let mut moved = one.snps.clone();
        moved[7].position += 1;
        let source = StudySource {
            genotypes: &one.genotypes,
            snps: &one.snps,
            cohort: &cohort,
            held_out: 0.2,
            quality: QualitySettings::default(),
            ranking: RankingSettings::default(),
            objective: ObjectiveKind::Classified,
            draws: DrawSettings::default(),
        };
        let more_draws = DrawSettings { n_draws: 9, ..source.draws };
        let others = [
            StudySource { genotypes: &other.genotypes, ..source },
            StudySource { snps: &moved, ..source },
            StudySource { cohort: &smaller, ..source },
            StudySource { held_out: 0.3, ..source },
            StudySource { quality: QualitySettings { max_snp_missing: 0.2, ..source.quality }, ..source },
            StudySource { ranking: RankingSettings { max_candidates: 9, ..source.ranking }, ..source },
            StudySource { objective: ObjectiveKind::LogPosterior, ..source },
            StudySource { draws: more_draws, ..source },
        ];
        assert_eq!(source.fingerprint(), StudySource { cohort: &cohort.clone(), ..source }.fingerprint());
        for (place, other) in others.iter().enumerate() {
            assert_ne!(other.fingerprint(), source.fingerprint(), "source {place}");
        }
        let smooth = StudySource { objective: ObjectiveKind::LogPosterior, ..source };
        assert_eq!(smooth.fingerprint(), StudySource { draws: more_draws, ..smooth }.fingerprint());
    }
}
