//! Tables from files: ARFF if the first word begins with `@` or the first letter is `%`, else CSV; packed ones are unpacked.

use std::fs;
use std::path::{Path, PathBuf};

use ::learn::classify::{Choice, Table, arff, csv};
use anyhow::{Context, Result, bail};
use clap::Args;
use go_games::{MAX_UNPACKED, unpack};

#[derive(Args)]
pub(super) struct ColumnArguments {
    /// The column to predict [default: the last]
    #[arg(long, value_name = "NAME")]
    class: Option<String>,
    /// A column whose equal values say which rows belong together: `ranking` ranks them, and `compare` keeps them in one fold
    #[arg(long, value_name = "NAME")]
    group: Option<String>,
    /// A column to leave out; may be given several times
    #[arg(long, value_name = "NAME")]
    ignore: Vec<String>,
}

impl ColumnArguments {
    fn choice(&self) -> Choice {
        Choice { class: self.class.clone(), group: self.group.clone(), ignore: self.ignore.clone() }
    }
}

pub(super) fn read_table(file: &Path, columns: &ColumnArguments) -> Result<Table> {
    let bytes = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    let plain = unpack(&bytes, MAX_UNPACKED).with_context(|| format!("cannot unpack {}", file.display()))?;
    let Ok(text) = std::str::from_utf8(&plain) else {
        bail!("{} is no text in UTF-8: a table is an ARFF or a CSV file", file.display());
    };
    let text = text.trim_start_matches('\u{feff}');
    let is_arff = text.trim_start().starts_with(['@', '%']);
    let read = if is_arff { arff::read } else { csv::read };
    read(text, &columns.choice()).with_context(|| file.display().to_string())
}

/// The error of a file that would be written over although it is read.
pub(super) fn refuse_same(out: &Path, inputs: &[&PathBuf]) -> Result<()> {
    match inputs.iter().find(|input| output_files::resolved(input) == output_files::resolved(out)) {
        Some(input) => bail!("{} is read and cannot be written over: choose another --out", input.display()),
        None => Ok(()),
    }
}
