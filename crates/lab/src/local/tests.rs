//! A whole study on problems of our own.

use super::*;
use crate::study::Scale;
use report::Silent;

const STUDY: &str = r#"
title = "Two learners"
section = "5.3"
pairs = true
plot = "bars"
thesis = [[60.0], [20.0]]
rows = [{ label = "forest", set = { learner = "forest:trees=20" } }, { label = "ZeroR", set = { learner = "zero-r" } }]
columns = [{ label = "fate-3", set = { features = "fate-3" } }]
small = { train = 100, test = 60 }
paper = { train = 100, test = 60 }
"#;

#[test]
fn a_study_learns_solves_reports_and_goes_on() {
    let problems = own_problem_set();
    let (n_train, n_test) = (problems.train.len(), problems.test.len());
    assert!(n_train >= 300 && n_test >= 100, "{n_train} and {n_test} problems");
    for problem in problems.train.iter().chain(&problems.test) {
        let area = problem_area(problem, 1);
        let moves = candidates(problem, area);
        assert!(problem.right.iter().all(|point| moves.contains(point)), "{}", problem.name);
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
    let output = ClassifierOutput { run: &run, results: &results };
    output.write(folder.path()).unwrap();
    let text = output.to_markdown();
    assert!(text.contains("| forest") && text.contains("McNemar"), "{text}");
    assert!(folder.path().join("two.svg").is_file());
    // Every cell is there already: the same results, the times included.
    assert_eq!(run.run(&Silent).unwrap(), results);
}
