//! Comparisons between predictors of the equal-data track under the first seed.

use std::collections::BTreeMap;

use go_models::evaluate::EvaluationLog;
use go_models::{PairedDifference, paired_difference};
use learn::stats::holm;

use super::{Results, Sizes};

/// Every predictor against the reference, with the p-values of McNemar's test corrected by Holm's method.
pub(super) struct AgainstReference {
    /// By predictor.
    pub(super) differences: BTreeMap<usize, (PairedDifference, f64)>,
}

impl AgainstReference {
    pub(super) fn new(results: &Results, predictors: &[usize], reference: usize, sizes: &Sizes) -> AgainstReference {
        let judge = first_seed(results, reference, sizes);
        let differences: Vec<(usize, PairedDifference)> = predictors
            .iter()
            .filter(|&&predictor| predictor != reference)
            .filter_map(|&predictor| {
                let own = first_seed(results, predictor, sizes)?;
                Some((predictor, paired_difference(own, judge?)?))
            })
            .collect();
        let corrected = holm(&differences.iter().map(|(_, paired)| paired.mcnemar_p).collect::<Vec<_>>());
        let differences = differences.into_iter().zip(corrected);
        AgainstReference { differences: differences.map(|((i, paired), p)| (i, (paired, p))).collect() }
    }
}

/// The answers under the first seed: intervals over games need every test game once.
pub(super) fn first_seed<'r>(results: &'r Results, predictor: usize, sizes: &Sizes) -> Option<&'r EvaluationLog> {
    let key = super::CellKey { predictor, n_games: sizes.train_games, seed: sizes.seeds[0] };
    results.get(&key).map(|cell| &cell.log)
}

/// The share of positions wrong by the second that the first has right.
pub(super) fn complement(first: &EvaluationLog, second: &EvaluationLog) -> f64 {
    paired_difference(first, second).map_or(f64::NAN, |paired| {
        let wrong = paired.only_one_right[0] + paired.both_wrong;
        paired.only_one_right[0] as f64 / wrong.max(1) as f64
    })
}
