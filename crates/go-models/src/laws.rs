//! Laws that the explanations of every kind of predictor satisfy. Tests of each kind run them on its models.
//!
//! - Probability and rank are those of the prediction.
//! - Reasons come with the strongest first, each with features, words, a positive factor and evidence that lies on the board.
//! - Without a reason, computed anew by the predictor itself, the odds of the move are divided by its factor.
//! - In a mean, the weights sum to 1 and the probability is the weighted mean of those of the voices, whose explanations keep these laws
//!   but for the last, which needs the voice itself. So do those of the voices of a pool.

use crate::{Combination, Explanation, Prediction, Predictor, Reason};
use go_board::{Move, Position};

/// A predictor that can leave features out: what its reasons claim, computed anew.
pub trait Ablation: Predictor {
    /// The probability of a move if it lacked a reason of its explanation; `None` if it has no such reason.
    fn probability_without(&self, position: &Position, mv: Move, reason: &Reason) -> Option<f32>;
}

/// How far the logarithms of odds may differ: sums of 32-bit numbers in another order.
const TOLERANCE: f64 = 1e-2;

/// Explains a legal move and checks the laws; panics where one is broken. Returns the explanation.
pub fn check_explanation(model: &dyn Ablation, position: &Position, mv: Move) -> Explanation {
    let explanation = model.explain(position, mv).expect("a legal move is explained");
    let mut prediction = Prediction::default();
    model.predict(position, &mut prediction);
    let p = prediction.probability(mv);
    assert!((p - explanation.probability).abs() < 1e-5, "{mv:?}: {p} or {}", explanation.probability);
    assert_eq!((explanation.mv, explanation.rank), (mv, prediction.rank(mv)));
    check_form(position, &explanation);
    for reason in &explanation.reasons {
        let without = model.probability_without(position, mv, reason);
        let without = without.unwrap_or_else(|| panic!("{mv:?} does not have {}", reason.id()));
        let found = log_odds(p) - log_odds(without);
        let stated = f64::from(reason.factor).ln();
        // Close to 1, a probability of 32 bits says little of the odds.
        let rounding = 1e-6 / (1.0 - f64::from(p)).min(1.0 - f64::from(without)).max(1e-9);
        assert!(
            (found - stated).abs() < TOLERANCE + rounding,
            "{mv:?} {}: factor {} stated, {} found",
            reason.id(),
            reason.factor,
            found.exp()
        );
        let told = explanation.probability_without(reason);
        assert!((told - without).abs() < 5e-3, "{}: {told} told without it, {without} found", reason.id());
    }
    explanation
}

/// The laws that need no predictor.
fn check_form(position: &Position, explanation: &Explanation) {
    let size = |reason: &Reason| reason.factor.ln().abs();
    assert!(explanation.reasons.is_sorted_by(|a, b| size(a) >= size(b)), "the strongest reason comes first");
    for reason in &explanation.reasons {
        assert!(!reason.features.is_empty() && reason.features.iter().all(|feature| !feature.is_empty()));
        assert!(!reason.words.is_empty(), "{} has no words", reason.id());
        assert!(reason.factor > 0.0 && reason.factor.is_finite(), "{}: {}", reason.id(), reason.factor);
        let board = position.board.size();
        let is_on_board = |&point: &go_board::Point| board.contains(point);
        assert!(reason.evidence.covered(board).iter().all(is_on_board), "{}: {:?}", reason.id(), reason.evidence);
    }
    if let Combination::Mean { voices } = &explanation.combination {
        let weights: f64 = voices.iter().map(|voice| f64::from(voice.weight)).sum();
        let of = |v: &crate::Voice| f64::from(v.weight) * f64::from(v.explanation.probability);
        let mean: f64 = voices.iter().map(of).sum();
        assert!((weights - 1.0).abs() < 1e-5, "weights sum to {weights}");
        assert!((mean - f64::from(explanation.probability)).abs() < 1e-5, "{mean} or {}", explanation.probability);
    }
    explanation.combination.voices().iter().for_each(|voice| check_form(position, &voice.explanation));
}

fn log_odds(probability: f32) -> f64 {
    let p = f64::from(probability).clamp(1e-30, 1.0 - 1e-12);
    (p / (1.0 - p)).ln()
}
