//! A line of play sent by the page: board, rules, komi and the steps from the start, and the resulting game.
//!
//! Steps are taken as recorded games hold them; only a *new* move must obey the rules (see `board_view`).

use go_board::{BoardSize, Color, GameBoard, Point, RuleSet};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// More steps than any game has.
const MAX_STEPS: usize = 10_000;
/// More komi than any board has points.
const MAX_KOMI: f32 = 400.0;

/// A line of play.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Line {
    pub(crate) size: usize,
    pub(crate) rules: String,
    pub(crate) komi: f32,
    /// Handicap stones; they are the black stones of a set-up that comes first.
    #[serde(default)]
    pub(crate) handicap: usize,
    pub(crate) steps: Vec<Step>,
}

/// One step: a move by its name (`D4` or `pass`), or stones set up.
#[derive(Debug, Clone, Deserialize, Serialize)]
pub(crate) enum Step {
    #[serde(rename = "b")]
    Black(String),
    #[serde(rename = "w")]
    White(String),
    #[serde(rename = "set")]
    SetUp(SetUp),
}

/// Stones put down or taken up, and whose turn it is then.
#[derive(Debug, Clone, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct SetUp {
    pub(crate) b: Vec<String>,
    pub(crate) w: Vec<String>,
    /// Points that become empty.
    pub(crate) e: Vec<String>,
    /// `b` or `w`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) turn: Option<String>,
}

/// Why a line makes no game.
#[derive(Debug, Error, PartialEq)]
pub(crate) enum LineError {
    #[error(transparent)]
    Size(#[from] go_board::SizeError),
    #[error("{0:?} is not a rule set: chinese, japanese, aga, new-zealand or tromp-taylor")]
    Rules(String),
    #[error("komi {0} is not possible")]
    Komi(f32),
    #[error("a game has at most {MAX_STEPS} steps, not {0}")]
    Length(usize),
    #[error("step {0}: {1}")]
    Step(usize, String),
}

impl Line {
    /// The game after all steps.
    pub(crate) fn game(&self) -> Result<GameBoard, LineError> {
        let size = BoardSize::new(self.size)?;
        let rules =
            RuleSet::parse(&self.rules).ok_or_else(|| LineError::Rules(self.rules.chars().take(30).collect()))?;
        if !self.komi.is_finite() || self.komi.abs() > MAX_KOMI {
            return Err(LineError::Komi(self.komi));
        }
        if self.steps.len() > MAX_STEPS {
            return Err(LineError::Length(self.steps.len()));
        }
        let mut game = GameBoard::new(size, rules.rules(), self.komi);
        for (nth, step) in self.steps.iter().enumerate() {
            let place = |what: String| LineError::Step(nth + 1, what);
            match step {
                Step::Black(name) => play(&mut game, Color::Black, name).map_err(place)?,
                Step::White(name) => play(&mut game, Color::White, name).map_err(place)?,
                Step::SetUp(setup) => self.set_up(&mut game, setup, nth == 0).map_err(place)?,
            }
        }
        Ok(game)
    }

    fn set_up(&self, game: &mut GameBoard, setup: &SetUp, is_first: bool) -> Result<(), String> {
        let size = game.size();
        let points = |names: &[String]| -> Result<Vec<Point>, String> {
            names.iter().map(|name| size.parse_point(name).map_err(|error| error.to_string())).collect()
        };
        let (black, white, cleared) = (points(&setup.b)?, points(&setup.w)?, points(&setup.e)?);
        let others = white.len() + cleared.len();
        if is_first && self.handicap >= 2 && self.handicap == black.len() && others == 0 {
            game.place_handicap(&black).map_err(|error| error.to_string())?;
        } else {
            game.set_up(&black, &white, &cleared).map_err(|error| error.to_string())?;
        }
        match setup.turn.as_deref() {
            None => {}
            Some("b") => game.set_to_move(Color::Black),
            Some("w") => game.set_to_move(Color::White),
            Some(other) => return Err(format!("{other:?} is not a colour: b or w")),
        }
        Ok(())
    }
}

fn play(game: &mut GameBoard, color: Color, name: &str) -> Result<(), String> {
    let mv = game.size().parse_move(name).map_err(|error| error.to_string())?;
    game.play_recorded(color, mv).map_err(|error| format!("{color} {name}: {error}"))
}

/// `b` or `w`.
pub(crate) fn color_letter(color: Color) -> &'static str {
    if color == Color::Black { "b" } else { "w" }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> Result<GameBoard, String> {
        let line: Line = serde_json::from_str(json).map_err(|error| error.to_string())?;
        line.game().map_err(|error| error.to_string())
    }

    #[test]
    fn steps_make_a_game() {
        let game = read(
            r#"{"size": 9, "rules": "chinese", "komi": 0.5, "handicap": 2, "steps":
                [{"set": {"b": ["C3", "G7"]}}, {"w": "E5"}, {"b": "pass"}, {"set": {"e": ["E5"], "turn": "b"}}, {"b": "e5"}]}"#,
        )
        .expect("a game");
        assert_eq!((game.n_handicap(), game.board().n_stones(Color::Black), game.to_move()), (2, 3, Color::White));
    }

    #[test]
    fn errors_name_the_place() {
        let with =
            |steps: &str| read(&format!(r#"{{"size": 9, "rules": "chinese", "komi": 7.5, "steps": {steps}}}"#)).err();
        for (steps, part) in [
            (r#"[{"b": "E5"}, {"w": "E5"}]"#, "step 2"),
            (r#"[{"b": "Z9"}]"#, "\"Z9\" is not a point"),
            (r#"[{"set": {"turn": "red"}}]"#, "not a colour"),
            (r#"[{"set": {"b": ["A1", "A2", "B1"], "w": ["A3", "B2", "C1"]}}]"#, "without liberty"),
            (r#"[{"resign": "b"}]"#, "unknown variant"),
        ] {
            let error = with(steps).expect("an error");
            assert!(error.contains(part), "{steps}: {error}");
        }
        assert!(read(r#"{"size": 90, "rules": "chinese", "komi": 7.5, "steps": []}"#).is_err());
        assert!(read(r#"{"size": 9, "rules": "calvinball", "komi": 7.5, "steps": []}"#).is_err());
        assert!(read(r#"{"size": 9, "rules": "aga", "komi": 1e9, "steps": []}"#).is_err());
    }
}
