//! Tunes the player by self-play: `cargo run --release -p lab --example tune -- configs/tune-9x9.toml LOG.jsonl`. The
//! log grows by one line per step; an interrupted run resumes where its log ends.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use go_board::BoardSize;
use go_models::{Model, Predictor};
use lab::tuning::self_play::SelfPlaySettings;
use lab::tuning::spsa::{Step, TuningConfig, tune};
use output_files::{JournalFile, OutputLock};

fn main() -> Result<()> {
    let [config_file, log_file] = &std::env::args().skip(1).collect::<Vec<_>>()[..] else {
        bail!("expected a configuration (TOML) and a log (JSON lines)");
    };
    let text = fs::read_to_string(config_file).with_context(|| format!("cannot read {config_file}"))?;
    let config: TuningConfig = toml::from_str(&text).with_context(|| format!("cannot use {config_file}"))?;
    let model: Option<Arc<dyn Predictor>> = match &config.model {
        Some(file) => {
            let bytes = fs::read(file).with_context(|| format!("cannot read {file}"))?;
            Some(Arc::new(Model::from_bytes(&bytes).with_context(|| format!("cannot use {file}"))?))
        }
        None => None,
    };
    let log_file = Path::new(log_file);
    let lock = OutputLock::take(log_file)?;
    let (mut log, known) = JournalFile::open(log_file, &lock)?;
    let known = String::from_utf8(known).context("the log is damaged")?;
    let done: Vec<Step> =
        known.lines().map(serde_json::from_str).collect::<Result<_, _>>().context("the log is damaged")?;
    let settings =
        SelfPlaySettings { size: BoardSize::new(config.board)?, komi: config.komi, n_playouts: config.playouts, model };
    let theta = tune(&config, &settings, &done, |step| Ok(log.append(&format!("{step}\n"))?))?;
    for (parameter, value) in config.parameter.iter().zip(theta) {
        println!("{} = {value:.4} (began at {})", parameter.name, parameter.start);
    }
    Ok(())
}
