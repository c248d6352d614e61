//! What was played in a corner or on the whole board: a dictionary of joseki or fuseki made from games.
//!
//! Basaldúa 2013, 6.1.2: the common patterns of a region and the answers to them with their frequencies. A [`Region`] is a
//! corner in its four places, or the board. [`Local`] is what lies in it, seen by the side whose turn it is there, up to
//! symmetry and colour and whatever the order of the moves. A [`Dictionary`] counts the answers to every local position;
//! a [`LineTree`] unfolds it into sequences.
//!
//! "Joseki" means frequent here: whether a sequence is good for both sides is *not* judged, and variations are not read.

mod entry;
mod line_tree;
mod local;
mod region;
mod tally;
mod walk;

pub use entry::{Answer, AnswerCounts, Entry, First, Spread};
pub use line_tree::{Line, LineTree, TreeSettings};
pub use local::{Local, LocalStone};
pub use region::{Region, RegionKind};
pub use tally::{Dictionary, Ended, LocalSearch};
pub use walk::WalkSettings;
