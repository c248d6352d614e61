//! How well M-eval's values order the known answers of a position, judged by what strong players chose among them.
//!
//! In a position with several known answers, one of which was played, the *place* of the played one is the share of the others that are valued lower (half for equal ones): 1 is first, 0 last, 1/2 is chance. The order by
//! how often each answer was given in the training games is the rival: it knows nothing of the rest of the board.

use std::sync::Arc;

use go_engine::m_eval::{Direction, MEval, MEvalSearchConfig};
use go_games::{Game, Replay};
use go_models::m_eval::{MEvalModel, OpeningBoard};
use rayon::prelude::*;

/// Positions are drawn from these moves of a game, one in so many.
const PLIES: std::ops::Range<usize> = 6..60;
const EVERY: usize = 9;
/// Answers of a region that the search of M-eval begins with.
const PER_REGION: usize = 3;

/// What the answers are ordered by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Weighing {
    /// How often they were given.
    Frequency,
    /// The value in this direction, at the end of lines of so many moves, of which so many may be anywhere.
    Value(Direction, [usize; 2]),
}

/// How well an order agrees with what was played.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Agreement {
    /// Positions with at least two known answers.
    pub n_positions: usize,
    /// Those where the move played was one of them.
    pub n_known: usize,
    /// The mean number of known answers in these.
    pub mean_answers: f64,
    /// How often the played one was first.
    pub n_first: usize,
    /// The mean place of the played one.
    pub mean_place: f64,
}

/// Judges an order on games.
pub fn agreement(model: &Arc<MEvalModel>, games: &[Game], weighing: Weighing) -> Agreement {
    let config =
        |[depth, wide]: [usize; 2]| MEvalSearchConfig { intensity: 1.0, depth, wide, ..MEvalSearchConfig::default() };
    let m_eval = match weighing {
        Weighing::Frequency => MEval::new(Arc::clone(model), config([1, 1])),
        Weighing::Value(direction, reach) => {
            let m_eval = MEval::new(Arc::clone(model), config(reach));
            m_eval.set_direction(direction);
            m_eval
        }
    };
    let of_game = |(number, game): (usize, &Game)| {
        let mut found = Vec::new();
        let mut replay = Replay::new(game);
        while let Some((position, mv)) = replay.next_position() {
            let ply = position.move_number;
            if !PLIES.contains(&ply) || (ply + number) % EVERY != 0 {
                continue;
            }
            let (Some(played), Some(board)) = (mv.point(), OpeningBoard::of(model, &position.board)) else { continue };
            let scores: Vec<(go_board::Point, f32)> = match weighing {
                Weighing::Frequency => board.answers(model, position.to_move, None, PER_REGION),
                Weighing::Value(direction, _) => {
                    let values = m_eval.root_values(position);
                    values.iter().map(|known| (known.point, direction.value(known.encoding))).collect()
                }
            };
            if scores.len() >= 2 {
                let own = scores.iter().find(|(point, _)| *point == played).map(|(_, score)| *score);
                found.push((scores.len(), own.map(|own| place(own, &scores))));
            }
        }
        found
    };
    let found: Vec<(usize, Option<f64>)> = games.par_iter().enumerate().flat_map_iter(of_game).collect();
    let known: Vec<(usize, f64)> = found.iter().filter_map(|&(n, place)| Some((n, place?))).collect();
    let mean = |sum: f64| sum / known.len().max(1) as f64;
    Agreement {
        n_positions: found.len(),
        n_known: known.len(),
        mean_answers: mean(known.iter().map(|&(n, _)| n as f64).sum()),
        n_first: known.iter().filter(|(_, place)| *place == 1.0).count(),
        mean_place: mean(known.iter().map(|(_, place)| place).sum()),
    }
}

/// The share of the other scores that are below this one.
fn place(own: f32, scores: &[(go_board::Point, f32)]) -> f64 {
    let below = scores.iter().filter(|(_, score)| *score < own).count() as f64;
    let equal = scores.iter().filter(|(_, score)| *score == own).count() as f64 - 1.0;
    (below + equal / 2.0) / (scores.len() - 1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_is_the_share_that_is_lower() {
        let point = go_board::Point::new(3, 3).expect("a point");
        let scores = [1.0, 2.0, 2.0, 5.0].map(|score| (point, score));
        assert_eq!(place(5.0, &scores), 1.0);
        assert_eq!(place(1.0, &scores), 0.0);
        assert_eq!(place(2.0, &scores), 0.5);
    }
}
