//! Saving a machine with everything needed to continue training.
//!
//! Columns instead of rows, which compress better. Reading checks that the columns have consistent lengths.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{FactorMachine, FactorSettings, Row};

/// A machine's columns have inconsistent lengths.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the machine has {features} weights of {factors} factors each, but column {column:?} holds {found} values")]
pub struct BadFactorState {
    /// Number of weights.
    pub features: usize,
    /// Number of factors a feature.
    pub factors: usize,
    /// The column that does not fit.
    pub column: &'static str,
    /// Its length.
    pub found: usize,
}

#[derive(Serialize, Deserialize)]
pub(super) struct FactorState {
    settings: FactorSettings,
    weights: Vec<f32>,
    weight_accumulators: Vec<f32>,
    factor_accumulators: Vec<f32>,
    n_updates: Vec<u32>,
    factors: Vec<f32>,
}

impl<const K: usize> From<FactorMachine<K>> for FactorState {
    fn from(machine: FactorMachine<K>) -> FactorState {
        let rows = &machine.rows;
        FactorState {
            settings: machine.settings,
            weights: rows.iter().map(|r| r.weight).collect(),
            weight_accumulators: rows.iter().map(|r| r.weight_accumulator).collect(),
            factor_accumulators: rows.iter().map(|r| r.factor_accumulator).collect(),
            n_updates: rows.iter().map(|r| r.n_updates).collect(),
            factors: rows.iter().flat_map(|r| r.factors).collect(),
        }
    }
}

impl<const K: usize> TryFrom<FactorState> for FactorMachine<K> {
    type Error = BadFactorState;

    fn try_from(state: FactorState) -> Result<Self, BadFactorState> {
        let features = state.weights.len();
        let columns = [
            ("weight accumulators", state.weight_accumulators.len(), features),
            ("factor accumulators", state.factor_accumulators.len(), features),
            ("updates", state.n_updates.len(), features),
            ("factors", state.factors.len(), features * K),
        ];
        for (column, found, wanted) in columns {
            if found != wanted {
                return Err(BadFactorState { features, factors: K, column, found });
            }
        }
        let (factors, _) = state.factors.as_chunks::<K>();
        let rows = (0..features)
            .map(|i| Row {
                weight: state.weights[i],
                weight_accumulator: state.weight_accumulators[i],
                factor_accumulator: state.factor_accumulators[i],
                n_updates: state.n_updates[i],
                factors: factors[i],
            })
            .collect();
        Ok(FactorMachine { rows, settings: state.settings })
    }
}
