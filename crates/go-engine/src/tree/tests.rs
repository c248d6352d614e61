//! Go satisfies the laws of the search core, and the candidates are correct.

use std::sync::Arc;

use go_board::{BoardSize, Color, GameBoard, Move, Position, RuleSet};
use go_models::Appraiser;
use mcts::laws::{self, Extent};
use mcts::{Candidate, Expander, Rollout, State};

use super::*;
use crate::playout::{PlayoutConfig, PlayoutPolicy};

fn game(size: usize, rules: RuleSet) -> GameBoard {
    GameBoard::new(BoardSize::new(size).expect("a size"), rules.rules(), 0.5)
}

fn rollout() -> HeavyRollout {
    HeavyRollout::new(PlayoutPolicy::new(&PlayoutConfig::default()))
}

/// A game set up from a drawing, Black to move.
fn drawn(drawing: &str, rules: RuleSet) -> GameBoard {
    let (board, _) = go_board::Board::<go_board::TrueLiberties>::parse_ascii(drawing).expect("a drawing");
    let mut game = GameBoard::new(board.size(), rules.rules(), 0.5);
    let stones = |color| board.size().points().filter(|&p| board.color_at(p) == Some(color)).collect::<Vec<_>>();
    game.set_up(&stones(Color::Black), &stones(Color::White), &[]).expect("a legal drawing");
    game
}

fn candidates(game: &GameBoard) -> Vec<Candidate<Move>> {
    let expander = GoExpander::new(None, PriorConfig::default());
    let mut out = Vec::new();
    expander.expand(&mut expander.new_scratch(), &GoState::of(game), 0, &mut out);
    out
}

#[test]
fn go_keeps_the_laws_of_the_search() {
    for (size, rules) in [(3, RuleSet::Chinese), (5, RuleSet::Japanese), (7, RuleSet::Aga)] {
        let extent = Extent { walks: 4, rollout_stride: 5, playouts: 100, ..Extent::default() };
        let expander = GoExpander::new(None, PriorConfig::default());
        laws::check(&GoState::of(&game(size, rules)), &expander, &rollout(), &extent).expect("no broken law");
    }
}

/// Foresees that Black is ahead by the number of moves made, the more surely the later.
struct Rising;

impl Appraiser for Rising {
    fn name(&self) -> &str {
        "rising"
    }

    fn covers(&self, position: &Position) -> bool {
        position.move_number < 20
    }

    fn appraise(&self, position: &Position) -> go_models::Appraisal {
        let n = position.move_number as f32;
        let ownership = Box::new(go_board::PointMap::filled(0.0));
        go_models::Appraisal { ownership, area_lead: n, spread: 20.0 - n, black_wins: n / 20.0 }
    }
}

#[test]
fn go_keeps_the_laws_with_an_appraiser() {
    let extent = Extent { walks: 4, rollout_stride: 5, playouts: 100, ..Extent::default() };
    let expander = GoExpander::new(None, PriorConfig::default()).with_appraiser(Some(Arc::new(Rising)));
    let root = GoState::of(&game(5, RuleSet::Chinese));
    laws::check(&root, &expander, &rollout(), &extent).expect("no broken law");
}

#[test]
fn the_models_chance_counts_under_its_own_komi_only() {
    let expander = GoExpander::new(None, PriorConfig::default()).with_appraiser(Some(Arc::new(Rising)));
    let mut scratch = expander.new_scratch();
    let mut game = game(5, RuleSet::Chinese);
    for name in ["B2", "D4"] {
        let mv = Move::Play(game.size().parse_point(name).expect("a point"));
        game.play(game.to_move(), mv).expect("a move");
    }
    let mut appraise = |shift| expander.appraise(&mut scratch, &GoState::with_shift(&game, shift)).expect("covered");
    let (plain, shifted) = (appraise(0.0), appraise(8.0));
    assert_eq!((plain.measure, shifted.measure), (Some(1.5), Some(-6.5)));
    let logistic = |x: f32| 1.0 / (1.0 + (-std::f32::consts::PI / 3.0_f32.sqrt() * x / 18.0).exp());
    assert!((plain.value - (logistic(1.5) + 0.1) / 2.0).abs() < 1e-6, "{plain:?}");
    assert!((shifted.value - logistic(-6.5)).abs() < 1e-6, "{shifted:?}");
}

#[test]
fn candidates_are_the_legal_moves_without_own_eyes() {
    let mut random = <rand_xoshiro::Xoshiro256PlusPlus as rand::SeedableRng>::seed_from_u64(2);
    for rules in [RuleSet::Chinese, RuleSet::Japanese, RuleSet::Aga] {
        let mut game = game(5, rules);
        for _ in 0..120 {
            let color = game.to_move();
            let listed = candidates(&game);
            for point in game.size().points() {
                let legal = game.check(color, Move::Play(point)).is_ok();
                let eye =
                    game.board().is_empty(point) && game.board().is_eye(point, color, go_board::EyePotential::Ignored);
                let found = listed.iter().any(|candidate| candidate.action == Move::Play(point));
                assert_eq!(found, legal && !eye, "{}\n{}", game.board().to_ascii(), game.size().name(point));
            }
            let moves: Vec<_> = listed.iter().map(|candidate| candidate.action).collect();
            let mv = moves[rand::RngExt::random_range(&mut random, 0..moves.len())];
            game.play(color, mv).expect("a legal move");
        }
    }
}

#[test]
fn a_capture_is_never_hidden() {
    let game =
        drawn(". . . . . .\n . . . . . .\n . . . . . .\n . . . . X .\n . . . X O X\n . . . . . .", RuleSet::Chinese);
    let listed = candidates(&game);
    let capture = Move::Play(game.size().parse_point("E1").expect("a point"));
    let found = listed.iter().find(|candidate| candidate.action == capture).expect("the capture");
    assert!(found.probability >= 0.02, "{found:?}");
}

#[test]
fn territory_rules_make_filling_cost_a_point() {
    // Black owns 10 points of area more than White; moves are even.
    let area = GoState::of(&game(5, RuleSet::Chinese));
    let territory = GoState::of(&game(5, RuleSet::Japanese));
    assert_eq!(area.lead(10.0, Color::White), 9.5);
    assert_eq!(territory.lead(10.0, Color::Black), 9.5);
    assert_eq!(territory.lead(10.0, Color::White), 8.5, "Black made one move more");
}

#[test]
fn what_is_measured_where_mercy_cuts_falls_short_of_playing_on() {
    let root = GoState::of(&game(9, RuleSet::Chinese));
    let play = |mercy: f64, seed: u64| {
        let rollout = HeavyRollout::new(PlayoutPolicy::new(&PlayoutConfig { mercy, ..PlayoutConfig::default() }));
        let (shared, mut state) = (rollout.new_shared(), root.clone());
        let outcome = rollout.play(&shared, &mut rollout.new_local(seed), &mut state, &mut mcts::Trace::new());
        let stones = |color| state.position.board.n_stones(color) as f32;
        (outcome.measure.expect("a lead"), stones(Color::Black) - stones(Color::White), shared.n_playouts() == 0)
    };
    let (mut n_cut, mut by_stones, mut measured, mut played_on) = (0, 0.0, 0.0, 0.0);
    for seed in 0..200 {
        let (lead, stones, is_cut) = play(PlayoutConfig::default().mercy, seed);
        // One seed plays the same moves up to the cut.
        let (full, ..) = play(0.0, seed);
        if is_cut {
            n_cut += 1;
            by_stones += stones.abs();
            measured += (lead + 0.5).abs();
            played_on += (full + 0.5) * stones.signum();
        } else {
            assert_eq!(lead, full);
        }
    }
    assert!(n_cut > 20, "{n_cut} of 200");
    assert!(by_stones < measured && measured < played_on, "{by_stones}, {measured}, {played_on}");
}

#[test]
fn two_passes_end_the_game() {
    let mut state = GoState::of(&game(5, RuleSet::Chinese));
    state.apply(Move::Pass);
    assert!(!state.is_terminal());
    state.apply(Move::Pass);
    assert!(state.is_terminal());
}
