//! Scoring at the end, with the dead stones that the players agree on. No search: a click on a chain is answered at
//! once.

use go_board::{Color, PointSet, Score, Scoring};
use go_engine::counts_every_stone;
use serde::{Deserialize, Serialize};

use crate::answer::Refused;
use crate::line::Line;

/// The position to score.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CountQuestion {
    line: Line,
    /// Dead stones, one name for every stone.
    dead: Vec<String>,
    /// A stone whose chain is to change between dead and alive, with the dead chains that it shares its space with.
    toggle: Option<String>,
}

/// The count.
#[derive(Serialize)]
pub(crate) struct CountAnswer {
    dead: Vec<String>,
    /// Row by row from the top left: 1 for Black's points, -1 for White's, 0 for neutral ones.
    ownership: Vec<i8>,
    black: f32,
    white: f32,
    komi: f32,
    bonus: f32,
    /// `area` or `territory`.
    scoring: &'static str,
    /// As SGF writes it.
    result: String,
}

pub(crate) fn count(question: CountQuestion) -> Result<CountAnswer, Refused> {
    let game = question.line.game().map_err(Refused::bad)?;
    if counts_every_stone(&game) && (!question.dead.is_empty() || question.toggle.is_some()) {
        return Err(Refused::bad("by these rules every stone on the board counts: play on to take what is dead"));
    }
    let (board, size) = (game.board(), game.size());
    let named = |name: &String| size.parse_point(name).map_err(Refused::bad);
    let mut dead = PointSet::new();
    for name in &question.dead {
        let point = named(name)?;
        let chain = board.chain_at(point).ok_or_else(|| Refused::bad(format!("{name} is empty")))?;
        board.stones(chain).for_each(|stone| {
            dead.insert(stone);
        });
    }
    if let Some(name) = &question.toggle {
        let point = named(name)?;
        let chain = board.chain_at(point).ok_or_else(|| Refused::bad(format!("{name} is empty")))?;
        let revive = dead.contains(point);
        for stone in board.stones(chain) {
            if revive {
                dead.remove(stone)
            } else {
                dead.insert(stone)
            };
        }
    }
    let owner = board.ownership(&dead);
    let scoring = game.rules().scoring;
    let Score { black, white } = board.score(scoring, &dead);
    let bonus = if scoring == Scoring::Area { game.rules().bonus(game.n_handicap()) } else { 0.0 };
    let side = |color| match color {
        Some(Color::Black) => 1,
        Some(Color::White) => -1,
        None => 0,
    };
    Ok(CountAnswer {
        dead: dead.iter().map(|point| size.name(point)).collect(),
        ownership: size.points().map(|point| side(owner[point])).collect(),
        black,
        white,
        komi: game.komi(),
        bonus,
        scoring: if scoring == Scoring::Area { "area" } else { "territory" },
        result: Score::result_text(game.final_lead(&dead)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_click_changes_the_fate_of_a_chain() {
        let line = r#"{"size": 5, "rules": "chinese", "komi": 0.5, "steps": [{"set": {
            "b": ["B1", "B2", "B3", "B4", "B5"], "w": ["D1", "D2", "D3", "D4", "D5", "A3"]}}]}"#;
        let ask = |rest: &str| {
            let question = serde_json::from_str(&format!(r#"{{"line": {line}, {rest}}}"#)).expect("a question");
            count(question).expect("a count")
        };
        assert_eq!(ask(r#""dead": []"#).result, "W+6.5");
        let marked = ask(r#""dead": [], "toggle": "A3""#);
        assert_eq!((marked.dead.join(" "), marked.result.as_str()), ("A3".to_owned(), "W+0.5"));
        assert_eq!(ask(r#""dead": ["A3"], "toggle": "A3""#).result, "W+6.5");
        assert_eq!(marked.ownership[10], 1);
    }

    #[test]
    fn tromp_and_taylor_count_every_stone() {
        let line = r#"{"size": 5, "rules": "tromp-taylor", "komi": 0.5, "steps": [{"set": {
            "b": ["B1", "B2", "B3", "B4", "B5"], "w": ["D1", "D2", "D3", "D4", "D5", "A3"]}}, {"b": "pass"}, {"w": "pass"}]}"#;
        let ask =
            |rest: &str| count(serde_json::from_str(&format!(r#"{{"line": {line}, {rest}}}"#)).expect("a question"));
        assert_eq!(ask(r#""dead": []"#).expect("a count").result, "W+6.5");
        assert!(ask(r#""dead": ["A3"]"#).is_err() && ask(r#""dead": [], "toggle": "A3""#).is_err());
    }
}
