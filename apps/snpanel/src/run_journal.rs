//! The finished runs of a comparison on disk: one JSON object per line, so that an interrupted comparison can be
//! resumed.
//!
//! A truncated last line is run again. Runs made from other genotypes, labels or settings under the same problem name
//! cannot be mixed with new ones, so such a file is rejected.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use snp_panel::comparison::Run;
use snp_panel::objective::ObjectiveKind;

use crate::output::replace;

/// The runs of an earlier call; a half-written last line is cut off the file.
pub(crate) fn read_runs(path: &Path) -> Result<Vec<Run>> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
    };
    let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
    if whole.len() < text.len() {
        replace(path, whole)?;
    }
    let read = |(line_idx, line)| {
        serde_json::from_str(line).with_context(|| format!("{}, line {}", path.display(), line_idx + 1))
    };
    whole.lines().enumerate().map(read).collect()
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
