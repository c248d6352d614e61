//! The search itself.
//!
//! At a state where the prover moves, `proof = min` and `disproof = sum` over the moves; where the refuter moves, the other way round.
//! The second-best move's number, enlarged by a quarter, limits the visit of the best one (Pawlewicz and Lew 2006).
//!
//! Zones. A success of the winner after a step that leaves its zone alone is an answer to every other move apart from that zone.
//! These moves are struck out. So are moves apart from a threat of the other side ([`Game::threats`]): what is left must meet all
//! threats at once. Refutations that depend on the path have no zone but the whole.
//!
//! Repetitions. A state that is already on the path counts as refuted, with the depth of its first occurrence as condition. A
//! refutation inherits the shallowest condition that it rests on. When that is the depth of the state itself, the refuter can close
//! the loop without help from above, and the refutation holds always; when it is shallower, it is stored for this very path only.
//! Proofs never rest on a repetition, because a repetition is no success of the prover.

use crate::game::{Game, Verdict, Zone};
use crate::table::{ALWAYS, Found, INFINITE, Table};

/// Paths longer than this end the search: results would be right, the call stack would not.
const MAX_DEPTH: usize = 2000;
const FILTER_SIZE: usize = 1024;

/// What a search may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Expanded states.
    pub nodes: u64,
    /// How many expansions lie between two questions to `interrupt`.
    pub interrupt_every: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { nodes: u64::MAX, interrupt_every: 256 }
    }
}

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The prover can force the goal.
    Proved,
    /// The prover cannot.
    Refuted,
    /// A limit was reached, or the caller interrupted.
    Unknown,
}

struct Child<G: Game> {
    mv: G::Move,
    state: G::State,
    key: u64,
    found: Found<G::Zone>,
}

/// A search of one game with one table.
pub struct Search<'t, G: Game> {
    game: G,
    table: &'t mut Table<G::Zone>,
    limits: Limits,
    children: Vec<Child<G>>,
    path: Vec<u64>,
    codes: Vec<u64>,
    /// How many states of the path fall on each cell: most questions about repetition end here.
    filter: Box<[u16; FILTER_SIZE]>,
    /// The threats that the state which is expanded has to meet.
    threats: Vec<G::Zone>,
    n_nodes: u64,
    is_stopped: bool,
}

impl<'t, G: Game> Search<'t, G> {
    /// A search that keeps what it finds in `table`. Two games may share a table only if their keys never mean different things.
    pub fn new(game: G, table: &'t mut Table<G::Zone>, limits: Limits) -> Self {
        Search {
            game,
            table,
            limits,
            children: Vec::new(),
            path: Vec::new(),
            codes: vec![0],
            filter: Box::new([0; FILTER_SIZE]),
            threats: Vec::new(),
            n_nodes: 0,
            is_stopped: false,
        }
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Expanded states so far.
    pub fn n_nodes(&self) -> u64 {
        self.n_nodes
    }

    /// Changes the limits; nodes count from the beginning of this search.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// Can the prover force the goal from here? `interrupt` is asked now and then and ends the search by answering true.
    pub fn solve(&mut self, state: &G::State, interrupt: &mut dyn FnMut() -> bool) -> Outcome {
        self.is_stopped = false;
        let key = self.game.key(state);
        let found = match self.table.find(key, self.codes[0]) {
            Some(found) if found.is_proved() || found.is_refuted() => found,
            _ => match self.game.evaluate(state) {
                Verdict::Proved(zone) => Found::proved(zone),
                Verdict::Refuted(zone) => Found::refuted(zone),
                Verdict::Open { .. } => self.visit(state, key, (INFINITE, INFINITE), interrupt),
            },
        };
        match found {
            found if found.is_proved() => Outcome::Proved,
            found if found.is_refuted() => Outcome::Refuted,
            _ => Outcome::Unknown,
        }
    }

    /// A move of the winner from a state with a known outcome that keeps the outcome; `None` if it is the loser's turn, or a limit
    /// was reached before one was found. The prover's moves lead along the shortest proof that is known, so that following them
    /// reaches the goal.
    pub fn winning_move(
        &mut self,
        state: &G::State,
        interrupt: &mut dyn FnMut() -> bool,
    ) -> Option<(G::Move, G::State)> {
        let wanted = if self.game.is_provers_turn(state) { Outcome::Proved } else { Outcome::Refuted };
        if self.solve(state, interrupt) != wanted {
            return None;
        }
        let mut moves = Vec::new();
        self.game.expand(state, |mv, next| moves.push((mv, next)));
        // What the table or the rules know at once comes before what must be searched again.
        let known = |next: &G::State| match self.game.evaluate(next) {
            Verdict::Proved(_) => (wanted == Outcome::Proved).then_some(0),
            Verdict::Refuted(_) => (wanted == Outcome::Refuted).then_some(0),
            Verdict::Open { .. } => match self.table.find(self.game.key(next), self.codes[0])? {
                found if wanted == Outcome::Proved => found.is_proved().then_some(found.length),
                found => (found.is_refuted() && found.holds_from == ALWAYS).then_some(1),
            },
        };
        let lengths = moves.iter().enumerate().filter_map(|(index, (_, next))| Some((known(next)?, index)));
        if let Some((_, index)) = lengths.min() {
            return Some(moves.swap_remove(index));
        }
        moves.into_iter().find(|(_, next)| self.solve(next, interrupt) == wanted)
    }

    /// How many moves the proof of a state has along its longest line; `None` if the table knows no proof.
    pub fn proof_length(&self, state: &G::State) -> Option<usize> {
        let found = self.table.find(self.game.key(state), self.codes[0])?;
        found.is_proved().then_some(usize::from(found.length))
    }

    fn visit(
        &mut self,
        state: &G::State,
        key: u64,
        limit: (u32, u32),
        interrupt: &mut dyn FnMut() -> bool,
    ) -> Found<G::Zone> {
        let depth = self.path.len();
        self.n_nodes += 1;
        if self.n_nodes >= self.limits.nodes
            || depth >= MAX_DEPTH
            || (self.n_nodes.is_multiple_of(self.limits.interrupt_every) && interrupt())
        {
            self.is_stopped = true;
        }
        let (first, nodes_before) = (self.children.len(), self.n_nodes);
        self.enter(key);
        self.table.prefetch_entries(key);
        let is_prover = self.game.is_provers_turn(state);
        let (mut null, mut end) = self.expand(state, is_prover);
        let mut found = loop {
            let summary = Summary::of(self.children[first..end].iter().map(|child| child.found), is_prover);
            let found = summary.found;
            let is_lost = if is_prover { found.is_refuted() } else { found.is_proved() };
            if is_lost && end < self.children.len() {
                if let Some(zone) = self.admit(state, first, end, is_prover, null) {
                    null = Some(null.map_or(zone, |before: G::Zone| before.union(zone)));
                }
                end += 1;
                continue;
            }
            if self.is_stopped || found.proof >= limit.0 || found.disproof >= limit.1 {
                break found;
            }
            if found.is_proved() || found.is_refuted() {
                break found;
            }
            let best = first + summary.best;
            let (child, child_key) = (self.children[best].state.clone(), self.children[best].key);
            let child_limit = summary.limit_of_best(limit, is_prover);
            let result = self.visit(&child, child_key, child_limit, interrupt);
            self.children[best].found = result;
            if result.is_settled()
                && result.is_refuted() == is_prover
                && let Some(zone) = self.strike(state, first, best, is_prover)
            {
                null = Some(null.map_or(zone, |before: G::Zone| before.union(zone)));
            }
        };
        if found.is_proved() || found.is_refuted() {
            found.zone = self.zone_of(state, first, null, found);
        }
        self.children.truncate(first);
        self.leave(key);
        if found.is_refuted() && usize::from(found.holds_from) >= depth {
            found.holds_from = ALWAYS;
        }
        let work = u32::try_from(self.n_nodes - nodes_before + 1).unwrap_or(u32::MAX);
        self.table.store(key, self.codes[depth], found, work);
        found
    }

    /// The child at `index` is a settled loss of the side to move. If its step lies apart from the zone of that loss, every other open
    /// move apart from it is lost too; the zone is given back.
    fn strike(&mut self, state: &G::State, first: usize, index: usize, is_prover: bool) -> Option<G::Zone> {
        let child = &self.children[index];
        if !self.game.is_apart(state, &child.state, child.found.zone) {
            return None;
        }
        let length = child.found.length;
        let zone = self.game.zone_of_loser(state, child.found.zone);
        for other in &mut self.children[first..] {
            let is_open = !other.found.is_proved() && !other.found.is_refuted();
            if is_open && self.game.is_apart(state, &other.state, zone) {
                other.found = if is_prover { Found::refuted(Zone::EMPTY) } else { Found::proved(Zone::EMPTY) };
                other.found.length = length;
            }
        }
        Some(zone)
    }

    /// The move at `index`, which waited, is looked at. If it lies apart from the zone of its loss, that zone is given back.
    fn admit(
        &mut self,
        state: &G::State,
        first: usize,
        index: usize,
        is_prover: bool,
        null: Option<G::Zone>,
    ) -> Option<G::Zone> {
        let code = self.codes[self.path.len()];
        let child = &mut self.children[index];
        if child.found.is_proved() || child.found.is_refuted() {
            return None;
        }
        if null.is_some_and(|zone| self.game.is_apart(state, &child.state, zone)) {
            child.found = if is_prover { Found::refuted(Zone::EMPTY) } else { Found::proved(Zone::EMPTY) };
            return None;
        }
        let evaluate = || self.game.evaluate(&child.state);
        child.found = look_up(&self.game, self.table, (&self.path, &self.filter, code), child.key, evaluate);
        let is_lost = child.found.is_settled() && child.found.is_refuted() == is_prover;
        if is_lost { self.strike(state, first, index, is_prover) } else { None }
    }

    /// What the result of a state rests on.
    fn zone_of(&self, state: &G::State, first: usize, null: Option<G::Zone>, found: Found<G::Zone>) -> G::Zone {
        let is_prover = self.game.is_provers_turn(state);
        if found.is_refuted() && found.holds_from != ALWAYS {
            return self.game.whole();
        }
        let mut children = self.children[first..].iter();
        if found.is_proved() == is_prover {
            let is_winning = |child: &&Child<G>| {
                if is_prover { child.found.is_proved() } else { child.found.is_refuted() && child.found.is_settled() }
            };
            return match children.find(is_winning) {
                Some(child) => self.game.zone_of_winner(state, child.mv, &child.state, child.found.zone),
                None => self.game.whole(),
            };
        }
        match null {
            Some(null) => {
                self.game.zone_of_loser(state, children.fold(null, |zone, child| zone.union(child.found.zone)))
            }
            None => self.game.whole(),
        }
    }

    /// Makes the children, and strikes out what a known zone allows; that zone is given back. Those that wait come last, from the
    /// index on that is given back too.
    fn expand(&mut self, state: &G::State, is_prover: bool) -> (Option<G::Zone>, usize) {
        let Search { game, children, table, path, codes, filter, threats, .. } = self;
        let (code, first) = (codes[path.len()], children.len());
        let waits = game.waits(state);
        let mut waiting = 0;
        // The table is much larger than the cache: all look-ups are announced before the first one is made.
        game.expand(state, |mv, next| {
            let key = game.key(&next);
            table.prefetch(key);
            children.push(Child { mv, state: next, key, found: Found::open(1, 1) });
            if waits(mv) {
                waiting += 1;
            } else if waiting > 0 {
                let last = children.len() - 1;
                children.swap(last, last - waiting);
            }
        });
        let evaluate = game.evaluate_moves(state);
        threats.clear();
        game.threats(state, |zone| threats.push(zone));
        for child in &children[first..] {
            table.prefetch_entry(child.key);
        }
        let mut null: Option<G::Zone> = None;
        let mut n_kept = first;
        let end = children.len() - waiting;
        for index in first..end {
            let child = &mut children[index];
            if null.is_some_and(|zone| game.is_apart(state, &child.state, zone)) {
                continue;
            }
            if let Some(&zone) = threats.iter().find(|&&zone| game.is_apart(state, &child.state, zone)) {
                null = Some(null.map_or(zone, |before| before.union(zone)));
                continue;
            }
            child.found = look_up(game, table, (path, filter, code), child.key, || evaluate(child.mv, &child.state));
            let found = child.found;
            let is_lost = found.is_settled() && found.is_refuted() == is_prover;
            if is_lost && game.is_apart(state, &child.state, found.zone) {
                let zone = game.zone_of_loser(state, found.zone);
                null = Some(null.map_or(zone, |before| before.union(zone)));
            }
            if n_kept != index {
                children.swap(n_kept, index);
            }
            n_kept += 1;
            if found.is_settled() && !is_lost {
                // The side to move wins: the other moves do not matter.
                children.truncate(n_kept);
                return (null, n_kept);
            }
        }
        let n_active = n_kept;
        for index in end..children.len() {
            let is_lost = |zone| game.is_apart(state, &children[index].state, zone);
            if null.is_some_and(is_lost) {
                continue;
            }
            if let Some(&zone) = threats.iter().find(|&&zone| is_lost(zone)) {
                null = Some(null.map_or(zone, |before| before.union(zone)));
                continue;
            }
            if n_kept != index {
                children.swap(n_kept, index);
            }
            n_kept += 1;
        }
        children.truncate(n_kept);
        (null, n_active)
    }

    fn enter(&mut self, key: u64) {
        let code = self.codes[self.path.len()];
        self.path.push(key);
        self.codes.push((code.rotate_left(7) ^ key).wrapping_mul(0xD6E8_FEB8_6659_FD93));
        self.filter[key as usize % FILTER_SIZE] += 1;
    }

    fn leave(&mut self, key: u64) {
        self.path.pop();
        self.codes.pop();
        self.filter[key as usize % FILTER_SIZE] -= 1;
    }
}

/// What is known of a child: that it closes a loop, what the table knows, or what the rules know at once.
fn look_up<G: Game>(
    game: &G,
    table: &Table<G::Zone>,
    (path, filter, code): (&[u64], &[u16; FILTER_SIZE], u64),
    key: u64,
    evaluate: impl FnOnce() -> Verdict<G::Zone>,
) -> Found<G::Zone> {
    match position_on(path, filter, key) {
        Some(depth) => Found { holds_from: depth as u16, ..Found::refuted(game.whole()) },
        None => table.find(key, code).unwrap_or_else(|| match evaluate() {
            Verdict::Proved(zone) => Found::proved(zone),
            Verdict::Refuted(zone) => Found::refuted(zone),
            Verdict::Open { proof, disproof } => Found::open(proof, disproof),
        }),
    }
}

fn position_on(path: &[u64], filter: &[u16; FILTER_SIZE], key: u64) -> Option<usize> {
    if filter[key as usize % FILTER_SIZE] == 0 { None } else { path.iter().position(|&seen| seen == key) }
}

/// What the moves say about the state that they are made from.
struct Summary<Z> {
    found: Found<Z>,
    best: usize,
    /// The number that the best move is chosen by, and that of the next best.
    second: u32,
    /// What the others add to the best move's share of the sum.
    others: u32,
}

impl<Z: Zone> Summary<Z> {
    /// Seen from the side to move, `easy` is its own success (minimised), `hard` the other's (accumulated).
    fn of(children: impl Iterator<Item = Found<Z>>, is_prover: bool) -> Summary<Z> {
        let (mut best, mut least, mut second) = (0, INFINITE, INFINITE);
        let mut best_hard = 0;
        let mut sum = 0u32;
        let (mut weakest, mut strongest) = (ALWAYS, None);
        let (mut shortest, mut longest) = (u16::MAX, 0);
        for (index, found) in children.enumerate() {
            let (easy, hard) = if is_prover { (found.proof, found.disproof) } else { (found.disproof, found.proof) };
            if easy < least {
                (best, second, least) = (index, least, easy);
                best_hard = hard;
            } else {
                second = second.min(easy);
            }
            // Cycles count a state many times over; a sum of finite numbers must stay finite, or it would pass for a result.
            sum = sum.saturating_add(hard).min(INFINITE - 1);
            if found.is_proved() {
                shortest = shortest.min(found.length);
                longest = longest.max(found.length);
            }
            if found.is_refuted() {
                weakest = weakest.min(found.holds_from);
                strongest = strongest.max(Some(found.holds_from));
            }
        }
        let others = sum - best_hard.min(sum);
        let (easy, hard) = if least == 0 { (0, INFINITE) } else { (least, sum) };
        let (proof, disproof) = if is_prover { (easy, hard) } else { (hard, easy) };
        let proof = if disproof == 0 { INFINITE } else { proof };
        let disproof = if proof == 0 { INFINITE } else { disproof };
        let holds_from = match (disproof == 0, is_prover) {
            (false, _) => ALWAYS,
            (true, true) => weakest,
            (true, false) => strongest.unwrap_or(ALWAYS),
        };
        let length = match (proof == 0, is_prover) {
            (false, _) => 0,
            (true, true) => shortest.saturating_add(1),
            (true, false) => longest.saturating_add(1),
        };
        Summary { found: Found { proof, disproof, holds_from, length, zone: Z::EMPTY }, best, second, others }
    }

    fn limit_of_best(&self, limit: (u32, u32), is_prover: bool) -> (u32, u32) {
        let easy = self.second.saturating_add(self.second / 4 + 1);
        if is_prover {
            (limit.0.min(easy), limit.1.saturating_sub(self.others).max(1))
        } else {
            (limit.0.saturating_sub(self.others).max(1), limit.1.min(easy))
        }
    }
}
