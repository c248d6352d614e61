//! What the search knows of a game.

/// The part of a state that a result rests on: see [`Game::zone_of_winner`]. `()` for games without parts.
pub trait Zone: Copy {
    /// Rests on nothing.
    const EMPTY: Self;

    /// Rests on both.
    fn union(self, other: Self) -> Self;
}

impl Zone for () {
    const EMPTY: Self = ();

    fn union(self, (): Self) -> Self {}
}

impl Zone for u128 {
    const EMPTY: Self = 0;

    fn union(self, other: Self) -> Self {
        self | other
    }
}

/// What a state is worth before any move is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict<Z = ()> {
    /// The goal is reached, or certainly will be, whatever lies outside the zone.
    Proved(Z),
    /// The goal will certainly never be reached, whatever lies outside the zone.
    Refuted(Z),
    /// Unknown: first guesses of the proof number and the disproof number, both at least 1.
    Open {
        /// How much work a proof may be.
        proof: u32,
        /// How much work a refutation may be.
        disproof: u32,
    },
}

/// A game of two sides, the prover and the refuter. A side that has no move loses.
///
/// A result may rest on a part of the state only, its *zone*: any state that is the same inside the zone has the same result. When the
/// loser's move lies apart from the zone of the winner's success against a pass, that success answers it too, and the move needs no
/// search (Thomsen 2000; Shih, Wu et al. 2022). A game without such parts has zone `()` and implements [`Game::whole`] only.
pub trait Game {
    /// Everything that decides what may happen next, the side to move included.
    type State: Clone;
    /// A move.
    type Move: Copy;
    /// A part of a state.
    type Zone: Zone;

    /// A hash of the state, well spread over 64 bits: equal keys are taken for equal states.
    fn key(&self, state: &Self::State) -> u64;

    /// Is it the prover's turn?
    fn is_provers_turn(&self, state: &Self::State) -> bool;

    /// What is known without search.
    fn evaluate(&self, state: &Self::State) -> Verdict<Self::Zone>;

    /// The same for the states that the moves from `state` lead to. What they have in common needs to be found out only once.
    fn evaluate_moves(&self, _state: &Self::State) -> impl Fn(Self::Move, &Self::State) -> Verdict<Self::Zone> {
        |_, next| self.evaluate(next)
    }

    /// Gives every move with the state that it leads to; a pass best comes first, because the zone of its loss may rule others out.
    fn expand(&self, state: &Self::State, add: impl FnMut(Self::Move, Self::State));

    /// Which moves wait until every other move is known to lose: those that hardly ever decide.
    fn waits(&self, _state: &Self::State) -> impl Fn(Self::Move) -> bool {
        |_| false
    }

    /// Gives the zones of successes that the other side would have if the side to move gave its turn away, as far as they are known
    /// without search, each enlarged by [`Game::zone_of_loser`]: a move apart from one of them is lost. Where passing is a move, that
    /// move does the same.
    fn threats(&self, _state: &Self::State, _add: impl FnMut(Self::Zone)) {}

    /// The zone of everything.
    fn whole(&self) -> Self::Zone;

    /// The zone of a success that begins with the winner's move from `state` to `next`, where `zone` is that of the success from
    /// `next`: what makes sure that the move is legal and has the same effect.
    fn zone_of_winner(
        &self,
        _state: &Self::State,
        _mv: Self::Move,
        _next: &Self::State,
        _zone: Self::Zone,
    ) -> Self::Zone {
        self.whole()
    }

    /// The zone of the winner's success from `state`, in which the loser moves, where `zone` unites those of the answers: whatever the
    /// loser plays apart from it leaves it as it is, and a move inside has the same effect whatever lies outside.
    fn zone_of_loser(&self, _state: &Self::State, _zone: Self::Zone) -> Self::Zone {
        self.whole()
    }

    /// Does the step from `state` to `next` change nothing inside `zone`?
    fn is_apart(&self, _state: &Self::State, _next: &Self::State, _zone: Self::Zone) -> bool {
        false
    }
}
