//! A problem played move by move against the solver: whether a line keeps what was proved, the strongest answer to it, how it goes on.
//!
//! A status promises one side its way under some number of ko threats (see `check::claims`). A play-out starts from such a promise and
//! stays with these threats. The winner's moves are proved replies. The loser's are the ones that leave the winner the fewest
//! proved replies, the longest proof among equals; a move to which the winner need not reply at all is no resistance.
//!
//! In lines, two passes before the retaking of a ko stand for a threat and its answer elsewhere, so that a line can be played on any
//! board. Moves that spend one of unlimited threats are not chosen as resistance: they would never end.

use go_board::Move;
use proof_search::{Game, Limits, Outcome, Verdict};

use crate::check::claims;
use crate::problem::Problem;
use crate::reading::{PASS, Reading, UNLIMITED};
use crate::side::Side;
use crate::solve::Solver;
use crate::status::Status;

/// Expanded states for one question about a reply, when resistances are compared. A reply whose question is larger does not count.
const REPLY_NODES: u64 = 400;

/// A line of a problem, and the side to which its way was promised.
pub struct PlayOut<'s, 'p, 't> {
    solver: &'s mut Solver<'p, 't>,
    problem: &'p Problem,
    reading: Reading,
    winner: Side,
}

/// How a move of the winner is answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// The move keeps the promise, and nothing is left to play for.
    Done,
    /// The move keeps the promise; the loser goes on with this (see the module about passes).
    GoesOn(Vec<Move>),
    /// The move breaks the promise: this line shows how.
    Refuted(Vec<Move>),
    /// Not found out before the interrupt.
    Unknown,
}

impl<'s, 'p, 't> PlayOut<'s, 'p, 't> {
    /// The first position of the solver's problem, with what `status` promises to `winner`; `None` if it promises nothing.
    pub fn new(solver: &'s mut Solver<'p, 't>, status: Status, winner: Side) -> Option<Self> {
        let (threats, _) = claims(status).into_iter().find(|&(_, side)| side == winner)?;
        let problem = solver.problem();
        let reading = solver.start(problem.side(problem.to_move()), threats);
        Some(PlayOut { solver, problem, reading, winner })
    }

    /// Who moves next.
    pub fn to_move(&self) -> Side {
        self.reading.to_move
    }

    /// External ko threats that a side has left; `None` if they never run out.
    pub fn threats(&self, side: Side) -> Option<u8> {
        Some(self.reading.threats[side.index()]).filter(|&threats| threats != UNLIMITED)
    }

    /// Plays a move and gives it as lines do; `None`, and nothing is changed, if the rules or the problem forbid it. The retaking of a
    /// ko spends a threat.
    pub fn play(&mut self, mv: Move) -> Option<Vec<Move>> {
        let cell = match mv {
            Move::Pass if self.reading.to_move == Side::Attacker => return None,
            Move::Pass => PASS,
            Move::Play(point) => self.cell(point)?,
        };
        let next =
            if cell == PASS { self.reading.passed() } else { self.reading.played(self.problem.region(), cell)? };
        let line = self.told(cell);
        self.reading = next;
        Some(line)
    }

    /// Plays a line as other functions give it; false if it is none of this problem.
    pub fn replay(&mut self, line: &[Move]) -> bool {
        let mut rest = line;
        while let Some((&mv, after)) = rest.split_first() {
            rest = after;
            if let ([Move::Pass, ..], Move::Pass) = (after, mv) {
                // A threat and its answer: only the ko can be meant.
                rest = &after[1..];
                match rest.first() {
                    Some(&Move::Play(point)) if self.is_ko(point) => continue,
                    _ => return false,
                }
            }
            if self.play(mv).is_none() {
                return false;
            }
        }
        true
    }

    /// Does the promise still hold? `None` if it was not found out before the interrupt.
    pub fn stands(&mut self, interrupt: &mut dyn FnMut() -> bool) -> Option<bool> {
        let reading = self.reading;
        self.wins(&reading, u64::MAX, interrupt)
    }

    /// The winner has just moved: the loser's answer, or what refutes the move in at most `longest` moves.
    pub fn reply(&mut self, longest: usize, interrupt: &mut dyn FnMut() -> bool) -> Reply {
        match self.stands(interrupt) {
            None => Reply::Unknown,
            Some(false) => {
                let reading = self.reading;
                self.winner = self.winner.opponent();
                let line = self.line(longest, interrupt);
                (self.winner, self.reading) = (self.winner.opponent(), reading);
                Reply::Refuted(line)
            }
            Some(true) => match self.resistance(interrupt) {
                None => Reply::Done,
                Some((cell, next)) => {
                    let line = self.told(cell);
                    self.reading = next;
                    Reply::GoesOn(line)
                }
            },
        }
    }

    /// All moves of the winner, whose turn it is, that keep the promise.
    pub fn right_moves(&mut self, interrupt: &mut dyn FnMut() -> bool) -> Vec<Move> {
        if self.reading.to_move != self.winner {
            return Vec::new();
        }
        let mut right = self.moves(&self.reading);
        right.retain(|(_, next)| self.wins(next, u64::MAX, interrupt) == Some(true));
        right.into_iter().map(|(cell, _)| self.name(cell)).collect()
    }

    /// How play goes on from here, for at most `longest` moves; it ends where nothing is left to play for. The winner has at least
    /// one move in it, if it is the winner's turn.
    pub fn line(&mut self, longest: usize, interrupt: &mut dyn FnMut() -> bool) -> Vec<Move> {
        let mut line = Vec::new();
        while line.len() < longest && !interrupt() {
            if !line.is_empty() && self.is_settled(&self.reading) {
                break;
            }
            let reading = self.reading;
            let next = if reading.to_move == self.winner {
                self.solver.search().winning_move(&reading, interrupt)
            } else {
                self.resistance(interrupt)
            };
            let Some((cell, next)) = next else { break };
            line.extend(self.told(cell));
            self.reading = next;
        }
        line
    }

    /// The loser's best move; `None` if every move can be ignored.
    fn resistance(&mut self, interrupt: &mut dyn FnMut() -> bool) -> Option<(u8, Reading)> {
        let reading = self.reading;
        let loser = reading.to_move;
        let mut best: Option<((usize, usize), (u8, Reading))> = None;
        for (cell, next) in self.moves(&reading) {
            let is_endless = cell == reading.ko && reading.threats[loser.index()] == UNLIMITED;
            if cell == PASS || is_endless || self.is_settled(&next) || interrupt() {
                continue;
            }
            let is_ignored = self.winner == Side::Defender && self.wins_soon(&next.passed(), interrupt);
            if is_ignored {
                continue;
            }
            let replies = self.moves(&next);
            let n_right = replies.iter().filter(|(_, then)| self.wins_soon(then, interrupt)).count();
            let length = self.solver.search().proof_length(&next).unwrap_or(0);
            let rank = (n_right.max(1), usize::MAX - length);
            if best.as_ref().is_none_or(|(least, _)| rank < *least) {
                best = Some((rank, (cell, next)));
            }
        }
        best.map(|(_, found)| found)
    }

    fn moves(&self, reading: &Reading) -> Vec<(u8, Reading)> {
        let mut moves = Vec::new();
        self.solver.game().expand(reading, |cell, next| moves.push((cell, next)));
        moves
    }

    fn wins_soon(&mut self, reading: &Reading, interrupt: &mut dyn FnMut() -> bool) -> bool {
        self.wins(reading, REPLY_NODES, interrupt) == Some(true)
    }

    fn wins(&mut self, reading: &Reading, nodes: u64, interrupt: &mut dyn FnMut() -> bool) -> Option<bool> {
        let search = self.solver.search();
        search.set_limits(Limits { nodes: search.n_nodes().saturating_add(nodes), ..Limits::default() });
        let outcome = search.solve(reading, interrupt);
        search.set_limits(Limits::default());
        match outcome {
            Outcome::Unknown => None,
            outcome => Some((outcome == Outcome::Proved) == (self.winner == Side::Attacker)),
        }
    }

    /// Is it known without search what becomes of the target?
    fn is_settled(&self, reading: &Reading) -> bool {
        !matches!(self.solver.game().evaluate(reading), Verdict::Open { .. })
    }

    /// A move as lines give it.
    fn told(&self, cell: u8) -> Vec<Move> {
        let mv = self.name(cell);
        if cell != PASS && cell == self.reading.ko { vec![Move::Pass, Move::Pass, mv] } else { vec![mv] }
    }

    fn name(&self, cell: u8) -> Move {
        self.problem.region().point(cell).map_or(Move::Pass, Move::Play)
    }

    /// The empty cell of a point.
    fn cell(&self, point: go_board::Point) -> Option<u8> {
        let region = self.problem.region();
        region.cell(point).filter(|&cell| self.reading.empty(region) >> cell & 1 == 1)
    }

    fn is_ko(&self, point: go_board::Point) -> bool {
        self.cell(point).is_some_and(|cell| cell == self.reading.ko)
    }
}
