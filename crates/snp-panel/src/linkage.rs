//! Correlation of two SNPs, and the filter that removes linked SNPs.
//!
//! r-squared is the squared correlation of allele counts over the people genotyped at both SNPs. Over all people it is
//! the value of PLINK's `--r2`. Over several populations, however, any two markers that differ between the populations
//! are correlated, linked or not; so the filter removes the class means first (within-class r-squared).
//!
//! The filter goes through the SNPs from best to worst and drops one that is too near to, or too correlated with, a
//! better one that was kept, as PLINK's `--clump` does. It is not PLINK's `--indep-pairwise`, which ignores the
//! ranking.

use std::collections::BTreeMap;

use rayon::prelude::*;

use crate::genotype::GenotypeMatrix;
use crate::snps::{Chromosome, Snp};
use crate::tally::load_word;

/// What the filter demands; the default drops nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LinkageSettings {
    /// Kept SNPs of one chromosome are at least this many base pairs apart.
    pub min_distance: Option<u32>,
    /// Kept SNPs within the window have at most this within-class r-squared.
    pub max_r2: Option<f64>,
    /// Window of r-squared in base pairs.
    pub r2_window: u32,
}

/// Sums over people genotyped at both SNPs.
#[derive(Clone, Copy, Debug, Default)]
struct PairSums {
    n: f64,
    x: f64,
    y: f64,
    xx: f64,
    yy: f64,
    xy: f64,
}

/// Correlates SNPs within groups of people.
#[derive(Clone, Debug)]
pub struct Correlator {
    /// For each group one mask of low bits for each word.
    masks: Vec<Vec<u64>>,
}

impl Correlator {
    /// Groups of people whose means are removed; a single group gives PLINK's r-squared.
    pub fn new<G: AsRef<[usize]>>(groups: &[G]) -> Correlator {
        let mask_of = |people: &[usize]| {
            let mut mask = vec![0u64; people.iter().map(|place| place / 32 + 1).max().unwrap_or(0)];
            for &place in people {
                mask[place / 32] |= 1 << (2 * (place % 32));
            }
            mask
        };
        Correlator { masks: groups.iter().map(|people| mask_of(people.as_ref())).collect() }
    }

    /// Squared correlation of two packed SNPs; 0 when one of them does not vary.
    pub fn r2(&self, first: &[u8], second: &[u8]) -> f64 {
        let (mut sxy, mut sxx, mut syy) = (0.0, 0.0, 0.0);
        for mask in &self.masks {
            let sums = pair_sums(first, second, mask);
            if sums.n > 0.0 {
                sxy += sums.xy - sums.x * sums.y / sums.n;
                sxx += sums.xx - sums.x * sums.x / sums.n;
                syy += sums.yy - sums.y * sums.y / sums.n;
            }
        }
        // Sums of whole numbers: anything below this is a SNP that is constant within each group.
        if sxx < 1e-9 || syy < 1e-9 { 0.0 } else { (sxy * sxy / (sxx * syy)).min(1.0) }
    }
}

fn pair_sums(first: &[u8], second: &[u8], mask: &[u64]) -> PairSums {
    let [mut n, mut x1, mut x2, mut y1, mut y2, mut x1y1, mut x1y2, mut x2y1, mut x2y2] = [0u32; 9];
    for (word_idx, &members) in mask.iter().enumerate().filter(|&(_, &members)| members != 0) {
        let (a, b) = (load_word(first, word_idx), load_word(second, word_idx));
        let read = members & !(a & !(a >> 1)) & !(b & !(b >> 1));
        // One copy: code 10. Two copies: code 00.
        let (a_one, b_one) = (read & !a & (a >> 1), read & !b & (b >> 1));
        let (a_two, b_two) = (read & !(a | a >> 1), read & !(b | b >> 1));
        n += read.count_ones();
        x1 += a_one.count_ones();
        x2 += a_two.count_ones();
        y1 += b_one.count_ones();
        y2 += b_two.count_ones();
        x1y1 += (a_one & b_one).count_ones();
        x1y2 += (a_one & b_two).count_ones();
        x2y1 += (a_two & b_one).count_ones();
        x2y2 += (a_two & b_two).count_ones();
    }
    PairSums {
        n: f64::from(n),
        x: f64::from(x1 + 2 * x2),
        y: f64::from(y1 + 2 * y2),
        xx: f64::from(x1 + 4 * x2),
        yy: f64::from(y1 + 4 * y2),
        xy: f64::from(x1y1 + 2 * (x1y2 + x2y1) + 4 * x2y2),
    }
}

/// SNPs that are looked at between two looks at how many are kept: enough for all threads, few against a long list.
const BLOCK: usize = if cfg!(test) { 7 } else { 8192 };

/// The kept SNPs of a chromosome by position.
type KeptAt = BTreeMap<u32, Vec<usize>>;

/// Those of the SNPs (best first) that survive the filter, in the same order, the first `max_kept` of them. Chromosomes do not
/// touch each other, so each is walked on a thread of its own.
pub(crate) fn filter_linked(
    genotypes: &GenotypeMatrix<'_>,
    snps: &[Snp],
    best_first: &[usize],
    correlator: &Correlator,
    settings: &LinkageSettings,
    max_kept: usize,
) -> Vec<usize> {
    let reach = settings.min_distance.unwrap_or(0).max(if settings.max_r2.is_some() { settings.r2_window } else { 0 });
    let is_linked = |one: usize, other: usize| {
        let Some(distance) = snps[one].distance_to(&snps[other]) else { return false };
        settings.min_distance.is_some_and(|needed| distance < needed)
            || settings.max_r2.is_some_and(|highest| {
                distance <= settings.r2_window && correlator.r2(genotypes.snp(one), genotypes.snp(other)) > highest
            })
    };
    // Keeps a SNP unless a better one stands too near.
    let keep = |kept_at: &mut KeptAt, snp_idx: usize| {
        let position = snps[snp_idx].position;
        let near = position.saturating_sub(reach)..=position.saturating_add(reach);
        let is_free = !kept_at.range(near).flat_map(|(_, idxs)| idxs).any(|&other| is_linked(snp_idx, other));
        if is_free {
            kept_at.entry(position).or_default().push(snp_idx);
        }
        is_free
    };
    let mut chromosomes: BTreeMap<&Chromosome, KeptAt> = BTreeMap::new();
    let mut kept = Vec::new();
    for block in best_first.chunks(BLOCK) {
        if kept.len() >= max_kept {
            break;
        }
        let mut parts: BTreeMap<&Chromosome, (KeptAt, Vec<usize>)> = BTreeMap::new();
        for (place, &snp_idx) in block.iter().enumerate() {
            let chromosome = &snps[snp_idx].chromosome;
            let part = parts.entry(chromosome);
            part.or_insert_with(|| (chromosomes.remove(chromosome).unwrap_or_default(), Vec::new())).1.push(place);
        }
        let walked: Vec<(&Chromosome, KeptAt, Vec<usize>)> = parts
            .into_par_iter()
            .map(|(chromosome, (mut kept_at, mut places))| {
                places.retain(|&place| keep(&mut kept_at, block[place]));
                (chromosome, kept_at, places)
            })
            .collect();
        let mut places = Vec::new();
        for (chromosome, kept_at, its_places) in walked {
            chromosomes.insert(chromosome, kept_at);
            places.extend(its_places);
        }
        places.sort_unstable();
        kept.extend(places.into_iter().map(|place| block[place]));
    }
    kept.truncate(max_kept);
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::genotype::{Genotype, GenotypePacker};
    use crate::snps::Allele;
    use proptest::prelude::*;

    fn matrix(rows: &[Vec<u8>]) -> GenotypeMatrix<'static> {
        let mut packer = GenotypePacker::new(rows[0].len());
        for row in rows {
            packer.push_snp(&row.iter().map(|&code| Genotype::from_code(code)).collect::<Vec<_>>());
        }
        packer.finish()
    }

    /// The textbook formula, person after person.
    fn slow_r2(rows: &[Vec<u8>], groups: &[Vec<usize>]) -> f64 {
        let copies =
            |snp: usize, person: usize| Genotype::from_code(rows[snp][person]).first_allele_copies().map(f64::from);
        let (mut sxy, mut sxx, mut syy) = (0.0, 0.0, 0.0);
        for group in groups {
            let pairs: Vec<(f64, f64)> = group.iter().filter_map(|&j| Some((copies(0, j)?, copies(1, j)?))).collect();
            let n = pairs.len() as f64;
            let (mx, my) = (pairs.iter().map(|p| p.0).sum::<f64>() / n, pairs.iter().map(|p| p.1).sum::<f64>() / n);
            for (x, y) in pairs {
                sxy += (x - mx) * (y - my);
                sxx += (x - mx).powi(2);
                syy += (y - my).powi(2);
            }
        }
        if sxx < 1e-9 || syy < 1e-9 { 0.0 } else { sxy * sxy / (sxx * syy) }
    }

    proptest! {
        #[test]
        fn bit_sums_equal_single_sums(people in prop::collection::vec((0u8..4, 0u8..4, 0usize..3), 2..90)) {
            let rows = [people.iter().map(|p| p.0).collect::<Vec<_>>(), people.iter().map(|p| p.1).collect()];
            let mut groups = vec![Vec::new(); 3];
            people.iter().enumerate().for_each(|(place, p)| groups[p.2].push(place));
            let genotypes = matrix(&rows);
            let found = Correlator::new(&groups).r2(genotypes.snp(0), genotypes.snp(1));
            prop_assert!((found - slow_r2(&rows, &groups)).abs() < 1e-9);
        }
    }

    /// One SNP after the other, as the filter is described.
    fn slow_filter(
        genotypes: &GenotypeMatrix<'_>,
        snps: &[Snp],
        correlator: &Correlator,
        settings: &LinkageSettings,
    ) -> Vec<usize> {
        let mut kept: Vec<usize> = Vec::new();
        for one in 0..snps.len() {
            let is_linked = |&other: &usize| {
                snps[one].distance_to(&snps[other]).is_some_and(|distance| {
                    settings.min_distance.is_some_and(|needed| distance < needed)
                        || distance <= settings.r2_window
                            && settings
                                .max_r2
                                .is_some_and(|most| correlator.r2(genotypes.snp(one), genotypes.snp(other)) > most)
                })
            };
            if !kept.iter().any(is_linked) {
                kept.push(one);
            }
        }
        kept
    }

    proptest! {
        #[test]
        fn threads_and_limits_change_nothing(
            list in prop::collection::vec((1u8..4, 0u32..60, prop::collection::vec(0u8..4, 12)), 1..60),
            max_r2 in prop::option::of(0.0..0.6f64),
            min_distance in prop::option::of(0u32..8),
            most in 0usize..60,
        ) {
            let rows: Vec<Vec<u8>> = list.iter().map(|(_, _, row)| row.clone()).collect();
            let genotypes = matrix(&rows);
            let snp = |(chromosome, position, _): &(u8, u32, Vec<u8>)| Snp {
                id: "s".into(),
                chromosome: Chromosome::from_text(&chromosome.to_string()),
                position: *position,
                alleles: [Allele::A, Allele::G],
            };
            let snps: Vec<Snp> = list.iter().map(snp).collect();
            let correlator = Correlator::new(&[(0..12).collect::<Vec<usize>>()]);
            let settings = LinkageSettings { max_r2, min_distance, r2_window: 20 };
            let all: Vec<usize> = (0..snps.len()).collect();
            let mut slow = slow_filter(&genotypes, &snps, &correlator, &settings);
            slow.truncate(most);
            prop_assert_eq!(filter_linked(&genotypes, &snps, &all, &correlator, &settings, most), slow);
        }
    }

    #[test]
    fn the_better_neighbour_stays() {
        for chromosome in ["1", "LG1"] {
            check_neighbours(&Chromosome::from_text(chromosome));
        }
    }

    fn check_neighbours(chromosome: &Chromosome) {
        let genotypes = matrix(&[vec![0, 2, 3, 0, 2, 3], vec![0, 2, 3, 0, 2, 3], vec![0, 0, 3, 3, 2, 2]]);
        let snp = |position| Snp {
            id: "s".into(),
            chromosome: chromosome.clone(),
            position,
            alleles: [Allele::A, Allele::G],
        };
        let snps = [snp(1000), snp(2000), snp(2500)];
        let correlator = Correlator::new(&[vec![0, 1, 2, 3, 4, 5]]);
        let filter = |settings| filter_linked(&genotypes, &snps, &[1, 0, 2], &correlator, &settings, 3);
        assert_eq!(filter(LinkageSettings::default()), [1, 0, 2]);
        let by_r2 = LinkageSettings { max_r2: Some(0.5), r2_window: 1000, ..Default::default() };
        assert_eq!(filter(by_r2), [1, 2]);
        assert_eq!(filter(LinkageSettings { r2_window: 999, ..by_r2 }), [1, 0, 2]);
        assert_eq!(filter(LinkageSettings { min_distance: Some(501), ..Default::default() }), [1, 0]);
    }
}
