//! `tesuji tsumego solve`: one answer a problem, as a JSON object or as words.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::Args;
use go_board::{Move, Point};
use go_games::letters;
use serde_json::{Value, json};
use tsumego::{Manner, MoveStatus, SolvedTask, Status, Table, Task, check, is_bent_four, manner_of_life, solve_task};

/// Reads SGF trees, JSON lines, drawings, problem lines and GoTools-like text (plain or .zst); see docs/tsumego.md for the formats. Without marked
/// stones the group in question is found by reading.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The file with the problems
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Seconds for a problem
    #[arg(long, value_name = "S", default_value_t = 10.0, value_parser = seconds)]
    time: f64,
    /// Most expanded states for a problem
    #[arg(long, value_name = "N", default_value_t = u64::MAX)]
    nodes: u64,
    /// Megabytes for the transposition table
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u64).range(1..=65536))]
    memory: u64,
    /// A stone of the target, as D4; for files whose problems mark none
    #[arg(long, value_name = "POINT")]
    target: Option<String>,
    /// Replay every proof with plain rules
    #[arg(long)]
    check: bool,
    /// One JSON object a line and problem
    #[arg(long)]
    json: bool,
}

/// A number of seconds that a clock can count.
pub(super) fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 86_400.0 => Ok(seconds),
        _ => Err("expected a number of seconds, above 0 and at most 86400".to_owned()),
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let tasks = super::read(&arguments.file)?;
    let n_tasks = tasks.len();
    let mut table = Table::with_bytes((arguments.memory as usize) << 20);
    let mut out = io::stdout().lock();
    let mut n_failed = 0;
    for (index, task) in tasks.into_iter().enumerate() {
        let name = || format!("{}, problem {}", arguments.file.display(), index + 1);
        let outcome = task.with_context(name).and_then(|task| one(arguments, task, &mut table));
        match outcome {
            Ok((task, solved, seconds)) => {
                let details = Details::of(&solved, &mut table);
                let checked = if arguments.check { Some(verify(&solved, &mut table)) } else { None };
                n_failed += usize::from(matches!(checked, Some(Err(_))));
                if arguments.json {
                    writeln!(out, "{}", object(&task, &solved, &details, seconds, checked))?;
                } else {
                    write!(out, "{}", words(&task, &solved, &details, seconds, checked))?;
                }
                out.flush()?;
            }
            Err(error) if n_tasks == 1 => return Err(error),
            Err(error) => {
                n_failed += 1;
                if arguments.json {
                    writeln!(out, "{}", json!({ "id": (index + 1).to_string(), "error": format!("{error:#}") }))?;
                } else {
                    writeln!(out, "{error:#}")?;
                }
            }
        }
    }
    if n_failed > 0 {
        bail!("{n_failed} of {n_tasks} problems could not be solved or checked; the output says why");
    }
    Ok(())
}

fn one(arguments: &Arguments, mut task: Task, table: &mut Table) -> Result<(Task, SolvedTask, f64)> {
    if let Some(name) = &arguments.target {
        task.marked = vec![task.size.parse_point(name)?];
    }
    let start = Instant::now();
    let limit = Duration::from_secs_f64(arguments.time);
    let solved = solve_task(&task, table, arguments.nodes, &mut || start.elapsed() >= limit)
        .with_context(|| format!("problem {}", task.id))?;
    Ok((task, solved, start.elapsed().as_secs_f64()))
}

/// The positions that the checker looked at, or what it found wrong.
fn verify(solved: &SolvedTask, table: &mut Table) -> Result<usize, String> {
    match (&solved.problem, &solved.answer) {
        (Some(problem), Some(answer)) => check(problem, answer, table).map_err(|error| error.to_string()),
        _ => Ok(0),
    }
}

/// What is said beyond the status.
struct Details {
    /// How a living target lives, if that was found out.
    manner: Option<Manner>,
    is_bent_four: bool,
}

/// Expanded states for each question about the manner of life.
const MANNER_NODES: u64 = 50_000;

impl Details {
    fn of(solved: &SolvedTask, table: &mut Table) -> Details {
        let (Some(problem), Some(answer)) = (&solved.problem, &solved.answer) else {
            return Details { manner: None, is_bent_four: false };
        };
        let manner = match answer.status {
            Status::Alive => manner_of_life(problem, answer.side(), table, MANNER_NODES, &mut || false),
            _ => None,
        };
        Details { manner, is_bent_four: is_bent_four(problem, answer) }
    }
}

fn point_of(mv: Move) -> Option<Point> {
    match mv {
        Move::Play(point) => Some(point),
        Move::Pass => None,
    }
}

fn object(
    task: &Task,
    solved: &SolvedTask,
    details: &Details,
    seconds: f64,
    checked: Option<Result<usize, String>>,
) -> Value {
    let status = solved.answer.as_ref().map_or(Status::Unknown, |answer| answer.status);
    let best: Vec<String> =
        solved.answer.iter().flat_map(|answer| answer.best()).filter_map(point_of).map(letters).collect();
    let moves: Vec<Value> = solved.answer.iter().flat_map(|answer| &answer.moves).filter_map(move_object).collect();
    let mut object = json!({
        "id": task.id,
        "status": status.to_string(),
        "best": best,
        "moves": moves,
        "proved": solved.answer.as_ref().is_some_and(|answer| answer.is_proved()),
        "nodes": solved.nodes,
        "seconds": seconds,
    });
    if let (Some(problem), Some(answer)) = (&solved.problem, &solved.answer) {
        object["after_pass"] = json!(answer.status_after_pass.to_string());
        object["target"] = json!(problem.target().iter().map(letters).collect::<Vec<_>>());
        object["defender"] = json!(problem.defender().letter().to_string());
        let filled = problem
            .board()
            .size()
            .points()
            .filter(|&p| !problem.board().is_empty(p))
            .filter(|p| !task.stones.iter().any(|stones| stones.contains(p)));
        object["filled"] = json!(filled.map(letters).collect::<Vec<_>>());
        if let Some(sole) = answer.sole_success.and_then(point_of) {
            object["sole_success"] = json!(letters(sole));
        }
    }
    if let Some(manner) = details.manner {
        object["how"] = json!(manner.to_string());
    }
    if details.is_bent_four {
        object["shape"] = json!("bent four in the corner");
        object["by_rule"] = json!(Status::Dead.to_string());
    }
    match checked {
        Some(Ok(positions)) => object["checked_positions"] = json!(positions),
        Some(Err(error)) => object["check_failed"] = json!(error),
        None => {}
    }
    object
}

fn move_object(found: &MoveStatus) -> Option<Value> {
    let mut object = json!({ "move": letters(point_of(found.mv)?), "status": found.status.to_string() });
    if let Status::Ko { attacker_needs: Some(needs) } = found.status {
        object["attacker_needs"] = json!(needs);
    }
    Some(object)
}

fn words(
    task: &Task,
    solved: &SolvedTask,
    details: &Details,
    seconds: f64,
    checked: Option<Result<usize, String>>,
) -> String {
    let size = task.size;
    let mut text = format!("{}: {} to move, ", task.id, task.to_move);
    match &solved.answer {
        None => text.push_str("no question found within the limits"),
        Some(answer) => {
            let best: Vec<String> = answer.best().filter_map(point_of).map(|point| size.name(point)).collect();
            let best = if best.is_empty() { "no move makes a difference".to_owned() } else { best.join(" ") };
            let how = details.manner.map_or(String::new(), |manner| format!(", {manner}"));
            let status = format!("{}{how}", answer.status);
            text.push_str(&format!("{status} (after a pass {}); best: {best}", answer.status_after_pass));
            if details.is_bent_four {
                text.push_str("; bent four in the corner, dead by rule under Japanese rules");
            }
        }
    }
    text.push_str(&format!("; {} nodes, {seconds:.3} s", solved.nodes));
    match checked {
        Some(Ok(positions)) => text.push_str(&format!("; checked, {positions} positions")),
        Some(Err(error)) => text.push_str(&format!("; CHECK FAILED: {error}")),
        None => {}
    }
    text.push('\n');
    text
}
