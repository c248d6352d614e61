//! The proof checker: replays a claim of the solver with plain rules and believes nothing.
//!
//! The solver is asked only for the winner's move in a position; every move of the loser is tried. The answer may rest on relevance
//! zones; the moves that are asked for never do, so a zone that is too small shows as a claim that cannot be confirmed. A capture is proved when every line
//! ends with the target gone, without a position coming twice on the way. Survival is proved when the positions that can arise are
//! finitely many and none has lost the target: lines end at life by Benson's definition or at escape, and a position that was
//! seen before needs no second look. Both need one reply per position, so replies are asked once and kept.

use std::collections::{HashMap, HashSet};

use go_board::Move;
use proof_search::Outcome;

use crate::filling;
use crate::plain_game::{PlainGame, PlainKey};
use crate::plain_life::{has_escaped, is_captured, pass_alive};
use crate::problem::Problem;
use crate::reading::Reading;
use crate::region::cells_of;
use crate::side::Side;
use crate::solve::Solver;
use crate::status::{Answer, Status};
use crate::zone::Table;

/// Why a claim was not confirmed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CheckError {
    /// The solver had no reply.
    #[error("after {line} the winner has no reply")]
    NoReply {
        /// The moves to the position.
        line: String,
    },
    /// The reply breaks the rules.
    #[error("after {line} the winner's reply is not legal")]
    IllegalReply {
        /// The moves to the position.
        line: String,
    },
    /// The line shows the contrary.
    #[error("the line {line} refutes the claim")]
    Refuted {
        /// The moves of the line.
        line: String,
    },
    /// Too large.
    #[error("the proof has more than {0} positions")]
    TooLarge(usize),
}

/// A claim: with these threats and this side to move, the winner gets its way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Claim {
    pub(crate) to_move: Side,
    /// External ko threats, defender's and attacker's.
    pub(crate) threats: [u8; 2],
    pub(crate) winner: Side,
}

/// Positions that a check may look at.
const MAX_POSITIONS: usize = 2_000_000;

/// Checks everything that an answer says: the status of every first move whose status is known, and that one alone succeeds without
/// threats. Returns the positions looked at.
pub fn check(problem: &Problem, answer: &Answer, table: &mut Table) -> Result<usize, CheckError> {
    let mut solver = Solver::thorough(problem, table);
    let mut n_positions = 0;
    let reply_to = answer.side().opponent();
    for found in &answer.moves {
        for (threats, winner) in claims(found.status) {
            let claim = Claim { to_move: reply_to, threats, winner };
            n_positions += Checker::new(problem, claim, &mut solver).run(Some(found.mv))?;
        }
    }
    for (threats, winner) in claims(answer.status) {
        let claim = Claim { to_move: answer.side(), threats, winner };
        n_positions += Checker::new(problem, claim, &mut solver).run(None)?;
    }
    if let Some(sole) = answer.sole_success {
        let winner_after = |mv| if mv == sole { answer.side() } else { reply_to };
        for found in &answer.moves {
            let claim = Claim { to_move: reply_to, threats: [0, 0], winner: winner_after(found.mv) };
            n_positions += Checker::new(problem, claim, &mut solver).run(Some(found.mv))?;
        }
        let after_pass = Claim { to_move: reply_to, threats: [0, 0], winner: reply_to };
        n_positions += Checker::new(problem, after_pass, &mut solver).run(None)?;
    }
    Ok(n_positions)
}

/// What a status claims, as threats and winner.
pub(crate) fn claims(status: Status) -> Vec<([u8; 2], Side)> {
    let unlimited = u8::MAX;
    match status {
        Status::Dead => vec![([unlimited, 0], Side::Attacker)],
        Status::Alive => vec![([0, unlimited], Side::Defender)],
        Status::Ko { attacker_needs: None } => {
            vec![([0, unlimited], Side::Attacker), ([unlimited, 0], Side::Defender)]
        }
        Status::Ko { attacker_needs: Some(needs) } => {
            let threats = |needs: i8| if needs > 0 { [0, needs as u8] } else { [needs.unsigned_abs(), 0] };
            vec![(threats(needs), Side::Attacker), (threats(needs - 1), Side::Defender)]
        }
        Status::Unknown => Vec::new(),
    }
}

struct Checker<'p, 's, 't> {
    problem: &'p Problem,
    solver: &'s mut Solver<'p, 't>,
    claim: Claim,
    game: PlainGame<'p>,
    line: Vec<Move>,
    replies: HashMap<PlainKey, Move>,
    done: HashSet<PlainKey>,
    on_line: HashSet<PlainKey>,
}

/// A position on the way: the moves that are still to be tried in it.
struct Frame {
    key: PlainKey,
    left: Vec<Move>,
}

impl<'p, 's, 't> Checker<'p, 's, 't> {
    fn new(problem: &'p Problem, claim: Claim, solver: &'s mut Solver<'p, 't>) -> Self {
        Checker {
            problem,
            solver,
            claim,
            game: PlainGame::new(problem, claim.to_move, claim.threats),
            line: Vec::new(),
            replies: HashMap::new(),
            done: HashSet::new(),
            on_line: HashSet::new(),
        }
    }

    fn run(mut self, first: Option<Move>) -> Result<usize, CheckError> {
        if let Some(mv) = first {
            self.game = PlainGame::new(self.problem, self.claim.to_move.opponent(), self.claim.threats);
            if !self.game.play(mv) {
                return Err(CheckError::IllegalReply { line: self.words() });
            }
            self.line.push(mv);
        }
        let mut frames: Vec<Frame> = Vec::new();
        if let Some(frame) = self.open()? {
            frames.push(frame);
        }
        while let Some(frame) = frames.last_mut() {
            match frame.left.pop() {
                Some(mv) => {
                    if self.game.play(mv) {
                        self.line.push(mv);
                        match self.open()? {
                            Some(frame) => frames.push(frame),
                            None => self.back(),
                        }
                    }
                }
                None => {
                    self.on_line.remove(&frame.key);
                    self.done.insert(frame.key);
                    frames.pop();
                    if !frames.is_empty() {
                        self.back();
                    }
                }
            }
        }
        Ok(self.done.len())
    }

    fn back(&mut self) {
        self.game.undo();
        self.line.pop();
    }

    /// Looks at the present position: `None` if the line ends here in favour of the claim.
    fn open(&mut self) -> Result<Option<Frame>, CheckError> {
        let (target, defender) = (self.problem.target(), self.problem.defender());
        let refuted = |line: String| Err(CheckError::Refuted { line });
        if is_captured(self.game.board(), target, defender) {
            return if self.claim.winner == Side::Attacker { Ok(None) } else { refuted(self.words()) };
        }
        let is_safe = has_escaped(self.game.board(), target, defender, &self.game.region) || {
            let alive = pass_alive(self.game.board(), defender, &self.game.region);
            target.iter().any(|point| alive.contains(point))
        };
        if is_safe {
            return if self.claim.winner == Side::Defender { Ok(None) } else { refuted(self.words()) };
        }
        let key = self.game.key();
        if self.done.contains(&key) {
            return Ok(None);
        }
        if !self.on_line.insert(key) {
            return if self.claim.winner == Side::Defender { Ok(None) } else { refuted(self.words()) };
        }
        if self.done.len() > MAX_POSITIONS {
            return Err(CheckError::TooLarge(MAX_POSITIONS));
        }
        if self.game.to_move != self.claim.winner {
            return Ok(Some(Frame { key, left: self.game.candidates() }));
        }
        let reply = match self.replies.get(&key) {
            Some(&reply) => reply,
            None => self.ask().ok_or_else(|| CheckError::NoReply { line: self.words() })?,
        };
        self.replies.insert(key, reply);
        if !self.game.play(reply) {
            return Err(CheckError::IllegalReply { line: self.words() });
        }
        self.game.undo();
        Ok(Some(Frame { key, left: vec![reply] }))
    }

    fn ask(&mut self) -> Option<Move> {
        let mut reading = self.problem.reading_of(self.game.board(), self.game.to_move, self.game.threats);
        let region = self.problem.region();
        if let Some(point) = self.game.key().2 {
            reading.ko = region.cell(point)?;
        }
        let wanted = if self.claim.winner == Side::Attacker { Outcome::Proved } else { Outcome::Refuted };
        if wanted == Outcome::Proved
            && let Some(cell) = self.last_moves(&reading)
        {
            return region.point(cell).map(Move::Play);
        }
        let (cell, _) = self.solver.search().winning_move(&reading, &mut || false)?;
        Some(region.point(cell).map_or(Move::Pass, Move::Play))
    }

    /// At the end of a capture the search needs no moves any more, the checker does: the capture itself, or another filling stone.
    fn last_moves(&self, reading: &Reading) -> Option<u8> {
        let (region, target) = (self.problem.region(), self.problem.target_mask());
        let captures = |next: Reading| next.stones[Side::Defender.index()] & target == 0;
        if let Some(cell) =
            cells_of(reading.empty(region)).find(|&cell| reading.played(region, cell).is_some_and(captures))
        {
            return Some(cell);
        }
        let zone = filling::captures_all(reading, region, target)?;
        let stays = |next: Reading| filling::captures_all(&next, region, target).is_some();
        cells_of(filling::cells_to_fill(reading, region, zone))
            .find(|&cell| reading.played(region, cell).is_some_and(stays))
    }

    fn words(&self) -> String {
        let size = self.problem.board().size();
        let name = |mv: &Move| match mv {
            Move::Play(point) => size.name(*point),
            Move::Pass => "pass".to_owned(),
        };
        self.line.iter().map(name).collect::<Vec<_>>().join(" ")
    }
}
