//! `final_score` and `final_status_list`: the end of the game as the player judges it.

use std::collections::BTreeSet;

use go_board::{GameBoard, Point, PointSet, Score};
use gtp::{Call, Failure, Registry};

use crate::engine::GtpEngine;
use crate::vertices::points_text;

pub(crate) fn add_to(registry: &mut Registry<GtpEngine>) {
    registry.add("final_score", |engine, _| {
        let status = engine.player.final_status(&engine.game);
        Ok(Score::result_text(engine.game.final_lead(&status.dead)))
    });
    registry.add("final_status_list", final_status_list);
}

fn final_status_list(engine: &mut GtpEngine, call: &mut Call<'_>) -> Result<String, Failure> {
    let word = call.arguments.word("alive, dead or seki")?;
    let wanted = match word {
        "alive" | "dead" | "seki" => word,
        _ => return Err(call.arguments.wrong(word, "alive, dead or seki")),
    };
    call.arguments.finish()?;
    let status = engine.player.final_status(&engine.game);
    let is_wanted = |point: Point| match wanted {
        "dead" => status.dead.contains(point),
        "seki" => status.seki.contains(point),
        _ => !status.dead.contains(point) && !status.seki.contains(point),
    };
    Ok(chains(&engine.game).into_iter().filter(|chain| chain.iter().all(|&point| is_wanted(point))).fold(
        String::new(),
        |text, chain| {
            let separator = if text.is_empty() { "" } else { "\n" };
            format!("{text}{separator}{}", points_text(chain, engine.game.size()))
        },
    ))
}

/// Every chain as its stones, in the order of their first ones.
fn chains(game: &GameBoard) -> Vec<BTreeSet<Point>> {
    let board = game.board();
    let mut seen = PointSet::new();
    let mut chains = Vec::new();
    for chain in game.size().points().filter_map(|point| board.chain_at(point)) {
        if seen.insert(board.chain_stone(chain)) {
            chains.push(board.stones(chain).collect());
        }
    }
    chains
}
