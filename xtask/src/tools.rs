//! The programs that the system tests use, and how a fresh Debian machine gets them.
//!
//! As root they are installed with `apt-get`. Without root the packages (and those of their dependencies that the machine
//! lacks) are downloaded and unpacked under `target/tools`; the machine itself is left alone. A tool that cannot be had is
//! an error that names it: a test is never skipped because its tool is missing.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};

use crate::workspace;

/// A program of a Debian package.
pub(crate) struct Tool {
    /// Its name.
    pub(crate) name: &'static str,
    /// The file to run.
    program: &'static str,
    /// Folders that may hold it, relative to the root of the file system or of the unpacked packages.
    homes: &'static [&'static str],
    /// Debian packages to get it from.
    packages: &'static [&'static str],
    /// Arguments with which it starts and ends at once, to see that it runs.
    probe: &'static [&'static str],
}

/// The Go program that ours meets over GTP.
pub(crate) const GNU_GO: Tool =
    Tool { name: "GNU Go", program: "gnugo", homes: &["usr/games"], packages: &["gnugo"], probe: &["--version"] };

/// The browser that the page is tested in. The file itself: the wrapper in `usr/bin` knows only an installed one.
pub(crate) const CHROMIUM: Tool = Tool {
    name: "Chromium",
    program: "chromium",
    homes: &["usr/lib/chromium"],
    packages: &["chromium"],
    probe: &["--version"],
};

/// What turns requests into clicks.
pub(crate) const CHROME_DRIVER: Tool = Tool {
    name: "ChromeDriver",
    program: "chromedriver",
    homes: &["usr/bin"],
    packages: &["chromium-driver"],
    probe: &["--version"],
};

/// What the genetic measures are compared with.
pub(crate) const PLINK: Tool = Tool {
    name: "PLINK 1.9",
    program: "plink1.9",
    homes: &["usr/bin"],
    packages: &["plink1.9"],
    probe: &["--version"],
};

/// What runs Weka. A development kit: it runs a program from its source.
pub(crate) const JAVA: Tool = Tool {
    name: "Java",
    program: "java",
    homes: &["usr/bin", "usr/lib/jvm/default-java/bin"],
    packages: &["default-jdk-headless"],
    probe: &["-version"],
};

/// The library that the classifiers are compared with: a file that Java loads.
pub(crate) const WEKA: Tool =
    Tool { name: "Weka", program: "weka.jar", homes: &["usr/share/java"], packages: &["weka"], probe: &[] };

/// Every tool of the tests.
pub(crate) const TOOLS: &[&Tool] = &[&GNU_GO, &CHROMIUM, &CHROME_DRIVER, &PLINK];

/// A tool that is there.
pub(crate) struct Installed {
    pub(crate) path: PathBuf,
    libraries: Option<PathBuf>,
}

impl Installed {
    /// A command that runs it, with the libraries that were unpacked beside it.
    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(&self.path);
        if let Some(folder) = &self.libraries {
            command.env("LD_LIBRARY_PATH", folder);
        }
        command
    }
}

/// Finds the tool, gets it first if the machine lacks it, and sees that it starts.
pub(crate) fn get(tool: &Tool) -> Result<Installed> {
    find_or_fetch(tool)
        .and_then(|installed| {
            let output = installed.command().args(tool.probe).stdin(Stdio::null()).output()?;
            ensure!(output.status.success(), "{} does not start: {}", installed.path.display(), output.status);
            Ok(installed)
        })
        .with_context(|| format!("{} is needed by the tests and cannot be had", tool.name))
}

/// Finds a file that is no program, and gets it first if the machine lacks it.
pub(crate) fn get_file(tool: &Tool) -> Result<PathBuf> {
    Ok(find_or_fetch(tool).with_context(|| format!("{} cannot be had", tool.name))?.path)
}

fn find_or_fetch(tool: &Tool) -> Result<Installed> {
    if let Some(installed) = find(tool) {
        return Ok(installed);
    }
    let packages = tool.packages.join(" ");
    eprintln!("getting {} (Debian: {packages})", tool.name);
    if is_root()? {
        install(tool.packages)?
    } else {
        unpack(tool.packages)?
    }
    find(tool).with_context(|| format!("{packages} was fetched but holds no {}", tool.program))
}

fn find(tool: &Tool) -> Option<Installed> {
    let unpacked = unpacked_root();
    [Path::new("/"), &unpacked].into_iter().find_map(|root| {
        let path = tool.homes.iter().map(|home| root.join(home).join(tool.program)).find(|path| path.is_file())?;
        let libraries = (root == unpacked).then(|| library_folder(root));
        Some(Installed { path, libraries })
    })
}

fn tools_folder() -> PathBuf {
    workspace::target().join("tools")
}

fn unpacked_root() -> PathBuf {
    tools_folder().join("root")
}

/// Debian's folder for libraries of this machine's kind.
fn library_folder(root: &Path) -> PathBuf {
    root.join("usr/lib").join(format!("{}-linux-gnu", std::env::consts::ARCH))
}

fn is_root() -> Result<bool> {
    let output = Command::new("id").arg("-u").output().context("cannot run id")?;
    Ok(output.stdout.trim_ascii() == b"0")
}

fn install(packages: &[&str]) -> Result<()> {
    let apt_get = || {
        let mut command = Command::new("apt-get");
        command.env("DEBIAN_FRONTEND", "noninteractive").args(["-q", "-y", "-o", "DPkg::Lock::Timeout=120"]);
        command
    };
    let install = || succeed(apt_get().args(["install", "--no-install-recommends"]).args(packages));
    // Package lists of a container image are empty or old, so a failure is tried once more with fresh ones.
    install().or_else(|_| succeed(apt_get().arg("update")).and_then(|()| install()))
}

fn unpack(packages: &[&str]) -> Result<()> {
    let folder = tools_folder();
    let lists = folder.join("apt/lists");
    let cache = folder.join("apt/cache");
    for needed in [&lists.join("partial"), &cache.join("archives/partial"), &unpacked_root()] {
        fs::create_dir_all(needed).with_context(|| format!("cannot make {}", needed.display()))?;
    }
    let apt_get = || {
        let mut command = Command::new("apt-get");
        command.current_dir(&cache).arg("-q");
        command.arg("-o").arg(format!("Dir::State::Lists={}", lists.display()));
        command.arg("-o").arg(format!("Dir::Cache={}", cache.display()));
        command
    };
    succeed(apt_get().arg("update"))?;
    let plan = apt_get().args(["--simulate", "install", "--no-install-recommends"]).args(packages).output()?;
    ensure!(plan.status.success(), "apt-get finds no way to install {}", packages.join(" "));
    let missing = packages_to_install(&String::from_utf8_lossy(&plan.stdout));
    ensure!(!missing.is_empty(), "{} is installed, but not where it is looked for", packages.join(" "));
    succeed(apt_get().arg("download").args(&missing))?;
    for entry in fs::read_dir(&cache)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "deb") {
            succeed(Command::new("dpkg").arg("-x").arg(&path).arg(unpacked_root()))?;
            fs::remove_file(&path)?;
        }
    }
    Ok(())
}

/// The packages that a simulated `apt-get install` would add: lines such as `Inst gnugo (3.8-11 Debian:12 [amd64])`.
fn packages_to_install(plan: &str) -> Vec<String> {
    plan.lines()
        .filter_map(|line| line.strip_prefix("Inst "))
        .filter_map(|rest| rest.split_whitespace().next())
        .map(str::to_owned)
        .collect()
}

/// Runs a command whose output belongs on stderr.
fn succeed(command: &mut Command) -> Result<()> {
    command.stdin(Stdio::null()).stdout(std::io::stderr());
    let status = command.status().with_context(|| format!("cannot run {}", command.get_program().display()))?;
    if !status.success() {
        bail!("{} {}: {status}", command.get_program().display(), last_argument(command));
    }
    Ok(())
}

fn last_argument(command: &Command) -> String {
    command.get_args().last().map(|argument| argument.display().to_string()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_plan_of_apt_get() {
        let plan = "\
Reading package lists...
The following NEW packages will be installed:
  gnugo libncurses6
Inst libncurses6 (6.4-4 Debian:12.11/stable [amd64])
Inst gnugo (3.8-11 Debian:12.11/stable [amd64])
Conf libncurses6 (6.4-4 Debian:12.11/stable [amd64])";
        assert_eq!(packages_to_install(plan), ["libncurses6", "gnugo"]);
    }

    #[test]
    fn an_unknown_tool_is_not_found() {
        let tool = Tool { name: "None", program: "no-such-program", homes: &["usr/bin"], packages: &[], probe: &[] };
        assert!(find(&tool).is_none());
    }
}
