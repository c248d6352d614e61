//! Urgency of local patterns (Basaldúa 2013, 6.1.3): a move is as urgent as the pattern of stones around it was in games.
//!
//! The pattern is that of the 4 to 40 cells of 4.3.2, with the side to move's stones told from the opponent's, independent of rotation and
//! mirroring. Its urgency is `played / seen`, "later improved using Bradley-Terry models": here `P(move) = γ / Σ γ` over all
//! legal moves and pass, where γ is that of the move's pattern, and patterns that are not in the database share one. The γ
//! are found by minorization-maximization (Hunter 2004): `γ_i <- (W_i + 1) / (Σ_j n_ij / E_j + 2 / (γ_i + 1))`, with `W_i` wins, `n_ij` moves
//! with pattern `i` in position `j` and `E_j = Σ γ` over it; the last terms are a win and a loss against a pattern that is not known
//! (γ = 1). After a round all are divided by the γ of unknown patterns.
//!
//! The thesis keeps patterns that were seen frequently; ours are the patterns *played* most often, since others are never the answer. Not
//! done: the thesis's tables for use in playouts, which it gave up itself.

mod config;
mod fit;
mod hashes;
mod model;

pub use config::{Strengths, UrgencyConfig};
pub use model::UrgencyModel;
