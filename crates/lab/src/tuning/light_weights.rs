//! Factors for sampled playouts (Basaldúa 2013, section 4.2.1): Bradley-Terry by minorisation-maximisation over the light features of recorded moves.
//!
//! Every legal move that fills no own eye competes; the recorded one wins. A move has its 3x3 shape as one level of a group and each light feature
//! as present or absent. Factors are reported relative to "absent", so that they can be multiplied.

use std::collections::BTreeMap;

use go_board::{Color, EyePotential, Liberties, Move, Point, Position};
use go_engine::playout::{LightFeature, LightWeights, own_code, shape_name};
use go_games::{Game, Replay};
use go_tactics::{n_liberties_after, self_atari};
use learn::Rows;
use learn::bradley_terry::{CompetitionStore, EmptyTeams, LevelGroups, MmOptions, minorize_maximize};

/// Which positions of the games are used.
#[derive(Clone, Copy, Debug)]
pub struct Sampling {
    /// Every so many-th move of a game.
    pub every: usize,
    /// Stop after so many positions.
    pub n_positions: usize,
}

/// The result of training.
pub struct Learned {
    /// The factors.
    pub weights: LightWeights,
    /// Positions that were used.
    pub n_positions: usize,
    /// Mean log-likelihood of the recorded moves.
    pub mean_log_likelihood: f64,
}

/// Numbers the shapes.
struct Shapes {
    /// By own code.
    levels: Vec<u32>,
    names: Vec<String>,
}

impl Shapes {
    fn new() -> Self {
        let mut known: BTreeMap<String, u32> = BTreeMap::new();
        let mut names = Vec::new();
        let levels = (0..=u16::MAX)
            .map(|code| {
                *known.entry(shape_name(code)).or_insert_with_key(|name| {
                    names.push(name.clone());
                    names.len() as u32 - 1
                })
            })
            .collect();
        Self { levels, names }
    }
}

/// Learns from the games.
pub fn learn<'g>(games: impl IntoIterator<Item = &'g Game>, sampling: Sampling) -> Learned {
    let shapes = Shapes::new();
    let n_shapes = shapes.names.len() as u32;
    let mut sizes = vec![n_shapes];
    sizes.extend([2; LightFeature::ALL.len()]);
    let mut store = CompetitionStore::new(LevelGroups::from_sizes(&sizes), EmptyTeams::WeightOne);
    let mut rows = Rows::new();
    'games: for game in games {
        let mut replay = Replay::new(game);
        let mut number = 0;
        while let Some((position, mv)) = replay.next_position() {
            number += 1;
            let Move::Play(played) = mv else { continue };
            if number % sampling.every.max(1) != 0 {
                continue;
            }
            if store.n_competitions() == sampling.n_positions {
                break 'games;
            }
            rows.clear();
            let mut winner = None;
            for point in position.legal_points() {
                if position.board.is_eye(point, position.to_move, EyePotential::Ignored) {
                    continue;
                }
                if point == played {
                    winner = Some(rows.len());
                }
                push_row(&mut rows, &shapes, position, point);
            }
            if let Some(winner) = winner {
                store.push(&rows, winner).expect("levels are numbered by us");
            }
        }
    }
    let fit = minorize_maximize(&store, MmOptions::default(), |_| ());
    let mut factors = BTreeMap::new();
    // Shapes that were never met stay at exactly 1 and need no line.
    for (name, &gamma) in shapes.names.iter().zip(&fit.weights).filter(|&(_, &gamma)| gamma != 1.0) {
        factors.insert(name.clone(), gamma as f32);
    }
    for (nth, feature) in LightFeature::ALL.into_iter().enumerate() {
        let level = n_shapes as usize + 2 * nth;
        factors.insert(feature.name().to_owned(), (fit.weights[level + 1] / fit.weights[level]) as f32);
    }
    Learned {
        weights: LightWeights::from_factors(factors),
        n_positions: store.n_competitions(),
        mean_log_likelihood: fit.updates.last().map_or(f64::NAN, |update| update.mean_log_likelihood),
    }
}

fn push_row(rows: &mut Rows, shapes: &Shapes, position: &Position, point: Point) {
    let code = own_code(position.board.local_pattern(point, 8).code() as u16, position.to_move);
    rows.push(shapes.levels[usize::from(code)]);
    let n_shapes = shapes.names.len() as u32;
    for (nth, feature) in LightFeature::ALL.into_iter().enumerate() {
        rows.push(n_shapes + 2 * nth as u32 + u32::from(has(position, point, feature)));
    }
    rows.finish_row();
}

/// The features as playouts see them: next to the last move, or at a chain that touches it.
fn has(position: &Position, point: Point, feature: LightFeature) -> bool {
    let board = &position.board;
    if feature == LightFeature::SelfAtari {
        return self_atari(board, point, position.to_move).is_some();
    }
    let Some(last) = position.last_point(0) else { return false };
    let in_atari_at = |color: Color| {
        last.neighbours()
            .into_iter()
            .chain([last])
            .filter_map(|near| board.chain_at(near))
            .any(|chain| board.chain_color(chain) == color && board.liberties(chain).single() == Some(point))
    };
    match feature {
        LightFeature::Contiguous => last.surrounding().into_iter().any(|near| near == point),
        LightFeature::Capture => in_atari_at(position.to_move.opponent()),
        LightFeature::Extension => {
            in_atari_at(position.to_move) && n_liberties_after(board, point, position.to_move) >= 2
        }
        LightFeature::SelfAtari => unreachable!("answered above"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use go_board::BoardSize;
    use go_games::Turn;

    #[test]
    fn what_games_do_gets_weight() {
        // Every move touches the last one.
        let size = BoardSize::NINE;
        let mut game = Game::new(size);
        let moves = ["E5", "E6", "F6", "F7", "G7", "G8", "H8", "H9", "D5", "D6", "C6", "C7", "B7", "B8"];
        game.turns = moves
            .iter()
            .enumerate()
            .map(|(n, name)| Turn::new(Color::BOTH[n % 2], Move::Play(size.parse_point(name).expect("a point"))))
            .collect();
        let learned = learn([&game], Sampling { every: 1, n_positions: 100 });
        assert_eq!(learned.n_positions, moves.len());
        assert!(learned.weights.feature(LightFeature::Contiguous) > 3.0);
        assert!(learned.mean_log_likelihood > -(81.0_f64).ln());
    }
}
