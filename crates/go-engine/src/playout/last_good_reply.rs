//! Last good replies with forgetting (Drake 2009; Baier and Drake 2010): the reply that won the last playout in which it was made is made
//! again, before the base policy is asked.
//!
//! LGRF-1 knows a reply by the opponent's last move, LGRF-2 by the last two moves and falls back on LGRF-1. After a playout every reply of the
//! winner is stored, and a reply of the loser that the table holds is forgotten; the moves in the tree count too. A reply that is illegal,
//! an own eye or against the self-atari rule is not made. All threads share the tables, updated with relaxed atomics: two at once may lose
//! a reply, which the next playout brings back. The chance to make a stored reply is the parameter `last_good_reply`; the papers always make it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU16, AtomicU64, Ordering::Relaxed};

use go_board::{Color, GRID_CELLS, Move, Point};
use mcts::{Outcome, Trace, Turn};

use super::base::{BasePolicy, Nothing};
use super::board::HeavyBoard;
use super::chance::Chance;
use super::config::PlayoutConfig;
use super::policy::{PlayoutRandom, PlayoutStart, PlayoutTurn, Policy};
use super::rule::{Rule, RuledMove};

/// A point that is never played, the corner of the grid's margin: no reply is stored.
const NONE: u16 = 0;

/// Slots of the replies to two moves: 2^16, half a MiB. A later reply takes the slot of an earlier one.
const N_SLOTS: usize = 1 << 16;

/// For each colour and each previous point, the reply that won.
pub(super) struct RepliesToOne {
    replies: [Box<[AtomicU16]>; 2],
}

impl Default for RepliesToOne {
    fn default() -> Self {
        let empty = || (0..GRID_CELLS).map(|_| AtomicU16::new(NONE)).collect();
        Self { replies: [empty(), empty()] }
    }
}

impl RepliesToOne {
    fn slot(&self, color: Color, previous: Point) -> &AtomicU16 {
        &self.replies[color.index()][previous.index()]
    }

    fn get(&self, color: Color, previous: Point) -> Option<Point> {
        let index = self.slot(color, previous).load(Relaxed);
        (index != NONE).then(|| Point::from_index(usize::from(index)))
    }

    fn learn(&self, color: Color, previous: Point, reply: Point, won: bool) {
        let (slot, index) = (self.slot(color, previous), reply.index() as u16);
        if won {
            slot.store(index, Relaxed);
        } else if slot.load(Relaxed) == index {
            slot.store(NONE, Relaxed);
        }
    }
}

/// For each colour and each pair of previous points, the reply that won. Direct-mapped: a slot holds the whole key above its reply, so that
/// a reply to other moves is never taken for one to these.
pub(super) struct RepliesToTwo {
    slots: Box<[AtomicU64]>,
}

impl Default for RepliesToTwo {
    fn default() -> Self {
        Self { slots: (0..N_SLOTS).map(|_| AtomicU64::new(0)).collect() }
    }
}

impl RepliesToTwo {
    /// The slot and the key, which leaves the low 16 bits for the reply and is never 0.
    fn slot(&self, color: Color, before: [Point; 2]) -> (&AtomicU64, u64) {
        let key = (before[0].index() as u64) << 32 | (before[1].index() as u64) << 16 | (color.index() as u64) << 48;
        let hash = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - N_SLOTS.trailing_zeros());
        (&self.slots[hash as usize], key)
    }

    fn get(&self, color: Color, before: [Point; 2]) -> Option<Point> {
        let (slot, key) = self.slot(color, before);
        let held = slot.load(Relaxed);
        (held & !0xFFFF == key && held & 0xFFFF != 0).then(|| Point::from_index((held & 0xFFFF) as usize))
    }

    fn learn(&self, color: Color, before: [Point; 2], reply: Point, won: bool) {
        let (slot, key) = self.slot(color, before);
        let entry = key | reply.index() as u64;
        if won {
            slot.store(entry, Relaxed);
        } else if slot.load(Relaxed) == entry {
            slot.store(0, Relaxed);
        }
    }
}

/// The replies of a playout: the colour, the points of the two moves before, the reply, and whether its colour won.
fn replies(trace: &Trace<Move>, outcome: &Outcome) -> impl Iterator<Item = (Color, [Option<Point>; 2], Point, bool)> {
    let mut recent = [None; 2];
    trace.steps().iter().filter_map(move |step| {
        let before = recent;
        recent = [step.action.point(), recent[0]];
        let color = if step.turn == Turn::First { Color::Black } else { Color::White };
        let black_won = outcome.reward > 0.5;
        step.action.point().map(|reply| (color, before, reply, black_won == (color == Color::Black)))
    })
}

/// LGRF-1.
pub(super) struct Lgrf1 {
    base: BasePolicy,
    chance: Chance,
    tables: Arc<RepliesToOne>,
}

impl Policy for Lgrf1 {
    type Tables = RepliesToOne;

    fn new_tables(_: &PlayoutConfig) -> RepliesToOne {
        RepliesToOne::default()
    }

    fn new(config: &PlayoutConfig, tables: Arc<RepliesToOne>) -> Self {
        Self { base: BasePolicy::of(config), chance: Chance::new(config.last_good_reply), tables }
    }

    fn begin(&mut self, _: &HeavyBoard<'_>, _: &PlayoutStart) {
        self.base.forget();
    }

    fn choose(&mut self, board: &mut HeavyBoard<'_>, turn: PlayoutTurn, random: &mut PlayoutRandom) -> RuledMove {
        let known = turn.recent[0].and_then(|last| self.tables.get(turn.color, last));
        let chosen = match known {
            Some(reply) if self.chance.draw(random) && self.base.is_playable(board.stones, reply, turn.color) => {
                RuledMove::new(reply, Rule::Reply1)
            }
            _ => self.base.propose(board, turn, random, &mut Nothing),
        };
        self.base.remember(board.stones, chosen.mv, turn.color);
        chosen
    }

    fn learn(&mut self, trace: &Trace<Move>, outcome: &Outcome) {
        for (color, before, reply, won) in replies(trace, outcome) {
            if let Some(last) = before[0] {
                self.tables.learn(color, last, reply, won);
            }
        }
    }
}

/// LGRF-2.
pub(super) struct Lgrf2 {
    base: BasePolicy,
    chance: Chance,
    tables: Arc<(RepliesToOne, RepliesToTwo)>,
}

impl Lgrf2 {
    /// The reply to the last two moves, or else to the last one.
    fn reply(&self, board: &HeavyBoard<'_>, turn: PlayoutTurn) -> Option<RuledMove> {
        let last = turn.recent[0]?;
        let to_two = turn.recent[1].and_then(|before| self.tables.1.get(turn.color, [last, before]));
        let to_one = || self.tables.0.get(turn.color, last);
        let playable = |&point: &Point| self.base.is_playable(board.stones, point, turn.color);
        to_two
            .filter(playable)
            .map(|point| RuledMove::new(point, Rule::Reply2))
            .or_else(|| to_one().filter(playable).map(|point| RuledMove::new(point, Rule::Reply1)))
    }
}

impl Policy for Lgrf2 {
    type Tables = (RepliesToOne, RepliesToTwo);

    fn new_tables(_: &PlayoutConfig) -> Self::Tables {
        Self::Tables::default()
    }

    fn new(config: &PlayoutConfig, tables: Arc<Self::Tables>) -> Self {
        Self { base: BasePolicy::of(config), chance: Chance::new(config.last_good_reply), tables }
    }

    fn begin(&mut self, _: &HeavyBoard<'_>, _: &PlayoutStart) {
        self.base.forget();
    }

    fn choose(&mut self, board: &mut HeavyBoard<'_>, turn: PlayoutTurn, random: &mut PlayoutRandom) -> RuledMove {
        let chosen = match self.reply(board, turn) {
            Some(reply) if self.chance.draw(random) => reply,
            _ => self.base.propose(board, turn, random, &mut Nothing),
        };
        self.base.remember(board.stones, chosen.mv, turn.color);
        chosen
    }

    fn learn(&mut self, trace: &Trace<Move>, outcome: &Outcome) {
        for (color, before, reply, won) in replies(trace, outcome) {
            let Some(last) = before[0] else { continue };
            self.tables.0.learn(color, last, reply, won);
            if let Some(earlier) = before[1] {
                self.tables.1.learn(color, [last, earlier], reply, won);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use go_board::BoardSize;
    use mcts::Step;

    fn at(name: &str) -> Point {
        BoardSize::NINE.parse_point(name).expect("a point")
    }

    /// A playout of these moves, Black first.
    fn trace(moves: &[&str]) -> Trace<Move> {
        let mut trace = Trace::new();
        for (name, turn) in moves.iter().zip([Turn::First, Turn::Second].into_iter().cycle()) {
            let action = if *name == "pass" { Move::Pass } else { Move::Play(at(name)) };
            trace.push_step(Step { action, turn, rave_key: None, context: 0 });
        }
        trace
    }

    fn taught<P: Policy>() -> (P, Arc<P::Tables>) {
        let config = PlayoutConfig::default();
        let tables = Arc::new(P::new_tables(&config));
        (P::new(&config, Arc::clone(&tables)), tables)
    }

    #[test]
    fn winners_are_remembered_and_losers_forgotten() {
        let (mut policy, tables) = taught::<Lgrf1>();
        let line = trace(&["C3", "G7", "pass", "E5"]);
        policy.learn(&line, &Outcome::reward(0.0));
        assert_eq!(tables.get(Color::White, at("C3")), Some(at("G7")));
        assert_eq!(tables.get(Color::Black, at("C3")), None);
        policy.learn(&line, &Outcome::reward(1.0));
        assert_eq!(tables.get(Color::White, at("C3")), None, "a reply that lost is forgotten");
        policy.learn(&line, &Outcome::reward(0.0));
        policy.learn(&trace(&["C3", "D4"]), &Outcome::reward(1.0));
        assert_eq!(tables.get(Color::White, at("C3")), Some(at("G7")), "another reply that lost changes nothing");
    }

    #[test]
    fn two_moves_are_a_context_of_their_own() {
        let (mut policy, tables) = taught::<Lgrf2>();
        policy.learn(&trace(&["C3", "G7", "E5", "D4"]), &Outcome::reward(0.0));
        assert_eq!(tables.1.get(Color::White, [at("E5"), at("G7")]), Some(at("D4")));
        assert_eq!(tables.1.get(Color::White, [at("E5"), at("C3")]), None);
        assert_eq!(tables.1.get(Color::Black, [at("E5"), at("G7")]), None);
        assert_eq!(tables.0.get(Color::White, at("E5")), Some(at("D4")));
        policy.learn(&trace(&["C3", "G7", "E5", "D4"]), &Outcome::reward(1.0));
        assert_eq!(tables.1.get(Color::White, [at("E5"), at("G7")]), None);
    }
}
