//! Training a territory model: positions of finished games in random order, the network's three answers against what became of them.
//!
//! Every step is a batch of lessons that depend on the settings and the number of the step alone, so that a training that was interrupted
//! goes on from its checkpoint to the same weights.

use super::Teachers;
use super::config::TerritoryConfig;
use super::lesson::{Lesson, Split};
use super::model::TerritoryModel;
use crate::Scope;
use crate::checkpoint;
use crate::model_file::{ModelHeader, TrainingRecord};
use crate::training::{TrainError, Training};
use go_features::planes::{PLANES, PlaneReader};
use go_games::Game;
use learn::convolution::{
    ConvNet, Input, Losses, Output, Scratch, Shape, Target, Trainer, TrainerConfig, TrainerState,
};
use rayon::prelude::*;
use stable_hash::Fnv1a;
use std::collections::BTreeMap;

/// How the three answers weigh in the loss: owners are what the network is for, the result is noisy, the lead is mostly their sum.
const LOSSES: Losses = Losses { cells: 1.0, result: 0.3, measure: 0.05 };
/// Checkpoints of a training.
const N_CHECKPOINTS: usize = 40;
/// Steps in which the rate rises.
const N_WARM_UP: usize = 300;
/// Lessons of the validation.
const N_VALIDATION: u64 = 4_000;
/// Games by which the worth of a turn is measured.
const N_TEMPO_GAMES: usize = 50;
/// Weights of the last steps are averaged with this decay.
const AVERAGE_DECAY: f32 = 0.999;

/// Trains a model on finished games, judged positions, or both.
pub fn train_territory(
    config: &TerritoryConfig,
    teachers: Teachers<'_>,
    training: &Training<'_>,
) -> Result<TerritoryModel, TrainError> {
    train_from(None, config, teachers, training)
}

/// Goes on with what a model knows: a network that begins with its weights, not with chance. It may have more blocks, which add nothing at first. The moments of Adam begin anew.
pub fn retrain_territory(
    start: &TerritoryModel,
    config: &TerritoryConfig,
    teachers: Teachers<'_>,
    training: &Training<'_>,
) -> Result<TerritoryModel, TrainError> {
    let (known, wanted) = (start.net().shape(), config.shape());
    if (Shape { blocks: wanted.blocks, ..known }) != wanted || known.blocks > wanted.blocks {
        let wanted = "those of the model to begin with, whose network has another size (more blocks are possible)";
        let found = format!("{} and {}", config.channels, config.blocks);
        return Err(TrainError::Setting { key: "channels and blocks", found, wanted });
    }
    train_from(Some(start), config, teachers, training)
}

fn train_from(
    start: Option<&TerritoryModel>,
    config: &TerritoryConfig,
    teachers: Teachers<'_>,
    training: &Training<'_>,
) -> Result<TerritoryModel, TrainError> {
    config.check()?;
    let size = teachers.games().next().ok_or(TrainError::NoGames)?.size;
    if teachers.games().any(|game| game.size != size) {
        return Err(TrainError::MixedSizes);
    }
    let split = Split::new(config, teachers);
    if split.counted.is_empty() && split.judged.is_empty() {
        return Err(TrainError::NoGames);
    }
    training.message(format!(
        "{} games with {} judged positions and {} counted games to learn owners from, {} decided ones for the result, {} kept for validation",
        split.judged.len(),
        split.judged.iter().map(|judged| judged.positions.len()).sum::<usize>(),
        split.counted.len(),
        split.resigned.len(),
        split.held.len() + split.held_judged.len(),
    ));
    let net = fit(start, config, &split, training)?;
    let metrics = validate(config, &split, &net);
    let shown: Vec<String> = metrics.iter().map(|(key, value)| format!("{key} {value:.3}")).collect();
    training.message(format!("validation: {}", shown.join(", ")));
    let header = ModelHeader {
        kind: super::config::KIND.into(),
        name: config.name.clone(),
        feature_set: PLANES.into(),
        board_sizes: vec![size.get()],
        scope: Scope { board_sizes: vec![size.get()], plies: None },
        training: TrainingRecord {
            n_games: split.learned().count(),
            n_positions: config.positions,
            games_hash: teachers.learned_from(config).games_hash(),
            ..training.record.clone()
        },
        settings: serde_json::to_value(config).expect("settings are plain data"),
        seed: config.seed,
        metrics,
    };
    let model = TerritoryModel::new(header, net);
    if !split.judged.is_empty() {
        return Ok(model);
    }
    let held: Vec<&Game> = split.held.iter().take(N_TEMPO_GAMES).map(|finished| finished.game).collect();
    Ok(model.with_tempo(&held))
}

fn fit(
    start: Option<&TerritoryModel>,
    config: &TerritoryConfig,
    split: &Split<'_>,
    training: &Training<'_>,
) -> Result<ConvNet, TrainError> {
    let n_steps = config.positions.div_ceil(config.batch);
    let settings = TrainerConfig {
        learning_rate: config.learning_rate,
        losses: LOSSES,
        average_decay: AVERAGE_DECAY,
        ..TrainerConfig::default()
    };
    let amounts = (config, split.counted.len(), split.resigned.len(), split.judged.len());
    let part = match start {
        None => checkpoint::part_name("territory", &amounts),
        Some(start) => checkpoint::part_name("territory-on", &(amounts, Fnv1a::of(&start.to_bytes()))),
    };
    let mut trainer = match checkpoint::load::<TrainerState>(training.checkpoints, &part)
        .and_then(|state| Trainer::from_state(state, settings).ok())
    {
        Some(trainer) => trainer,
        None => Trainer::new(first_net(start, config)?, settings),
    };
    training.stage("territory", n_steps);
    let n_threads = rayon::current_num_threads();
    let mut shown = [0.0_f64; 3];
    let first = trainer.n_steps() as usize;
    for step in first..n_steps {
        let numbers = step as u64 * config.batch as u64..(step as u64 + 1) * config.batch as u64;
        let lessons = lessons(config, numbers, |number, reader| split.lesson(config, number, reader));
        trainer.set_learning_rate(rate(config, step, n_steps));
        let examples: Vec<(Input<'_>, Target<'_>)> =
            lessons.iter().map(|lesson| (input(lesson), target(lesson))).collect();
        let loss = trainer.step(&examples, n_threads);
        let pace = 1.0 / (1.0 + (step - first) as f64).min(200.0);
        for (mean, new) in shown.iter_mut().zip([loss.cells, loss.result, loss.measure]) {
            *mean += (f64::from(new) - *mean) * pace;
        }
        training.step(step + 1);
        if step % 20 == 0 {
            training.remark(format!("owners {:.4}, result {:.4}, lead {:.3}", shown[0], shown[1], shown[2]));
        }
        if (step + 1) % n_steps.div_ceil(N_CHECKPOINTS) == 0 {
            checkpoint::save(training.checkpoints, &part, &trainer.state());
            training.message(format!(
                "{} positions: owners {:.4}, result {:.4}, lead {:.3}",
                (step + 1) * config.batch,
                shown[0],
                shown[1],
                shown[2]
            ));
        }
    }
    Ok(trainer.averaged())
}

fn first_net(start: Option<&TerritoryModel>, config: &TerritoryConfig) -> Result<ConvNet, TrainError> {
    match start {
        Some(start) => start.net().deepened(config.blocks, config.seed).map_err(TrainError::learner),
        None => ConvNet::new(config.shape(), config.seed).map_err(TrainError::learner),
    }
}

/// Rises, then falls along a cosine.
fn rate(config: &TerritoryConfig, step: usize, n_steps: usize) -> f32 {
    let warm = ((step + 1) as f32 / N_WARM_UP as f32).min(1.0);
    let fall = 0.5 * (1.0 + (std::f32::consts::PI * step as f32 / n_steps as f32).cos());
    config.learning_rate * warm * (0.01 + 0.99 * fall)
}

/// The lessons with these numbers, in order; a game that cannot be replayed gives none.
fn lessons(
    config: &TerritoryConfig,
    numbers: std::ops::Range<u64>,
    draw: impl Fn(u64, &mut PlaneReader) -> Option<Lesson> + Sync,
) -> Vec<Lesson> {
    let numbers: Vec<u64> = numbers.collect();
    let reader = || PlaneReader::new(config.read_nodes);
    numbers.par_iter().map_init(reader, |reader, &number| draw(number, reader)).flatten().collect()
}

pub(crate) fn input(lesson: &Lesson) -> Input<'_> {
    Input { width: lesson.side, height: lesson.side, planes: &lesson.planes, globals: &lesson.globals }
}

fn target(lesson: &Lesson) -> Target<'_> {
    Target { cells: lesson.cells.as_deref(), result: lesson.result, measure: lesson.lead }
}

/// How good the answers are on games kept apart: cross-entropy of owners and results, mean error of the lead, over all and by stage.
fn validate(config: &TerritoryConfig, split: &Split<'_>, net: &ConvNet) -> BTreeMap<String, f64> {
    if split.held.is_empty() && split.held_judged.is_empty() {
        return BTreeMap::new();
    }
    let lessons = lessons(config, 0..N_VALIDATION, |number, reader| split.held_lesson(config, number, reader));
    let judge = |(scratch, output): &mut (Scratch, Output), lesson: &Lesson| {
        net.predict(&input(lesson), scratch, output);
        Judged::new(lesson, output)
    };
    let judged: Vec<Judged> = lessons.par_iter().map_init(|| (Scratch::default(), Output::default()), judge).collect();
    let mut metrics = BTreeMap::new();
    for (name, plies) in
        [("all", 0..1000), ("0-39", 0..40), ("40-79", 40..80), ("80-119", 80..120), ("120+", 120..1000)]
    {
        let of = || judged.iter().filter(|judged| plies.contains(&judged.ply));
        metrics.insert(format!("owner_entropy_{name}"), mean(of().filter_map(|judged| judged.owners)));
        metrics.insert(format!("result_entropy_{name}"), mean(of().filter_map(|judged| judged.result)));
        metrics.insert(format!("lead_error_{name}"), mean(of().filter_map(|judged| judged.lead)));
    }
    metrics
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, n) = values.fold((0.0, 0.0), |(sum, n), value| (sum + value, n + 1.0));
    if n > 0.0 { sum / n } else { 0.0 }
}

/// How good the answers to one lesson are, where it knows them.
struct Judged {
    ply: usize,
    owners: Option<f64>,
    result: Option<f64>,
    lead: Option<f64>,
}

impl Judged {
    fn new(lesson: &Lesson, output: &Output) -> Judged {
        let entropy =
            |logit: f32, wanted: f32| f64::from(logit.max(0.0) - logit * wanted + (-logit.abs()).exp().ln_1p());
        let owners =
            |cells: &Vec<f32>| mean(cells.iter().zip(&output.cells).map(|(&wanted, &logit)| entropy(logit, wanted)));
        Judged {
            ply: lesson.ply,
            owners: lesson.cells.as_ref().map(owners),
            result: lesson.result.map(|wanted| entropy(output.result, wanted)),
            lead: lesson.lead.map(|lead| f64::from((lead - output.measure).abs())),
        }
    }
}
