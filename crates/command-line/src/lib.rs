//! Shared by the command lines of the three programs: exit status, printing to stdout, broken pipes.
//!
//! Exit status 0: done; 1: it failed, and stderr says why; 2: called wrongly, which clap reports before this crate is reached.

#![cfg_attr(not(test), warn(clippy::disallowed_methods, clippy::disallowed_types))]

mod broken_pipe;

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Result;

pub use broken_pipe::is_broken_pipe;

/// Turns the result of a command into the exit status of the process, with the error on stderr. A reader that closes
/// our output early (`program | head`) is not an error.
pub fn exit_code(result: Result<()>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_broken_pipe(error.as_ref()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Prints to stdout; a closed pipe is an error to handle and not a panic.
pub fn print(text: &str) -> Result<()> {
    io::stdout().lock().write_all(text.as_bytes())?;
    Ok(())
}

/// Prints one JSON value, indented.
pub fn print_json(value: &impl serde::Serialize) -> Result<()> {
    print(&format!("{}\n", serde_json::to_string_pretty(value)?))
}
