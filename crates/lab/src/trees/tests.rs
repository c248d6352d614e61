//! Every shipped study is sound; a small one runs, is kept, and reports what it measured.

use super::*;
use crate::study::{Scale, small_games};
use go_models::LearnConfig;
use go_models::iterated::IteratedConfig;
use go_models::spatial::SpatialConfig;
use learn::grid::GridShape;

#[test]
fn every_study_is_sound() {
    let studies = tree_studies();
    for study in &studies {
        for (row, scale) in (0..study.rows.len()).flat_map(|row| [Scale::Small, Scale::Paper].map(|s| (row, s))) {
            let text = toml::to_string(&study.configuration(row, scale)).unwrap();
            let config = LearnConfig::from_toml(&text).unwrap_or_else(|error| panic!("{} {row}: {error}", study.name));
            let settings = serde_json::to_value(&config).unwrap();
            let side = if scale == Scale::Small { 9 } else { 19 };
            let most = *study.trees.iter().max().unwrap();
            match config.kind() {
                "spatial" => {
                    let mut settings = settings;
                    settings.as_object_mut().unwrap().remove("kind");
                    let spatial: SpatialConfig = serde_json::from_value(settings).unwrap();
                    assert_eq!(spatial.growth.check(GridShape { width: side, height: side }), Ok(()), "{}", study.name);
                    assert_eq!(spatial.trees, most, "{}", study.name);
                }
                _ => {
                    let mut settings = settings;
                    settings.as_object_mut().unwrap().remove("kind");
                    let iterated: IteratedConfig = serde_json::from_value(settings).unwrap();
                    assert_eq!(iterated.iteration.check(), Ok(()), "{}", study.name);
                    assert_eq!(iterated.iteration.iterations as usize + 1, most, "{}", study.name);
                }
            }
        }
    }
    let anova = studies.iter().find(|study| study.name == "tidwell-5.2").unwrap();
    assert_eq!((anova.rows.len(), &anova.rows[1].levels[..]), (32, &[0, 0, 0, 0, 1][..]));
    assert_eq!(anova.rows[1].label, "s 50 n 100 d 5 w_p 3 m 200");
    let table = studies.iter().find(|study| study.name == "abe-table-3").unwrap();
    assert_eq!(table.published(Part::Test, TreeMeasure::MeanRank, 0, 20), 21.964);
    assert!(table.published(Part::Test, TreeMeasure::M1, 0, 20).is_nan());
}

const TINY: &str = r#"
title = "tiny"
source = "nobody"
trees = [1, 2]
measures = ["m1", "mean-rank"]
response = "m20"
plot = "lines"
x-label = "d"
[model]
kind = "spatial"
trees = 2
positions-per-tree = 20
growth = { largest-question-window = 9, questions = 10 }
[[factors]]
name = "d"
levels = [{ label = "1", set = { growth = { depth = 1 } } }, { label = "3", set = { growth = { depth = 3 } } }]
[paper]
[small]
repeats = 2
test-games = 2
"#;

#[test]
fn a_study_runs_and_its_models_are_kept() {
    let study = TreeStudy::from_toml("tiny", TINY).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let data = small_games();
    let work = folder.path().to_owned();
    let run = TreeRun { study: &study, scale: Scale::Small, data: &data, work, seed: 1, only: Vec::new() };
    let results = run.run(&report::progress::Silent).unwrap();
    assert_eq!(results.iter().map(Vec::len).collect::<Vec<_>>(), [2, 2]);
    assert_ne!(results[0][0].figures, results[0][1].figures, "another seed");
    assert_eq!(run.run(&report::progress::Silent).unwrap(), results, "kept, with their times");
    let output = TreeOutput { run: &run, results: &results };
    let text = output.to_markdown();
    assert!(text.contains("Analysis of variance of M(20)") && text.contains("| d "), "{text}");
    output.write(folder.path()).unwrap();
    assert!(folder.path().join("tiny-top-1.svg").exists() && folder.path().join("tiny-mean-rank.svg").exists());
    let only = TreeRun { only: vec!["d 3".into()], work: run.work.clone(), ..run };
    assert_eq!(only.run(&report::progress::Silent).unwrap()[0], []);
}

#[test]
fn files_that_do_not_fit_are_refused() {
    let refused = |text: &str| TreeStudy::from_toml("x", text).unwrap_err().to_string();
    assert!(refused(&TINY.replace("trees = [1, 2]", "tree = [1, 2]")).contains("tree"));
    let text = format!("{TINY}\n[published.test]\nm1 = [[1.0, 2.0]]");
    assert!(refused(&text).contains("2 rows of 2 figures"));
}
