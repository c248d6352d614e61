//! Plays the games of a study of players without search. Every finished cell is kept, so that an interrupted run goes on.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use go_board::{Board, BoardSize, ChainId, Color, EyePotential, Move, Point, Position};
use go_games::Game;
use learn::classify::Learner;
use output_files::write_whole;
use report::Progress;
use serde::{Deserialize, Serialize};
use stable_hash::Fnv1a;

use super::classifier_player::{ClassifierPlayer, SIDE, training_table};
use super::config::RawPlayStudy;
use super::pattern_player::PatternPlayer;
use crate::only::Only;
use crate::study::Scale;

/// Section 6.2.
const KOMI: f32 = 6.5;
/// A game of players that never pass ends here.
const MAX_MOVES: usize = 300;

/// Somebody who plays Black.
pub trait Opponent {
    /// Its move in a position where Black is to move.
    fn choose(&mut self, position: &Position) -> Result<Move>;
    /// White has moved.
    fn see(&mut self, mv: Move) -> Result<()>;
}

impl Opponent for PatternPlayer {
    fn choose(&mut self, position: &Position) -> Result<Move> {
        Ok(PatternPlayer::choose(self, position))
    }

    fn see(&mut self, _mv: Move) -> Result<()> {
        Ok(())
    }
}

/// What Tables 3 to 7 are made of.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The classifier's stones at the end.
    pub stones: usize,
    /// Its stones on the board, the mean over all moves.
    pub mean_stones: f64,
    /// Black's lead, all stones alive, komi counted.
    pub lead: f64,
    /// Its single-point eyes at the end.
    pub eyes: usize,
    /// Does a chain of it touch two of them?
    pub is_safe: bool,
    /// The opponent's stones that it captured.
    pub captured: usize,
}

/// A study to be run.
pub struct RawPlayRun<'a> {
    /// What.
    pub study: &'a RawPlayStudy,
    /// How much of it.
    pub scale: Scale,
    /// Games to learn from.
    pub games: &'a [Game],
    /// Where they come from, in words.
    pub source: String,
    /// Games of every cell.
    pub n_games: u64,
    /// Starts the second opponent for a game; `None` leaves it out.
    pub program: Option<&'a dyn Fn(u64) -> Result<Box<dyn Opponent>>>,
    /// Where finished cells are kept.
    pub work: PathBuf,
    /// Decides random choices.
    pub seed: u64,
    /// Only rows and opponents with these labels; all if empty.
    pub only: Vec<String>,
}

impl RawPlayRun<'_> {
    /// The games of every row against both opponents.
    pub fn run(&self, progress: &dyn Progress) -> Result<Vec<[Option<Vec<GameRecord>>; 2]>> {
        fs::create_dir_all(&self.work).with_context(|| format!("cannot make {}", self.work.display()))?;
        let table = training_table(self.games, self.study.size(self.scale).moves, self.seed);
        ensure!(table.n_rows() > 0, "no move of White on 9x9 to learn from");
        progress.start(&self.study.name, Some(2 * self.study.rows.len() as u64));
        let mut results = Vec::new();
        let opponents = [RawPlayStudy::PATTERNS, RawPlayStudy::PROGRAM];
        let only = Only::new(&self.only, self.study.rows.iter().map(|row| row.label.as_str()), opponents);
        for row in &self.study.rows {
            let mut of_row = [None, None];
            for (place, opponent) in opponents.into_iter().enumerate() {
                progress.advance(1);
                if !only.wants(&row.label, opponent) || (place == 1 && self.program.is_none()) {
                    continue;
                }
                progress.note(&format!("{}, {opponent}", row.label));
                let mut hash = Fnv1a::default();
                let key = (&row.learner, opponent, &self.study.opponent, self.seed, table.n_rows(), self.games.len());
                hash.write_text(&format!("{key:?}"));
                table.rows().take(200).flatten().for_each(|value| hash.write(&value.to_le_bytes()));
                let file = self.work.join(format!("play-{:016x}.json", hash.finish()));
                let known = fs::read(&file).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok());
                let mut played: Vec<GameRecord> = known.unwrap_or_default();
                if (played.len() as u64) < self.n_games {
                    let learner: Learner = row.learner.parse()?;
                    let mut player = ClassifierPlayer::fit(&learner, &table, self.seed)?;
                    while (played.len() as u64) < self.n_games {
                        let game = played.len() as u64 + 1;
                        played.push(match self.program.filter(|_| place == 1) {
                            Some(start) => play(&mut player, &mut *start(game)?)?,
                            None => play(&mut player, &mut PatternPlayer::new(self.seed << 32 | game))?,
                        });
                    }
                    write_whole(&file, serde_json::to_vec(&played)?)?;
                }
                played.truncate(self.n_games as usize);
                of_row[place] = Some(played);
            }
            results.push(of_row);
        }
        progress.finish();
        Ok(results)
    }
}

/// A game: Black begins, two passes end it.
fn play(player: &mut ClassifierPlayer, opponent: &mut dyn Opponent) -> Result<GameRecord> {
    let mut position = Position::new(BoardSize::NINE, KOMI);
    let (mut n_passes, mut n_moves, mut total) = (0, 0usize, 0usize);
    while n_passes < 2 && n_moves < MAX_MOVES {
        let mv = match position.to_move == SIDE {
            true => {
                let mv = player.choose(&position);
                opponent.see(mv)?;
                mv
            }
            false => opponent.choose(&position)?,
        };
        ensure!(mv.point().is_none_or(|point| position.is_legal(point)), "the opponent played an illegal move");
        n_passes = if mv.is_pass() { n_passes + 1 } else { 0 };
        position.play(mv);
        n_moves += 1;
        total += position.board.n_stones(SIDE);
    }
    let board = &position.board;
    let eyes: Vec<Point> =
        board.empty_points().iter().copied().filter(|&point| board.is_eye(point, SIDE, EyePotential::Counts)).collect();
    Ok(GameRecord {
        stones: board.n_stones(SIDE),
        mean_stones: total as f64 / n_moves as f64,
        lead: f64::from(board.area_lead()) - f64::from(KOMI),
        eyes: eyes.len(),
        is_safe: has_two_eyes(board, &eyes),
        captured: board.prisoners(SIDE),
    })
}

/// Does a chain touch two of the eyes?
fn has_two_eyes(board: &Board, eyes: &[Point]) -> bool {
    let chains_of = |eye: &Point| -> Vec<ChainId> {
        eye.neighbours()
            .into_iter()
            .filter(|&point| board.color_at(point) == Some(Color::White))
            .filter_map(|point| board.chain_at(point))
            .collect()
    };
    let touched: Vec<Vec<ChainId>> = eyes.iter().map(chains_of).collect();
    let share = |a: &[ChainId], b: &[ChainId]| a.iter().any(|chain| b.contains(chain));
    (0..touched.len()).any(|first| (0..first).any(|second| share(&touched[first], &touched[second])))
}
