//! Studies: a TOML file in, a result folder with tables and plots out; our analysis compared with a referee's; parameters tuned by play.
//!
//! [`study`] runs published tables of move prediction again, [`strength`] those of playing strength, [`local`] those of classifiers on local
//! problems, [`raw_play`] one of classifiers as players, [`trees`] those of spatial and iterated trees; [`playout_length`] one of playouts; [`predictors`] compares all kinds of models; [`judge`] compares our analysis with a referee's
//! judgements or with results, [`marks`] fits when a review calls a move a mistake; [`policy_games`] makes the games that the project ships for it, [`priors`] compares what is thought of moves beforehand with what a search finds, [`territory`] prepares games for models of final ownership, [`tuning`] finds parameters of the
//! player. This crate opens files and reads the
//! clock: it is a program in the shape of a library.

pub mod calibration;
pub mod judge;
pub mod local;
pub mod m_eval;
pub mod marks;
mod only;
mod overrides;
pub mod playout_length;
pub mod policy_games;
pub mod predictors;
pub mod priors;
pub mod raw_play;
pub mod strength;
pub mod study;
pub mod territory;
pub mod trees;
pub mod tuning;
