//! Positions with their right moves, and the rows of a table that they become.

use super::FateConfig;
use go_board::{Board, Color, Point, Position};
use go_features::fate::{Area, FateReader};
use go_games::{Game, Replay};
use learn::classify::Table;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::HashMap;

/// A position and the moves that are right in it.
pub(super) struct Question {
    pub(super) position: Position,
    pub(super) right: Vec<Point>,
}

/// The positions of the games in the order in which they are met, equal ones together. Passes and illegal moves are left out.
pub(super) fn questions<'g>(games: impl Iterator<Item = &'g Game>) -> Vec<Question> {
    let mut questions: Vec<Question> = Vec::new();
    let mut places: HashMap<(u64, Color), usize> = HashMap::new();
    for game in games {
        let mut replay: Replay<'_> = Replay::new(game);
        while let Some((position, played)) = replay.next_position() {
            let Some(point) = played.point().filter(|&point| position.is_legal(point)) else { continue };
            let place = *places.entry((position.board.hash(), position.to_move)).or_insert_with(|| {
                questions.push(Question { position: position.clone(), right: Vec::new() });
                questions.len() - 1
            });
            let right = &mut questions[place].right;
            if !right.contains(&point) {
                right.push(point);
            }
        }
    }
    questions
}

/// The points that are candidates, in board order.
pub(super) fn candidates(position: &Position, area: Area) -> impl Iterator<Item = Point> + '_ {
    position.legal_points().filter(move |&point| area.contains(point))
}

/// The area of a position.
pub(super) fn area(board: &Board, margin: u8) -> Area {
    Area::of_stones(board, margin)
}

/// Good moves (class 1) and others (class 0); the rows of a position are a group. Also the number of right moves outside the area.
pub(super) fn table(
    config: &FateConfig,
    reader: &mut FateReader,
    questions: &[Question],
    done: impl Fn(usize),
) -> (Table, usize) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(config.seed);
    let classes = vec!["other".to_string(), "right".to_string()];
    let columns = reader.version().column_names();
    let mut table = Table::new(columns, "move", classes).expect("a feature set has columns");
    let most_rows = |question: &Question| {
        question.right.len() + config.bad.min(area(&question.position.board, config.margin).n_points())
    };
    table.reserve(questions.iter().map(most_rows).sum());
    let (mut groups, mut values, mut n_outside) = (Vec::new(), Vec::new(), 0);
    for (group, Question { position, right }) in questions.iter().enumerate() {
        let area = area(&position.board, config.margin);
        n_outside += right.iter().filter(|&&point| !area.contains(point)).count();
        reader.look_at(&position.board, area, position.to_move, None);
        let (good, mut bad): (Vec<Point>, Vec<Point>) =
            candidates(position, area).partition(|point| right.contains(point));
        if good.is_empty() {
            continue;
        }
        bad.shuffle(&mut rng);
        bad.truncate(config.bad);
        for (points, label) in [(good, 1), (bad, 0)] {
            for point in points {
                reader.read(&position.board, point, &mut values);
                table.push(&values, label).expect("counts are finite");
                groups.push(group as u32);
            }
        }
        done(group + 1);
    }
    table.set_groups(groups);
    (table, n_outside)
}
