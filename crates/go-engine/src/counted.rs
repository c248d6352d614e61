//! Who owned which point at the end of a recorded game: what an evaluation learns from.
//!
//! A record of a counted game ends with dead stones on the board. They are found by playing on ([`EndJudgement`]), and the count that
//! follows must be the record's own, up to what the rules of counting differ by: otherwise the judgement is not trusted and the
//! game is left out. Games that were resigned or lost on time have no final owners.

use go_board::GameBoard;
use go_games::Game;
use go_models::territory::Owners;
use rand::SeedableRng;

use crate::endgame::EndJudgement;
use crate::playout::{PlayoutConfig, PlayoutRandom};

/// Area and territory count the same game up to a point differently, and a neutral point that nobody filled is another.
const TOLERANCE: f32 = 1.5;

/// The board at the end of a game; `None` if it cannot be played.
fn final_board(game: &Game) -> Option<GameBoard> {
    let rules = game.rules.unwrap_or_default().rules();
    let mut board = GameBoard::new(game.size, rules, game.komi_or_usual());
    board.set_up(&game.setup[0], &game.setup[1], &[]).ok()?;
    for turn in &game.turns {
        board.play_recorded(turn.color(), turn.mv()).ok()?;
    }
    Some(board)
}

/// The owner of every point at the end of a counted game, if playing on agrees with the recorded count.
pub fn final_owners(game: &Game, config: &PlayoutConfig, n_playouts: usize, seed: u64) -> Option<Owners> {
    let wanted = game.counted_lead()?;
    let board = final_board(game)?;
    let random = &mut PlayoutRandom::seed_from_u64(seed);
    let dead = EndJudgement::by_playouts(&board, config, n_playouts, random).status().dead;
    let owner = board.board().ownership(&dead);
    let owners = Owners::new(game.size, |point| owner[point]);
    let counted = owners.lead() as f32 - game.komi_or_usual();
    ((counted - wanted).abs() <= TOLERANCE).then_some(owners)
}

#[cfg(test)]
mod tests {
    use super::*;
    use go_board::{BoardSize, Color};
    use go_games::read_games;

    /// Two walls: Black has four columns, White has five, and one White stone is dead in Black's area.
    fn owners(result: &str) -> Option<Owners> {
        let walls: String = "abcdefghi".chars().map(|row| format!(";B[d{row}];W[e{row}]")).collect();
        let record = format!("(;SZ[9]KM[0.5]RU[Chinese]RE[{result}]{walls};B[];W[be];B[];W[])");
        let game = read_games(record.as_bytes()).expect("a file").into_first().expect("a game").expect("a sound one");
        final_owners(&game, &PlayoutConfig::default(), 60, 1)
    }

    #[test]
    fn dead_stones_are_taken_off_and_the_count_is_the_records() {
        let found = owners("W+9.5").expect("36 to 45 with half a point of komi");
        assert_eq!(found.lead(), -9);
        assert_eq!(found.of(BoardSize::NINE.parse_point("B5").expect("a point")), Some(Color::Black));
        assert!(owners("W+8.5").is_some(), "territory rules differ by a point");
        assert_eq!(owners("W+20.5"), None, "the record disagrees");
        assert_eq!(owners("W+R"), None);
        assert_eq!(owners("Void"), None);
    }
}
