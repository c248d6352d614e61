//! Positions of finished games with what became of them, drawn at random.

use super::Owners;
use super::config::TerritoryConfig;
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
    fn new(position: &Position, finished: &FinishedGame<'_>, symmetry: Symmetry, reader: &mut PlaneReader) -> Lesson {
        let size = position.board.size();
        let mut lesson = Lesson { side: usize::from(size.get()), ply: position.move_number, ..Lesson::default() };
        reader.read(position, symmetry, &mut lesson.planes, &mut lesson.globals);
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
}

/// Games to learn from and games to validate with, split by their fingerprints.
pub(crate) struct Split<'a> {
    pub(crate) counted: Vec<&'a FinishedGame<'a>>,
    pub(crate) resigned: Vec<&'a FinishedGame<'a>>,
    pub(crate) held: Vec<&'a FinishedGame<'a>>,
}

impl<'a> Split<'a> {
    pub(crate) fn new(config: &TerritoryConfig, games: &'a [FinishedGame<'a>]) -> Split<'a> {
        let mut split = Split { counted: Vec::new(), resigned: Vec::new(), held: Vec::new() };
        let mut prints: Option<Fingerprinter> = None;
        for finished in games {
            let print = prints.get_or_insert_with(|| Fingerprinter::new(finished.game.size)).fingerprint(finished.game);
            match &finished.owners {
                Some(_) if mix(print ^ config.seed).is_multiple_of(config.validate_one_in) => split.held.push(finished),
                Some(_) => split.counted.push(finished),
                None if finished.game.winner_on_board().is_some() => split.resigned.push(finished),
                None => {}
            }
        }
        split
    }
}

/// Draws a position of a game: any ply with the same chance, turned at random.
fn draw(finished: &FinishedGame<'_>, rng: &mut Xoshiro256PlusPlus, reader: &mut PlaneReader) -> Option<Lesson> {
    let ply = rng.random_range(0..finished.game.turns.len().max(1));
    let symmetry = Symmetry::ALL[rng.random_range(0..Symmetry::ALL.len())];
    let mut replay = Replay::new(finished.game);
    for _ in 0..ply {
        replay.next_position()?;
    }
    let (position, _) = replay.next_position()?;
    Some(Lesson::new(position, finished, symmetry, reader))
}

impl Split<'_> {
    /// The lesson with that number: the same for the same settings, whatever was drawn before.
    pub(crate) fn lesson(&self, config: &TerritoryConfig, number: u64, reader: &mut PlaneReader) -> Option<Lesson> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(mix(config.seed ^ mix(number)));
        let from_resigned = !self.resigned.is_empty() && rng.random_bool(config.resigned_share);
        let games = if from_resigned || self.counted.is_empty() { &self.resigned } else { &self.counted };
        draw(games[rng.random_range(0..games.len())], &mut rng, reader)
    }

    /// A lesson of a game kept apart.
    pub(crate) fn held_lesson(
        &self,
        config: &TerritoryConfig,
        number: u64,
        reader: &mut PlaneReader,
    ) -> Option<Lesson> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(mix(!config.seed ^ mix(number)));
        let finished = self.held.get(number as usize % self.held.len().max(1))?;
        draw(finished, &mut rng, reader)
    }
}
