//! `tesuji model export` and `tesuji model import`: the trees of a model as text that a person can read and edit, and back.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use go_board::BoardSize;
use go_models::Model;
use go_models::forest::forest_from_text;
use go_models::instance::InstanceModel;
use go_models::kind::TrainedModel;
use output_files::{OutputLock, refuse_inputs, write_whole};

use crate::embedded;

#[derive(Args)]
pub(crate) struct Export {
    /// A model of kind `instance` with trees
    file: PathBuf,
    /// Write the text there instead of printing it
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct Import {
    /// Trees as text, as `tesuji model export` writes them
    text: PathBuf,
    /// The model file to write
    #[arg(long, short, value_name = "MODEL")]
    out: PathBuf,
    /// Put the trees into this model in place of its own; its other features keep their weights
    #[arg(long, value_name = "MODEL")]
    into: Option<PathBuf>,
    /// The board size of a model of these trees alone
    #[arg(long, value_name = "N", default_value_t = 19, conflicts_with = "into", value_parser = clap::value_parser!(u8).range(2..=25))]
    board_size: u8,
}

pub(crate) fn export(arguments: &Export, out: &mut impl Write) -> Result<()> {
    let model = embedded::read(&arguments.file)?;
    let text = instance(&model, &arguments.file)?.forest_text().with_context(|| no_trees(&arguments.file))?;
    match &arguments.out {
        Some(file) => {
            refuse_inputs(file, [arguments.file.as_path()])?;
            write_whole(file, text)?;
        }
        None => out.write_all(text.as_bytes())?,
    }
    Ok(())
}

pub(crate) fn import(arguments: &Import, out: &mut impl Write) -> Result<()> {
    let Import { text: file, out: target, into, board_size } = arguments;
    // Writing back into the model that was changed is meant: it is read whole before.
    refuse_inputs(target, [file.as_path()])?;
    let _lock = OutputLock::take(target)?;
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let weighed = forest_from_text(&text).with_context(|| format!("cannot use {}", file.display()))?;
    let (n_trees, n_leaves) = (weighed.forest.trees().len(), weighed.forest.n_leaves());
    let imported = match into {
        Some(base) => instance(&embedded::read(base)?, base)?.with_forest(weighed),
        None => {
            let name = file.file_stem().unwrap_or_default().to_string_lossy();
            let size =
                BoardSize::new((*board_size).into()).with_context(|| format!("{board_size} is no board size"))?;
            InstanceModel::of_forest(&name, size, weighed)
        }
    };
    write_whole(target, imported.to_bytes())?;
    writeln!(out, "{} written: {n_trees} trees, {n_leaves} leaves", target.display())?;
    Ok(())
}

fn instance<'m>(model: &'m Model, file: &Path) -> Result<&'m InstanceModel> {
    model.downcast_ref().with_context(|| no_trees(file))
}

/// What is wrong with a model without trees.
pub(crate) fn no_trees(file: &Path) -> String {
    format!("{} has no decision trees: only a model of kind instance with a forest has leaves", file.display())
}
