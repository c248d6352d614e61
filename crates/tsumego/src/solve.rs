//! The solver: statuses from proof searches under assumptions about ko.
//!
//! *Dead* is proved with unlimited ko threats for the defender, *alive* with unlimited threats for the attacker; when neither holds it
//! is a ko, and the number of threats is found with the threats counted. More threats never hurt a side, so every question asked
//! bounds the others.
//!
//! An attacker is first asked what it gets when neither side has a threat (`without_threats`): most attacks that fail against all threats
//! are kos. Then the question of the side to move comes, then the other first moves in slices of growing size, so that one hard move does not
//! hide the rest.

use go_board::Move;
use proof_search::{Limits as SearchLimits, Outcome, Search};

use crate::capture_game::CaptureGame;
use crate::problem::Problem;
use crate::reading::{Reading, UNLIMITED};
use crate::side::Side;
use crate::status::{Answer, MoveStatus, Status};
use crate::without_threats::Sole;
use crate::zone::Table;

/// What a solver may use. Time is the caller's affair: see the `interrupt` of [`solve`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Expanded states, all questions together.
    pub nodes: u64,
    /// Memory of the transposition table.
    pub table_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { nodes: u64::MAX, table_bytes: 64 << 20 }
    }
}

/// Threats are counted up to this number on either side.
const MAX_COUNTED_THREATS: u8 = 3;
/// The first slice of a move, in nodes; every round has eight times as many.
const FIRST_SLICE: u64 = 500;
const SLICE_GROWTH: u64 = 8;

/// Solves one problem. `interrupt` is asked every few hundred nodes and ends the work by answering true; what is known by then is in
/// the answer.
///
/// ```
/// use go_board::{Board, Color, Move, PointSet};
/// use tsumego::{Limits, Problem, Status, solve};
///
/// // Three in a row: whoever plays the middle decides.
/// let (board, marks): (Board, _) = Board::parse_ascii(
///     ". a . X O . .
///      X X X X O . .
///      O O O O O . .
///      . . . . . . .
///      . . . . . . .
///      . . . . . . .
///      . . . . . . .",
/// )?;
/// let middle = marks[0].1;
/// let target = board.size().parse_point("A6")?;
/// let playable: PointSet = board.size().points().filter(|p| p.y() == 0 && p.x() < 3).collect();
/// let problem = Problem::new(board, &[target], &playable, Color::White)?;
/// let answer = solve(&problem, Limits::default(), &mut || false);
/// assert_eq!(answer.status, Status::Dead);
/// assert_eq!(answer.best().collect::<Vec<_>>(), [Move::Play(middle)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve(problem: &Problem, limits: Limits, interrupt: &mut dyn FnMut() -> bool) -> Answer {
    let mut table = Table::with_bytes(limits.table_bytes);
    Solver::new(problem, &mut table, limits.nodes).answer(interrupt)
}

/// A solver of one problem, whose table may be used again for the next one.
pub struct Solver<'p, 't> {
    problem: &'p Problem,
    search: Search<'t, SaltedGame<'p>>,
    nodes: u64,
}

/// The game with a salt in its keys: problems that share a table never meet.
pub(crate) struct SaltedGame<'r> {
    pub(crate) game: CaptureGame<'r>,
    salt: u64,
}

impl proof_search::Game for SaltedGame<'_> {
    type State = Reading;
    type Move = u8;
    type Zone = u128;

    #[inline]
    fn key(&self, state: &Reading) -> u64 {
        state.key() ^ self.salt
    }

    fn is_provers_turn(&self, state: &Reading) -> bool {
        state.to_move == Side::Attacker
    }

    fn evaluate(&self, state: &Reading) -> proof_search::Verdict<u128> {
        self.game.evaluate(state)
    }

    fn evaluate_moves(&self, state: &Reading) -> impl Fn(u8, &Reading) -> proof_search::Verdict<u128> {
        self.game.evaluate_moves(state)
    }

    fn expand(&self, state: &Reading, add: impl FnMut(u8, Reading)) {
        self.game.expand(state, add);
    }

    fn waits(&self, state: &Reading) -> impl Fn(u8) -> bool {
        self.game.waits(state)
    }

    fn threats(&self, state: &Reading, add: impl FnMut(u128)) {
        self.game.threats(state, add);
    }

    fn whole(&self) -> u128 {
        self.game.whole()
    }

    fn zone_of_winner(&self, state: &Reading, mv: u8, next: &Reading, zone: u128) -> u128 {
        self.game.zone_of_winner(state, mv, next, zone)
    }

    fn zone_of_loser(&self, state: &Reading, zone: u128) -> u128 {
        self.game.zone_of_loser(state, zone)
    }

    fn is_apart(&self, state: &Reading, next: &Reading, zone: u128) -> bool {
        self.game.is_apart(state, next, zone)
    }
}

pub(crate) fn salt_of(problem: &Problem) -> u64 {
    let mut salt = problem.board().hash() ^ 0x9E37_79B9_7F4A_7C15;
    for word in
        [problem.region().cells, problem.target_mask(), problem.region().anchored[0], problem.region().anchored[1]]
    {
        for half in [word as u64, (word >> 64) as u64] {
            salt = (salt ^ half).wrapping_mul(0xD6E8_FEB8_6659_FD93).rotate_left(29);
        }
    }
    salt ^ problem.defender().index() as u64
}

impl<'p, 't> Solver<'p, 't> {
    /// A solver that may expand `nodes` states.
    pub fn new(problem: &'p Problem, table: &'t mut Table, nodes: u64) -> Self {
        Solver::with_zones(problem, table, nodes, true)
    }

    /// A solver whose proofs answer every move of the loser, relevant or not: the checker follows such a proof move by move.
    pub(crate) fn thorough(problem: &'p Problem, table: &'t mut Table) -> Self {
        Solver::with_zones(problem, table, u64::MAX, false)
    }

    fn with_zones(problem: &'p Problem, table: &'t mut Table, nodes: u64, uses_zones: bool) -> Self {
        table.age();
        let game = CaptureGame { region: problem.region(), target: problem.target_mask(), uses_zones };
        let game = SaltedGame { game, salt: salt_of(problem) ^ u64::from(uses_zones) };
        Solver { problem, search: Search::new(game, table, SearchLimits { nodes, ..SearchLimits::default() }), nodes }
    }

    /// Expanded states so far.
    pub fn n_nodes(&self) -> u64 {
        self.search.n_nodes()
    }

    /// The problem's first position with these threats.
    pub(crate) fn start(&self, to_move: Side, threats: [u8; 2]) -> Reading {
        self.problem.reading_of(self.problem.board(), to_move, threats)
    }

    pub(crate) fn search(&mut self) -> &mut Search<'t, SaltedGame<'p>> {
        &mut self.search
    }

    pub(crate) fn game(&self) -> &SaltedGame<'p> {
        self.search.game()
    }

    pub(crate) fn problem(&self) -> &'p Problem {
        self.problem
    }

    /// Everything about the problem's first move.
    pub fn answer(&mut self, interrupt: &mut dyn FnMut() -> bool) -> Answer {
        let side = self.problem.side(self.problem.to_move());
        let start = self.start(side, [0, 0]);
        let mut moves = self.first_moves(&start);
        let sole = match self.sole_success(&start, interrupt) {
            Sole::Move(cell) => self.problem.region().point(cell),
            _ => None,
        };
        let root = self.root_status(&start, interrupt);
        let goal = Goal::of(root, side);
        let mut after_pass = self.status_within(&start.passed(), self.n_nodes(), goal, interrupt);
        // What the searches so far have settled costs nothing, even if the limits are used up.
        for candidate in &mut moves {
            candidate.1.status = self.status_within(&candidate.0, self.n_nodes(), goal, interrupt);
        }
        let mut slice = FIRST_SLICE;
        while self.search.n_nodes() < self.nodes && !interrupt() {
            let mut is_complete = true;
            let budget = self.search.n_nodes().saturating_add(slice);
            if after_pass == Status::Unknown {
                after_pass = self.status_within(&start.passed(), budget, goal, interrupt);
                is_complete &= after_pass.is_known();
            }
            for candidate in moves.iter_mut().filter(|m| !m.1.status.is_known()) {
                let before = self.search.n_nodes();
                let budget = before.saturating_add(slice);
                candidate.1.status = self.status_within(&candidate.0, budget, goal, interrupt);
                candidate.1.nodes += self.search.n_nodes() - before;
                is_complete &= candidate.1.status.is_known();
                if self.search.n_nodes() >= self.nodes || interrupt() {
                    break;
                }
            }
            if is_complete {
                break;
            }
            slice = slice.saturating_mul(SLICE_GROWTH);
        }
        self.count_threats(&mut moves, interrupt);
        let moves: Vec<MoveStatus> = moves.into_iter().map(|(_, status)| status).collect();
        let status = self.status_of_root(root, side, &moves, after_pass);
        let mut answer = Answer::new(side, status, after_pass, moves, self.search.n_nodes());
        answer.sole_success = sole.map(Move::Play);
        answer
    }

    /// Which first moves of the side to move succeed when neither side has a threat.
    pub(crate) fn sole_first_move(&mut self, interrupt: &mut dyn FnMut() -> bool) -> Sole {
        let start = self.start(self.problem.side(self.problem.to_move()), [0, 0]);
        self.sole_success(&start, interrupt)
    }

    /// What becomes of the target when `first` begins; the threats of a ko are not counted.
    pub fn status(&mut self, first: Side) -> Status {
        let start = self.start(first, [0, 0]);
        self.root_status(&start, &mut || false)
    }

    /// Does the side to move get more by moving than by passing?
    pub fn first_move_matters(&mut self, interrupt: &mut dyn FnMut() -> bool) -> Matters {
        let side = self.problem.side(self.problem.to_move());
        let start = self.start(side, [0, 0]);
        self.set_budget(self.nodes);
        if side == Side::Attacker {
            // Whoever captures without threats, but not by passing, has a question; what threats make of it comes later.
            match self.succeeds(&start, side, interrupt) {
                None => return Matters::Unknown,
                Some(true) => match self.succeeds(&start.passed(), side, interrupt) {
                    None => return Matters::Perhaps,
                    Some(false) => return Matters::Yes,
                    Some(true) => {}
                },
                Some(false) => {}
            }
        }
        let moving = self.root_status(&start, interrupt);
        if moving == Status::best_for(side.opponent()) {
            return Matters::No;
        }
        if moving == Status::best_for(side) {
            // Whether the other side gets anything at all is an easier question than what it gets.
            let against = start.passed().with_threats(threats_for(side.opponent()));
            return match (self.search.solve(&against, interrupt), side) {
                (Outcome::Unknown, _) => Matters::Perhaps,
                (Outcome::Proved, Side::Defender) | (Outcome::Refuted, Side::Attacker) => Matters::Yes,
                _ => Matters::No,
            };
        }
        let passing = self.root_status(&start.passed(), interrupt);
        match (moving, passing) {
            (_, passing) if passing == Status::best_for(side) => Matters::No,
            (Status::Unknown, _) | (_, Status::Unknown) => Matters::Unknown,
            (moving, passing) if moving == passing => Matters::No,
            _ => Matters::Yes,
        }
    }

    fn first_moves(&self, start: &Reading) -> Vec<(Reading, MoveStatus)> {
        let moves = self.legal_moves(start).into_iter().filter_map(|(cell, next)| {
            let mv = Move::Play(self.problem.region().point(cell)?);
            Some((next, MoveStatus { mv, status: Status::Unknown, nodes: 0 }))
        });
        moves.collect()
    }

    pub(crate) fn legal_moves(&self, start: &Reading) -> Vec<(u8, Reading)> {
        let region = self.problem.region();
        let played = |cell| Some((cell, start.played(region, cell)?));
        crate::region::cells_of(start.empty(region)).filter_map(played).collect()
    }

    /// Are all nodes used?
    pub(crate) fn is_used_up(&self) -> bool {
        self.n_nodes() >= self.nodes
    }

    /// The next question may use so many nodes.
    pub(crate) fn set_slice(&mut self, nodes: u64) {
        self.set_budget(self.n_nodes().saturating_add(nodes));
    }

    /// The status of the first position: the mover's unconditional success is asked first, then whether the mover can achieve
    /// anything.
    fn root_status(&mut self, start: &Reading, interrupt: &mut dyn FnMut() -> bool) -> Status {
        self.set_budget(self.nodes);
        let side = start.to_move;
        if side == Side::Attacker && self.succeeds(start, side, interrupt) == Some(false) {
            return match self.succeeds(&start.with_threats(threats_for(side)), side, interrupt) {
                None => Status::Unknown,
                Some(true) => Status::Ko { attacker_needs: None },
                Some(false) => Status::Alive,
            };
        }
        let wins = |outcome: Outcome| match (outcome, side) {
            (Outcome::Unknown, _) => None,
            (outcome, Side::Attacker) => Some(outcome == Outcome::Proved),
            (outcome, Side::Defender) => Some(outcome == Outcome::Refuted),
        };
        let against_all = start.with_threats(threats_for(side.opponent()));
        match wins(self.search.solve(&against_all, interrupt)) {
            None => return Status::Unknown,
            Some(true) => return Status::best_for(side),
            Some(false) => {}
        }
        let with_all = start.with_threats(threats_for(side));
        match wins(self.search.solve(&with_all, interrupt)) {
            None => Status::Unknown,
            Some(true) => Status::Ko { attacker_needs: None },
            Some(false) => Status::best_for(side.opponent()),
        }
    }

    fn status_within(
        &mut self,
        state: &Reading,
        budget: u64,
        goal: Goal,
        interrupt: &mut dyn FnMut() -> bool,
    ) -> Status {
        self.set_budget(budget);
        let defender_has_all = state.with_threats(threats_for(Side::Defender));
        let attacker_has_all = state.with_threats(threats_for(Side::Attacker));
        let mut is_not_dead = goal == Goal::NeverDead;
        let mut is_not_alive = goal == Goal::NeverAlive;
        if !is_not_dead {
            match self.search.solve(&defender_has_all, interrupt) {
                Outcome::Proved => return Status::Dead,
                Outcome::Refuted => is_not_dead = true,
                Outcome::Unknown => {}
            }
        }
        if !is_not_alive {
            match self.search.solve(&attacker_has_all, interrupt) {
                Outcome::Refuted => return Status::Alive,
                Outcome::Proved => is_not_alive = true,
                Outcome::Unknown => {}
            }
        }
        if is_not_dead && is_not_alive { Status::Ko { attacker_needs: None } } else { Status::Unknown }
    }

    fn set_budget(&mut self, nodes: u64) {
        self.search.set_limits(SearchLimits { nodes: nodes.min(self.nodes), ..SearchLimits::default() });
    }

    /// Finds how many threats the attacker needs after each move that makes a ko.
    fn count_threats(&mut self, moves: &mut [(Reading, MoveStatus)], interrupt: &mut dyn FnMut() -> bool) {
        self.set_budget(self.nodes);
        for (state, found) in moves.iter_mut() {
            if matches!(found.status, Status::Ko { .. }) {
                found.status = Status::Ko { attacker_needs: self.threats_needed(state, interrupt) };
            }
        }
    }

    fn threats_needed(&mut self, state: &Reading, interrupt: &mut dyn FnMut() -> bool) -> Option<i8> {
        let mut captures = |defender: u8, attacker: u8| {
            let outcome = self.search.solve(&state.with_threats([defender, attacker]), interrupt);
            (outcome != Outcome::Unknown).then_some(outcome == Outcome::Proved)
        };
        if captures(0, 0)? {
            for defender in 1..=MAX_COUNTED_THREATS {
                if !captures(defender, 0)? {
                    return Some(1 - defender as i8);
                }
            }
        } else {
            for attacker in 1..=MAX_COUNTED_THREATS {
                if captures(0, attacker)? {
                    return Some(attacker as i8);
                }
            }
        }
        None
    }

    fn status_of_root(&self, root: Status, side: Side, moves: &[MoveStatus], after_pass: Status) -> Status {
        if !matches!(root, Status::Ko { .. }) {
            // A first move may have been proved best after the first question ran out of time.
            let best = Status::best_for(side);
            return if moves.iter().any(|m| m.status == best) { best } else { root };
        }
        // The defender may also pass; the attacker may not.
        let pass = (side == Side::Defender).then_some(after_pass);
        let best =
            moves.iter().map(|m| m.status).chain(pass).filter(|s| s.is_known()).max_by_key(|s| s.value_for(side));
        best.unwrap_or(root)
    }
}

/// What moving first is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Matters {
    /// More than passing.
    Yes,
    /// As much as passing.
    No,
    /// All that can be had; what a pass is worth was not found out within the limits.
    Perhaps,
    /// It was not found out within the limits.
    Unknown,
}

/// What the root's status says about every first move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Goal {
    Any,
    NeverDead,
    NeverAlive,
}

impl Goal {
    fn of(root: Status, side: Side) -> Goal {
        match (root, side) {
            (Status::Ko { .. } | Status::Alive, Side::Attacker) => Goal::NeverDead,
            (Status::Ko { .. } | Status::Dead, Side::Defender) => Goal::NeverAlive,
            _ => Goal::Any,
        }
    }
}

pub(crate) fn threats_for(side: Side) -> [u8; 2] {
    let mut threats = [0; 2];
    threats[side.index()] = UNLIMITED;
    threats
}
