//! A territory model trained on games with a computable truth, saved, loaded, damaged and resumed.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Mutex;

use go_board::{BoardSize, Color, Move, Point};
use go_games::{Game, Replay, Turn};
use go_models::checkpoint::CheckpointFns;
use go_models::territory::{
    FinishedGame, JudgedGame, JudgedPosition, Owners, Teachers, TerritoryConfig, TerritoryModel, retrain_territory,
    train_territory,
};
use go_models::{Appraiser, TrainError, Training};

/// Black builds a wall on one column and White beside it; everything on Black's side is Black's.
fn walls(column: u8) -> Game {
    let size = BoardSize::new(7).expect("a size");
    let mut game = Game::new(size);
    for row in 0..7 {
        for (color, x) in [(Color::Black, column), (Color::White, column + 1)] {
            let point = size.point(usize::from(x), row).expect("a point");
            game.turns.push(Turn::new(color, Move::Play(point)));
        }
    }
    game
}

fn finished(game: &Game, column: u8) -> FinishedGame<'_> {
    let owner = |point: Point| Some(if point.x() <= column { Color::Black } else { Color::White });
    FinishedGame { game, owners: Some(Owners::new(game.size, owner)) }
}

fn of_games<'a>(finished: &'a [FinishedGame<'a>]) -> Teachers<'a> {
    Teachers { finished, judged: &[] }
}

fn config(positions: usize) -> TerritoryConfig {
    let config = TerritoryConfig { channels: 8, blocks: 1, batch: 16, positions, ..TerritoryConfig::default() };
    TerritoryConfig { learning_rate: 0.01, validate_one_in: 4, ..config }
}

fn columns() -> Vec<(u8, Game)> {
    (1..=4).flat_map(|column| [(column, walls(column))]).collect()
}

fn trained(positions: usize) -> TerritoryModel {
    let games = columns();
    let finished: Vec<_> = games.iter().map(|(column, game)| finished(game, *column)).collect();
    train_territory(&config(positions), of_games(&finished), &Training::new(&[])).expect("a model")
}

#[test]
fn it_learns_whose_side_of_the_wall_a_point_is_on() {
    let model = trained(24_000);
    let (mut n_right, mut n) = (0, 0);
    for (column, game) in columns() {
        let end = Replay::new(&game).into_final_position();
        let appraisal = model.appraise(&end);
        for point in game.size.points() {
            n_right += usize::from((appraisal.ownership[point] > 0.0) == (point.x() <= column));
            n += 1;
        }
        let lead: f32 = game.size.points().map(|point| if point.x() <= column { 1.0 } else { -1.0 }).sum();
        assert!((appraisal.area_lead - lead).abs() < 12.0, "{} for {lead}", appraisal.area_lead);
        assert!(appraisal.spread > 0.0 && (0.0..=1.0).contains(&appraisal.black_wins));
    }
    assert!(n_right * 10 >= n * 9, "{n_right} of {n} points");
}

#[test]
fn files_round_trip_and_damage_is_reported() {
    let model = trained(64);
    let bytes = model.to_bytes();
    let read = TerritoryModel::from_bytes(&bytes).expect("what was written");
    assert_eq!((read.header(), read.to_bytes()), (model.header(), bytes.clone()));
    assert!(read.header().metrics.contains_key("tempo"));
    let position = Replay::new(&walls(2)).into_final_position();
    assert_eq!(read.appraise(&position).area_lead, model.appraise(&position).area_lead);
    assert!(read.covers(&position) && !read.covers(&go_board::Position::new(BoardSize::NINE, 7.5)));
    for at in (0..bytes.len()).step_by(97) {
        let mut changed = bytes.clone();
        changed[at] ^= 4;
        assert!(TerritoryModel::from_bytes(&changed).is_err(), "changed at {at}");
        assert!(TerritoryModel::from_bytes(&bytes[..at]).is_err(), "cut at {at}");
    }
}

#[test]
fn an_interrupted_training_ends_in_the_same_model() {
    let games = columns();
    let finished: Vec<_> = games.iter().map(|(column, game)| finished(game, *column)).collect();
    let kept: Mutex<HashMap<String, Vec<u8>>> = Mutex::default();
    let n_saved = Mutex::new(RefCell::new(0));
    let checkpoints = CheckpointFns {
        load: |part: &str| kept.lock().expect("a lock").get(part).cloned(),
        // Only the first one is kept, as if the machine had stopped soon after it.
        save: |part: &str, bytes: &[u8]| {
            let count = n_saved.lock().expect("a lock");
            *count.borrow_mut() += 1;
            kept.lock().expect("a lock").entry(part.to_owned()).or_insert_with(|| bytes.to_vec());
        },
    };
    let whole = train_territory(&config(960), of_games(&finished), &Training::new(&[])).expect("a model");
    let train =
        || train_territory(&config(960), of_games(&finished), &Training::new(&[]).with_checkpoints(&checkpoints));
    train().expect("a model");
    assert!(*n_saved.lock().expect("a lock").borrow() > 1);
    assert_eq!(train().expect("a resumed model").to_bytes(), whole.to_bytes());
}

#[test]
fn what_cannot_be_learned_from_is_refused() {
    let games = columns();
    let none: Vec<FinishedGame<'_>> = games.iter().map(|(_, game)| FinishedGame { game, owners: None }).collect();
    let train = |config: &TerritoryConfig, games: &[FinishedGame<'_>]| {
        train_territory(config, of_games(games), &Training::new(&[])).err().expect("an error")
    };
    assert!(matches!(train(&config(64), &[]), TrainError::NoGames));
    assert!(matches!(train(&config(64), &none), TrainError::NoGames));
    let wrong = TerritoryConfig { channels: 0, ..config(64) };
    assert!(train(&wrong, &none).to_string().contains("channels is 0"));
    let nine = Game::new(BoardSize::NINE);
    let mixed = [finished(&games[0].1, 1), finished(&nine, 1)];
    assert!(matches!(train(&config(64), &mixed), TrainError::MixedSizes));
    assert!(TerritoryConfig::from_toml("kind = \"territory\"\nchanels = 3").is_err());
    assert!(TerritoryConfig::is_meant("kind = \"territory\"") && !TerritoryConfig::is_meant("kind = \"factor\""));
}

#[test]
fn training_goes_on_with_what_a_model_knows() {
    let start = trained(24_000);
    let games = columns();
    let finished: Vec<_> = games.iter().map(|(column, game)| finished(game, *column)).collect();
    let on = |config: &TerritoryConfig| {
        retrain_territory(&start, config, of_games(&finished), &Training::new(&[])).map(|model| error_of(&model))
    };
    // Sixty-four lessons with a tiny step change next to nothing; from chance they teach next to nothing.
    let config = TerritoryConfig { learning_rate: 1e-6, ..config(64) };
    let (before, after) = (error_of(&start), on(&config).expect("a model"));
    assert!((after - before).abs() < 0.02, "{before} became {after}");
    assert!(error_of(&trained(64)) > before + 0.2, "{before} is as bad as nothing learned");
    let error = on(&TerritoryConfig { channels: 16, ..config.clone() }).expect_err("another size").to_string();
    assert!(error.contains("16 and 1"), "{error}");
    let deeper = on(&TerritoryConfig { blocks: 3, ..config.clone() }).expect("a deeper model");
    assert!((deeper - before).abs() < 0.02, "with blocks that add nothing {before} became {deeper}");
    assert!(on(&TerritoryConfig { blocks: 0, ..config.clone() }).is_err(), "what a block knows is not thrown away");
}

#[test]
fn care_makes_answers_that_turn_with_the_board() {
    // Trained on walls that all stand upright, so that it does not know symmetries by itself.
    let model = trained(24_000);
    let game = walls(2);
    let size = game.size;
    let end = Replay::new(&game).into_final_position();
    let mut largest = [0.0_f32; 2];
    for symmetry in go_board::Symmetry::ALL {
        let mut turned = Game::new(size);
        for turn in &game.turns {
            let point = turn.mv().point().expect("a stone");
            turned.turns.push(Turn::new(turn.color(), Move::Play(symmetry.apply(size, point))));
        }
        let turned = Replay::new(&turned).into_final_position();
        let difference = |one: go_models::Appraisal, other: go_models::Appraisal| {
            let of = |point| (one.ownership[point] - other.ownership[symmetry.apply(size, point)]).abs();
            size.points().map(of).fold((one.area_lead - other.area_lead).abs(), f32::max)
        };
        largest[0] = largest[0].max(difference(model.appraise_with_care(&end), model.appraise_with_care(&turned)));
        largest[1] = largest[1].max(difference(model.appraise(&end), model.appraise(&turned)));
    }
    assert!(largest[0] < 1e-3 && largest[1] > 1e-2, "{largest:?}");
}

/// The mean difference between what a model says of the owners of final positions and the truth, from 0 to 2.
fn error_of(model: &TerritoryModel) -> f32 {
    let errors = columns().into_iter().map(|(column, game)| {
        let appraisal = model.appraise(&Replay::new(&game).into_final_position());
        let truth = |point: Point| if point.x() <= column { 1.0 } else { -1.0 };
        let errors = game.size.points().map(|point| (appraisal.ownership[point] - truth(point)).abs());
        errors.sum::<f32>() / game.size.area() as f32
    });
    errors.sum::<f32>() / columns().len() as f32
}

/// A referee who says the opposite of what became of the games: everything on Black's side of the wall will be White's, four times out of five.
fn contrary(game: &Game, column: u8) -> JudgedGame<'_> {
    let judge = |ply| {
        let black_owns: Vec<i8> = game.size.points().map(|point| if point.x() <= column { -60 } else { 60 }).collect();
        let lead = black_owns.iter().map(|&owns| f32::from(owns) / 100.0).sum::<f32>() - game.komi_or_usual();
        JudgedPosition { ply, black_owns, black_wins: 0.9, black_lead: Some(lead) }
    };
    JudgedGame { game, positions: (8..=game.turns.len()).map(judge).collect() }
}

#[test]
fn a_referee_is_believed() {
    let games = columns();
    let judged: Vec<_> = games.iter().map(|(column, game)| contrary(game, *column)).collect();
    let teachers = Teachers { finished: &[], judged: &judged };
    let config = TerritoryConfig { validate_one_in: 1 << 40, ..config(24_000) };
    let model = train_territory(&config, teachers, &Training::new(&[])).expect("a model");
    assert!(!model.header().metrics.contains_key("tempo"), "a referee knows what a turn is worth");
    for (column, game) in &games {
        let appraisal = model.appraise(&Replay::new(game).into_final_position());
        let said = contrary(game, *column);
        let wanted = said.positions.last().and_then(|judged| judged.black_lead).expect("a lead") + game.komi_or_usual();
        let own =
            game.size.points().map(|point| appraisal.ownership[point] * if point.x() <= *column { -1.0 } else { 1.0 });
        let mean = own.sum::<f32>() / game.size.area() as f32;
        assert!((mean - 0.6).abs() < 0.1, "{mean}");
        assert!((appraisal.area_lead - wanted).abs() < 6.0, "{} for {wanted}", appraisal.area_lead);
        assert!((appraisal.black_wins - 0.9).abs() < 0.07, "{}", appraisal.black_wins);
    }
}
