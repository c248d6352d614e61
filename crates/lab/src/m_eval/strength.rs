//! What M-eval's qualities say of a player's strength (Basaldúa 2013, section 3.4.8, compares collections of games; here single players are told apart by rank).
//!
//! A player's qualities and the opponent's after two numbers of moves are the columns of a logistic regression (with a little shrinkage) that tells strong players from weak ones. It learns from one set of games and is judged on
//! another by the area under its curve: the chance that of a strong and a weak player the strong one gets the higher score. Black and White are judged apart: where the stronger player takes White, colour
//! alone would tell. Intervals are over games, of which every one has at most one player of a colour.

use go_board::Color;
use go_features::qualities::{N_QUALITIES, QUALITIES};
use go_games::{Game, Rank, Replay};
use go_models::m_eval::{MEvalModel, OpeningBoard};
use learn::lbfgs::{LbfgsOptions, minimize};
use learn::stats::{Bootstrap, Interval, mid_ranks};
use rayon::prelude::*;

/// After so many moves the qualities are looked at.
const PLIES: [usize; 2] = [30, 60];
/// The qualities of both sides at both times.
const N_COLUMNS: usize = 2 * 2 * N_QUALITIES;
/// How strongly weights are drawn to 0, per row.
const SHRINKAGE: f64 = 1e-3;

/// Who is strong and who is weak.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ranks {
    /// At least this rank is strong.
    pub strong: Rank,
    /// At most this rank is weak.
    pub weak: Rank,
}

/// How well the players of a colour are told apart.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    /// The colour.
    pub color: Color,
    /// Players learned from: weak and strong ones.
    pub n_learned: [usize; 2],
    /// Players judged: weak and strong ones.
    pub n_judged: [usize; 2],
    /// The area under the curve of all qualities together.
    pub auc: f64,
    /// Its 95% interval.
    pub interval: Interval,
    /// The area under the curve of each quality alone: own less opponent's after the later number of moves.
    pub single: Vec<(&'static str, f64)>,
}

struct Player {
    columns: [f64; N_COLUMNS],
    is_strong: bool,
}

/// The chance that a score of the second class is above one of the first; half where there is nothing to compare.
fn area_under_curve(scores: &[f64], is_strong: &[bool]) -> f64 {
    let n_strong = is_strong.iter().filter(|strong| **strong).count() as f64;
    let n_weak = is_strong.len() as f64 - n_strong;
    if n_strong == 0.0 || n_weak == 0.0 {
        return 0.5;
    }
    let ranks = mid_ranks(scores);
    let sum: f64 = ranks.iter().zip(is_strong).filter(|(_, strong)| **strong).map(|(rank, _)| rank).sum();
    (sum - n_strong * (n_strong + 1.0) / 2.0) / (n_strong * n_weak)
}

fn players(model: &MEvalModel, games: &[Game], ranks: Ranks, color: Color) -> Vec<Player> {
    let player = |game: &Game| {
        let rank = game.ranks[color.index()]?;
        let is_strong = rank >= ranks.strong;
        if !(is_strong || rank <= ranks.weak) || game.setup.iter().any(|stones| !stones.is_empty()) {
            return None;
        }
        let mut columns = [0.0; N_COLUMNS];
        let mut replay = Replay::new(game);
        for ply in 0..=PLIES[1] {
            let (position, _) = replay.next_position()?;
            if let Some(time) = PLIES.iter().position(|&wanted| wanted == ply) {
                let qualities = OpeningBoard::of(model, &position.board)?.qualities(model);
                for (side, of) in [color, color.opponent()].into_iter().enumerate() {
                    for (k, quality) in qualities[of.index()].iter().enumerate() {
                        columns[(time * 2 + side) * N_QUALITIES + k] = f64::from(*quality);
                    }
                }
            }
        }
        Some(Player { columns, is_strong })
    };
    games.par_iter().filter_map(player).collect()
}

/// A row of standardised columns and a constant.
type Row = [f64; N_COLUMNS + 1];

fn dot(weights: &[f64], row: &Row) -> f64 {
    weights.iter().zip(row).map(|(weight, x)| weight * x).sum()
}

/// A logistic regression on standardised columns: the score of a player.
fn regression(players: &[Player]) -> impl Fn(&Player) -> f64 + use<> {
    let n = players.len().max(1) as f64;
    let means: Vec<f64> = (0..N_COLUMNS).map(|k| players.iter().map(|p| p.columns[k]).sum::<f64>() / n).collect();
    let spread = |k: usize| (players.iter().map(|p| (p.columns[k] - means[k]).powi(2)).sum::<f64>() / n).sqrt();
    let spreads: Vec<f64> = (0..N_COLUMNS).map(|k| spread(k).max(1e-9)).collect();
    let row = move |player: &Player| -> Row {
        std::array::from_fn(|k| player.columns.get(k).map_or(1.0, |value| (value - means[k]) / spreads[k]))
    };
    let rows: Vec<(Row, f64)> = players.iter().map(|player| (row(player), f64::from(player.is_strong))).collect();
    let mut weights = vec![0.0; N_COLUMNS + 1];
    let loss = |weights: &[f64], gradient: &mut [f64]| {
        gradient.iter_mut().zip(weights).for_each(|(slope, weight)| *slope = SHRINKAGE * n * weight);
        let mut sum = SHRINKAGE * n / 2.0 * dot(weights, &std::array::from_fn(|k| weights[k]));
        for (row, wanted) in &rows {
            let score = dot(weights, row);
            sum += score.max(0.0) - score * wanted + (-score.abs()).exp().ln_1p();
            let slope = 1.0 / (1.0 + (-score).exp()) - wanted;
            gradient.iter_mut().zip(row).for_each(|(sum, x)| *sum += slope * x);
        }
        sum
    };
    minimize(&mut weights, LbfgsOptions::default(), loss, |_, _| true);
    move |player: &Player| dot(&weights, &row(player))
}

/// Learns from some games how strong players differ, and judges on others.
pub fn tell_strength(model: &MEvalModel, learned: &[Game], judged: &[Game], ranks: Ranks) -> Vec<Told> {
    let of_color = |color: Color| {
        let [learned, judged] = [learned, judged].map(|games| players(model, games, ranks, color));
        let counts = |players: &[Player]| {
            let strong = players.iter().filter(|player| player.is_strong).count();
            [players.len() - strong, strong]
        };
        let is_strong: Vec<bool> = judged.iter().map(|player| player.is_strong).collect();
        let score = regression(&learned);
        let scores: Vec<f64> = judged.iter().map(&score).collect();
        let drawn = |units: &[usize]| {
            let pick: Vec<f64> = units.iter().map(|&unit| scores[unit]).collect();
            let strong: Vec<bool> = units.iter().map(|&unit| is_strong[unit]).collect();
            area_under_curve(&pick, &strong)
        };
        let bootstrap = Bootstrap { replicates: 1_000, seed: 1 };
        let interval = match judged.is_empty() {
            true => Interval { low: 0.0, high: 1.0 },
            false => bootstrap.percentile(judged.len(), 0.95, drawn),
        };
        let alone = |k: usize| {
            let own = 2 * N_QUALITIES + k;
            let leads: Vec<f64> = judged.iter().map(|p| p.columns[own] - p.columns[own + N_QUALITIES]).collect();
            (QUALITIES[k], area_under_curve(&leads, &is_strong))
        };
        Told {
            color,
            n_learned: counts(&learned),
            n_judged: counts(&judged),
            auc: area_under_curve(&scores, &is_strong),
            interval,
            single: (0..N_QUALITIES).map(alone).collect(),
        }
    };
    Color::BOTH.into_iter().map(of_color).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_area_is_the_chance_of_the_right_order() {
        assert_eq!(area_under_curve(&[1.0, 2.0, 3.0, 4.0], &[false, false, true, true]), 1.0);
        assert_eq!(area_under_curve(&[1.0, 2.0, 3.0, 4.0], &[true, true, false, false]), 0.0);
        assert_eq!(area_under_curve(&[1.0, 1.0, 1.0], &[true, false, true]), 0.5);
        assert_eq!(area_under_curve(&[1.0, 3.0, 2.0], &[false, false, true]), 0.5);
        assert_eq!(area_under_curve(&[1.0], &[true]), 0.5);
    }

    #[test]
    fn the_regression_finds_the_column_that_tells() {
        let player = |k: usize| {
            let mut columns = [0.0; N_COLUMNS];
            columns[3] = (k * 37 % 101) as f64;
            columns[7] = (k * 53 % 89) as f64;
            Player { columns, is_strong: columns[3] > 50.0 }
        };
        let learned: Vec<Player> = (0..200).map(player).collect();
        let judged: Vec<Player> = (200..300).map(player).collect();
        let score = regression(&learned);
        let scores: Vec<f64> = judged.iter().map(score).collect();
        let strong: Vec<bool> = judged.iter().map(|player| player.is_strong).collect();
        assert!(area_under_curve(&scores, &strong) > 0.99);
    }
}
