//! Trains the models of a study of trees and asks them with fewer and more trees. A finished model's figures are kept under a hash of
//! what determines them.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use go_games::Game;
use go_models::checkpoint::part_name;
use go_models::evaluate::evaluate_log;
use go_models::iterated::{IteratedConfig, IteratedModel};
use go_models::spatial::SpatialModel;
use go_models::{LearnConfig, Model, TrainedOn, Training, train};
use output_files::{CheckpointFolder, write_whole};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use report::Progress;
use serde::{Deserialize, Serialize};

use super::{Part, PartFigures, TreeStudy};
use crate::study::{Data, Scale};

/// The figures of one model: for each number of trees, those of each part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TreeCell {
    /// In the order of the study's `trees`.
    pub figures: Vec<Vec<(Part, PartFigures)>>,
    /// Training and testing.
    pub seconds: f64,
}

impl TreeCell {
    /// The figures of a part with so many trees.
    pub fn part(&self, trees: usize, part: Part) -> Option<&PartFigures> {
        self.figures[trees].iter().find(|(found, _)| *found == part).map(|(_, figures)| figures)
    }
}

/// A study to be run.
pub struct TreeRun<'a> {
    /// What.
    pub study: &'a TreeStudy,
    /// How much of it.
    pub scale: Scale,
    /// On which games.
    pub data: &'a Data,
    /// Where finished models' figures are kept.
    pub work: PathBuf,
    /// Decides games, positions and trees.
    pub seed: u64,
    /// Only rows with these labels; all if empty.
    pub only: Vec<String>,
}

impl TreeRun<'_> {
    /// For each row, the figures of its models; none where `only` leaves it out.
    pub fn run(&self, progress: &dyn Progress) -> Result<Vec<Vec<TreeCell>>> {
        let cells = CheckpointFolder::open(self.work.join("cells"))?;
        let hashes = [&self.data.train, &self.data.test].map(|games| TrainedOn::new(games).games_hash());
        let (rows, scale) = (&self.study.rows, self.study.scale(self.scale));
        progress.start(&self.study.name, Some((rows.len() * scale.repeats) as u64));
        let mut results = Vec::with_capacity(rows.len());
        for (row, axis) in rows.iter().enumerate() {
            let mut models = Vec::new();
            for repeat in 0..scale.repeats as u64 {
                progress.advance(1);
                if !self.only.is_empty() && !self.only.contains(&axis.label) {
                    continue;
                }
                progress.note(&axis.label);
                let configuration = self.study.configuration(row, self.scale);
                let seed = self.seed + repeat;
                let sizes = (scale.test_games, scale.training_games, &self.study.trees);
                let key = part_name("trees", &(&configuration, seed, sizes, hashes));
                let file = cells.path().join(key + ".json");
                models.push(match read_cell(&file) {
                    Some(known) => known,
                    None => {
                        let made = self.make(configuration, seed).with_context(|| format!("row {}", axis.label))?;
                        write_whole(&file, serde_json::to_vec(&made)?)?;
                        made
                    }
                });
            }
            results.push(models);
        }
        progress.finish();
        Ok(results)
    }

    fn make(&self, configuration: toml::Table, seed: u64) -> Result<TreeCell> {
        let start = Instant::now();
        let scale = self.study.scale(self.scale);
        let config = LearnConfig::from_toml(&toml::to_string(&configuration)?)?.with_seed(seed);
        let model = train(&config, &Training::new(&self.data.train))?;
        let drawn = |from: Vec<&Game>, n: usize| {
            let mut games: Vec<Game> = from.into_iter().cloned().collect();
            games.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
            games.truncate(n);
            games
        };
        let mut parts = vec![(Part::Test, drawn(self.data.test.iter().collect(), scale.test_games))];
        if scale.training_games > 0 {
            parts.push((Part::Training, drawn(learned_games(&model, &self.data.train)?, scale.training_games)));
        }
        let figures = self.study.trees.iter().map(|&n_trees| {
            let smaller = first_trees(&model, n_trees)?;
            let measured = |(part, games): &(Part, Vec<Game>)| {
                (*part, PartFigures::of(&evaluate_log(&smaller, games, None, |_| {})))
            };
            Ok(parts.iter().map(measured).collect())
        });
        let figures = figures.collect::<Result<_>>()?;
        Ok(TreeCell { figures, seconds: start.elapsed().as_secs_f64() })
    }
}

fn read_cell(file: &Path) -> Option<TreeCell> {
    serde_json::from_slice(&fs::read(file).ok()?).ok()
}

/// The model with the first of its trees only.
fn first_trees(model: &Model, n: usize) -> Result<Model> {
    if let Some(spatial) = model.downcast_ref::<SpatialModel>() {
        return Ok(Model::new(spatial.first_trees(n)));
    }
    if let Some(iterated) = model.downcast_ref::<IteratedModel>() {
        return Ok(Model::new(iterated.first_trees(n)));
    }
    bail!("a model of kind {:?} is not made of trees", model.header().kind)
}

/// The games that an iterated model was grown on; for others, all that it may have drawn positions from.
fn learned_games<'g>(model: &Model, games: &'g [Game]) -> Result<Vec<&'g Game>> {
    let config = model.config()?;
    Ok(match serde_json::from_value::<IteratedConfig>(model.header().settings.clone()) {
        Ok(iterated) if model.header().kind == "iterated" => iterated.records_of(games),
        _ => games.iter().filter(|game| config.learns_from(game)).collect(),
    })
}
