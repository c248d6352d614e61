//! The fits find what made the data, and journals are read whoever wrote them.

use go_review::{N_SIGNS, Signs};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;

/// Points and surprise tell of a loss, the drop misleads, the rest says nothing.
fn made_rows(n: usize) -> Vec<MoveRow> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let row = |k: usize| {
        let mut signs: Signs = [0.0; N_SIGNS];
        signs[0] = random.random_range(-4.0..8.0);
        signs[3] = random.random_range(0.0..8.0);
        signs[6] = random.random_range(-3.0..3.0);
        let lost = 0.5 * signs[0] + 0.4 * signs[3] - 0.8 * signs[6] - 1.0 + random.random_range(-2.0..2.0);
        let z: f64 = 0.6 * signs[0] + 0.5 * signs[3] - 3.0;
        MoveRow { game: k % 5, signs, is_real: random.random_bool(1.0 / (1.0 + (-z).exp())), lost }
    };
    (0..n).map(row).collect()
}

#[test]
fn factors_are_found_again_and_evidence_never_counts_against() {
    let rows = made_rows(4000);
    let (chance, loss) = (fit_chance(&rows), fit_loss(&rows).factors);
    assert!((chance[0] - 0.6).abs() < 0.06 && (chance[3] - 0.5).abs() < 0.06, "{chance:?}");
    assert!((loss[0] - 0.5).abs() < 0.06 && (loss[3] - 0.4).abs() < 0.06, "{loss:?}");
    assert_eq!((chance[6].max(0.0), loss[6]), (chance[6], 0.0));
}

#[test]
fn a_mark_is_as_sure_as_it_is_wanted() {
    let rows = made_rows(6000);
    let (learned, others) = rows.split_at(3000);
    let log_odds = fit_chance(learned);
    let chances = |rows: &[MoveRow]| -> Vec<(f64, bool)> {
        rows.iter().map(|row| (chance(&log_odds, &row.signs), row.is_real)).collect()
    };
    let least = least_chance(&chances(learned), WANTED_PRECISION).expect("there are sure mistakes");
    let marked: Vec<bool> =
        chances(others).into_iter().filter(|(chance, _)| *chance >= least).map(|(_, is_real)| is_real).collect();
    let real = marked.iter().filter(|is_real| **is_real).count() as f64 / marked.len() as f64;
    assert!((0.76..0.84).contains(&real) && marked.len() > 500, "{real} of {}", marked.len());
    let (_, report) = fit_and_report(learned);
    assert!(report.contains("of the marks are real from a chance of 0."), "{report}");
}

#[test]
fn no_mark_without_evidence() {
    assert_eq!(least_chance(&[(0.9, false); 50], WANTED_PRECISION), None);
    assert_eq!(least_chance(&[(0.9, true); 5], WANTED_PRECISION), None);
    assert_eq!(least_chance(&[(0.7, true); 20], WANTED_PRECISION), Some(0.7));
}
