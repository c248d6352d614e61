//! The exhaustive twin of the solver: every position that can arise, and the attacker's wins by retrograde analysis.
//!
//! A position is stones, turn, ko and threats; two plays that lead to the same one have the same future, so the history need not be
//! kept beyond the ko: repetition is settled by the least fixed point itself, in which an endless play is nobody's capture. Static
//! knowledge is not used: only the capture of the target and its escape from the region end a line. For regions of a few points.

use std::collections::HashMap;

use go_board::Move;

use crate::manner::{LifeGoal, Manner};
use crate::plain_game::{PlainGame, PlainKey};
use crate::plain_life::{has_escaped, is_captured, pass_alive};
use crate::problem::Problem;
use crate::side::Side;
use crate::status::Status;

/// More positions than this are not enumerated.
const MAX_POSITIONS: usize = 200_000;

/// What a question is: who wants to reach what.
struct Question<'q> {
    prover: Side,
    /// Is a position with this many passes before it the end, and has the prover then reached the goal?
    end: &'q dyn Fn(&PlainGame<'_>, u8) -> Option<bool>,
    /// Do passes in a row count?
    counts_passes: bool,
}

/// All positions that can arise from one.
struct Positions {
    ids: HashMap<(PlainKey, u8), usize>,
    turns: Vec<Side>,
    moves: Vec<Vec<usize>>,
    ends: Vec<Option<bool>>,
}

/// Can the attacker capture, with these threats (defender's, attacker's; 255 is unlimited)? `None` if there are too many positions.
pub fn captures(problem: &Problem, to_move: Side, threats: [u8; 2]) -> Option<bool> {
    let (target, defender) = (problem.target(), problem.defender());
    let end = |game: &PlainGame<'_>, _| {
        let captured = is_captured(game.board(), target, defender);
        (captured || has_escaped(game.board(), target, defender, &game.region)).then_some(captured)
    };
    let question = Question { prover: Side::Attacker, end: &end, counts_passes: false };
    question.answer(PlainGame::new(problem, to_move, threats))
}

/// The status by the twin, threats counted as the solver counts them.
pub fn status(problem: &Problem, to_move: Side) -> Option<Status> {
    let unlimited = u8::MAX;
    if captures(problem, to_move, [unlimited, 0])? {
        return Some(Status::Dead);
    }
    if !captures(problem, to_move, [0, unlimited])? {
        return Some(Status::Alive);
    }
    Some(Status::Ko { attacker_needs: None })
}

/// How a target that is alive lives, by the twin; the only static fact is the definition of unconditional life.
pub fn manner(problem: &Problem, to_move: Side) -> Option<Manner> {
    let (target, defender) = (problem.target(), problem.defender());
    for (goal, manner) in LifeGoal::ALL {
        let end = |game: &PlainGame<'_>, n_passes: u8| {
            let board = game.board();
            if is_captured(board, target, defender) {
                return Some(false);
            }
            let alive = pass_alive(board, defender, &game.region);
            let is_anchored = |point| {
                let chain = board.chain_at(point)?;
                board.liberties(chain).iter().find(|&liberty| !game.region.contains(liberty))
            };
            let counts = |&point: &_| goal != LifeGoal::Eyes || is_anchored(point).is_none();
            if target.iter().filter(counts).any(|point| alive.contains(point)) {
                return Some(true);
            }
            (n_passes == 2).then_some(goal == LifeGoal::Settled)
        };
        let question = Question { prover: Side::Defender, end: &end, counts_passes: true };
        let mut game = PlainGame::new(problem, to_move, [0, u8::MAX]);
        game.may_attacker_pass = true;
        if question.answer(game)? {
            return Some(manner);
        }
    }
    Some(Manner::Repetition)
}

impl Question<'_> {
    fn answer(&self, mut game: PlainGame<'_>) -> Option<bool> {
        let mut positions = Positions { ids: HashMap::new(), turns: Vec::new(), moves: Vec::new(), ends: Vec::new() };
        let start = positions.explore(self, &mut game)?;
        Some(positions.won_by(self.prover)[start])
    }
}

impl Positions {
    fn id_of(&mut self, question: &Question<'_>, game: &PlainGame<'_>, n_passes: u8) -> (usize, bool) {
        let next = self.turns.len();
        let id = *self.ids.entry((game.key(), n_passes)).or_insert(next);
        if id == next {
            self.turns.push(game.to_move);
            self.moves.push(Vec::new());
            self.ends.push((question.end)(game, n_passes));
        }
        (id, id == next)
    }

    fn explore(&mut self, question: &Question<'_>, game: &mut PlainGame<'_>) -> Option<usize> {
        let (start, _) = self.id_of(question, game, 0);
        let mut frames = vec![(start, 0, if self.ends[start].is_some() { Vec::new() } else { game.candidates() })];
        while let Some((id, n_passes, left)) = frames.last_mut() {
            let (id, n_passes) = (*id, *n_passes);
            match left.pop() {
                None => {
                    frames.pop();
                    game.undo();
                }
                Some(mv) if game.play(mv) => {
                    let n_passes = if mv == Move::Pass && question.counts_passes { n_passes + 1 } else { 0 };
                    let (next, is_new) = self.id_of(question, game, n_passes);
                    self.moves[id].push(next);
                    if self.turns.len() > MAX_POSITIONS {
                        return None;
                    }
                    if is_new && self.ends[next].is_none() {
                        frames.push((next, n_passes, game.candidates()));
                    } else {
                        game.undo();
                    }
                }
                Some(_) => {}
            }
        }
        Some(start)
    }

    /// The least fixed point, by sweeps until nothing changes.
    fn won_by(&self, prover: Side) -> Vec<bool> {
        let mut won: Vec<bool> = self.ends.iter().map(|&end| end == Some(true)).collect();
        loop {
            let mut changed = false;
            for id in (0..won.len()).rev() {
                if won[id] || self.ends[id].is_some() {
                    continue;
                }
                let wins = if self.turns[id] == prover {
                    self.moves[id].iter().any(|&next| won[next])
                } else {
                    self.moves[id].iter().all(|&next| won[next])
                };
                if wins {
                    (won[id], changed) = (true, true);
                }
            }
            if !changed {
                return won;
            }
        }
    }
}
