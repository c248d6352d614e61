//! A training that is interrupted anywhere and resumed gives the same bytes as an uninterrupted one.

mod answering_games;

use answering_games::answering_games;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;

use go_board::BoardSize;
use go_games::Game;
use go_models::checkpoint::Checkpoints;
use go_models::factor::FactorConfig;
use go_models::forest::ForestSettings;
use go_models::instance::{InstanceConfig, PatternSettings, WeightSettings};
use go_models::kind::TrainedModel;
use go_models::{Training, train_as};

fn games(n: usize) -> Vec<Game> {
    answering_games(n, BoardSize::NINE, 40)
}

/// Keeps parts in memory; the power fails right after a number of them.
#[derive(Default)]
struct Shelf {
    parts: Mutex<HashMap<String, Vec<u8>>>,
    fails_after: Option<usize>,
}

impl Checkpoints for Shelf {
    fn load(&self, part: &str) -> Option<Vec<u8>> {
        self.parts.lock().unwrap_or_else(|e| e.into_inner()).get(part).cloned()
    }
    fn save(&self, part: &str, bytes: &[u8]) {
        let mut parts = self.parts.lock().unwrap_or_else(|e| e.into_inner());
        parts.insert(part.into(), bytes.into());
        assert!(self.fails_after.is_none_or(|n| parts.len() < n), "the power failed");
    }
}

/// Trains with an interruption after the first, second ... part, resumes each time, and compares.
fn check(whole: &[u8], train: impl Fn(&Shelf) -> Vec<u8>) {
    let mut shelf = Shelf { fails_after: Some(1), ..Shelf::default() };
    let mut n_interruptions = 0;
    loop {
        match catch_unwind(AssertUnwindSafe(|| train(&shelf))) {
            Ok(bytes) => {
                assert!(bytes == whole, "after {n_interruptions} interruptions the model differs");
                break;
            }
            Err(_) => {
                n_interruptions += 1;
                shelf.fails_after = Some(shelf.parts.lock().unwrap_or_else(|e| e.into_inner()).len() + 1);
            }
        }
    }
    assert!(n_interruptions >= 2, "{n_interruptions} interruptions");
    // A part of another training (other bytes under every name) is not mistaken for ours.
    let damaged = shelf.parts.into_inner().unwrap_or_else(|e| e.into_inner());
    let damaged = damaged.into_iter().map(|(name, bytes)| (name, bytes[..bytes.len() / 2].to_vec())).collect();
    assert!(train(&Shelf { parts: Mutex::new(damaged), fails_after: None }) == whole, "damaged parts were used");
}

#[test]
fn an_instance_resumes() {
    let games = games(40);
    let mut forest = ForestSettings { n_trees: 3, n_games: Some(30), ..Default::default() };
    forest.growth.threshold = 300;
    let config = InstanceConfig {
        patterns: Some(PatternSettings { n_games: Some(30), sampling: 0.5, ..Default::default() }),
        forest: Some(forest),
        weights: WeightSettings { sampling: 0.3, ..Default::default() },
        ..Default::default()
    };
    let whole = train_as(&config, &Training::new(&games)).unwrap().to_bytes();
    check(&whole, |shelf| train_as(&config, &Training::new(&games).with_checkpoints(shelf)).unwrap().to_bytes());
}

/// The machine is saved over and over under one name: interrupted at the first of them, again from there, to the end.
#[test]
fn a_factor_model_resumes() {
    struct Failing<'s> {
        shelf: &'s Shelf,
        n_left: Mutex<usize>,
    }
    impl Checkpoints for Failing<'_> {
        fn load(&self, part: &str) -> Option<Vec<u8>> {
            self.shelf.load(part)
        }
        fn save(&self, part: &str, bytes: &[u8]) {
            self.shelf.save(part, bytes);
            let mut n_left = self.n_left.lock().unwrap_or_else(|e| e.into_inner());
            *n_left -= 1;
            assert!(*n_left > 0, "the power failed");
        }
    }
    let games = games(30);
    let config = FactorConfig {
        n_harvest: 300,
        threshold: 10,
        // More than one pass over the games, so that an epoch's end is met too.
        n_positions: 1500,
        n_validation: 50,
        validation_share: 0.1,
        ..Default::default()
    };
    let whole = train_as(&config, &Training::new(&games)).unwrap().to_bytes();
    let shelf = Shelf::default();
    let mut n_interruptions = 0;
    let bytes = loop {
        let failing = Failing { shelf: &shelf, n_left: Mutex::new(4) };
        let train = || train_as(&config, &Training::new(&games).with_checkpoints(&failing));
        match catch_unwind(AssertUnwindSafe(train)) {
            Ok(model) => break model.unwrap().to_bytes(),
            Err(_) => n_interruptions += 1,
        }
    };
    assert!(n_interruptions >= 2, "{n_interruptions} interruptions");
    assert!(bytes == whole, "the model differs");
}
