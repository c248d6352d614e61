//! The text files of the workspace, build products left out.

use std::fs;
use std::path::{Path, PathBuf};

/// A text file of the project.
pub(crate) struct Source {
    /// Relative to the workspace, with forward slashes.
    pub(crate) path: String,
    pub(crate) text: String,
}

impl Source {
    pub(crate) fn is_rust(&self) -> bool {
        self.path.ends_with(".rs")
    }

    /// The crate's folder name, for files of `crates/NAME/src`.
    pub(crate) fn library(&self) -> Option<&str> {
        let (name, rest) = self.path.strip_prefix("crates/")?.split_once('/')?;
        rest.starts_with("src/").then_some(name)
    }

    /// The lines, with their numbers.
    pub(crate) fn numbered_lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text.lines().enumerate().map(|(index, line)| (index + 1, line))
    }
}

pub(crate) fn workspace_root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is a folder of the workspace")
}

/// Every text file that people write.
pub(crate) fn all() -> Vec<Source> {
    let mut paths = Vec::new();
    collect(workspace_root(), &mut paths);
    paths.sort();
    paths
        .into_iter()
        .filter_map(|path| {
            let text = fs::read_to_string(&path).ok()?;
            let relative = path.strip_prefix(workspace_root()).expect("collected below the root");
            Some(Source { path: relative.to_string_lossy().replace('\\', "/"), text })
        })
        .collect()
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the workspace is readable").flatten() {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        if path.is_dir() {
            if !["target", ".git"].contains(&name.as_str()) {
                collect(&path, paths);
            }
        } else if ["rs", "md", "toml", "html", "css", "js", "tst"].iter().any(|end| name.ends_with(&format!(".{end}")))
            || path.parent() == Some(&workspace_root().join(".ci"))
        {
            paths.push(path);
        }
    }
}
