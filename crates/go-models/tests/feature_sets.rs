//! Feature sets coexist: models of earlier versions are read unchanged, beside models with newer sets.
//!
//! The files in `frozen/` were written once, by the version that first had their format (`frozen/README.md` says how),
//! and are never regenerated. Their predictions were recorded at the same time.

use go_board::{BoardSize, Move, Position};
use go_features::sets::SETS;
use go_games::{Game, read_database};
use go_models::evaluate::evaluate;
use go_models::factor::FactorConfig;
use go_models::laws::check_explanation;
use go_models::model_file::ModelFile;
use go_models::{Evidence, LearnConfig, Model, Predictor, TrainError, Training, train};
use std::fs;
use std::path::Path;

fn read(name: &str) -> Vec<u8> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    fs::read(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

fn games() -> Vec<Game> {
    read_database(&read("../../data/games/policy-9x9.games")).expect("the shipped games are sound")
}

/// A small model with every added set.
fn with_added_sets() -> Model {
    let config = FactorConfig {
        name: "added sets".into(),
        feature_sets: SETS.iter().map(|set| set.name.into()).collect(),
        n_harvest: 300,
        threshold: 30,
        max_shapes: 2_000,
        n_positions: 4_000,
        n_validation: 100,
        ..Default::default()
    };
    train(&LearnConfig::new(config), &Training::new(&games())).expect("a model")
}

/// White's stone D6 would be caught by Black E5, and no ladder catches it.
fn nettable() -> Position {
    let mut position: Position = Position::new(BoardSize::NINE, 7.5);
    let moves = ["D7", "D6", "E7", "F4", "C6", "G3", "C5"];
    for name in moves {
        position.play(Move::Play(BoardSize::NINE.parse_point(name).expect("a point")));
    }
    position
}

#[test]
fn frozen_models_predict_what_they_predicted() {
    // The short games, as in the recording.
    let games: Vec<Game> = games().into_iter().filter(|game| game.turns.len() <= 55).collect();
    for name in ["factor-shape-3", "factor-foreseen-1", "instance-niekerk-2", "spatial-1", "iterated-1", "fate-4"] {
        let bytes = read(&format!("tests/frozen/{name}.model"));
        assert!(bytes.len() < 60_000, "{} bytes", bytes.len());
        let model = Model::from_bytes(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(model.to_bytes() == bytes, "{name} is written in another way now");
        assert!(model.config().is_ok(), "{name}: its settings are still understood");
        let found = evaluate(&model, &games, |_| {});
        let recorded: serde_json::Value =
            serde_json::from_slice(&read(&format!("tests/frozen/{name}.json"))).expect("recorded figures");
        let number = |key: &str| recorded[key].as_f64().expect("a number");
        assert_eq!(found.positions as f64, number("positions"));
        assert_eq!(found.top[0], recorded["top"][0].as_f64().expect("a number"), "{name}: M(1)");
        assert_eq!(found.mean_rank, number("mean_rank"), "{name}");
        // The order in which the single-precision numbers of spatial trees are added may change.
        let tolerance = if name == "spatial-1" { 1e-6 } else { 1e-9 };
        assert!((found.mean_log_evidence - number("mean_log_evidence")).abs() < tolerance, "{name}");
    }
}

#[test]
fn models_of_old_and_new_sets_live_in_one_process() {
    let old = Model::from_bytes(&read("tests/frozen/factor-shape-3.model")).expect("an old model");
    let embedded = Model::from_bytes(&read("../../models/9x9.model")).expect("the embedded model");
    let new = with_added_sets();
    let new = Model::from_bytes(&new.to_bytes()).expect("the new model reads back");
    assert_eq!((old.header().feature_set.as_str(), embedded.header().feature_set.as_str()), ("shape-3", "shape-3"));
    let all: Vec<&str> = ["shape-3"].into_iter().chain(SETS.iter().map(|set| set.name)).collect();
    assert_eq!(new.header().feature_set, all.join("+"));
    let position = nettable();
    let defence = Move::Play(BoardSize::NINE.parse_point("E5").expect("a point"));
    let words = "keeps one or two stones from being caught in a net";
    let says = |model: &Model| {
        let explanation = model.explain(&position, defence).expect("a legal move");
        explanation.reasons.iter().any(|reason| reason.words.contains(words))
    };
    assert_eq!([&old, &embedded, &new].map(says), [false, false, true]);
    let explanation = check_explanation(&new, &position, defence);
    let reason = explanation.reasons.iter().find(|reason| reason.features == ["net-defence:1"]).expect("the feature");
    let stone = BoardSize::NINE.parse_point("D6").expect("a point");
    assert_eq!(reason.evidence, Evidence::Chains { chains: vec![vec![stone]] });
}

#[test]
fn unknown_sets_are_refused_by_name() {
    let train_with = |sets: &[&str]| {
        let feature_sets = sets.iter().map(|&name| name.into()).collect();
        train(&LearnConfig::new(FactorConfig { feature_sets, ..Default::default() }), &Training::new(&games())).err()
    };
    for (sets, says) in [(&["tactical-99"][..], "tactical-99"), (&["tactical-3", "tactical-3"], "twice")] {
        match train_with(sets) {
            Some(TrainError::Learner(error)) => assert!(error.to_string().contains(says), "{error}"),
            other => panic!("{other:?}"),
        }
    }
    // A file of a later program names a set that this one does not have.
    let bytes = read("tests/frozen/factor-shape-3.model");
    let mut header = ModelFile::parse(&bytes).expect("sound").header;
    for sets in ["shape-3+tactical-99", "shape-3+", "shape-4", "tactical-3"] {
        header.feature_set = sets.into();
        let error = Model::from_bytes(&go_models::model_file::write_model(&header, &())).err().expect("refused");
        assert!(error.to_string().contains(sets), "{error}");
    }
}
