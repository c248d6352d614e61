//! Properties of every registered kind of model. A kind has a small configuration, `kinds/NAME.toml`, that trains in a
//! second or two.

mod answering_games;

use answering_games::answering_games;
use go_board::{BoardSize, Position};
use go_games::{Game, Replay};
use go_models::checkpoint::{CheckpointFns, Checkpoints};
use go_models::laws::check_explanation;
use go_models::registry::{KINDS, find_kind};
use go_models::{LearnConfig, Model, Prediction, Predictor, TrainError, TrainProgress, TrainedOn, Training, train};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::Mutex;

fn games() -> Vec<Game> {
    answering_games(30, BoardSize::NINE, 40)
}

/// The small configuration of a kind.
fn config(kind: &str) -> LearnConfig {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kinds").join(format!("{kind}.toml"));
    let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    LearnConfig::from_toml(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

fn each_kind(law: impl Fn(&str, &LearnConfig)) {
    for kind in KINDS {
        law(kind.name, &config(kind.name));
    }
}

#[test]
fn names_are_unique_and_found() {
    let names: BTreeSet<&str> = KINDS.iter().map(|kind| kind.name).collect();
    assert_eq!(names.len(), KINDS.len());
    for kind in KINDS {
        assert!(find_kind(kind.name).is_some_and(|found| found.name == kind.name));
        assert!(!kind.summary.is_empty());
        assert_eq!(config(kind.name).kind(), kind.name);
    }
    assert!(find_kind("oracle").is_none());
}

#[test]
fn an_unknown_key_is_refused_by_name() {
    for kind in KINDS {
        let text = format!("kind = {:?}\nno-such-key = 1\n", kind.name);
        let error = LearnConfig::from_toml(&text).expect_err("an unknown key").to_string();
        assert!(error.contains("no-such-key") && error.contains("line 2"), "{}: {error}", kind.name);
    }
}

/// The header names the training games and settings, and the file reads back as the same model.
#[test]
fn headers_are_complete_and_files_round_trip() {
    let games = games();
    each_kind(|kind, config| {
        let config = config.clone().with_seed(7);
        let model = train(&config, &Training::new(&games)).unwrap_or_else(|error| panic!("{kind}: {error}"));
        let header = model.header();
        assert_eq!((header.kind.as_str(), header.seed, header.name.as_str()), (kind, 7, config.name()));
        assert!(!header.feature_set.is_empty() && header.board_sizes == [9], "{kind}");
        assert!(model.config().expect("its own settings") == config, "{kind}: the header has other settings");
        let learned: Vec<&Game> = games.iter().filter(|game| config.learns_from(game)).collect();
        assert_eq!(header.training.n_games, learned.len(), "{kind}");
        assert_eq!(header.training.games_hash, TrainedOn::new(learned).games_hash(), "{kind}");
        let bytes = model.to_bytes();
        let loaded = Model::from_bytes(&bytes).unwrap_or_else(|error| panic!("{kind}: {error}"));
        assert!(loaded.to_bytes() == bytes, "{kind}: saving what was loaded gives other bytes");
        assert_eq!((loaded.n_features(), loaded.details()), (model.n_features(), model.details()));
        each_position(&games[..2], |position| {
            let (here, there) = (predict(&model, position), predict(&loaded, position));
            assert_eq!(here.probabilities, there.probabilities, "{kind}");
            assert_eq!(here.moves.len(), position.legal_points().count() + 1, "{kind}");
            assert!((here.probabilities.iter().sum::<f32>() - 1.0).abs() < 1e-4, "{kind}");
            check_explanation(&loaded, position, here.ranked()[0].0);
        });
    });
}

fn predict(model: &Model, position: &Position) -> Prediction {
    let mut prediction = Prediction::default();
    model.predict(position, &mut prediction);
    prediction
}

fn each_position(games: &[Game], mut visit: impl FnMut(&Position)) {
    for game in games {
        let mut replay: Replay<'_> = Replay::new(game);
        while let Some((position, _)) = replay.next_position() {
            visit(position);
        }
    }
}

/// Checkpoints do not change the model, whether they are written, found or damaged.
#[test]
fn resuming_gives_the_same_bytes() {
    let games = games();
    each_kind(|kind, config| {
        let whole = train(config, &Training::new(&games)).expect("a model").to_bytes();
        let parts: Mutex<BTreeMap<String, Vec<u8>>> = Mutex::default();
        let kept = CheckpointFns {
            load: |part: &str| parts.lock().expect("not poisoned").get(part).cloned(),
            save: |part: &str, bytes: &[u8]| {
                parts.lock().expect("not poisoned").insert(part.into(), bytes.into());
            },
        };
        let again = |kept: &dyn Checkpoints| {
            train(config, &Training::new(&games).with_checkpoints(kept)).expect("a model").to_bytes()
        };
        assert!(again(&kept) == whole, "{kind}: saving checkpoints changes the model");
        assert!(again(&kept) == whole, "{kind}: resuming changes the model");
        parts.lock().expect("not poisoned").values_mut().for_each(|bytes| bytes.truncate(bytes.len() / 2));
        assert!(again(&kept) == whole, "{kind}: damaged checkpoints are used");
    });
}

/// A stage is announced before its steps, and no step goes beyond it.
#[test]
fn progress_stays_within_its_stages() {
    let games = games();
    each_kind(|kind, config| {
        let reports = Mutex::new(Vec::new());
        let progress = |report| reports.lock().expect("not poisoned").push(report);
        train(config, &Training::new(&games).with_progress(&progress)).expect("a model");
        let mut most = None;
        for report in reports.into_inner().expect("not poisoned") {
            match report {
                TrainProgress::Stage { name, n_steps } => {
                    assert!(!name.is_empty());
                    most = Some(n_steps);
                }
                TrainProgress::Step(n) => assert!(most.is_some_and(|most| n <= most), "{kind}: step {n} of {most:?}"),
                TrainProgress::Remark(text) | TrainProgress::Message(text) => assert!(!text.is_empty(), "{kind}"),
            }
        }
        assert!(most.is_some(), "{kind} reports no stage");
    });
}

#[test]
fn nothing_to_learn_from_is_an_error() {
    each_kind(|kind, config| {
        let error = train(config, &Training::new(&[])).err();
        assert!(matches!(error, Some(TrainError::NoGames)), "{kind}: {error:?}");
    });
}
