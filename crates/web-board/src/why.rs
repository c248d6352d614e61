//! Why a move: the reasons of a model with their factors, each named by its feature, and what the better move has that this one lacks.
//!
//! Without a reason the odds of the move would be divided by its factor, so its probability p would be (p / f) / (1 - p + p / f); that
//! is told with every reason, and a test takes the feature out of the model's hands to see it. Shapes are drawn: what lies within their
//! circular distance |dx| + |dy| + max(|dx|, |dy|), the counts are in the words. Says nothing that the model does not say.

use go_board::{BoardSize, GameBoard, Move, Point, Position, circular_distance};
use go_models::{Explanation, Predictor, Reason};
use go_review::picture::{side, spot};
use report::goban::{Definitions, Goban, Mark, Spot, Window};
use serde::{Deserialize, Serialize};

use crate::answer::Refused;
use crate::line::{Line, move_name, parse_move};
use crate::predictors::Predictors;

/// Reasons that are told.
const MOST_REASONS: usize = 12;
/// Reasons that make the difference between two moves.
const MOST_DIFFERENCES: usize = 4;
/// A reason as weak as this makes no difference.
const LEAST_DIFFERENCE: f32 = 1.1;

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
    explained: MoveTold,
    best: MoveTold,
    only_best: Vec<ReasonTold>,
    only_explained: Vec<ReasonTold>,
}

#[derive(Serialize)]
struct MoveTold {
    #[serde(rename = "move")]
    name: String,
    probability: f32,
    rank: usize,
    reasons: Vec<ReasonTold>,
}

#[derive(Serialize)]
struct ReasonTold {
    feature: String,
    words: String,
    factor: f32,
    /// The move's probability without this reason.
    without: f32,
    points: Vec<String>,
    /// The shape as a drawing, if the reason is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pattern: Option<String>,
}

pub(crate) fn why(question: WhyQuestion, predictors: &Predictors) -> Result<WhyAnswer, Refused> {
    let game = question.line.game().map_err(Refused::bad)?;
    let size = game.size();
    let mv = parse_move(size, &question.name).map_err(Refused::bad)?;
    let named = predictors.get(question.model).ok_or_else(|| Refused::bad("there is no such model"))?;
    let model = named.model();
    let illegal = || Refused::bad(format!("{} may not play {} here", game.to_move(), question.name));
    let explained = model.explain(game.position(), mv).ok_or_else(illegal)?;
    let best = best(&*model, game.position());
    let only = |a: &Explanation, b: &Explanation| {
        let lacks = |reason: &&Reason| !b.reasons.iter().any(|other| other.feature == reason.feature);
        let strong = a.reasons.iter().filter(|reason| reason.factor > LEAST_DIFFERENCE).filter(lacks);
        strong.take(MOST_DIFFERENCES).map(|reason| reason_told(&game, a, reason)).collect()
    };
    Ok(WhyAnswer {
        model: named.name.clone(),
        only_best: only(&best, &explained),
        only_explained: only(&explained, &best),
        explained: move_told(&game, &explained),
        best: move_told(&game, &best),
    })
}

/// The move that the model likes best.
fn best(model: &dyn Predictor, position: &Position) -> Explanation {
    let mut prediction = go_models::Prediction::default();
    model.predict(position, &mut prediction);
    let (mv, _) = prediction.ranked()[0];
    model.explain(position, mv).expect("the first of the ranking is legal")
}

fn move_told(game: &GameBoard, told: &Explanation) -> MoveTold {
    let reasons = told.reasons.iter().take(MOST_REASONS).map(|reason| reason_told(game, told, reason)).collect();
    MoveTold { name: move_name(game.size(), told.mv), probability: told.probability, rank: told.rank, reasons }
}

fn reason_told(game: &GameBoard, told: &Explanation, reason: &Reason) -> ReasonTold {
    let size = game.size();
    // A pair of features looks at what either of them looks at.
    let features: Vec<&str> = reason.feature.split(" & ").collect();
    let shapes = features.iter().filter_map(|feature| Shape::of(feature, told.mv, game.position()));
    let shape = shapes.max_by_key(|shape| shape.distance);
    ReasonTold {
        feature: reason.feature.clone(),
        words: reason.words.clone(),
        factor: reason.factor,
        without: without(told.probability, reason.factor),
        points: stones(game, told.mv, reason, &features).into_iter().map(|point| size.name(point)).collect(),
        pattern: shape.map(|shape| shape.draw(game, told.mv)),
    }
}

/// The stones that a reason looks at: those that the model names, those of its shape, or the earlier move that it speaks of.
fn stones(game: &GameBoard, mv: Move, reason: &Reason, features: &[&str]) -> Vec<Point> {
    let is_stone = |point: &Point| !game.board().is_empty(*point);
    let mut points: Vec<Point> = reason.points.iter().copied().filter(is_stone).collect();
    for feature in features {
        if let Some(shape) = Shape::of(feature, mv, game.position()) {
            points.extend(shape.points(game.size()).filter(is_stone));
        }
        points.extend(earlier_move(feature, game.position()).filter(is_stone));
    }
    points.sort();
    points.dedup();
    points
}

/// The move that a distance is counted from: `near-move-3:5` is distance 5 from the one three turns ago.
fn earlier_move(feature: &str, position: &Position) -> Option<Point> {
    let (family, _) = feature.split_once(':')?;
    let n_back: usize = match family {
        "cfg-last-distance" => 1,
        family => family.strip_prefix("near-move-")?.parse().ok()?,
    };
    position.last_point(n_back.checked_sub(1)?)
}

/// The probability of a move whose odds against all others are divided by `factor`.
fn without(probability: f32, factor: f32) -> f32 {
    let (p, f) = (f64::from(probability), f64::from(factor).max(1e-30));
    (p / f / (1.0 - p + p / f)) as f32
}

/// The part of the board that a reason about a shape looks at.
struct Shape {
    center: Point,
    distance: usize,
}

impl Shape {
    /// The shape that the feature names: `shape:5` or `pattern:5:its-hash` around the move, `shape-reply:5` around the one it answers.
    fn of(feature: &str, mv: Move, position: &Position) -> Option<Shape> {
        let (family, rest) = feature.split_once(':')?;
        let distance = rest.split(':').next()?.parse().ok()?;
        let center = match family {
            "shape" | "shape-with-liberties" | "shape-with-last-moves" | "pattern" => mv.point(),
            "shape-reply" => position.last_point(0),
            "shape-continuation" => position.last_point(1),
            _ => None,
        };
        center.map(|center| Shape { center, distance })
    }

    fn points(&self, size: BoardSize) -> impl Iterator<Item = Point> {
        let apart = |a: u8, b: u8| i32::from(a) - i32::from(b);
        let (center, distance) = (self.center, self.distance);
        size.points().filter(move |point| {
            circular_distance(apart(point.x(), center.x()), apart(point.y(), center.y())) as usize <= distance
        })
    }

    /// Only what the shape holds; the move is ringed.
    fn draw(&self, game: &GameBoard, mv: Move) -> String {
        let size = game.size();
        let mut goban = Goban::new(size.get());
        goban.coordinates = false;
        goban.definitions = Definitions::Shared;
        for point in self.points(size) {
            if let Some(color) = game.board().color_at(point) {
                goban.stones.push((spot(point), side(color)));
            }
        }
        goban.marks.extend(mv.point().map(|point| (spot(point), Mark::Choice)));
        let reach = (self.distance / 2) as u8;
        let last = size.get() - 1;
        let both: Vec<Spot> = [Some(self.center), mv.point()].into_iter().flatten().map(spot).collect();
        let least = |of: fn(&Spot) -> u8| both.iter().map(of).min().unwrap_or(0).saturating_sub(reach);
        let most = |of: fn(&Spot) -> u8| both.iter().map(of).max().unwrap_or(last).saturating_add(reach).min(last);
        goban.window = Some(Window {
            from: Spot::new(least(|at| at.x), least(|at| at.y)),
            to: Spot::new(most(|at| at.x), most(|at| at.y)),
        });
        goban.title = format!("the shape up to distance {}", self.distance);
        goban.draw().to_string()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use go_models::factor::FactorModel;
    use go_models::instance::InstanceModel;

    use super::*;
    use crate::NamedPredictor;

    fn model() -> FactorModel {
        FactorModel::from_bytes(include_bytes!("../../../models/9x9.model")).expect("the model in the repository")
    }

    const LINE: &str = r#"{"size": 9, "rules": "chinese", "komi": 7.5, "steps": [{"b": "E5"}, {"w": "E3"}, {"b": "D3"}, {"w": "D2"},
        {"b": "C3"}, {"w": "F5"}, {"b": "F6"}, {"w": "F4"}, {"b": "G6"}]}"#;

    /// The law behind every sentence: take the feature away from the model, and the strength falls by the stated factor and the
    /// probability to the stated one. Pairs are two features taken away together against one by one.
    #[test]
    fn without_its_feature_a_move_is_as_likely_as_told() {
        let model = model();
        let line: Line = serde_json::from_str(LINE).expect("a line");
        let game = line.game().expect("a game");
        let mut n_checked = 0;
        let moves: Vec<Move> = best_moves(&model, &game, 5);
        for mv in moves {
            let told = model.explain(game.position(), mv).expect("a legal move");
            let features = model.features(game.position(), mv);
            let score = |left_out: &[String]| {
                let kept = features.iter().filter(|(_, meaning)| !left_out.contains(&meaning.id()));
                model.score(&kept.map(|&(number, _)| number).collect::<Vec<_>>())
            };
            let others = told.strength / told.probability - told.strength;
            for reason in &told.reasons {
                let names: Vec<String> = reason.feature.split(" & ").map(str::to_owned).collect();
                let change = match &names[..] {
                    [_] => score(&[]) - score(&names),
                    [a, b] => {
                        score(&[]) - score(std::slice::from_ref(a)) - score(std::slice::from_ref(b)) + score(&names)
                    }
                    _ => panic!("{}", reason.feature),
                };
                let close = (change.exp() / reason.factor - 1.0).abs() < 1e-2;
                assert!(close, "{}: told {}, found {}", reason.feature, reason.factor, change.exp());
                let weaker = (score(&[]) - change).exp();
                let found = weaker / (weaker + others);
                let stated = reason_told(&game, &told, reason).without;
                assert!((found - stated).abs() < 5e-3, "{}: told {stated}, found {found}", reason.feature);
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
        let of = |told: &MoveTold| parse_move(game.size(), &told.name).expect("a move");
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
            let found = model.probability_without(game.position(), mv, &reason.feature).expect("the move has it");
            assert!(
                (found - reason.without).abs() < 1e-4,
                "{}: told {}, found {found}",
                reason.feature,
                reason.without
            );
            if reason.feature.starts_with("leaf:") {
                n_leaves += usize::from(reason.words.contains("stone") && !reason.points.is_empty());
            }
            n_patterns += usize::from(reason.feature.starts_with("pattern:") && reason.pattern.is_some());
        }
        assert!(n_leaves >= 4 && n_patterns >= 1, "{n_leaves} leaves with stones, {n_patterns} patterns");
    }

    #[test]
    fn an_earlier_move_is_marked_when_a_reason_counts_from_it() {
        let game = serde_json::from_str::<Line>(LINE).expect("a line").game().expect("a game");
        let named = |feature: &str| earlier_move(feature, game.position()).map(|point| game.size().name(point));
        assert_eq!(named("near-move-1:2").as_deref(), Some("G6"));
        assert_eq!(named("near-move-2:2").as_deref(), Some("F4"));
        assert_eq!([named("near-move-99:2"), named("near-move-0:2"), named("shape:2")], [None, None, None]);
    }

    fn best_moves(model: &FactorModel, game: &GameBoard, n: usize) -> Vec<Move> {
        let mut prediction = go_models::Prediction::default();
        model.predict(game.position(), &mut prediction);
        prediction.ranked().into_iter().take(n).map(|(mv, _)| mv).collect()
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
        let told: Vec<&ReasonTold> = answer.explained.reasons.iter().chain(&answer.only_best).collect();
        assert!(!told.is_empty() && told.iter().all(|reason| !reason.feature.is_empty() && !reason.words.is_empty()));
        assert!(told.iter().any(|reason| reason.pattern.as_ref().is_some_and(|svg| svg.starts_with("<svg"))));
        assert!(ask("E5").is_err(), "an occupied point has no reasons");
        assert_eq!(ask("pass").expect("pass can be asked").explained.name, "pass");
    }
}
