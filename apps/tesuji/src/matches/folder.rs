//! The folder of a match: `match.json` (settings), `games.jsonl` (one line per game) and `games/NNNN.sgf`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use arena::contest::{GameRecord, MatchSettings, Played, read_records, write_record};
use output_files::{JournalFile, OutputLock, read_if_there, write_whole};

/// A match on disk. No other process can open it meanwhile.
pub(super) struct MatchFolder {
    path: PathBuf,
    pub(super) settings: Option<MatchSettings>,
    pub(super) records: Vec<GameRecord>,
    lines: JournalFile,
    _lock: OutputLock,
}

impl MatchFolder {
    /// Opens or creates the folder. A truncated last line is removed; unreadable files are left unchanged.
    pub(super) fn open(path: &Path) -> Result<Self> {
        fs::create_dir_all(path.join("games")).with_context(|| format!("cannot make {}", path.display()))?;
        let lock = OutputLock::take(path)?;
        let settings_path = path.join("match.json");
        let settings: Option<MatchSettings> = match read_if_there(&settings_path)? {
            Some(bytes) => {
                let settings = serde_json::from_slice(&bytes);
                Some(settings.with_context(|| format!("{} is not the agreement of a match", settings_path.display()))?)
            }
            None => None,
        };
        let lines_path = path.join("games.jsonl");
        let (lines, bytes) = JournalFile::open(&lines_path, &lock)?;
        let damaged = || format!("{} is damaged", lines_path.display());
        let text = std::str::from_utf8(&bytes).with_context(damaged)?;
        let mut records = match &settings {
            Some(settings) => read_records(text, settings).with_context(damaged)?,
            None if text.is_empty() => Vec::new(),
            None => bail!("{} has games, but match.json, which says who played them, is missing", path.display()),
        };
        let mut seen = BTreeSet::new();
        records.retain(|record| seen.insert(record.game));
        Ok(Self { path: path.to_owned(), settings, records, lines, _lock: lock })
    }

    /// Saves the settings.
    pub(super) fn keep_settings(&mut self, settings: &MatchSettings) -> Result<()> {
        if self.settings.as_ref() == Some(settings) {
            return Ok(());
        }
        let path = self.path.join("match.json");
        write_whole(&path, serde_json::to_string_pretty(settings)? + "\n")?;
        self.settings = Some(settings.clone());
        Ok(())
    }

    /// Keeps a game: first its file, then its line, so that a line never lacks its file. Fails when a program calls itself
    /// otherwise than in the games before: figures of two versions must not be added up.
    pub(super) fn keep(&mut self, played: &Played<'_>) -> Result<()> {
        let settings = self.settings.as_ref().context("a match has an agreement before its first game")?;
        if let Some(before) = self.records.iter().find(|before| differ(&before.names, &played.record.names)) {
            bail!(
                "{} was played by {} until now, and by {} in game {}: a match is between the same programs, name another folder",
                self.path.display(),
                before.names.join(" and "),
                played.record.names.join(" and "),
                played.record.game + 1
            );
        }
        if let Some(text) = played.sgf {
            write_whole(&self.path.join("games").join(format!("{:04}.sgf", played.record.game + 1)), text)?;
        }
        self.lines.append(&write_record(played.record, settings)).context("cannot write games.jsonl")?;
        self.records.push(played.record.clone());
        Ok(())
    }
}

/// Whether a program has another name now. One that never said its name has none.
fn differ(before: &[String; 2], now: &[String; 2]) -> bool {
    before.iter().zip(now).any(|(before, now)| before != now && !before.is_empty() && !now.is_empty())
}
