//! The fourteen quality criteria of van Niekerk 2014, section 3.4.2, with the suitability conditions of Table 3.1, and those of
//! `dependence.rs`.
//!
//! For a query `q` with outcomes `c`: descents `d`, wins `w`, losses `l = d - w`, winrate `r = w / d`; `C'` are the
//! outcomes with a descent. The query of largest quality is chosen. Where the thesis and its program (Oakfoam 0.2.0)
//! differ there is an option, and its values say which is which. S3 applies to WS and EWS as in the table; the sentence
//! of section 3.4.3 that assigns it to DS and EDS is a misprint. Differences that cannot change a ranking at one leaf
//! (weights `d_c` or `d_c / d_q`, binary or natural logarithms, the scale of NDS) are not options: the thesis's form is
//! used.

use super::{Precision, dependence};
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
mod tests;
