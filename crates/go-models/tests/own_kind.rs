//! A complete kind of model in one file: every point is as likely as it was played in the first moves of the training
//! games. A template for new kinds; in the crate it would be a module with a line in the registry.

mod answering_games;

use answering_games::answering_games;
use go_board::{BoardSize, Move, Position};
use go_games::{Game, Replay};
use go_models::evaluate::evaluate;
use go_models::kind::{ModelKind, ModelSettings, TrainedModel};
use go_models::laws::{Ablation, check_explanation};
use go_models::model_file::{ModelFile, ModelFileError, ModelHeader, TrainingRecord, write_model};
use go_models::{
    Evidence, Explanation, LearnConfig, Model, Prediction, Predictor, Reason, Scope, TrainError, TrainProgress,
    TrainedOn, Training, train, train_as,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::Mutex;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
struct OpeningConfig {
    name: String,
    /// Moves counted of each game.
    n_plies: usize,
    seed: u64,
}

impl Default for OpeningConfig {
    fn default() -> Self {
        OpeningConfig { name: "opening".into(), n_plies: 10, seed: 1 }
    }
}

struct OpeningModel {
    header: ModelHeader,
    counts: Vec<u32>,
}

impl ModelSettings for OpeningConfig {
    const KIND: &'static str = "opening";
    const SUMMARY: &'static str = "how often each point was played early";
    type Model = OpeningModel;

    fn name(&self) -> &str {
        &self.name
    }

    fn seed(&self) -> u64 {
        self.seed
    }

    fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
    }

    fn board_sizes(&self) -> RangeInclusive<u8> {
        9..=9
    }

    fn check(&self, _games: &[Game]) -> Result<(), TrainError> {
        match self.n_plies {
            0 => Err(TrainError::Setting { key: "n-plies", found: "0".into(), wanted: "1 or more" }),
            _ => Ok(()),
        }
    }

    fn fit(&self, training: &Training<'_>) -> Result<OpeningModel, TrainError> {
        training.stage("counting", training.games.len());
        let mut counts = vec![1; BoardSize::NINE.area()];
        for (n, game) in training.games.iter().enumerate() {
            for point in game.turns.iter().take(self.n_plies).filter_map(|turn| turn.mv().point()) {
                counts[BoardSize::NINE.dense_index(point)] += 1;
            }
            training.step(n + 1);
        }
        let games_hash = TrainedOn::new(training.games).games_hash();
        let header = ModelHeader {
            kind: Self::KIND.into(),
            name: self.name.clone(),
            feature_set: "point-1".into(),
            board_sizes: vec![9],
            scope: Scope { board_sizes: vec![9], plies: Some((1, self.n_plies)) },
            training: TrainingRecord { n_games: training.games.len(), games_hash, ..training.record.clone() },
            settings: serde_json::to_value(self).map_err(TrainError::learner)?,
            seed: self.seed,
            metrics: BTreeMap::new(),
        };
        Ok(OpeningModel { header, counts })
    }

    fn load(file: ModelFile<'_>) -> Result<OpeningModel, ModelFileError> {
        let counts: Vec<u32> = file.decode_body()?;
        if counts.len() != BoardSize::NINE.area() {
            return Err(ModelFileError::Damaged("it has counts for another board"));
        }
        Ok(OpeningModel { header: file.header, counts })
    }
}

impl OpeningModel {
    /// A point of another board, and a pass, count once.
    fn count(&self, mv: Move) -> u32 {
        let place = mv.point().map(|point| BoardSize::NINE.dense_index(point));
        place.and_then(|place| self.counts.get(place)).copied().unwrap_or(1)
    }
}

impl TrainedModel for OpeningModel {
    fn header(&self) -> &ModelHeader {
        &self.header
    }

    fn n_features(&self) -> usize {
        self.counts.len()
    }

    fn to_bytes(&self) -> Vec<u8> {
        write_model(&self.header, &self.counts)
    }
}

impl Predictor for OpeningModel {
    fn name(&self) -> &str {
        &self.header.name
    }

    fn predict(&self, position: &Position, prediction: &mut Prediction) {
        prediction.moves = position.legal_points().map(Move::Play).chain([Move::Pass]).collect();
        let counts: Vec<f32> = prediction.moves.iter().map(|&mv| self.count(mv) as f32).collect();
        let total: f32 = counts.iter().sum();
        prediction.probabilities = counts.into_iter().map(|n| n / total).collect();
    }

    fn explain(&self, position: &Position, mv: Move) -> Option<Explanation> {
        let mut prediction = Prediction::default();
        self.predict(position, &mut prediction);
        let count = self.count(mv);
        let reason = Reason {
            features: vec![format!("count:{count}")],
            words: format!("was played {count} times early in the games"),
            factor: count as f32,
            evidence: Evidence::Nothing,
            leaf: None,
        };
        Explanation::product(&prediction, mv, count as f32, vec![reason])
    }
}

impl Ablation for OpeningModel {
    /// Without its count a move counts once.
    fn probability_without(&self, position: &Position, mv: Move, _reason: &Reason) -> Option<f32> {
        let points = position.legal_points().map(Move::Play);
        let others: u32 = points.chain([Move::Pass]).filter(|&other| other != mv).map(|other| self.count(other)).sum();
        Some(1.0 / (others + 1) as f32)
    }
}

fn games(size: BoardSize) -> Vec<Game> {
    answering_games(6, size, 30)
}

#[test]
fn it_is_trained_and_covers_its_own_positions_only() {
    let games = games(BoardSize::NINE);
    let reports = Mutex::new(Vec::new());
    let progress = |report| reports.lock().expect("not poisoned").push(report);
    let config = LearnConfig::new(OpeningConfig::default()).with_seed(5);
    let model = train(&config, &Training::new(&games).with_progress(&progress)).expect("a model");
    assert_eq!(reports.into_inner().expect("not poisoned").last(), Some(&TrainProgress::Step(6)));
    let tested = evaluate(&model, &games, |_| {});
    assert_eq!((tested.positions, tested.positions_outside), (60, 120));
    let opening: &OpeningModel = model.downcast_ref().expect("its own kind");
    assert_eq!((opening.header.seed, opening.counts.iter().sum::<u32>()), (5, 81 + 60));
    assert!(model.covers(&Position::new(BoardSize::NINE, 7.5)));
    assert!(!model.covers(&Position::new(BoardSize::NINETEEN, 7.5)));
    let mut replay: Replay<'_> = Replay::new(&games[0]);
    while let Some((position, _)) = replay.next_position() {
        assert_eq!(model.covers(position), position.move_number < 10);
        position.legal_points().for_each(|point| drop(check_explanation(&model, position, Move::Play(point))));
    }
}

#[test]
fn boards_and_settings_are_checked_before_it_works() {
    let refused = |config: &OpeningConfig, size: BoardSize| {
        train_as(config, &Training::new(&games(size))).err().expect("refused").to_string()
    };
    assert_eq!(
        refused(&OpeningConfig::default(), BoardSize::NINETEEN),
        "a game is on a 19x19 board; a model of kind \"opening\" learns from boards of size 9 to 9"
    );
    let nothing = OpeningConfig { n_plies: 0, ..Default::default() };
    assert_eq!(refused(&nothing, BoardSize::NINE), "the configuration's n-plies is 0, wanted 1 or more");
}

/// A kind that is not in the registry trains, but a file of it is not read by name.
#[test]
fn a_file_of_an_unknown_kind_is_refused() {
    let model = train_as(&OpeningConfig::default(), &Training::new(&games(BoardSize::NINE))).expect("a model");
    let bytes = model.to_bytes();
    let error = Model::from_bytes(&bytes).err().expect("an unknown kind").to_string();
    assert!(error.contains("\"opening\"") && error.contains("\"point-1\""), "{error}");
    let file = ModelFile::parse(&bytes).expect("a sound file");
    assert_eq!(file.header.scope.plies, Some((1, 10)));
    assert_eq!(OpeningConfig::load(file).expect("the model").counts, model.counts);
    assert_eq!(ModelKind::of::<OpeningConfig>().name, "opening");
}
