//! Solver, checker and exhaustive twin on random small regions.

use go_board::{Board, Color, PointSet};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use tsumego::{Limits, Problem, Side, Status, Table, check, exhaustive, random_problem, solve};

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

/// The twin found this one: after A6 takes A5, a stone put back on A5 is a stone of the target again, so B4 need not be saved at once.
#[test]
fn a_stone_put_back_on_the_target_counts() {
    let (board, _): (Board, _) = Board::parse_ascii(
        ". . O . . .
         O X X . . .
         X O X . . .
         . . X . . .
         X X . . . .
         . . . . . .",
    )
    .expect("a board");
    let point = |name: &str| board.size().parse_point(name).expect("a point");
    let playable: PointSet = ["A6", "B6", "A3", "B3"].map(point).into_iter().collect();
    let target = ["A5", "B4"].map(point);
    let problem = Problem::new(board, &target, &playable, Color::Black).expect("a problem");
    let answer = solve(&problem, limits(), &mut || false);
    assert!(check(&problem, &answer, &mut Table::with_bytes(1 << 20)).is_ok());
    let expected = exhaustive::status(&problem, Side::Attacker).expect("few positions");
    assert_eq!(answer.status.to_string(), expected.to_string());
}
