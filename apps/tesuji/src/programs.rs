//! Other programs as child processes: the engines of `match` and `regress`.

use std::env;
use std::ffi::OsString;
use std::io::Read;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use arena::{Host, Process, RunningEngine, Side};

/// How much of a program's stderr is kept for the report of its end.
const LAST_WORDS: usize = 400;
/// How long a program that was asked to quit may take.
const GRACE: Duration = Duration::from_millis(300);

/// Starts command lines through the shell.
pub(crate) struct ShellHost {
    commands: [String; 2],
    folder: Option<PathBuf>,
    start: Instant,
}

impl ShellHost {
    /// The command lines of A and B; `{game}` in them becomes the number of the game.
    pub(crate) fn new(a: &str, b: &str) -> Self {
        Self { commands: [a.to_owned(), b.to_owned()], folder: None, start: Instant::now() }
    }

    /// One program, started in this folder.
    pub(crate) fn in_folder(command: &str, folder: PathBuf) -> Self {
        Self { folder: Some(folder), ..Self::new(command, "") }
    }
}

impl Host for ShellHost {
    fn start(&self, side: Side, game: u64) -> Result<RunningEngine, String> {
        let line = self.commands[side.index()].replace("{game}", &game.to_string());
        let mut command = Command::new("sh");
        // `exec` makes the program itself our child, so that ending the child ends the program.
        command.arg("-c").arg(format!("exec {line}")).env("PATH", path_with_ourselves());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(folder) = &self.folder {
            command.current_dir(folder);
        }
        let mut child = command.spawn().map_err(|error| format!("cannot start {line:?}: {error}"))?;
        let from_engine = child.stdout.take().expect("stdout is piped");
        let to_engine = child.stdin.take().expect("stdin is piped");
        let listener = Listener::new(child.stderr.take().expect("stderr is piped"));
        let process = Box::new(ChildProcess { child, listener, ended: None });
        Ok(RunningEngine { from_engine: Box::new(from_engine), to_engine: Box::new(to_engine), process })
    }

    fn now(&self) -> Duration {
        self.start.elapsed()
    }
}

/// In a command line `tesuji` means this program, wherever it was built. Debian keeps GNU Go where only some accounts look.
fn path_with_ourselves() -> OsString {
    let ourselves = env::current_exe().ok().and_then(|exe| Some(exe.parent()?.to_owned()));
    let others = env::var_os("PATH").unwrap_or_default();
    let folders = ourselves.into_iter().chain(env::split_paths(&others)).chain([PathBuf::from("/usr/games")]);
    env::join_paths(folders).unwrap_or(others)
}

/// Keeps the end of what a program writes to stderr, and never lets it wait for a reader.
struct Listener {
    kept: Arc<Mutex<Vec<u8>>>,
    thread: JoinHandle<()>,
}

impl Listener {
    fn new(mut stderr: impl Read + Send + 'static) -> Self {
        let kept = Arc::new(Mutex::new(Vec::new()));
        let words = Arc::clone(&kept);
        let thread = thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(n @ 1..) = stderr.read(&mut buffer) {
                let mut words = words.lock().expect("no holder of this lock panics");
                words.extend_from_slice(&buffer[..n]);
                let excess = words.len().saturating_sub(LAST_WORDS);
                words.drain(..excess);
            }
        });
        Self { kept, thread }
    }

    /// The last output. The pipe may still be open when the program has exited, because its children inherit it.
    fn last_words(&self) -> String {
        let deadline = Instant::now() + GRACE;
        while !self.thread.is_finished() && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(5));
        }
        String::from_utf8_lossy(&self.kept.lock().expect("no holder of this lock panics")).trim().to_owned()
    }
}

struct ChildProcess {
    child: Child,
    listener: Listener,
    ended: Option<String>,
}

impl Process for ChildProcess {
    fn end(&mut self) -> String {
        if let Some(how) = &self.ended {
            return how.clone();
        }
        let deadline = Instant::now() + GRACE;
        let mut how = loop {
            match self.child.try_wait() {
                Ok(Some(status)) => break status.to_string(),
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(10)),
                _ => {
                    let _ = self.child.kill();
                    let _ = self.child.wait();
                    break "ended by the referee".to_owned();
                }
            }
        };
        let words = self.listener.last_words();
        if !words.is_empty() {
            how = format!("{how}; last words: {words}");
        }
        self.ended.insert(how).clone()
    }
}
