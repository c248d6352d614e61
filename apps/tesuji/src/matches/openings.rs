//! Openings from the command line: random ones, or the first moves of recorded games.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use arena::contest::Opening;
use go_board::Color;
use go_games::{Game, Importer, read_games_within};

use crate::games::inputs;

/// What `--openings` and `--opening-moves` mean; `None` when neither is given.
pub(super) fn from_arguments(file: Option<&Path>, n_moves: Option<usize>, size: usize) -> Result<Option<Opening>> {
    let Some(n_moves) = n_moves else { return Ok(None) };
    let Some(file) = file else { return Ok(Some(Opening::Random { moves: n_moves })) };
    let bytes = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    let games =
        read_games_within(&bytes, &inputs::budget()).with_context(|| format!("cannot read {}", file.display()))?;
    let mut importer = Importer::default();
    importer.add(&file.display().to_string(), Ok(games));
    let (games, _) = importer.finish();
    let lines: Vec<Vec<String>> = games.iter().filter_map(|game| first_moves(game, n_moves, size)).collect();
    if lines.is_empty() {
        bail!("{} has no even game on {size}x{size} with {n_moves} moves", file.display());
    }
    Ok(Some(Opening::Lines(lines)))
}

/// The first moves of an even game, Black's first and none a pass.
fn first_moves(game: &Game, n_moves: usize, size: usize) -> Option<Vec<String>> {
    let is_even = usize::from(game.size.get()) == size && game.setup.iter().all(Vec::is_empty);
    let turns = game.turns.get(..n_moves).filter(|_| is_even)?;
    turns
        .iter()
        .enumerate()
        .map(|(index, turn)| {
            let point = turn.mv().point().filter(|_| turn.color() == Color::BOTH[index % 2])?;
            Some(game.size.name(point))
        })
        .collect()
}
