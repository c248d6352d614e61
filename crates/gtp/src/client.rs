//! The controller's side: send a command and wait for its reply, with a timeout.
//!
//! Replies are read on a separate thread, since a read from a hung engine cannot be cancelled. The timeout is per line:
//! every line restarts it. Starting and killing the engine is left to the caller.

use std::io::{self, BufReader, Read, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use crate::line::{Line, read_line};
use crate::reply::Status;
use crate::response::{Response, parse_first_line};

/// Longest line of a reply.
const MAX_LINE_BYTES: usize = 16 << 20;
/// Longest reply in lines: an engine that prints without end must not fill the memory.
const MAX_LINES: usize = 100_000;
/// Lines that may wait unread.
const MAX_WAITING: usize = 256;

/// Why a command got no successful reply. All but `Refused` end the conversation.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The engine replied with `?`.
    #[error("{command}: the engine says \"{message}\"")]
    Refused {
        /// What was sent.
        command: String,
        /// What came back.
        message: String,
    },
    /// No line within the timeout.
    #[error("{command}: no reply within {} seconds", patience.as_secs_f64())]
    Silent {
        /// What was sent.
        command: String,
        /// The timeout.
        patience: Duration,
    },
    /// The engine closed its output: it crashed or quit.
    #[error("{command}: the engine is gone")]
    Gone {
        /// What was sent.
        command: String,
    },
    /// The engine wrote something that is not a reply to this command.
    #[error("{command}: not a reply: {line:?}")]
    Garbled {
        /// What was sent.
        command: String,
        /// What came instead.
        line: String,
    },
}

/// A conversation with an engine.
#[derive(Debug)]
pub struct Client<W> {
    output: W,
    lines: Receiver<String>,
    last_id: u32,
    command: String,
}

impl<W: Write> Client<W> {
    /// Writes to `to_engine` and reads from `from_engine`.
    pub fn new(from_engine: impl Read + Send + 'static, to_engine: W) -> Self {
        let (sender, lines) = mpsc::sync_channel(MAX_WAITING);
        thread::spawn(move || {
            let mut input = BufReader::new(from_engine);
            while let Ok(Some(Line::Complete(bytes))) = read_line(&mut input, MAX_LINE_BYTES) {
                let line = String::from_utf8_lossy(&bytes).trim_end_matches('\r').to_owned();
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Self { output: to_engine, lines, last_id: 0, command: String::new() }
    }

    /// Sends a command and waits for the text of its reply.
    pub fn ask(&mut self, command: &str, patience: Duration) -> Result<String, ClientError> {
        self.send(command)?;
        self.reply(patience)
    }

    /// Waits for the text of the reply to the command sent last.
    pub fn reply(&mut self, patience: Duration) -> Result<String, ClientError> {
        let mut response = self.first_line(patience)?;
        for _ in 0..MAX_LINES {
            let Some(line) = self.next_line(patience)? else {
                return match response.status {
                    Status::Success => Ok(response.text),
                    Status::Failure => {
                        Err(ClientError::Refused { command: self.command.clone(), message: response.text })
                    }
                };
            };
            response.text.push('\n');
            response.text.push_str(&line);
        }
        Err(self.garbled("a reply without end"))
    }

    /// Sends a command with the next id without waiting.
    pub fn send(&mut self, command: &str) -> Result<(), ClientError> {
        self.last_id += 1;
        self.command = command.to_owned();
        self.write(&format!("{} {command}\n", self.last_id))
    }

    /// Sends a line that is not a command, such as the empty one that ends an analysis.
    pub fn nudge(&mut self, line: &str) -> Result<(), ClientError> {
        self.write(&format!("{line}\n"))
    }

    fn write(&mut self, text: &str) -> Result<(), ClientError> {
        let written: io::Result<()> = self.output.write_all(text.as_bytes()).and_then(|()| self.output.flush());
        written.map_err(|_| ClientError::Gone { command: self.command.clone() })
    }

    /// The head of the reply to the last command.
    pub fn first_line(&mut self, patience: Duration) -> Result<Response, ClientError> {
        let line = loop {
            // Some engines leave more than one empty line between replies.
            if let Some(line) = self.next_line(patience)? {
                break line;
            }
        };
        match parse_first_line(&line) {
            // An engine may omit the id; the id of another command means that a reply was lost.
            Some(response) if response.id.is_none_or(|id| id == self.last_id) => Ok(response),
            _ => Err(self.garbled(&line)),
        }
    }

    /// The next line of a reply; `None` for the empty line that ends it.
    pub fn next_line(&mut self, patience: Duration) -> Result<Option<String>, ClientError> {
        match self.lines.recv_timeout(patience) {
            Ok(line) => Ok(Some(line).filter(|line| !line.trim().is_empty())),
            Err(RecvTimeoutError::Timeout) => Err(ClientError::Silent { command: self.command.clone(), patience }),
            Err(RecvTimeoutError::Disconnected) => Err(ClientError::Gone { command: self.command.clone() }),
        }
    }

    fn garbled(&self, line: &str) -> ClientError {
        ClientError::Garbled { command: self.command.clone(), line: line.to_owned() }
    }
}
