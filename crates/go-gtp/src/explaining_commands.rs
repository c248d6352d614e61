//! `tesuji-explain` and `tesuji-leaves`: why the player's model finds a move of the side to move likely or not, as one line a reason, and the
//! leaf that the move falls into in every tree of a forest (van Niekerk 2014, section 3.2), as one line a tree.
//!
//! Nothing is searched: this is what the model says before any playout.

use go_board::{GameBoard, Move};
use gtp::{Call, Failure, Registry};

use crate::engine::GtpEngine;
use crate::vertices::{move_text, read_move};

pub(crate) fn add_to(registry: &mut Registry<GtpEngine>) {
    registry.add("tesuji-explain", |engine, call| {
        let mv = read_legal(&engine.game, call)?;
        let explanation = engine.player.explain(&engine.game, mv).ok_or_else(no_model)?;
        let (share, rank) = (100.0 * explanation.probability, explanation.rank);
        let head = format!("{}: {share:.1}%, number {rank} of the legal moves", move_text(mv, engine.game.size()));
        let reason = |factor: f32, id: String, words: &str| format!("\nx{factor:.2} {id}: {words}");
        let reasons = explanation.reasons.iter().map(|r| reason(r.factor, r.id(), &r.words));
        Ok(head + &reasons.collect::<String>())
    });
    registry.add("tesuji-leaves", |engine, call| {
        let mv = read_legal(&engine.game, call)?;
        let explanation = engine.player.explain(&engine.game, mv).ok_or_else(no_model)?;
        let lines: Vec<String> = explanation
            .leaves()
            .into_iter()
            .map(|(at, reason)| {
                let (tree, system, leaf) = (at.tree + 1, at.system, at.leaf);
                format!("tree {tree} ({system}), leaf {leaf}, weight {:.3}: {}", at.weight, reason.words)
            })
            .collect();
        if lines.is_empty() {
            return Err(Failure::refused("the model has no decision trees, or the move is in no leaf"));
        }
        Ok(lines.join("\n"))
    });
}

fn read_legal(game: &GameBoard, call: &mut Call<'_>) -> Result<Move, Failure> {
    let mv = read_move(&mut call.arguments, game.size())?;
    call.arguments.finish()?;
    game.check(game.to_move(), mv).map_err(|error| Failure::refused(format!("illegal move: {error}")))?;
    Ok(mv)
}

fn no_model() -> Failure {
    Failure::refused("the player has no model of moves for this position")
}
