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
}

impl CriterionOptions {
    /// The text and table of the thesis.
    pub const THESIS: CriterionOptions = CriterionOptions {
        empty_outcome: EmptyOutcome::Formula,
        minimum: MinimumWinsAndLosses::One,
        pair: HomogeneousPair::Coinciding,
    };
    /// The behaviour of Oakfoam 0.2.0.
    pub const PROGRAM: CriterionOptions = CriterionOptions {
        empty_outcome: EmptyOutcome::MinusOne,
        minimum: MinimumWinsAndLosses::Two,
        pair: HomogeneousPair::WinFirst,
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
        let seen = || outcomes.iter().filter(|c| c.descents > 0.0);
        let parent = total.winrate();
        Some(match self {
            NaiveDescentSplit => -(0.5 - outcomes[outcomes.len() - 1].descents / total.descents).abs(),
            DescentSplit => evenness(outcomes, |c| c.descents, total.descents, options),
            WinSplit => evenness(outcomes, |c| c.wins, total.wins, options),
            LossSplit => evenness(outcomes, |c| c.losses(), total.losses(), options),
            EntropyDescentSplit => entropy(outcomes, |c| c.descents, total.descents),
            EntropyWinSplit => entropy(outcomes, |c| c.wins, total.wins),
            EntropyLossSplit => entropy(outcomes, |c| c.losses(), total.losses()),
            WinrateSplit => {
                let empty = match options.empty_outcome {
                    EmptyOutcome::Formula => 0.0,
                    EmptyOutcome::MinusOne => (outcomes.len() - seen().count()) as f64 * (1.0 + parent),
                };
                -seen().map(|c| (c.winrate() - parent).abs()).sum::<f64>() - empty
            }
            WinLossSeparate => seen().map(|c| (c.winrate() - parent).abs()).sum(),
            WeightedWinLossSeparate => seen().map(|c| c.descents * (c.winrate() - parent).abs()).sum(),
            SymmetricSeparate => -seen().map(|c| impurity(c, parent)).sum::<f64>(),
            WeightedSymmetricSeparate => -seen().map(|c| c.descents * impurity(c, parent)).sum::<f64>(),
            WinrateEntropy => best_pair(outcomes, |_| 1.0, options.pair),
            WeightedWinrateEntropy => best_pair(outcomes, |c| c.descents, options.pair),
            MutualInformation => dependence::mutual_information(outcomes, total),
            GainRatio => dependence::gain_ratio(outcomes, total),
            ChiSquare => dependence::chi_square(outcomes, total),
        })
    }
}

/// `-Σ |1/|C| - share|`.
fn evenness(outcomes: &[Outcome], count: fn(&Outcome) -> f64, total: f64, options: CriterionOptions) -> f64 {
    let ideal = 1.0 / outcomes.len() as f64;
    -outcomes
        .iter()
        .map(|c| {
            if c.descents <= 0.0 && options.empty_outcome == EmptyOutcome::MinusOne {
                ideal + 1.0
            } else {
                (ideal - count(c) / total).abs()
            }
        })
        .sum::<f64>()
}

/// `-Σ share log2 share`, with `0 log 0 = 0`.
fn entropy(outcomes: &[Outcome], count: fn(&Outcome) -> f64, total: f64) -> f64 {
    -outcomes
        .iter()
        .map(|c| count(c) / total)
        .filter(|&share| share > 0.0)
        .map(|share| share * share.log2())
        .sum::<f64>()
}

fn impurity(outcome: &Outcome, parent: f64) -> f64 {
    (outcome.winrate() / parent).min((1.0 - outcome.winrate()) / (1.0 - parent))
}

/// The largest `weight log2 r_a + weight log2 (1 - r_b)`.
fn best_pair(outcomes: &[Outcome], weight: fn(&Outcome) -> f64, pair: HomogeneousPair) -> f64 {
    let seen = || outcomes.iter().enumerate().filter(|(_, c)| c.descents > 0.0);
    let win = |c: &Outcome| if c.wins > 0.0 { weight(c) * c.winrate().log2() } else { f64::NEG_INFINITY };
    let loss = |c: &Outcome| if c.losses() > 0.0 { weight(c) * (1.0 - c.winrate()).log2() } else { f64::NEG_INFINITY };
    let best_loss =
        |except: usize| seen().filter(|(i, _)| *i != except).map(|(_, c)| loss(c)).fold(f64::NEG_INFINITY, f64::max);
    match pair {
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
    }
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
            let program = quality(criterion, &counts, CriterionOptions::PROGRAM).expect("suitable");
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

        #[test]
        fn two_outcomes_make_nds_and_ds_agree(a in (1u32..100, 0u32..1), b in (1u32..100, 0u32..1)) {
            let nds = quality(Criterion::NaiveDescentSplit, &[a, b], CriterionOptions::default());
            let ds = quality(Criterion::DescentSplit, &[a, b], CriterionOptions::default());
            prop_assert!((2.0 * nds.expect("suitable") - ds.expect("suitable")).abs() < 1e-12);
        }
    }
}
