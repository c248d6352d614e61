//! Games prepared for a territory model: who owned what at the end of those that were counted.

use std::sync::atomic::{AtomicUsize, Ordering};

use go_engine::final_owners;
use go_engine::playout::PlayoutConfig;
use go_games::{Game, fingerprint};
use go_models::territory::FinishedGame;
use rayon::prelude::*;

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
