//! The folder of a match: `match.json` (settings), `games.jsonl` (one line per game) and `games/NNNN.sgf`.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use arena::contest::{GameRecord, MatchSettings, Played, read_records, write_record};
use output_files::write_whole;

/// A match on disk.
pub(super) struct MatchFolder {
    path: PathBuf,
    pub(super) settings: Option<MatchSettings>,
    pub(super) records: Vec<GameRecord>,
    lines: File,
}

impl MatchFolder {
    /// Opens or creates the folder. A truncated last line is removed; unreadable files are left unchanged.
    pub(super) fn open(path: &Path) -> Result<Self> {
        fs::create_dir_all(path.join("games")).with_context(|| format!("cannot make {}", path.display()))?;
        let settings_path = path.join("match.json");
        let settings: Option<MatchSettings> = match read_if_there(&settings_path)? {
            Some(bytes) => {
                let settings = serde_json::from_slice(&bytes);
                Some(settings.with_context(|| format!("{} is not the agreement of a match", settings_path.display()))?)
            }
            None => None,
        };
        let lines_path = path.join("games.jsonl");
        let bytes = read_if_there(&lines_path)?.unwrap_or_default();
        let whole = &bytes[..bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1)];
        let damaged = || format!("{} is damaged", lines_path.display());
        let mut records = read_records(std::str::from_utf8(whole).with_context(damaged)?).with_context(damaged)?;
        let mut seen = BTreeSet::new();
        records.retain(|record| seen.insert(record.game));
        if settings.is_none() && !records.is_empty() {
            bail!("{} has games, but match.json, which says who played them, is missing", path.display());
        }
        let cannot = || format!("cannot write {}", lines_path.display());
        let lines = OpenOptions::new().create(true).append(true).open(&lines_path).with_context(cannot)?;
        lines.set_len(whole.len() as u64).with_context(cannot)?;
        Ok(Self { path: path.to_owned(), settings, records, lines })
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

    /// Keeps a game: first its file, then its line, so that a line never lacks its file.
    pub(super) fn keep(&mut self, played: &Played<'_>) -> Result<()> {
        if let Some(text) = played.sgf {
            let path = self.path.join("games").join(format!("{:04}.sgf", played.record.game + 1));
            fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
        }
        self.lines.write_all(write_record(played.record).as_bytes()).context("cannot write games.jsonl")?;
        self.records.push(played.record.clone());
        Ok(())
    }
}

/// The file's bytes; `None` only if the file does not exist.
fn read_if_there(path: &Path) -> Result<Option<Vec<u8>>> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
    }
}
