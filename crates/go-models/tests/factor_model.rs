//! Laws of the factor model: training is deterministic, files round-trip, probabilities sum to 1, reasons tell the truth.

mod answering_games;

use answering_games::answering_games;
use go_board::{BoardSize, Move, Position};
use go_games::Game;
use go_models::factor::{FactorConfig, FactorModel, TrainError, train_factor};
use go_models::model_file::TrainingRecord;
use go_models::{Model, Prediction, Predictor};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::sync::LazyLock;

fn games(n: usize, size: BoardSize) -> Vec<Game> {
    answering_games(n, size, size.area() / 2)
}

fn config() -> FactorConfig {
    FactorConfig {
        name: "test".into(),
        n_harvest: 400,
        threshold: 10,
        max_shapes: 3000,
        n_positions: 3000,
        validation_share: 0.1,
        n_validation: 200,
        ..Default::default()
    }
}

/// Trained once for all tests.
static MODEL: LazyLock<FactorModel> = LazyLock::new(train);

fn train() -> FactorModel {
    train_factor(&games(60, BoardSize::NINE), TrainingRecord::default(), &config(), |_| {}).unwrap()
}

#[test]
fn training_twice_gives_the_same_file_and_learns_something() {
    let (a, b) = (&*MODEL, train());
    assert!(a.to_bytes() == b.to_bytes(), "two trainings with one seed differ");
    let m1 = a.header().metrics["validation_m1"];
    assert!(m1 > 0.15, "half of the moves answer the last one: M(1) {m1}");
}

#[test]
fn a_saved_model_predicts_the_same_and_saves_the_same() {
    let model = &*MODEL;
    let bytes = model.to_bytes();
    let loaded = Model::from_bytes(&bytes).unwrap();
    assert!(FactorModel::from_bytes(&bytes).unwrap().to_bytes() == bytes);
    let mut position = Position::<0>::new(BoardSize::NINE, 7.5);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let (mut here, mut there) = (Prediction::default(), Prediction::default());
    for _ in 0..40 {
        model.predict(&position, &mut here);
        loaded.predict(&position, &mut there);
        assert_eq!(here.probabilities, there.probabilities);
        assert!((here.probabilities.iter().sum::<f32>() - 1.0).abs() < 1e-4);
        assert_eq!(here.moves.len(), position.legal_points().count() + 1);
        let mv = position.board.random_move(position.to_move, &mut rng);
        position.play(mv);
    }
}

/// Without a named feature the strength of the move is divided by the stated factor.
#[test]
fn removing_a_reason_changes_the_strength_by_its_factor() {
    let model = &*MODEL;
    let mut position = Position::<0>::new(BoardSize::NINE, 7.5);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    let mut n_checked = 0;
    for _ in 0..30 {
        let mv = position.board.random_move(position.to_move, &mut rng);
        let explanation = model.explain(&position, mv).expect("a legal move");
        let features = model.features(&position, mv);
        for &(feature, meaning) in &features {
            let rest: Vec<u32> = features.iter().map(|f| f.0).filter(|&f| f != feature).collect();
            let stated = explanation.reasons.iter().find(|reason| reason.feature == meaning.id()).unwrap();
            let without = explanation.strength / stated.factor;
            let measured = model.score(&rest).exp();
            assert!((without / measured - 1.0).abs() < 1e-2, "{}: {without} or {measured}", meaning.id());
            n_checked += 1;
        }
        position.play(mv);
    }
    assert!(n_checked > 300);
}

#[test]
fn an_illegal_move_is_not_explained_and_no_games_are_an_error() {
    let model = &*MODEL;
    let mut position = Position::<0>::new(BoardSize::NINE, 7.5);
    let tengen = Move::Play(BoardSize::NINE.parse_point("E5").unwrap());
    position.play(tengen);
    assert!(model.explain(&position, tengen).is_none());
    let nothing = train_factor(&[Game::new(BoardSize::NINE)], TrainingRecord::default(), &config(), |_| {});
    assert!(matches!(nothing, Err(TrainError::NoGames)));
}

/// A model of 9x9 games answers on every board size.
#[test]
fn other_board_sizes_are_answered() {
    let model = &*MODEL;
    let mut prediction = Prediction::default();
    for n in [1, 2, 5, 13, 19, 25] {
        let position = Position::<0>::new(BoardSize::new(n).unwrap(), 7.5);
        model.predict(&position, &mut prediction);
        assert!(prediction.probabilities.iter().all(|p| p.is_finite()), "{n}");
    }
}
