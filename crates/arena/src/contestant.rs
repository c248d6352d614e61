//! A running GTP program: its name, the commands it knows, the time it takes.

use std::collections::BTreeSet;
use std::io::Write;
use std::time::Duration;

use gtp::Client;

use crate::fault::{Fault, FaultKind};
use crate::host::{Host, Process, Side};

/// Timeout of commands that need no search. Loading a model counts as the first of them.
const QUICK: Duration = Duration::from_secs(120);

/// A running program.
pub struct Contestant {
    side: Side,
    client: Client<Box<dyn Write + Send>>,
    process: Box<dyn Process>,
    commands: BTreeSet<String>,
    name: String,
}

impl Contestant {
    /// Starts the program of a side and asks for its name.
    pub fn start(host: &impl Host, side: Side, game: u64) -> Result<Self, Fault> {
        let engine = host.start(side, game).map_err(|detail| Fault { side, kind: FaultKind::NotStarted, detail })?;
        let client = Client::new(engine.from_engine, engine.to_engine);
        let mut contestant =
            Self { side, client, process: engine.process, commands: BTreeSet::new(), name: String::new() };
        let commands = contestant.ask("list_commands")?;
        contestant.commands = commands.split_whitespace().map(str::to_owned).collect();
        let name = contestant.ask("name")?;
        let version = if contestant.knows("version") { contestant.ask("version")? } else { String::new() };
        contestant.name = format!("{name} {version}").trim().to_owned();
        Ok(contestant)
    }

    /// Name and version.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether the program has this command.
    pub fn knows(&self, command: &str) -> bool {
        self.commands.contains(command)
    }

    /// Sends a command that needs no search.
    pub fn ask(&mut self, command: &str) -> Result<String, Fault> {
        self.ask_patiently(command, QUICK)
    }

    /// Sends a command that may take a while.
    pub fn ask_patiently(&mut self, command: &str, patience: Duration) -> Result<String, Fault> {
        self.client.ask(command, patience).map_err(|error| {
            let mut fault = Fault::from_client(self.side, &error);
            if fault.kind != FaultKind::Refused {
                fault.detail = format!("{} ({})", fault.detail, self.process.end());
            }
            fault
        })
    }

    /// Sends the command if the program knows it.
    pub fn ask_if_known(&mut self, name: &str, arguments: &str) -> Result<Option<String>, Fault> {
        if self.knows(name) { self.ask(&format!("{name} {arguments}")).map(Some) } else { Ok(None) }
    }
}

impl Drop for Contestant {
    fn drop(&mut self) {
        // `quit` lets a program exit by itself; one that does not is killed.
        let _ = self.client.ask("quit", Duration::from_millis(500));
        self.process.end();
    }
}
