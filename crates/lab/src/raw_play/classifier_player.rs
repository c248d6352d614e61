//! A classifier that plays White.

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
    let mut moves: Vec<(Position, Point)> = Vec::new();
    for game in games {
        let mut replay: Replay<'_> = Replay::new(game);
        while let Some((position, played)) = replay.next_position() {
            if let Some(point) = played.point().filter(|_| position.to_move == SIDE) {
                moves.push((position.clone(), point));
            }
        }
    }
    moves.shuffle(&mut rng);
    moves.truncate(n_moves);
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
