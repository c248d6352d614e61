//! What can become of a target, and what each first move makes of it.

use std::fmt;

use go_board::Move;

use crate::side::Side;

/// The fate of a target, with best play of both sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Status {
    /// Captured, even if the defender has all ko threats.
    Dead,
    /// It depends on ko threats.
    Ko {
        /// How many external ko threats more than the defender the attacker needs to capture; 0 and below: the attacker captures
        /// without any, and the defender needs one more than `-attacker_needs` to survive. `None` if that was not found out.
        attacker_needs: Option<i8>,
    },
    /// Stays on the board, even if the attacker has all ko threats: two eyes, seki, escape or a double ko.
    Alive,
    /// Not found out within the limits.
    Unknown,
}

impl Status {
    /// Is it found out?
    pub fn is_known(self) -> bool {
        self != Status::Unknown
    }

    /// A ko whose threats were not counted?
    pub(crate) fn is_uncounted_ko(self) -> bool {
        self == Status::Ko { attacker_needs: None }
    }

    /// How good it is for a side: higher is better; the unknown is below everything known.
    pub fn value_for(self, side: Side) -> i32 {
        let for_attacker = match self {
            Status::Unknown => return i32::MIN,
            Status::Dead => 100,
            Status::Ko { attacker_needs } => -i32::from(attacker_needs.unwrap_or(0)),
            Status::Alive => -100,
        };
        if side == Side::Attacker { for_attacker } else { -for_attacker }
    }

    /// The best that a side can hope for.
    pub fn best_for(side: Side) -> Status {
        if side == Side::Attacker { Status::Dead } else { Status::Alive }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Status::Dead => "dead",
            Status::Ko { .. } => "ko",
            Status::Alive => "alive",
            Status::Unknown => "unknown",
        })
    }
}

/// A first move and what becomes of the target after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveStatus {
    /// The move.
    pub mv: Move,
    /// The target's fate.
    pub status: Status,
    /// Expanded states that went into it.
    pub nodes: u64,
}

/// What was found out about a problem.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// The fate of the target when the side to move plays first.
    pub status: Status,
    /// The fate of the target when that side passes.
    pub status_after_pass: Status,
    /// Every legal first move, the best first; equals by the work that they took.
    pub moves: Vec<MoveStatus>,
    /// Expanded states in all.
    pub nodes: u64,
    /// The only first move that succeeds when neither side has a ko threat, if that was found out (`without_threats`).
    pub sole_success: Option<Move>,
    side: Side,
}

impl Answer {
    pub(crate) fn new(
        side: Side,
        status: Status,
        status_after_pass: Status,
        mut moves: Vec<MoveStatus>,
        nodes: u64,
    ) -> Answer {
        moves.sort_by_key(|m| (std::cmp::Reverse(m.status.value_for(side)), m.nodes));
        Answer { status, status_after_pass, moves, nodes, sole_success: None, side }
    }

    /// Who moved first.
    pub fn side(&self) -> Side {
        self.side
    }

    /// The first moves that are proved to be best. Empty if the status is not known, or if no move makes a difference. A ko is best only
    /// when every other move is known, and the threats of every ko counted; or when it alone succeeds without threats.
    pub fn best(&self) -> impl Iterator<Item = Move> + '_ {
        let wanted = self.status.value_for(self.side);
        let is_useful = self.status.is_known() && self.status_after_pass.value_for(self.side) < wanted;
        let is_open = |m: &MoveStatus| !m.status.is_known() || m.status.is_uncounted_ko();
        let is_compared = self.status == Status::best_for(self.side) || !self.moves.iter().any(is_open);
        let by_status = is_useful && is_compared && self.sole_success.is_none();
        let is_best = move |m: &&MoveStatus| by_status && m.status.value_for(self.side) == wanted;
        self.sole_success.into_iter().chain(self.moves.iter().filter(is_best).map(|m| m.mv))
    }

    /// Is the status known, with at least one move that reaches it, or the knowledge that none helps?
    pub fn is_proved(&self) -> bool {
        self.status.is_known() || self.sole_success.is_some()
    }
}

#[cfg(test)]
mod tests {
    use go_board::Point;

    use super::*;

    /// A ko is the best that is known, but another move might be a better one: then nothing is proved best.
    #[test]
    fn a_ko_is_best_only_when_all_moves_are_compared() {
        let best = |other: Status| {
            let ko = Status::Ko { attacker_needs: Some(0) };
            let point = |x| Move::Play(Point::new(x, 0).expect("a point"));
            let moves = [(0, ko), (1, other)].map(|(x, status)| MoveStatus { mv: point(x), status, nodes: 0 });
            Answer::new(Side::Attacker, ko, Status::Alive, moves.to_vec(), 0).best().count()
        };
        assert_eq!(best(Status::Alive), 1);
        assert_eq!(best(Status::Ko { attacker_needs: Some(1) }), 1);
        assert_eq!(best(Status::Ko { attacker_needs: None }), 0);
        assert_eq!(best(Status::Unknown), 0);
    }
}
