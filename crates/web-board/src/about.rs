//! The first request of the page: version, models, the collection of games, rule sets, levels, handicap points.

use std::collections::BTreeMap;

use go_board::{BoardSize, RuleSet, fixed_handicap, max_fixed_handicap};
use go_models::Predictors;
use serde_json::{Value, json};

/// Boards that the page offers by name; others are typed in.
const OFFERED: [usize; 3] = [9, 13, 19];

/// All of it.
pub(crate) fn about(version: &str, predictors: &Predictors, collection: &str, n_problems: usize) -> Value {
    let levels = (1..=20).rev().map(|n| format!("{n}k")).chain((1..=3).map(|n| format!("{n}d")));
    let rules = RuleSet::ALL.map(|set| json!({ "name": set.name(), "komi": set.default_komi() }));
    let models = predictors.iter().map(|model| json!({ "name": model.name, "sizes": model.board_sizes }));
    let used: BTreeMap<usize, usize> =
        (1..=25).filter_map(|n| Some((n, predictors.index_for(BoardSize::new(n).ok()?)))).collect();
    json!({
        "version": version,
        "levels": levels.collect::<Vec<_>>(),
        "rules": rules,
        "collection": collection,
        "problems": n_problems,
        "models": models.collect::<Vec<_>>(),
        "model_of_size": used,
        "handicap": handicap_points(),
        "sizes": OFFERED,
        "definitions": goban_svg::definitions().to_string(),
    })
}

/// Size, then number of stones, then their points.
fn handicap_points() -> BTreeMap<u8, BTreeMap<usize, Vec<String>>> {
    let of = |size: BoardSize| {
        let named =
            |n: usize| Some((n, fixed_handicap(size, n).ok()?.into_iter().map(|point| size.name(point)).collect()));
        (2..=max_fixed_handicap(size)).filter_map(named).collect()
    };
    (1..=25).filter_map(|n| BoardSize::new(n).ok()).map(|size| (size.get(), of(size))).collect()
}
