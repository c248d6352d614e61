//! Analysis of variance for balanced designs: main effects and two-way interactions of any number of factors.
//!
//! With equally many observations in every cell of the design, the sum of squares of a set of factors is
//! `SS(A) = Σ_levels n (mean - grand mean)²`, that of an interaction `SS(A x B) = SS(A, B together) - SS(A) - SS(B)`. What is left after all main
//! effects and two-way interactions is the error; higher interactions are part of it, as in Tidwell 2012, Table 5.2. `F` is the mean
//! square of an effect over that of the error, and eta squared its share of the total.

use statrs::distribution::{ContinuousCDF, FisherSnedecor};
use std::collections::BTreeMap;
use thiserror::Error;

/// One measurement and the level that each factor had.
#[derive(Clone, Debug, PartialEq)]
pub struct Observation {
    /// The level of each factor, from 0.
    pub levels: Vec<usize>,
    /// What was measured.
    pub value: f64,
}

/// One row of the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Effect {
    /// The factors: one for a main effect, two for an interaction.
    pub factors: Vec<usize>,
    /// Sum of squares.
    pub sum_of_squares: f64,
    /// Degrees of freedom.
    pub degrees_of_freedom: usize,
    /// Mean square over that of the error.
    pub f: f64,
    /// The chance of such an `F` without the effect.
    pub p: f64,
    /// Share of the total sum of squares.
    pub eta_squared: f64,
}

/// The table of an analysis.
#[derive(Clone, Debug, PartialEq)]
pub struct Anova {
    /// Main effects, then interactions.
    pub effects: Vec<Effect>,
    /// Sum of squares that no effect explains.
    pub error_sum_of_squares: f64,
    /// Its degrees of freedom.
    pub error_degrees_of_freedom: usize,
}

/// Why there is no table.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum AnovaError {
    /// No observations or no factors.
    #[error("there is nothing to analyse")]
    Empty,
    /// Observations with different numbers of factors.
    #[error("observation {0} has another number of factors than the first")]
    Ragged(usize),
    /// Cells with unequal counts.
    #[error("the design is not balanced: a cell has {found} observations, another {expected}")]
    Unbalanced {
        /// In one cell.
        found: usize,
        /// In another.
        expected: usize,
    },
    /// Nothing left to estimate the error from.
    #[error("no degrees of freedom are left for the error: repeat the measurements")]
    NoError,
}

/// Sum of squares between the cells that these factors make, and how many there are.
fn between(observations: &[Observation], factors: &[usize], grand: f64) -> (f64, usize) {
    let mut cells: BTreeMap<Vec<usize>, (usize, f64)> = BTreeMap::new();
    for observation in observations {
        let key = factors.iter().map(|&factor| observation.levels[factor]).collect();
        let cell = cells.entry(key).or_default();
        *cell = (cell.0 + 1, cell.1 + observation.value);
    }
    let square = |&(n, sum): &(usize, f64)| n as f64 * (sum / n as f64 - grand).powi(2);
    (cells.values().map(square).sum(), cells.len())
}

fn check(observations: &[Observation]) -> Result<usize, AnovaError> {
    let n_factors = observations.first().map_or(0, |first| first.levels.len());
    if n_factors == 0 {
        return Err(AnovaError::Empty);
    }
    if let Some(idx) = observations.iter().position(|o| o.levels.len() != n_factors) {
        return Err(AnovaError::Ragged(idx));
    }
    let mut cells: BTreeMap<&[usize], usize> = BTreeMap::new();
    observations.iter().for_each(|o| *cells.entry(&o.levels).or_default() += 1);
    let n_levels = |factor: usize| between(observations, &[factor], 0.0).1;
    let n_cells: usize = (0..n_factors).map(n_levels).product();
    let expected = observations.len() / n_cells.max(1);
    let missing = if cells.len() < n_cells { Some(0) } else { cells.values().copied().find(|&n| n != expected) };
    match missing {
        Some(found) => Err(AnovaError::Unbalanced { found, expected: expected.max(1) }),
        None => Ok(n_factors),
    }
}

/// Analyses a balanced design.
pub fn anova(observations: &[Observation]) -> Result<Anova, AnovaError> {
    let n_factors = check(observations)?;
    let n = observations.len() as f64;
    let grand = observations.iter().map(|o| o.value).sum::<f64>() / n;
    let total: f64 = observations.iter().map(|o| (o.value - grand).powi(2)).sum();
    let mains: Vec<(f64, usize)> = (0..n_factors).map(|factor| between(observations, &[factor], grand)).collect();
    let mut parts: Vec<(Vec<usize>, f64, usize)> =
        mains.iter().enumerate().map(|(factor, &(squares, n_levels))| (vec![factor], squares, n_levels - 1)).collect();
    for a in 0..n_factors {
        for b in a + 1..n_factors {
            let together = between(observations, &[a, b], grand).0;
            let squares = (together - mains[a].0 - mains[b].0).max(0.0);
            parts.push((vec![a, b], squares, (mains[a].1 - 1) * (mains[b].1 - 1)));
        }
    }
    let explained: f64 = parts.iter().map(|part| part.1).sum();
    let used: usize = parts.iter().map(|part| part.2).sum();
    let left = (observations.len() - 1).checked_sub(used).filter(|&left| left > 0).ok_or(AnovaError::NoError)?;
    let error_sum_of_squares = (total - explained).max(0.0);
    let error_mean = error_sum_of_squares / left as f64;
    let effect = |(factors, sum_of_squares, degrees_of_freedom): (Vec<usize>, f64, usize)| {
        let f = if degrees_of_freedom == 0 { 0.0 } else { sum_of_squares / degrees_of_freedom as f64 / error_mean };
        let p = FisherSnedecor::new(degrees_of_freedom.max(1) as f64, left as f64).map_or(1.0, |dist| dist.sf(f));
        let p = if degrees_of_freedom == 0 { 1.0 } else { p };
        Effect { factors, sum_of_squares, degrees_of_freedom, f, p, eta_squared: sum_of_squares / total }
    };
    Ok(Anova { effects: parts.into_iter().map(effect).collect(), error_sum_of_squares, error_degrees_of_freedom: left })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn design(cells: &[(&[usize], &[f64])]) -> Vec<Observation> {
        let of = |&(levels, values): &(&[usize], &[f64])| {
            values.iter().map(|&value| Observation { levels: levels.to_vec(), value }).collect::<Vec<_>>()
        };
        cells.iter().flat_map(of).collect()
    }

    /// Two factors, three replicates, worked by hand: cell means 2, 4, 5, 11, grand mean 5.5.
    #[test]
    fn a_two_way_table_is_that_of_the_hand() {
        let data = design(&[
            (&[0, 0], &[1.0, 2.0, 3.0]),
            (&[0, 1], &[3.0, 4.0, 5.0]),
            (&[1, 0], &[4.0, 5.0, 6.0]),
            (&[1, 1], &[10.0, 11.0, 12.0]),
        ]);
        let table = anova(&data).unwrap();
        let squares: Vec<f64> = table.effects.iter().map(|effect| effect.sum_of_squares).collect();
        // Rows 3 and 8: 12 * 2.5^2 = 75; columns 3.5 and 7.5: 12 * 2^2 = 48; interaction 12 * 1 = 12; error 4 * 2 = 8.
        assert!(squares.iter().zip([75.0, 48.0, 12.0]).all(|(a, b)| (a - b).abs() < 1e-9), "{squares:?}");
        assert!((table.error_sum_of_squares - 8.0).abs() < 1e-9 && table.error_degrees_of_freedom == 8);
        assert!((table.effects[0].f - 75.0).abs() < 1e-9 && table.effects[0].p < 1e-4);
        // F(1, 8) = 12 has p = 0.0085.
        assert!((table.effects[2].p - 0.0085).abs() < 1e-4, "{}", table.effects[2].p);
        let shares: f64 = table.effects.iter().map(|effect| effect.eta_squared).sum();
        assert!((shares - 135.0 / 143.0).abs() < 1e-9);
    }

    #[test]
    fn what_cannot_be_analysed_is_said() {
        assert_eq!(anova(&[]), Err(AnovaError::Empty));
        let ragged = [Observation { levels: vec![0], value: 1.0 }, Observation { levels: vec![0, 1], value: 1.0 }];
        assert_eq!(anova(&ragged), Err(AnovaError::Ragged(1)));
        let gap = design(&[(&[0, 0], &[1.0]), (&[0, 1], &[1.0]), (&[1, 0], &[1.0])]);
        assert!(matches!(anova(&gap), Err(AnovaError::Unbalanced { .. })));
        let uneven = design(&[(&[0], &[1.0, 2.0, 4.0]), (&[1], &[1.0])]);
        assert!(matches!(anova(&uneven), Err(AnovaError::Unbalanced { .. })));
        let single = design(&[(&[0, 0], &[1.0]), (&[0, 1], &[2.0]), (&[1, 0], &[1.0]), (&[1, 1], &[3.0])]);
        assert_eq!(anova(&single), Err(AnovaError::NoError));
    }
}
