//! Packings as JSON: the output of `strippack solve --json`, and the checkpoint from which a search is resumed.
//!
//! Placements name items by their position in the input, from 0; an item with copies appears once per copy. `x` runs
//! across the strip, `y` along it.

use checkpoint::{Key, SealError};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::instance::{Instance, Rotation, Size};
use crate::layout::{Layout, LayoutFault, Placement};
use crate::run::Summary;

#[derive(Serialize, Deserialize)]
struct PlacementRecord {
    item: u32,
    /// What the owner calls the item; only in plans.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<String>,
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
    #[serde(skip_serializing_if = "Option::is_none")]
    claimed_optimum: Option<u32>,
    placements: Vec<PlacementRecord>,
}

#[derive(Serialize, Deserialize)]
struct CheckpointRecord {
    seed: u64,
    rounds: u64,
    evaluations: u64,
    seconds: f64,
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
    /// The best packing.
    pub layout: Layout,
}

/// Why a checkpoint cannot be used.
#[derive(Debug, Error)]
pub enum CheckpointError {
    /// Something else, damaged, or for other rectangles, another strip or another version of the program.
    #[error(transparent)]
    Seal(#[from] SealError),
    /// Not the JSON that we wrote.
    #[error("this is no checkpoint of ours: {0}")]
    Json(#[from] serde_json::Error),
    /// Its packing is no packing.
    #[error("the checkpoint's packing is wrong: {0}")]
    Layout(#[from] LayoutFault),
}

fn records(layout: &Layout) -> Vec<PlacementRecord> {
    let record = |p: &Placement| PlacementRecord {
        item: p.item,
        name: None,
        x: p.x,
        y: p.y,
        width: p.size.width,
        height: p.size.height,
    };
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
        claimed_optimum: instance.known_optimum(),
        placements: records(&summary.layout)
            .into_iter()
            .map(|record| PlacementRecord {
                name: instance.item_name(record.item as usize).map(str::to_owned),
                ..record
            })
            .collect(),
    };
    serde_json::to_string(&record).expect("numbers and strings always serialise")
}

/// What a checkpoint of an instance is bound to.
fn work(instance: &Instance) -> String {
    format!("{} ({})", instance.name(), instance.fingerprint())
}

/// The bytes of a checkpoint file. No lower bound is kept: one that a search has proven cannot be checked when it is read, and
/// the others are computed again.
pub fn write_checkpoint(instance: &Instance, program: &str, checkpoint: &Checkpoint) -> Vec<u8> {
    let record = CheckpointRecord {
        seed: checkpoint.seed,
        rounds: checkpoint.rounds,
        evaluations: checkpoint.evaluations,
        seconds: checkpoint.seconds,
        placements: records(&checkpoint.layout),
    };
    let mut text = serde_json::to_string_pretty(&record).expect("numbers and strings always serialise");
    text.push('\n');
    seal(instance, program, text.as_bytes())
}

/// A body under the seal of an instance.
pub(crate) fn seal(instance: &Instance, program: &str, body: &[u8]) -> Vec<u8> {
    checkpoint::seal(&Key { kind: "strip-packing", program, work: &work(instance) }, body)
}

/// Reads a checkpoint of this instance; its packing has passed the judge.
pub fn read_checkpoint(instance: &Instance, program: &str, bytes: &[u8]) -> Result<Checkpoint, CheckpointError> {
    let body = checkpoint::open(&Key { kind: "strip-packing", program, work: &work(instance) }, bytes)?;
    let record: CheckpointRecord = serde_json::from_slice(body)?;
    let layout = layout(&record.placements);
    layout.check(instance)?;
    Ok(Checkpoint {
        seed: record.seed,
        rounds: record.rounds,
        evaluations: record.evaluations,
        seconds: record.seconds,
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
        Checkpoint { seed: 7, rounds: 2, evaluations: 99, seconds: 1.5, layout }
    }

    #[test]
    fn checkpoints_round_trip() {
        let instance = instance("width 4\n2 2 2\n3 1\n");
        let saved = checkpoint(&instance);
        let bytes = write_checkpoint(&instance, "1", &saved);
        assert_eq!(read_checkpoint(&instance, "1", &bytes).expect("ours"), saved);
    }

    #[test]
    fn foreign_checkpoints_are_rejected() {
        let (one, other) = (instance("width 4\n2 2 2\n"), instance("width 5\n2 2 2\n"));
        let bytes = write_checkpoint(&one, "1", &checkpoint(&one));
        let refused = |instance: &Instance, program: &str, bytes: &[u8]| {
            read_checkpoint(instance, program, bytes).expect_err("must be refused").to_string()
        };
        assert!(
            refused(&other, "1", &bytes)
                .starts_with("the checkpoint is of other work (it says \"strip-packing | 1 | t (")
        );
        assert!(refused(&one, "2", &bytes).starts_with("the checkpoint is of other work"));
        assert!(refused(&one, "1", b"{\"version\": 1}").starts_with("this is no checkpoint"));
        for bit in 0..8 * bytes.len() {
            let mut changed = bytes.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            assert!(read_checkpoint(&one, "1", &changed).is_err(), "bit {bit}");
        }
        // Somebody who can make the checksum still cannot make a packing.
        let text = String::from_utf8(bytes).expect("ours is text");
        let body = text.split_once("{").map(|(_, rest)| format!("{{{rest}")).expect("a body");
        let forged = seal(&one, "1", body.replace("\"x\": 2", "\"x\": 1").as_bytes());
        assert_eq!(refused(&one, "1", &forged), "the checkpoint's packing is wrong: placements 0 and 1 overlap");
        let forged = seal(&one, "1", b"{}");
        assert!(refused(&one, "1", &forged).starts_with("this is no checkpoint of ours: missing field"));
    }

    #[test]
    fn a_solution_has_the_promised_fields() {
        let instance = instance("width 4\n2 2 2\n");
        let settings = Settings { method: Method::BestFit, seed: 1, threads: 1 };
        let summary = solve(&instance, &settings, Budget::evaluations(1), &NoListener, None);
        let value: serde_json::Value = serde_json::from_str(&write(&instance, &summary)).expect("JSON");
        assert_eq!((&value["height"], &value["lower_bound"], &value["optimal"]), (&2.into(), &2.into(), &true.into()));
        let named = instance.clone().with_item_names(vec!["shelf".into()]);
        let plan: serde_json::Value = serde_json::from_str(&write(&named, &summary)).expect("JSON");
        assert_eq!(plan["placements"][1]["name"], "shelf");
        let placement = serde_json::json!({"item": 0, "x": 0, "y": 0, "width": 2, "height": 2});
        assert_eq!(value["placements"][0], placement);
    }
}
