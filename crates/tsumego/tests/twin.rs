//! Solver, checker and exhaustive twin on random small regions.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use tsumego::{Limits, Status, Table, check, exhaustive, random_problem, solve};

fn limits() -> Limits {
    Limits { table_bytes: 1 << 20, ..Limits::default() }
}

#[test]
fn the_solver_agrees_with_the_exhaustive_twin_and_the_checker_with_both() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut counts = [0; 3];
    let mut table = Table::with_bytes(1 << 20);
    while counts.iter().sum::<usize>() < 400 {
        let Some(problem) = random_problem(&mut rng, 5) else { continue };
        let side = problem.side(problem.to_move());
        let Some(expected) = exhaustive::status(&problem, side) else { continue };
        let answer = solve(&problem, limits(), &mut || false);
        let found = match answer.status {
            Status::Ko { .. } => Status::Ko { attacker_needs: None },
            other => other,
        };
        let drawing = problem.board().to_ascii();
        assert_eq!(found, expected, "{:?} to move\n{drawing}\ntarget {:?}", problem.to_move(), problem.target());
        if let Err(error) = check(&problem, &answer, &mut table) {
            panic!("{error}\n{:?} to move\n{drawing}\ntarget {:?}\n{answer:?}", problem.to_move(), problem.target());
        }
        counts[match expected {
            Status::Dead => 0,
            Status::Alive => 1,
            _ => 2,
        }] += 1;
    }
    assert!(counts.iter().all(|&n| n > 0), "every status occurs: {counts:?}");
}
