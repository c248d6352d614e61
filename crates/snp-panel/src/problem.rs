//! One search problem: the people a search may use and the ranked list of candidate SNPs.
//!
//! The list is L_ap of Basaldúa 2013, section 5.6: the SNPs that passed quality control, ranked by the a-priori value
//! `V = w1 I_n + w2 theta + w3 Delta`, cut to at most 50,000. The thesis says only that I_n had most weight and theta least; the
//! weights here are 3 : 1 : 2, each measure divided by its largest value, so that `V` lies in \[0, 1\].
//!
//! The genotypes of exactly these people at exactly these SNPs are copied. People who are held out or not on the keep
//! list are not part of a problem, so no search can use them by mistake.

use stable_hash::Fnv1a;

use crate::cohort::Cohort;
use crate::genotype::{Genotype, GenotypeMatrix, GenotypePacker, unpack};
use crate::linkage::{Correlator, LinkageSettings, filter_linked};
use crate::measures::{Measures, measure_snps};
use crate::snps::Snp;
use crate::tally::Tally;

/// The place of a SNP in the ranked list, 0 the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub struct Rank(pub u32);

impl Rank {
    /// As an index.
    pub fn idx(self) -> usize {
        self.0 as usize
    }
}

/// Weights of the three measures in the a-priori value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PriorWeights {
    /// Of I_n.
    pub informativeness: f64,
    /// Of theta (5.38).
    pub theta: f64,
    /// Of Delta.
    pub delta: f64,
}

impl Default for PriorWeights {
    fn default() -> Self {
        Self { informativeness: 3.0 / 6.0, theta: 1.0 / 6.0, delta: 2.0 / 6.0 }
    }
}

/// How the ranked list is made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankingSettings {
    /// Weights of the measures.
    pub weights: PriorWeights,
    /// Neighbours to be dropped.
    pub linkage: LinkageSettings,
    /// Longest list.
    pub max_candidates: usize,
}

impl Default for RankingSettings {
    fn default() -> Self {
        Self { weights: PriorWeights::default(), linkage: LinkageSettings::default(), max_candidates: 50_000 }
    }
}

/// One SNP of the ranked list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CandidateSnp {
    /// Its place in the genotype file.
    pub snp_idx: usize,
    /// Its measures, from the people of the problem alone.
    pub measures: Measures,
    /// The a-priori value, in \[0, 1\].
    pub prior: f64,
}

/// Everything a search needs, and nothing that it must not see.
#[derive(Clone, Debug)]
pub struct Problem {
    candidates: Vec<CandidateSnp>,
    genotypes: GenotypeMatrix<'static>,
    class_of: Vec<u16>,
    class_names: Vec<String>,
}

impl Problem {
    /// Ranks the SNPs `passed` by quality control for the people of `cohort`, and copies their genotypes.
    pub fn new(
        genotypes: &GenotypeMatrix<'_>,
        snps: &[Snp],
        passed: &[usize],
        cohort: &Cohort,
        settings: &RankingSettings,
    ) -> Problem {
        let candidates = Problem::rank(genotypes, snps, passed, cohort, settings);
        let snp_idxs: Vec<usize> = candidates.iter().map(|candidate| candidate.snp_idx).collect();
        Problem {
            genotypes: extract(genotypes, &snp_idxs, cohort.people()),
            candidates,
            class_of: cohort.class_of().to_vec(),
            class_names: cohort.class_names().to_vec(),
        }
    }

    /// Ranks the SNPs without making a problem of them.
    pub fn rank(
        genotypes: &GenotypeMatrix<'_>,
        snps: &[Snp],
        passed: &[usize],
        cohort: &Cohort,
        settings: &RankingSettings,
    ) -> Vec<CandidateSnp> {
        let tally = Tally::of_classes(cohort);
        let measures = measure_snps(genotypes, &tally, passed);
        let mut candidates = with_priors(passed, &measures, &settings.weights);
        candidates.sort_by(|a, b| b.prior.total_cmp(&a.prior).then(a.snp_idx.cmp(&b.snp_idx)));
        if settings.linkage.min_distance.is_some() || settings.linkage.max_r2.is_some() {
            let best_first: Vec<usize> = candidates.iter().map(|candidate| candidate.snp_idx).collect();
            let mut classes = vec![Vec::new(); cohort.n_classes()];
            for (&person_idx, &class) in cohort.people().iter().zip(cohort.class_of()) {
                classes[usize::from(class)].push(person_idx);
            }
            let correlator = Correlator::new(&classes);
            let most = settings.max_candidates;
            let kept = filter_linked(genotypes, snps, &best_first, &correlator, &settings.linkage, most);
            let mut kept = kept.into_iter().peekable();
            candidates.retain(|candidate| kept.next_if_eq(&candidate.snp_idx).is_some());
        }
        candidates.truncate(settings.max_candidates);
        candidates
    }

    /// The ranked list.
    pub fn candidates(&self) -> &[CandidateSnp] {
        &self.candidates
    }

    /// One SNP of it.
    pub fn candidate(&self, rank: Rank) -> &CandidateSnp {
        &self.candidates[rank.idx()]
    }

    /// Length of the ranked list.
    pub fn n_candidates(&self) -> usize {
        self.candidates.len()
    }

    /// All ranks, best first.
    pub fn ranks(&self) -> impl ExactSizeIterator<Item = Rank> + Clone + use<> {
        (0..self.candidates.len() as u32).map(Rank)
    }

    /// Genotypes: one row for each rank, one column for each person of the problem.
    pub fn genotypes(&self) -> &GenotypeMatrix<'static> {
        &self.genotypes
    }

    /// Number of people.
    pub fn n_people(&self) -> usize {
        self.class_of.len()
    }

    /// The class of each person.
    pub fn class_of(&self) -> &[u16] {
        &self.class_of
    }

    /// Names of the classes.
    pub fn class_names(&self) -> &[String] {
        &self.class_names
    }

    /// Number of classes.
    pub fn n_classes(&self) -> usize {
        self.class_names.len()
    }

    /// A fingerprint of the people, their classes, the SNPs, their order and all genotypes (FNV-1a).
    pub fn fingerprint(&self) -> u64 {
        self.fingerprint_with("")
    }

    /// The same, also different for different remarks.
    pub fn fingerprint_with(&self, remark: &str) -> u64 {
        let mut hash = Fnv1a::default();
        hash.write(remark.as_bytes());
        self.class_names.iter().for_each(|name| hash.write(name.as_bytes()));
        self.class_of.iter().for_each(|class| hash.write(&class.to_le_bytes()));
        for (rank, candidate) in self.ranks().zip(&self.candidates) {
            hash.write(&(candidate.snp_idx as u64).to_le_bytes());
            hash.write(self.genotypes.snp(rank.idx()));
        }
        hash.finish()
    }

    /// Places in the genotype file of a panel's SNPs.
    pub fn snp_idxs(&self, panel: &[Rank]) -> Vec<usize> {
        panel.iter().map(|&rank| self.candidate(rank).snp_idx).collect()
    }
}

fn with_priors(snp_idxs: &[usize], measures: &[Measures], weights: &PriorWeights) -> Vec<CandidateSnp> {
    let largest = |of: fn(&Measures) -> f64| measures.iter().map(of).fold(f64::MIN_POSITIVE, f64::max);
    let scale = Measures {
        informativeness: largest(|m| m.informativeness),
        delta: largest(|m| m.delta),
        theta: largest(|m| m.theta),
        theta_components: 1.0,
        frequency: 1.0,
    };
    let sum = weights.informativeness + weights.theta + weights.delta;
    let prior = |m: &Measures| {
        (weights.informativeness * m.informativeness / scale.informativeness
            + weights.theta * m.theta / scale.theta
            + weights.delta * m.delta / scale.delta)
            / sum
    };
    let candidate = |(&snp_idx, measures): (&usize, &Measures)| CandidateSnp {
        snp_idx,
        measures: *measures,
        prior: prior(measures),
    };
    snp_idxs.iter().zip(measures).map(candidate).collect()
}

/// Copies some SNPs of some people, in the given order.
pub fn extract(genotypes: &GenotypeMatrix<'_>, snp_idxs: &[usize], people: &[usize]) -> GenotypeMatrix<'static> {
    let mut packer = GenotypePacker::new(people.len());
    let mut row: Vec<Genotype> = Vec::with_capacity(people.len());
    for &snp_idx in snp_idxs {
        let packed = genotypes.snp(snp_idx);
        row.clear();
        row.extend(people.iter().map(|&person_idx| unpack(packed, person_idx)));
        packer.push_snp(&row);
    }
    packer.finish()
}
