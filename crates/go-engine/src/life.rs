//! Life and death at the end, judged by light playouts: a chain is dead when the opponent mostly owns its points
//! afterwards.
//!
//! Good enough for settled positions. It does *not* see seki (random play breaks it), and needs the game to be over.

use go_board::{Board, Color, EyePotential, GameBoard, PlayoutBoard, PointMap, PointSet, RuleSet};
use rand::Rng;

/// The fate of the stones on the board if the game ends here.
#[derive(Clone, Default)]
pub struct FinalStatus {
    /// Stones that are captured without being played out.
    pub dead: PointSet,
    /// Stones alive in seki; their neighbouring points count for neither side under territory rules.
    pub seki: PointSet,
}

/// Whether dead stones stay on the board and count as alive: Tromp-Taylor rules have no agreement about them.
pub fn counts_every_stone(game: &GameBoard) -> bool {
    game.rules() == RuleSet::TrompTaylor.rules()
}

/// A chain is dead when its points end up as its owner's in less than this share of the playouts.
const ALIVE_FROM: f64 = 0.5;

/// Judges every chain by `n_playouts` light playouts, both sides first in turn.
pub fn estimate_final_status(game: &GameBoard, n_playouts: usize, rng: &mut impl Rng) -> FinalStatus {
    let mut n_black = PointMap::filled(0_u32);
    let start = playout_board(game);
    let mut board = start.clone();
    for n in 0..n_playouts {
        board.copy_from(&start);
        board.light_playout(Color::BOTH[n % 2], rng);
        for point in board.size().points() {
            let owner = board.color_at(point).unwrap_or_else(|| eye_owner(&board, point));
            n_black[point] += u32::from(owner == Color::Black);
        }
    }
    let mut status = FinalStatus::default();
    let board = game.board();
    for point in board.size().points() {
        let Some(chain) = board.chain_at(point).filter(|&chain| board.chain_stone(chain) == point) else { continue };
        let mean = board.stones(chain).map(|stone| f64::from(n_black[stone])).sum::<f64>()
            / (board.chain_size(chain) * n_playouts.max(1)) as f64;
        let kept = if board.chain_color(chain) == Color::Black { mean } else { 1.0 - mean };
        if kept < ALIVE_FROM {
            board.stones(chain).for_each(|stone| {
                status.dead.insert(stone);
            });
        }
    }
    status
}

/// The owner of a point that is empty at the end of a playout: almost always an eye.
fn eye_owner(board: &PlayoutBoard, point: go_board::Point) -> Color {
    if board.is_eye(point, Color::Black, EyePotential::Counts) { Color::Black } else { Color::White }
}

/// The stones of the game on the lightest board, which is what playouts run on.
pub(crate) fn playout_board(game: &GameBoard) -> PlayoutBoard {
    let from = game.board();
    let mut board: PlayoutBoard = Board::new(from.size());
    for point in from.size().points() {
        if let Some(color) = from.color_at(point) {
            board.set_stone(point, color);
        }
    }
    board.set_ko(from.ko());
    board
}

#[cfg(test)]
mod tests {
    use go_board::{BoardSize, RuleSet};
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    /// Capital letters are alive, `x` and `o` are dead stones.
    fn check(drawing: &str) {
        let rows: Vec<Vec<char>> =
            drawing.lines().map(|row| row.chars().filter(|c| !c.is_whitespace()).collect()).collect();
        let size = BoardSize::new(rows.len()).expect("a board");
        let mut game: GameBoard = GameBoard::new(size, RuleSet::Chinese.rules(), 7.5);
        let (mut stones, mut expected) = ([Vec::new(), Vec::new()], Vec::new());
        for point in size.points() {
            let letter = rows[usize::from(point.y())][usize::from(point.x())];
            match letter.to_ascii_uppercase() {
                'X' => stones[0].push(point),
                'O' => stones[1].push(point),
                _ => {}
            }
            if letter.is_ascii_lowercase() {
                expected.push(point);
            }
        }
        game.set_up(&stones[0], &stones[1], &[]).expect("a legal drawing");
        let status = estimate_final_status(&game, 500, &mut Xoshiro256PlusPlus::seed_from_u64(3));
        let names = |points: &mut dyn Iterator<Item = go_board::Point>| {
            points.map(|point| size.name(point)).collect::<std::collections::BTreeSet<_>>()
        };
        assert_eq!(names(&mut status.dead.iter()), names(&mut expected.into_iter()), "\n{drawing}");
    }

    #[test]
    fn two_settled_halves() {
        check(
            ". . . X . O . . .
             . . . X . O . . .
             . . . X . O . . .
             X X X X . O O O O
             . . . X . O . . .
             . . . X . O . . .
             . . . X . O . . .
             . . . X . O . . .
             . . . X . O . . .",
        );
    }

    #[test]
    fn prisoners_inside_a_territory_are_dead() {
        check(
            ". . . X . O . . .
             . o . X . O . x .
             . . . X . O . . .
             X X X X . O O O O
             . . . X . O . . .
             . o o X . O . x .
             . . . X . O . . .
             . . . X . O . . .
             . . . X . O . . .",
        );
    }
}
