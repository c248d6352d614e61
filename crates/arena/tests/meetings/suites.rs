//! Regression suites against a toy.

use std::time::Duration;

use crate::toys::{Quirk, ToyHost};
use arena::regression::{Outcome, Suite, run_suite};

#[test]
fn every_outcome() {
    let text = "\
boardsize 5
fuego_param deep 1
play b A9
10 name
#? [Toy.*]
20 name
#? [GNU Go]
30 name
#? [toy none]*
40 name
#? [!Toy.*]*
50 uct_value
#? [0.5]
60 genmove x
#? [A1]
70 version
quit
";
    let suite = Suite::parse(text.as_bytes()).expect("a suite");
    let mut n_told = 0;
    let run = run_suite(&suite, &ToyHost::new(Quirk::None, Quirk::None), Duration::from_secs(5), |_| n_told += 1)
        .expect("the toy starts");
    let outcomes: Vec<_> = run.tests.iter().map(|test| (test.id.expect("numbered"), test.outcome)).collect();
    assert_eq!(
        outcomes,
        [
            (10, Outcome::Pass),
            (20, Outcome::Fail),
            (30, Outcome::UnexpectedPass),
            (40, Outcome::ExpectedFail),
            (50, Outcome::Skipped),
            (60, Outcome::Fail),
        ]
    );
    assert_eq!((n_told, run.count(Outcome::Fail)), (6, 2));
    assert!(run.tests[5].reply.starts_with("? genmove x: the engine says"), "{}", run.tests[5].reply);
    let lines: Vec<_> = run.trouble.iter().map(|(line, _)| *line).collect();
    assert_eq!(lines, [2, 3]);
}

#[test]
fn a_program_that_dies_is_started_again() {
    let text = "boardsize 5\ngenmove b\ngenmove w\n10 genmove b\n#? [A1]\n20 name\n#? [Toy Crashes]\n";
    let suite = Suite::parse(text.as_bytes()).expect("a suite");
    let run = run_suite(&suite, &ToyHost::new(Quirk::Crashes, Quirk::None), Duration::from_secs(5), |_| ())
        .expect("the toy starts");
    let outcomes: Vec<_> = run.tests.iter().map(|test| test.outcome).collect();
    assert_eq!(outcomes, [Outcome::Fail, Outcome::Pass]);
    assert!(run.tests[0].reply.contains("the engine is gone (toy put away)"), "{}", run.tests[0].reply);
}
