//! A whole study on problems of our own.

use super::*;
use crate::study::Scale;
use report::Silent;

const STUDY: &str = r#"
title = "Two learners"
section = "5.3"
pairs = true
plot = "bars"
thesis = [[60.0, nan, nan, nan, nan], [20.0, nan, nan, nan, nan]]
rows = [{ label = "forest", set = { learner = "forest:trees=20" } }, { label = "ZeroR", set = { learner = "zero-r" } }]
columns = [
    { label = "fate-3", set = { features = "fate-3" } },
    { label = "best status", set = { features = "fate-3", success = "best-status" } },
    { label = "proved", set = { features = "fate-3", success = "proved" } },
    { label = "gaining", set = { features = "fate-3", success = "gaining" } },
    { label = "enclosure", set = { features = "fate-3", among = "enclosure", ties = "random" } },
]
small = { train = 100, test = 60 }
paper = { train = 100, test = 60 }
"#;

#[test]
fn a_study_learns_solves_reports_and_goes_on() {
    let problems = shipped_problem_set();
    let (n_train, n_test) = (problems.train.len(), problems.test.len());
    assert!(n_train >= 8_000 && n_test >= 2_000, "{n_train} and {n_test} problems");
    for problem in problems.train.iter().take(300).chain(&problems.test[..300]) {
        let moves = candidates(problem, problem_area(problem, 0), Among::Enclosure);
        assert!(problem.right.iter().all(|point| moves.contains(point)), "{}", problem.task.id);
    }
    let study = ClassifierStudy::from_toml("two", STUDY).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let run = ClassifierRun {
        study: &study,
        scale: Scale::Small,
        problems: &problems,
        work: folder.path().join("work"),
        seed: 1,
        only: vec![],
    };
    let results = run.run(&Silent).unwrap();
    let success = |row: usize| results[row][0].as_ref().unwrap().success();
    assert!(success(0) > success(1) + 0.1, "forest {:.2}, ZeroR {:.2}", success(0), success(1));
    // Shipped problems have one best move, proved by the same solver; a move of the same fate is at most as good.
    for row in &results {
        let [listed, fate, proved, gaining] = [0, 1, 2, 3].map(|column| row[column].as_ref().unwrap().success());
        assert!(fate >= listed && (proved - listed).abs() < 0.02, "{listed} listed, {fate} by fate, {proved} proved");
        assert!(gaining >= proved, "{gaining} gaining, {proved} proved");
    }
    // All moves are equal to ZeroR: drawn among the few inside the enclosure, one in a dozen is right.
    let zero = results[1][4].as_ref().unwrap();
    assert_eq!(zero.n_tied, 60);
    assert!((0.02..0.4).contains(&zero.success()), "ZeroR {:.2}", zero.success());
    let output = ClassifierOutput { run: &run, results: &results };
    output.write(folder.path()).unwrap();
    let text = output.to_markdown();
    assert!(text.contains("| forest") && text.contains("McNemar"), "{text}");
    assert!(folder.path().join("two.svg").is_file());
    // Every cell is there already: the same results, the times included.
    assert_eq!(run.run(&Silent).unwrap(), results);
}
