//! M-eval: an evaluation of openings from shapes of corners and sides (Basaldúa 2013, sections 3.4 and 6.1.2).
//!
//! The model knows the shapes that strong players make in corners and along sides, what they answer there and what territory became of them; which patterns are urgent; and
//! how eight qualities of a position reduce to two numbers, (l1, l2). The engine searches the known answers a few moves deep and gives the values to its tree
//! (`go_engine`); here is nothing of that.
//!
//! Ours, where the dissertation is silent: the forms of the regions ([`go_features::regions`]), the definitions of liberties, semeai and urgency
//! ([`go_features::qualities`]), territory that stays while a shape is unknown ([`OpeningBoard`]), the worth of a move (`tempo`), by which lines of different lengths are compared,
//! and that an answer is the next move *in the region*, at once or later.
//!
//! 19x19 only. Shapes are learned from all games, territory from counted ones, which are closer than resigned ones.

mod config;
mod encoder;
mod harvest;
mod model;
mod opening_board;
mod shape_book;
#[cfg(test)]
mod tests;
mod train;
mod urgency;

pub use config::MEvalConfig;
pub use encoder::{Encoder, Encoding, N_FACTORS};
pub use model::MEvalModel;
pub use opening_board::OpeningBoard;
pub use shape_book::{Answer, KnownShape, ShapeBook};
pub use train::train_m_eval;
pub use urgency::UrgencyTable;
