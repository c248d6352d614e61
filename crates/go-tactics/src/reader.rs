//! Reading by search: ladders (attack and defence, counter-captures included), and nets on top of them.
//!
//! **Ladder.** The attacker plays only on liberties of the target and must leave it with one liberty each time (or
//! capture it); the defender may play anywhere. With one liberty left the only moves that can help are to extend there
//! or to capture an attacking chain next to the target that is itself in atari: the reader tries exactly these, and a
//! test compares it with a solver that tries everything. Three liberties are an escape. The target is *captured* when
//! its stone leaves the board; ko is read with the ban in force and no threats.
//!
//! **Net** (geta). A quiet move after which the ladder works even if the defender moves first: the second order of
//! lambda search (Thomsen 2000), with one quiet move. The replies tried are the points that the proof of the ladder
//! depends on: those played in it, and the last two liberties of the attacking chains in it.
//!
//! Every query has a limit of moves; a claim that is not proved within it is `Verdict::Unknown`. The depth is limited
//! too, so recursion is bounded. Not read: quiet moves by the attacker inside a ladder, life and death, semeai.

use crate::reading_board::ReadingBoard;
use arrayvec::ArrayVec;
use go_board::{Board, Cell, Color, Liberties, Point, PointSet};

/// The longest line, in moves: longer than a ladder across 25x25.
const MAX_DEPTH: usize = 240;
/// Counter-captures tried at one place.
const MAX_COUNTERS: usize = 12;

/// The result of reading.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Proved: it works.
    Yes,
    /// Proved: it does not.
    No,
    /// Not decided within the limit.
    Unknown,
}

impl Verdict {
    /// Whether it is proved to work.
    pub fn is_yes(self) -> bool {
        self == Verdict::Yes
    }
}

/// Reads ahead on a copy of a board. Keep one and load it again for each position.
pub struct Reader {
    board: ReadingBoard,
    node_limit: usize,
    n_nodes: usize,
    exhausted: bool,
    /// Collects the points that a proof depends on, if set.
    zone: Option<PointSet>,
}

impl Default for Reader {
    fn default() -> Self {
        Reader::new(Reader::DEFAULT_NODE_LIMIT)
    }
}

impl Reader {
    /// Enough for a ladder across the board with a few branches; `docs/tactics.md` shows how to see whether a question ran into it.
    pub const DEFAULT_NODE_LIMIT: usize = 500;

    /// A reader with a limit of moves per query.
    pub fn new(node_limit: usize) -> Self {
        Reader { board: ReadingBoard::new(), node_limit, n_nodes: 0, exhausted: false, zone: None }
    }

    /// Loads the position to read.
    pub fn load<L: Liberties>(&mut self, board: &Board<L>) {
        self.board.load(board);
    }

    /// Moves tried in the last query.
    pub fn n_nodes(&self) -> usize {
        self.n_nodes
    }

    /// Whether the attacker, moving first, captures the chain of that stone in a ladder (or at once).
    pub fn captures(&mut self, target: Point) -> Verdict {
        self.ask(|reader| reader.attack(target, target, MAX_DEPTH))
    }

    /// Whether that move of the attacker captures the chain in a ladder (or at once).
    pub fn captures_with(&mut self, target: Point, first: Point) -> Verdict {
        let Some(defender) = self.board.cell(target).color() else { return Verdict::No };
        self.ask(|reader| {
            let caught = |reader: &mut Reader| {
                reader.board.cell(target) == Cell::Empty
                    || match reader.board.liberties::<2>(target)[..] {
                        [last] => !reader.escape(target, last, MAX_DEPTH),
                        _ => false,
                    }
            };
            reader.after(first, defender.opponent(), caught) == Some(true)
        })
    }

    /// Every first move that captures the chain, which has at most two liberties, in a ladder or at once.
    pub fn capturing_moves(&mut self, target: Point) -> PointSet {
        let mut liberties = self.board.liberties::<3>(target);
        if liberties.len() > 2 {
            liberties.clear();
        }
        liberties.into_iter().filter(|&first| self.captures_with(target, first).is_yes()).collect()
    }

    /// Whether the chain is safe from a ladder after that move of the defender, which may be anywhere.
    pub fn saves_with(&mut self, target: Point, first: Point) -> Verdict {
        let Some(defender) = self.board.cell(target).color() else { return Verdict::No };
        let verdict = self.ask(|reader| {
            let captured = reader.after(first, defender, |reader| reader.attack(target, target, MAX_DEPTH));
            captured != Some(false)
        });
        verdict.opposite()
    }

    /// Every move that saves a chain which the opponent would otherwise capture in a ladder; empty if it is not in
    /// danger or cannot be saved. Includes distant ladder breakers, each of which requires reading the ladder.
    pub fn saving_moves(&mut self, target: Point) -> PointSet {
        let candidates = self.saving_candidates(target);
        self.those_that_save(target, candidates.iter())
    }

    /// The same among nearby moves: on the target's liberties, next to them, or on one of the last two liberties of an
    /// attacking chain that touches it.
    pub fn local_saving_moves(&mut self, target: Point) -> PointSet {
        let candidates = self.local_saving_candidates(target);
        self.those_that_save(target, candidates.iter())
    }

    /// Whether the chain is caught in a ladder even if its owner moves first, judged by nearby moves.
    pub fn is_lost(&mut self, target: Point) -> bool {
        self.captures(target).is_yes() && {
            let candidates = self.local_saving_candidates(target);
            !candidates.iter().any(|point| self.saves_with(target, point).is_yes())
        }
    }

    /// Moves outside this set do not save the chain.
    fn saving_candidates(&mut self, target: Point) -> PointSet {
        if self.board.cell(target).color().is_none() {
            PointSet::new()
        } else if self.board.liberties::<2>(target).len() == 1 {
            self.counters(target).into_iter().chain(self.board.liberties::<2>(target)).collect()
        } else {
            self.threat_zone(target).unwrap_or_default()
        }
    }

    fn local_saving_candidates(&mut self, target: Point) -> PointSet {
        let candidates = self.saving_candidates(target);
        let mut local = PointSet::new();
        for liberty in self.board.liberties::<3>(target) {
            local.insert(liberty);
            local.extend_set(&liberty.neighbours().into_iter().collect());
        }
        self.board.each_enemy_around::<3>(target, |liberties| local.extend_set(&liberties.iter().copied().collect()));
        candidates.iter().filter(|&point| local.contains(point)).collect()
    }

    fn those_that_save(&mut self, target: Point, candidates: impl Iterator<Item = Point>) -> PointSet {
        candidates.filter(|&point| self.saves_with(target, point).is_yes()).collect()
    }

    /// Whether that quiet move of the attacker catches the chain in a net, whatever the reply.
    pub fn nets_with(&mut self, target: Point, first: Point) -> Verdict {
        let Some(defender) = self.board.cell(target).color() else { return Verdict::No };
        if !self.board.is_legal(first, defender.opponent()) {
            return Verdict::No;
        }
        self.board.play(first, defender.opponent());
        let verdict = self.is_netted(target, defender);
        self.board.undo();
        verdict
    }

    /// Every quiet move next to a liberty that catches the two-liberty chain in a net.
    pub fn netting_moves(&mut self, target: Point) -> PointSet {
        let liberties = self.board.liberties::<3>(target);
        if liberties.len() != 2 {
            return PointSet::new();
        }
        let near = liberties.iter().flat_map(|liberty| liberty.neighbours());
        let candidates: PointSet =
            near.filter(|&p| self.board.cell(p) == Cell::Empty && !liberties.contains(&p)).collect();
        let [a, b] = [liberties[0], liberties[1]];
        let nets = |&net: &Point| {
            // Nearly all candidates fail here, before anything is played.
            let slips = self.n_open(a, [net, b]) >= 2 || self.n_open(b, [net, a]) >= 2;
            !slips && self.nets_with(target, net).is_yes()
        };
        candidates.iter().filter(nets).collect()
    }

    /// Whether that move is a snapback: a throw-in whose capture lets the chain be captured. The chain has at least two
    /// stones, and the thrown-in stones could be captured at once.
    pub fn snaps_back_with(&mut self, target: Point, first: Point) -> Verdict {
        let Some(defender) = self.board.cell(target).color() else { return Verdict::No };
        if self.board.chain_size(target) < 2 {
            return Verdict::No;
        }
        let bait = self.after(first, defender.opponent(), |reader| {
            let [liberty] = reader.board.liberties::<2>(first)[..] else { return false };
            let in_atari = reader.board.cell(target).color() == Some(defender)
                && reader.board.liberties::<2>(target)[..] == [liberty];
            in_atari && reader.board.is_legal(liberty, defender)
        });
        if bait == Some(true) { self.captures_with(target, first) } else { Verdict::No }
    }

    /// Runs one query with its own limit. `proof` returns whether the attacker's claim was proved.
    fn ask(&mut self, proof: impl FnOnce(&mut Reader) -> bool) -> Verdict {
        self.n_nodes = 0;
        self.exhausted = false;
        match (proof(self), self.exhausted) {
            (true, _) => Verdict::Yes,
            (false, false) => Verdict::No,
            (false, true) => Verdict::Unknown,
        }
    }

    /// The answer to a query after a move, which is then taken back; `None` if the move is illegal.
    fn after<T>(&mut self, point: Point, color: Color, question: impl FnOnce(&mut Reader) -> T) -> Option<T> {
        if !self.board.is_legal(point, color) {
            return None;
        }
        self.board.play(point, color);
        let answer = question(self);
        self.board.undo();
        Some(answer)
    }

    /// After the net's quiet move: whether the target, with two liberties and the defender to move, is caught.
    fn is_netted(&mut self, target: Point, defender: Color) -> Verdict {
        let liberties = self.board.liberties::<3>(target);
        if liberties.len() != 2 {
            return Verdict::No;
        }
        for &liberty in &liberties {
            let n_after = self.after(liberty, defender, |reader| reader.board.liberties::<3>(target).len());
            if n_after == Some(3) {
                return Verdict::No;
            }
        }
        let Some(zone) = self.threat_zone(target) else { return Verdict::No };
        let mut n_nodes = self.n_nodes;
        let mut all_fail = Verdict::Yes;
        for answer in zone.iter() {
            if !self.board.is_legal(answer, defender) {
                continue;
            }
            match self.saves_with(target, answer) {
                Verdict::Yes => return Verdict::No,
                Verdict::No => {}
                Verdict::Unknown => all_fail = Verdict::Unknown,
            }
            n_nodes += self.n_nodes;
            if n_nodes > self.node_limit {
                return Verdict::Unknown;
            }
        }
        all_fail
    }

    /// If the ladder works with the attacker to move: the points that the proof depends on.
    fn threat_zone(&mut self, target: Point) -> Option<PointSet> {
        // Most chains are not in danger, and collecting points doubles the cost of reading: read without it first.
        if !self.captures(target).is_yes() {
            return None;
        }
        self.zone = Some(PointSet::new());
        self.captures(target);
        self.zone.take()
    }

    /// The attacker moves: whether the target is captured. `newest` is a stone of its chain, near which liberties are
    /// found first.
    fn attack(&mut self, target: Point, newest: Point, depth: usize) -> bool {
        let Some(defender) = self.board.cell(target).color() else { return true };
        let attacker = defender.opponent();
        let mut liberties = self.board.liberties::<3>(newest);
        if liberties.len() < 3 {
            self.note_attackers(target);
        }
        match liberties.len() {
            0 => true,
            1 => {
                self.note(liberties[0]);
                self.board.is_legal(liberties[0], attacker)
            }
            2 => {
                // The attacker first plays where the defender would gain more by extending.
                if self.board.n_empty_neighbours(liberties[0]) < self.board.n_empty_neighbours(liberties[1]) {
                    liberties.swap(0, 1);
                }
                let [a, b] = [liberties[0], liberties[1]];
                [(a, b), (b, a)].into_iter().any(|(point, left)| {
                    if self.n_open(left, [point]) >= 3 {
                        return false;
                    }
                    let zone_before = self.zone;
                    self.note_what_it_takes(point, defender);
                    let caught =
                        self.try_move(point, attacker, depth, |reader, depth| !reader.escape(target, left, depth));
                    if caught == Some(true) {
                        self.note(point);
                        return true;
                    }
                    self.zone = zone_before;
                    false
                })
            }
            _ => false,
        }
    }

    /// The number of empty neighbours of the point, ignoring some points: the liberties that extending there gains.
    fn n_open<const N: usize>(&self, point: Point, without: [Point; N]) -> usize {
        let is_open = |p: &Point| self.board.cell(*p) == Cell::Empty && !without.contains(p);
        point.neighbours().iter().filter(|p| is_open(p)).count()
    }

    /// The defender moves and the target has that one liberty: whether it escapes.
    fn escape(&mut self, target: Point, last: Point, depth: usize) -> bool {
        let Some(defender) = self.board.cell(target).color() else { return false };
        self.note_attackers(target);
        let gets_away = |reader: &mut Reader, point: Point, newest: Point| {
            reader.note(point);
            reader.note_what_bars(point, defender);
            reader.try_move(point, defender, depth, |reader, depth| !reader.attack(target, newest, depth)) == Some(true)
        };
        // Extending is cheaper to check than counter-captures and decides most cases.
        gets_away(self, last, last)
            || self.counters(target).into_iter().any(|point| point != last && gets_away(self, point, target))
            || self.exhausted
    }

    /// Captures of attacking chains in atari around the target.
    fn counters(&mut self, target: Point) -> ArrayVec<Point, MAX_COUNTERS> {
        let mut counters = ArrayVec::new();
        let mut n_left_out = 0;
        self.board.each_enemy_around::<2>(target, |liberties| {
            if counters.is_full() {
                n_left_out += 1;
            } else if !counters.contains(&liberties[0]) {
                counters.push(liberties[0]);
            }
        });
        self.exhausted |= n_left_out > 0;
        counters
    }

    /// Makes a legal move if the limits allow it, runs the query, and takes the move back.
    fn try_move(
        &mut self,
        point: Point,
        color: Color,
        depth: usize,
        question: impl FnOnce(&mut Reader, usize) -> bool,
    ) -> Option<bool> {
        if self.exhausted || self.n_nodes >= self.node_limit || depth == 0 {
            self.exhausted = true;
            return None;
        }
        self.n_nodes += 1;
        self.after(point, color, |reader| question(reader, depth - 1))
    }

    fn note(&mut self, point: Point) {
        if let Some(zone) = &mut self.zone {
            zone.insert(point);
        }
    }

    /// An attacking move may be legal only because it captures: then the liberties of the captured stones matter too.
    fn note_what_it_takes(&mut self, point: Point, defender: Color) {
        if self.zone.is_none() {
            return;
        }
        for neighbour in point.neighbours() {
            if self.board.cell(neighbour) == defender.cell() && self.board.liberties::<2>(neighbour).len() == 1 {
                self.note_attackers(neighbour);
            }
        }
    }

    /// An extension may be suicide only because friendly chains have no other liberty: then their liberties matter too.
    fn note_what_bars(&mut self, point: Point, defender: Color) {
        if self.zone.is_none() || self.board.is_legal(point, defender) {
            return;
        }
        for neighbour in point.neighbours() {
            if self.board.cell(neighbour) == defender.cell() {
                self.note_attackers(neighbour);
            }
        }
    }

    /// A stone of the defender on one of the last two liberties of an attacking chain may break a ladder.
    fn note_attackers(&mut self, target: Point) {
        let Some(zone) = &mut self.zone else { return };
        self.board.each_enemy_around::<3>(target, |liberties| {
            for &liberty in liberties {
                zone.insert(liberty);
            }
        });
    }
}

impl Verdict {
    fn opposite(self) -> Verdict {
        match self {
            Verdict::Yes => Verdict::No,
            Verdict::No => Verdict::Yes,
            Verdict::Unknown => Verdict::Unknown,
        }
    }
}
