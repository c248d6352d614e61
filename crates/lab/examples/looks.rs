//! How well a model of final ownership agrees with a referee by looking alone: `cargo run --release -p lab --example looks -- TERRITORY.model JUDGED.jsonl ...`.
//!
//! For every file, by one look and by the mean of eight (with care, as for what people are shown), the rank correlations of lead and win rate and the mean difference of the leads, over all positions and by stage, and the rank correlations of their
//! changes from one position to the next. `tesuji judge` measures the same of what people are shown, with a search.

use std::error::Error;

use go_board::Position;
use go_games::{Game, Replay};
use go_models::territory::TerritoryModel;
use go_models::{Appraisal, Appraiser};
use lab::judge::{JudgedGame, read_judged_games};
use learn::stats::spearman;
use rayon::prelude::*;

/// A judged position: ours and the referee's, Black's win rate and lead.
struct Pair {
    ply: usize,
    ours: [f64; 2],
    theirs: [f64; 2],
}

fn positions(game: &Game) -> Vec<Position> {
    let mut replay = Replay::new(game);
    let mut positions = Vec::new();
    while let Some((position, _)) = replay.next_position() {
        positions.push(position.clone());
    }
    positions.push(replay.into_final_position());
    positions
}

fn pairs(appraise: &(dyn Fn(&Position) -> Appraisal + Sync), judged: &JudgedGame) -> Vec<Pair> {
    let positions = positions(judged.subject.game());
    let look = |(ply, (position, theirs)): (usize, (&Position, &Option<lab::judge::RefereePosition>))| {
        let theirs = theirs.as_ref()?.values;
        let appraisal = appraise(position);
        let ours = [f64::from(appraisal.black_wins), f64::from(appraisal.area_lead - position.komi)];
        Some(Pair { ply, ours, theirs: [theirs.win, theirs.lead?] })
    };
    positions.iter().zip(&judged.positions).enumerate().filter_map(look).collect()
}

fn correlation(pairs: &[(f64, f64)]) -> f64 {
    let (ours, theirs): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
    spearman(&ours, &theirs).coefficient
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [model, files @ ..] = &arguments[..] else {
        return Err("usage: looks TERRITORY.model JUDGED.jsonl ...".into());
    };
    let model = TerritoryModel::from_bytes(&std::fs::read(model)?)?;
    println!("| file | looks | stage | positions | win rate | lead | difference | changes of win rate | of lead |");
    println!("|---|---|---|---|---|---|---|---|---|");
    for file in files {
        let judged = read_judged_games(&std::fs::read(file)?, None)?;
        print_rows(&format!("{file} | 1"), &judged, &|position| model.appraise(position));
        print_rows(&format!("{file} | 8"), &judged, &|position| model.appraise_with_care(position));
    }
    Ok(())
}

fn print_rows(what: &str, judged: &[JudgedGame], appraise: &(dyn Fn(&Position) -> Appraisal + Sync)) {
    let games: Vec<Vec<Pair>> = judged.par_iter().map(|judged| pairs(appraise, judged)).collect();
    for (name, plies) in
        [("all", 0..1000), ("0-39", 0..40), ("40-79", 40..80), ("80-119", 80..120), ("120+", 120..1000)]
    {
        let of = |value: usize| -> Vec<(f64, f64)> {
            let pairs = games.iter().flatten().filter(|pair| plies.contains(&pair.ply));
            pairs.map(|pair| (pair.ours[value], pair.theirs[value])).collect()
        };
        let changes = |value: usize| -> Vec<(f64, f64)> {
            let of_game = games.iter().flat_map(|pairs| pairs.windows(2));
            let next = of_game.filter(|pair| pair[0].ply + 1 == pair[1].ply && plies.contains(&pair[0].ply));
            let change = |pair: &[Pair]| {
                (pair[1].ours[value] - pair[0].ours[value], pair[1].theirs[value] - pair[0].theirs[value])
            };
            next.map(change).collect()
        };
        let leads = of(1);
        let difference = leads.iter().map(|(ours, theirs)| (ours - theirs).abs()).sum::<f64>() / leads.len() as f64;
        println!(
            "| {what} | {name} | {} | {:.3} | {:.3} | {difference:.1} | {:.3} | {:.3} |",
            leads.len(),
            correlation(&of(0)),
            correlation(&leads),
            correlation(&changes(0)),
            correlation(&changes(1)),
        );
    }
}
