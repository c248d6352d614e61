//! A classifier that plays White.

use std::collections::BTreeMap;

use go_board::{Color, EyePotential, Move, Point, Position};
use go_features::fate::{Area, FateReader, FateVersion};
use go_games::{Game, Replay};
use learn::classify::{Classifier, FitError, Learner, Table};
use rand::SeedableRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The colour that the thesis's program played, and whose moves it learned.
pub(super) const SIDE: Color = Color::White;
const FEATURES: FateVersion = FateVersion::Fate1;

/// A player without search.
pub struct ClassifierPlayer {
    classifier: Classifier,
    reader: FateReader,
}

/// White's moves (class 1) of some games, drawn at random, and an empty point of the same position each (class 0).
pub(super) fn training_table(games: &[Game], n_moves: usize, seed: u64) -> Table {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let moves = drawn_moves(games, n_moves, &mut rng);
    let classes = vec!["0".to_string(), "1".to_string()];
    let mut table = Table::new(FEATURES.column_names(), "good", classes).expect("the feature set has columns");
    let mut reader = FateReader::new(FEATURES);
    let mut values = Vec::new();
    for (Position { board, .. }, played) in &moves {
        let Some(&other) = board.empty_points().choose(&mut rng) else { continue };
        reader.look_at(board, Area::whole(board.size()), SIDE, None);
        for (point, label) in [(*played, 1), (other, 0)] {
            reader.read(board, point, &mut values);
            table.push(&values, label).expect("counts are finite");
        }
    }
    table
}

/// Some of White's moves with the positions before them, in random order. The games are replayed twice, as the positions of all of them would not fit into
/// memory: 9 GB for the 9x9 games of a server.
fn drawn_moves(games: &[Game], n_moves: usize, rng: &mut Xoshiro256PlusPlus) -> Vec<(Position, Point)> {
    let mut places: Vec<(usize, usize)> = Vec::new();
    for (number, game) in games.iter().enumerate() {
        for_white(game, |place, _, _| places.push((number, place)));
    }
    places.shuffle(rng);
    places.truncate(n_moves);
    let mut wanted: BTreeMap<(usize, usize), usize> = places.iter().copied().zip(0..).collect();
    let mut moves: Vec<(usize, (Position, Point))> = Vec::with_capacity(wanted.len());
    for (number, game) in games.iter().enumerate() {
        if wanted.range((number, 0)..(number + 1, 0)).next().is_none() {
            continue;
        }
        for_white(game, |place, position, point| {
            if let Some(order) = wanted.remove(&(number, place)) {
                moves.push((order, (position.clone(), point)));
            }
        });
    }
    moves.sort_unstable_by_key(|&(order, _)| order);
    moves.into_iter().map(|(_, drawn)| drawn).collect()
}

/// Calls `see` for every move of White that is no pass, with its place in the game.
fn for_white(game: &Game, mut see: impl FnMut(usize, &Position, Point)) {
    let mut replay: Replay<'_> = Replay::new(game);
    let mut place = 0;
    while let Some((position, played)) = replay.next_position() {
        if let Some(point) = played.point().filter(|_| position.to_move == SIDE) {
            see(place, position, point);
        }
        place += 1;
    }
}

impl ClassifierPlayer {
    /// The player of a classifier that learned such a table.
    pub(super) fn fit(learner: &Learner, table: &Table, seed: u64) -> Result<ClassifierPlayer, FitError> {
        Ok(ClassifierPlayer { classifier: learner.fit(table, None, seed)?, reader: FateReader::new(FEATURES) })
    }

    /// The legal move with the highest probability of being good, the earliest of equals, column by column from the lower left as in section 6.3; a pass
    /// if only own eyes are left.
    pub fn choose(&mut self, position: &Position) -> Move {
        let (board, side) = (&position.board, position.to_move);
        self.reader.look_at(board, Area::whole(board.size()), side, None);
        let mut points: Vec<Point> = position.legal_points().collect();
        points.retain(|&point| !board.is_eye(point, side, EyePotential::Counts));
        points.sort_by_key(|point| (point.x(), std::cmp::Reverse(point.y())));
        let (mut values, mut probabilities) = (Vec::new(), [0.0; 2]);
        let mut best: Option<(f64, Point)> = None;
        for point in points {
            self.reader.read(board, point, &mut values);
            self.classifier.probabilities(&values, &mut probabilities);
            if best.is_none_or(|(most, _)| probabilities[1] > most) {
                best = Some((probabilities[1], point));
            }
        }
        best.map_or(Move::Pass, |(_, point)| Move::Play(point))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::small_games;

    /// All moves are kept, then shuffled.
    fn slow_drawn_moves(games: &[Game], n_moves: usize, rng: &mut Xoshiro256PlusPlus) -> Vec<(u64, Point)> {
        let mut moves = Vec::new();
        for game in games {
            for_white(game, |_, position, point| moves.push((position.board.hash(), point)));
        }
        moves.shuffle(rng);
        moves.truncate(n_moves);
        moves
    }

    #[test]
    fn replaying_twice_draws_the_same_moves() {
        let games = &small_games().train[..20];
        for n_moves in [0, 1, 100, 1_000_000] {
            let rng = || Xoshiro256PlusPlus::seed_from_u64(7);
            let drawn = drawn_moves(games, n_moves, &mut rng());
            let drawn: Vec<(u64, Point)> =
                drawn.iter().map(|(position, point)| (position.board.hash(), *point)).collect();
            assert_eq!(drawn, slow_drawn_moves(games, n_moves, &mut rng()));
            assert_eq!(drawn.is_empty(), n_moves == 0);
        }
    }
}
