//! The summary of a match: score, Elo with its interval, the sequential test, times, faults.

use std::collections::{BTreeMap, BTreeSet};

use learn::stats::{Score, Sprt, SprtDecision};
use serde::Serialize;

use super::record::{GameRecord, Outcome};
use crate::host::Side;

/// The sequential test of a match: H0, A is `elo0` stronger; H1, A is `elo1` stronger.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SprtSettings {
    /// Elo under H0.
    pub elo0: f64,
    /// Elo under H1.
    pub elo1: f64,
}

/// Chance of either error of the sequential test.
const SPRT_ERROR: f64 = 0.05;
/// Confidence of the interval.
const CONFIDENCE: f64 = 0.95;

/// The summary of a match, from A's side. Infinite Elo (a clean sweep) is `null` in JSON.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Summary {
    /// Games with a result.
    pub games: u64,
    /// Games that A won.
    pub wins: u64,
    /// Games that A lost.
    pub losses: u64,
    /// Drawn games.
    pub draws: u64,
    /// Elo difference of A to B.
    pub elo: f64,
    /// Lower end of the 95 % interval.
    pub elo_low: f64,
    /// Upper end of the 95 % interval.
    pub elo_high: f64,
    /// Mean time per move of A and B.
    pub seconds_per_move: [f64; 2],
    /// Longest time for a move of A and B.
    pub longest_move_seconds: [f64; 2],
    /// Games of A as Black, and how many of them it won.
    pub wins_as_black: [u64; 2],
    /// Games that A and B lost by a fault; they count as losses.
    pub forfeits: [u64; 2],
    /// Games without a result; they count nowhere.
    pub disputed: u64,
    /// Games that repeat the moves of another one: deterministic programs play the same game over and over.
    pub duplicates: u64,
    /// The names that A and B reported; several names mean that a program changed during the match.
    pub names: [BTreeSet<String>; 2],
    /// Mean length.
    pub mean_moves: f64,
    /// The log-likelihood ratio of the sequential test, if there is one.
    pub sprt_llr: Option<f64>,
    /// `h0`, `h1` or `continue`.
    pub sprt: Option<&'static str>,
}

impl Summary {
    /// Summarises the games.
    pub fn new(records: &[GameRecord], sprt: Option<SprtSettings>) -> Self {
        let points: Vec<f64> = records.iter().filter_map(|record| record.outcome.points()).collect();
        let count = |wanted: f64| points.iter().filter(|&&got| got == wanted).count() as u64;
        let score = Score { wins: count(1.0), draws: count(0.5), losses: count(0.0) };
        let elo = score.elo(CONFIDENCE);
        let verdict = sprt.map(|SprtSettings { elo0, elo1 }| {
            Sprt { elo0, elo1, alpha: SPRT_ERROR, beta: SPRT_ERROR }.judge(&score.histogram())
        });
        Self {
            games: score.games(),
            wins: score.wins,
            losses: score.losses,
            draws: score.draws,
            elo: elo.elo,
            elo_low: elo.low,
            elo_high: elo.high,
            seconds_per_move: Side::BOTH.map(|side| mean_seconds(records, side)),
            longest_move_seconds: Side::BOTH
                .map(|side| records.iter().map(|record| record.longest[side.index()]).fold(0.0, f64::max)),
            wins_as_black: wins_as_black(records),
            forfeits: Side::BOTH.map(|side| records.iter().filter(|record| is_forfeit_of(record, side)).count() as u64),
            disputed: records.iter().filter(|record| record.outcome.points().is_none()).count() as u64,
            duplicates: duplicates(records),
            names: Side::BOTH.map(|side| names(records, side)),
            mean_moves: mean(records.iter().map(|record| record.moves.len() as f64)),
            sprt_llr: verdict.map(|status| status.llr),
            sprt: verdict.map(|status| match status.decision {
                SprtDecision::Continue => "continue",
                SprtDecision::AcceptH0 => "h0",
                SprtDecision::AcceptH1 => "h1",
            }),
        }
    }

    /// Whether the sequential test is decided.
    pub fn is_decided(&self) -> bool {
        matches!(self.sprt, Some("h0" | "h1"))
    }

    /// One flat JSON object.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a summary is plain data")
    }
}

fn mean_seconds(records: &[GameRecord], side: Side) -> f64 {
    let n_moves: u32 = records.iter().map(|record| record.n_chosen[side.index()]).sum();
    let seconds: f64 = records.iter().map(|record| record.seconds[side.index()]).sum();
    if n_moves == 0 { 0.0 } else { seconds / f64::from(n_moves) }
}

fn wins_as_black(records: &[GameRecord]) -> [u64; 2] {
    let as_black = records.iter().filter(|record| record.black == Side::A);
    let points: Vec<_> = as_black.filter_map(|record| record.outcome.points()).collect();
    [points.len() as u64, points.iter().filter(|&&got| got == 1.0).count() as u64]
}

fn is_forfeit_of(record: &GameRecord, side: Side) -> bool {
    matches!(&record.outcome, Outcome::Forfeit { fault } if fault.side == side)
}

fn names(records: &[GameRecord], side: Side) -> BTreeSet<String> {
    records.iter().map(|record| record.names[side.index()].clone()).filter(|name| !name.is_empty()).collect()
}

fn duplicates(records: &[GameRecord]) -> u64 {
    let mut seen: BTreeMap<_, u64> = BTreeMap::new();
    for record in records.iter().filter(|record| !record.moves.is_empty()) {
        *seen.entry((record.black == Side::A, &record.moves)).or_default() += 1;
    }
    seen.values().map(|n| n - 1).sum()
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (n, sum) = values.fold((0_u64, 0.0), |(n, sum), value| (n + 1, sum + value));
    if n == 0 { 0.0 } else { sum / n as f64 }
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::record;
    use super::*;
    use crate::fault::{Fault, FaultKind};

    #[test]
    fn books_add_up() {
        let fault = Fault { side: Side::B, kind: FaultKind::Crashed, detail: String::new() };
        let records = [
            record(0, Outcome::Score { winner: Some(Side::A), result: "B+3.5".into() }),
            record(1, Outcome::Score { winner: None, result: "0".into() }),
            record(2, Outcome::Resignation { winner: Side::B }),
            record(3, Outcome::Forfeit { fault }),
            record(4, Outcome::Disputed { reason: "B+1 or W+1".into() }),
            record(18, Outcome::Resignation { winner: Side::A }),
        ];
        let summary = Summary::new(&records, Some(SprtSettings { elo0: 0.0, elo1: 50.0 }));
        assert_eq!((summary.games, summary.wins, summary.losses, summary.draws), (5, 3, 1, 1));
        assert_eq!((summary.forfeits, summary.disputed), ([0, 1], 1));
        assert_eq!(summary.seconds_per_move, [0.5, 0.25]);
        assert_eq!(summary.longest_move_seconds, [0.75, 0.25]);
        assert_eq!(summary.wins_as_black, [3, 2]);
        assert_eq!(summary.duplicates, 1, "games 0 and 18 have the same moves");
        assert_eq!(summary.mean_moves, 3.0);
        assert_eq!(summary.names.each_ref().map(BTreeSet::len), [1, 1]);
        assert_eq!(summary.sprt, Some("continue"));
        assert!(!summary.is_decided());
        assert!(summary.elo_low < summary.elo && summary.elo < summary.elo_high);
    }

    #[test]
    fn a_sweep_is_decided_and_its_json_is_still_json() {
        let records: Vec<_> = (0..60).map(|game| record(game, Outcome::Resignation { winner: Side::A })).collect();
        let summary = Summary::new(&records, Some(SprtSettings { elo0: 0.0, elo1: 50.0 }));
        assert_eq!(summary.sprt, Some("h1"));
        let json: serde_json::Value = serde_json::from_str(&summary.to_json()).expect("JSON");
        assert_eq!(json["wins"], 60);
        assert!(json["elo"].is_null());
        assert!(json["elo_low"].as_f64().is_some_and(|low| low > 200.0));
    }

    #[test]
    fn a_summary_without_games() {
        let summary = Summary::new(&[], None);
        assert_eq!((summary.games, summary.elo), (0, 0.0));
        assert_eq!(summary.sprt, None);
    }
}
