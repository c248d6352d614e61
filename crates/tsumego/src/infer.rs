//! Which stones a problem without marks is about, and where it must be read.
//!
//! Every enclosed group of either colour is a candidate: it is the target, the inside of its enclosure the region, and
//! the enclosure's fence is filled with the attacker's stones (see `enclosure`). Which candidate is meant is decided by reading: see
//! `solve_task`.

use go_board::{Board, Color, Point, PointSet};

use crate::enclosure::{Enclosure, Room, enclosure};
use crate::problem::{Problem, ProblemError};

/// Stones that a problem may be about, and where it would be read.
#[derive(Clone)]
pub struct Candidate {
    /// The position, its fence closed.
    pub board: Board,
    /// One stone of each marked chain; without marks, of the group's largest.
    pub target: Vec<Point>,
    /// What the attacker has to capture: the marked chains; without marks, all of the group that are as large as its largest.
    pub prey: Vec<Point>,
    /// The empty points in which it is read.
    pub playable: PointSet,
    /// The colour of the target.
    pub defender: Color,
    /// Stones of the group inside the enclosure.
    pub n_stones: usize,
    /// Points that had to be filled.
    pub n_filled: usize,
}

/// Larger regions are not read.
const MAX_EMPTY: usize = 45;

impl Candidate {
    /// The problem that it would be. Without marks the defender is asked to save its largest chain, the attacker to capture it, with
    /// those of the same size. Smaller chains beside it are often given up: to capture them too is another question.
    pub fn problem(&self, to_move: Color) -> Result<Problem, ProblemError> {
        let target = if to_move == self.defender { &self.target } else { &self.prey };
        Problem::new(self.board.clone(), target, &self.playable, to_move)
    }

    /// The same group with another room, on the board as given; `None` if it is not enclosed there.
    pub(crate) fn with_room(&self, board: &Board, room: Room) -> Option<Candidate> {
        let chain = board.chain_at(*self.target.first()?)?;
        let enclosure = enclosure(board, chain, room)?;
        Candidate::new(board, self.target.clone(), false, &enclosure).filter(|found| !found.playable.is_empty())
    }

    fn new(board: &Board, target: Vec<Point>, is_marked: bool, enclosure: &Enclosure) -> Option<Candidate> {
        let defender = board.color_at(*target.first()?)?;
        let mut closed = board.clone();
        for point in enclosure.fence.iter() {
            closed.set_stone(point, defender.opponent());
        }
        if closed.has_dead_chain() {
            return None;
        }
        let playable = enclosure.inside;
        let inside = |chain| closed.liberties(chain).iter().all(|liberty| playable.contains(liberty));
        let group = board.size().points().filter(|&p| closed.color_at(p) == Some(defender));
        let group: Vec<Point> = group.filter(|&p| closed.chain_at(p).is_some_and(inside)).collect();
        let n_stones = group.len();
        let size_of = |point: Point| closed.chain_at(point).map_or(0, |chain| closed.chain_size(chain));
        let largest = group.iter().map(|&point| size_of(point)).max().unwrap_or(0);
        let is_largest = |&point: &Point| size_of(point) == largest;
        let prey = if is_marked { target.clone() } else { group.into_iter().filter(is_largest).collect() };
        Some(Candidate { board: closed, target, prey, playable, defender, n_stones, n_filled: enclosure.fence.len() })
    }
}

/// All candidates of a position, the likeliest first; with marks, the marked stones only.
pub fn candidates(board: &Board, marked: &[Point]) -> Vec<Candidate> {
    let size = board.size();
    if let Some(chain) = marked.iter().find_map(|&point| board.chain_at(point)) {
        let found = enclosure(board, chain, Room::Most)
            .and_then(|enclosure| Candidate::new(board, marked.to_vec(), true, &enclosure));
        return found.into_iter().collect();
    }
    let mut found: Vec<Candidate> = Vec::new();
    let mut chains: Vec<Point> =
        size.points().filter(|&p| board.chain_at(p).is_some_and(|chain| board.chain_stone(chain) == p)).collect();
    chains.sort_by_key(|&p| std::cmp::Reverse(board.chain_at(p).map_or(0, |chain| board.chain_size(chain))));
    for point in chains {
        let Some(chain) = board.chain_at(point) else { continue };
        let Some(enclosure) = enclosure(board, chain, Room::Most) else { continue };
        if enclosure.inside.is_empty() || enclosure.inside.len() > MAX_EMPTY {
            continue;
        }
        let Some(candidate) = Candidate::new(board, vec![point], false, &enclosure) else { continue };
        // A smaller chain of the same group asks the same question.
        let is_known = |c: &Candidate| c.defender == candidate.defender && c.playable == candidate.playable;
        if !found.iter().any(is_known) {
            found.push(candidate);
        }
    }
    found.sort_by_key(|c| 3 * c.n_filled as i32 - 2 * c.n_stones as i32);
    // Beside the likeliest group, others count only if they are about as large and need next to nothing filled in.
    let largest = found.first().map_or(0, |c| c.n_stones);
    let mut rank = 0;
    found.retain(|c| {
        rank += 1;
        rank == 1 || (c.n_filled <= 1 && 2 * c.n_stones >= largest)
    });
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// White need not capture the stone at D8 as well.
    #[test]
    fn the_attacker_has_to_capture_the_largest_chain() {
        let (board, _): (Board, _) = Board::parse_ascii(
            ". X . . O . . . .
             . X . X O . . . .
             X X . . O . . . .
             O O O O O . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .",
        )
        .expect("a board");
        let found = candidates(&board, &[]);
        let candidate = found.iter().find(|c| c.defender == Color::Black).expect("Black's group");
        assert_eq!(candidate.n_stones, 5);
        for to_move in Color::BOTH {
            let problem = candidate.problem(to_move).expect("a problem");
            assert_eq!(problem.target().len(), 4, "{to_move:?} to move");
        }
    }
}
