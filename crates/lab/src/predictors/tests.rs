//! The shipped study is sound, mistakes in a study are named, and a small run is resumed and reported.

use std::collections::BTreeSet;

use go_models::registry::KINDS;
use report::progress::Silent;
use tempfile::tempdir;

use super::*;
use crate::study::{Scale, small_games};

#[test]
fn the_shipped_study_has_every_kind_and_grows_with_the_games() {
    let study = &predictor_studies()[0];
    let kinds: BTreeSet<&str> = study
        .predictors
        .iter()
        .map(|predictor| predictor.config_for(Scale::Paper, 400, 1).expect("a sound study").kind())
        .collect();
    for kind in ["frequency", "instance", "spatial", "iterated", "fate", "factor", "mixture"] {
        assert!(kinds.contains(kind) && KINDS.iter().any(|known| known.name == kind), "{kind}");
    }
    let factor = study.find("factor").expect("the factor model");
    let [few, many] = [100, 400].map(|n| factor.config_for(Scale::Paper, n, 1).expect("a sound study"));
    assert_ne!(few, many, "n-positions follows the number of games");
}

#[test]
fn mistakes_in_a_study_are_named() {
    let text = |change: (&str, &str)| {
        let text = include_str!("../../../../experiments/predictors.toml");
        assert!(text.contains(change.0), "{}", change.0);
        text.replacen(change.0, change.1, 1)
    };
    let refused = |change| format!("{:#}", PredictorStudy::from_toml("s", &text(change)).expect_err("refused"));
    assert!(refused(("reference = \"factor\"", "reference = \"oracle\"")).contains("no predictor \"oracle\""));
    assert!(refused(("kind = \"frequency\"", "kind = \"oracle\"")).contains("\"oracle\""));
    assert!(refused(("members = [\"distance\"", "members = [\"mixture\"")).contains("not a predictor before it"));
    assert!(refused(("label = \"distance\"", "label = \"uniform\"")).contains("is there twice"));
    assert!(refused(("train-games", "n-games")).contains("n-games"));
}

/// A study of three cheap predictors: run, resumed from its cells, and reported.
#[test]
fn a_small_run_is_resumed_and_reported() {
    let text = r#"
        title = "Test"
        reference = "distance"
        small = { train-games = 20, curve = [10], tuning-games = 12, validation-games = 5, test-games = 6, seeds = [1, 2], seconds = 60.0 }
        paper = { train-games = 20, curve = [], tuning-games = 5, validation-games = 5, test-games = 6, seeds = [1], seconds = 60.0 }
        [[predictor]]
        label = "uniform"
        recent-moves = false
        config = { kind = "frequency", by = "nothing" }
        [[predictor]]
        label = "distance"
        recent-moves = true
        config = { kind = "frequency", by = "distance" }
        [[predictor]]
        label = "mixture"
        recent-moves = true
        members = ["uniform", "distance"]
        config = { n-positions = 200, stages = [] }
    "#;
    let study = PredictorStudy::from_toml("test", text).expect("a sound study");
    let data = small_games();
    let folder = tempdir().expect("a folder");
    let run = PredictorRun {
        study: &study,
        scale: Scale::Small,
        data: &data,
        work: folder.path().join("work"),
        only: vec![],
    };
    let mut n_rounds = 0;
    let report = |results: &Results| {
        PredictorOutput { study: &study, scale: Scale::Small, results, source: "test" }.to_markdown()
    };
    let first = run
        .run(&Silent, |results| {
            n_rounds += 1;
            assert!(report(results).contains("## Equal data"), "a part of the results has a report");
            Ok(())
        })
        .expect("a run");
    assert_eq!((n_rounds, first.len()), (3, 8), "two seeds of three predictors, and a curve of two");
    let again = run.run(&Silent, |_| Ok(())).expect("a run");
    assert_eq!(report(&again), report(&first), "the second run finds every cell");
    let output = PredictorOutput { study: &study, scale: Scale::Small, results: &first, source: "test" };
    write_outputs(&output, folder.path()).expect("a report");
    for file in ["test.md", "test.json", "test-m-k.svg", "test-complementarity.svg", "test-curves.svg"] {
        assert!(folder.path().join(file).is_file(), "{file}");
    }
    let markdown = output.to_markdown();
    assert!(markdown.lines().any(|line| line.starts_with("| distance ")), "{markdown}");
    assert_eq!(markdown.matches("**chosen**").count(), 1, "{markdown}");
    // The distance to the last move says more than nothing, and the pool loses little of it.
    let top5 = |predictor| {
        let key = CellKey { predictor, n_games: 20, seed: 1 };
        first[&key].summary.top[4]
    };
    assert!(top5(1) > top5(0) && top5(2) > top5(0), "{} {} {}", top5(0), top5(1), top5(2));
}
