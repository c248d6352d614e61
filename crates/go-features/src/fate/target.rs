//! The stones that a local problem is about.
//!
//! Problems mark the chain in question rarely. In a life-and-death problem one colour surrounds the other: its rectangle holds the other's. The target is
//! the largest dragon of the colour whose rectangle is smaller; of the opponent of the side to move if both are equal. A guess, stated as one:
//! capturing races and whole-board problems have no single target.

use crate::tactical2::Groups;
use go_board::{Board, ChainId, Color, Point, PointSet};

use super::area::Area;

/// The stones that must live or die.
#[derive(Clone, Default)]
pub struct Target {
    stones: PointSet,
}

impl Target {
    /// The chains that hold these points.
    pub fn marked(board: &Board, points: &[Point]) -> Target {
        let mut stones = PointSet::new();
        let chains = points.iter().filter_map(|&point| board.chain_at(point));
        chains.flat_map(|chain| board.stones(chain)).for_each(|stone| {
            stones.insert(stone);
        });
        Target { stones }
    }

    /// The guess of the module's head.
    pub fn guessed(board: &Board, to_move: Color) -> Target {
        Target::of_groups(board, to_move, &Groups::new(board))
    }

    pub(super) fn of_groups(board: &Board, to_move: Color, groups: &Groups) -> Target {
        let stones_of = |color| board.size().points().filter(move |&point| board.color_at(point) == Some(color));
        let extent = |color| Area::around(stones_of(color)).map_or(usize::MAX, |area| area.n_points());
        let color = if extent(to_move) < extent(to_move.opponent()) { to_move } else { to_move.opponent() };
        let mut sizes = std::collections::BTreeMap::<u16, usize>::new();
        let group_at = |point| board.chain_at(point).map(|chain: ChainId| groups.group_of(chain));
        stones_of(color).filter_map(group_at).for_each(|group| *sizes.entry(group).or_default() += 1);
        // The first of the largest, so that the choice does not depend on anything but the board.
        let largest = sizes.iter().fold(None, |best: Option<(u16, usize)>, (&group, &size)| match best {
            Some((_, most)) if most >= size => best,
            _ => Some((group, size)),
        });
        let mut stones = PointSet::new();
        if let Some((largest, _)) = largest {
            stones_of(color).filter(|&point| group_at(point) == Some(largest)).for_each(|stone| {
                stones.insert(stone);
            });
        }
        Target { stones }
    }

    /// Does the stone belong to it?
    pub fn contains(&self, point: Point) -> bool {
        self.stones.contains(point)
    }

    /// The number of its stones.
    pub fn n_stones(&self) -> usize {
        self.stones.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_surrounded_colour_is_the_target() {
        let (board, _): (Board, _) = Board::parse_ascii(
            "
            . O O . X . . . .
            O . O O X . . . .
            X X X X X . . . .
            . . . . . . . . .
            . . . . . . . O .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . X",
        )
        .unwrap();
        let corner = Target::guessed(&board, Color::Black);
        assert_eq!(corner.n_stones(), 5, "black's rectangle is larger, and the lonely stone is not part of the dragon");
        let marked = Target::marked(&board, &[board.size().parse_point("B9").unwrap()]);
        assert_eq!(marked.n_stones(), 4);
        assert_eq!(Target::guessed(&Board::<go_board::TrueLiberties>::new(board.size()), Color::Black).n_stones(), 0);
    }
}
