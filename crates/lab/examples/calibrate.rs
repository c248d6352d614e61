//! Fits what people are shown (`go_engine::Calibration`) on results of games: `calibrate GAMES N PLAYOUTS [TERRITORY.model]`.
//!
//! One random position and the one after it are searched in each of N games. The chance to win is fitted by logistic regression with
//! factors that are at least 0, the points by the least absolute error against the final lead of counted games, and the share of the best move so
//! that the outlook does not change on average where the search's own choice was played. Prints the factors as Rust, and how well the chances
//! hold on a fifth of the games that was left out. Deterministic by the games.

use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use go_board::GameBoard;
use go_engine::knot_shares;
use go_engine::{
    Analysis, Calibration, Effort, EngineConfig, Findings, KNOTS, Player, Purpose, Task, TreePlayer, Watch,
};
use go_games::{Game, Importer, fingerprint, read_games};
use go_models::territory::TerritoryModel;
use go_models::{Appraiser, Model, Predictor};
use rayon::prelude::*;
use stable_hash::splitmix64::mix;

/// One position for the side to move.
struct Sample {
    best: Findings,
    mean: Findings,
    /// The same of the next position, for the same side, where the search's choice was played.
    next: Option<(Findings, Findings)>,
    /// The mover won.
    won: bool,
    /// The mover's lead at the end, if it was counted.
    lead: Option<f64>,
    held: bool,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [games, n_games, n_playouts, rest @ ..] = &arguments[..] else {
        return Err("usage: calibrate GAMES N PLAYOUTS PREDICTOR.model [TERRITORY.model]".into());
    };
    let (n_games, n_playouts): (usize, u64) = (n_games.parse()?, n_playouts.parse()?);
    let mut importer = Importer::new(go_games::Filter::default());
    importer.add(games, read_games(&std::fs::read(games)?));
    let (mut games, _) = importer.finish();
    games.retain(|game| game.winner_on_board().is_some() && game.turns.len() > 20);
    games.sort_by_cached_key(|game| mix(fingerprint(game)));
    games.truncate(n_games);
    let predictor: Arc<dyn Predictor> =
        Arc::new(Model::from_bytes(&std::fs::read(rest.first().ok_or("no predictor")?)?)?);
    let appraiser: Option<Arc<dyn Appraiser>> = match rest.get(1) {
        Some(file) => Some(Arc::new(TerritoryModel::from_bytes(&std::fs::read(file)?)?)),
        None => None,
    };
    let n_done = AtomicUsize::new(0);
    let samples: Vec<Sample> = games
        .par_iter()
        .filter_map(|game| {
            let found = sample(game, n_playouts, &predictor, appraiser.as_ref());
            let n = n_done.fetch_add(1, Ordering::Relaxed) + 1;
            if n.is_multiple_of(100) {
                eprintln!("{n} of {} games", games.len());
            }
            found
        })
        .collect();
    let calibration = fit(&samples);
    println!("{calibration:?}");
    reliability(&calibration, &samples);
    if appraiser.is_some() {
        let blind = |found: Findings| Findings { foreseen: 0.0, ..found };
        let samples: Vec<Sample> = samples
            .into_iter()
            .map(|sample| Sample { best: blind(sample.best), mean: blind(sample.mean), ..sample })
            .collect();
        let calibration = fit(&samples);
        println!("without the model of final ownership:\n{calibration:?}");
        reliability(&calibration, &samples);
    }
    Ok(())
}

/// The findings of a position for its side to move.
fn look(board: &GameBoard, player: &mut TreePlayer) -> Option<Analysis> {
    let mut seen = None;
    player.new_game();
    let mut show = |analysis: &Analysis| seen = Some(analysis.clone());
    let watch = Watch { every: Duration::MAX / 4, show: &mut show };
    player.choose(board, &mut Task { watch: Some(watch), ..Task::new(Purpose::Test) });
    seen
}

fn sample(
    game: &Game,
    n_playouts: u64,
    predictor: &Arc<dyn Predictor>,
    appraiser: Option<&Arc<dyn Appraiser>>,
) -> Option<Sample> {
    let print = fingerprint(game);
    let ply = (mix(print ^ 1) % (game.turns.len() as u64 - 1)) as usize;
    let mut board = GameBoard::new(game.size, game.rules.unwrap_or_default().rules(), game.komi_or_usual());
    board.set_up(&game.setup[0], &game.setup[1], &[]).ok()?;
    for turn in &game.turns[..ply] {
        board.play_recorded(turn.color(), turn.mv()).ok()?;
    }
    let next = game.turns[ply];
    board.set_to_move(next.color());
    let predictor = Arc::clone(predictor);
    let effort = Effort { n_playouts: Some(n_playouts), n_threads: 1, ..Effort::default() };
    let config = EngineConfig {
        conduct: go_engine::ConductConfig { handicap_stone: 0.0, ..Default::default() },
        ..Default::default()
    };
    let mut player = TreePlayer::new(
        config,
        effort,
        Box::new(move |_| Some(Arc::clone(&predictor))),
        print,
        Box::new(|| Duration::ZERO),
    );
    if let Some(appraiser) = appraiser.cloned() {
        player = player.with_appraisers(Box::new(move |_| Some(Arc::clone(&appraiser))));
    }
    let analysis = look(&board, &mut player)?;
    let (best, mean) = analysis.findings?;
    let mut after = None;
    if analysis.moves.first().is_some_and(|report| report.mv == next.mv())
        && board.play_recorded(next.color(), next.mv()).is_ok()
    {
        let turned = |found: Findings| Findings {
            lead: -found.lead,
            foreseen: -found.foreseen,
            win_rate: 1.0 - found.win_rate,
            ..found
        };
        after = look(&board, &mut player)
            .and_then(|analysis| analysis.findings)
            .map(|(best, mean)| (turned(best), turned(mean)));
    }
    let mover_is_black = next.color() == go_board::Color::Black;
    let lead = game.counted_lead().map(|lead| f64::from(if mover_is_black { lead } else { -lead }));
    let won = game.winner_on_board()? == next.color();
    Some(Sample { best, mean, next: after, won, lead, held: mix(print ^ 2).is_multiple_of(5) })
}

fn fit(samples: &[Sample]) -> Calibration {
    let n = KNOTS.len();
    let agreed: Vec<_> = samples.iter().filter_map(|sample| Some((sample, sample.next.as_ref()?))).collect();
    let sum = |of: &dyn Fn(&Sample, &(Findings, Findings)) -> f64| {
        agreed.iter().map(|(sample, next)| of(sample, next)).sum::<f64>()
    };
    let of_best = sum(&|sample, next| sample.best.lead - next.0.lead);
    let of_mean = sum(&|sample, next| sample.mean.lead - next.1.lead);
    let best_share = (-of_mean / (of_best - of_mean)).clamp(0.0, 1.0);
    eprintln!(
        "{} positions with the search's choice: best {:+.3}, mean {:+.3} points a move",
        agreed.len(),
        of_best / agreed.len() as f64,
        of_mean / agreed.len() as f64
    );
    let mut calibration = Calibration {
        by_lead: [1.0; KNOTS.len()],
        by_foreseen: [0.0; KNOTS.len()],
        by_rate: [0.1; KNOTS.len()],
        points: [0.5; KNOTS.len()],
        best_share,
    };
    let learned: Vec<&Sample> = samples.iter().filter(|sample| !sample.held).collect();
    let rows: Vec<(Vec<f64>, f64)> = learned
        .iter()
        .map(|sample| {
            let found = calibration.between(&sample.best, &sample.mean);
            let shares = knot_shares(found.stage);
            let by = |x: f64| shares.iter().map(move |share| share * x).collect::<Vec<_>>();
            (found.evidence().map(by).concat(), f64::from(u8::from(sample.won)))
        })
        .collect();
    // Projected gradient with a small pull towards the neighbouring knots: convex, and a few thousand rows.
    let mut weights = vec![0.03; 3 * n];
    for step in 0..20_000 {
        let mut slope = vec![0.0; 3 * n];
        for (row, won) in &rows {
            let x: f64 = row.iter().zip(&weights).map(|(a, b)| a * b).sum();
            let error = 1.0 / (1.0 + (-x).exp()) - won;
            slope.iter_mut().zip(row).for_each(|(slope, value)| *slope += error * value / rows.len() as f64);
        }
        for family in 0..3 {
            for knot in 1..n {
                let (a, b) = (family * n + knot - 1, family * n + knot);
                let pull = 0.2 * (weights[b] - weights[a]);
                slope[b] += pull;
                slope[a] -= pull;
            }
        }
        let rate = 0.05 / (1.0 + f64::from(step) / 4_000.0);
        weights.iter_mut().zip(&slope).for_each(|(weight, slope)| *weight = (*weight - rate * slope).max(0.0));
    }
    calibration.by_lead.copy_from_slice(&weights[..n]);
    calibration.by_foreseen.copy_from_slice(&weights[n..2 * n]);
    calibration.by_rate.copy_from_slice(&weights[2 * n..]);
    // Least absolute error by reweighted least squares, knot by knot in turn.
    let counted: Vec<(Findings, f64)> = learned
        .iter()
        .filter_map(|sample| Some((calibration.between(&sample.best, &sample.mean), sample.lead?)))
        .collect();
    for _ in 0..200 {
        let (mut above, mut below) = ([1e-9; KNOTS.len()], [1e-9; KNOTS.len()]);
        for (found, lead) in &counted {
            let unit = calibration.log_odds(found) * found.uncertainty();
            let shown = calibration.show(found).lead;
            let weight = 1.0 / (lead - shown).abs().max(0.5);
            for (knot, share) in knot_shares(found.stage).into_iter().enumerate() {
                let others = shown - calibration.points[knot] * share * unit;
                above[knot] += weight * share * unit * (lead - others);
                below[knot] += weight * (share * unit).powi(2);
            }
        }
        for knot in 0..n {
            let target = (above[knot] / below[knot]).max(0.01);
            calibration.points[knot] += 0.3 * (target - calibration.points[knot]);
        }
    }
    // At the very beginning nothing is known of the end: the points are those of a little later.
    calibration.points[0] = calibration.points[1];
    calibration
}

/// Chances against results in ten bins, of games that were left out.
fn reliability(calibration: &Calibration, samples: &[Sample]) {
    let mut bins = [(0.0, 0.0, 0); 10];
    let mut loss = 0.0;
    let held: Vec<&Sample> = samples.iter().filter(|sample| sample.held).collect();
    for sample in &held {
        let shown = calibration.show(&calibration.between(&sample.best, &sample.mean)).win_rate;
        let won = f64::from(u8::from(sample.won));
        loss -= (if sample.won { shown } else { 1.0 - shown }).max(1e-6).ln() / held.len() as f64;
        let bin = &mut bins[((shown * 10.0) as usize).min(9)];
        *bin = (bin.0 + shown, bin.1 + won, bin.2 + 1);
    }
    println!("held out: {} positions, log loss {loss:.4}", held.len());
    for (shown, won, n) in bins {
        let n_or_1 = f64::from(n.max(1));
        println!("{:>5} positions: shown {:.3}, won {:.3}", n, shown / n_or_1, won / n_or_1);
    }
}
