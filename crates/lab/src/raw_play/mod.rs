//! Classifiers as players without search on 9x9: the experiment of Foulds 2006, chapter 6, run again.
//!
//! A classifier learns White's moves of game records, one random empty point beside each as the bad example, and plays White: the candidate with the
//! highest probability of being good, no suicide, no own single-point eye (section 6.1.2). Black is a [`PatternPlayer`] of our own, in place of
//! the thesis's Wally, or any GTP program. What is measured is what Tables 3 to 7 measure.

mod classifier_player;
mod config;
mod output;
mod pattern_player;
mod run;

pub use classifier_player::ClassifierPlayer;
pub use config::{RawPlaySize, RawPlayStudy, raw_play_studies};
pub use output::RawPlayOutput;
pub use pattern_player::PatternPlayer;
pub use run::{GameRecord, Opponent, RawPlayRun};
