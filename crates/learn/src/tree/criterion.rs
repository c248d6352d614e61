//! The fourteen quality criteria of van Niekerk 2014, section 3.4.2, with the suitability conditions of Table 3.1, and those of
//! `dependence.rs`.
//!
//! For a query `q` with outcomes `c`: descents `d`, wins `w`, losses `l = d - w`, winrate `r = w / d`; `C'` are the
//! outcomes with a descent. The query of largest quality is chosen. Where the thesis and its program (Oakfoam 0.2.0)
//! differ there is an option, and its values say which is which. S3 applies to WS and EWS as in the table; the sentence
//! of section 3.4.3 that assigns it to DS and EDS is a misprint. Differences that cannot change a ranking at one leaf
//! (weights `d_c` or `d_c / d_q`, binary or natural logarithms, the scale of NDS) are not options: the thesis's form is
//! used.

use super::dependence;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

use super::Precision;

/// The quality criterion of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "&'static str")]
pub enum Criterion {
    /// NDS, eq. 3.1: splits the descents in half between the last outcome and all others.
    NaiveDescentSplit,
    /// DS, eq. 3.2: splits the descents evenly.
    DescentSplit,
    /// WS, eq. 3.3: splits the wins evenly.
    WinSplit,
    /// LS, eq. 3.4: splits the losses evenly.
    LossSplit,
    /// EDS, eq. 3.5: entropy of the descents.
    EntropyDescentSplit,
    /// EWS, eq. 3.6: entropy of the wins.
    EntropyWinSplit,
    /// ELS, eq. 3.7: entropy of the losses.
    EntropyLossSplit,
    /// WRS, eq. 3.8: equal winrates.
    WinrateSplit,
    /// WLS, eq. 3.9: winrates far from the parent's.
    WinLossSeparate,
    /// WWLS, eq. 3.10: the same, weighted by descents. The thesis's best.
    WeightedWinLossSeparate,
    /// SS, eq. 3.11: winrates near 0 or 1, both directions on one scale.
    SymmetricSeparate,
    /// WSS, eq. 3.12: the same, weighted by descents.
    WeightedSymmetricSeparate,
    /// WE, eq. 3.13: one outcome that wins and one that loses.
    WinrateEntropy,
    /// WWE, eq. 3.14: the same, weighted by descents.
    WeightedWinrateEntropy,
    /// MI: mutual information of outcome and winning.
    MutualInformation,
    /// GR: the same over the entropy of the descents.
    GainRatio,
    /// CHI: Pearson's statistic of independence of outcome and winning.
    ChiSquare,
}

/// How an outcome without descents counts in DS, WS, LS and WRS.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EmptyOutcome {
    /// Thesis: its share is 0 (DS, WS, LS), it is ignored (WRS).
    #[default]
    Formula,
    /// Program: its share or winrate is taken as -1, so that it costs 1 more.
    MinusOne,
}

/// How many wins and losses S2 requires.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MinimumWinsAndLosses {
    /// Thesis: at least one of each.
    One,
    /// Program: at least two of each.
    #[default]
    Two,
}

/// Which winning and which losing outcome WE and WWE pair up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HomogeneousPair {
    /// Eq. 3.13 and 3.14: the best pair of two different outcomes.
    #[default]
    Disjoint,
    /// Eq. 3.15 and 3.16, and Table 3.1: each the best of all, possibly the same.
    Coinciding,
    /// Program: the best winning outcome, then the best losing one among the others. (The program's placeholder for
    /// outcomes without wins is not reproduced: its value is not known.)
    WinFirst,
}

/// All options together; the default is the thesis's formula except for S2, where one win and one loss are too few.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct CriterionOptions {
    /// See [`EmptyOutcome`].
    pub empty_outcome: EmptyOutcome,
    /// See [`MinimumWinsAndLosses`].
    pub minimum: MinimumWinsAndLosses,
    /// See [`HomogeneousPair`].
    pub pair: HomogeneousPair,
    /// See [`Precision`].
    #[serde(skip_serializing_if = "Precision::is_double")]
    pub precision: Precision,
}

impl CriterionOptions {
    /// The text and table of the thesis.
    pub const THESIS: CriterionOptions = CriterionOptions {
        empty_outcome: EmptyOutcome::Formula,
        minimum: MinimumWinsAndLosses::One,
        pair: HomogeneousPair::Coinciding,
        precision: Precision::Double,
    };
    /// The behaviour of Oakfoam 0.2.0.
    pub const PROGRAM: CriterionOptions = CriterionOptions {
        empty_outcome: EmptyOutcome::MinusOne,
        minimum: MinimumWinsAndLosses::Two,
        pair: HomogeneousPair::WinFirst,
        precision: Precision::Single,
    };

    fn minimum_count(&self) -> f64 {
        match self.minimum {
            MinimumWinsAndLosses::One => 1.0,
            MinimumWinsAndLosses::Two => 2.0,
        }
    }
}

/// Descents and wins of one outcome. Not unsigned: the program's way of counting NEW can make "none" negative.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outcome {
    /// How often the outcome was taken.
    pub descents: f64,
    /// How often by a winner.
    pub wins: f64,
}

impl Outcome {
    pub(super) fn losses(&self) -> f64 {
        self.descents - self.wins
    }

    pub(super) fn winrate(&self) -> f64 {
        self.wins / self.descents
    }
}

/// A name that is not a criterion.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown quality criterion {0:?}; known are NDS DS WS LS EDS EWS ELS WRS WLS WWLS SS WSS WE WWE MI GR CHI")]
pub struct UnknownCriterion(pub String);

impl Criterion {
    /// All fourteen in the order of Table 3.1.
    pub const ALL: [Criterion; 14] = [
        Criterion::NaiveDescentSplit,
        Criterion::DescentSplit,
        Criterion::WinSplit,
        Criterion::LossSplit,
        Criterion::EntropyDescentSplit,
        Criterion::EntropyWinSplit,
        Criterion::EntropyLossSplit,
        Criterion::WinrateSplit,
        Criterion::WinLossSeparate,
        Criterion::WeightedWinLossSeparate,
        Criterion::SymmetricSeparate,
        Criterion::WeightedSymmetricSeparate,
        Criterion::WinrateEntropy,
        Criterion::WeightedWinrateEntropy,
    ];

    /// Those that are not in the table.
    pub const BEYOND_THE_TABLE: [Criterion; 3] =
        [Criterion::MutualInformation, Criterion::GainRatio, Criterion::ChiSquare];

    /// All there are.
    pub fn every() -> impl Iterator<Item = Criterion> {
        Criterion::ALL.into_iter().chain(Criterion::BEYOND_THE_TABLE)
    }

    /// The thesis's abbreviation.
    pub fn abbreviation(self) -> &'static str {
        match self {
            Criterion::NaiveDescentSplit => "NDS",
            Criterion::DescentSplit => "DS",
            Criterion::WinSplit => "WS",
            Criterion::LossSplit => "LS",
            Criterion::EntropyDescentSplit => "EDS",
            Criterion::EntropyWinSplit => "EWS",
            Criterion::EntropyLossSplit => "ELS",
            Criterion::WinrateSplit => "WRS",
            Criterion::WinLossSeparate => "WLS",
            Criterion::WeightedWinLossSeparate => "WWLS",
            Criterion::SymmetricSeparate => "SS",
            Criterion::WeightedSymmetricSeparate => "WSS",
            Criterion::WinrateEntropy => "WE",
            Criterion::WeightedWinrateEntropy => "WWE",
            Criterion::MutualInformation => "MI",
            Criterion::GainRatio => "GR",
            Criterion::ChiSquare => "CHI",
        }
    }

    fn needs_wins_and_losses(self) -> bool {
        use Criterion::*;
        matches!(
            self,
            WinrateSplit
                | WinLossSeparate
                | WeightedWinLossSeparate
                | SymmetricSeparate
                | WeightedSymmetricSeparate
                | WinrateEntropy
                | WeightedWinrateEntropy
                | MutualInformation
                | GainRatio
                | ChiSquare
        )
    }

    /// Whether any query can be suitable at a leaf with these totals (S2, and what S3 and S4 imply).
    pub fn leaf_may_split(self, total: Outcome, options: CriterionOptions) -> bool {
        use Criterion::*;
        match self {
            WinSplit | EntropyWinSplit => total.wins >= 2.0,
            LossSplit | EntropyLossSplit => total.losses() >= 2.0,
            _ if self.needs_wins_and_losses() => total.wins.min(total.losses()) >= options.minimum_count(),
            _ => total.descents >= 2.0,
        }
    }

    /// Quality of a query, or `None` if a suitability condition fails. `total` is the sum over all descents.
    pub fn quality(self, outcomes: &[Outcome], total: Outcome, options: CriterionOptions) -> Option<f64> {
        use Criterion::*;
        let splits = |count: fn(&Outcome) -> f64| outcomes.iter().all(|c| count(c) < count(&total));
        let suitable = splits(|c| c.descents)
            && (!self.needs_wins_and_losses() || total.wins.min(total.losses()) >= options.minimum_count())
            && (!matches!(self, WinSplit | EntropyWinSplit) || splits(|c| c.wins))
            && (!matches!(self, LossSplit | EntropyLossSplit) || splits(|c| c.losses()));
        if !suitable {
            return None;
        }
        let precision = options.precision;
        let seen = || precision.in_order(outcomes).filter(|c| c.descents > 0.0);
        let parent = precision.round(total.winrate());
        let deviation = |c: &Outcome| precision.round(precision.round(c.winrate()) - parent).abs();
        let impurity = |c: &Outcome| impurity(precision.round(c.winrate()), parent, precision);
        Some(match self {
            NaiveDescentSplit => -(0.5 - outcomes[outcomes.len() - 1].descents / total.descents).abs(),
            DescentSplit => evenness(outcomes, |c| c.descents, total.descents, options),
            WinSplit => evenness(outcomes, |c| c.wins, total.wins, options),
            LossSplit => evenness(outcomes, |c| c.losses(), total.losses(), options),
            EntropyDescentSplit => entropy(outcomes, |c| c.descents, total.descents, precision),
            EntropyWinSplit => entropy(outcomes, |c| c.wins, total.wins, precision),
            EntropyLossSplit => entropy(outcomes, |c| c.losses(), total.losses(), precision),
            WinrateSplit => -precision.sum(precision.in_order(outcomes).filter_map(|c| match options.empty_outcome {
                _ if c.descents > 0.0 => Some(deviation(c)),
                EmptyOutcome::MinusOne if c.descents == 0.0 => Some(precision.round(1.0 + parent)),
                _ => None,
            })),
            WinLossSeparate => precision.sum(seen().map(deviation)),
            WeightedWinLossSeparate => precision.sum(seen().map(|c| precision.weight(c, total) * deviation(c))),
            SymmetricSeparate => -precision.sum(seen().map(impurity)),
            WeightedSymmetricSeparate => {
                -precision.sum(seen().map(|c| precision.round(precision.weight(c, total) * impurity(c))))
            }
            WinrateEntropy => best_pair(outcomes, |_| 1.0, options),
            WeightedWinrateEntropy => best_pair(outcomes, |c| precision.weight(c, total), options),
            MutualInformation => dependence::mutual_information(outcomes, total),
            GainRatio => dependence::gain_ratio(outcomes, total),
            ChiSquare => dependence::chi_square(outcomes, total),
        })
    }
}

/// `-Σ |1/|C| - share|`. An outcome whose descents are negative (see [`Outcome`]) costs nothing where empty ones cost more: the program
/// leaves it out.
fn evenness(outcomes: &[Outcome], count: fn(&Outcome) -> f64, total: f64, options: CriterionOptions) -> f64 {
    let precision = options.precision;
    let ideal = precision.round(1.0 / outcomes.len() as f64);
    let cost = |c: &Outcome| match options.empty_outcome {
        EmptyOutcome::MinusOne if c.descents == 0.0 => ideal + 1.0,
        EmptyOutcome::MinusOne if c.descents < 0.0 => 0.0,
        _ => precision.round(ideal - precision.round(count(c) / total)).abs(),
    };
    -precision.sum(precision.in_order(outcomes).map(cost))
}

/// `-Σ share log share`, with `0 log 0 = 0`.
fn entropy(outcomes: &[Outcome], count: fn(&Outcome) -> f64, total: f64, precision: Precision) -> f64 {
    let shares = precision.in_order(outcomes).map(|c| precision.round(count(c) / total));
    -precision.sum(shares.filter(|&share| share > 0.0).map(|share| share * precision.log(share)))
}

fn impurity(winrate: f64, parent: f64, precision: Precision) -> f64 {
    let of_losses = precision.round(precision.round(1.0 - winrate) / precision.round(1.0 - parent));
    precision.round(winrate / parent).min(of_losses)
}

/// The largest `weight log r_a + weight log (1 - r_b)`.
fn best_pair(outcomes: &[Outcome], weight: impl Fn(&Outcome) -> f64, options: CriterionOptions) -> f64 {
    let precision = options.precision;
    let seen = || precision.in_order(outcomes).enumerate().filter(|(_, c)| c.descents > 0.0);
    let term = |c: &Outcome, rate: f64| precision.round(weight(c) * precision.log(rate));
    let winrate = |c: &Outcome| precision.round(c.winrate());
    let win = |c: &Outcome| if c.wins > 0.0 { term(c, winrate(c)) } else { f64::NEG_INFINITY };
    let lossrate = |c: &Outcome| precision.round(1.0 - winrate(c));
    let loss = |c: &Outcome| if c.losses() > 0.0 { term(c, lossrate(c)) } else { f64::NEG_INFINITY };
    let best_loss =
        |except: usize| seen().filter(|(i, _)| *i != except).map(|(_, c)| loss(c)).fold(f64::NEG_INFINITY, f64::max);
    let sum = match options.pair {
        HomogeneousPair::Coinciding => {
            seen().map(|(_, c)| win(c)).fold(f64::NEG_INFINITY, f64::max) + best_loss(usize::MAX)
        }
        HomogeneousPair::Disjoint => seen().map(|(i, c)| win(c) + best_loss(i)).fold(f64::NEG_INFINITY, f64::max),
        HomogeneousPair::WinFirst => {
            let mut best = (usize::MAX, f64::NEG_INFINITY);
            for (i, c) in seen() {
                if win(c) > best.1 {
                    best = (i, win(c));
                }
            }
            best.1 + best_loss(best.0)
        }
    };
    precision.round(sum)
}

impl fmt::Display for Criterion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.abbreviation())
    }
}

impl From<Criterion> for &'static str {
    fn from(criterion: Criterion) -> &'static str {
        criterion.abbreviation()
    }
}

impl TryFrom<String> for Criterion {
    type Error = UnknownCriterion;

    fn try_from(name: String) -> Result<Self, UnknownCriterion> {
        name.parse()
    }
}

impl FromStr for Criterion {
    type Err = UnknownCriterion;

    fn from_str(name: &str) -> Result<Self, UnknownCriterion> {
        Criterion::every()
            .find(|c| c.abbreviation().eq_ignore_ascii_case(name))
            .ok_or_else(|| UnknownCriterion(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn outcomes(counts: &[(u32, u32)]) -> (Vec<Outcome>, Outcome) {
        let list: Vec<Outcome> =
            counts.iter().map(|&(d, w)| Outcome { descents: f64::from(d), wins: f64::from(w) }).collect();
        let total =
            Outcome { descents: list.iter().map(|c| c.descents).sum(), wins: list.iter().map(|c| c.wins).sum() };
        (list, total)
    }

    fn quality(criterion: Criterion, counts: &[(u32, u32)], options: CriterionOptions) -> Option<f64> {
        let (list, total) = outcomes(counts);
        criterion.quality(&list, total, options)
    }

    /// Each formula worked out by hand for outcomes (60 descents, 9 wins), (30, 1), (10, 2): d = 100, w = 12.
    #[test]
    fn formulas_by_hand() {
        let counts = [(60, 9), (30, 1), (10, 2)];
        let log2 = f64::log2;
        let h = |p: [f64; 3]| -p.iter().map(|x| x * log2(*x)).sum::<f64>();
        let third = 1.0 / 3.0;
        let (r, ra, rb, rc) = (0.12, 0.15, 1.0 / 30.0, 0.2);
        let symmetric = |x: f64| f64::min(x / r, (1.0 - x) / (1.0 - r));
        // What winning still surprises by, in all descents, before the answer and after it.
        let surprise = |n: f64, x: f64| -n * (x * log2(x) + (1.0 - x) * log2(1.0 - x));
        let gain = surprise(100.0, r) - surprise(60.0, ra) - surprise(30.0, rb) - surprise(10.0, rc);
        let expected = [
            ("NDS", -0.4),
            ("DS", -((0.6 - third) + (third - 0.3) + (third - 0.1))),
            ("WS", -((0.75 - third) + (third - 1.0 / 12.0) + (third - 1.0 / 6.0))),
            ("LS", -((51.0 / 88.0 - third) + (third - 29.0 / 88.0) + (third - 8.0 / 88.0))),
            ("EDS", h([0.6, 0.3, 0.1])),
            ("EWS", h([9.0 / 12.0, 1.0 / 12.0, 2.0 / 12.0])),
            ("ELS", h([51.0 / 88.0, 29.0 / 88.0, 8.0 / 88.0])),
            ("WRS", -((ra - r) + (r - rb) + (rc - r))),
            ("WLS", (ra - r) + (r - rb) + (rc - r)),
            ("WWLS", 60.0 * (ra - r) + 30.0 * (r - rb) + 10.0 * (rc - r)),
            ("SS", -(symmetric(ra) + symmetric(rb) + symmetric(rc))),
            ("WSS", -(60.0 * symmetric(ra) + 30.0 * symmetric(rb) + 10.0 * symmetric(rc))),
            ("WE", log2(rc) + log2(1.0 - rb)),
            ("WWE", 10.0 * log2(rc) + 30.0 * log2(1.0 - rb)),
            ("MI", gain),
            ("GR", gain / (100.0 * h([0.6, 0.3, 0.1]))),
            ("CHI", (60.0 * (ra - r).powi(2) + 30.0 * (rb - r).powi(2) + 10.0 * (rc - r).powi(2)) / (0.12 * 0.88)),
        ];
        for (name, value) in expected {
            let criterion: Criterion = name.parse().expect("a known name");
            let ours = quality(criterion, &counts, CriterionOptions::default()).expect("suitable");
            assert!((ours - value).abs() < 1e-12, "{name}: {ours}, by hand {value}");
        }
        // With coinciding pairs WWE may take the small outcome twice.
        let thesis = quality(Criterion::WeightedWinrateEntropy, &counts, CriterionOptions::THESIS).expect("suitable");
        assert!((thesis - (10.0 * log2(rc) + f64::max(30.0 * log2(1.0 - rb), 10.0 * log2(1.0 - rc)))).abs() < 1e-12);
    }

    /// Table 3.1, column by column: which condition excludes which criterion.
    #[test]
    fn suitability_as_in_the_table() {
        let names = |counts: &[(u32, u32)], options| -> Vec<&'static str> {
            Criterion::ALL
                .into_iter()
                .filter(|c| quality(*c, counts, options).is_none())
                .map(Criterion::abbreviation)
                .collect()
        };
        let thesis = CriterionOptions::THESIS;
        assert_eq!(names(&[(50, 5), (0, 0)], thesis).len(), 14, "S1: everything went to one outcome");
        let s2 = ["WRS", "WLS", "WWLS", "SS", "WSS", "WE", "WWE"];
        let separate_and_wins = [&["WS", "EWS"][..], &s2].concat();
        assert_eq!(names(&[(50, 0), (10, 0)], thesis), separate_and_wins, "S2 and S3: no wins");
        assert_eq!(names(&[(50, 5), (10, 0)], thesis), ["WS", "EWS"], "S3: all wins in one outcome");
        assert_eq!(names(&[(50, 5), (10, 10)], thesis), ["LS", "ELS"], "S4: all losses in one outcome");
        assert_eq!(names(&[(50, 1), (10, 0)], CriterionOptions::default()), separate_and_wins, "the program wants two");
    }

    /// Beyond the table: where winning does not depend on the outcome there is nothing to gain, and never less than that.
    #[test]
    fn dependence_is_nothing_for_equal_winrates() {
        for criterion in Criterion::BEYOND_THE_TABLE {
            let of = |counts: &[(u32, u32)]| quality(criterion, counts, CriterionOptions::default());
            assert!(of(&[(60, 6), (30, 3), (10, 1)]).expect("suitable").abs() < 1e-12, "{criterion}");
            assert!(
                of(&[(60, 0), (30, 6), (10, 4)]).expect("suitable")
                    > of(&[(60, 5), (30, 4), (10, 1)]).expect("suitable")
            );
            assert_eq!(of(&[(60, 1), (40, 0)]), None, "{criterion}: one win is too few");
            assert_eq!(of(&[(60, 9), (0, 0)]), None, "{criterion}: one outcome has everything");
        }
    }

    #[test]
    fn the_programs_empty_outcomes_cost_one_more() {
        let counts = [(60, 9), (40, 3), (0, 0)];
        for (name, penalty) in [("DS", 1.0), ("WS", 1.0), ("LS", 1.0), ("WRS", 1.12)] {
            let criterion: Criterion = name.parse().expect("a known name");
            let thesis = quality(criterion, &counts, CriterionOptions::default()).expect("suitable");
            let exactly = CriterionOptions { precision: Precision::Double, ..CriterionOptions::PROGRAM };
            let program = quality(criterion, &counts, exactly).expect("suitable");
            assert!((thesis - program - penalty).abs() < 1e-12, "{name}: {thesis} {program}");
        }
    }

    #[test]
    fn names_read_back() {
        for criterion in Criterion::every() {
            assert_eq!(criterion.to_string().to_lowercase().parse(), Ok(criterion));
            let json = serde_json::to_string(&criterion).expect("serialises");
            assert_eq!(serde_json::from_str::<Criterion>(&json).expect("reads back"), criterion);
        }
        assert_eq!("XYZ".parse::<Criterion>(), Err(UnknownCriterion("XYZ".into())));
    }

    /// For WWLS it is the same whether 617 descents below the parent's winrate stay
    /// together or are divided. In single precision the division seems better, so that the query with more outcomes replaces the earlier one.
    #[test]
    fn single_precision_breaks_ties_of_wwls() {
        let (whole, divided) = ([(383, 4), (617, 1)], [(383, 4), (234, 0), (383, 1)]);
        let gain = |options| {
            let of = |counts: &[_]| quality(Criterion::WeightedWinLossSeparate, counts, options).expect("suitable");
            of(&divided) - of(&whole)
        };
        assert_eq!(gain(CriterionOptions::default()), 0.0);
        let single = gain(CriterionOptions::PROGRAM);
        assert!(single > 0.0 && single < 1e-8, "{single}");
    }

    /// The program's counting can make "none" negative; it then costs nothing, where an empty outcome costs 1 more.
    #[test]
    fn negative_outcomes_are_left_out_by_the_program() {
        let total = Outcome { descents: 10.0, wins: 4.0 };
        let found = |descents: f64| Outcome { descents, wins: 2.0 };
        let none = |descents: f64| Outcome { descents, wins: 0.0 };
        let cost = |outcomes: &[Outcome]| {
            -Criterion::WinSplit.quality(outcomes, total, CriterionOptions::PROGRAM).expect("suitable")
        };
        let third = 2.0 * (1.0 / 2.0 - 1.0 / 3.0);
        assert!((cost(&[found(6.0), found(6.0), none(-2.0)]) - third).abs() < 1e-6);
        assert!((cost(&[found(5.0), found(5.0), none(0.0)]) - third - 4.0 / 3.0).abs() < 1e-6);
    }

    proptest! {
        /// Suitable queries have a finite quality that does not depend on the order of outcomes (NDS aside), and a
        /// leaf that may not split has no suitable query.
        #[test]
        fn quality_laws(
            counts in prop::collection::vec((0u32..50, 0.0f64..=1.0), 2..5),
            program in any::<bool>(),
        ) {
            let counts: Vec<(u32, u32)> = counts.iter().map(|&(d, r)| (d, (f64::from(d) * r) as u32)).collect();
            let mut turned = counts.clone();
            turned.rotate_left(1);
            let options = if program { CriterionOptions::PROGRAM } else { CriterionOptions::default() };
            let total = outcomes(&counts).1;
            for criterion in Criterion::every() {
                let here = quality(criterion, &counts, options);
                if let Some(value) = here {
                    prop_assert!(value.is_finite(), "{criterion}: {value}");
                    prop_assert!(criterion.leaf_may_split(total, options), "{criterion}");
                    let there = quality(criterion, &turned, options).expect("suitability has no order");
                    // WinFirst breaks ties by order, NDS names the last outcome.
                    if criterion != Criterion::NaiveDescentSplit && !program {
                        prop_assert!((value - there).abs() < 1e-9, "{criterion}: {value} {there}");
                    }
                }
            }
        }

        /// Single precision is another rounding of the same formulas: up to the base of logarithms and the unit of weights nothing else differs.
        #[test]
        fn single_precision_rounds_the_same_quality(
            counts in prop::collection::vec((0u32..400, 0.0f64..0.3), 2..5),
        ) {
            let counts: Vec<(u32, u32)> = counts.iter().map(|&(d, r)| (d, (f64::from(d) * r) as u32)).collect();
            let total = outcomes(&counts).1;
            // WinFirst breaks ties by order, and the order is part of the precision.
            let single = CriterionOptions { pair: HomogeneousPair::Disjoint, ..CriterionOptions::PROGRAM };
            let double = CriterionOptions { precision: Precision::Double, ..single };
            for criterion in Criterion::ALL {
                let [single, double] = [single, double].map(|options| quality(criterion, &counts, options));
                prop_assert_eq!(single.is_some(), double.is_some(), "{}: suitability is exact", criterion);
                let (Some(single), Some(double)) = (single, double) else { continue };
                let per_descent = if criterion.abbreviation().starts_with("WW") || criterion == Criterion::WeightedSymmetricSeparate {
                    1.0 / total.descents
                } else {
                    1.0
                };
                let natural = if criterion.abbreviation().starts_with('E') || criterion.abbreviation().ends_with("WE") {
                    std::f64::consts::LN_2
                } else {
                    1.0
                };
                prop_assert!((single - double * per_descent * natural).abs() < 1e-4, "{criterion}: {single} {double}");
            }
        }

        #[test]
        fn two_outcomes_make_nds_and_ds_agree(a in (1u32..100, 0u32..1), b in (1u32..100, 0u32..1)) {
            let nds = quality(Criterion::NaiveDescentSplit, &[a, b], CriterionOptions::default());
            let ds = quality(Criterion::DescentSplit, &[a, b], CriterionOptions::default());
            prop_assert!((2.0 * nds.expect("suitable") - ds.expect("suitable")).abs() < 1e-12);
        }
    }
}
