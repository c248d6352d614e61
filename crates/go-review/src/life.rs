//! Life and death that a game missed: groups that a move could have killed or saved, proved by the solver.
//!
//! Only closed groups are read (`tsumego::ClosedGroups`), with a small limit of nodes: what is reported is proved, what is not reported may
//! still be there. A chance counts as missed when the move that was played leaves the opposite result, proved too. The same chance is
//! reported once, at the first move that missed it.

use std::collections::HashSet;

use go_board::{Color, GameBoard, Point};
use serde::Serialize;
use tsumego::{ClosedGroups, Critical, Status};

use crate::subject::Subject;

/// Expanded states for a question about one group: some milliseconds.
pub const LIFE_NODES: u64 = 4_000;

/// A chance to kill or to live that a move missed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MissedLife {
    /// The number of the move that missed it, from 1.
    pub number: usize,
    /// Whether Black made that move.
    pub is_black: bool,
    /// Whether the opponent's group could have been killed; otherwise the mover's own could have lived.
    pub kills: bool,
    /// A stone of the group.
    pub group: String,
    /// The moves that would have done it.
    pub at: Vec<String>,
}

impl MissedLife {
    /// In words.
    pub fn words(&self) -> String {
        let at = self.at.join(" or ");
        if self.kills {
            format!("The group at {} could have been killed at {at}.", self.group)
        } else {
            format!("The group at {} could have lived at {at}.", self.group)
        }
    }
}

/// Every missed chance of a game. Positions are taken in order, so that groups that do not change are read once; `nodes` limits one question.
pub fn missed_life(subject: &Subject, nodes: u64) -> Vec<MissedLife> {
    let mut groups = ClosedGroups::new(nodes);
    let mut reported: HashSet<(bool, Vec<Point>)> = HashSet::new();
    let mut missed = Vec::new();
    let Some(last) = subject.moves().len().checked_sub(1) else { return missed };
    let mut before = subject.position(0);
    for n in 0..=last {
        let recorded = subject.moves()[n];
        let after = subject.position(n + 1);
        if before.to_move() == recorded.color {
            for critical in groups.critical(before.board(), recorded.color) {
                let kills = critical.defender != recorded.color;
                let is_played = recorded.mv.point().is_some_and(|point| critical.best.contains(&point));
                let key = (kills, critical.target.iter().collect::<Vec<Point>>());
                if !is_played && is_lost(&mut groups, &after, &critical, recorded.color) && reported.insert(key) {
                    missed.push(report(subject, n + 1, recorded.color, kills, &critical));
                }
            }
        }
        before = after;
    }
    missed
}

/// Is the opposite result proved after the move?
fn is_lost(groups: &mut ClosedGroups, after: &GameBoard, critical: &Critical, mover: Color) -> bool {
    let opposite = if critical.defender == mover { Status::Dead } else { Status::Alive };
    let left = critical.target.iter().find(|&point| after.board().color_at(point) == Some(critical.defender));
    match left {
        Some(stone) => groups.status(after.board(), stone, mover.opponent()) == opposite,
        None => opposite == Status::Dead,
    }
}

fn report(subject: &Subject, number: usize, mover: Color, kills: bool, critical: &Critical) -> MissedLife {
    let name = |point: Point| subject.size().name(point);
    MissedLife {
        number,
        is_black: mover == Color::Black,
        kills,
        group: critical.target.iter().next().map(name).unwrap_or_default(),
        at: critical.best.iter().map(|&point| name(point)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chance_is_reported_once_for_each_side_that_missed_it() {
        let stones = "SZ[9]AB[da][ab][bb][cb][db]AW[ea][eb][ac][bc][cc][dc][ec]";
        let record = format!("(;GM[1]FF[4]{stones}PL[W];W[gg];B[ff];W[hh];B[ba])");
        let missed = missed_life(&Subject::from_bytes(record.as_bytes()).expect("a record"), LIFE_NODES);
        let words: Vec<String> = missed.iter().map(|m| format!("{} {}", m.number, m.words())).collect();
        assert_eq!(
            words,
            ["1 The group at D9 could have been killed at B9.", "2 The group at D9 could have lived at B9."]
        );
        assert!(missed[0].kills && !missed[0].is_black && !missed[1].kills && missed[1].is_black);
    }

    #[test]
    fn a_game_that_misses_nothing_has_no_report() {
        let record = "(;GM[1]FF[4]SZ[9]AB[da][ab][bb][cb][db]AW[ea][eb][ac][bc][cc][dc][ec]PL[W];W[ba];B[ff];W[hh])";
        assert!(missed_life(&Subject::from_bytes(record.as_bytes()).expect("a record"), LIFE_NODES).is_empty());
    }
}
