//! One cell: a predictor trained on so many games with a seed, its figures, and its answer on every test position.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use go_models::evaluate::{Evaluation, EvaluationLog};
use output_files::write_whole;
use serde::{Deserialize, Serialize};

/// Which cell.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CellKey {
    /// The place of the predictor in the study.
    pub predictor: usize,
    /// Games learned from.
    pub n_games: usize,
    /// The seed.
    pub seed: u64,
}

/// The figures of a cell besides those of its answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Figures {
    /// Processor seconds of training.
    pub(super) training_seconds: f64,
    /// Positions that a processor second evaluates.
    pub(super) positions_per_second: f64,
    /// The model file.
    pub(super) bytes: u64,
    /// The exponent of the calibrated log-evidence.
    pub(super) exponent: f64,
    /// M(1) on the validation games.
    pub(super) validation_top1: f64,
    /// Whether an explanation of a move was given.
    pub(super) explains: bool,
}

/// A finished cell.
pub struct Cell {
    pub(super) figures: Figures,
    /// The answers on the test games.
    pub(super) log: EvaluationLog,
    /// Their summary.
    pub(super) summary: Evaluation,
}

impl Cell {
    pub(super) fn new(figures: Figures, log: EvaluationLog) -> Cell {
        let summary = log.summary();
        Cell { figures, log, summary }
    }

    /// Keeps the cell.
    pub(super) fn write(&self, folder: &Path, name: &str) -> Result<()> {
        write_whole(&folder.join(format!("{name}.log")), self.log.to_bytes())?;
        // Last: a cell without figures counts as missing.
        write_whole(&folder.join(format!("{name}.json")), serde_json::to_vec(&self.figures)?)
    }

    /// The cell kept before; `None` if there is none or it is damaged.
    pub(super) fn read(folder: &Path, name: &str) -> Option<Cell> {
        let figures = serde_json::from_slice(&fs::read(folder.join(format!("{name}.json"))).ok()?).ok()?;
        let log = EvaluationLog::from_bytes(&fs::read(folder.join(format!("{name}.log"))).ok()?)?;
        Some(Cell::new(figures, log))
    }

    /// Mean log-evidence under the exponent.
    pub(super) fn calibrated_log_evidence(&self) -> f64 {
        let n = self.log.positions().count().max(1) as f64;
        self.log.positions().map(|judged| f64::from(judged.sharpened).max(1e-6).ln()).sum::<f64>() / n
    }

    /// Shares of moves predicted first by the probability of the first move, in tenths: mean probability, share, positions.
    pub(super) fn reliability(&self) -> Vec<(f64, f64, u64)> {
        let mut bins = vec![(0.0, 0.0, 0u64); 10];
        for judged in self.log.positions() {
            let p = f64::from(judged.top_probability);
            let bin = &mut bins[((p * 10.0) as usize).min(9)];
            *bin = (bin.0 + p, bin.1 + f64::from(u8::from(judged.rank == 1)), bin.2 + 1);
        }
        bins.retain(|bin| bin.2 >= 20);
        bins.into_iter().map(|(p, hits, n)| (p / n as f64, hits / n as f64, n)).collect()
    }
}

/// Makes a folder.
pub(super) fn make_folder(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))
}
