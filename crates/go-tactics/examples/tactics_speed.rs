//! Benchmark of the tactical functions: `cargo run --release -p go-tactics --example tactics_speed`.
//!
//! Positions come from random games on 19x19. Each function is called for every legal move, or for every chain with at
//! most two liberties; the time is that of the best round of each position, since other programs may be running. The
//! answers are counted and asserted, so that a change of behaviour is noticed.

use go_board::{Board, BoardSize, ChainId, Color, Liberties, Point, TrueLiberties};
use go_tactics::{ChainSet, Reader, SelfAtariPolicy, answers_to_atari, n_liberties_after, self_atari};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::time::Instant;

struct Sample {
    board: Board,
    color: Color,
    moves: Vec<Point>,
    /// Chains with at most two liberties.
    weak: Vec<ChainId>,
}

fn samples() -> Vec<Sample> {
    let mut samples = Vec::new();
    for seed in 0..20 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut board = Board::<TrueLiberties>::new(BoardSize::NINETEEN);
        let mut color = Color::Black;
        for n_moves in 0..180 {
            if n_moves % 20 == seed as usize % 20 {
                let moves = board.size().points().filter(|&p| board.is_legal(p, color)).collect();
                let mut seen = ChainSet::default();
                let chains = board.size().points().filter_map(|p| board.chain_at(p));
                let weak = chains.filter(|&c| board.liberties(c).count() <= 2 && seen.insert(c)).collect();
                samples.push(Sample { board: board.clone(), color, moves, weak });
            }
            if let Some(point) = board.random_move(color, &mut rng).point() {
                board.play_unchecked(point, color);
            }
            color = color.opponent();
        }
    }
    samples
}

/// Asks the question of every sample several times; prints the time per item and returns the sum of the answers.
fn measure(
    name: &str,
    samples: &[Sample],
    n_items: impl Fn(&Sample) -> usize,
    mut ask: impl FnMut(&Sample) -> usize,
) -> usize {
    const ROUNDS: usize = 20;
    let (mut nanoseconds, mut sum) = (0, 0);
    for sample in samples {
        let rounds = (0..ROUNDS).map(|_| {
            let start = Instant::now();
            let answer = ask(sample);
            (start.elapsed().as_nanos(), answer)
        });
        let (best, answer) = rounds.min().expect("at least one round");
        nanoseconds += best;
        sum += answer;
    }
    let n: usize = samples.iter().map(n_items).sum();
    println!("{name:<40} {:7.1} ns", nanoseconds as f64 / n as f64);
    sum
}

fn main() {
    let samples = samples();
    let per_move = |sample: &Sample| sample.moves.len();
    let per_chain = |sample: &Sample| sample.weak.len();
    let self_ataris = measure("self-atari, per move", &samples, per_move, |s| {
        s.moves.iter().filter(|&&p| self_atari(&s.board, p, s.color).is_some()).count()
    });
    let allowed = measure("nakade policy, per move", &samples, per_move, |s| {
        s.moves.iter().filter(|&&p| SelfAtariPolicy::Nakade.allows(&s.board, p, s.color)).count()
    });
    let liberties = measure("liberties after the move, per move", &samples, per_move, |s| {
        s.moves.iter().map(|&p| n_liberties_after(&s.board, p, s.color)).sum()
    });
    let answers = measure("answers to atari, per weak chain", &samples, per_chain, |s| {
        s.weak.iter().map(|&chain| answers_to_atari(&s.board, chain).count()).sum()
    });
    let mut reader = Reader::default();
    let mut n_nodes = 0;
    let captured = measure("ladder reading, per weak chain", &samples, per_chain, |s| {
        reader.load(&s.board);
        let is_captured = |&&chain: &&ChainId| {
            let verdict = reader.captures(s.board.chain_stone(chain));
            n_nodes += reader.n_nodes();
            verdict.is_yes()
        };
        s.weak.iter().filter(is_captured).count()
    });
    println!("{:<40} {:7.1}", "moves tried per ladder", n_nodes as f64 / 20.0 / n_weak(&samples) as f64);
    assert_eq!(
        [self_ataris, allowed, liberties, answers, captured],
        [715, 48_806, 201_716, 459, 1_168],
        "the answers have changed"
    );
}

fn n_weak(samples: &[Sample]) -> usize {
    samples.iter().map(|s| s.weak.len()).sum()
}
