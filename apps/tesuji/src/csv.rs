//! `--csv FILE` of a command: its table, row by row, for programs that read tables.

use std::path::Path;

use anyhow::Result;
use report::Table;

/// Before the work: refuses a file that cannot or must not be written.
pub(crate) fn prepare(file: Option<&Path>, inputs: &[&Path]) -> Result<()> {
    let Some(file) = file else { return Ok(()) };
    output_files::check_ending("--csv", file, &["csv"])?;
    output_files::prepare(&[("--csv", file)], inputs)
}

/// After the work: writes the table, if a file is wanted.
pub(crate) fn write(file: Option<&Path>, table: impl FnOnce() -> Table) -> Result<()> {
    file.map_or(Ok(()), |file| output_files::write_whole(file, table().to_csv()))
}
