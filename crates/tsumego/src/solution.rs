//! A solved problem as an SGF tree: first moves, the strongest answers to them, and what the solver says of each.

use go_board::{Color, Move, Point};
use go_games::letters;
use sgf::{GameTree, NodeId};

use crate::reading::{PASS, Reading};
use crate::side::Side;
use crate::solve::Solver;
use crate::solve_task::solve_task;
use crate::status::{MoveStatus, Status};
use crate::task::Task;
use crate::zone::Table;

/// Wrong first moves that are shown.
const MAX_WRONG: usize = 6;
/// Moves of a line after the first one.
const MAX_LINE: usize = 12;

/// The tree of a problem: every best first move and some wrong ones, each with a line of the winner's moves and the longest resistance
/// known. `None` if nothing is proved.
pub fn solution_tree(task: &Task, table: &mut Table, interrupt: &mut dyn FnMut() -> bool) -> Option<GameTree<'static>> {
    let solved = solve_task(task, table, u64::MAX, interrupt).ok()?;
    let (problem, answer) = (solved.problem?, solved.answer?);
    let best: Vec<Move> = answer.best().collect();
    if best.is_empty() {
        return None;
    }
    let mut tree = GameTree::new();
    let root = tree.root().id();
    tree.set_text(root, "GM", "1");
    tree.set_text(root, "FF", "4");
    tree.set_text(root, "SZ", &task.size.get().to_string());
    tree.set_text(root, "GN", &task.id);
    for color in Color::BOTH {
        let stones = &task.stones[color.index()];
        if !stones.is_empty() {
            let name = if color == Color::Black { "AB" } else { "AW" };
            tree.add_property(root, name, stones.iter().map(|&point| letters(point)));
        }
    }
    tree.set_text(root, "PL", task.to_move.letter().encode_utf8(&mut [0; 4]));
    tree.add_property(root, "TR", problem.target().iter().map(letters));
    let is_best = |found: &&MoveStatus| best.contains(&found.mv);
    let wrong = answer.moves.iter().filter(|found| found.status.is_known() && !is_best(found)).take(MAX_WRONG);
    let mut solver = Solver::new(&problem, table, u64::MAX);
    for found in answer.moves.iter().filter(is_best).chain(wrong) {
        let Move::Play(point) = found.mv else { continue };
        let node = add_move(&mut tree, root, task.to_move, Some(point));
        let side = answer.side();
        let start = solver.start(side, threats_of(found.status, side));
        let cell = problem.region().cell(point)?;
        let mut reading = start.played(problem.region(), cell)?;
        let mut last = node;
        let mut color = task.to_move.opponent();
        for _ in 0..MAX_LINE {
            let Some((cell, next)) = next_move(&mut solver, &reading, interrupt) else { break };
            last = add_move(&mut tree, last, color, problem.region().point(cell));
            (reading, color) = (next, color.opponent());
        }
        let verdict = if is_best(&found) { "CORRECT" } else { "WRONG" };
        tree.set_text(last, "C", &format!("{verdict}: the group is {}", found.status));
    }
    Some(tree)
}

/// Threats under which the side that a status favours wins.
fn threats_of(status: Status, mover: Side) -> [u8; 2] {
    match status {
        Status::Dead => [u8::MAX, 0],
        Status::Alive => [0, u8::MAX],
        _ if mover == Side::Attacker => [0, u8::MAX],
        _ => [u8::MAX, 0],
    }
}

/// The winner's move, or the loser's move that makes the proof longest; none when the line is over.
fn next_move(
    solver: &mut Solver<'_, '_>,
    reading: &Reading,
    interrupt: &mut dyn FnMut() -> bool,
) -> Option<(u8, Reading)> {
    if let Some(found) = solver.search().winning_move(reading, interrupt) {
        return Some(found);
    }
    let mut moves = Vec::new();
    proof_search::Game::expand(solver.search().game(), reading, |mv, next| moves.push((mv, next)));
    moves.retain(|(mv, _)| *mv != PASS);
    moves.into_iter().max_by_key(|(_, next)| solver.search().proof_length(next).unwrap_or(0))
}

fn add_move(tree: &mut GameTree<'static>, parent: NodeId, color: Color, point: Option<Point>) -> NodeId {
    let node = tree.add_child(parent);
    let value = point.map(letters).unwrap_or_default();
    tree.add_property(node, color.letter().encode_utf8(&mut [0; 4]), [value]);
    node
}
