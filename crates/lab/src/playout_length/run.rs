//! Playouts from positions of games.

use go_board::{BoardSize, GameBoard};
use go_engine::playout::PlayoutConfig;
use go_engine::tree::{PlayoutEnd, sample_playouts};
use go_games::{Game, fingerprint};
use rayon::prelude::*;
use report::Progress;
use serde::Serialize;
use stable_hash::splitmix64::mix;

use super::config::{LengthSize, LengthStudy};
use crate::study::Scale;

/// A position of a game and what its playouts did.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Played {
    /// The number of the game, from 0.
    pub game: usize,
    /// Moves made before it.
    pub ply: usize,
    /// The mean number of stones that a playout put on the board.
    pub length: f64,
    /// Black's mean lead at the end.
    pub lead: f64,
    /// The variance of that lead from playout to playout.
    pub variance: f64,
    /// The share of playouts that Black won; a draw is half.
    pub black_won: f64,
    /// Black's lead as the record counts it, if it was counted.
    pub counted: Option<f64>,
}

/// The lengths of games played out from somewhere, moves before it included.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Lengths {
    /// Where they begin: moves of the game before the playouts.
    pub ply: usize,
    /// In rising order.
    pub lengths: Vec<usize>,
}

/// What was measured on one board.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BoardResult {
    /// Lines of the board.
    pub size: usize,
    /// From the empty board, and from the openings of games.
    pub lengths: Vec<Lengths>,
    /// Positions of games.
    pub positions: Vec<Played>,
}

/// A study and what it is run on.
pub struct LengthRun<'a> {
    /// The study.
    pub study: &'a LengthStudy,
    /// Of which scale the sizes are.
    pub scale: Scale,
    /// How much is played out.
    pub size: LengthSize,
    /// Games of each board.
    pub boards: &'a [(BoardSize, Vec<Game>)],
    /// Where the games are from.
    pub source: String,
    /// Decides the playouts.
    pub seed: u64,
}

/// The base policy, to the end: mercy would cut the longest ends off.
fn policy() -> PlayoutConfig {
    PlayoutConfig { mercy: 0.0, ..PlayoutConfig::default() }
}

/// The opening of the thesis is "e.g., 30" moves on 19x19; other boards have as large a share of their points.
fn opening(size: BoardSize) -> usize {
    size.area() * 30 / 361
}

/// Moves of the game without the passes at its end.
fn n_moves(game: &Game) -> usize {
    game.turns.iter().rposition(|turn| !turn.mv().is_pass()).map_or(0, |last| last + 1)
}

/// The position after so many moves; `None` if the record cannot be played.
fn board_after(game: &Game, ply: usize) -> Option<GameBoard> {
    let mut board = GameBoard::new(game.size, game.rules.unwrap_or_default().rules(), game.komi_or_usual());
    board.set_up(&game.setup[0], &game.setup[1], &[]).ok()?;
    board.set_to_move(game.first_player);
    for turn in game.turns.get(..ply)? {
        board.play_recorded(turn.color(), turn.mv()).ok()?;
    }
    Some(board)
}

impl LengthRun<'_> {
    /// Plays out. The result does not depend on the number of threads.
    pub fn run(&self, progress: &dyn Progress) -> Vec<BoardResult> {
        progress.start("games", Some(self.boards.iter().map(|(_, games)| self.n_games(games) as u64).sum()));
        let results = self.boards.iter().map(|(size, games)| self.on_board(*size, games, progress)).collect();
        progress.finish();
        results
    }

    fn n_games(&self, games: &[Game]) -> usize {
        games.len().min(self.size.games)
    }

    fn on_board(&self, size: BoardSize, games: &[Game], progress: &dyn Progress) -> BoardResult {
        let games = &games[..self.n_games(games)];
        let empty = GameBoard::new(size, go_board::RuleSet::Chinese.rules(), 7.5);
        let from_empty = sample_playouts(&empty, &policy(), self.size.length_playouts, self.seed);
        let each = self.size.length_playouts.div_ceil(games.len().max(1));
        let of_game = |(number, game): (usize, &Game)| {
            let seed = |ply: usize| mix(fingerprint(game) ^ mix(self.seed ^ ply as u64));
            let in_opening = board_after(game, opening(size)).filter(|_| n_moves(game) > opening(size));
            let opened =
                in_opening.map_or(Vec::new(), |board| sample_playouts(&board, &policy(), each, seed(usize::MAX)));
            let n = n_moves(game);
            let mut plies: Vec<usize> = (1..=self.size.positions).map(|nth| n * nth / self.size.positions).collect();
            plies.dedup();
            let played = plies.into_iter().filter_map(|ply| {
                let ends = sample_playouts(&board_after(game, ply)?, &policy(), self.size.playouts, seed(ply));
                played(&ends, (number, ply), game.counted_lead().map(f64::from))
            });
            let played: Vec<Played> = played.collect();
            progress.advance(1);
            (opened, played)
        };
        let (opened, positions): (Vec<Vec<PlayoutEnd>>, Vec<Vec<Played>>) =
            games.par_iter().enumerate().map(of_game).unzip();
        let lengths = [(0, from_empty), (opening(size), opened.concat())];
        BoardResult {
            size: usize::from(size.get()),
            lengths: lengths.into_iter().map(|(ply, ends)| lengths_of(ply, &ends)).collect(),
            positions: positions.concat(),
        }
    }
}

fn lengths_of(ply: usize, ends: &[PlayoutEnd]) -> Lengths {
    let mut lengths: Vec<usize> = ends.iter().map(|end| ply + end.n_stones).collect();
    lengths.sort_unstable();
    Lengths { ply, lengths }
}

/// What some playouts from a position did; `None` if they are fewer than a variance needs.
fn played(ends: &[PlayoutEnd], (game, ply): (usize, usize), counted: Option<f64>) -> Option<Played> {
    let n = ends.len() as f64;
    let mean = |of: fn(&PlayoutEnd) -> f64| ends.iter().map(of).sum::<f64>() / n;
    let lead = mean(|end| f64::from(end.lead));
    let squares: f64 = ends.iter().map(|end| (f64::from(end.lead) - lead).powi(2)).sum();
    (ends.len() >= 2).then(|| Played {
        game,
        ply,
        length: mean(|end| end.n_stones as f64),
        lead,
        variance: squares / (n - 1.0),
        black_won: mean(|end| if end.lead == 0.0 { 0.5 } else { f64::from(u8::from(end.lead > 0.0)) }),
        counted,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playout_length::length_studies;
    use crate::study::small_games;
    use report::Silent;

    #[test]
    fn playouts_become_figures() {
        let end = |n_stones, lead| PlayoutEnd { n_stones, lead, by_mercy: false };
        let found = played(&[end(10, 3.0), end(14, -1.0), end(12, 1.0)], (4, 7), Some(2.0)).expect("three");
        assert_eq!((found.length, found.lead, found.variance, found.black_won), (12.0, 1.0, 4.0, 2.0 / 3.0));
        assert_eq!(played(&[end(10, 3.0)], (0, 0), None), None);
    }

    #[test]
    fn a_small_run_repeats_and_lengths_fall_with_the_game() {
        let study = &length_studies()[0];
        let boards = [(BoardSize::NINE, small_games().test.into_iter().take(4).collect::<Vec<_>>())];
        let size = LengthSize { games: 3, positions: 4, playouts: 20, length_playouts: 30 };
        let source = "shipped".to_owned();
        let run = LengthRun { study, scale: Scale::Small, size, boards: &boards, source, seed: 1 };
        let result = run.run(&Silent);
        assert_eq!(result, run.run(&Silent));
        let nine = &result[0];
        assert_eq!((nine.lengths[0].lengths.len(), nine.lengths[1].lengths.len()), (30, 30));
        assert!(nine.lengths[0].lengths.is_sorted() && nine.lengths[1].ply == 6);
        assert_eq!(nine.positions.iter().map(|played| played.game).max(), Some(2));
        for game in nine.positions.chunk_by(|a, b| a.game == b.game) {
            assert_eq!(game.len(), 4);
            assert!(game[0].length > game[3].length + 10.0, "{game:?}");
        }
    }
}
