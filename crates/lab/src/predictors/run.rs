//! Runs the cells of a comparison in rounds: all predictors with the first seed, then the other seeds, then the learning curves. After every
//! round the caller may write a report, so that an interrupted run leaves one.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use go_board::BoardSize;
use go_games::{Game, fingerprint};
use go_models::checkpoint::{CheckpointFns, part_name};
use go_models::evaluate::{evaluate, evaluate_sharpened};
use go_models::{
    KnownModel, KnownModels, LearnConfig, Model, PositionMixer, Prediction, Predictor, TrainedOn, Training, train,
};
use learn::pool::Opinions;
use output_files::{CheckpointFolder, write_whole};
use report::Progress;

use super::cell::{Cell, CellKey, Figures, make_folder};
use super::cpu_time::CpuWatch;
use super::{PredictorStudy, Sizes};
use crate::study::{Data, Scale};

/// Positions that fit an exponent.
const N_CALIBRATION: usize = 1_500;

/// Everything that a run needs.
pub struct PredictorRun<'a> {
    /// What to run.
    pub study: &'a PredictorStudy,
    /// How much of it.
    pub scale: Scale,
    /// The games.
    pub data: &'a Data,
    /// Where finished cells and models are kept.
    pub work: PathBuf,
    /// Only predictors with these labels; all if empty.
    pub only: Vec<String>,
}

/// The finished cells.
pub type Results = BTreeMap<CellKey, Cell>;

/// Games are drawn by another hash than the one by which learners set games aside (`go_games::side_of`): by the same one, the first games
/// drawn would be just those that are not learned from.
const DRAW_SEED: u64 = 0x5eed_d7a3;

/// The games of a run, divided: those to learn from in an order of each seed, those set aside, those that judge.
struct Games<'a> {
    learning: Vec<&'a Game>,
    tuning: Vec<Game>,
    validation: Vec<Game>,
    test: Vec<Game>,
}

impl<'a> Games<'a> {
    fn divide(data: &'a Data, sizes: &Sizes) -> Result<Games<'a>> {
        let mut games: Vec<&Game> = data.train.iter().filter(|game| !game.turns.is_empty()).collect();
        games.sort_by_cached_key(|game| stable_hash::splitmix64::mix(fingerprint(game)));
        games.dedup_by_key(|game| fingerprint(game));
        let n_aside = sizes.tuning_games + sizes.validation_games;
        let largest = sizes.curve.iter().copied().fold(sizes.train_games, usize::max);
        ensure!(
            games.len() >= n_aside + largest,
            "{} games are to be learned from and {n_aside} set aside, but there are only {}",
            largest,
            games.len()
        );
        let learning = games.split_off(n_aside);
        let validation = games.split_off(sizes.tuning_games);
        let copied = |games: Vec<&Game>| games.into_iter().cloned().collect::<Vec<Game>>();
        let mut test: Vec<&Game> = data.test.iter().filter(|game| !game.turns.is_empty()).collect();
        test.sort_by_cached_key(|game| stable_hash::splitmix64::mix(fingerprint(game)));
        test.truncate(sizes.test_games);
        ensure!(!test.is_empty(), "there are no test games");
        Ok(Games { learning, tuning: copied(games), validation: copied(validation), test: copied(test) })
    }

    /// The games that a seed draws; fewer games are the first of more.
    fn drawn(&self, n_games: usize, seed: u64) -> Vec<Game> {
        let mut games = self.learning.clone();
        let order = stable_hash::splitmix64::mix(seed ^ DRAW_SEED);
        games.sort_by_cached_key(|game| stable_hash::splitmix64::mix(fingerprint(game) ^ order));
        games.into_iter().take(n_games).cloned().collect()
    }
}

impl PredictorRun<'_> {
    /// Runs what is missing. `round_done` is called after every round with what there is.
    pub fn run(&self, progress: &dyn Progress, mut round_done: impl FnMut(&Results) -> Result<()>) -> Result<Results> {
        let sizes = self.study.sizes(self.scale);
        let games = Games::divide(self.data, sizes)?;
        let rounds = self.rounds(sizes);
        let n_cells: usize = rounds.iter().map(Vec::len).sum();
        progress.start(&self.study.name, Some(n_cells as u64));
        let mut results = Results::new();
        for round in rounds {
            for key in round {
                let label = &self.study.predictors[key.predictor].label;
                progress.note(&format!("{label}, {} games, seed {}", key.n_games, key.seed));
                let cell = self.cell(&key, &games).with_context(|| format!("{label}, {} games", key.n_games))?;
                results.insert(key, cell);
                progress.advance(1);
            }
            round_done(&results)?;
        }
        progress.finish();
        Ok(results)
    }

    /// The cells of every round. Curves of mixtures are left out: they need those of all members.
    fn rounds(&self, sizes: &Sizes) -> Vec<Vec<CellKey>> {
        let wanted = |label: &str| self.only.is_empty() || self.only.iter().any(|only| only == label);
        let predictors: Vec<usize> =
            (0..self.study.predictors.len()).filter(|&i| wanted(&self.study.predictors[i].label)).collect();
        let of_seed = |&seed: &u64| -> Vec<CellKey> {
            predictors.iter().map(|&predictor| CellKey { predictor, n_games: sizes.train_games, seed }).collect()
        };
        let on_curve = |&n_games: &usize| -> Vec<CellKey> {
            let alone = predictors.iter().filter(|&&i| self.study.predictors[i].members.is_empty());
            alone.map(|&predictor| CellKey { predictor, n_games, seed: sizes.seeds[0] }).collect()
        };
        sizes.seeds.iter().map(of_seed).chain(sizes.curve.iter().map(on_curve)).collect()
    }

    fn cell(&self, key: &CellKey, games: &Games<'_>) -> Result<Cell> {
        let cells = self.work.join("cells");
        let models = self.work.join("models");
        make_folder(&cells)?;
        make_folder(&models)?;
        let config = self.config(key)?;
        let drawn = games.drawn(key.n_games, key.seed);
        let name = self.cell_name(key, games, &config)?;
        if let Some(known) = Cell::read(&cells, &name) {
            return Ok(known);
        }
        let is_mixture = !self.study.predictors[key.predictor].members.is_empty();
        let learned = if is_mixture { &games.tuning } else { &drawn };
        let shelf = Shelf { run: self, key, games, folder: &models };
        let parts = CheckpointFolder::open(self.work.join("parts"))?;
        let kept =
            CheckpointFns { load: |part: &str| parts.load(part), save: |part: &str, b: &[u8]| parts.save(part, b) };
        let watch = CpuWatch::start();
        let model = train(&config, &Training::new(learned).with_checkpoints(&kept).with_models(&shelf))?;
        let training_seconds = watch.seconds();
        parts.remove().context("cannot remove finished parts")?;
        let bytes = model.to_bytes();
        write_whole(&models.join(format!("{name}.model")), &bytes)?;
        let exponent = exponent(&model, &games.tuning);
        let validated = evaluate(&model, &games.validation, |_| {});
        let watch = CpuWatch::start();
        let log = evaluate_sharpened(&model, &games.test, exponent as f32, |_| {});
        let seconds = watch.seconds().max(0.01);
        let figures = Figures {
            training_seconds,
            positions_per_second: log.positions().count() as f64 / seconds,
            bytes: bytes.len() as u64,
            exponent,
            validation_top1: validated.top[0],
            explains: explains(&model, &games.test[0]),
        };
        let cell = Cell::new(figures, log);
        cell.write(&cells, &name)?;
        Ok(cell)
    }

    fn config(&self, key: &CellKey) -> Result<LearnConfig> {
        self.study.predictors[key.predictor].config_for(self.scale, key.n_games, key.seed)
    }

    /// The name of a cell: a hash of everything that determines it. Members of a mixture determine it too.
    fn cell_name(&self, key: &CellKey, games: &Games<'_>, config: &LearnConfig) -> Result<String> {
        let hash = |games: &[Game]| TrainedOn::new(games).games_hash();
        let aside = [hash(&games.tuning), hash(&games.validation), hash(&games.test)];
        let members = self.members(key).map(|member| self.config(&member)).collect::<Result<Vec<_>>>()?;
        let learned = hash(&games.drawn(key.n_games, key.seed));
        let version = env!("CARGO_PKG_VERSION");
        Ok(part_name("predictor", &(version, config, members, learned, aside)))
    }

    /// The cells of the members of a mixture.
    fn members(&self, key: &CellKey) -> impl Iterator<Item = CellKey> {
        let labels = &self.study.predictors[key.predictor].members;
        let place = |label: &String| self.study.predictors.iter().position(|predictor| predictor.label == *label);
        let (n_games, seed) = (key.n_games, key.seed);
        labels.iter().filter_map(place).map(move |predictor| CellKey { predictor, n_games, seed })
    }
}

/// The models of finished cells, by the labels of their predictors.
struct Shelf<'a> {
    run: &'a PredictorRun<'a>,
    key: &'a CellKey,
    games: &'a Games<'a>,
    folder: &'a Path,
}

// The run holds games and paths only; `Sync` is needed because trainings report from any thread.
impl KnownModels for Shelf<'_> {
    fn find(&self, label: &str, _: BoardSize) -> Result<KnownModel, String> {
        let find = || -> Result<KnownModel> {
            let predictor = self.run.study.predictors.iter().position(|predictor| predictor.label == label);
            let predictor = predictor.with_context(|| format!("there is no predictor {label:?}"))?;
            let key = CellKey { predictor, ..self.key.clone() };
            let config = self.run.config(&key)?;
            let file = self.folder.join(format!("{}.model", self.run.cell_name(&key, self.games, &config)?));
            if !file.is_file() {
                self.run.cell(&key, self.games)?;
            }
            let bytes = fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?;
            let model = Model::from_bytes(&bytes).with_context(|| format!("cannot use {}", file.display()))?;
            let drawn = self.games.drawn(key.n_games, key.seed);
            let learned = drawn.iter().filter(|game| config.learns_from(game));
            Ok(KnownModel { model, trained_on: Some(TrainedOn::new(learned)) })
        };
        find().map_err(|error| format!("{error:#}"))
    }
}

/// The exponent under which the moves played in these games are most likely.
fn exponent(model: &Model, games: &[Game]) -> f64 {
    let mut opinions = Opinions::new(1);
    let mut prediction = Prediction::default();
    let mut mixer = PositionMixer::new(games.iter(), 1);
    while opinions.len() < N_CALIBRATION
        && mixer.next(|position, played| {
            if model.covers(position) {
                model.predict(position, &mut prediction);
                if let Some(chosen) = prediction.moves.iter().position(|&mv| mv == played) {
                    opinions.push(chosen, &[&prediction.probabilities]);
                }
            }
        })
    {}
    opinions.logarithmic_weights(&[1.0], 1e-3)[0]
}

/// Does the model explain its first move of a game?
fn explains(model: &Model, game: &Game) -> bool {
    let mut replay = go_games::Replay::new(game);
    let Some((position, played)) = replay.next_position() else { return false };
    model.explain(position, played).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::small_games;
    use go_games::{Side, side_of};

    #[test]
    fn drawn_games_are_not_those_that_learners_set_aside() {
        let Data { train, .. } = small_games();
        let learning: Vec<&Game> = train.iter().collect();
        let games = Games { learning, tuning: Vec::new(), validation: Vec::new(), test: Vec::new() };
        for seed in [1, 2, 3] {
            let drawn = games.drawn(60, seed);
            let n_aside = drawn.iter().filter(|game| side_of(fingerprint(game), 0.2, seed) == Side::Validation).count();
            assert!((2..25).contains(&n_aside), "{n_aside} of 60, where 12 are expected");
        }
    }
}
