//! Reasons of the factor model: each active feature with all its pairs, and strong pairs by themselves.
//!
//! Without a feature its weight and all its pairs are removed, without a pair only that term. Factors are `exp` of the
//! removed terms.

use super::FactorModel;
use super::meaning::Seen;
use super::words::in_words;
use crate::laws::Ablation;
use crate::{Evidence, Prediction, Reason};
use go_board::{Move, Position};
use learn::factor::PairScore;
use learn::to_probabilities;

/// Pairs of features whose factor is closer to 1 than this (as a logarithm) are not named in explanations.
const PAIR_WORTH_NAMING: f32 = 0.2;

impl FactorModel {
    /// The reasons for a move with these features, in no order.
    pub(super) fn reasons(&self, seen: &[Seen]) -> Vec<Reason> {
        let numbers: Vec<u32> = seen.iter().map(|one| one.number).collect();
        let words = |one: &Seen| in_words(one.meaning, self.sights(one.number));
        let mut reasons = Vec::new();
        for (i, one) in seen.iter().enumerate() {
            reasons.push(Reason {
                features: vec![one.meaning.id()],
                words: words(one),
                factor: self.factors.share_of(&numbers, one.number).exp(),
                evidence: one.evidence.clone(),
                leaf: None,
            });
            for other in &seen[i + 1..] {
                let pair = self.factors.pair(one.number, other.number);
                if pair.abs() >= PAIR_WORTH_NAMING {
                    reasons.push(Reason {
                        features: vec![one.meaning.id(), other.meaning.id()],
                        words: format!("{}, together with: {}", words(one), words(other)),
                        factor: pair.exp(),
                        evidence: Evidence::join([one.evidence.clone(), other.evidence.clone()]),
                        leaf: None,
                    });
                }
            }
        }
        reasons
    }
}

impl Ablation for FactorModel {
    /// Scores the remaining terms. A pair is removed twice by removing its two features one by one, and once by
    /// removing both together.
    fn probability_without(&self, position: &Position, mv: Move, reason: &Reason) -> Option<f32> {
        let seen = self.space.seen(position, mv);
        let number = |id: &String| seen.iter().find(|one| one.meaning.id() == *id).map(|one| one.number);
        let left_out: Vec<u32> = reason.features.iter().map(number).collect::<Option<_>>()?;
        let score_without = |left_out: &[u32]| {
            let kept = seen.iter().map(|one| one.number).filter(|number| !left_out.contains(number));
            self.factors.score(&kept.collect::<Vec<u32>>())
        };
        let score = match left_out[..] {
            [one] => score_without(&[one]),
            [a, b] => score_without(&[a]) + score_without(&[b]) - score_without(&[a, b]),
            _ => return None,
        };
        let mut prediction = Prediction::default();
        self.score_moves(position, &mut prediction);
        let idx = prediction.moves.iter().position(|&m| m == mv)?;
        prediction.probabilities[idx] = score;
        to_probabilities(&mut prediction.probabilities, 0);
        Some(prediction.probabilities[idx])
    }
}
