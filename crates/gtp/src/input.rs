//! The controller's input, read on a separate thread, and what a running command can find out about it.
//!
//! Lines are numbered as they arrive. A command knows its own number, so "has input arrived since?" and "was there an
//! interrupt after me?" are comparisons of two counters; there is no flag that could be set or cleared at the wrong
//! time.

use std::io::{self, BufReader, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread;

use crate::line::{Line, read_line};
use crate::request::is_interrupt;

/// Longest command line; `loadsgf` takes a file name, so real commands are much shorter.
pub(crate) const MAX_LINE_BYTES: usize = 1 << 20;
/// Lines that may be queued; then the pipe blocks the controller.
const MAX_WAITING: usize = 256;

#[derive(Debug, Default)]
struct Arrivals {
    n_lines: AtomicU64,
    last_interrupt: AtomicU64,
    ended: AtomicBool,
}

/// What a running command can find out about the input after it. Cheap to clone and to query.
#[derive(Debug, Clone, Default)]
pub struct Interrupt {
    arrivals: Arc<Arrivals>,
    /// The line number of the running command.
    line: u64,
}

impl Interrupt {
    /// An interrupt that never happens, to call a command without a controller.
    pub fn never() -> Self {
        Self::default()
    }

    /// Whether input arrived after this command or the controller has gone: an analysis that runs until any input ends
    /// now.
    pub fn input_waiting(&self) -> bool {
        self.arrivals.n_lines.load(Ordering::Acquire) > self.line || self.arrivals.ended.load(Ordering::Acquire)
    }

    /// Whether the controller asked by `# interrupt` that this command end soon. Other queued input does not count: a
    /// script may send all its commands at once.
    pub fn requested(&self) -> bool {
        self.arrivals.last_interrupt.load(Ordering::Acquire) > self.line
    }
}

/// A line with the interrupt of the command on it.
pub(crate) struct Arrival {
    pub(crate) line: Line,
    pub(crate) interrupt: Interrupt,
}

/// Lines in the order they came.
pub(crate) struct Input {
    lines: Receiver<io::Result<Line>>,
    arrivals: Arc<Arrivals>,
    n_taken: u64,
}

impl Input {
    /// Starts reading. The thread ends with the input; a blocked read cannot be cancelled, so a program that stops
    /// before its input does leaves the thread running until the process exits.
    pub(crate) fn new(input: impl Read + Send + 'static) -> Self {
        let (sender, lines) = mpsc::sync_channel(MAX_WAITING);
        let arrivals = Arc::new(Arrivals::default());
        let seen = Arc::clone(&arrivals);
        thread::spawn(move || {
            let mut input = BufReader::new(input);
            while let Some(line) = read_line(&mut input, MAX_LINE_BYTES).transpose() {
                let number = seen.n_lines.fetch_add(1, Ordering::AcqRel) + 1;
                if matches!(&line, Ok(Line::Complete(bytes)) if is_interrupt(bytes)) {
                    seen.last_interrupt.store(number, Ordering::Release);
                }
                let failed = line.is_err();
                if sender.send(line).is_err() || failed {
                    break;
                }
            }
            seen.ended.store(true, Ordering::Release);
        });
        Self { lines, arrivals, n_taken: 0 }
    }

    /// The interrupt of work done between the last line and the next one.
    pub(crate) fn interrupt(&self) -> Interrupt {
        Interrupt { arrivals: Arc::clone(&self.arrivals), line: self.n_taken }
    }

    /// Waits for the next line; `None` at the end of the input.
    pub(crate) fn next(&mut self) -> Option<io::Result<Arrival>> {
        let line = self.lines.recv().ok()?;
        Some(self.arrival(line))
    }

    /// The next line if it has already arrived; `None` if not (or at the end, which `next` reports).
    pub(crate) fn next_if_ready(&mut self) -> Option<io::Result<Arrival>> {
        match self.lines.try_recv() {
            Ok(line) => Some(self.arrival(line)),
            Err(TryRecvError::Empty | TryRecvError::Disconnected) => None,
        }
    }

    fn arrival(&mut self, line: io::Result<Line>) -> io::Result<Arrival> {
        self.n_taken += 1;
        Ok(Arrival { line: line?, interrupt: self.interrupt() })
    }
}
