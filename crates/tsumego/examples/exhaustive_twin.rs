//! Compares solver, checker and exhaustive twin on random small regions:
//! `cargo run --release -p tsumego --example exhaustive_twin -- 10000`. The last line counts; any difference ends it.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use tsumego::{Solver, Status, Table, check, exhaustive, random_problem};

fn main() {
    let n: usize = std::env::args().nth(1).and_then(|word| word.parse().ok()).unwrap_or(1000);
    let seed = std::env::args().nth(2).and_then(|word| word.parse().ok()).unwrap_or(1);
    println!("{}", compare(n, seed));
}

fn compare(n: usize, seed: u64) -> String {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut table = Table::with_bytes(1 << 20);
    let (mut n_dead, mut n_alive, mut n_ko, mut n_positions) = (0, 0, 0, 0);
    while n_dead + n_alive + n_ko < n {
        let Some(problem) = random_problem(&mut rng, 6) else { continue };
        let Some(expected) = exhaustive::status(&problem, problem.side(problem.to_move())) else { continue };
        let answer = Solver::new(&problem, &mut table, u64::MAX).answer(&mut || false);
        let agrees = match expected {
            Status::Ko { .. } => matches!(answer.status, Status::Ko { .. }),
            other => answer.status == other,
        };
        let drawing = problem.board().to_ascii();
        assert!(agrees, "twin: {expected}, solver: {}\n{drawing}\n{:?}", answer.status, problem.target());
        match check(&problem, &answer, &mut table) {
            Ok(positions) => n_positions += positions,
            Err(error) => panic!("checker: {error}\n{drawing}\n{:?}", problem.target()),
        }
        match expected {
            Status::Dead => n_dead += 1,
            Status::Alive => n_alive += 1,
            _ => n_ko += 1,
        }
    }
    format!("{n} regions agree: {n_dead} dead, {n_alive} alive, {n_ko} ko; {n_positions} positions checked")
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_few_agree() {
        assert!(super::compare(50, 3).starts_with("50 regions agree"));
    }
}
