//! What is built into the program: its version, the commit it came from and the models it carries.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use anyhow::{Context, Result};
use go_board::BoardSize;
use go_models::Model;
use go_models::model_file::{ModelHeader, read_parts};

/// The models, trained on the collections that their headers name; `docs/models.md` says how to train them anew.
const MODELS: [&[u8]; 2] = [include_bytes!("../../../models/19x19.model"), include_bytes!("../../../models/9x9.model")];

/// What `tesuji --version` prints after the name.
pub(crate) fn version() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let models: Vec<String> = MODELS.iter().map(|bytes| header(bytes).name).collect();
        format!("{} (commit {}, models {})", env!("CARGO_PKG_VERSION"), build_stamp::commit!(), models.join(", "))
    });
    &TEXT
}

fn header(bytes: &[u8]) -> ModelHeader {
    read_parts(bytes).expect("an embedded model is sound: a test reads it").0
}

/// The headers of the embedded models with their files, for those who read a model only when it is needed.
pub(crate) fn headers() -> Vec<(ModelHeader, &'static [u8])> {
    MODELS.iter().map(|&bytes| (header(bytes), bytes)).collect()
}

/// All embedded models.
pub(crate) fn models() -> Result<Vec<Model>> {
    MODELS.iter().map(|bytes| Model::from_bytes(bytes).context("an embedded model is damaged")).collect()
}

/// The model in the file, or without one the embedded model that suits the board size.
pub(crate) fn model_or(file: Option<&Path>, size: BoardSize) -> Result<Model> {
    match file {
        Some(file) => read(file),
        None => Model::from_bytes(for_size(size)).context("an embedded model is damaged"),
    }
}

/// The model in a file.
pub(crate) fn read(file: &Path) -> Result<Model> {
    let bytes = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    Model::from_bytes(&bytes).with_context(|| format!("cannot use {}", file.display()))
}

/// Where the list of a model's training games is: beside it.
pub(crate) fn trained_on_file(model: &Path) -> PathBuf {
    let mut name = model.as_os_str().to_owned();
    name.push(".trained-on");
    PathBuf::from(name)
}

/// The model trained on boards of the nearest size; 13x13 is played with the one for 9x9.
pub(crate) fn for_size(size: BoardSize) -> &'static [u8] {
    if size.get() <= 14 { MODELS[1] } else { MODELS[0] }
}
