//! `tesuji games check`: the problems of SGF files, by class and place, and mended copies of them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;
use go_games::{ClassCount, FileCheck, Finding, check_file_within};
use output_files::{refuse_inputs, resolved, write_whole};
use report::{Column, Table, number};
use serde_json::{Map, Value, json};
use sgf::Severity;

use super::inputs::{InputFile, budget, expand, for_each_file};

#[derive(Args)]
pub(crate) struct Arguments {
    /// SGF files, folders, .zst streams, databases
    #[arg(required = true, value_name = "GAMES")]
    paths: Vec<PathBuf>,
    /// Write mended copies: to this file if there is one input file, otherwise into this folder
    #[arg(long, value_name = "OUT")]
    fix: Option<PathBuf>,
    /// Show so many findings in full
    #[arg(long, default_value_t = 20, value_name = "N")]
    list: usize,
    /// Show notes in full, too, not only warnings and errors
    #[arg(long)]
    notes: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Print nothing but errors
    #[arg(long, short)]
    quiet: bool,
}

/// What all files together came to.
#[derive(Default)]
struct Totals {
    n_files: usize,
    n_games: usize,
    n_errors: usize,
    n_errors_left: usize,
    /// Databases among the files to mend.
    n_databases: usize,
    classes: BTreeMap<&'static str, ClassCount>,
    listed: Vec<(String, Finding)>,
    unreadable: Vec<(String, String)>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let files = expand(&arguments.paths)?;
    let progress = report::progress::for_stderr(arguments.quiet || arguments.json);
    let one_file = matches!(arguments.paths.as_slice(), [only] if only.is_file());
    let targets = arguments.fix.as_deref().map(|out| targets(&files, out, one_file)).transpose()?;
    let mut totals = Totals::default();
    let mut n_seen = 0;
    for_each_file(
        &files,
        &*progress,
        |bytes| check_file_within(bytes, &budget()),
        |file, check| {
            let target = targets.as_ref().map(|targets| &targets[n_seen]);
            n_seen += 1;
            match check.map_err(|error| format!("{error:#}")).and_then(|check| check.map_err(|error| error.to_string()))
            {
                Ok(check) => {
                    match target {
                        Some(target) if !check.mended.is_empty() => write_mended(target, &check)?,
                        // A database has no text to mend.
                        Some(_) => totals.n_databases += 1,
                        None => {}
                    }
                    totals.add(file, check, arguments);
                }
                Err(reason) => totals.unreadable.push((file.path.display().to_string(), reason)),
            }
            Ok(())
        },
    )?;
    if arguments.json {
        writeln!(io::stdout(), "{}", totals.to_json())?;
    } else if !arguments.quiet {
        totals.print(io::stdout().lock(), arguments)?;
    }
    let n_unreadable = totals.unreadable.len();
    match arguments.fix.is_some() {
        true if totals.n_databases == files.len() => bail!("databases have no text to mend"),
        _ if n_unreadable > 0 => bail!("{n_unreadable} of {} files are not game records", files.len()),
        false if totals.n_errors > 0 => bail!("{} errors; `--fix OUT` writes mended copies", totals.n_errors),
        true if totals.n_errors_left > 0 => bail!("{} errors could not be mended", totals.n_errors_left),
        _ => Ok(()),
    }
}

/// The paths of the mended copies. Nothing is written over an input, over another copy, or over a neighbour of the
/// original.
fn targets(files: &[InputFile], out: &Path, one_file: bool) -> Result<Vec<PathBuf>> {
    let mut seen = BTreeSet::new();
    let target = |file: &InputFile| {
        let is_packed = file.relative.extension().is_some_and(|extension| extension == "zst");
        let unpacked = if is_packed { file.relative.with_extension("") } else { file.relative.clone() };
        let target = if one_file && !out.is_dir() { out.to_path_buf() } else { out.join(unpacked) };
        refuse_inputs(&target, files.iter().map(|file| file.path.as_path()))?;
        let folder = |path: &Path| path.parent().map(Path::to_path_buf).filter(|folder| folder.file_name().is_some());
        let [here, there] = [&target, &file.path].map(|path| folder(path).unwrap_or_else(|| PathBuf::from(".")));
        if !one_file && target.exists() && resolved(&here) == resolved(&there) || !seen.insert(target.clone()) {
            bail!(
                "{} would be written over: check its original alone, or name another place for --fix",
                target.display()
            );
        }
        Ok(target)
    };
    files.iter().map(target).collect()
}

fn write_mended(target: &Path, check: &FileCheck) -> Result<()> {
    if let Some(folder) = target.parent() {
        fs::create_dir_all(folder).with_context(|| format!("cannot make folder {}", folder.display()))?;
    }
    write_whole(target, &check.mended)
}

impl Totals {
    fn add(&mut self, file: &InputFile, check: FileCheck, arguments: &Arguments) {
        self.n_files += 1;
        self.n_games += check.n_games;
        self.n_errors_left += check.n_left(Severity::Error);
        for (class, count) in &check.classes {
            let sum = self.classes.entry(class).or_insert(ClassCount { n_found: 0, n_repaired: 0, ..*count });
            sum.n_found += count.n_found;
            sum.n_repaired += count.n_repaired;
            self.n_errors += if count.severity == Severity::Error { count.n_found } else { 0 };
        }
        let least = if arguments.notes { Severity::Note } else { Severity::Warning };
        let room = arguments.list - self.listed.len();
        let shown = check.findings.into_iter().filter(|finding| finding.severity >= least).take(room);
        self.listed.extend(shown.map(|finding| (file.path.display().to_string(), finding)));
    }

    fn print(&self, mut out: impl Write, arguments: &Arguments) -> Result<()> {
        for (file, finding) in &self.listed {
            let Finding { place, severity, class, message, .. } = finding;
            writeln!(out, "{file}:{}:{}: {severity}: {class}: {message}", place.line, place.column)?;
        }
        for (file, reason) in &self.unreadable {
            writeln!(out, "{file}: error: {reason}")?;
        }
        let mendable = if arguments.fix.is_some() { "mended" } else { "can be mended" };
        let mut table = Table::new([
            Column::left("class"),
            Column::left("severity"),
            Column::right("found"),
            Column::right(mendable),
        ]);
        for (class, count) in self.in_order() {
            let [found, repaired] = [count.n_found, count.n_repaired].map(|n| number::count(n as u64));
            table.push([class.to_string(), count.severity.to_string(), found, repaired]);
        }
        if table.n_rows() > 0 {
            write!(out, "{}", table.to_terminal())?;
        }
        let (n_games, n_files) = (self.n_games as u64, self.n_files as u64);
        writeln!(out, "{} in {} checked", number::counted(n_games, "game"), number::counted(n_files, "file"))?;
        if self.n_databases > 0 {
            writeln!(
                out,
                "{} of them are databases, which have no text to mend",
                number::count(self.n_databases as u64)
            )?;
        }
        Ok(())
    }

    /// The worst first, then the most frequent.
    fn in_order(&self) -> Vec<(&'static str, ClassCount)> {
        let mut classes: Vec<_> = self.classes.iter().map(|(&class, &count)| (class, count)).collect();
        classes.sort_by_key(|(class, count)| (std::cmp::Reverse((count.severity, count.n_found)), *class));
        classes
    }

    fn to_json(&self) -> Value {
        let classes: Map<String, Value> = self
            .in_order()
            .into_iter()
            .map(|(class, count)| {
                let severity = count.severity.to_string();
                (class.to_string(), json!({"severity": severity, "found": count.n_found, "mended": count.n_repaired}))
            })
            .collect();
        let findings: Vec<Value> = self
            .listed
            .iter()
            .map(|(file, finding)| {
                json!({
                    "file": file,
                    "line": finding.place.line,
                    "column": finding.place.column,
                    "class": finding.class,
                    "severity": finding.severity.to_string(),
                    "message": finding.message,
                    "mended": finding.repaired,
                })
            })
            .collect();
        json!({
            "files": self.n_files,
            "games": self.n_games,
            "classes": classes,
            "findings": findings,
            "unreadable": self.unreadable.iter().map(|(file, why)| json!({"file": file, "reason": why})).collect::<Vec<_>>(),
        })
    }
}
