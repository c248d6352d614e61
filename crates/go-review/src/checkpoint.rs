//! Checkpoint of a review as text: one line that identifies record and settings, then one line per judged position.
//!
//! Lines are appended as positions are done, in any order. Each has a checksum over itself and the plan (crate `checkpoint`); one that was
//! cut off or changed is dropped and its position judged again, so that the file may end anywhere. What was read continues to the
//! same review as if nothing had happened.

use crate::judgement::Judgement;
use crate::subject::Subject;
use checkpoint::{Key, Lines};
use serde::{Deserialize, Serialize};
use stable_hash::Fnv1a;

/// What a review depends on. Two reviews with the same plan give the same judgements.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The format of the lines that follow.
    pub version: u32,
    /// A hash of the record's text.
    pub record: String,
    /// The positions.
    pub n_positions: usize,
    /// Playouts of a position.
    pub n_playouts: u64,
    /// The seed.
    pub seed: u64,
    /// The program and the model.
    pub engine: String,
}

/// The format that is written.
const VERSION: u32 = 3;

impl Plan {
    /// The plan for a record; `engine` names program and model.
    pub fn new(subject: &Subject, n_playouts: u64, seed: u64, engine: String) -> Plan {
        let text = sgf::write_game(subject.tree(), sgf::Layout::Compact);
        let record = format!("{:016x}", Fnv1a::of(text.as_bytes()));
        Plan { version: VERSION, record, n_positions: subject.n_positions(), n_playouts, seed, engine }
    }

    /// The first line of a checkpoint.
    pub fn line(&self) -> String {
        self.lines().seal(&self.to_json())
    }

    /// The line of a judged position.
    pub fn judged(&self, position: usize, judgement: &Judgement) -> String {
        let line = Line { position, judgement: judgement.clone() };
        self.lines().seal(&serde_json::to_string(&line).expect("plain values become JSON"))
    }

    /// A line of JSON with its checksum, if it is an object.
    pub(crate) fn seal(&self, line: &str) -> Option<String> {
        let is_object = line.starts_with('{') && line.ends_with('}') && line.len() > 2;
        is_object.then(|| self.lines().seal(line))
    }

    fn to_json(&self) -> String {
        serde_json::to_string(self).expect("plain values become JSON")
    }

    fn lines(&self) -> Lines {
        Lines::new(&Key { kind: "review", program: &self.engine, work: &self.to_json() })
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    position: usize,
    judgement: Judgement,
}

/// The positions that a checkpoint of this plan holds, `None` for those still to judge. A checkpoint of another plan holds nothing.
pub fn read(text: &str, plan: &Plan) -> Option<Vec<Option<Judgement>>> {
    let (first, rest) = text.split_once('\n')?;
    let lines = plan.lines();
    if lines.open(first).ok()? != plan.to_json() {
        return None;
    }
    let mut found = vec![None; plan.n_positions];
    for line in rest.split_inclusive('\n').filter(|line| line.ends_with('\n')) {
        if let Ok(line) = lines.open(line)
            && let Ok(Line { position, judgement }) = serde_json::from_str::<Line>(&line)
            && let Some(slot) = found.get_mut(position)
        {
            *slot = Some(judgement);
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_back_and_a_cut_off_one_is_dropped() {
        let subject = Subject::from_bytes(b"(;SZ[9];B[ee];W[cc])").expect("a game");
        let plan = Plan::new(&subject, 100, 7, "test".into());
        let judgement = Judgement {
            n_playouts: 100,
            win_rate: 0.1234,
            score_lead: Some(-3.7),
            candidates: Vec::new(),
            ownership: vec![-100, 0, 100],
            probability: Some(0.3333),
            rank: Some(4),
            likeliest: 0.3,
            played_visits: 10,
            grounds: None,
            comparison: None,
        };
        let judged = |position| plan.judged(position, &judgement);
        let whole = plan.line() + &judged(2) + &judged(0) + &judged(99) + "garbage\n";
        let expected = vec![Some(judgement.clone()), None, Some(judgement.clone())];
        assert_eq!(read(&whole, &plan), Some(expected));
        for end in 0..whole.len() {
            let found = read(&whole[..end], &plan);
            assert!(found.is_none_or(|found| found.iter().flatten().all(|got| *got == judgement)), "{end}");
        }
        for bit in 0..8 * whole.len() {
            let mut changed = whole.clone().into_bytes();
            changed[bit / 8] ^= 1 << (bit % 8);
            let found = read(&String::from_utf8_lossy(&changed), &plan);
            assert!(found.is_none_or(|found| found.iter().flatten().all(|got| *got == judgement)), "bit {bit}");
        }
        let other = Plan { n_playouts: 200, ..plan.clone() };
        assert_eq!(read(&whole, &other), None);
    }
}
