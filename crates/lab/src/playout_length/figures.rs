//! What the playouts of many positions say together: groups of as many positions each by their length, and how variance follows length.
//!
//! Two fits over positions: `variance = a + c length`, where a Wiener process has a = 0, and `ln variance = ln k + b ln length`, where it has b = 1. Intervals are of a bootstrap
//! over games, because the positions of a game are alike.

use learn::stats::{Bootstrap, Interval, LeastSquares};
use serde::Serialize;

use super::run::Played;

/// Groups of a table.
pub(super) const N_GROUPS: usize = 8;
const BOOTSTRAP: Bootstrap = Bootstrap { replicates: 1_000, seed: 1 };

/// Positions of about the same length.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Group {
    /// How many.
    pub n: usize,
    /// Their mean length.
    pub length: f64,
    /// The mean of their variances.
    pub variance: f64,
    /// How far from one half the share of won playouts is on average, from 0 (none) to 1 (all are won or all are lost).
    pub decided: f64,
    /// Of positions of counted games.
    pub record: Option<AgainstRecord>,
}

/// Playouts against the count of the record.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct AgainstRecord {
    /// Positions of counted games.
    pub n: usize,
    /// The mean of the mean leads less the count, in the view of the winner of the record: below 0, playouts see less than there is.
    pub error: f64,
    /// The root of the mean square of the mean leads less the count.
    pub distance: f64,
    /// The share of playouts that the winner of the record won.
    pub same_winner: f64,
}

/// How variance follows length.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Fit {
    /// b of the power law.
    pub exponent: f64,
    /// Its 95% interval, if there are enough games.
    pub exponent_interval: Option<[f64; 2]>,
    /// c: squared points a move.
    pub slope: f64,
    /// a: squared points at length 0.
    pub intercept: f64,
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (n, sum) = values.fold((0_usize, 0.0), |(n, sum), value| (n + 1, sum + value));
    sum / n.max(1) as f64
}

/// The positions in groups, the shortest first.
pub fn groups(positions: &[Played]) -> Vec<Group> {
    let mut sorted: Vec<&Played> = positions.iter().collect();
    sorted.sort_by(|a, b| a.length.total_cmp(&b.length));
    let n = sorted.len();
    let part = |nth: usize| &sorted[n * nth / N_GROUPS..n * (nth + 1) / N_GROUPS];
    (0..N_GROUPS).map(part).filter(|part| !part.is_empty()).map(group).collect()
}

fn group(positions: &[&Played]) -> Group {
    // A position of a counted game with Black's lead turned to the winner's.
    let counted: Vec<(&Played, f64, f64)> = positions
        .iter()
        .filter_map(|played| played.counted.filter(|count| *count != 0.0).map(|count| (*played, count, count.signum())))
        .collect();
    let errors = || counted.iter().map(|(played, count, sign)| sign * (played.lead - count));
    let won = |&(played, _, sign): &(&Played, f64, f64)| {
        if sign > 0.0 { played.black_won } else { 1.0 - played.black_won }
    };
    Group {
        n: positions.len(),
        length: mean(positions.iter().map(|played| played.length)),
        variance: mean(positions.iter().map(|played| played.variance)),
        decided: mean(positions.iter().map(|played| (2.0 * played.black_won - 1.0).abs())),
        record: (!counted.is_empty()).then(|| AgainstRecord {
            n: counted.len(),
            error: mean(errors()),
            distance: mean(errors().map(|error| error * error)).sqrt(),
            same_winner: mean(counted.iter().map(won)),
        }),
    }
}

/// The fits over positions; `None` where all lengths are equal. Positions whose playouts all end alike have no logarithm of a variance and are left out of the power law.
pub fn fit(positions: &[Played]) -> Option<Fit> {
    let n_games = positions.iter().map(|played| played.game + 1).max()?;
    let mut by_game = vec![LeastSquares::default(); n_games];
    let mut line = LeastSquares::default();
    for played in positions {
        line.add(played.length, played.variance);
        if played.variance > 0.0 && played.length > 0.0 {
            by_game[played.game].add(played.length.ln(), played.variance.ln());
        }
    }
    let exponent = |games: &[usize]| -> Option<f64> {
        games.iter().fold(LeastSquares::default(), |sum, &game| sum.plus(&by_game[game])).slope()
    };
    let all: Vec<usize> = (0..n_games).collect();
    let interval = BOOTSTRAP.percentile_where_defined(n_games, 0.95, exponent);
    Some(Fit {
        exponent: exponent(&all)?,
        exponent_interval: interval.map(|Interval { low, high }| [low, high]),
        slope: line.slope()?,
        intercept: line.intercept()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(game: usize, length: f64, variance: f64) -> Played {
        Played { game, ply: 0, length, lead: 1.0, variance, black_won: 0.75, counted: Some(-4.0) }
    }

    #[test]
    fn laws_are_found_again() {
        let wiener: Vec<Played> =
            (1..60).map(|n| position(n % 7, f64::from(n as u32), 3.0 * f64::from(n as u32))).collect();
        let found = fit(&wiener).expect("lengths differ");
        let is_near = |a: f64, b: f64| (a - b).abs() < 1e-9;
        assert!(
            is_near(found.exponent, 1.0) && is_near(found.slope, 3.0) && is_near(found.intercept, 0.0),
            "{found:?}"
        );
        let squared: Vec<Played> =
            (1..60).map(|n| position(n % 7, f64::from(n as u32), f64::from(n as u32).powi(2))).collect();
        let found = fit(&squared).expect("lengths differ");
        let [low, high] = found.exponent_interval.expect("seven games");
        assert!(is_near(found.exponent, 2.0) && is_near(low, 2.0) && is_near(high, 2.0), "{found:?}");
        assert_eq!(fit(&[position(0, 5.0, 1.0), position(1, 5.0, 2.0)]), None);
    }

    #[test]
    fn groups_are_in_order_and_see_the_record_as_its_winner_does() {
        let positions: Vec<Played> = (0..20).rev().map(|n| position(n, n as f64, 2.0)).collect();
        let found = groups(&positions);
        assert_eq!(found.iter().map(|group| group.n).sum::<usize>(), 20);
        assert!(found.len() == N_GROUPS && found.is_sorted_by(|a, b| a.length < b.length));
        let record = found[0].record.expect("counted");
        // White won by 4 where playouts see Black ahead by 1.
        assert_eq!((record.error, record.distance, record.same_winner), (-5.0, 5.0, 0.25));
        assert_eq!((found[0].decided, found[0].variance), (0.5, 2.0));
        assert_eq!(groups(&positions[..1]).len(), 1);
    }
}
