//! Explanations: the reasons of a model for a move with their factors and evidence, and what the better move has that
//! this one lacks.
//!
//! Without a reason the odds of the move would be divided by its factor, so its probability p would be (p / f) / (1 - p + p / f), which is
//! given with every reason; a test takes each feature out of the model and compares. What a reason looks at comes from the model as
//! evidence: its stones are named for marking, and a shape or a window is drawn by itself. Nothing is concluded from names of features.

use go_board::{BoardSize, GameBoard, Position};
use go_models::{Evidence, Explanation, Predictor, Predictors, Reason, TreeLeaf, Voice};
use go_review::picture;
use serde::{Deserialize, Serialize};

use crate::answer::Refused;
use crate::line::Line;

/// Reasons in an answer, of each move.
const MOST_REASONS: usize = 12;
/// Reasons that make the difference between two moves.
const MOST_DIFFERENCES: usize = 4;

/// Why this move?
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WhyQuestion {
    line: Line,
    #[serde(rename = "move")]
    name: String,
    /// The number of the model that is asked.
    model: usize,
}

/// The move, the move that the model likes best, and what only one of them has.
#[derive(Serialize)]
pub(crate) struct WhyAnswer {
    model: String,
    explained: MoveAnswer,
    best: MoveAnswer,
    only_best: Vec<ReasonAnswer>,
    only_explained: Vec<ReasonAnswer>,
}

#[derive(Serialize)]
struct MoveAnswer {
    #[serde(rename = "move")]
    name: String,
    probability: f32,
    rank: usize,
    /// `product`, or `mean` or `pool` of the voices.
    combination: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    voices: Vec<VoiceAnswer>,
    reasons: Vec<ReasonAnswer>,
    /// Where the move falls in every tree; nothing without a forest.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    leaves: Vec<LeafAnswer>,
}

/// The leaf of one tree that a move falls into.
#[derive(Serialize)]
struct LeafAnswer {
    /// The tree, from 1.
    tree: usize,
    system: &'static str,
    leaf: u32,
    weight: f32,
    /// The path to the leaf.
    words: String,
    /// The points of the nodes that the path discovers, to mark on the board.
    points: Vec<String>,
}

/// What one of several averaged models says.
#[derive(Serialize)]
struct VoiceAnswer {
    name: String,
    weight: f32,
    probability: f32,
    rank: usize,
}

#[derive(Serialize)]
struct ReasonAnswer {
    /// The ids of the features in one line.
    feature: String,
    features: Vec<String>,
    words: String,
    factor: f32,
    /// The move's probability without this reason.
    without: f32,
    evidence: Evidence<String>,
    /// The points of the evidence to mark on the board.
    points: Vec<String>,
    /// The shape or window of the evidence as a drawing, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pattern: Option<String>,
}

pub(crate) fn why(question: WhyQuestion, predictors: &Predictors) -> Result<WhyAnswer, Refused> {
    let game = question.line.game().map_err(Refused::bad)?;
    let size = game.size();
    let mv = size.parse_move(&question.name).map_err(Refused::bad)?;
    let named = predictors.get(question.model).ok_or_else(|| Refused::bad("there is no such model"))?;
    let model = named.model();
    let illegal = || Refused::bad(format!("{} may not play {} here", game.to_move(), question.name));
    let explained = model.explain(game.position(), mv).ok_or_else(illegal)?;
    let best = best(&*model, game.position());
    let only = |a: &Explanation, b: &Explanation| {
        a.advantages_over(b).take(MOST_DIFFERENCES).map(|reason| reason_answer(&game, a, reason)).collect()
    };
    Ok(WhyAnswer {
        model: named.name.clone(),
        only_best: only(&best, &explained),
        only_explained: only(&explained, &best),
        explained: move_answer(&game, &explained),
        best: move_answer(&game, &best),
    })
}

/// The move that the model likes best.
fn best(model: &dyn Predictor, position: &Position) -> Explanation {
    let mut prediction = go_models::Prediction::default();
    model.predict(position, &mut prediction);
    let (mv, _) = prediction.ranked()[0];
    model.explain(position, mv).expect("the first of the ranking is legal")
}

fn move_answer(game: &GameBoard, explanation: &Explanation) -> MoveAnswer {
    let reasons = explanation.reasons.iter().take(MOST_REASONS);
    MoveAnswer {
        name: game.size().vertex(explanation.mv).to_string(),
        probability: explanation.probability,
        rank: explanation.rank,
        combination: explanation.combination.name(),
        voices: explanation.combination.voices().iter().map(voice_answer).collect(),
        reasons: reasons.map(|reason| reason_answer(game, explanation, reason)).collect(),
        leaves: explanation.leaves().into_iter().map(|(leaf, reason)| leaf_answer(game, leaf, reason)).collect(),
    }
}

fn leaf_answer(game: &GameBoard, &TreeLeaf { tree, system, leaf, weight }: &TreeLeaf, reason: &Reason) -> LeafAnswer {
    let points = reason.evidence.marks(game.board()).into_iter().map(|point| game.size().name(point)).collect();
    LeafAnswer { tree: tree + 1, system, leaf, weight, words: reason.words.clone(), points }
}

fn voice_answer(Voice { name, weight, explanation }: &Voice) -> VoiceAnswer {
    let Explanation { probability, rank, .. } = *explanation;
    VoiceAnswer { name: name.clone(), weight: *weight, probability, rank }
}

fn reason_answer(game: &GameBoard, explanation: &Explanation, reason: &Reason) -> ReasonAnswer {
    let size: BoardSize = game.size();
    let region = reason.evidence.largest_region(size);
    ReasonAnswer {
        feature: reason.id(),
        features: reason.features.clone(),
        words: reason.words.clone(),
        factor: reason.factor,
        without: explanation.probability_without(reason),
        evidence: reason.evidence.map(&|point| size.name(*point)),
        points: reason.evidence.marks(game.board()).into_iter().map(|point| size.name(point)).collect(),
        pattern: region.map(|region| picture::region(game.board(), region, explanation.mv).draw().to_string()),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use go_board::Move;
    use go_models::NamedPredictor;
    use go_models::factor::FactorModel;
    use go_models::instance::InstanceModel;
    use go_models::laws::{Ablation, check_explanation};

    use super::*;

    fn model() -> FactorModel {
        FactorModel::from_bytes(include_bytes!("../../../models/9x9.model")).expect("the model in the repository")
    }

    const LINE: &str = r#"{"size": 9, "rules": "chinese", "komi": 7.5, "steps": [{"b": "E5"}, {"w": "E3"}, {"b": "D3"}, {"w": "D2"},
        {"b": "C3"}, {"w": "F5"}, {"b": "F6"}, {"w": "F4"}, {"b": "G6"}]}"#;

    /// The law behind every sentence, for the reasons of the page as they are sent: without its feature, computed anew by the model, a
    /// move is as likely as stated.
    #[test]
    fn without_its_feature_a_move_is_as_likely_as_stated() {
        let model = model();
        let game = serde_json::from_str::<Line>(LINE).expect("a line").game().expect("a game");
        let mut n_checked = 0;
        for mv in best_moves(&model, &game, 5) {
            let explanation = check_explanation(&model, game.position(), mv);
            for reason in &explanation.reasons {
                let found = model.probability_without(game.position(), mv, reason).expect("the move has it");
                let stated = reason_answer(&game, &explanation, reason).without;
                assert!((found - stated).abs() < 5e-3, "{}: {stated} stated, {found} found", reason.id());
                n_checked += 1;
            }
        }
        assert!(n_checked > 50, "{n_checked} reasons");
    }

    /// The same for a model of tactical levels, patterns and trees, and for every sentence of the panel: those of the move, of the better
    /// move, and of what only one of them has. The path through a tree comes with the stones that it looked at.
    #[test]
    fn every_sentence_of_a_tree_model_holds_and_marks_its_stones() {
        let model = InstanceModel::from_bytes(include_bytes!("../../go-models/tests/golden/fixture.model"));
        let model = Arc::new(model.expect("the fixture"));
        let predictor: Arc<dyn Predictor> = Arc::clone(&model) as _;
        let named = NamedPredictor::new("trees", vec![9], move || Arc::clone(&predictor));
        let predictors = Predictors::by_size(vec![named]);
        let json = format!(r#"{{"line": {LINE}, "move": "G5", "model": 0}}"#);
        let answer = why(serde_json::from_str(&json).expect("a question"), &predictors).expect("an answer");
        let game = serde_json::from_str::<Line>(LINE).expect("a line").game().expect("a game");
        let of = |answer: &MoveAnswer| game.size().parse_move(&answer.name).expect("a move");
        let (own, best) = (of(&answer.explained), of(&answer.best));
        let sentences = [
            (own, &answer.explained.reasons),
            (best, &answer.best.reasons),
            (best, &answer.only_best),
            (own, &answer.only_explained),
        ];
        let (mut n_leaves, mut n_patterns) = (0, 0);
        for (mv, reason) in
            sentences.into_iter().flat_map(|(mv, reasons)| reasons.iter().map(move |reason| (mv, reason)))
        {
            let explanation = model.explain(game.position(), mv).expect("a legal move");
            let meant =
                explanation.reasons.iter().find(|own| own.features == reason.features).expect("the move has it");
            let found = model.probability_without(game.position(), mv, meant).expect("the move has it");
            assert!(
                (found - reason.without).abs() < 1e-4,
                "{}: {} stated, {found} found",
                reason.feature,
                reason.without
            );
            let has_stones = reason.words.contains("stone") && !reason.points.is_empty();
            n_leaves += usize::from(matches!(reason.evidence, Evidence::Nodes { .. }) && has_stones);
            n_patterns += usize::from(matches!(reason.evidence, Evidence::Shape { .. }) && reason.pattern.is_some());
        }
        assert!(n_leaves >= 4 && n_patterns >= 1, "{n_leaves} leaves with stones, {n_patterns} patterns");
    }

    #[test]
    fn the_leaf_of_every_tree_is_told() {
        let factor: Arc<dyn Predictor> = Arc::new(model());
        let model = InstanceModel::from_bytes(include_bytes!("../../go-models/tests/golden/fixture.model"));
        let model = Arc::new(model.expect("the fixture"));
        let trees: Arc<dyn Predictor> = Arc::clone(&model) as _;
        let named = [("trees", trees), ("factor", factor)]
            .map(|(name, model)| NamedPredictor::new(name, vec![9], move || Arc::clone(&model)));
        let predictors = Predictors::by_size(named.into());
        let ask = |name: &str, model: usize| {
            let json = format!(r#"{{"line": {LINE}, "move": "{name}", "model": {model}}}"#);
            let answer = why(serde_json::from_str(&json).expect("a question"), &predictors).expect("an answer");
            serde_json::to_value(answer).expect("an answer is plain data")
        };
        let forest = model.forest().expect("trees");
        let answer = ask("G5", 0);
        for side in ["explained", "best"] {
            let leaves = answer[side]["leaves"].as_array().expect("leaves");
            assert_eq!(leaves.len(), forest.trees().len());
            for (tree, told) in leaves.iter().enumerate() {
                let leaf = told["leaf"].as_u64().expect("a number") as u32;
                assert_eq!((&told["tree"], forest.tree_of(leaf)), (&(tree + 1).into(), Some(tree)));
                assert_eq!(told["system"], forest.trees()[tree].system.name());
                let weight = model.leaf_log_weights()[leaf as usize].exp();
                assert!((told["weight"].as_f64().expect("a weight") - f64::from(weight)).abs() < 1e-5);
                assert!(told["words"].as_str().is_some_and(|words| words.ends_with('.')), "{told}");
            }
        }
        assert!(ask("pass", 0)["explained"].get("leaves").is_none(), "a pass is in no leaf");
        assert!(ask("G5", 1)["explained"].get("leaves").is_none(), "a model without trees");
    }

    #[test]
    fn an_earlier_move_is_marked_when_a_reason_counts_from_it() {
        let game = serde_json::from_str::<Line>(LINE).expect("a line").game().expect("a game");
        let model = model();
        let explanation = model.explain(game.position(), game.size().parse_move("G5").unwrap()).expect("a legal move");
        let mut n_checked = 0;
        for reason in explanation.reasons.iter().filter(|reason| reason.features.len() == 1) {
            let Evidence::EarlierMoves { moves } = &reason.evidence else { continue };
            let names: Vec<String> = reason_answer(&game, &explanation, reason).points;
            // The last five moves: G6, F4, F6, F5, C3.
            let expected = |n: usize| ["G6", "F4", "F6", "F5", "C3"].get(n - 1).copied();
            for earlier in moves.iter().filter_map(|earlier| expected(earlier.turns_ago)) {
                assert!(names.iter().any(|name| name == earlier), "{}: {names:?}", reason.id());
                n_checked += 1;
            }
        }
        assert!(n_checked > 4, "{n_checked} earlier moves");
    }

    fn best_moves(model: &FactorModel, game: &GameBoard, n: usize) -> Vec<Move> {
        let mut prediction = go_models::Prediction::default();
        model.predict(game.position(), &mut prediction);
        prediction.ranked().into_iter().take(n).map(|(mv, _)| mv).collect()
    }

    #[test]
    fn a_mean_names_its_voices() {
        let game = serde_json::from_str::<Line>(LINE).expect("a line").game().expect("a game");
        let mut prediction = go_models::Prediction::default();
        let model = model();
        model.predict(game.position(), &mut prediction);
        let mv = game.size().parse_move("G5").expect("a move");
        let voice = |(name, weight): (&str, f32)| {
            let explanation = model.explain(game.position(), mv).expect("a legal move");
            Voice { name: name.into(), weight, explanation }
        };
        let voices = [("first", 0.25), ("second", 0.75)].map(voice).to_vec();
        let explanation = Explanation::mean(&prediction, mv, voices).expect("a legal move");
        let answer = move_answer(&game, &explanation);
        let names: Vec<(&str, f32)> = answer.voices.iter().map(|voice| (voice.name.as_str(), voice.weight)).collect();
        assert_eq!((answer.combination, names), ("mean", vec![("second", 0.75), ("first", 0.25)]));
        assert!(answer.reasons[0].feature.starts_with("second/"), "{}", answer.reasons[0].feature);
    }

    #[test]
    fn every_sentence_carries_its_feature_and_shapes_are_drawn() {
        let predictor: Arc<dyn Predictor> = Arc::new(model());
        let named = NamedPredictor::new("9x9", vec![9], move || Arc::clone(&predictor));
        let predictors = Predictors::by_size(vec![named]);
        let ask = |name: &str| {
            let json = format!(r#"{{"line": {LINE}, "move": "{name}", "model": 0}}"#);
            why(serde_json::from_str(&json).expect("a question"), &predictors)
        };
        let answer = ask("G5").expect("an answer");
        let reasons: Vec<&ReasonAnswer> = answer.explained.reasons.iter().chain(&answer.only_best).collect();
        assert!(
            !reasons.is_empty() && reasons.iter().all(|reason| !reason.feature.is_empty() && !reason.words.is_empty())
        );
        assert!(reasons.iter().any(|reason| reason.pattern.as_ref().is_some_and(|svg| svg.starts_with("<svg"))));
        assert!(ask("E5").is_err(), "an occupied point has no reasons");
        assert_eq!(ask("pass").expect("pass can be asked").explained.name, "pass");
    }
}
