//! Properties of the factor model: training is deterministic, files round-trip, probabilities sum to 1, reasons are
//! correct.

mod answering_games;

use answering_games::answering_games;
use go_board::{BoardSize, Move, Position};
use go_games::Game;
use go_models::factor::{FactorConfig, FactorModel};
use go_models::kind::TrainedModel;
use go_models::laws::check_explanation;
use go_models::{
    Combination, EarlierMove, Evidence, Model, Prediction, Predictor, Reason, TrainError, Training, train_as,
};
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
    train_as(&config(), &Training::new(&games(60, BoardSize::NINE))).unwrap()
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
    let mut position = Position::new(BoardSize::NINE, 7.5);
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

/// Without a reason, a feature or a pair of them, the odds of the move are divided by its factor.
#[test]
fn reasons_keep_the_laws() {
    let model = &*MODEL;
    let mut position = Position::new(BoardSize::NINE, 7.5);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    let (mut n_singles, mut n_pairs) = (0, 0);
    for _ in 0..30 {
        let mv = position.board.random_move(position.to_move, &mut rng);
        let explanation = check_explanation(model, &position, mv);
        assert_eq!(explanation.combination, Combination::Product);
        n_singles += explanation.reasons.iter().filter(|reason| reason.features.len() == 1).count();
        n_pairs += explanation.reasons.iter().filter(|reason| reason.features.len() == 2).count();
        position.play(mv);
    }
    check_explanation(model, &position, Move::Pass);
    assert!(n_singles > 300 && n_pairs > 0, "{n_singles} features, {n_pairs} pairs");
}

/// The evidence of reasons: shapes around the move or the move it answers, earlier moves by their number, parts of both
/// in a pair.
#[test]
fn reasons_carry_their_evidence() {
    let model = FactorModel::from_bytes(include_bytes!("../../../models/9x9.model")).expect("the embedded model");
    let mut position = Position::new(BoardSize::NINE, 7.5);
    let at = |name: &str| BoardSize::NINE.parse_point(name).expect("a point");
    for name in ["E5", "E3", "D3", "D2", "C3", "F5", "F6", "F4", "G6"] {
        position.play(Move::Play(at(name)));
    }
    let explanation = check_explanation(&model, &position, Move::Play(at("G5")));
    let of = |family: &str| {
        let is_meant = |reason: &&Reason| reason.features.len() == 1 && reason.features[0].starts_with(family);
        explanation.reasons.iter().find(is_meant).map(|reason| reason.evidence.clone())
    };
    let shape_at = |name: &str, evidence: Option<Evidence>| {
        assert!(matches!(evidence, Some(Evidence::Shape { center, .. }) if center == at(name)), "{name}: {evidence:?}");
    };
    shape_at("G5", of("shape:"));
    shape_at("G5", of("shape-with-liberties:"));
    shape_at("G6", of("shape-reply:"));
    shape_at("F4", of("shape-continuation:"));
    let earlier = |turns_ago, name: &str| {
        Some(Evidence::EarlierMoves { moves: vec![EarlierMove { turns_ago, point: at(name) }] })
    };
    assert_eq!(of("near-move-1:"), earlier(1, "G6"));
    assert_eq!(of("near-move-2:"), earlier(2, "F4"));
    assert_eq!(of("phase:"), Some(Evidence::Nothing));
    let pair = explanation.reasons.iter().find(|reason| reason.evidence.parts().len() == 2).expect("a pair");
    assert_eq!(pair.features.len(), 2);
}

#[test]
fn an_illegal_move_is_not_explained_and_no_games_are_an_error() {
    let model = &*MODEL;
    let mut position = Position::new(BoardSize::NINE, 7.5);
    let tengen = Move::Play(BoardSize::NINE.parse_point("E5").unwrap());
    position.play(tengen);
    assert!(model.explain(&position, tengen).is_none());
    let nothing = train_as(&config(), &Training::new(&[Game::new(BoardSize::NINE)]));
    assert!(matches!(nothing, Err(TrainError::NoGames)));
}

/// A model of 9x9 games answers on every board size.
#[test]
fn other_board_sizes_are_answered() {
    let model = &*MODEL;
    let mut prediction = Prediction::default();
    for n in [1, 2, 5, 13, 19, 25] {
        let position = Position::new(BoardSize::new(n).unwrap(), 7.5);
        model.predict(&position, &mut prediction);
        assert!(prediction.probabilities.iter().all(|p| p.is_finite()), "{n}");
    }
}

/// Every setting that has a range is checked before any work, and the error names its key as the configuration spells it.
#[test]
fn settings_out_of_range_are_named() {
    let games = games(2, BoardSize::NINE);
    let check = |key: &str, change: &dyn Fn(&mut FactorConfig)| {
        let mut config = config();
        change(&mut config);
        match train_as(&config, &Training::new(&games)).err() {
            Some(TrainError::Setting { key: named, .. }) => assert_eq!(named, key),
            other => panic!("{key}: {other:?}"),
        }
    };
    check("batch", &|c| c.batch = 0);
    check("batch", &|c| c.batch = (1 << 16) + 1);
    check("n-positions", &|c| c.n_positions = 0);
    check("validation-share", &|c| c.validation_share = -0.1);
    check("settings.weight-rate", &|c| c.settings.weight_rate = f32::NAN);
    check("settings.factor-rate", &|c| c.settings.factor_rate = -1.0);
    check("settings.final-share", &|c| c.settings.final_share = f32::INFINITY);
    check("settings.weight-decay", &|c| c.settings.weight_decay = -1.0);
    check("settings.factor-decay", &|c| c.settings.factor_decay = -1.0);
    check("settings.factor-spread", &|c| c.settings.factor_spread = f32::NAN);
    check("settings.initial-accumulator", &|c| c.settings.initial_accumulator = 0.0);
    check("settings.negligible", &|c| c.settings.negligible = 2.0);
}
