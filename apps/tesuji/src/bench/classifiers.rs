//! Common fate graphs and classifiers: candidates described a second on one thread, and a random forest of 100 trees on the rows of 6,600 problems (13,200
//! rows of 406 counts) on all cores.

use std::time::Instant;

use anyhow::{Result, ensure};
use go_features::fate::{FateReader, FateVersion};
use lab::local::{Among, RowSettings, Training, candidates, problem_area, shipped_problem_set, training_table};
use learn::classify::Learner;

use super::figures::Figures;

const ROUNDS: usize = 3;
const N_PROBLEMS: usize = 6_600;
const N_READ: usize = 400;

pub(super) fn run(figures: &mut Figures) -> Result<()> {
    let problems = shipped_problem_set();
    for version in FateVersion::ALL {
        let (mut best, mut n_candidates) = (f64::INFINITY, 0);
        for _ in 0..ROUNDS {
            let mut reader = FateReader::new(version);
            let mut values = Vec::new();
            n_candidates = 0;
            let start = Instant::now();
            for problem in &problems.test[..N_READ] {
                let area = problem_area(problem, 1);
                reader.look_at(&problem.board, area, problem.to_move(), problem.target().as_ref());
                for point in candidates(problem, area, Among::Rectangle) {
                    reader.read(&problem.board, point, &mut values);
                    n_candidates += 1;
                }
            }
            best = best.min(start.elapsed().as_secs_f64());
            ensure!(values.len() == version.n_columns() && values.iter().any(|&value| value > 0.0), "an empty row");
        }
        ensure!(n_candidates > 10 * N_READ, "{n_candidates} candidates of {N_READ} problems");
        let name = version.name().replace('-', "_");
        figures.put(format!("{name}_candidates_per_s"), n_candidates as f64 / best);
    }
    let rows =
        RowSettings { features: FateVersion::Fate1, margin: 1, among: Among::Rectangle, training: Training::Pair };
    let table = training_table(&problems.train[..N_PROBLEMS], &rows, 1);
    ensure!(table.n_columns() == 406 && table.n_rows() > 13_000, "{} rows", table.n_rows());
    let learner: Learner = "forest:trees=100".parse()?;
    let start = Instant::now();
    let forest = learner.fit(&table, None, 1)?;
    figures.put("forest_100_trees_s", start.elapsed().as_secs_f64());
    let tested = forest.test(&training_table(&problems.test, &rows, 2));
    ensure!(tested.accuracy() > 0.7, "the forest finds the class of {:.1}% of the rows", 100.0 * tested.accuracy());
    Ok(())
}
