//! Benchmark of the tactical features: `cargo run --release -p go-features --example tactical_speed`.
//!
//! Positions come from random games on 19x19, which have more chains with one or two liberties than real ones, so reading costs more
//! here. The sums of all levels are asserted: a change that alters a feature shows.

use go_board::{BoardSize, Move, Position};
use go_features::tactical::{TacticalContext, TacticalOptions};
use go_features::tactical2::{Tactical2Context, Tactical2Options};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::time::Instant;

fn positions() -> Vec<Position> {
    let mut positions = Vec::new();
    for seed in 0..20 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut position: Position = Position::new(BoardSize::NINETEEN, 7.5);
        for n_moves in 0..180 {
            if n_moves % 20 == seed as usize % 20 {
                positions.push(position.clone());
            }
            let mv = position.board.random_move(position.to_move, &mut rng);
            position.play(mv);
        }
    }
    positions
}

/// Runs the extraction several times over each position; prints the time per candidate, made of the best time of each position (other
/// programs may be running), and returns the sum of all levels.
fn measure(name: &str, positions: &[Position], extract: impl Fn(&Position, &[Move]) -> u64) -> u64 {
    const ROUNDS: usize = 20;
    let (mut sum, mut nanoseconds, mut n_candidates) = (0, 0, 0);
    for position in positions {
        let moves: Vec<Move> = position.legal_points().map(Move::Play).collect();
        let rounds = (0..ROUNDS).map(|_| {
            let start = Instant::now();
            let levels = extract(position, &moves);
            (start.elapsed().as_nanos(), levels)
        });
        let (best, levels) = rounds.min().expect("at least one round");
        nanoseconds += best;
        sum += levels;
        n_candidates += moves.len();
    }
    println!("{name:<24} {:7.1} ns per candidate", nanoseconds as f64 / n_candidates as f64);
    sum
}

fn main() {
    let positions = positions();
    let tactical = |options: TacticalOptions| {
        move |position: &Position, moves: &[Move]| {
            let context = TacticalContext::new(position, options);
            moves.iter().map(|&mv| context.levels(mv).present().map(|p| u64::from(p.1)).sum::<u64>()).sum()
        }
    };
    let tables = measure("tactical, tables", &positions, tactical(TacticalOptions::TABLES));
    let thesis = measure("tactical, ladders read", &positions, tactical(TacticalOptions::THESIS));
    let second = measure("tactical-2", &positions, |position, moves| {
        let context = Tactical2Context::new(position, Tactical2Options::default());
        moves.iter().map(|&mv| context.levels(mv).present().map(|p| u64::from(p.1)).sum::<u64>()).sum()
    });
    assert_eq!([tables, thesis, second], [493_761, 492_977, 2_738_559], "the features have changed");
}
