//! Positions of finished games with what became of them, drawn at random.

use super::config::TerritoryConfig;
use super::judged::JudgedPosition;
use super::{JudgedGame, Owners, Teachers};
use go_board::{Color, Position, Symmetry};
use go_features::planes::PlaneReader;
use go_games::{Fingerprinter, Game, Replay};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use stable_hash::splitmix64::mix;

/// A finished game, with its final owners if it was counted and they are known.
#[derive(Clone, Debug)]
pub struct FinishedGame<'g> {
    /// The game.
    pub game: &'g Game,
    /// Who owned what.
    pub owners: Option<Owners>,
}

/// A position as the network sees it, with what it should answer, from the point of view of the side to move.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Lesson {
    pub(crate) side: usize,
    pub(crate) planes: Vec<f32>,
    pub(crate) globals: Vec<f32>,
    /// The chance of every point to be the mover's.
    pub(crate) cells: Option<Vec<f32>>,
    /// 1 if the mover won.
    pub(crate) result: Option<f32>,
    /// The mover's area lead at the end.
    pub(crate) lead: Option<f32>,
    pub(crate) ply: usize,
}

impl Lesson {
    /// A position with nothing to answer.
    fn unanswered(position: &Position, symmetry: Symmetry, reader: &mut PlaneReader) -> Lesson {
        let side = usize::from(position.board.size().get());
        let mut lesson = Lesson { side, ply: position.move_number, ..Lesson::default() };
        reader.read(position, symmetry, &mut lesson.planes, &mut lesson.globals);
        lesson
    }

    /// What became of a position.
    fn ended(position: &Position, finished: &FinishedGame<'_>, symmetry: Symmetry, reader: &mut PlaneReader) -> Lesson {
        let size = position.board.size();
        let mut lesson = Lesson::unanswered(position, symmetry, reader);
        let mover = position.to_move;
        lesson.result = finished.game.winner_on_board().map(|winner| if winner == mover { 1.0 } else { 0.0 });
        if let Some(owners) = &finished.owners {
            let mut cells = vec![0.5; size.area()];
            for point in size.points() {
                let chance = owners.of(point).map(|owner| if owner == mover { 1.0 } else { 0.0 });
                cells[size.dense_index(symmetry.apply(size, point))] = chance.unwrap_or(0.5);
            }
            lesson.cells = Some(cells);
            let sign = if mover == Color::Black { 1.0 } else { -1.0 };
            lesson.lead = Some(sign * owners.lead() as f32);
        }
        lesson
    }

    /// What a referee says of a position.
    fn judged(position: &Position, judged: &JudgedPosition, symmetry: Symmetry, reader: &mut PlaneReader) -> Lesson {
        let size = position.board.size();
        let mut lesson = Lesson::unanswered(position, symmetry, reader);
        let is_black = position.to_move == Color::Black;
        let sign = if is_black { 1.0 } else { -1.0 };
        let mut cells = vec![0.5; size.area()];
        for (point, &owns) in size.points().zip(&judged.black_owns) {
            cells[size.dense_index(symmetry.apply(size, point))] = 0.5 + 0.5 * sign * f32::from(owns) / 100.0;
        }
        lesson.cells = Some(cells);
        lesson.result = Some(if is_black { judged.black_wins } else { 1.0 - judged.black_wins });
        lesson.lead = judged.black_lead.map(|lead| sign * (lead + position.komi));
        lesson
    }
}

/// Games to learn from and games to validate with, split by their fingerprints.
pub(crate) struct Split<'a> {
    pub(crate) counted: Vec<&'a FinishedGame<'a>>,
    pub(crate) resigned: Vec<&'a FinishedGame<'a>>,
    pub(crate) held: Vec<&'a FinishedGame<'a>>,
    pub(crate) judged: Vec<&'a JudgedGame<'a>>,
    pub(crate) held_judged: Vec<&'a JudgedGame<'a>>,
}

impl<'a> Split<'a> {
    pub(crate) fn new(config: &TerritoryConfig, teachers: Teachers<'a>) -> Split<'a> {
        let mut split = Split {
            counted: Vec::new(),
            resigned: Vec::new(),
            held: Vec::new(),
            judged: Vec::new(),
            held_judged: Vec::new(),
        };
        let mut prints: Option<Fingerprinter> = None;
        let mut is_held = |game: &Game| {
            let print = prints.get_or_insert_with(|| Fingerprinter::new(game.size)).fingerprint(game);
            mix(print ^ config.seed).is_multiple_of(config.validate_one_in)
        };
        for finished in teachers.finished {
            match (&finished.owners, is_held(finished.game)) {
                (Some(_), true) => split.held.push(finished),
                (Some(_), false) => split.counted.push(finished),
                // What a referee says of it may be part of the validation.
                (None, false) if finished.game.winner_on_board().is_some() => split.resigned.push(finished),
                (None, _) => {}
            }
        }
        for judged in teachers.judged.iter().filter(|judged| !judged.positions.is_empty()) {
            if is_held(judged.game) { split.held_judged.push(judged) } else { split.judged.push(judged) }
        }
        split
    }

    /// The games that are learned from.
    pub(crate) fn learned(&self) -> impl Iterator<Item = &'a Game> {
        let finished = self.counted.iter().chain(&self.resigned).map(|finished| finished.game);
        finished.chain(self.judged.iter().map(|judged| judged.game))
    }
}

/// The position before that move of a game.
fn replayed(game: &Game, ply: usize) -> Option<Position> {
    let mut replay = Replay::new(game);
    for _ in 0..ply.min(game.turns.len()) {
        replay.next_position()?;
    }
    match ply < game.turns.len() {
        true => replay.next_position().map(|(position, _)| position.clone()),
        false => Some(replay.into_final_position()),
    }
}

fn any<'a, T>(items: &'a [T], rng: &mut Xoshiro256PlusPlus) -> &'a T {
    &items[rng.random_range(0..items.len())]
}

/// Draws a position of a game: any ply with the same chance, turned at random.
fn draw(finished: &FinishedGame<'_>, rng: &mut Xoshiro256PlusPlus, reader: &mut PlaneReader) -> Option<Lesson> {
    let ply = rng.random_range(0..finished.game.turns.len().max(1));
    let symmetry = *any(&Symmetry::ALL, rng);
    Some(Lesson::ended(&replayed(finished.game, ply)?, finished, symmetry, reader))
}

/// Draws a judged position of a game, turned at random.
fn draw_judged(judged: &JudgedGame<'_>, rng: &mut Xoshiro256PlusPlus, reader: &mut PlaneReader) -> Option<Lesson> {
    let position = any(&judged.positions, rng);
    let symmetry = *any(&Symmetry::ALL, rng);
    Some(Lesson::judged(&replayed(judged.game, position.ply)?, position, symmetry, reader))
}

impl Split<'_> {
    /// The lesson with that number: the same for the same settings, whatever was drawn before.
    pub(crate) fn lesson(&self, config: &TerritoryConfig, number: u64, reader: &mut PlaneReader) -> Option<Lesson> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(mix(config.seed ^ mix(number)));
        if !self.judged.is_empty() && (self.counted.is_empty() || rng.random_bool(config.judged_share)) {
            let judged = *any(&self.judged, &mut rng);
            return draw_judged(judged, &mut rng, reader);
        }
        let from_resigned = !self.resigned.is_empty() && rng.random_bool(config.resigned_share);
        let games = if from_resigned || self.counted.is_empty() { &self.resigned } else { &self.counted };
        let finished = *any(games, &mut rng);
        draw(finished, &mut rng, reader)
    }

    /// A lesson of a game kept apart: judged ones where there are any.
    pub(crate) fn held_lesson(
        &self,
        config: &TerritoryConfig,
        number: u64,
        reader: &mut PlaneReader,
    ) -> Option<Lesson> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(mix(!config.seed ^ mix(number)));
        if !self.held_judged.is_empty() {
            return draw_judged(self.held_judged[number as usize % self.held_judged.len()], &mut rng, reader);
        }
        let finished = self.held.get(number as usize % self.held.len().max(1))?;
        draw(finished, &mut rng, reader)
    }
}
