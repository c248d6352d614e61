//! Urgent points: patterns of 40 cells and how often they are played when they are there (Basaldúa 2013, section 6.1.3).
//!
//! ```text
//! urgency = (times played / moves) / (times seen / positions)
//! ```
//!
//! Patterns are those around played moves with a stone in sight; sightings are counted in every fifth position. A table knows every pattern in all
//! orientations and both colours by its raw hash, so that a look is one lookup per point. The later improvement of that section, Bradley-Terry weights, is not made.

use std::collections::HashMap;

use super::config::MEvalConfig;
use super::harvest::is_usable;
use foldhash::fast::FixedState;
use go_board::{Cell, Color, Liberties, LocalPattern, Point, RawPatterns, Symmetry};
use go_games::{Game, Replay};
use serde::{Deserialize, Serialize};

/// Cells of a pattern.
pub(super) const N_CELLS: usize = 40;
/// Sightings are counted in one position of so many.
const LOOK_EVERY: usize = 5;

/// A pattern with the side to move as Black, and its urgency.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct UrgentPattern {
    code: u128,
    urgency: f32,
}

/// The urgencies of all known patterns.
#[derive(Clone, Debug, Default)]
pub struct UrgencyTable {
    patterns: Vec<UrgentPattern>,
    /// By raw hash: the urgency for Black and for White.
    by_hash: HashMap<u64, [f32; 2], FixedState>,
}

fn pattern(code: u128) -> LocalPattern {
    LocalPattern::from_cells((0..N_CELLS).map(|cell| match (code >> (2 * cell)) & 3 {
        0 => Cell::Empty,
        1 => Cell::Black,
        2 => Cell::White,
        _ => Cell::OffBoard,
    }))
}

fn has_stones(pattern: LocalPattern) -> bool {
    (0..N_CELLS).any(|cell| matches!(pattern.cell(cell), Cell::Black | Cell::White))
}

impl UrgencyTable {
    /// A table of these patterns; none if one has no urgency from 0 to 1.
    pub(super) fn new(patterns: Vec<UrgentPattern>) -> Option<UrgencyTable> {
        let mut by_hash: HashMap<u64, [f32; 2], FixedState> = HashMap::default();
        for known in &patterns {
            if !(0.0..=1.0).contains(&known.urgency) {
                return None;
            }
            for symmetry in Symmetry::ALL {
                let turned = pattern(known.code).transformed(symmetry);
                by_hash.entry(turned.raw_hash()).or_default()[0] = known.urgency;
                by_hash.entry(turned.swapped().raw_hash()).or_default()[1] = known.urgency;
            }
        }
        Some(UrgencyTable { patterns, by_hash })
    }

    /// Its patterns.
    pub(super) fn patterns(&self) -> &[UrgentPattern] {
        &self.patterns
    }

    /// The number of known patterns.
    pub fn len(&self) -> usize {
        self.patterns.len()
    }

    /// Is nothing known?
    pub fn is_empty(&self) -> bool {
        self.patterns.is_empty()
    }

    /// The sums of the urgencies of all empty points for Black and for White.
    pub fn sums<L: Liberties>(&self, board: &go_board::Board<L>, patterns: &RawPatterns<N_CELLS>) -> [f32; 2] {
        let mut sums = [0.0; 2];
        for &point in board.empty_points() {
            if let Some(urgencies) = self.by_hash.get(&patterns.at(point)) {
                sums[0] += urgencies[0];
                sums[1] += urgencies[1];
            }
        }
        sums
    }

    /// Learns the urgencies of patterns from games.
    pub(super) fn learn(config: &MEvalConfig, games: &[&Game]) -> UrgencyTable {
        let games: Vec<&Game> =
            games.iter().copied().filter(|game| is_usable(game)).take(config.urgency_games).collect();
        let mut played: HashMap<u128, u32, FixedState> = HashMap::default();
        let mut n_moves = 0_u32;
        for game in &games {
            let mut replay = Replay::new(game);
            for _ in 0..config.plies {
                let Some((position, mv)) = replay.next_position() else { break };
                let Some(point) = mv.point() else { continue };
                n_moves += 1;
                let around = position.board.local_pattern(point, N_CELLS);
                if has_stones(around) {
                    *played.entry(around.canonical(position.to_move).code()).or_default() += 1;
                }
            }
        }
        let mut known: Vec<(u128, u32)> = played.into_iter().filter(|&(_, n)| n >= config.min_played).collect();
        known.sort_unstable();
        let seen = count_seen(config, &games, &known);
        let rate = |count: u32, of: u32| f64::from(count) / f64::from(of.max(1));
        let patterns = known.iter().zip(&seen.n_seen).filter_map(|(&(code, n_played), &n_seen)| {
            let urgency = (rate(n_played, n_moves) / rate(n_seen.max(1), seen.n_positions)).min(1.0);
            (urgency >= config.urgent_from).then_some(UrgentPattern { code, urgency: urgency as f32 })
        });
        UrgencyTable::new(patterns.collect()).expect("urgencies from 0 to 1")
    }
}

struct Seen {
    n_positions: u32,
    n_seen: Vec<u32>,
}

/// How often the patterns were there for the side to move.
fn count_seen(config: &MEvalConfig, games: &[&Game], known: &[(u128, u32)]) -> Seen {
    let mut numbers: HashMap<(u64, Color), u32, FixedState> = HashMap::default();
    for (number, &(code, _)) in known.iter().enumerate() {
        for symmetry in Symmetry::ALL {
            let turned = pattern(code).transformed(symmetry);
            numbers.insert((turned.raw_hash(), Color::Black), number as u32);
            numbers.insert((turned.swapped().raw_hash(), Color::White), number as u32);
        }
    }
    let mut seen = Seen { n_positions: 0, n_seen: vec![0; known.len()] };
    for (offset, game) in games.iter().enumerate() {
        let mut replay = Replay::new(game);
        for ply in 0..config.plies {
            let Some((position, _)) = replay.next_position() else { break };
            if (ply + offset) % LOOK_EVERY != 0 {
                continue;
            }
            seen.n_positions += 1;
            let patterns = RawPatterns::<N_CELLS>::of(&position.board);
            let at = |point: &Point| numbers.get(&(patterns.at(*point), position.to_move));
            for number in position.board.empty_points().iter().filter_map(at) {
                seen.n_seen[*number as usize] += 1;
            }
        }
    }
    seen
}
