//! Parameters found by counting and by playing, not by taste: [`light_weights`] learns the factors of sampled playouts from games, [`spsa`]
//! tunes numbers of the player's configuration by playing against itself, and [`self_play`] is the game it plays.

pub mod light_weights;
pub mod self_play;
pub mod spsa;
