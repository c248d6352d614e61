//! Life and death as a question for the proof search: can the attacker capture every stone of the target?
//!
//! The attacker is the prover. A play that goes on for ever leaves the target on the board, so it is the defender's: seki and double
//! ko count as life, as GoTools counts them (Wolf 1994). Static facts end the reading early: nothing of the target is left (proved),
//! the target can be taken at once (proved), a target stone is anchored, unconditionally alive or has an eye space that lives (refuted).

use proof_search::{Game, Verdict};

use crate::benson::{self, Areas};
use crate::eye_space;
use crate::filling;
use crate::outline::{Outline, Outlines};
use crate::reading::{PASS, Reading};
use crate::region::{Region, cells_of, lowest};
use crate::side::Side;
use crate::zone;

/// A target inside a region.
#[derive(Clone, Copy)]
pub(crate) struct CaptureGame<'r> {
    pub(crate) region: &'r Region,
    pub(crate) target: u128,
    /// May moves apart from a zone be left out? Otherwise every move is read.
    pub(crate) uses_zones: bool,
}

impl CaptureGame<'_> {
    /// The cells that the target could make eyes of, as things stand: those that it reaches and that no attacking stone is next to.
    fn n_room(&self, state: &Reading, outline: &Outline) -> u32 {
        let region = self.region;
        let theirs = state.stones[Side::Attacker.index()];
        let space = outline.reach & state.empty(region);
        (space & !region.around(theirs) & !region.anchored[Side::Attacker.index()]).count_ones()
    }

    /// Does some chain of the target live without any reading? Then the zone that this rests on.
    fn zone_of_life(&self, state: &Reading, outline: &Outline) -> Option<u128> {
        let region = self.region;
        let own = state.stones[Side::Defender.index()];
        let enclosed = outline.enclosed;
        let has_exit = own & region.anchored[Side::Defender.index()] != 0;
        if enclosed == 0 && !has_exit {
            return None;
        }
        let (mut chain, mut liberties) = (outline.chain, outline.liberties);
        let mut left = own & self.target;
        let mut may_live = false;
        loop {
            left &= !chain;
            if chain & region.anchored[Side::Defender.index()] != 0 {
                return Some(chain);
            }
            match benson::enclosed_areas(region, enclosed, state.empty(region), liberties) {
                Areas::One(area) if self.is_living_eye_space(state, area, chain) => return Some(chain | area),
                Areas::TwoVital => may_live = true,
                Areas::One(_) | Areas::Others => {}
            }
            if left == 0 {
                break;
            }
            chain = region.flood(lowest(left), own);
            liberties = state.liberties(region, chain);
        }
        if may_live {
            let (alive, zone) = benson::alive(state, region);
            return (alive & self.target != 0).then_some(zone);
        }
        None
    }

    /// Is the area an eye space of this chain alone, of a shape that lives?
    fn is_living_eye_space(&self, state: &Reading, area: u128, chain: u128) -> bool {
        let region = self.region;
        let [own, theirs] = state.stones;
        let is_closed = area & (theirs | region.anchored[Side::Defender.index()]) == 0;
        is_closed && region.around(area) & own & !chain == 0 && eye_space::lives(region, area, chain, state.to_move)
    }

    /// Is the whole target one chain with one liberty, not anchored?
    fn is_in_atari(&self, outline: &Outline) -> bool {
        outline.is_single
            && outline.liberties.is_power_of_two()
            && outline.chain & self.region.anchored[Side::Defender.index()] == 0
    }

    fn verdict(&self, state: &Reading, outline: Option<Outline>) -> Verdict<u128> {
        let Some(outline) = outline else { return Verdict::Proved(self.target) };
        let region = self.region;
        if outline.chain & region.anchored[Side::Defender.index()] != 0 {
            return Verdict::Refuted(outline.chain);
        }
        if state.to_move == Side::Attacker && self.is_in_atari(&outline) {
            let last = outline.liberties.trailing_zeros() as u8;
            if let Some(next) = state.played(region, last) {
                return Verdict::Proved(zone::of_winner(state, region, last, &next, self.target));
            }
        }
        let n_room = self.n_room(state, &outline);
        if n_room <= filling::MAX_EYES
            && let Some(zone) = filling::captures_all(state, region, self.target)
        {
            return Verdict::Proved(zone);
        }
        if let Some(zone) = self.zone_of_life(state, &outline) {
            return Verdict::Refuted(zone);
        }
        // First guesses: room for eyes makes a capture harder, the lack of it a defence.
        Verdict::Open { proof: 1 + n_room, disproof: 1 + 6u32.saturating_sub(n_room) }
    }
}

impl Game for CaptureGame<'_> {
    type State = Reading;
    type Move = u8;
    type Zone = u128;

    fn key(&self, state: &Reading) -> u64 {
        state.key()
    }

    fn is_provers_turn(&self, state: &Reading) -> bool {
        state.to_move == Side::Attacker
    }

    fn evaluate(&self, state: &Reading) -> Verdict<u128> {
        self.verdict(state, Outline::of(self.region, self.target, state))
    }

    fn evaluate_moves(&self, state: &Reading) -> impl Fn(u8, &Reading) -> Verdict<u128> {
        let outlines = Outlines::new(self.region, self.target, state);
        move |mv, next| self.verdict(next, outlines.after(mv, next))
    }

    fn expand(&self, state: &Reading, mut add: impl FnMut(u8, Reading)) {
        // One call of `add`, so that the compiler puts both it and `played` here, and states are made where they stay.
        let pass = (state.to_move == Side::Defender).then_some(PASS);
        for mv in pass.into_iter().chain(cells_of(state.empty(self.region))) {
            let next = if mv == PASS { Some(state.passed()) } else { state.played(self.region, mv) };
            if let Some(next) = next {
                add(mv, next);
            }
        }
    }

    /// Cells next to the attacker's safe stones are no eyes. The attacker's stones there wait unless they touch the defender or a loose stone
    /// of its own, the defender's unless other cells are near: such moves are lost time nearly always.
    fn waits(&self, state: &Reading) -> impl Fn(u8) -> bool {
        let region = self.region;
        let [own, theirs] = state.stones;
        let outside = region.anchored[Side::Attacker.index()];
        let empty = state.empty(region);
        let safe_stones = region.flood(theirs & outside, theirs);
        let safe = (region.around(safe_stones) | outside) & empty;
        let loose = theirs & !safe_stones;
        let near = if state.to_move == Side::Attacker { own } else { empty & !safe };
        let waiting = if self.uses_zones { safe & !region.around(near | loose) } else { 0 };
        move |cell| cell != PASS && waiting >> cell & 1 != 0
    }

    /// The defender's next stones that would live at once. Such a stone stands next to another of the defender. It closes an area, so it is in or
    /// next to one that the attacker's outside stones do not touch, or it joins two chains, or it leads out.
    fn threats(&self, state: &Reading, mut add: impl FnMut(u128)) {
        if state.to_move != Side::Attacker || !self.uses_zones {
            return;
        }
        let (region, turned) = (self.region, state.passed());
        let [own, theirs] = state.stones;
        let outside = region.anchored[Side::Attacker.index()];
        let immortal = region.flood(theirs & outside, theirs);
        let areas = region.cells & !(own | outside | immortal | region.around(immortal));
        let [left, right, up, down] = region.shifted(own);
        let joining = (left & right) | (up & down) | ((left | right) & (up | down));
        let closing = if areas.count_ones() > 1 { areas | region.around(areas) | joining } else { 0 };
        let has_exit = region.anchored[Side::Defender.index()] != 0;
        let cells = if has_exit { region.cells } else { closing };
        let candidates = region.around(own) & state.empty(region) & cells;
        if candidates == 0 {
            return;
        }
        let outlines = Outlines::new(region, self.target, &turned);
        for cell in cells_of(candidates) {
            if let Some(next) = turned.played(region, cell)
                && let Some(outline) = outlines.after(cell, &next)
                && let Some(zone) = self.zone_of_life(&next, &outline)
            {
                let zone = zone::of_winner(&turned, region, cell, &next, zone);
                add(zone::of_loser(state, region, zone));
            }
        }
    }

    fn whole(&self) -> u128 {
        self.region.cells
    }

    fn zone_of_winner(&self, state: &Reading, mv: u8, next: &Reading, zone: u128) -> u128 {
        zone::of_winner(state, self.region, mv, next, zone)
    }

    fn zone_of_loser(&self, state: &Reading, zone: u128) -> u128 {
        zone::of_loser(state, self.region, zone)
    }

    fn is_apart(&self, state: &Reading, next: &Reading, zone: u128) -> bool {
        self.uses_zones && ((state.stones[0] ^ next.stones[0]) | (state.stones[1] ^ next.stones[1])) & zone == 0
    }
}

#[cfg(test)]
mod tests {
    use go_board::{Board, Color, PointSet};

    use super::*;
    use crate::problem::Problem;

    /// Three in a row: Black threatens to live in the middle, so White must play one of the three and not the liberty outside.
    #[test]
    fn the_attacker_must_meet_a_threat_to_live() {
        let (board, _): (Board, _) = Board::parse_ascii(
            ". . . X . O .
             X X X X O O .
             O O O O O . .
             . . . . . . .
             . . . . . . .
             . . . . . . .
             . . . . . . .",
        )
        .expect("a board");
        let point = |name: &str| board.size().parse_point(name).expect("a point");
        let playable: PointSet = ["A7", "B7", "C7", "E7"].map(point).into_iter().collect();
        let problem = Problem::new(board.clone(), &[point("A6")], &playable, Color::White).expect("a problem");
        let game = CaptureGame { region: problem.region(), target: problem.target_mask(), uses_zones: true };
        let start = problem.reading_of(problem.board(), Side::Attacker, [0, 0]);
        let mut threats = Vec::new();
        game.threats(&start, |zone| threats.push(zone));
        let is_lost = |name: &str| {
            let cell = problem.region().cell(point(name)).expect("a cell");
            let next = start.played(problem.region(), cell).expect("a legal move");
            threats.iter().any(|&zone| game.is_apart(&start, &next, zone))
        };
        assert_eq!(["A7", "B7", "C7", "E7"].map(is_lost), [false, false, false, true]);
        let mut of_the_defender = 0;
        game.threats(&start.passed(), |_| of_the_defender += 1);
        assert_eq!(of_the_defender, 0, "the defender passes instead");
    }
}
