//! What the reports of one run and of several seeds have in common: their files, and the remarks below the title.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use go_models::instance::Reproduction;
use output_files::write_whole;
use serde_json::Value;

use super::{Scale, Study};

/// A report in its three forms.
pub(super) struct Page {
    pub(super) markdown: String,
    pub(super) json: Value,
    pub(super) svg: Option<String>,
}

impl Page {
    /// Writes `NAME.md`, `NAME.json` and, if there is a plot, `NAME.svg` into the folder.
    pub(super) fn write(self, name: &str, folder: &Path) -> Result<()> {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let file = |ending: &str| folder.join(format!("{name}.{ending}"));
        write_whole(&file("md"), self.markdown)?;
        write_whole(&file("json"), format!("{:#}\n", self.json))?;
        self.svg.map_or(Ok(()), |svg| write_whole(&file("svg"), svg))
    }
}

/// The study's own remark, what its scale means, and which reading of the documents it follows.
pub(super) fn remarks(study: &Study, scale: Scale, reproduction: Option<Reproduction>) -> String {
    let mut text = String::new();
    if !study.remark.is_empty() {
        text += &format!("\n{}\n", study.remark.trim());
    }
    if scale == Scale::Small {
        text +=
            "\nThe sizes are shrunk as the study's `[small]` says, so only the order of the figures can be compared.\n";
    }
    if let Some(value) = reproduction {
        text += &format!(
            "\nReproduction `{}`: options on which documents and program differ are set as it says.\n",
            value.name()
        );
    }
    text
}
