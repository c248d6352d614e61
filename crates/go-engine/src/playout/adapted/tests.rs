//! Weights that follow the results, and searches that repeat.

use go_board::{Board, BoardSize, GameBoard, RuleSet};
use mcts::Limits;
use rand::SeedableRng;

use super::super::sampled::DrawWeights;
use super::super::{Patterns3x3, PolicyKind};
use super::*;
use crate::config::EngineConfig;
use crate::tree::{GoState, new_search};

fn config() -> PlayoutConfig {
    PlayoutConfig { policy: PolicyKind::Adapted, ..PlayoutConfig::default() }
}

/// One draw for Black on the empty board; the point that it chose.
fn first_move(policy: &mut AdaptedPolicy, random: &mut PlayoutRandom) -> Point {
    let mut board: Board = Board::new(BoardSize::new(5).expect("a size"));
    let mut patterns = Patterns3x3::of(&board);
    let mut heavy = HeavyBoard { stones: &mut board, patterns: &mut patterns };
    policy.begin(&heavy, &PlayoutStart { to_move: Color::Black, recent: [None; 2], n_passes: 0 });
    let turn = PlayoutTurn { color: Color::Black, recent: [None; 2] };
    policy.choose(&mut heavy, turn, random).mv.point().expect("a move")
}

#[test]
fn moves_that_win_become_likelier() {
    // Steps that are large enough for a short test.
    let adapted = AdaptedConfig { local_rate: 0.1, decay: 0.001, ..AdaptedConfig::default() };
    let config = PlayoutConfig { adapted, ..config() };
    let tables = Arc::new(AdaptedPolicy::new_tables(&config));
    let mut policy = AdaptedPolicy::new(&config, Arc::clone(&tables));
    let winning = BoardSize::new(5).expect("a size").parse_point("B2").expect("a point");
    let mut random = PlayoutRandom::seed_from_u64(1);
    let made: Vec<bool> = (0..2000)
        .map(|_| {
            let won = first_move(&mut policy, &mut random) == winning;
            policy.learn(&Trace::new(), &Outcome::reward(f64::from(u8::from(won))));
            won
        })
        .collect();
    let share = |made: &[bool]| made.iter().filter(|&&made| made).count() as f64 / made.len() as f64;
    let (first, last) = (share(&made[..50]), share(&made[1000..]));
    assert!(first < 0.5 && last > 0.8, "{first} of the first and {last} of the last moves");
    let baseline = f64::from_bits(tables.baseline.load(Relaxed));
    assert!((baseline - last).abs() < 0.15, "{baseline}");
}

#[test]
fn an_outcome_without_a_playout_teaches_nothing() {
    let tables = Arc::new(AdaptedPolicy::new_tables(&config()));
    let mut policy = AdaptedPolicy::new(&config(), Arc::clone(&tables));
    let point = first_move(&mut policy, &mut PlayoutRandom::seed_from_u64(2));
    let weight = || tables.weights.point(point, 0, Color::Black);
    let weights = [0.9, 0.9, 0.9].map(|reward| {
        policy.learn(&Trace::new(), &Outcome::reward(reward));
        weight()
    });
    assert_eq!(weights[1..], [weights[0]; 2]);
}

#[test]
fn without_rates_it_is_the_sampled_policy_and_factors_stay_near_their_beginning() {
    let light = super::super::LightWeights::shipped();
    let weighed = Weighed { color: Color::White, point: Point::new(3, 3).expect("a point"), code: 0x0104, features: 1 };
    let change = |config: AdaptedConfig, advantage: f32| {
        let weights = AdaptedWeights::new(&config);
        (0..10_000).for_each(|_| weights.change(weighed, advantage));
        weights.point(weighed.point, u64::from(weighed.code), weighed.color)
    };
    let still = AdaptedConfig { local_rate: 0.0, shape_rate: 0.0, feature_rate: 0.0, ..AdaptedConfig::default() };
    let begin = light.shape(u64::from(weighed.code), weighed.color);
    assert_eq!(change(still, 1.0), begin);
    let free = AdaptedConfig { decay: 0.0, largest_factor: 2.0, ..AdaptedConfig::default() };
    // Three factors: of the shape, of the point and of its context.
    assert!((change(free.clone(), 1.0) / begin - 8.0).abs() < 1e-3);
    assert!((change(free, -1.0) / begin - 0.125).abs() < 1e-3);
}

#[test]
fn one_seed_and_one_thread_search_the_same_twice() {
    let game = GameBoard::new(BoardSize::NINE, RuleSet::Chinese.rules(), 7.5);
    let config = EngineConfig { playout: config(), ..EngineConfig::default() };
    let search = |seed| {
        let mut search = new_search(GoState::of(&game), &config, None, 1, seed);
        search.run(&Limits::playouts(400));
        let moves = search.inspect().ranked_moves();
        moves.iter().map(|ranked| (ranked.action, ranked.visits, ranked.value.to_bits())).collect::<Vec<_>>()
    };
    assert_eq!(search(3), search(3));
    assert_ne!(search(3), search(4));
}
