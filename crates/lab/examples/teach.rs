//! What a model of final ownership says of random positions, as judgements that a smaller one can learn from:
//! `cargo run --release -p lab --example teach -- TERRITORY.model GAMES N > judged.jsonl`, then `tesuji learn --config configs/foresight-19x19.toml --judged judged.jsonl`.
//!
//! GAMES is an SGF file or a collection on one size of board, N how many positions of every game are drawn. One look a position: what one look misses, others even out.

use std::error::Error;
use std::io::{BufWriter, Write};

use go_board::Position;
use go_games::{Game, Importer, Replay, fingerprint, read_games, tree_from_game};
use go_models::Appraiser;
use go_models::territory::TerritoryModel;
use rayon::prelude::*;
use serde_json::{Value, json};
use sgf::Layout;
use stable_hash::splitmix64;

fn judged(model: &TerritoryModel, position: &Position, ply: usize) -> Value {
    let appraisal = model.appraise(position);
    let percent = |owner: f32| (100.0 * owner).round() as i32;
    let owners: Vec<i32> = position.board.size().points().map(|point| percent(appraisal.ownership[point])).collect();
    json!({
        "ply": ply,
        "black_win": appraisal.black_wins,
        "black_lead": appraisal.area_lead - position.komi,
        "black_owns": owners,
    })
}

/// One line of the file. The positions that are drawn depend on the game alone.
fn line(model: &TerritoryModel, game: &Game, n: usize) -> String {
    let print = fingerprint(game);
    let drawn: Vec<usize> =
        (0..n).map(|i| splitmix64::nth(print, i as u64) as usize % game.turns.len().max(1)).collect();
    let mut replay = Replay::new(game);
    let mut positions = Vec::new();
    for ply in 0..game.turns.len() {
        let Some((position, _)) = replay.next_position() else { break };
        if drawn.contains(&ply) {
            positions.push(judged(model, position, ply));
        }
    }
    let sgf = sgf::write_game(&tree_from_game(game), Layout::Compact);
    json!({ "referee": model.name(), "sgf": sgf, "positions": positions }).to_string()
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [model, file, n] = &arguments[..] else {
        return Err("usage: teach TERRITORY.model GAMES N".into());
    };
    let model = TerritoryModel::from_bytes(&std::fs::read(model)?)?;
    let n: usize = n.parse()?;
    let mut importer = Importer::default();
    importer.add(file, read_games(&std::fs::read(file)?));
    let (games, _) = importer.finish();
    let mut out = BufWriter::new(std::io::stdout().lock());
    for some in games.chunks(1000) {
        let lines: Vec<String> = some.par_iter().map(|game| line(&model, game, n)).collect();
        for line in lines {
            writeln!(out, "{line}")?;
        }
    }
    Ok(out.flush()?)
}
