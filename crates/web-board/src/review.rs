//! A whole game looked at, one position a turn, so that others can play in between: win rate, best move, and how likely the move that was
//! played is to the model. The page remembers what it has heard and can go on from there after a stop.

use go_board::{Color, GameBoard};
use go_engine::{Analysis, Effort, Player, Purpose, Task, TreePlayer, Watch};
use go_models::Prediction;
use serde_json::{Value, json};

use crate::answer::Refused;
use crate::line::{Line, Step, parse_move};
use crate::queue::{Call, Turn, Work};
use crate::search::{REPORT_EVERY, SearchRoom, analysis_json};

/// Playouts of a position: quick, for a whole game is looked at.
const REVIEW_PLAYOUTS: u64 = 500;

/// The review of a line.
pub(crate) struct Review {
    line: Line,
    /// Steps played before the position that comes next.
    next: usize,
    /// Keeps its tree along the line.
    player: Option<TreePlayer>,
}

impl Review {
    /// Looks at the positions after `from` steps, after one more, and so on to the end of the line.
    pub(crate) fn new(line: Line, from: usize) -> Result<Self, Refused> {
        line.game().map_err(Refused::bad)?;
        Ok(Self { line, next: from, player: None })
    }

    fn position(&self) -> Option<GameBoard> {
        let steps = self.line.steps.get(..self.next)?.to_vec();
        Line { steps, ..self.line.clone() }.game().ok()
    }

    /// The move that the line goes on with, and what the model thinks of it.
    fn played(&self, game: &GameBoard, room: &SearchRoom) -> Value {
        let (color, name) = match self.line.steps.get(self.next) {
            Some(Step::Black(name)) => (Color::Black, name),
            Some(Step::White(name)) => (Color::White, name),
            _ => return Value::Null,
        };
        let Ok(mv) = parse_move(game.size(), name) else { return Value::Null };
        let mut position = game.position().clone();
        position.to_move = color;
        let mut prediction = Prediction::default();
        room.predictors.for_size(game.size()).predict(&position, &mut prediction);
        json!({ "move": name, "probability": prediction.probability(mv), "rank": prediction.rank(mv) })
    }
}

impl Work for Review {
    fn turn(&mut self, room: &mut SearchRoom, call: &Call) -> Turn {
        let Some(game) = self.position() else {
            call.answer("end", json!({ "positions": self.next }));
            return Turn::Done;
        };
        let effort = Effort { n_playouts: Some(REVIEW_PLAYOUTS), n_threads: room.n_threads, ..Effort::default() };
        let player = self.player.get_or_insert_with(|| room.player_with(effort));
        let mut told = Value::Null;
        let mut show = |analysis: &Analysis| told = analysis_json(&game, analysis);
        let mut task = Task {
            purpose: Purpose::Test,
            clock: None,
            stop: &|| call.is_over(),
            watch: Some(Watch { every: REPORT_EVERY, show: &mut show }),
        };
        player.choose(&game, &mut task);
        if call.is_over() {
            return Turn::Done;
        }
        // The page has no use for owners here, and there are hundreds of positions.
        if let Some(fields) = told.as_object_mut() {
            fields.remove("ownership");
        }
        let played = self.played(&game, room);
        call.answer(
            "position",
            json!({ "after": self.next, "analysis": told, "played": played, "of": self.line.steps.len() }),
        );
        self.next += 1;
        Turn::Again
    }
}
