//! Packings as JSON: the output of `strippack solve --json`, and the checkpoint from which a search is resumed.
//!
//! Placements name items by their position in the input, from 0; an item with copies appears once per copy. `x` runs
//! across the strip, `y` along it.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::instance::{Instance, Rotation, Size};
use crate::layout::{Layout, LayoutFault, Placement};
use crate::run::Summary;

/// Version of the checkpoint's shape.
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
struct PlacementRecord {
    item: u32,
    x: u32,
    y: u32,
    width: u32,
    height: u32,
}

#[derive(Serialize)]
struct SolutionRecord<'a> {
    instance: &'a str,
    method: String,
    strip_width: u32,
    rotation: bool,
    height: u32,
    lower_bound: u32,
    optimal: bool,
    evaluations: u64,
    seconds: f64,
    placements: Vec<PlacementRecord>,
}

#[derive(Serialize, Deserialize)]
struct CheckpointRecord {
    version: u32,
    instance: String,
    fingerprint: String,
    seed: u64,
    rounds: u64,
    evaluations: u64,
    seconds: f64,
    lower_bound: u32,
    placements: Vec<PlacementRecord>,
}

/// The state of a search: enough to resume it with fresh random numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct Checkpoint {
    /// The seed that the search was started with.
    pub seed: u64,
    /// How often it was started; each round uses its own random numbers.
    pub rounds: u64,
    /// Packings tried in all rounds.
    pub evaluations: u64,
    /// Seconds spent in all rounds.
    pub seconds: f64,
    /// The best lower bound, proven ones included.
    pub lower_bound: u32,
    /// The best packing.
    pub layout: Layout,
}

/// Why a checkpoint cannot be used.
#[derive(Debug, Error)]
pub enum CheckpointError {
    /// Not a checkpoint.
    #[error("this is not a strippack checkpoint: {0}")]
    Json(#[from] serde_json::Error),
    /// Written by another version.
    #[error("the checkpoint has version {found}, this program reads {VERSION}")]
    Version {
        /// The version found.
        found: u32,
    },
    /// Written for other rectangles, another strip or other rules.
    #[error("the checkpoint belongs to another problem ({found}); choose another file or delete it")]
    OtherInstance {
        /// Name of the instance it was written for.
        found: String,
    },
    /// Its packing is invalid.
    #[error("the checkpoint's packing is wrong: {0}")]
    Layout(#[from] LayoutFault),
}

fn records(layout: &Layout) -> Vec<PlacementRecord> {
    let record =
        |p: &Placement| PlacementRecord { item: p.item, x: p.x, y: p.y, width: p.size.width, height: p.size.height };
    layout.placements().iter().map(record).collect()
}

fn layout(records: &[PlacementRecord]) -> Layout {
    let placement =
        |r: &PlacementRecord| Placement { item: r.item, x: r.x, y: r.y, size: Size::new(r.width, r.height) };
    Layout::new(records.iter().map(placement).collect())
}

/// The output of `strippack solve --json`.
pub fn write(instance: &Instance, summary: &Summary) -> String {
    let record = SolutionRecord {
        instance: instance.name(),
        method: summary.method.to_string(),
        strip_width: instance.strip_width(),
        rotation: instance.rotation() == Rotation::Allowed,
        height: summary.layout.height(),
        lower_bound: summary.lower_bound,
        optimal: summary.is_optimal(),
        evaluations: summary.evaluations,
        seconds: (summary.elapsed.as_secs_f64() * 1000.0).round() / 1000.0,
        placements: records(&summary.layout),
    };
    serde_json::to_string(&record).expect("numbers and strings always serialise")
}

/// The bytes of a checkpoint file.
pub fn write_checkpoint(instance: &Instance, checkpoint: &Checkpoint) -> String {
    let record = CheckpointRecord {
        version: VERSION,
        instance: instance.name().to_owned(),
        fingerprint: instance.fingerprint(),
        seed: checkpoint.seed,
        rounds: checkpoint.rounds,
        evaluations: checkpoint.evaluations,
        seconds: checkpoint.seconds,
        lower_bound: checkpoint.lower_bound,
        placements: records(&checkpoint.layout),
    };
    let mut text = serde_json::to_string_pretty(&record).expect("numbers and strings always serialise");
    text.push('\n');
    text
}

/// Reads a checkpoint of this instance and validates its packing.
pub fn read_checkpoint(instance: &Instance, bytes: &[u8]) -> Result<Checkpoint, CheckpointError> {
    let record: CheckpointRecord = serde_json::from_slice(bytes)?;
    if record.version != VERSION {
        return Err(CheckpointError::Version { found: record.version });
    }
    if record.fingerprint != instance.fingerprint() {
        return Err(CheckpointError::OtherInstance { found: record.instance });
    }
    let layout = layout(&record.placements);
    layout.check(instance)?;
    Ok(Checkpoint {
        seed: record.seed,
        rounds: record.rounds,
        evaluations: record.evaluations,
        seconds: record.seconds,
        // A bound above the height of a valid packing is wrong; the packing has been checked, the bound cannot be.
        lower_bound: record.lower_bound.min(layout.height()),
        layout,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::{ReadOptions, text};
    use crate::methods::{Settings, solve};
    use crate::run::{Budget, Method, NoListener};

    fn instance(text: &str) -> Instance {
        text::read("t", text.as_bytes(), &ReadOptions::default()).expect("valid")
    }

    fn checkpoint(instance: &Instance) -> Checkpoint {
        let settings = Settings { method: Method::BestFit, seed: 1, threads: 1 };
        let layout = solve(instance, &settings, Budget::evaluations(1), &NoListener, None).layout;
        Checkpoint { seed: 7, rounds: 2, evaluations: 99, seconds: 1.5, lower_bound: 2, layout }
    }

    #[test]
    fn checkpoints_round_trip() {
        let instance = instance("width 4\n2 2 2\n3 1\n");
        let saved = checkpoint(&instance);
        let text = write_checkpoint(&instance, &saved);
        assert_eq!(read_checkpoint(&instance, text.as_bytes()).expect("ours"), saved);
    }

    #[test]
    fn foreign_checkpoints_are_rejected() {
        let (one, other) = (instance("width 4\n2 2 2\n"), instance("width 5\n2 2 2\n"));
        let text = write_checkpoint(&one, &checkpoint(&one));
        let refused = |instance: &Instance, text: &str| {
            read_checkpoint(instance, text.as_bytes()).expect_err("must be refused").to_string()
        };
        assert_eq!(
            refused(&other, &text),
            "the checkpoint belongs to another problem (t); choose another file or delete it"
        );
        assert_eq!(
            refused(&one, &text.replace("\"version\": 1", "\"version\": 9")),
            "the checkpoint has version 9, this program reads 1"
        );
        assert_eq!(
            refused(&one, &text.replace("\"x\": 2", "\"x\": 1")),
            "the checkpoint's packing is wrong: placements 0 and 1 overlap"
        );
        assert!(refused(&one, &text[..text.len() / 2]).starts_with("this is not a strippack checkpoint: EOF"));
    }

    #[test]
    fn a_solution_has_the_promised_fields() {
        let instance = instance("width 4\n2 2 2\n");
        let settings = Settings { method: Method::BestFit, seed: 1, threads: 1 };
        let summary = solve(&instance, &settings, Budget::evaluations(1), &NoListener, None);
        let value: serde_json::Value = serde_json::from_str(&write(&instance, &summary)).expect("JSON");
        assert_eq!((&value["height"], &value["lower_bound"], &value["optimal"]), (&2.into(), &2.into(), &true.into()));
        let placement = serde_json::json!({"item": 0, "x": 0, "y": 0, "width": 2, "height": 2});
        assert_eq!(value["placements"][0], placement);
    }
}
