//! A mean of two predictors of different kinds: its reasons are those of its voices, and the law of reasons holds for
//! the whole.

use go_board::{Move, Position};
use go_games::{Replay, read_database};
use go_models::factor::FactorModel;
use go_models::instance::InstanceModel;
use go_models::laws::{Ablation, check_explanation};
use go_models::{Combination, Explanation, Prediction, Predictor, Reason, Voice};

/// Predictors with weights that sum to 1.
struct Mixture(Vec<(f32, Box<dyn Ablation>)>);

impl Mixture {
    fn voices(&self, position: &Position, mv: Move) -> Option<Vec<Voice>> {
        let voice = |(weight, model): &(f32, Box<dyn Ablation>)| {
            let explanation = model.explain(position, mv)?;
            Some(Voice { name: model.name().to_owned(), weight: *weight, explanation })
        };
        self.0.iter().map(voice).collect()
    }
}

impl Predictor for Mixture {
    fn name(&self) -> &str {
        "mixture"
    }

    fn predict(&self, position: &Position, prediction: &mut Prediction) {
        let mut sum: Vec<f32> = Vec::new();
        for (weight, model) in &self.0 {
            model.predict(position, prediction);
            sum.resize(prediction.moves.len(), 0.0);
            sum.iter_mut().zip(&prediction.probabilities).for_each(|(sum, p)| *sum += weight * p);
        }
        prediction.probabilities = sum;
    }

    fn explain(&self, position: &Position, mv: Move) -> Option<Explanation> {
        let mut prediction = Prediction::default();
        self.predict(position, &mut prediction);
        Explanation::mean(&prediction, mv, self.voices(position, mv)?)
    }
}

impl Ablation for Mixture {
    fn probability_without(&self, position: &Position, mv: Move, reason: &Reason) -> Option<f32> {
        let voices = self.voices(position, mv)?;
        let mean: f32 = voices.iter().map(|voice| voice.weight * voice.explanation.probability).sum();
        voices.iter().zip(&self.0).find_map(|(voice, (weight, model))| {
            let within = |own: &&Reason| voice.reason_within(f64::from(mean), own).features == reason.features;
            let own = voice.explanation.reasons.iter().find(within)?;
            let without = model.probability_without(position, mv, own)?;
            Some(mean + weight * (without - voice.explanation.probability))
        })
    }
}

fn mixture(weights: [f32; 2]) -> Mixture {
    let trees = InstanceModel::from_bytes(include_bytes!("golden/fixture.model")).expect("the fixture");
    let factor = FactorModel::from_bytes(include_bytes!("../../../models/9x9.model")).expect("the embedded model");
    Mixture(vec![(weights[0], Box::new(trees)), (weights[1], Box::new(factor))])
}

/// A position of each of the first games, ever later ones, with the move that was played.
fn positions(n: usize) -> Vec<(Position, Move)> {
    let bytes = include_bytes!("../../../data/games/policy-9x9.games");
    let games = read_database(bytes).expect("the shipped games are sound");
    let nth = |(i, game)| {
        let mut replay: Replay<'_> = Replay::new(game);
        for _ in 0..4 + 5 * i {
            replay.next_position();
        }
        replay.next_position().map(|(position, played)| (position.clone(), played)).expect("a move after so many")
    };
    games.iter().take(n).enumerate().map(nth).collect()
}

#[test]
fn reasons_of_a_mean_keep_the_laws() {
    let mixture = mixture([0.3, 0.7]);
    let (mut n_first, mut n_reasons) = (0, 0);
    for (position, played) in positions(8) {
        let explanation = check_explanation(&mixture, &position, played);
        let Combination::Mean { voices } = &explanation.combination else { panic!("a mean says that it is one") };
        assert!((voices[0].weight - 0.7).abs() < 1e-6 && (voices[1].weight - 0.3).abs() < 1e-6, "the heaviest first");
        let of_voices: usize = voices.iter().map(|voice| voice.explanation.reasons.len()).sum();
        assert_eq!(explanation.reasons.len(), of_voices);
        let first = &voices[0].name;
        n_first += explanation.reasons.iter().filter(|reason| reason.words.starts_with(first.as_str())).count();
        n_reasons += of_voices;
    }
    assert!(n_first > 50 && n_reasons > n_first + 50, "{n_first} of {n_reasons} reasons are of the first voice");
}

/// A voice that weighs nothing changes nothing, and one that weighs all is the mean.
#[test]
fn weights_scale_the_reasons_of_a_voice() {
    let (position, played) = positions(3).pop().expect("positions");
    let mixture = mixture([1.0, 0.0]);
    let whole = check_explanation(&mixture, &position, played);
    let alone = mixture.0[0].1.explain(&position, played).expect("a legal move");
    assert!((whole.probability - alone.probability).abs() < 1e-6);
    for (reason, own) in whole.reasons.iter().zip(&alone.reasons) {
        assert!((reason.factor / own.factor - 1.0).abs() < 1e-4, "{}: {} or {}", own.id(), reason.factor, own.factor);
        assert_eq!(reason.evidence, own.evidence);
    }
    let silent = whole.reasons.iter().skip(alone.reasons.len());
    assert!(silent.map(|reason| reason.factor).all(|factor| (factor - 1.0).abs() < 1e-4));
}

/// Weights are shares: only their ratios count.
#[test]
fn a_mean_scales_its_weights() {
    let (position, played) = positions(1).pop().expect("positions");
    let mixture = mixture([0.5, 0.5]);
    let mut prediction = Prediction::default();
    mixture.predict(&position, &mut prediction);
    let mut voices = mixture.voices(&position, played).expect("a legal move");
    let fair = Explanation::mean(&prediction, played, voices.clone()).expect("a legal move");
    voices.iter_mut().for_each(|voice| voice.weight = 4.0);
    let scaled = Explanation::mean(&prediction, played, voices).expect("a legal move");
    assert_eq!(scaled, fair);
}
