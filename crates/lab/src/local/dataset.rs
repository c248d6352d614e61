//! From problems to tables, and from probabilities to a move.

use go_board::Point;
use go_features::fate::{Area, FateReader};
use learn::classify::{Classifier, Table};
use rand::SeedableRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::config::{Among, RowSettings, Training};
use super::problem::LocalProblem;

/// The area of a problem: the rectangle round all stones with a margin.
pub fn problem_area(problem: &LocalProblem, margin: u8) -> Area {
    Area::of_stones(&problem.board, margin)
}

/// The moves that a classifier chooses among: all that are no suicide, ko aside (Foulds 2006, section 5.1), in reading order.
pub fn candidates(problem: &LocalProblem, area: Area, among: Among) -> Vec<Point> {
    let (board, to_move) = (&problem.board, problem.to_move());
    let legal = area.points().filter(|&point| board.is_empty(point) && !board.is_suicide(point, to_move));
    let found = match among {
        Among::Rectangle => None,
        Among::Enclosure => tsumego::candidates(board, &problem.task.marked).into_iter().next(),
    };
    match found {
        Some(group) => legal.filter(|&point| group.playable.contains(point)).collect(),
        None => legal.collect(),
    }
}

/// Good and bad moves of problems; the rows of a problem are a group.
pub fn training_table(problems: &[LocalProblem], rows: &RowSettings, seed: u64) -> Table {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut reader = FateReader::new(rows.features);
    let classes = vec!["0".to_string(), "1".to_string()];
    let mut table = Table::new(rows.features.column_names(), "good", classes).expect("the feature set has columns");
    let mut groups = Vec::new();
    let mut values = Vec::new();
    for (group, problem) in problems.iter().enumerate() {
        let area = problem_area(problem, rows.margin);
        let right: Vec<Point> = problem.right.iter().copied().filter(|&point| area.contains(point)).collect();
        let Some(&first) = right.first() else { continue };
        reader.look_at(&problem.board, area, problem.to_move(), problem.target().as_ref());
        let mut others = candidates(problem, area, rows.among);
        others.retain(|point| !problem.right.contains(point));
        let (good, bad): (Vec<Point>, Vec<Point>) = match rows.training {
            // The thesis takes the lowest of GoTools' ranked solutions. Here no ranks are listed, and any other move stands for it.
            Training::Pair => (vec![first], others.choose(&mut rng).copied().into_iter().collect()),
            Training::Candidates { bad } => {
                let mut drawn = others;
                drawn.shuffle(&mut rng);
                drawn.truncate(bad);
                (right, drawn)
            }
        };
        for (points, label) in [(good, 1), (bad, 0)] {
            for point in points {
                reader.read(&problem.board, point, &mut values);
                table.push(&values, label).expect("counts are finite");
                groups.push(group as u32);
            }
        }
    }
    table.set_groups(groups);
    table
}

/// The candidates with the highest probability of being good, in reading order: several if it is equal.
pub fn most_probable(
    classifier: &Classifier,
    reader: &mut FateReader,
    problem: &LocalProblem,
    rows: &RowSettings,
) -> Vec<Point> {
    let area = problem_area(problem, rows.margin);
    reader.look_at(&problem.board, area, problem.to_move(), problem.target().as_ref());
    let mut values = Vec::new();
    let mut probabilities = [0.0; 2];
    let mut most = f64::NEG_INFINITY;
    let mut best = Vec::new();
    for point in candidates(problem, area, rows.among) {
        reader.read(&problem.board, point, &mut values);
        classifier.probabilities(&values, &mut probabilities);
        if probabilities[1] > most {
            most = probabilities[1];
            best.clear();
        }
        if probabilities[1] == most {
            best.push(point);
        }
    }
    best
}
