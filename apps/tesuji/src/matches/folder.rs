//! The folder of a match: `match.json` (what was agreed), `games.jsonl` (a line per game) and `games/NNNN.sgf`.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use arena::contest::{GameRecord, MatchSettings, Played, read_records, write_record};

/// A match on disk.
pub(super) struct MatchFolder {
    path: PathBuf,
    pub(super) settings: Option<MatchSettings>,
    pub(super) records: Vec<GameRecord>,
    lines: File,
}

impl MatchFolder {
    /// Opens the folder, or makes it. A line that was being written when the match was stopped is cut off.
    pub(super) fn open(path: &Path) -> Result<Self> {
        fs::create_dir_all(path.join("games")).with_context(|| format!("cannot make {}", path.display()))?;
        let settings_path = path.join("match.json");
        let settings = match fs::read_to_string(&settings_path) {
            Ok(text) => {
                let settings = serde_json::from_str(&text);
                Some(settings.with_context(|| format!("{} is not the agreement of a match", settings_path.display()))?)
            }
            Err(_) => None,
        };
        let lines_path = path.join("games.jsonl");
        let text = fs::read_to_string(&lines_path).unwrap_or_default();
        let records = read_records(&text).with_context(|| format!("{} is damaged", lines_path.display()))?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1) as u64;
        let lines = OpenOptions::new().create(true).append(true).open(&lines_path);
        let lines = lines.with_context(|| format!("cannot write {}", lines_path.display()))?;
        lines.set_len(whole).with_context(|| format!("cannot write {}", lines_path.display()))?;
        Ok(Self { path: path.to_owned(), settings, records, lines })
    }

    pub(super) fn keep_settings(&mut self, settings: &MatchSettings) -> Result<()> {
        let path = self.path.join("match.json");
        let text = serde_json::to_string_pretty(settings)? + "\n";
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
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
