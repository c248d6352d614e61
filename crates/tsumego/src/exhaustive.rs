//! The exhaustive twin of the solver: every position that can arise, and the attacker's wins by retrograde analysis.
//!
//! A position is stones, turn, ko and threats; two plays that lead to the same one have the same future, so the history need not be
//! kept beyond the ko: repetition is settled by the least fixed point itself, in which an endless play is nobody's capture. Static
//! knowledge is not used: only the capture of the target and its escape from the region end a line. For regions of a few points.

use std::collections::HashMap;

use crate::plain_game::{PlainGame, PlainKey};
use crate::plain_life::{has_escaped, is_captured};
use crate::problem::Problem;
use crate::side::Side;
use crate::status::Status;

/// More positions than this are not enumerated.
const MAX_POSITIONS: usize = 200_000;

/// All positions that can arise from one.
struct Positions {
    ids: HashMap<PlainKey, usize>,
    turns: Vec<Side>,
    moves: Vec<Vec<usize>>,
    captured: Vec<bool>,
    ended: Vec<bool>,
}

/// Can the attacker capture, with these threats (defender's, attacker's; 255 is unlimited)? `None` if there are too many positions.
pub fn captures(problem: &Problem, to_move: Side, threats: [u8; 2]) -> Option<bool> {
    let mut positions = Positions {
        ids: HashMap::new(),
        turns: Vec::new(),
        moves: Vec::new(),
        captured: Vec::new(),
        ended: Vec::new(),
    };
    let mut game = PlainGame::new(problem, to_move, threats);
    let start = positions.explore(problem, &mut game)?;
    Some(positions.won_by_attacker()[start])
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

impl Positions {
    fn id_of(&mut self, problem: &Problem, game: &PlainGame<'_>) -> (usize, bool) {
        let next = self.turns.len();
        let id = *self.ids.entry(game.key()).or_insert(next);
        if id == next {
            let captured = is_captured(game.board(), problem.target(), problem.defender());
            let escaped = has_escaped(game.board(), problem.target(), problem.defender(), &game.region);
            self.turns.push(game.to_move);
            self.moves.push(Vec::new());
            self.captured.push(captured);
            self.ended.push(captured || escaped);
        }
        (id, id == next)
    }

    fn explore(&mut self, problem: &Problem, game: &mut PlainGame<'_>) -> Option<usize> {
        let (start, _) = self.id_of(problem, game);
        let mut frames = vec![(start, if self.ended[start] { Vec::new() } else { game.candidates() })];
        while let Some((id, left)) = frames.last_mut() {
            let id = *id;
            match left.pop() {
                None => {
                    frames.pop();
                    game.undo();
                }
                Some(mv) if game.play(mv) => {
                    let (next, is_new) = self.id_of(problem, game);
                    self.moves[id].push(next);
                    if self.turns.len() > MAX_POSITIONS {
                        return None;
                    }
                    if is_new && !self.ended[next] {
                        frames.push((next, game.candidates()));
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
    fn won_by_attacker(&self) -> Vec<bool> {
        let mut won = self.captured.clone();
        loop {
            let mut changed = false;
            for id in (0..won.len()).rev() {
                if won[id] || self.ended[id] {
                    continue;
                }
                let wins = match self.turns[id] {
                    Side::Attacker => self.moves[id].iter().any(|&next| won[next]),
                    Side::Defender => self.moves[id].iter().all(|&next| won[next]),
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
