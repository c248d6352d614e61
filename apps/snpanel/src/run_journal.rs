//! The finished runs of a comparison on disk: one JSON object per line, so that an interrupted comparison can be
//! resumed.
//!
//! A truncated last line is run again. Runs made from other genotypes, labels or settings under the same problem name
//! cannot be mixed with new ones, so such a file is rejected.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use checkpoint::{Key, Lines};
use output_files::{JournalFile, OutputLock};
use snp_panel::comparison::Run;
use snp_panel::objective::ObjectiveKind;

/// The finished runs on disk, and a place for more.
pub(crate) struct RunJournal {
    lines: Lines,
    file: JournalFile,
    /// What the file held when it was opened.
    pub(crate) known: Vec<Run>,
}

impl RunJournal {
    /// Opens or makes the file; the lock is that of its folder.
    pub(crate) fn open(path: &Path, lock: &OutputLock) -> Result<RunJournal> {
        // The runs themselves say which problem they are about.
        let lines = Lines::new(&Key { kind: "panel-comparison", program: crate::version(), work: "" });
        let (file, bytes) = JournalFile::open(path, lock)?;
        let read = |(line_idx, line): (usize, &str)| -> Result<Run> {
            let place = || {
                format!(
                    "{}, line {}: name another folder with --out, or delete the file to begin anew",
                    path.display(),
                    line_idx + 1
                )
            };
            serde_json::from_str(&lines.open(line).with_context(place)?).with_context(place)
        };
        let text = std::str::from_utf8(&bytes).with_context(|| format!("{} is damaged", path.display()))?;
        let known = text.lines().enumerate().map(read).collect::<Result<_>>()?;
        Ok(RunJournal { lines, file, known })
    }

    /// Keeps a run.
    pub(crate) fn append(&mut self, run: &Run) -> Result<()> {
        Ok(self.file.append(&self.lines.seal(&serde_json::to_string(run)?))?)
    }
}

/// Fails if a run of this problem and objective was made from something else than `source`.
pub(crate) fn check_source(
    path: &Path,
    runs: &[Run],
    (problem, objective): (&str, ObjectiveKind),
    source: &str,
) -> Result<()> {
    for (line_idx, run) in runs.iter().enumerate() {
        let is_ours = run.key.problem != problem || run.key.objective != objective || run.key.source == source;
        ensure!(
            is_ours,
            "{}, line {}: this run of the problem {problem:?} was made from other genotypes, people, labels or settings, or by \
             an older version; call with the same ones again, or name another folder with --out",
            path.display(),
            line_idx + 1
        );
    }
    Ok(())
}
