//! The classification objective of Basaldúa 2013, section 5.5.2: the number of people classified correctly among the
//! most confident 95%.
//!
//! For each of `n_CD` cross-validation draws the genotype distributions of the classes are learned from the learning set,
//! every person of the test set is given to the class of highest likelihood (equation 5.40), and the confidence is the
//! log-likelihood ratio of the best and the second-best class (5.41). The 5% of least confidence are not classified; the
//! value V(M) is the number of right answers among the others, averaged over the draws (5.42). Here it is divided by the
//! number of classified people, to lie in \[0, 1\]; [`Classified::well_classified`] gives the number itself.
//!
//! Where the thesis is silent: a person whose two best classes are equally likely has no best class and counts as
//! wrong; people who tie for the last place among the confident share it (each counts for the fraction that fits). Both
//! make the value independent of the order of classes and people.
//!
//! **Speed.** Log-likelihoods are whole numbers (units of 2^-16 nats), so adding and removing SNPs in any order gives the
//! same sums bit for bit. All classes of a person lie side by side in groups of eight; one SNP is one vector addition per
//! person and group, and the two best classes come out of a tournament between lanes. A scored panel keeps the sums, so one
//! more SNP costs one addition. Measured on 957 people, 11 classes, 5 draws of 367 test people: see `panel_evaluations` in the
//! benchmarks.

use std::borrow::Cow;

use rayon::prelude::*;

use super::lanes::{Addend, Base, Group, LANES, Row, judge_rows};
use super::{Landscape, Objective};
use crate::draws::Draw;
use crate::genotype::{N_CODES, unpack};
use crate::likelihood::Smoothing;
use crate::problem::{Problem, Rank};
use crate::separation::n_pairs;
use crate::tally::{GenotypeCounts, Tally};

/// Whole numbers per nat of log-likelihood.
const SCALE: f64 = 65536.0;
/// What empty lanes start from: below any sum of log-likelihoods, far above overflow.
const NO_CLASS: i32 = i32::MIN / 2;

/// Share of the test people who are not classified, as a divisor: one in twenty.
const ONE_IN_DISCARDED: usize = 20;

/// See the head of this file.
pub struct Classified {
    /// Groups of eight lanes that hold the classes.
    n_groups: usize,
    n_classes: usize,
    /// Tested people, draw after draw.
    rows: Vec<Row>,
    /// Number of rows of each draw.
    draw_sizes: Vec<usize>,
    /// For each rank the two-bit codes of all people.
    codes: Vec<u8>,
    n_people: usize,
    /// For each rank, draw and code the scaled log-probabilities of all classes.
    tables: Vec<Group>,
}

/// SNPs that are read together when a panel is scored from scratch: their joint tables of 64 entries still fit in the
/// first-level cache, and building them costs less than the look-ups they save (1.6 times faster at 12 SNPs).
const JOINT: usize = 3;

/// A few SNPs read as one marker.
struct Joint<'a> {
    ranks: &'a [Rank],
    codes: Cow<'a, [u8]>,
}

/// A panel with the likelihoods of every tested person.
#[derive(Clone, Debug)]
pub struct ScoredClassification {
    panel: Vec<Rank>,
    /// Row after row, `n_groups` each.
    sums: Vec<Group>,
}

impl Classified {
    /// Learns all candidate SNPs of a problem in all draws.
    pub fn new(problem: &Problem, draws: &[Draw], smoothing: Smoothing) -> Classified {
        let n_classes = problem.n_classes();
        let n_groups = n_classes.div_ceil(LANES);
        let learning: Vec<&[usize]> = draws.iter().flat_map(|draw| draw.learning.iter().map(Vec::as_slice)).collect();
        let tally = Tally::new(&learning);
        let n_people = problem.n_people();
        let learn = |rank: Rank| {
            let packed = problem.genotypes().snp(rank.idx());
            let mut counts = vec![GenotypeCounts::default(); learning.len()];
            tally.count(packed, &mut counts);
            let tables: Vec<_> =
                counts.chunks(n_classes).flat_map(|classes| scaled_tables(classes, smoothing)).collect();
            let codes: Vec<u8> = (0..n_people).map(|place| unpack(packed, place).code()).collect();
            (tables, codes)
        };
        let learned: Vec<_> = problem.ranks().collect::<Vec<_>>().into_par_iter().map(learn).collect();
        let mut tables = Vec::with_capacity(learned.len() * draws.len() * N_CODES * n_groups);
        let mut codes = Vec::with_capacity(learned.len() * n_people);
        for (of_rank, codes_of_rank) in learned {
            tables.extend(of_rank);
            codes.extend(codes_of_rank);
        }
        let row = |&place: &usize| Row { place: place as u32, class: problem.class_of()[place] };
        Classified {
            n_groups,
            n_classes,
            rows: draws.iter().flat_map(|draw| draw.test.iter().map(row)).collect(),
            draw_sizes: draws.iter().map(|draw| draw.test.len()).collect(),
            codes,
            n_people,
            tables,
        }
    }

    /// V(M) itself: right answers per draw, averaged (equation 5.42).
    pub fn well_classified(&self, value: f64) -> f64 {
        value * self.n_classified() as f64 / self.draw_sizes.len() as f64
    }

    /// People classified in all draws together.
    fn n_classified(&self) -> usize {
        self.draw_sizes.iter().map(|size| size - size / ONE_IN_DISCARDED).sum()
    }

    /// The share of correct answers of each draw, for estimates of the spread (Table 5.16 takes the worst).
    pub fn value_by_draw(&self, scored: &ScoredClassification) -> Vec<f64> {
        let mut by_draw = Vec::new();
        self.count_right(Base::PerRow(&scored.sums), &[], |right, n_classified| {
            by_draw.push(right / n_classified as f64)
        });
        by_draw
    }

    fn codes(&self, rank: Rank) -> &[u8] {
        &self.codes[rank.idx() * self.n_people..][..self.n_people]
    }

    /// Tables of one rank in one draw: `n_groups` for each code.
    fn tables(&self, rank: Rank, draw: usize) -> &[Group] {
        let width = N_CODES * self.n_groups;
        &self.tables[(rank.idx() * self.draw_sizes.len() + draw) * width..][..width]
    }

    /// Calls `report` for each draw with its right answers and the number of people classified.
    fn count_right(&self, base: Base<'_>, more: &[Joint<'_>], mut report: impl FnMut(f64, usize)) {
        let mut confidences = Vec::with_capacity(self.draw_sizes.iter().copied().max().unwrap_or(0));
        let mut start = 0;
        for (draw, &size) in self.draw_sizes.iter().enumerate() {
            let rows = &self.rows[start..start + size];
            let base = match base {
                Base::Same(groups) => Base::Same(groups),
                Base::PerRow(groups) => Base::PerRow(&groups[start * self.n_groups..][..size * self.n_groups]),
            };
            let tables: Vec<Cow<'_, [Group]>> = more.iter().map(|joint| self.joint_tables(joint.ranks, draw)).collect();
            let addends: Vec<Addend<'_>> =
                more.iter().zip(&tables).map(|(joint, tables)| Addend { codes: &joint.codes, tables }).collect();
            confidences.clear();
            judge_rows(rows, base, &addends, self.n_groups, &mut confidences);
            report(right_among_confident(&mut confidences), size - size / ONE_IN_DISCARDED);
            start += size;
        }
    }

    fn share_right(&self, base: Base<'_>, more: &[Joint<'_>]) -> f64 {
        let mut right = 0.0;
        self.count_right(base, more, |right_in_draw, _| right += right_in_draw);
        right / self.n_classified() as f64
    }

    /// A few SNPs read as one marker: a person's joint code is made of the codes.
    fn joint<'a>(&'a self, ranks: &'a [Rank]) -> Joint<'a> {
        let mut codes = Cow::Borrowed(self.codes(ranks[0]));
        for &rank in &ranks[1..] {
            for (joint, &code) in codes.to_mut().iter_mut().zip(self.codes(rank)) {
                *joint = *joint * N_CODES as u8 + code;
            }
        }
        Joint { ranks, codes }
    }

    /// For each joint code the sums of log-probabilities.
    fn joint_tables(&self, ranks: &[Rank], draw: usize) -> Cow<'_, [Group]> {
        let mut joint = Cow::Borrowed(self.tables(ranks[0], draw));
        for &rank in &ranks[1..] {
            let mut larger = Vec::with_capacity(joint.len() * N_CODES);
            for left in joint.chunks_exact(self.n_groups) {
                for right in self.tables(rank, draw).chunks_exact(self.n_groups) {
                    larger.extend(
                        left.iter()
                            .zip(right)
                            .map(|(a, b)| std::array::from_fn::<i32, LANES, _>(|lane| a[lane] + b[lane])),
                    );
                }
            }
            joint = Cow::Owned(larger);
        }
        joint
    }

    /// Sums of a person of whom nothing is known.
    fn start(&self) -> Vec<Group> {
        let of_lane = |lane: usize| if lane < self.n_classes { 0 } else { NO_CLASS };
        (0..self.n_groups).map(|group| std::array::from_fn(|lane| of_lane(group * LANES + lane))).collect()
    }

    /// Adds (`sign` 1) or takes away (-1) a SNP.
    fn shift(&self, scored: &mut ScoredClassification, rank: Rank, sign: i32) {
        let codes = self.codes(rank);
        let mut start = 0;
        for (draw, &size) in self.draw_sizes.iter().enumerate() {
            let tables = self.tables(rank, draw);
            for (row, sums) in self.rows[start..start + size]
                .iter()
                .zip(scored.sums[start * self.n_groups..].chunks_exact_mut(self.n_groups))
            {
                let code = usize::from(codes[row.place as usize]);
                for (sum, table) in sums.iter_mut().zip(&tables[code * self.n_groups..]) {
                    for lane in 0..LANES {
                        sum[lane] += sign * table[lane];
                    }
                }
            }
            start += size;
        }
    }
}

/// Scaled log-probabilities of all classes for each code, in groups of eight; empty lanes add nothing.
fn scaled_tables(classes: &[GenotypeCounts], smoothing: Smoothing) -> Vec<Group> {
    let whole: GenotypeCounts = classes.iter().copied().sum();
    let logs: Vec<[i32; N_CODES]> = classes
        .iter()
        .map(|class| smoothing.probabilities(class, &whole).map(|p| (p.ln() * SCALE).round() as i32))
        .collect();
    let n_groups = classes.len().div_ceil(LANES);
    let group = |code: usize, group: usize| {
        std::array::from_fn(|lane| logs.get(group * LANES + lane).map_or(0, |log| log[code]))
    };
    (0..N_CODES).flat_map(|code| (0..n_groups).map(move |g| (code, g))).map(|(code, g)| group(code, g)).collect()
}

/// Right answers when the least confident twentieth is not classified; those who tie for the last place share it.
fn right_among_confident(confidences: &mut [u32]) -> f64 {
    let n_discarded = confidences.len() / ONE_IN_DISCARDED;
    let (below, &mut threshold, _) = confidences.select_nth_unstable(n_discarded);
    debug_assert_eq!(below.len(), n_discarded);
    let threshold = threshold >> 1;
    let [mut n_lower, mut n_equal, mut right_equal, mut right_higher] = [0u32; 4];
    for &confidence in confidences.iter() {
        let (ratio, is_right) = (confidence >> 1, confidence & 1);
        n_lower += u32::from(ratio < threshold);
        n_equal += u32::from(ratio == threshold);
        right_equal += is_right * u32::from(ratio == threshold);
        right_higher += is_right * u32::from(ratio > threshold);
    }
    let places = f64::from(n_lower + n_equal) - n_discarded as f64;
    f64::from(right_higher) + f64::from(right_equal) * places / f64::from(n_equal)
}

impl Objective for Classified {
    type Scored = ScoredClassification;

    fn empty(&self) -> ScoredClassification {
        ScoredClassification { panel: Vec::new(), sums: self.start().repeat(self.rows.len()) }
    }

    fn panel<'a>(&self, scored: &'a ScoredClassification) -> &'a [Rank] {
        &scored.panel
    }

    fn add(&self, scored: &mut ScoredClassification, rank: Rank) {
        self.shift(scored, rank, 1);
        scored.panel.push(rank);
    }

    fn remove(&self, scored: &mut ScoredClassification, place: usize) {
        let rank = scored.panel.remove(place);
        self.shift(scored, rank, -1);
    }

    fn value(&self, scored: &ScoredClassification) -> f64 {
        self.share_right(Base::PerRow(&scored.sums), &[])
    }

    fn value_with(&self, scored: &ScoredClassification, rank: Rank) -> f64 {
        self.share_right(Base::PerRow(&scored.sums), &[self.joint(&[rank])])
    }

    fn landscape(&self) -> Landscape {
        Landscape::Stepped
    }

    fn evaluate(&self, panel: &[Rank]) -> f64 {
        // Sums in registers and three SNPs to a look-up, instead of a scored panel in memory.
        let joints: Vec<Joint<'_>> = panel.chunks(JOINT).map(|ranks| self.joint(ranks)).collect();
        self.share_right(Base::Same(&self.start()), &joints)
    }

    fn confusion(&self, scored: &ScoredClassification) -> Vec<f32> {
        // The people of the first draw are enough for a forecast.
        let n_rows = self.draw_sizes.first().copied().unwrap_or(0);
        let mut confusion = vec![0f32; n_pairs(self.n_classes)];
        let mut posterior = vec![0f32; self.n_classes];
        for sums in scored.sums.chunks_exact(self.n_groups).take(n_rows) {
            let sums = &sums.as_flattened()[..self.n_classes];
            let best = sums.iter().copied().max().unwrap_or(0);
            for (share, sum) in posterior.iter_mut().zip(sums) {
                *share = ((sum - best) as f32 / SCALE as f32).exp();
            }
            let total: f32 = posterior.iter().sum();
            let mut pairs = confusion.iter_mut();
            for (k, left) in posterior.iter().enumerate() {
                for (right, sum) in posterior[k + 1..].iter().zip(pairs.by_ref()) {
                    *sum += left * right / (total * total);
                }
            }
        }
        confusion
    }
}
