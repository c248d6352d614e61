//! `owl_attack`, `owl_defend` and `tesuji-solve`: life and death of the chain at a vertex, proved.
//!
//! The first two answer as GNU Go does: a code and a move. 1: it works; 0: it does not; 2: by ko, the other side must find the first threat;
//! 3: by ko, the mover must; `uncertain` when nothing was proved within the limit. GNU Go's owl reading guesses; this one does not.

use go_board::{Color, Move, Point};
use gtp::{Call, Failure, Registry};
use tsumego::{Answer, Limits, Side, Status, candidates, solve};

use crate::engine::GtpEngine;
use crate::vertices::{move_text, read_point};

/// Expanded states for an answer: about a second.
const NODES: u64 = 300_000;
const TABLE_BYTES: usize = 32 << 20;

pub(crate) fn add_to(registry: &mut Registry<GtpEngine>) {
    registry.add("owl_attack", |engine, call| owl(engine, call, Side::Attacker));
    registry.add("owl_defend", |engine, call| owl(engine, call, Side::Defender));
    registry.add("tesuji-solve", tesuji_solve);
}

fn owl(engine: &mut GtpEngine, call: &mut Call<'_>, side: Side) -> Result<String, Failure> {
    let target = read_point(&mut call.arguments, engine.game.size())?;
    call.arguments.finish()?;
    let Some(answer) = answer_for(engine, call, target, |defender| match side {
        Side::Defender => defender,
        Side::Attacker => defender.opponent(),
    })?
    else {
        // A group that nothing encloses is not in danger.
        return Ok(if side == Side::Attacker { "0".to_owned() } else { "1 PASS".to_owned() });
    };
    let code = match (answer.status, side) {
        (Status::Unknown, _) => return Ok("0 uncertain".to_owned()),
        (status, side) if status == Status::best_for(side) => 1,
        (Status::Ko { attacker_needs }, Side::Attacker) => {
            if attacker_needs.is_some_and(|n| n <= 0) {
                2
            } else {
                3
            }
        }
        (Status::Ko { attacker_needs }, Side::Defender) => {
            if attacker_needs.is_some_and(|n| n > 0) {
                2
            } else {
                3
            }
        }
        _ => 0,
    };
    let best = answer.best().next().unwrap_or(Move::Pass);
    Ok(if code == 0 { "0".to_owned() } else { format!("{code} {}", move_text(best, engine.game.size())) })
}

/// `tesuji-solve VERTEX`: the status with either side first, then every first move of the side to move.
fn tesuji_solve(engine: &mut GtpEngine, call: &mut Call<'_>) -> Result<String, Failure> {
    let size = engine.game.size();
    let target = read_point(&mut call.arguments, size)?;
    call.arguments.finish()?;
    let to_move = engine.game.to_move();
    let Some(answer) = answer_for(engine, call, target, |_| to_move)? else {
        return Err(Failure::refused("the group is not enclosed: nothing near it can capture it"));
    };
    let mut text = format!("{} to move: {}; after a pass: {}", to_move, answer.status, answer.status_after_pass);
    for found in &answer.moves {
        text.push_str(&format!("\n{} {}", move_text(found.mv, size), found.status));
    }
    Ok(text)
}

/// The answer with the side to move that `mover` gives for the defender's colour; `None` if the group is not enclosed.
fn answer_for(
    engine: &GtpEngine,
    call: &Call<'_>,
    target: Point,
    mover: impl Fn(Color) -> Color,
) -> Result<Option<Answer>, Failure> {
    let board = engine.game.board();
    let Some(defender) = board.color_at(target) else {
        return Err(Failure::refused("vertex must not be empty"));
    };
    let candidates = candidates(board, &[target]);
    let Some(problem) = candidates.first().and_then(|candidate| candidate.problem(mover(defender)).ok()) else {
        return Ok(None);
    };
    let limits = Limits { nodes: NODES, table_bytes: TABLE_BYTES };
    Ok(Some(solve(&problem, limits, &mut || call.interrupt.requested())))
}
