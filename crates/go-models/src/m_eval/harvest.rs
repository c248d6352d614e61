//! Finding shapes in games: in a first pass those that are seen often enough, in a second what is said about them.

use std::collections::HashMap;

use super::config::MEvalConfig;
use super::shape_book::{Answer, KnownShape, is_readable, territory_points};
use crate::territory::{FinishedGame, Owners};
use foldhash::fast::FixedState;
use go_board::{Color, Point, Position};
use go_features::regions::{N_REGIONS, REGION_BOARD, Region, RegionShapes};
use go_games::{Game, Replay};

/// What happens to the regions of a game.
pub(super) trait Watcher {
    /// A shape is seen.
    fn seen(&mut self, position: &Position, shapes: &RegionShapes, region: Region);
    /// A move is made in a shape, which is about to change.
    fn answered(&mut self, shapes: &RegionShapes, region: Region, mv: (Point, Color));
}

/// Games that can be learned from: 19x19 and from the empty board.
pub(super) fn is_usable(game: &Game) -> bool {
    game.size == REGION_BOARD && game.setup.iter().all(Vec::is_empty)
}

/// Tells the watcher of every new shape in the first moves of a game, and of every move made in one.
pub(super) fn watch(game: &Game, plies: usize, watcher: &mut impl Watcher) {
    let mut replay = Replay::new(game);
    let mut shapes = RegionShapes::new();
    let mut last: Option<(Point, Color)> = None;
    let mut is_new = [true; N_REGIONS];
    for _ in 0..plies {
        let Some((position, mv)) = replay.next_position() else { return };
        if let Some((point, color)) = last {
            let before = shapes.clone();
            shapes.follow(&position.board, point, color, position.last_captured);
            for region in Region::all() {
                is_new[region.index()] = before.shape(region).0 != shapes.shape(region).0;
            }
        }
        for region in Region::all() {
            if is_readable(&shapes, region) {
                if is_new[region.index()] {
                    watcher.seen(position, &shapes, region);
                }
                if let Some(point) = mv.point().filter(|&point| region.cell(point, false).is_some()) {
                    watcher.answered(&shapes, region, (point, position.to_move));
                }
            }
        }
        is_new = [false; N_REGIONS];
        last = mv.point().map(|point| (point, position.to_move));
    }
}

/// How often every shape was seen.
#[derive(Default)]
struct Tally(HashMap<u64, u32, FixedState>);

impl Watcher for Tally {
    fn seen(&mut self, _: &Position, shapes: &RegionShapes, region: Region) {
        *self.0.entry(shapes.shape(region).0).or_default() += 1;
    }

    fn answered(&mut self, _: &RegionShapes, _: Region, _: (Point, Color)) {}
}

/// What is gathered about a shape.
#[derive(Default)]
struct Gathered {
    kind: u8,
    stones: Vec<u8>,
    n_seen: u32,
    n_counted: u32,
    sums: [f64; 2],
    squares: [f64; 2],
    answers: Vec<Answer>,
}

struct Gatherer<'o> {
    shapes: HashMap<u64, Gathered, FixedState>,
    owners: Option<&'o Owners>,
}

impl Watcher for Gatherer<'_> {
    fn seen(&mut self, position: &Position, shapes: &RegionShapes, region: Region) {
        let (key, view) = shapes.shape(region);
        let Some(gathered) = self.shapes.get_mut(&key) else { return };
        if gathered.n_seen == 0 {
            gathered.kind = region.kind() as u8;
            let place = |(cell, point): (usize, &Point)| {
                position.board.color_at(*point).map(|color| (cell * 2 + view.ink(color)) as u8)
            };
            gathered.stones = region.points(view.is_mirrored).iter().enumerate().filter_map(place).collect();
        }
        gathered.n_seen += 1;
        let Some(owners) = self.owners else { return };
        gathered.n_counted += 1;
        let owned = Color::BOTH.map(|color| {
            territory_points(region).iter().filter(|&&point| owners.of(point) == Some(color)).count() as f64
        });
        // A shape that looks the same with exchanged colours says the same of both.
        let views: Vec<_> = shapes.views(region).collect();
        for view in &views {
            for ink in 0..2 {
                let cells = owned[view.color(ink).index()];
                gathered.sums[ink] += cells / views.len() as f64;
                gathered.squares[ink] += cells * cells / views.len() as f64;
            }
        }
    }

    fn answered(&mut self, shapes: &RegionShapes, region: Region, (point, color): (Point, Color)) {
        let Some(gathered) = self.shapes.get_mut(&shapes.shape(region).0) else { return };
        let places = shapes
            .views(region)
            .filter_map(|view| region.cell(point, view.is_mirrored).map(|cell| cell * 2 + view.ink(color) as u8));
        let Some(place) = places.min() else { return };
        match gathered.answers.iter_mut().find(|answer| answer.place == place) {
            Some(answer) => answer.n += 1,
            None => gathered.answers.push(Answer { place, n: 1 }),
        }
    }
}

impl Gathered {
    fn into_shape(mut self, key: u64, config: &MEvalConfig) -> KnownShape {
        let n = f64::from(self.n_counted.max(1));
        let mean = self.sums.map(|sum| sum / n);
        let deviation = [0, 1].map(|ink| (self.squares[ink] / n - mean[ink] * mean[ink]).max(0.0).sqrt() as f32);
        self.answers.sort_by_key(|answer| (std::cmp::Reverse(answer.n), answer.place));
        let all: u32 = self.answers.iter().map(|answer| answer.n).sum();
        let least = config.min_answer_share * f64::from(all);
        self.answers.retain(|answer| f64::from(answer.n) >= least);
        self.answers.truncate(config.answers);
        KnownShape {
            key,
            kind: self.kind,
            stones: self.stones,
            n_seen: self.n_seen,
            n_counted: self.n_counted,
            mean: mean.map(|mean| mean as f32),
            deviation,
            answers: self.answers,
        }
    }
}

/// The shapes of the games that are seen often enough, in the order of their keys.
pub(super) fn harvest(
    config: &MEvalConfig,
    games: &[&FinishedGame<'_>],
    step: &mut dyn FnMut(usize),
) -> Vec<KnownShape> {
    let mut tally = Tally::default();
    for (number, finished) in games.iter().enumerate() {
        watch(finished.game, config.plies, &mut tally);
        step(number + 1);
    }
    let often = tally.0.into_iter().filter(|&(_, n)| n >= config.min_seen);
    let shapes = often.map(|(key, _)| (key, Gathered::default())).collect();
    let mut gatherer = Gatherer { shapes, owners: None };
    for (number, finished) in games.iter().enumerate() {
        gatherer.owners = finished.owners.as_ref();
        watch(finished.game, config.plies, &mut gatherer);
        step(games.len() + number + 1);
    }
    let mut shapes: Vec<KnownShape> =
        gatherer.shapes.into_iter().map(|(key, gathered)| gathered.into_shape(key, config)).collect();
    shapes.sort_by_key(|shape| shape.key);
    shapes
}
