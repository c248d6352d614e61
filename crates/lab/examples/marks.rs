//! Fits what a move is expected to have lost, and how likely it was a mistake: `cargo run --release -p lab --example marks -- PREDICTOR.model JUDGED.jsonl JOURNALS [JUDGED.jsonl JOURNALS ...]`.
//!
//! JUDGED holds a referee's judgements (docs/judge.md), JOURNALS is the folder that `tesuji judge` keeps for the same games; reviews that are not complete count as far as
//! they go. Prints the figures of these games as `tesuji judge` does, of every position on its own and of the course of the game with the factors that ship, then factors fitted on them, as text and as Rust
//! (`crates/go-review/src/expected_loss.rs`), and how well such factors hold on games that were left out.

use std::error::Error;
use std::path::Path;

use go_models::Model;
use lab::judge::{Figures, JudgeReport, PairedGame, our_values, read_judged_games};
use lab::marks::{Journals, fit_and_report, rows};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [predictor, files @ ..] = &arguments[..] else {
        return Err("usage: marks PREDICTOR.model JUDGED.jsonl JOURNALS [JUDGED.jsonl JOURNALS ...]".into());
    };
    let model = Model::from_bytes(&std::fs::read(predictor)?)?;
    let (mut pairs, mut alone, mut moves) = (Vec::new(), Vec::new(), Vec::new());
    for pair in files.chunks_exact(2) {
        let journals = Journals::read(Path::new(&pair[1]))?;
        for game in read_judged_games(&std::fs::read(&pair[0])?, None)? {
            let Some(reviewed) = journals.of(&game).filter(|reviewed| reviewed.judgements.len() > 1) else { continue };
            println!("{}: {} positions, {} playouts", game.id, reviewed.judgements.len(), reviewed.plan.n_playouts);
            moves.extend(rows(pairs.len(), &game, &reviewed.judgements, &model));
            let pair = PairedGame::new(&game, &reviewed.judgements, &model);
            let judged = reviewed.judgements.iter().enumerate();
            let ours = judged.map(|(ply, judgement)| our_values(&game.subject, ply, judgement)).collect();
            alone.push(PairedGame { ours, ..pair.clone() });
            pairs.push(pair);
        }
    }
    for (engine, games) in [("Every position on its own", &alone), ("The course of the game", &pairs)] {
        let figures = Figures::new(games);
        println!("{}", JudgeReport { games, figures: &figures, engine, referee: "the referee" }.to_terminal());
    }
    let (fitted, text) = fit_and_report(&moves);
    println!("{text}{fitted:?}");
    Ok(())
}
