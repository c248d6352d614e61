//! The predictions of every model that knows the board at a position, side by side.

use go_board::{BoardSize, Move};
use go_models::{Prediction, Predictors};
use serde::{Deserialize, Serialize};

use crate::answer::Refused;
use crate::line::Line;

/// More moves than a table shows.
const MOST_MOVES: usize = 40;

/// A question to all models.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PredictQuestion {
    line: Line,
    /// How many moves of each.
    most: usize,
    /// A move whose rank is requested.
    #[serde(rename = "move")]
    played: Option<String>,
}

/// The answers of the models that know the board, in order.
#[derive(Serialize)]
pub(crate) struct PredictAnswer {
    models: Vec<ModelExpects>,
}

#[derive(Serialize)]
struct ModelExpects {
    name: String,
    moves: Vec<Expected>,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    played: Option<Expected>,
}

#[derive(Serialize)]
struct Expected {
    #[serde(rename = "move")]
    name: String,
    probability: f32,
    rank: usize,
}

fn expected(size: BoardSize, prediction: &Prediction, mv: Move) -> Expected {
    Expected { name: size.vertex(mv).to_string(), probability: prediction.probability(mv), rank: prediction.rank(mv) }
}

pub(crate) fn predict(question: PredictQuestion, predictors: &Predictors) -> Result<PredictAnswer, Refused> {
    let game = question.line.game().map_err(Refused::bad)?;
    let size = game.size();
    let played = question.played.map(|name| size.parse_move(&name)).transpose().map_err(Refused::bad)?;
    let mut prediction = Prediction::default();
    let models = predictors.fitting(size).map(|model| {
        model.model().predict(game.position(), &mut prediction);
        let ranked = prediction.ranked().into_iter().take(question.most.min(MOST_MOVES));
        ModelExpects {
            name: model.name.clone(),
            moves: ranked.map(|(mv, _)| expected(size, &prediction, mv)).collect(),
            played: played.filter(|mv| prediction.moves.contains(mv)).map(|mv| expected(size, &prediction, mv)),
        }
    });
    Ok(PredictAnswer { models: models.collect() })
}
