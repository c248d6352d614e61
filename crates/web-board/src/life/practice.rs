//! Practice: a shipped problem is posed, and every move is answered with the solver's proved reply.
//!
//! The page keeps the line and sends it whole; nothing is remembered here. A move that keeps what the problem promises is answered
//! with the strongest resistance until nothing is left to play for; any other is refuted. See `tsumego::PlayOut`.

use std::sync::Arc;
use std::time::Duration;

use go_board::{BoardSize, Color, Move, PointSet};
use serde::Deserialize;
use serde_json::{Value, json};
use tsumego::{Answer, PlayOut, Problem, Reply, Solver};

use super::problems::{Posed, Problems};
use super::{names, point_names, words};
use crate::answer::Refused;
use crate::line::color_letter;
use crate::queue::{Call, Turn, Work};
use crate::search::SearchContext;

/// Moves of a line that a page may send.
const MAX_MOVES: usize = 200;
/// Moves of a refutation.
const LONGEST_REFUTATION: usize = 9;
/// The shipped problems take milliseconds; a machine that is much slower still gets an answer.
const TIME: Duration = Duration::from_secs(5);
/// Points that a hint offers beside the right one.
const N_DECOYS: usize = 2;

/// A problem, the line so far, and what is wanted.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PracticeQuestion {
    problem: Posed,
    /// The line so far, as earlier answers gave it.
    #[serde(default)]
    moves: Vec<String>,
    /// The move to answer; without one the problem is posed.
    play: Option<String>,
    /// What is right here, instead.
    #[serde(default)]
    hint: bool,
}

impl PracticeQuestion {
    /// The work that answers it.
    pub(crate) fn work(self, problems: &Problems) -> Result<Box<dyn Work>, Refused> {
        let problem = problems.pose(&self.problem)?;
        let size = problem.region().size();
        if self.moves.len() > MAX_MOVES {
            return Err(Refused::bad(format!("a line has at most {MAX_MOVES} moves")));
        }
        let named = |name: &String| size.parse_move(name).map_err(Refused::bad);
        let moves = self.moves.iter().map(named).collect::<Result<Vec<Move>, Refused>>()?;
        let wanted = match (self.play.as_ref(), self.hint) {
            (Some(name), _) => Wanted::Answer(named(name)?),
            (None, true) => Wanted::Hint,
            (None, false) => Wanted::Problem,
        };
        let number = self.problem.number;
        Ok(Box::new(Practice { problem, number, level: problems.level(number), moves, wanted }))
    }
}

enum Wanted {
    Problem,
    Answer(Move),
    Hint,
}

struct Practice {
    problem: Problem,
    number: usize,
    level: usize,
    moves: Vec<Move>,
    wanted: Wanted,
}

impl Work for Practice {
    fn turn(&mut self, context: &mut SearchContext, call: &Call) -> Turn {
        let now = Arc::clone(&context.settings.clock);
        let end = now() + TIME;
        let mut stop = || call.is_over() || now() >= end;
        let mut solver = Solver::new(&self.problem, context.table(), u64::MAX);
        let answer = solver.answer(&mut stop);
        let told = match self.wanted {
            Wanted::Problem => Ok(("problem", self.posed(&answer))),
            Wanted::Hint => self.hint(&mut solver, &answer, &mut stop).map(|told| ("hint", told)),
            Wanted::Answer(mv) => self.answered(mv, &mut solver, &answer, &mut stop).map(|told| ("answer", told)),
        };
        match told {
            Ok((name, told)) => call.answer(name, told),
            Err(error) => call.answer("error", json!({ "error": error })),
        }
        Turn::Done
    }
}

impl Practice {
    fn size(&self) -> BoardSize {
        self.problem.region().size()
    }

    fn posed(&self, answer: &Answer) -> Value {
        let (size, board) = (self.size(), self.problem.board());
        let stones =
            |color: Color| -> PointSet { size.points().filter(|&p| board.color_at(p) == Some(color)).collect() };
        json!({
            "number": self.number,
            "level": self.level,
            "size": size.get(),
            "b": point_names(size, &stones(Color::Black)),
            "w": point_names(size, &stones(Color::White)),
            "turn": color_letter(self.problem.to_move()),
            "target": point_names(size, self.problem.target()),
            "goal": words::goal(answer.status, answer.side(), self.problem.defender()),
        })
    }

    /// The line so far on the board of the solver.
    fn line<'s, 'p, 't>(
        &'p self,
        solver: &'s mut Solver<'p, 't>,
        answer: &Answer,
    ) -> Result<PlayOut<'s, 'p, 't>, &'static str> {
        let play_out = PlayOut::new(solver, answer.status, answer.side());
        let mut play_out = play_out.ok_or("the problem was not solved in time: try again")?;
        match play_out.replay(&self.moves) && play_out.to_move() == answer.side() {
            true => Ok(play_out),
            false => Err("these moves are no line of the problem"),
        }
    }

    fn answered<'p>(
        &'p self,
        mv: Move,
        solver: &mut Solver<'p, '_>,
        answer: &Answer,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<Value, &'static str> {
        let size = self.size();
        let mut play_out = self.line(solver, answer)?;
        let Some(mine) = play_out.play(mv) else {
            let inside = matches!(mv, Move::Play(point) if self.problem.region().points().any(|p| p == point));
            let words = match inside {
                true => "That move is not legal here.",
                false => "That point is outside the problem: play near the marked stones.",
            };
            return Ok(json!({ "verdict": "impossible", "words": words }));
        };
        let reply = play_out.reply(LONGEST_REFUTATION, stop);
        let with = |rest: &[Move]| names(size, &[&self.moves, &mine[..], rest].concat());
        let goal = words::fate(answer.status, self.problem.defender());
        Ok(match reply {
            Reply::Done => json!({ "verdict": "solved", "moves": with(&[]), "words": format!("Solved: {goal}.") }),
            Reply::GoesOn(reply) => {
                json!({ "verdict": "right", "moves": with(&reply), "words": goes_on(size, &reply) })
            }
            Reply::Refuted(line) => json!({
                "verdict": "wrong",
                "moves": with(&[]),
                "line": names(size, &line),
                "words": refuted(size, mv, &line),
            }),
            Reply::Unknown => json!({ "verdict": "unknown", "words": "Not found out in time: try again." }),
        })
    }

    /// The right moves, and others among which they are hidden at first.
    fn hint<'p>(
        &'p self,
        solver: &mut Solver<'p, '_>,
        answer: &Answer,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<Value, &'static str> {
        let size = self.size();
        let right = self.line(solver, answer)?.right_moves(stop);
        let first = right.iter().find_map(|&mv| if let Move::Play(point) = mv { Some(point) } else { None });
        let first = first.ok_or("the right move was not found in time: try again")?;
        // The nearest other points of the region; whether they are playable is for the reader to see.
        let far = |point: go_board::Point| point.x().abs_diff(first.x()) + point.y().abs_diff(first.y());
        let mut others: Vec<_> = self.problem.region().points().filter(|&p| !right.contains(&Move::Play(p))).collect();
        others.retain(|&point| self.problem.board().is_empty(point) && !self.moves.contains(&Move::Play(point)));
        others.sort_by_key(|&point| far(point));
        let mut offered: PointSet = others.into_iter().take(N_DECOYS).collect();
        offered.insert(first);
        Ok(json!({
            "right": names(size, &right),
            "offered": point_names(size, &offered),
            "line": size.line(first),
        }))
    }
}

fn goes_on(size: BoardSize, reply: &[Move]) -> String {
    match reply {
        [.., mv] if reply.len() > 1 => format!("Right. After a ko threat the answer is {}. Go on.", size.vertex(*mv)),
        [mv] => format!("Right. The answer is {}. Go on.", size.vertex(*mv)),
        _ => "Right. Go on.".to_owned(),
    }
}

fn refuted(size: BoardSize, mv: Move, line: &[Move]) -> String {
    let mv = size.vertex(mv);
    match line {
        [] => format!("{mv} fails."),
        [Move::Pass, Move::Pass, ..] => format!("{mv} fails: a ko threat is enough to retake the ko."),
        [Move::Pass, ..] => format!("{mv} fails: no answer is needed."),
        [reply, ..] => format!("{mv} fails: {} refutes it.", size.vertex(*reply)),
    }
}
