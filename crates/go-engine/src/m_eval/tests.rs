//! M-eval in a search, with a model of a few made games in which Black's corners become Black's.

use std::sync::Arc;
use std::time::Duration;

use go_board::{BoardSize, Color, GameBoard, Move, Point, Position, RuleSet};
use go_games::{Game, Turn};
use go_models::Training;
use go_models::m_eval::{MEvalConfig, MEvalModel, train_m_eval};
use go_models::territory::{FinishedGame, Owners};
use mcts::Candidate;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;
use crate::player::{Choice, Player, Purpose, Task};
use crate::{Effort, EngineConfig, TreePlayer};

const SIZE: BoardSize = BoardSize::NINETEEN;

fn point(name: &str) -> Point {
    SIZE.parse_point(name).expect("a point")
}

/// After four corner stones Black encloses a corner at C14 and wins it all, or plays A18 and loses it.
fn game(seed: u64) -> (Game, Owners) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut game = Game::new(SIZE);
    let mut position: Position = Position::new(SIZE, 7.5);
    let is_good = seed.is_multiple_of(2);
    let opening = ["D16", "Q4", "Q16", "D4", if is_good { "C14" } else { "A18" }].map(point);
    for turn in 0..40 {
        let legal: Vec<Point> = position.legal_points().filter(|point| (9..12).contains(&point.y())).collect();
        let mv = Move::Play(opening.get(turn).copied().unwrap_or_else(|| legal[random.random_range(0..legal.len())]));
        game.turns.push(Turn::new(position.to_move, mv));
        position.play(mv);
    }
    let owner = if is_good { Color::Black } else { Color::White };
    (game, Owners::new(SIZE, |point| Some(if point.x() < 9 && point.y() < 9 { owner } else { Color::White })))
}

fn model() -> Arc<MEvalModel> {
    let (games, owners): (Vec<Game>, Vec<Owners>) = (0..40).map(game).unzip();
    let finished: Vec<FinishedGame<'_>> =
        games.iter().zip(owners).map(|(game, owners)| FinishedGame { game, owners: Some(owners) }).collect();
    let config = MEvalConfig { first_ply: 6, last_ply: 30, min_played: 5, ..MEvalConfig::default() };
    Arc::new(train_m_eval(&config, &finished, &Training::new(&games)).expect("a model"))
}

fn corners() -> Position {
    let mut position: Position = Position::new(SIZE, 7.5);
    ["D16", "Q4", "Q16", "D4"].into_iter().for_each(|name| position.play(Move::Play(point(name))));
    position
}

fn config(intensity: f32) -> MEvalSearchConfig {
    MEvalSearchConfig { intensity, step: 0.1, ..MEvalSearchConfig::default() }
}

#[test]
fn what_became_territory_is_worth_more() {
    let m_eval = MEval::new(model(), MEvalSearchConfig { depth: 1, ..config(0.2) });
    // Territory alone.
    m_eval.set_direction(Direction::of([0.0, 1.0]));
    let values = m_eval.root_values(&corners());
    let find = |name: &str| values.iter().find(|known| known.point == point(name)).copied().expect("a known answer");
    let (good, bad) = (find("C14"), find("A18"));
    let stronger = [0, 1].into_iter().any(|factor| good.encoding[factor] > bad.encoding[factor]);
    assert!(stronger, "{good:?} {bad:?}");
    // What is above the mean has a value, nothing else has.
    let direction = m_eval.direction();
    let mean = values.iter().map(|known| direction.value(known.encoding)).sum::<f32>() / values.len() as f32;
    for known in &values {
        assert_eq!(known.value.is_some(), direction.value(known.encoding) > mean);
        assert!(known.value.is_none_or(|value| (0.5..=1.0).contains(&value)));
    }
}

#[test]
fn below_the_root_only_answers_to_the_last_move_are_known_and_not_too_deep() {
    let m_eval = MEval::new(model(), config(0.2));
    let position = corners();
    let candidates = |root_ply: usize| {
        m_eval.set_root(root_ply, 0.5);
        let mut candidates: Vec<Candidate<Move>> =
            position.legal_points().map(|point| Candidate::new(Move::Play(point), 0.001)).collect();
        m_eval.seed(&position, &mut candidates);
        candidates.iter().filter(|candidate| candidate.value.is_some()).count()
    };
    assert_eq!(candidates(position.move_number), 0, "the root is seeded by the player");
    assert!(candidates(position.move_number - 1) < m_eval.root_values(&position).len());
    assert_eq!(candidates(0), 0, "four levels below a root of depth 4");
}

#[test]
fn a_player_with_m_eval_plays_the_same_game_twice_and_without_it_another_rule_applies() {
    let model = model();
    let play = |intensity: f32| {
        let mut settings = EngineConfig { m_eval: config(intensity), ..EngineConfig::default() };
        settings.conduct.resign_turns = 0;
        // All moves are open: widening goes by the prior, which knows nothing here.
        settings.tree.widening_first = 0.0;
        let effort = Effort { n_playouts: Some(40), n_threads: 1, ..Effort::default() };
        let mut player = TreePlayer::new(settings, effort, Box::new(|_| None), 3, Box::new(|| Duration::ZERO))
            .with_m_eval(Arc::clone(&model));
        let mut game = GameBoard::new(SIZE, RuleSet::default().rules(), 7.5);
        for _ in 0..6 {
            let mut task = Task { purpose: Purpose::Game, clock: None, stop: &|| false, watch: None };
            let Choice::Play(mv) = player.choose(&game, &mut task) else { panic!("it does not resign") };
            game.play(game.to_move(), mv).expect("a legal move");
        }
        game.moves().collect::<Vec<_>>()
    };
    assert_eq!(play(0.3), play(0.3));
    assert_ne!(play(5.0), play(0.0), "strong virtual wins change the game");
}
