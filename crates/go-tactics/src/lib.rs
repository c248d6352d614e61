//! Tactics: ladders and nets by reading, self-atari, killing shapes, eye spaces, connection and cut.
//!
//! Two kinds of functions. *Static* ones examine the stones as they are and are fast enough for every move of a
//! playout: [`self_atari()`], [`SelfAtariPolicy`], [`answers_to_atari`], [`liberties_after`], [`NakadeShape`],
//! [`EyeSpace`], [`meeting`], [`adjacent_chains`], [`static_ladder()`]. *Reading* plays moves on a copy of the stones:
//! [`Reader`]. All of them accept boards of any pattern size and leave the given board unchanged. Life and death and
//! capturing races are not read. `docs/tactics.md` is an introduction.

#![cfg_attr(not(test), warn(clippy::disallowed_methods, clippy::disallowed_types))]

mod adjacency;
mod atari;
mod connection;
mod eye_space;
mod nakade;
mod reader;
mod reading_board;
mod self_atari;
mod static_ladder;

pub use adjacency::{ChainSet, adjacent_chains, chains_around};
pub use atari::answers_to_atari;
pub use connection::{Meeting, meeting};
pub use eye_space::{EyeSpace, EyeStatus, MAX_EYE_SPACE};
pub use nakade::NakadeShape;
pub use reader::{Reader, Verdict};
pub use self_atari::{
    SelfAtari, SelfAtariPolicy, liberties_after, n_liberties_after, nakade_after, self_atari, size_after,
};
pub use static_ladder::{LadderStatus, is_ladder_shaped, is_ladder_shaped_after, static_ladder, static_ladder_after};
