//! Explanations: reasons with their evidence, and how they combine to a probability.
//!
//! One law holds for every reason of every predictor: *without it, the odds of the move are divided by its factor*. How
//! the probability is composed differs:
//!
//! - **Product.** A move has a strength, a product of terms; its probability is its strength over the sum of those of all legal moves.
//!   A reason stands for the terms of its features. Reasons overlap where a term belongs to a pair of features.
//! - **Mean.** Several predictors ("voices") give probabilities `p_v` of their own, and the probability is `p = Σ w_v p_v` with weights that
//!   sum to 1. A reason with factor `f` of one voice changes `p_v` to `p_v' = (p_v / f) / (1 - p_v + p_v / f)` and `p` to
//!   `p' = p + w_v (p_v' - p_v)`, so that its factor on the odds of the whole is `(p / (1 - p)) / (p' / (1 - p'))`.
//! - **Pool.** The probability is the weighted product of those of the voices, `p ~ Π p_v^w_v`, with any weights. Dividing the odds of a voice by `f` divides
//!   those of the whole by `f^w_v`, which is the factor of the reason.

use crate::Prediction;
use go_board::Move;
use go_features::Evidence;

/// One reason for or against a move. Without it, the odds of the move would be divided by `factor`.
#[derive(Clone, Debug, PartialEq)]
pub struct Reason {
    /// The stable ids of the features: one, or several whose combination has a weight of its own.
    pub features: Vec<String>,
    /// The same in words of a Go player.
    pub words: String,
    /// The factor of the odds of the move: above 1 is in its favour, below 1 against it.
    pub factor: f32,
    /// Its evidence on the board.
    pub evidence: Evidence,
    /// The leaf that it stands for, if it is one of a decision tree with weights.
    pub leaf: Option<TreeLeaf>,
}

/// Where a move falls in one tree of a forest.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeLeaf {
    /// The tree, from 0.
    pub tree: usize,
    /// What its questions are about: the name of the query system.
    pub system: &'static str,
    /// The leaf, numbered through the forest.
    pub leaf: u32,
    /// The weight of the leaf in its own model, whatever the model's share in the whole.
    pub weight: f32,
}

impl Reason {
    /// The ids of its features in one line.
    pub fn id(&self) -> String {
        self.features.join(" & ")
    }

    /// How much the reason matters, in either direction.
    fn size(&self) -> f32 {
        self.factor.ln().abs()
    }
}

/// How the reasons of an explanation make up the probability; see the head of this file.
#[derive(Clone, Debug, PartialEq)]
pub enum Combination {
    /// The terms behind the reasons multiply to the strength of the move.
    Product,
    /// The probability is a weighted mean over several predictors.
    Mean {
        /// Each with its weight and its own explanation, the heaviest first. Weights sum to 1.
        voices: Vec<Voice>,
    },
    /// The probability is a weighted product over several predictors, normalised.
    Pool {
        /// Each with its weight (an exponent) and its own explanation, the heaviest first.
        voices: Vec<Voice>,
    },
}

impl Combination {
    /// Its name, for files and pages.
    pub fn name(&self) -> &'static str {
        match self {
            Combination::Product => "product",
            Combination::Mean { .. } => "mean",
            Combination::Pool { .. } => "pool",
        }
    }

    /// The predictors behind it; none in a product.
    pub fn voices(&self) -> &[Voice] {
        match self {
            Combination::Product => &[],
            Combination::Mean { voices } | Combination::Pool { voices } => voices,
        }
    }
}

/// One predictor of several that are combined.
#[derive(Clone, Debug, PartialEq)]
pub struct Voice {
    /// The name of the predictor.
    pub name: String,
    /// Its share of a mean, its exponent in a pool.
    pub weight: f32,
    /// Its explanation of the move.
    pub explanation: Explanation,
}

/// Why a move has its probability.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// The move.
    pub mv: Move,
    /// Its probability.
    pub probability: f32,
    /// Its rank among the legal moves.
    pub rank: usize,
    /// The reasons, the strongest first. In a mean or a pool, those of all voices with their factors on the odds of the whole.
    pub reasons: Vec<Reason>,
    /// The move's strength: its probability is this divided by the sum over all moves.
    pub strength: f32,
    /// How the probability comes about.
    pub combination: Combination,
}

/// A reason whose factor is closer to 1 than this makes no difference worth naming.
const WORTH_NAMING: f32 = 1.1;

impl Explanation {
    /// The explanation of a move whose strength is a product; `None` if the move is not legal.
    pub fn product(prediction: &Prediction, mv: Move, strength: f32, reasons: Vec<Reason>) -> Option<Explanation> {
        Explanation::new(prediction, mv, strength, reasons, Combination::Product)
    }

    /// The explanation of a move whose probability is the mean of those of several voices; `None` if the move is not
    /// legal. Panics without a voice of positive weight, or if the voices explain different moves.
    pub fn mean(prediction: &Prediction, mv: Move, mut voices: Vec<Voice>) -> Option<Explanation> {
        let sum: f32 = voices.iter().map(|voice| voice.weight).sum();
        assert!(sum > 0.0 && voices.iter().all(|voice| voice.weight >= 0.0 && voice.explanation.mv == mv));
        voices.iter_mut().for_each(|voice| voice.weight /= sum);
        voices.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        let probability: f64 = voices.iter().map(Voice::contribution).sum();
        let of_voice = |voice: &Voice| -> Vec<Reason> {
            voice.explanation.reasons.iter().map(|reason| voice.reason_within(probability, reason)).collect()
        };
        let reasons = voices.iter().flat_map(of_voice).collect();
        Explanation::new(prediction, mv, probability as f32, reasons, Combination::Mean { voices })
    }

    /// The explanation of a move whose probability is the weighted product of those of several voices; `None` if the move is not legal. Panics
    /// if the voices explain different moves.
    pub fn pool(prediction: &Prediction, mv: Move, mut voices: Vec<Voice>) -> Option<Explanation> {
        assert!(voices.iter().all(|voice| voice.weight.is_finite() && voice.explanation.mv == mv));
        voices.sort_by(|a, b| b.weight.abs().total_cmp(&a.weight.abs()));
        let log = |voice: &Voice| {
            f64::from(voice.weight) * f64::from(voice.explanation.probability).max(LEAST_PROBABILITY).ln()
        };
        let strength = voices.iter().map(log).sum::<f64>().exp() as f32;
        let of_voice = |voice: &Voice| -> Vec<Reason> {
            voice.explanation.reasons.iter().map(|reason| voice.reason_within_pool(reason)).collect()
        };
        let reasons = voices.iter().flat_map(of_voice).collect();
        Explanation::new(prediction, mv, strength, reasons, Combination::Pool { voices })
    }

    fn new(
        prediction: &Prediction,
        mv: Move,
        strength: f32,
        mut reasons: Vec<Reason>,
        combination: Combination,
    ) -> Option<Explanation> {
        let idx = prediction.moves.iter().position(|&m| m == mv)?;
        reasons.sort_by(|a, b| b.size().total_cmp(&a.size()));
        let (probability, rank) = (prediction.probabilities[idx], prediction.rank(mv));
        Some(Explanation { mv, probability, rank, reasons, strength, combination })
    }

    /// The probability of the move without one of its reasons.
    pub fn probability_without(&self, reason: &Reason) -> f32 {
        odds_divided(f64::from(self.probability), f64::from(reason.factor)) as f32
    }

    /// The leaves that the move falls into with the reasons they are, tree by tree; none without decision trees that have weights.
    pub fn leaves(&self) -> Vec<(&TreeLeaf, &Reason)> {
        let mut leaves: Vec<(&TreeLeaf, &Reason)> =
            self.reasons.iter().filter_map(|reason| Some((reason.leaf.as_ref()?, reason))).collect();
        leaves.sort_by_key(|(leaf, _)| leaf.tree);
        leaves
    }

    /// The reasons for the move and those against it, the strongest first.
    pub fn pro_and_contra(&self) -> (Vec<&Reason>, Vec<&Reason>) {
        self.reasons.iter().partition(|reason| reason.factor >= 1.0)
    }

    /// Why this move rather than the other: reasons for it that the other lacks.
    pub fn advantages_over<'a>(&'a self, other: &'a Explanation) -> impl Iterator<Item = &'a Reason> {
        self.reasons.iter().filter(|reason| reason.factor > WORTH_NAMING && other.lacks(reason))
    }

    /// Reasons against this move that the other lacks.
    pub fn drawbacks_beside<'a>(&'a self, other: &'a Explanation) -> impl Iterator<Item = &'a Reason> {
        self.reasons.iter().filter(|reason| reason.factor < 1.0 / WORTH_NAMING && other.lacks(reason))
    }

    /// Is there no reason with the same features?
    fn lacks(&self, reason: &Reason) -> bool {
        !self.reasons.iter().any(|own| own.features == reason.features)
    }
}

impl Voice {
    fn contribution(&self) -> f64 {
        f64::from(self.weight) * f64::from(self.explanation.probability)
    }

    /// A reason of this voice as a reason of the mean, whose probability is given: named after the voice, with its factor on the odds of
    /// the mean.
    pub fn reason_within(&self, probability: f64, reason: &Reason) -> Reason {
        let own = f64::from(self.explanation.probability);
        let without = probability + f64::from(self.weight) * (odds_divided(own, f64::from(reason.factor)) - own);
        self.named(reason, (odds(probability) / odds(without)) as f32)
    }

    /// A reason of this voice as a reason of the pool.
    pub fn reason_within_pool(&self, reason: &Reason) -> Reason {
        self.named(reason, f64::from(reason.factor).max(1e-30).powf(f64::from(self.weight)).clamp(1e-30, 1e30) as f32)
    }

    fn named(&self, reason: &Reason, factor: f32) -> Reason {
        Reason {
            features: reason.features.iter().map(|feature| format!("{}/{feature}", self.name)).collect(),
            words: format!("{}: {}", self.name, reason.words),
            factor,
            evidence: reason.evidence.clone(),
            leaf: reason.leaf.clone(),
        }
    }
}

/// Probabilities nearer than this to 0 or 1 have odds of that.
const LEAST_PROBABILITY: f64 = 1e-12;

fn odds(probability: f64) -> f64 {
    let p = probability.clamp(LEAST_PROBABILITY, 1.0 - LEAST_PROBABILITY);
    p / (1.0 - p)
}

/// The probability of a move whose odds against all others are divided by `factor`.
fn odds_divided(probability: f64, factor: f64) -> f64 {
    let divided = probability / factor.max(1e-30);
    divided / (1.0 - probability + divided)
}
