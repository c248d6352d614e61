//! Random games for the tests of searches.

use go_board::{BoardSize, Color, Move, PlayoutBoard};
use go_games::{Game, Turn};

/// A game of the wishes that can be played; -1 passes.
pub(crate) fn game(side: usize, wishes: &[(i8, i8)]) -> Game {
    let size = BoardSize::new(side).expect("a size");
    let mut game = Game::new(size);
    let mut board = PlayoutBoard::new(size);
    let mut color = Color::Black;
    for &(x, y) in wishes {
        match size.point(x.rem_euclid(side as i8 + 1) as usize, y.rem_euclid(side as i8) as usize) {
            Some(point) if board.is_empty(point) => {
                board.play_unchecked(point, color);
                game.turns.push(Turn::new(color, Move::Play(point)));
            }
            Some(_) => continue,
            None => game.turns.push(Turn::new(color, Move::Pass)),
        }
        color = color.opponent();
    }
    game
}
