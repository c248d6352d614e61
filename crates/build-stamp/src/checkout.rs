//! Finds the commit of a checkout by reading git's files: `HEAD`, the branch it names, `packed-refs`, and the
//! pointers that a linked worktree uses (see gitrepository-layout(5)). Reftables are not read.

use std::fs;
use std::path::{Path, PathBuf};

/// Letters of a commit that are shown.
const SHORT: usize = 10;

/// A commit and the files it was read from.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Stamp {
    pub(crate) commit: String,
    pub(crate) files: Vec<PathBuf>,
}

/// Reads the checkout that `folder` lies in.
pub(crate) fn stamp(folder: &Path) -> Stamp {
    let mut files = Vec::new();
    let commit = find_git_folder(folder).and_then(|git| read_commit(&git, &mut files));
    Stamp { commit: commit.unwrap_or_else(|| "unknown".to_owned()), files }
}

/// Searches upwards for `.git`, and accepts it only beside a manifest: an archive unpacked below another checkout is
/// not part of that.
fn find_git_folder(folder: &Path) -> Option<PathBuf> {
    let root = folder.ancestors().find(|ancestor| ancestor.join(".git").exists())?;
    if !root.join("Cargo.toml").is_file() {
        return None;
    }
    let git = root.join(".git");
    if git.is_dir() {
        return Some(git);
    }
    // In a linked worktree `.git` is a file that points to the real folder.
    let text = fs::read_to_string(git).ok()?;
    Some(root.join(text.strip_prefix("gitdir:")?.trim()))
}

fn read_commit(git: &Path, files: &mut Vec<PathBuf>) -> Option<String> {
    let mut read = |path: PathBuf| {
        let text = fs::read_to_string(&path).ok()?;
        files.push(path);
        Some(text)
    };
    let head = read(git.join("HEAD"))?;
    // The log grows with every commit, also when the branch's own file does not exist yet and cannot be watched.
    read(git.join("logs/HEAD"));
    let Some(branch) = head.strip_prefix("ref:").map(str::trim) else { return short(&head) };
    // A linked worktree has its own HEAD; branches are in the main one.
    let common = match fs::read_to_string(git.join("commondir")) {
        Ok(text) => git.join(text.trim()),
        Err(_) => git.to_owned(),
    };
    if let Some(text) = read(common.join(branch)) {
        return short(&text);
    }
    let packed = read(common.join("packed-refs"))?;
    let line = packed.lines().find(|line| line.split_whitespace().nth(1) == Some(branch))?;
    short(line.split_whitespace().next()?)
}

/// The abbreviated commit, if the text is one.
fn short(text: &str) -> Option<String> {
    let text = text.trim();
    (text.len() >= 40 && text.bytes().all(|byte| byte.is_ascii_hexdigit())).then(|| text[..SHORT].to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const COMMIT: &str = "0123456789abcdef0123456789abcdef01234567";

    /// A folder with these files, and a manifest folder `app` in it.
    fn checkout(files: &[(&str, &str)]) -> tempfile::TempDir {
        let root = tempfile::tempdir().expect("a temporary folder");
        for (path, text) in files.iter().chain(&[("app/Cargo.toml", "")]) {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().expect("files lie in a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        root
    }

    fn check(files: &[(&str, &str)], commit: &str, watched: &[&str]) {
        let root = checkout(files);
        let stamp = stamp(&root.path().join("app"));
        assert_eq!(stamp.commit, commit);
        let watched: Vec<_> = watched.iter().map(|path| root.path().join(path)).collect();
        assert_eq!(stamp.files, watched);
    }

    #[test]
    fn a_branch() {
        check(
            &[("Cargo.toml", ""), (".git/HEAD", "ref: refs/heads/main\n"), (".git/refs/heads/main", COMMIT)],
            "0123456789",
            &[".git/HEAD", ".git/refs/heads/main"],
        );
    }

    #[test]
    fn a_commit_without_a_branch() {
        check(&[("Cargo.toml", ""), (".git/HEAD", COMMIT)], "0123456789", &[".git/HEAD"]);
    }

    #[test]
    fn packed_branches_and_the_log() {
        let packed = format!("# pack-refs with: peeled\n{} refs/heads/old\n{COMMIT} refs/heads/main\n", "f".repeat(40));
        check(
            &[
                ("Cargo.toml", ""),
                (".git/HEAD", "ref: refs/heads/main\n"),
                (".git/packed-refs", &packed),
                (".git/logs/HEAD", "log"),
            ],
            "0123456789",
            &[".git/HEAD", ".git/logs/HEAD", ".git/packed-refs"],
        );
    }

    #[test]
    fn a_linked_worktree() {
        let main = checkout(&[
            (".git/worktrees/copy/HEAD", "ref: refs/heads/topic\n"),
            (".git/worktrees/copy/commondir", "../..\n"),
            (".git/refs/heads/topic", COMMIT),
        ]);
        let pointer = format!("gitdir: {}\n", main.path().join(".git/worktrees/copy").display());
        let copy = checkout(&[("Cargo.toml", ""), (".git", &pointer)]);
        assert_eq!(stamp(&copy.path().join("app")).commit, "0123456789");
    }

    #[test]
    fn no_checkout_of_ours() {
        check(&[("Cargo.toml", "")], "unknown", &[]);
        check(&[(".git/HEAD", COMMIT)], "unknown", &[]);
        check(&[("Cargo.toml", ""), (".git/HEAD", "garbage")], "unknown", &[".git/HEAD"]);
        check(&[("Cargo.toml", ""), (".git/HEAD", "ref: refs/heads/none")], "unknown", &[".git/HEAD"]);
    }
}
