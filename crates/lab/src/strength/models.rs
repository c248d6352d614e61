//! The models of a study of playing strength: trained once and kept, or loaded; and their prediction rates.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use go_games::Game;
use go_models::checkpoint::{CheckpointFns, part_name};
use go_models::evaluate::evaluate;
use go_models::model_file::checksum;
use go_models::{LearnConfig, Model, TrainedOn, Training, train};
use output_files::{CheckpointFolder, write_whole};

/// The file of a model that is learned from these games, made if it is not there.
pub(super) fn learned(config: &LearnConfig, games: &[Game], work: &Path) -> Result<PathBuf> {
    let games_hash = TrainedOn::new(games).games_hash();
    let models = CheckpointFolder::open(work.join("models"))?;
    let file = models.path().join(part_name(config.kind(), &(config, games_hash)) + ".model");
    if !file.exists() {
        let parts = CheckpointFolder::open(work.join("parts"))?;
        let kept =
            CheckpointFns { load: |part: &str| parts.load(part), save: |part: &str, b: &[u8]| parts.save(part, b) };
        let model = train(config, &Training::new(games).with_checkpoints(&kept))
            .with_context(|| format!("model {}", config.name()))?;
        write_whole(&file, model.to_bytes())?;
    }
    Ok(file)
}

/// The bytes of a model file.
pub(super) fn bytes(file: &Path) -> Result<Vec<u8>> {
    fs::read(file).with_context(|| format!("cannot read {}", file.display()))
}

/// M(1) of a model on the games; measured once.
pub(super) fn top1(file: &Path, bytes: &[u8], games: &[Game], work: &Path) -> Result<f64> {
    let games_hash = TrainedOn::new(games).games_hash();
    let kept = CheckpointFolder::open(work.join("predictions"))?;
    let known = kept.path().join(part_name("top1", &(checksum(bytes), games_hash)) + ".json");
    if let Some(value) = fs::read(&known).ok().and_then(|text| serde_json::from_slice(&text).ok()) {
        return Ok(value);
    }
    let model = Model::from_bytes(bytes).with_context(|| format!("cannot use {}", file.display()))?;
    let value = evaluate(&model, games, |_| {}).top[0];
    write_whole(&known, serde_json::to_vec(&value)?)?;
    Ok(value)
}
