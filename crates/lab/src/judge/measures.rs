//! What is measured about positions and changes: how our values agree with the referee's.
//!
//! Rank correlations are Spearman's. Logits are `ln(p / (1 - p))` with `p` kept within [0.1%, 99.9%], so that a certain referee does not decide alone;
//! their slope is 1 for judges equally sure, less if ours is more timid.

use learn::stats::{LeastSquares, UnitSpearman};

use super::judged_game::Values;
use super::paired_game::PairedGame;
use super::stage::Stage;
use super::statistic::Statistic;

/// How a number is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// A correlation or a slope.
    Plain,
    /// A share of cases, as a percentage and as a count.
    Share,
    /// A mean win rate, as a percentage.
    WinRate,
    /// A difference of win rates, with its sign.
    WinDifference,
    /// Points of the score.
    Points,
    /// Points with their sign.
    PointDifference,
}

/// One row of the table.
pub(super) struct Measure {
    pub(super) key: &'static str,
    pub(super) words: &'static str,
    pub(super) unit: Unit,
    /// Whether the stages are shown one by one, too.
    pub(super) by_stage: bool,
    pub(super) of: fn(&[PairedGame], Stage) -> Statistic,
}

/// Logits are taken of no larger chance, nor of a smaller one than its complement.
const SUREST: f64 = 0.999;

/// All about positions and changes.
pub(super) const MEASURES: &[Measure] = &[
    Measure {
        key: "win_rate_rank_correlation",
        words: "win rate, rank correlation",
        unit: Unit::Plain,
        by_stage: true,
        of: |games, stage| correlation(games, stage, |ours, theirs| Some((ours.win, theirs.win))),
    },
    Measure {
        key: "lead_rank_correlation",
        words: "score lead, rank correlation",
        unit: Unit::Plain,
        by_stage: true,
        of: |games, stage| correlation(games, stage, |ours, theirs| ours.lead.zip(theirs.lead)),
    },
    Measure {
        key: "win_rate_mean_difference",
        words: "win rate, mean difference",
        unit: Unit::WinRate,
        by_stage: true,
        of: |games, stage| mean(games, stage, |ours, theirs| Some((ours.win - theirs.win).abs())),
    },
    Measure {
        key: "lead_mean_difference",
        words: "score lead, mean difference",
        unit: Unit::Points,
        by_stage: true,
        of: |games, stage| mean(games, stage, |ours, theirs| Some((ours.lead? - theirs.lead?).abs())),
    },
    Measure {
        key: "win_rate_change_rank_correlation",
        words: "win rate, change from move to move, rank correlation",
        unit: Unit::Plain,
        by_stage: true,
        of: |games, stage| changes(games, stage, |values| Some(values.win)),
    },
    Measure {
        key: "lead_change_rank_correlation",
        words: "score lead, change from move to move, rank correlation",
        unit: Unit::Plain,
        by_stage: true,
        of: |games, stage| changes(games, stage, |values| values.lead),
    },
    Measure {
        key: "logit_slope",
        words: "slope of our logits on theirs",
        unit: Unit::Plain,
        by_stage: true,
        of: slope,
    },
    Measure {
        key: "win_rate_where_referee_95_to_99",
        words: "our win rate where the referee says 95-99%",
        unit: Unit::WinRate,
        by_stage: false,
        of: |games, stage| where_sure(games, stage, |sure| (0.95..=0.99).contains(&sure)),
    },
    Measure {
        key: "win_rate_where_referee_over_99",
        words: "our win rate where the referee says over 99%",
        unit: Unit::WinRate,
        by_stage: false,
        of: |games, stage| where_sure(games, stage, |sure| sure > 0.99),
    },
    Measure {
        key: "win_rate_largest",
        words: "our largest win rate, of either side",
        unit: Unit::WinRate,
        by_stage: false,
        of: largest,
    },
    Measure {
        key: "sign_disagreement_share",
        words: "positions where our win rate and our lead name different sides",
        unit: Unit::Share,
        by_stage: true,
        of: |games, stage| mean(games, stage, |ours, _| ours.lead.map(|lead| f64::from((ours.win - 0.5) * lead < 0.0))),
    },
];

/// The positions of a stage that both judged: ours, theirs.
fn positions(game: &PairedGame, stage: Stage) -> impl Iterator<Item = (Values, Values)> {
    game.positions().filter(move |(ply, ..)| stage.holds(*ply)).map(|(_, ours, theirs)| (ours, theirs))
}

fn correlation(games: &[PairedGame], stage: Stage, of: fn(Values, Values) -> Option<(f64, f64)>) -> Statistic {
    let numbered = games.iter().enumerate();
    let of_game = |(n, game)| positions(game, stage).filter_map(move |(a, b)| of(a, b)).map(move |(a, b)| (n, a, b));
    Statistic::Correlation(UnitSpearman::new(numbered.flat_map(of_game)))
}

fn mean(games: &[PairedGame], stage: Stage, of: impl Fn(Values, Values) -> Option<f64>) -> Statistic {
    mean_by_game(games, |game| positions(game, stage).filter_map(|(ours, theirs)| of(ours, theirs)).collect())
}

/// The mean over all values that the games give.
pub(super) fn mean_by_game(games: &[PairedGame], of: impl Fn(&PairedGame) -> Vec<f64>) -> Statistic {
    let sum = |values: Vec<f64>| (values.iter().sum::<f64>(), values.len());
    Statistic::Mean(games.iter().map(|game| sum(of(game))).collect())
}

/// The changes from the positions of a stage to the next ones. Rounded: differences of equal decimal fractions differ in their last digits, and ranks would
/// order them by that.
fn changes(games: &[PairedGame], stage: Stage, of: fn(Values) -> Option<f64>) -> Statistic {
    let mut observations = Vec::new();
    for (n, game) in games.iter().enumerate() {
        let judged: Vec<(usize, Values, Values)> = game.positions().collect();
        let steps = judged.windows(2).filter(|pair| pair[1].0 == pair[0].0 + 1 && stage.holds(pair[0].0));
        let change = |before, after| Some(((of(after)? - of(before)?) * 1e9).round() / 1e9);
        let of_step =
            |pair: &[(usize, Values, Values)]| Some((n, change(pair[0].1, pair[1].1)?, change(pair[0].2, pair[1].2)?));
        observations.extend(steps.filter_map(of_step));
    }
    Statistic::Correlation(UnitSpearman::new(observations))
}

fn logit(p: f64) -> f64 {
    let p = p.clamp(1.0 - SUREST, SUREST);
    (p / (1.0 - p)).ln()
}

fn slope(games: &[PairedGame], stage: Stage) -> Statistic {
    let of_game = |game| {
        let mut line = LeastSquares::default();
        positions(game, stage).for_each(|(ours, theirs)| line.add(logit(theirs.win), logit(ours.win)));
        line
    };
    Statistic::Slope(games.iter().map(of_game).collect())
}

/// Our win rate of the side that the referee favours, where it is so sure.
fn where_sure(games: &[PairedGame], stage: Stage, is_so_sure: fn(f64) -> bool) -> Statistic {
    mean(games, stage, |ours, theirs| {
        let (sure, ours) = if theirs.win >= 0.5 { (theirs.win, ours.win) } else { (1.0 - theirs.win, 1.0 - ours.win) };
        is_so_sure(sure).then_some(ours)
    })
}

fn largest(games: &[PairedGame], stage: Stage) -> Statistic {
    let of_game = |game| positions(game, stage).map(|(ours, _)| ours.win.max(1.0 - ours.win)).reduce(f64::max);
    Statistic::Largest(games.iter().map(of_game).collect())
}
