//! A classifier over features of the common fate graph, as a predictor of moves (Foulds 2006, chapters 5 and 6).
//!
//! Every position that is learned from gives rows: the right moves, and some of the others. A classifier ([`learn::classify`]) learns to tell them apart;
//! its odds for a candidate are the candidate's strength. The training positions are the moves of games. A life-and-death problem is a game with set-up
//! stones and one move; one with several right moves is several such games, and equal positions are learned together.
//!
//! Only the points of an area are candidates: the rectangle round all stones and a margin. The others and a pass share a small probability, the rate at
//! which the move was there in the training positions. The model takes the stones as they are: it does not read, and it knows no earlier moves.

mod config;
mod fit;
mod model;
mod rows;
mod words;

pub use config::FateConfig;
pub use model::FateModel;
