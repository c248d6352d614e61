//! Text to stdout, so that a closed pipe does no harm.

use std::io::{self, Write};

use anyhow::Result;

/// Prints to stdout, so that a closed pipe is an error to handle and not a panic.
pub(crate) fn print(text: &str) -> Result<()> {
    io::stdout().lock().write_all(text.as_bytes())?;
    Ok(())
}
