//! The pictures of a comparison: reliability, leads, and rank correlation over the game.

use report::{Axis, Sample, Series, XyPlot};

use super::measures::MEASURES;
use super::paired_game::PairedGame;
use super::stage::Stage;
use super::statistic::{Estimate, Statistic};

/// Moves under one point of the curve over the game.
const WINDOW: usize = 20;
/// The windows end here; later moves belong to the last one.
const N_WINDOWS: usize = 13;
/// Bins of the referee's win rate.
const N_BINS: usize = 10;
/// More dots are a blot and a large file.
const MOST_DOTS: usize = 4000;

/// Each with the name of its file.
pub(super) fn plots(games: &[PairedGame], subtitle: &str) -> Vec<(&'static str, String)> {
    vec![
        ("reliability.svg", reliability(games, subtitle)),
        ("leads.svg", leads(games, subtitle)),
        ("by-move.svg", by_move(games, subtitle)),
    ]
}

fn sample(x: f64, estimate: &Estimate) -> Option<Sample> {
    let value = estimate.value?;
    Some(match estimate.interval {
        Some((low, high)) => Sample::with_interval(x, value, low, high),
        None => Sample::new(x, value),
    })
}

/// The mean of ours by what the referee says.
fn reliability(games: &[PairedGame], subtitle: &str) -> String {
    let bin = |n: usize| {
        let mean = |of: fn(f64, f64) -> f64| {
            let of_game = |game: &PairedGame| {
                let inside =
                    game.positions().filter(|(.., theirs)| (theirs.win * N_BINS as f64).min(9.99) as usize == n);
                inside.fold((0.0, 0), |(sum, n), (_, ours, theirs)| (sum + of(ours.win, theirs.win), n + 1))
            };
            Statistic::Mean(games.iter().map(of_game).collect()).estimate(games.len())
        };
        sample(mean(|_, theirs| theirs).value?, &mean(|ours, _| ours))
    };
    let axis = |label| Axis::linear(label).range(0.0, 1.0).percent();
    XyPlot::new("Win rate, ours by the referee's", axis("the referee's win rate of Black"), axis("ours, mean"))
        .subtitle(subtitle)
        .with(Series::line("ours", (0..N_BINS).filter_map(bin)))
        .with(Series::reference("the same", [(0.0, 0.0), (1.0, 1.0)]))
        .draw()
        .to_string()
}

fn leads(games: &[PairedGame], subtitle: &str) -> String {
    let both = |game: &PairedGame| {
        game.positions().filter_map(|(_, ours, theirs)| theirs.lead.zip(ours.lead)).collect::<Vec<_>>()
    };
    let points: Vec<(f64, f64)> = games.iter().flat_map(both).collect();
    let step = points.len().div_ceil(MOST_DOTS).max(1);
    let most = points.iter().fold(1.0, |most: f64, (a, b)| most.max(a.abs()).max(b.abs()));
    XyPlot::new("Score lead, ours against theirs", Axis::linear("the referee's lead of Black"), Axis::linear("ours"))
        .subtitle(subtitle)
        .with(Series::points("a position", points.into_iter().step_by(step)))
        .with(Series::reference("the same", [(-most, -most), (most, most)]))
        .draw()
        .to_string()
}

fn by_move(games: &[PairedGame], subtitle: &str) -> String {
    let curve = |key: &str| {
        let measure = MEASURES.iter().find(|measure| measure.key == key).expect("a measure of positions");
        let point = |n: usize| {
            let last = if n + 1 < N_WINDOWS { (n + 1) * WINDOW - 1 } else { usize::MAX };
            let estimate = (measure.of)(games, Stage::window(n * WINDOW, last)).estimate(games.len());
            sample((n * WINDOW + WINDOW / 2) as f64, &estimate)
        };
        (0..N_WINDOWS).filter_map(point).collect::<Vec<_>>()
    };
    XyPlot::new(
        "Rank correlation with the referee",
        Axis::linear("moves made").from_zero(),
        Axis::linear("Spearman's rho").range(-0.2, 1.0),
    )
    .subtitle(subtitle)
    .with(Series::line("win rate", curve("win_rate_rank_correlation")))
    .with(Series::line("score lead", curve("lead_rank_correlation")))
    .with(Series::line("change of the win rate", curve("win_rate_change_rank_correlation")))
    .with(Series::line("change of the lead", curve("lead_change_rank_correlation")))
    .draw()
    .to_string()
}
