//! Matches: settings, games, records and their summary.

mod clock;
mod game;
mod opening;
mod record;
mod runner;
mod settings;
mod sgf_text;
mod summary;

pub use opening::Opening;
pub(crate) use record::seal_record;
pub use record::{GameRecord, Outcome, RecordError, read_records, write_record};
pub use runner::{MatchError, Played, run_match};
pub use settings::{ClockSettings, MatchSettings, SettingsError};
pub use summary::{SprtSettings, Summary};
