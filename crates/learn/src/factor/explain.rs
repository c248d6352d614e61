//! The contribution of each feature and each pair of features to a candidate's score.
//!
//! The score is exactly the sum of all terms: `w_i` for a feature, `<v_i, v_j>` for a pair. A term `t` multiplies the
//! candidate's odds against any other one by `e^t`.

use super::{FactorMachine, QuantisedFactors};

/// One term of a score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Term {
    /// The feature, or the first one of a pair.
    pub feature: u32,
    /// The other feature of a pair.
    pub with: Option<u32>,
    /// What it adds to the score.
    pub value: f32,
}

/// Anything whose score is a sum over features and pairs of features.
pub trait PairScore {
    /// What a feature adds by itself.
    fn single(&self, feature: u32) -> f32;
    /// What two features add together.
    fn pair(&self, a: u32, b: u32) -> f32;

    /// All terms of a candidate's score, the largest magnitude first; equal ones in the order of the features.
    fn terms(&self, features: &[u32]) -> Vec<Term> {
        let mut terms: Vec<Term> =
            features.iter().map(|&feature| Term { feature, with: None, value: self.single(feature) }).collect();
        for (i, &feature) in features.iter().enumerate() {
            for &with in &features[i + 1..] {
                terms.push(Term { feature, with: Some(with), value: self.pair(feature, with) });
            }
        }
        terms.sort_by(|a, b| b.value.abs().total_cmp(&a.value.abs()));
        terms
    }

    /// How much the score would fall without one of the features: its own term and all its pairs.
    fn share_of(&self, features: &[u32], feature: u32) -> f32 {
        let others = features.iter().filter(|&&f| f != feature);
        self.single(feature) + others.map(|&other| self.pair(feature, other)).sum::<f32>()
    }
}

impl<const K: usize> PairScore for FactorMachine<K> {
    fn single(&self, feature: u32) -> f32 {
        self.weight(feature)
    }

    fn pair(&self, a: u32, b: u32) -> f32 {
        self.factors(a).iter().zip(self.factors(b)).map(|(x, y)| x * y).sum()
    }
}

impl<const K: usize> PairScore for QuantisedFactors<K> {
    fn single(&self, feature: u32) -> f32 {
        self.weight(feature)
    }

    fn pair(&self, a: u32, b: u32) -> f32 {
        QuantisedFactors::pair(self, a, b)
    }
}
