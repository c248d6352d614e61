//! The first move that alone succeeds when neither side has a ko threat.
//!
//! Many attacks of collections end in a ko. With all threats on one side two questions about every move are needed to find that out,
//! and then the threats are counted. Without threats a question has two answers only, and when one first move succeeds, but passing and
//! every other move fail, that move is the best: it needs no threat, the others need one at least or fail whatever the threats. Which ko it
//! is, or whether it is one, need not be known for that.
//!
//! *Not* said here: the status itself, nor anything when several moves succeed; `solve` asks on.

use proof_search::Outcome;

use crate::reading::Reading;
use crate::side::Side;
use crate::solve::Solver;

/// The first slice of nodes for either question, and how slices grow.
const FIRST_SLICE: u64 = 2_000;
const SLICE_GROWTH: u64 = 3;

/// Which first moves succeed when neither side has a threat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sole {
    /// The one on this cell, and passing fails.
    Move(u8),
    /// Two at least.
    SeveralMoves,
    /// Passing succeeds too.
    PassToo,
    /// None.
    NoMove,
    /// It was not found out.
    Unknown,
}

impl Solver<'_, '_> {
    /// Does `side` succeed from `state`? `None` if that was not found out.
    pub(crate) fn succeeds(
        &mut self,
        state: &Reading,
        side: Side,
        interrupt: &mut dyn FnMut() -> bool,
    ) -> Option<bool> {
        match self.search().solve(state, interrupt) {
            Outcome::Unknown => None,
            outcome => Some((outcome == Outcome::Proved) == (side == Side::Attacker)),
        }
    }

    /// The only first move that succeeds without threats, if passing and all others fail.
    pub(crate) fn sole_success(&mut self, start: &Reading, interrupt: &mut dyn FnMut() -> bool) -> Sole {
        let side = start.to_move;
        let mut others: Vec<(u8, Reading)> = self.legal_moves(start);
        let mut has_passed = false;
        let mut success = None;
        let mut slice = FIRST_SLICE;
        while !others.is_empty() || !has_passed {
            if self.is_used_up() || interrupt() {
                return Sole::Unknown;
            }
            self.set_slice(slice);
            match self.succeeds(start, side, interrupt) {
                Some(true) => {}
                Some(false) => return Sole::NoMove,
                None => {
                    slice = slice.saturating_mul(SLICE_GROWTH);
                    continue;
                }
            }
            if !has_passed {
                self.set_slice(slice);
                match self.succeeds(&start.passed(), side, interrupt) {
                    Some(true) => return Sole::PassToo,
                    found => has_passed = found.is_some(),
                }
            }
            let mut open = Vec::new();
            for (cell, next) in others {
                self.set_slice(slice / 4);
                match self.succeeds(&next, side, interrupt) {
                    None => open.push((cell, next)),
                    Some(false) => {}
                    Some(true) if success.is_some() => return Sole::SeveralMoves,
                    Some(true) => success = Some(cell),
                }
            }
            others = open;
            slice = slice.saturating_mul(SLICE_GROWTH);
        }
        success.map_or(Sole::NoMove, Sole::Move)
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use crate::random_problem::random_problem;
    use crate::side::Side;
    use crate::solve::{Limits, solve};
    use crate::status::Status;

    /// Where every ko is counted, the move that alone succeeds without threats is the best by its status too, and no other is as good.
    #[test]
    fn a_sole_success_is_the_best_move_by_status() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
        let (mut n_sole, mut n_ko) = (0, 0);
        while n_sole < 40 || n_ko < 3 {
            let Some(problem) = random_problem(&mut rng, 6) else { continue };
            let answer = solve(&problem, Limits { table_bytes: 1 << 20, ..Limits::default() }, &mut || false);
            let Some(sole) = answer.sole_success else { continue };
            let drawing = problem.board().to_ascii();
            let is_success = |status: Status| match status {
                Status::Ko { attacker_needs: Some(needs) } => (needs <= 0) == (answer.side() == Side::Attacker),
                other => other == Status::best_for(answer.side()),
            };
            for found in answer.moves.iter().filter(|m| m.status.is_known() && !m.status.is_uncounted_ko()) {
                assert_eq!(is_success(found.status), found.mv == sole, "{found:?}\n{drawing}");
            }
            n_sole += 1;
            n_ko += usize::from(matches!(answer.status, Status::Ko { .. }));
        }
    }
}
