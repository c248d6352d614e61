//! The text shown beside the board's address when `tesuji` starts.

use std::io::Write;

use anyhow::Result;
use clap::CommandFactory;

use crate::{CommandLine, embedded};

/// The name, what can be done here, and what to try next.
pub(crate) fn print(out: &mut impl Write) -> Result<()> {
    writeln!(out, "Tesuji {}", embedded::version())?;
    writeln!(out, "A workbench for computer Go.\n")?;
    let root = CommandLine::command();
    let commands: Vec<_> = root.get_subcommands().filter(|command| command.get_name() != "help").collect();
    for command in &commands {
        let about = command.get_about().map(|text| text.to_string()).unwrap_or_default();
        writeln!(out, "  tesuji {:<10} {about}", command.get_name())?;
    }
    writeln!(out, "\n`tesuji --help` says more, `tesuji COMMAND --help` all about one command.")?;
    Ok(())
}
