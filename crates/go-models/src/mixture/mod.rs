//! A mixture of models of any kinds: each member says how likely every move is, and a pool learned from games that no member has seen
//! makes one answer of it ("stacking").
//!
//! - **Logarithmic pool**: `p ~ Π p_v^w_v`. A reason with factor `f` of a member has the factor `f^w_v` on the odds of the whole, because the odds of
//!   the move in the pool are multiplied by the `w_v`-th power of what multiplies the member's.
//! - **Linear pool**: `p = Σ w_v p_v`; [`crate::Explanation::mean`] has its factors.
//!
//! Weights are learned for every stage of the game ([`learn::pool`]). Which pool is used is decided by the log-evidence on games set aside.
//! A member that does not cover a position gives every move the same probability there.
//!
//! The file holds the members whole: a mixture that referred to files would change when one of them is trained again, and could not be sent
//! to anybody. A mixture is no member of a mixture: its members can be members themselves.

mod config;
mod fit;
mod model;

pub use config::{MemberSettings, MixtureConfig, PoolChoice};
pub use fit::MixtureError;
pub use model::MixtureModel;
