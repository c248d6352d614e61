//! Fits what a move is expected to have lost, and how likely it was a mistake: `cargo run --release -p lab --example marks -- PREDICTOR.model JUDGED.jsonl JOURNALS [JUDGED.jsonl JOURNALS ...]`.
//!
//! JUDGED holds a referee's judgements (docs/judge.md), JOURNALS is the folder that `tesuji judge` keeps for the same games; reviews that are not complete count as far as
//! they go. Prints the figures of these games with the factors that ship, as `tesuji judge` does, then factors fitted on them, as text and as Rust
//! (`crates/go-review/src/expected_loss.rs`), and how well such factors hold on games that were left out.

use std::error::Error;
use std::path::Path;

use go_models::Model;
use lab::judge::{Figures, JudgeReport, PairedGame, read_judged_games};
use lab::marks::{Journals, fit_and_report, rows};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [predictor, files @ ..] = &arguments[..] else {
        return Err("usage: marks PREDICTOR.model JUDGED.jsonl JOURNALS [JUDGED.jsonl JOURNALS ...]".into());
    };
    let model = Model::from_bytes(&std::fs::read(predictor)?)?;
    let (mut pairs, mut moves) = (Vec::new(), Vec::new());
    for pair in files.chunks_exact(2) {
        let journals = Journals::read(Path::new(&pair[1]))?;
        for game in read_judged_games(&std::fs::read(&pair[0])?, None)? {
            let Some(reviewed) = journals.of(&game).filter(|reviewed| reviewed.judgements.len() > 1) else { continue };
            println!("{}: {} positions, {} playouts", game.id, reviewed.judgements.len(), reviewed.plan.n_playouts);
            moves.extend(rows(pairs.len(), &game, &reviewed.judgements, &model));
            pairs.push(PairedGame::new(&game, &reviewed.judgements, &model));
        }
    }
    let figures = Figures::new(&pairs);
    let report = JudgeReport { games: &pairs, figures: &figures, engine: "Tesuji", referee: "the referee" };
    println!("{}", report.to_terminal());
    let (fitted, text) = fit_and_report(&moves);
    println!("{text}{fitted:?}");
    Ok(())
}
