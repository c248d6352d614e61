//! A factor model with foresight: it learns from what a model of final ownership foresees, keeps it in its file, explains itself by it, and sees turned boards alike.

mod answering_games;

use answering_games::answering_games;
use go_board::{BoardSize, Move, Position, Symmetry};
use go_games::{Game, Replay};
use go_models::laws::check_explanation;
use go_models::territory::{FinishedGame, Owners, Teachers, TerritoryConfig, TerritoryModel, train_territory};
use go_models::{
    KnownModel, KnownModels, KnownOwners, LearnConfig, Model, Prediction, Predictor, TrainedOn, Training, train,
};
use std::sync::LazyLock;

const SIZE: BoardSize = BoardSize::NINE;

fn games() -> Vec<Game> {
    answering_games(40, SIZE, 40)
}

/// A small model that has learned whose the stones are; and the games that it learned from.
static OWNERS: LazyLock<(Vec<u8>, TrainedOn)> = LazyLock::new(|| {
    let games = answering_games(12, SIZE, 30);
    let ended = |game| {
        let board = Replay::new(game).into_final_position().board;
        FinishedGame { game, owners: Some(Owners::new(SIZE, |point| board.color_at(point))) }
    };
    let finished: Vec<FinishedGame<'_>> = games.iter().map(ended).collect();
    let config = TerritoryConfig { channels: 8, blocks: 1, positions: 960, batch: 16, ..TerritoryConfig::default() };
    let teachers = Teachers { finished: &finished, judged: &[] };
    let model = train_territory(&config, teachers, &Training::new(&[])).expect("a model");
    let learned = teachers.learned_from(&config);
    assert_eq!(model.header().training.games_hash, learned.games_hash());
    (model.to_bytes(), learned)
});

static MODEL: LazyLock<Model> = LazyLock::new(|| trained("foresight = \"owners\"").expect("a model"));

/// The model of owners, and a factor model with it to begin with.
struct Shelf;

impl KnownModels for Shelf {
    fn find(&self, name: &str, _: BoardSize) -> Result<KnownModel, String> {
        let model = Model::from_bytes(&MODEL.to_bytes()).expect("sound");
        if name == "first" { Ok(KnownModel { model, trained_on: None }) } else { Err("no such file".into()) }
    }

    fn find_owners(&self, name: &str) -> Result<KnownOwners, String> {
        let (bytes, learned) = &*OWNERS;
        let model = TerritoryModel::from_bytes(bytes).expect("sound");
        let known = KnownOwners { model, trained_on: Some(learned.clone()) };
        if name == "owners" { Ok(known) } else { Err("no such file".into()) }
    }
}

fn trained(more: &str) -> Result<Model, String> {
    let settings = "kind = \"factor\"\nn-harvest = 300\nthreshold = 10\nn-validation = 200\nvalidation-share = 0.2\n";
    let n_positions = if more.contains("n-positions") { "" } else { "n-positions = 1200\n" };
    let config = LearnConfig::from_toml(&format!("{settings}{n_positions}{more}")).expect("a configuration");
    train(&config, &Training::new(&games()).with_models(&Shelf)).map_err(|error| error.to_string())
}

/// A position of a game, and the same turned.
fn turned(game: &Game, n_moves: usize, symmetry: Symmetry) -> Position {
    let mut position = Position::new(SIZE, 7.5);
    for turn in &game.turns[..n_moves] {
        position.play(turned_move(turn.mv(), symmetry));
    }
    position
}

fn turned_move(mv: Move, symmetry: Symmetry) -> Move {
    mv.point().map_or(Move::Pass, |point| Move::Play(symmetry.apply(SIZE, point)))
}

#[test]
fn the_file_holds_what_foresees() {
    let bytes = MODEL.to_bytes();
    let read = Model::from_bytes(&bytes).expect("sound");
    assert!(read.to_bytes() == bytes);
    assert_eq!(read.header().feature_set, "shape-3+foreseen-1");
    assert!(read.details().iter().any(|(what, who)| *what == "owners foreseen by" && who == "territory"));
    let (mut here, mut there) = (Prediction::default(), Prediction::default());
    for n_moves in [0, 7, 20, 33] {
        let position = turned(&games()[0], n_moves, Symmetry::ALL[0]);
        MODEL.predict(&position, &mut here);
        read.predict(&position, &mut there);
        assert_eq!(here.probabilities, there.probabilities);
    }
    assert!(trained("foresight = \"owners\"").expect("a model").to_bytes() == bytes, "training is deterministic");
}

#[test]
fn explanations_name_what_is_foreseen() {
    let position = turned(&games()[0], 20, Symmetry::ALL[0]);
    let mut named = std::collections::HashSet::new();
    for point in position.legal_points() {
        let explanation = check_explanation(&*MODEL, &position, Move::Play(point));
        named.extend(explanation.reasons.iter().flat_map(|reason| reason.features.clone()));
    }
    for family in go_features::foreseen::ForeseenFamily::ALL {
        let prefix = format!("{}:", family.name());
        assert!(named.iter().any(|id| id.starts_with(&prefix)), "{prefix}");
    }
}

#[test]
fn turned_boards_are_seen_alike() {
    let game = &games()[3];
    let (mut plain, mut other) = (Prediction::default(), Prediction::default());
    for n_moves in [1, 9, 18, 30] {
        MODEL.predict(&turned(game, n_moves, Symmetry::ALL[0]), &mut plain);
        for symmetry in Symmetry::ALL {
            MODEL.predict(&turned(game, n_moves, symmetry), &mut other);
            for (mv, p) in plain.moves.iter().zip(&plain.probabilities) {
                let place = other.moves.iter().position(|&m| m == turned_move(*mv, symmetry)).expect("legal too");
                assert!((other.probabilities[place] - p).abs() < 1e-4, "{n_moves} moves, {symmetry:?}, {mv:?}");
            }
        }
    }
}

#[test]
fn training_goes_on_with_and_without_it() {
    let few = "n-positions = 16\n[settings]\nweight-rate = 0.001\nfactor-rate = 0.001";
    let evidence = |model: &Model| model.header().metrics["validation_log_evidence"];
    let on = trained(&format!("begin-with = \"first\"\nforesight = \"owners\"\n{few}")).expect("a model");
    assert!((evidence(&on) - evidence(&MODEL)).abs() < 0.05, "{} and {}", evidence(&on), evidence(&MODEL));
    assert_eq!(on.borrowed_games(), OWNERS.1, "its games are seen games");
    let without = trained(&format!("begin-with = \"first\"\n{few}")).expect("a model");
    assert_eq!(without.header().feature_set, "shape-3");
    let difference = evidence(&without) - evidence(&on);
    assert!(difference.abs() > 1e-3, "what it foresaw takes part in its scores: {difference}");
}

#[test]
fn what_cannot_foresee_is_refused() {
    let error = trained("foresight = \"nobody\"").err().expect("refused");
    assert!(error.contains("\"nobody\"") && error.contains("no such file"), "{error}");
    let config = LearnConfig::from_toml("kind = \"factor\"\nforesight = \"owners\"").expect("a configuration");
    let error = train(&config, &Training::new(&games())).err().expect("refused").to_string();
    assert!(error.contains("cannot be named here"), "{error}");
    // The set in the header without the model in the body, and the other way round.
    let with = MODEL.to_bytes();
    let mut header = go_models::model_file::ModelFile::parse(&with).expect("sound").header;
    header.feature_set = "shape-3+foreseen-1".into();
    assert!(Model::from_bytes(&go_models::model_file::write_model(&header, &())).is_err());
    header.feature_set = "shape-3+foreseen-1+foreseen-1".into();
    assert!(Model::from_bytes(&go_models::model_file::write_model(&header, &())).is_err());
}
