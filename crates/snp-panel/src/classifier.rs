//! Assigning people to classes with a finished panel.
//!
//! The genotype distributions of the classes are learned from everyone in the reference cohort (section 5.5.2 without
//! the draws), and a person gets a posterior probability for each class with a uniform prior. A person whose best class
//! is not probable enough is *unclassified*: the right answer for mixed or unknown ancestry, or for too few genotypes.

use crate::cohort::Cohort;
use crate::genotype::{Genotype, GenotypeMatrix, N_CODES};
use crate::likelihood::Smoothing;
use crate::tally::{GenotypeCounts, Tally};

/// A classifier for a panel.
#[derive(Clone, Debug, PartialEq)]
pub struct Classifier {
    class_names: Vec<String>,
    /// SNP after SNP, for each class the log-probabilities by two-bit code.
    log_tables: Vec<Vec<[f64; N_CODES]>>,
}

/// The classification of one person.
#[derive(Clone, Debug, PartialEq)]
pub struct Assignment {
    /// The posterior probability of each class.
    pub posteriors: Vec<f64>,
    /// The most likely class.
    pub best: usize,
    /// Whether it is likely enough.
    pub is_classified: bool,
    /// SNPs of the panel at which the person was read.
    pub n_read: usize,
}

impl Assignment {
    /// The class, or `None` for "unclassified".
    pub fn class(&self) -> Option<usize> {
        self.is_classified.then_some(self.best)
    }
}

impl Classifier {
    /// Learns the SNPs of a panel (places in the genotype matrix) from a cohort.
    pub fn learn(genotypes: &GenotypeMatrix<'_>, panel: &[usize], cohort: &Cohort, smoothing: Smoothing) -> Classifier {
        let tally = Tally::of_classes(cohort);
        let learn_snp = |&snp_idx: &usize| {
            let mut counts = vec![GenotypeCounts::default(); tally.n_groups()];
            tally.count(genotypes.snp(snp_idx), &mut counts);
            let whole: GenotypeCounts = counts.iter().copied().sum();
            counts.iter().map(|class| smoothing.probabilities(class, &whole).map(f64::ln)).collect()
        };
        Classifier { class_names: cohort.class_names().to_vec(), log_tables: panel.iter().map(learn_snp).collect() }
    }

    /// Names of the classes.
    pub fn class_names(&self) -> &[String] {
        &self.class_names
    }

    /// SNPs in the panel.
    pub fn n_snps(&self) -> usize {
        self.log_tables.len()
    }

    /// Assigns a person with these genotypes, one for each SNP of the panel.
    ///
    /// # Panics
    /// When the number of genotypes is another.
    pub fn assign(&self, genotypes: &[Genotype], min_posterior: f64) -> Assignment {
        assert_eq!(genotypes.len(), self.n_snps(), "one genotype for each SNP of the panel");
        let log_likelihood = |class: usize| -> f64 {
            let of_snp =
                |(tables, genotype): (&Vec<[f64; N_CODES]>, &Genotype)| tables[class][usize::from(genotype.code())];
            self.log_tables.iter().zip(genotypes).map(of_snp).sum()
        };
        let logs: Vec<f64> = (0..self.class_names.len()).map(log_likelihood).collect();
        let highest = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let total: f64 = logs.iter().map(|log| (log - highest).exp()).sum();
        let posteriors: Vec<f64> = logs.iter().map(|log| (log - highest).exp() / total).collect();
        let best = (0..posteriors.len()).reduce(|a, b| if posteriors[b] > posteriors[a] { b } else { a }).unwrap_or(0);
        Assignment {
            is_classified: posteriors[best] >= min_posterior,
            best,
            posteriors,
            n_read: genotypes.iter().filter(|&&genotype| genotype != Genotype::Missing).count(),
        }
    }

    /// Assigns people (places in a genotype matrix) whose panel SNPs are at `panel` in that matrix.
    pub fn assign_people(
        &self,
        genotypes: &GenotypeMatrix<'_>,
        panel: &[usize],
        people: &[usize],
        min_posterior: f64,
    ) -> Vec<Assignment> {
        let of_person = |&person_idx: &usize| {
            let row: Vec<Genotype> = panel.iter().map(|&snp_idx| genotypes.get(snp_idx, person_idx)).collect();
            self.assign(&row, min_posterior)
        };
        people.iter().map(of_person).collect()
    }
}

/// Who was taken for what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfusionMatrix {
    /// For each true class the number of people assigned to each class.
    pub counts: Vec<Vec<u32>>,
    /// For each true class the number of unclassified people.
    pub unclassified: Vec<u32>,
    /// People whose most likely class is right, whether probable enough or not.
    n_best_right: u32,
}

impl ConfusionMatrix {
    /// Counts assignments of people of known class.
    pub fn new(n_classes: usize, assignments: &[Assignment], class_of: &[u16]) -> ConfusionMatrix {
        let mut matrix = ConfusionMatrix {
            counts: vec![vec![0; n_classes]; n_classes],
            unclassified: vec![0; n_classes],
            n_best_right: 0,
        };
        for (assignment, &class) in assignments.iter().zip(class_of) {
            let class = usize::from(class);
            match assignment.class() {
                Some(assigned) => matrix.counts[class][assigned] += 1,
                None => matrix.unclassified[class] += 1,
            }
            matrix.n_best_right += u32::from(assignment.best == class);
        }
        matrix
    }

    /// The number of people.
    pub fn n_people(&self) -> u32 {
        self.counts.iter().flatten().chain(&self.unclassified).sum()
    }

    fn n_right(&self) -> u32 {
        self.counts.iter().enumerate().map(|(class, row)| row[class]).sum()
    }

    /// Share of the people whose most likely class is right; "unclassified" is not an answer here.
    pub fn accuracy(&self) -> f64 {
        share(self.n_best_right, self.n_people())
    }

    /// Share of right answers among the classified.
    pub fn accuracy_of_classified(&self) -> f64 {
        share(self.n_right(), self.counts.iter().flatten().sum())
    }

    /// Share of unclassified people.
    pub fn share_unclassified(&self) -> f64 {
        share(self.unclassified.iter().sum(), self.n_people())
    }

    /// The mean over non-empty classes of the share classified correctly, "unclassified" counting as wrong.
    pub fn balanced_accuracy(&self) -> f64 {
        let rows = self.counts.iter().zip(&self.unclassified).enumerate();
        let shares: Vec<f64> = rows
            .map(|(class, (row, unclassified))| (row[class], row.iter().sum::<u32>() + unclassified))
            .filter(|&(_, total)| total > 0)
            .map(|(right, total)| share(right, total))
            .collect();
        if shares.is_empty() { 0.0 } else { shares.iter().sum::<f64>() / shares.len() as f64 }
    }
}

fn share(part: u32, whole: u32) -> f64 {
    if whole == 0 { 0.0 } else { f64::from(part) / f64::from(whole) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::genotype::GenotypePacker;
    use crate::labels::Label;

    /// Two SNPs that distinguish the classes, ten people each.
    fn reference() -> (GenotypeMatrix<'static>, Cohort) {
        use Genotype::*;
        let mut packer = GenotypePacker::new(20);
        for _ in 0..2 {
            packer.push_snp(&[[HomozygousFirst; 10], [HomozygousSecond; 10]].concat());
        }
        let label =
            |place: usize| Some(Label { population: if place < 10 { "a".into() } else { "b".into() }, line: 0 });
        let labels: Vec<_> = (0..20).map(label).collect();
        (packer.finish(), Cohort::new(&labels, |_| true).unwrap())
    }

    #[test]
    fn posteriors_follow_bayes() {
        let (genotypes, cohort) = reference();
        let classifier = Classifier::learn(&genotypes, &[0, 1], &cohort, Smoothing { pseudo_people: 2.0 });
        // Seen 10 times of 10 (+2 people, 11/23 of them so): (10 + 22/23)/12; never seen: (22/23)/12.
        let (seen, unseen) = (10.0 + 22.0 / 23.0, 22.0 / 23.0);
        let found = classifier.assign(&[Genotype::HomozygousFirst, Genotype::Missing], 0.5);
        assert!((found.posteriors[0] - seen / (seen + unseen)).abs() < 1e-12);
        assert_eq!((found.class(), found.n_read), (Some(0), 1));
        let torn = classifier.assign(&[Genotype::HomozygousFirst, Genotype::HomozygousSecond], 0.6);
        assert_eq!((torn.class(), torn.posteriors[1]), (None, 0.5));
        let unread = classifier.assign(&[Genotype::Missing; 2], 0.6);
        assert_eq!((unread.class(), unread.n_read), (None, 0));
    }

    #[test]
    fn the_matrix_counts_every_person_once() {
        let (genotypes, cohort) = reference();
        let classifier = Classifier::learn(&genotypes, &[0], &cohort, Smoothing::default());
        let assignments = classifier.assign_people(&genotypes, &[0], cohort.people(), 0.5);
        let perfect = ConfusionMatrix::new(2, &assignments, cohort.class_of());
        assert_eq!(perfect.counts, [[10, 0], [0, 10]]);
        assert_eq!((perfect.accuracy(), perfect.balanced_accuracy()), (1.0, 1.0));
        let mut some = assignments;
        some[0].is_classified = false;
        some[1].best = 1;
        let matrix = ConfusionMatrix::new(2, &some, cohort.class_of());
        assert_eq!((&matrix.counts[0], matrix.unclassified[0], matrix.n_people()), (&vec![8, 1], 1, 20));
        assert!((matrix.accuracy() - 19.0 / 20.0).abs() < 1e-12);
        assert!((matrix.accuracy_of_classified() - 18.0 / 19.0).abs() < 1e-12);
        assert!((matrix.balanced_accuracy() - (0.8 + 1.0) / 2.0).abs() < 1e-12);
        assert!((matrix.share_unclassified() - 0.05).abs() < 1e-12);
    }
}
