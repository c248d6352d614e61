//! Parameter tuning: [`light_weights`] learns the factors of sampled playouts from games, [`spsa`] tunes numbers of the
//! player's configuration by self-play, and [`self_play`] plays the games.

pub mod light_weights;
pub mod self_play;
pub mod spsa;
