//! How a target lives: with two eyes, by escape, in seki, or only because play repeats for ever.
//!
//! Three questions of the same proof search, with the defender as prover and all ko threats the attacker's. Unlike in the question of
//! capture both sides may pass, because in a seki whoever has to move loses.
//!
//! 1. Can the defender force unconditional life (Benson 1976)? *Two eyes*.
//! 2. Can the defender force that or a way out of the region? *Escape*.
//! 3. Can the defender force that, or two passes in a row with the target still on the board? *Seki*. If not, a target that is
//!    alive owes it to a repetition, such as a double ko.
//!
//! A repetition is never the prover's, so every *yes* is reached in finitely many moves. The exhaustive twin asks the same on a plain
//! board (`exhaustive::manner`). Relevance zones are not used here.

use std::fmt;

use proof_search::{Game, Limits, Outcome, Search, Verdict};

use crate::benson;
use crate::filling;
use crate::problem::Problem;
use crate::reading::{PASS, Reading, UNLIMITED};
use crate::region::{Region, cells_of, lowest};
use crate::side::Side;
use crate::solve::salt_of;
use crate::zone::Table;

/// How a living target lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Manner {
    /// Unconditional life can be forced.
    TwoEyes,
    /// A way out of the region can be forced, or else two eyes.
    Escape,
    /// Neither side can gain by moving.
    Seki,
    /// It is never captured, because play repeats for ever.
    Repetition,
}

impl fmt::Display for Manner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Manner::TwoEyes => "two eyes",
            Manner::Escape => "escape",
            Manner::Seki => "seki",
            Manner::Repetition => "repetition",
        })
    }
}

/// What the defender has to reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LifeGoal {
    Eyes,
    EyesOrEscape,
    /// Also two passes in a row.
    Settled,
}

impl LifeGoal {
    pub(crate) const ALL: [(LifeGoal, Manner); 3] = [
        (LifeGoal::Eyes, Manner::TwoEyes),
        (LifeGoal::EyesOrEscape, Manner::Escape),
        (LifeGoal::Settled, Manner::Seki),
    ];
}

/// How a target that is alive lives when `to_move` begins; `None` if that was not found out with `nodes` expanded states for each
/// question. Says nothing about targets that are not alive.
pub fn manner_of_life(
    problem: &Problem,
    to_move: Side,
    table: &mut Table,
    nodes: u64,
    interrupt: &mut dyn FnMut() -> bool,
) -> Option<Manner> {
    table.age();
    let reading = problem.reading_of(problem.board(), to_move, [0, UNLIMITED]);
    let start = Life { reading, n_passes: 0 };
    for (goal, manner) in LifeGoal::ALL {
        let has_exit = problem.region().anchored[Side::Defender.index()] != 0;
        if goal == LifeGoal::EyesOrEscape && !has_exit {
            continue;
        }
        let salt = salt_of(problem) ^ 0x5EC1_0000 ^ goal as u64;
        let game = LifeGame { region: problem.region(), target: problem.target_mask(), goal, salt };
        let limits = Limits { nodes, ..Limits::default() };
        match Search::new(game, table, limits).solve(&start, interrupt) {
            Outcome::Proved => return Some(manner),
            Outcome::Refuted => {}
            Outcome::Unknown => return None,
        }
    }
    Some(Manner::Repetition)
}

#[derive(Clone, Copy)]
struct Life {
    reading: Reading,
    /// Passes in a row; two end the reading.
    n_passes: u8,
}

struct LifeGame<'r> {
    region: &'r Region,
    target: u128,
    goal: LifeGoal,
    salt: u64,
}

impl LifeGame<'_> {
    fn is_reached(&self, reading: &Reading) -> bool {
        let region = self.region;
        let own = reading.stones[Side::Defender.index()];
        let anchored = region.anchored[Side::Defender.index()];
        let escaped = region.flood(own & anchored, own);
        let (alive, _) = benson::alive(reading, region);
        let alive = if self.goal == LifeGoal::Eyes { alive & !escaped } else { alive };
        alive & self.target != 0
    }
}

impl Game for LifeGame<'_> {
    type State = Life;
    type Move = u8;
    type Zone = u128;

    fn key(&self, state: &Life) -> u64 {
        (state.reading.key() ^ self.salt).rotate_left(17 * u32::from(state.n_passes))
    }

    fn is_provers_turn(&self, state: &Life) -> bool {
        state.reading.to_move == Side::Defender
    }

    fn evaluate(&self, state: &Life) -> Verdict<u128> {
        let (region, reading) = (self.region, &state.reading);
        let own = reading.stones[Side::Defender.index()];
        let left = own & self.target;
        let whole = self.whole();
        if left == 0 || filling::captures_all(reading, region, self.target).is_some() {
            return Verdict::Refuted(whole);
        }
        if self.is_reached(reading) {
            return Verdict::Proved(whole);
        }
        if state.n_passes == 2 {
            let is_settled = self.goal == LifeGoal::Settled;
            return if is_settled { Verdict::Proved(whole) } else { Verdict::Refuted(whole) };
        }
        let chain = region.flood(lowest(left), own);
        let room = (reading.liberties(region, chain) | region.around(reading.liberties(region, chain))).count_ones();
        Verdict::Open { proof: 1 + 8u32.saturating_sub(room), disproof: 1 + room.min(8) }
    }

    fn expand(&self, state: &Life, mut add: impl FnMut(u8, Life)) {
        add(PASS, Life { reading: state.reading.passed(), n_passes: state.n_passes + 1 });
        for cell in cells_of(state.reading.empty(self.region)) {
            if let Some(reading) = state.reading.played(self.region, cell) {
                add(cell, Life { reading, n_passes: 0 });
            }
        }
    }

    fn whole(&self) -> u128 {
        self.region.cells
    }
}
