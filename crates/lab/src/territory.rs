//! Games prepared for a territory model: who owned what at the end of those that were counted, and what a referee says of positions.

use std::sync::atomic::{AtomicUsize, Ordering};

use go_engine::final_owners;
use go_engine::playout::PlayoutConfig;
use go_games::{Game, fingerprint};
use go_models::territory::{FinishedGame, JudgedGame, JudgedPosition};
use rayon::prelude::*;

use crate::judge::{self, RefereePosition};

/// Playouts from the end of a game: dead stones are found by the half of them.
const N_PLAYOUTS: usize = 40;

/// The games with their final owners; `progress` is told how many are done. The result does not depend on the number of threads.
pub fn finished_games<'g>(games: &'g [Game], progress: &(dyn Fn(usize) + Sync)) -> Vec<FinishedGame<'g>> {
    let config = PlayoutConfig::default();
    let n_done = AtomicUsize::new(0);
    let finish = |game: &'g Game| {
        let owners = final_owners(game, &config, N_PLAYOUTS, fingerprint(game));
        progress(n_done.fetch_add(1, Ordering::Relaxed) + 1);
        FinishedGame { game, owners }
    };
    games.par_iter().map(finish).collect()
}

/// A game and what a referee says of its positions, without the record's variations and comments.
#[derive(Debug)]
pub struct TeachingGame {
    /// The game.
    pub game: Game,
    /// Its judged positions.
    pub positions: Vec<JudgedPosition>,
}

impl TeachingGame {
    /// Takes over the positions of which the owners are known.
    pub fn new(judged: &judge::JudgedGame) -> TeachingGame {
        let positions = judged.positions.iter().enumerate();
        let teaching = positions.filter_map(|(ply, position)| {
            let RefereePosition { values, black_owns, .. } = position.as_ref()?;
            let black_lead = values.lead.map(|lead| lead as f32);
            Some(JudgedPosition { ply, black_owns: black_owns.clone()?, black_wins: values.win as f32, black_lead })
        });
        TeachingGame { game: judged.subject.game().clone(), positions: teaching.collect() }
    }

    /// As a model takes it.
    pub fn as_judged(&self) -> JudgedGame<'_> {
        JudgedGame { game: &self.game, positions: self.positions.clone() }
    }
}
