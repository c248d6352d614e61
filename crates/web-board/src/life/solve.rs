//! A marked group solved: its status, every first move with its status, and how each would go on.
//!
//! Time is that of a move, or its share when others wait. Statuses are told as soon as they are known; then half a second more is
//! spent on lines and on how the group lives, and all of it is told again. The table is the search thread's and has a fixed size. A page that asks for something else, or is closed, ends the search at once.

use std::sync::Arc;
use std::time::Duration;

use go_board::{Board, BoardSize, Color, Point, PointSet};
use serde::Deserialize;
use serde_json::{Value, json};
use tsumego::{
    Answer, MoveStatus, PlayOut, PositionError, Problem, ProblemError, Side, Solver, Status, TaskFailure, candidates,
    is_bent_four, manner_of_life,
};

use super::{names, point_names, words};
use crate::answer::Refused;
use crate::line::{Line, color_letter};
use crate::queue::{Call, Turn, Work};
use crate::search::{REPORT_EVERY, SearchContext, share_of_time};

/// Moves of a line after the first.
const LONGEST_LINE: usize = 9;
/// Expanded states for each question about how a group lives.
const MANNER_NODES: u64 = 100_000;
/// For all lines together.
const TIME_FOR_LINES: Duration = Duration::from_millis(350);
/// For them and the question how a group lives.
const TIME_FOR_ALL: Duration = Duration::from_millis(500);

/// A position and the group in question.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SolveQuestion {
    line: Line,
    /// Stones of the group; one of each chain is enough.
    target: Vec<String>,
    /// Two corners of the part of the board in which it is read; without them the region is inferred.
    part: Option<[String; 2]>,
    /// `b` or `w`, if it is not the side whose turn it is.
    turn: Option<String>,
}

impl SolveQuestion {
    /// The work that answers it.
    pub(crate) fn work(self) -> Result<Box<dyn Work>, Refused> {
        let game = self.line.game().map_err(Refused::bad)?;
        let (board, size) = (game.board(), game.size());
        let turn = match self.turn.as_deref() {
            None => game.to_move(),
            Some("b") => Color::Black,
            Some("w") => Color::White,
            Some(other) => return Err(Refused::bad(format!("{other:?} is not a colour: b or w"))),
        };
        let point = |name: &String| size.parse_point(name).map_err(Refused::bad);
        let target = self.target.iter().take(size.area()).map(point).collect::<Result<Vec<Point>, Refused>>()?;
        let part = self.part.as_ref().map(|[from, to]| Ok::<_, Refused>((point(from)?, point(to)?))).transpose()?;
        let problem = problem(board, &target, part, turn).map_err(Refused::bad)?;
        let filled = size.points().filter(|&p| board.is_empty(p) && !problem.board().is_empty(p)).collect();
        Ok(Box::new(SolveWork { problem, filled, ko: board.ko_point(turn).map(|point| size.name(point)) }))
    }
}

/// The problem that the marks ask.
fn problem(board: &Board, target: &[Point], part: Option<(Point, Point)>, turn: Color) -> Result<Problem, TaskFailure> {
    let size = board.size();
    if board.empty_points().is_empty() {
        return Err(PositionError::Full.into());
    }
    if target.is_empty() {
        return Err(ProblemError::NoTarget.into());
    }
    if let Some(&empty) = target.iter().find(|&&point| board.is_empty(point)) {
        return Err(ProblemError::EmptyTarget(size.name(empty)).into());
    }
    match part {
        Some(corners) => Ok(Problem::new(board.clone(), target, &rectangle(size, corners), turn)?),
        None => Ok(candidates(board, target).first().ok_or(TaskFailure::NotEnclosed)?.problem(turn)?),
    }
}

fn rectangle(size: BoardSize, (a, b): (Point, Point)) -> PointSet {
    let columns = a.x().min(b.x())..=a.x().max(b.x());
    let rows = a.y().min(b.y())..=a.y().max(b.y());
    size.points().filter(|point| columns.contains(&point.x()) && rows.contains(&point.y())).collect()
}

struct SolveWork {
    problem: Problem,
    /// Gaps that were closed with stones of the attacker.
    filled: PointSet,
    /// Where the side to move may not play just now.
    ko: Option<String>,
}

impl Work for SolveWork {
    fn turn(&mut self, context: &mut SearchContext, call: &Call) -> Turn {
        let now = Arc::clone(&context.settings.clock);
        let begin = now();
        let deadline = begin + share_of_time(call);
        let mut reported = begin;
        let mut solver = Solver::new(&self.problem, context.table(), u64::MAX);
        let mut answer = solver.answer(&mut || {
            let time = now();
            if time - reported >= REPORT_EVERY {
                reported = time;
                call.report("solving", json!({ "seconds": (time - begin).as_secs_f64() }));
            }
            call.is_over() || time >= deadline
        });
        let seconds = (now() - begin).as_secs_f64();
        let side = answer.side();
        // Of moves that fail, those that are hardest to refute look most like moves.
        answer.moves.sort_by_key(|found| match kind(found.status, side) {
            "wrong" => (1, u64::MAX - found.nodes),
            _ => (0, 0),
        });
        call.answer("solved", self.told(&answer, "", Vec::new(), seconds));
        let (now, before) = (&now, now());
        let until = |time: Duration| move || call.is_over() || now() - before >= time;
        let mut stop = until(TIME_FOR_LINES);
        let lines: Vec<Vec<String>> = answer
            .moves
            .iter()
            .map(|found| names(self.problem.region().size(), &continuation(&mut solver, &answer, found, &mut stop)))
            .collect();
        let manner = match answer.status {
            Status::Alive => {
                manner_of_life(&self.problem, side, context.table(), MANNER_NODES, &mut until(TIME_FOR_ALL))
            }
            _ => None,
        };
        let how = match is_bent_four(&self.problem, &answer) {
            true => " This is bent four in the corner: Japanese rules call it dead.",
            false => words::manner(manner),
        };
        call.answer("solved", self.told(&answer, how, lines, seconds));
        Turn::Done
    }
}

/// How play goes on after a first move. A ko is shown from the side of whoever chose it: the mover if there is nothing better.
fn continuation(
    solver: &mut Solver<'_, '_>,
    answer: &Answer,
    found: &MoveStatus,
    stop: &mut dyn FnMut() -> bool,
) -> Vec<go_board::Move> {
    let winner = match found.status {
        Status::Unknown => return Vec::new(),
        Status::Dead => Side::Attacker,
        Status::Alive => Side::Defender,
        Status::Ko { .. } if answer.best().any(|mv| mv == found.mv) => answer.side(),
        Status::Ko { .. } => answer.side().opponent(),
    };
    let Some(mut play_out) = PlayOut::new(solver, found.status, winner) else { return Vec::new() };
    let Some(mut line) = play_out.play(found.mv) else { return Vec::new() };
    line.extend(play_out.line(LONGEST_LINE, stop));
    line
}

impl SolveWork {
    fn told(&self, answer: &Answer, how: &str, lines: Vec<Vec<String>>, seconds: f64) -> Value {
        let (problem, defender) = (&self.problem, self.problem.defender());
        let size = problem.region().size();
        let best: Vec<_> = answer.best().collect();
        let lines = lines.into_iter().chain(std::iter::repeat_with(Vec::new));
        let moves = answer.moves.iter().zip(lines).map(|(found, line)| {
            json!({
                "move": size.vertex(found.mv).to_string(),
                "status": found.status.to_string(),
                "verdict": kind(found.status, answer.side()),
                "best": best.contains(&found.mv),
                "words": words::fate(found.status, defender),
                "line": line,
            })
        });
        json!({
            "status": answer.status.to_string(),
            "words": words::verdict(answer, defender) + how,
            "proved": answer.is_proved(),
            "after_pass": answer.status_after_pass.to_string(),
            "defender": color_letter(defender),
            "turn": color_letter(problem.to_move()),
            "target": point_names(size, problem.target()),
            "region": problem.region().points().map(|point| size.name(point)).collect::<Vec<_>>(),
            "filled": point_names(size, &self.filled),
            "ko": self.ko,
            "moves": moves.collect::<Vec<_>>(),
            "nodes": answer.nodes,
            "seconds": seconds,
        })
    }
}

/// How the page colours a move.
fn kind(status: Status, side: Side) -> &'static str {
    match status {
        Status::Unknown => "unknown",
        Status::Ko { .. } => "ko",
        status if status == Status::best_for(side) => "right",
        _ => "wrong",
    }
}
