//! Dynamic komi for handicap games: a search that is sure to win, or to lose, plays any move.
//!
//! At the start White is given so many points that the game is even: shift = 7 per handicap stone, and what the komi lacks to the usual one. The
//! shift shrinks evenly until a share of the board has been played, and from there on the real komi counts. It changes in steps of
//! [`STEP`] points, because every change costs the tree. Even games with a usual komi have none.
//! A linear schedule like that of other programs of its time; the numbers are customary, not tuned.

use go_board::GameBoard;

use crate::config::ConductConfig;

/// The komi of an even game.
const USUAL_KOMI: f32 = 7.0;
/// Smaller shifts are not worth leaving the real komi.
const STEP: f32 = 8.0;

/// What White is given beyond the komi while the side to move thinks.
pub(crate) fn komi_shift(game: &GameBoard, conduct: &ConductConfig) -> f32 {
    if conduct.handicap_stone == 0.0 {
        return 0.0;
    }
    let ahead = conduct.handicap_stone * game.n_handicap() as f32 + USUAL_KOMI - game.komi();
    // The same handicap weighs more on a small board, but never more than a quarter of it.
    let ahead = ahead.clamp(-(game.size().area() as f32) / 4.0, game.size().area() as f32 / 4.0);
    let end = conduct.shift_until * game.size().area() as f32;
    let left = (1.0 - game.moves().len() as f32 / end.max(1.0)).max(0.0);
    (ahead * left / STEP).trunc() * STEP
}

#[cfg(test)]
mod tests {
    use go_board::{BoardSize, Color, Move, RuleSet, fixed_handicap};

    use super::*;

    fn game(n_handicap: usize, komi: f32) -> GameBoard {
        let mut game = GameBoard::new(BoardSize::NINETEEN, RuleSet::Chinese.rules(), komi);
        if n_handicap > 0 {
            let stones = fixed_handicap(game.size(), n_handicap).expect("stones");
            game.place_handicap(&stones).expect("placed");
        }
        game
    }

    #[test]
    fn even_games_are_played_with_the_real_komi() {
        let conduct = ConductConfig::default();
        for komi in [0.5, 5.5, 6.5, 7.5, 8.5] {
            assert_eq!(komi_shift(&game(0, komi), &conduct), 0.0, "{komi}");
        }
    }

    #[test]
    fn uneven_games_are_made_even_and_the_shift_fades() {
        let conduct = ConductConfig::default();
        assert!(komi_shift(&game(4, 0.5), &conduct) > 20.0, "White gives stones");
        assert!(komi_shift(&game(0, 50.5), &conduct) < -30.0, "White receives a landslide");
        let mut long = game(4, 0.5);
        let mut last = komi_shift(&long, &conduct);
        let points: Vec<_> = long.size().points().filter(|p| p.x() % 2 == 0 && long.board().is_empty(*p)).collect();
        for point in points {
            long.play(long.to_move(), Move::Play(point)).expect("a legal move");
            let now = komi_shift(&long, &conduct);
            assert!(now <= last, "the shift only shrinks");
            last = now;
        }
        assert_eq!(long.to_move(), if long.moves().len().is_multiple_of(2) { Color::White } else { Color::Black });
        assert_eq!(last, 0.0);
    }

    #[test]
    fn it_can_be_switched_off() {
        let conduct = ConductConfig { handicap_stone: 0.0, ..ConductConfig::default() };
        assert_eq!(komi_shift(&game(9, 0.5), &conduct), 0.0);
    }
}
