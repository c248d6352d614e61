//! Solver, checker and exhaustive twin on random small regions.

use go_board::{Board, BoardSize, Color, PointSet};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tsumego::{Limits, Manner, Problem, Side, Status, Table, check, exhaustive, manner_of_life, random_problem, solve};

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

fn drawn(drawing: &str, to_move: Color) -> Problem {
    let (board, marks): (Board, _) = Board::parse_ascii(drawing).expect("a board");
    let playable: PointSet = marks.iter().map(|&(_, point)| point).collect();
    let target = board.size().points().find(|&p| board.color_at(p) == Some(Color::Black)).expect("a black stone");
    Problem::new(board, &[target], &playable, to_move).expect("a problem")
}

/// A room in the corner with stones in it, inside a ring of the target, inside the attacker's wall: life in every manner is frequent.
fn random_room(rng: &mut Xoshiro256PlusPlus) -> Option<Problem> {
    let size = BoardSize::new(7).expect("a board size");
    let (width, height) = [(5, 1), (6, 1), (3, 2), (4, 2)][rng.random_range(0..4)];
    let room: PointSet = size.points().filter(|p| p.x() < width && p.y() < height).collect();
    let border = |set: &PointSet| -> PointSet {
        set.iter().flat_map(|p| p.neighbours()).filter(|&n| size.contains(n) && !set.contains(n)).collect()
    };
    let ring = border(&room);
    let inside: PointSet = room.iter().chain(ring.iter()).collect();
    let mut board: Board = Board::new(size);
    ring.iter().for_each(|point| board.set_stone(point, Color::Black));
    border(&inside).iter().for_each(|point| board.set_stone(point, Color::White));
    for point in room.iter() {
        match rng.random_range(0..10) {
            0..5 => board.set_stone(point, Color::White),
            5 => board.set_stone(point, Color::Black),
            _ => {}
        }
    }
    let playable: PointSet = room.iter().filter(|&p| board.is_empty(p)).collect();
    if playable.len() > 4 || board.has_dead_chain() {
        return None;
    }
    let target = ring.iter().next()?;
    let to_move = if rng.random() { Color::Black } else { Color::White };
    Problem::new(board, &[target], &playable, to_move).ok()
}

#[test]
fn the_manner_of_life_agrees_with_the_exhaustive_twin() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut table = Table::with_bytes(1 << 20);
    let mut counts = [0; 4];
    for draw in 0..900 {
        let Some(problem) = (if draw < 15 { random_problem(&mut rng, 4) } else { random_room(&mut rng) }) else {
            continue;
        };
        let side = problem.side(problem.to_move());
        if exhaustive::status(&problem, side) != Some(Status::Alive) {
            continue;
        }
        let Some(expected) = exhaustive::manner(&problem, side) else { continue };
        let found = manner_of_life(&problem, side, &mut table, u64::MAX, &mut || false);
        let drawing = problem.board().to_ascii();
        assert_eq!(found, Some(expected), "{side:?} first\n{drawing}\ntarget {:?}", problem.target());
        counts[expected as usize] += 1;
    }
    let n_of = |manner: Manner| counts[manner as usize];
    assert!(n_of(Manner::TwoEyes) > 20 && n_of(Manner::Seki) > 5 && n_of(Manner::Escape) > 0, "{counts:?}");
}

#[test]
fn a_seki_of_two_shared_liberties_is_told_from_two_eyes() {
    let seki = "a O O O b X O
                X X X X X X O
                O O O O O O O
                . . . . . . .
                . . . . . . .
                . . . . . . .
                . . . . . . .";
    let eyes = "a X b X X O .
                X X X X X O .
                O O O O O O .
                . . . . . . .
                . . . . . . .
                . . . . . . .
                . . . . . . .";
    let mut table = Table::with_bytes(1 << 20);
    for (drawing, expected) in [(seki, Manner::Seki), (eyes, Manner::TwoEyes)] {
        let problem = drawn(drawing, Color::White);
        assert_eq!(exhaustive::status(&problem, Side::Attacker), Some(Status::Alive));
        assert_eq!(exhaustive::manner(&problem, Side::Attacker), Some(expected));
        let found = manner_of_life(&problem, Side::Attacker, &mut table, u64::MAX, &mut || false);
        assert_eq!(found, Some(expected));
    }
}
