//! The controller's input, read on a separate thread, and what a running command can find out about it.
//!
//! Lines are numbered as they arrive. A command knows its own number, so "has input arrived since?" and "was there an
//! interrupt after me?" are comparisons of two counters; there is no flag that could be set or cleared at the wrong
//! time.

use std::io::{self, BufReader, Read};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

use crate::line::{Line, read_line};
use crate::request::is_interrupt;

/// Longest command line; `loadsgf` takes a file name, so real commands are much shorter.
pub(crate) const MAX_LINE_BYTES: usize = 1 << 20;
/// Bytes of queued lines, each with its overhead; beyond them the pipe blocks the controller, and an `# interrupt` behind them is not
/// seen. That is some 100,000 commands: a script sends all of its at once.
const MAX_WAITING_BYTES: usize = 8 << 20;
/// What a queued line costs besides its text.
const LINE_OVERHEAD: usize = 64;

#[derive(Debug, Default)]
struct Arrivals {
    n_lines: AtomicU64,
    last_interrupt: AtomicU64,
    ended: AtomicBool,
    /// Bytes of the lines that nobody has taken yet; `None` when nobody will.
    waiting: Mutex<Option<usize>>,
    taken: Condvar,
}

impl Arrivals {
    /// Waits until there is room, and takes it; false when nobody reads any more.
    fn reserve(&self, n_bytes: usize) -> bool {
        let waiting = self.waiting.lock().expect("no holder of this lock panics");
        let is_full = |waiting: &mut Option<usize>| waiting.is_some_and(|n| n > 0 && n + n_bytes > MAX_WAITING_BYTES);
        let mut waiting = self.taken.wait_while(waiting, is_full).expect("no holder of this lock panics");
        match &mut *waiting {
            Some(n) => *n += n_bytes,
            None => return false,
        }
        true
    }

    fn release(&self, n_bytes: usize) {
        if let Some(n) = &mut *self.waiting.lock().expect("no holder of this lock panics") {
            *n = n.saturating_sub(n_bytes);
        }
        self.taken.notify_one();
    }
}

fn cost(line: &io::Result<Line>) -> usize {
    LINE_OVERHEAD + if let Ok(Line::Complete(bytes)) = line { bytes.len() } else { 0 }
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
        let (sender, lines) = mpsc::channel();
        let arrivals = Arc::new(Arrivals { waiting: Mutex::new(Some(0)), ..Arrivals::default() });
        let seen = Arc::clone(&arrivals);
        thread::spawn(move || {
            let mut input = BufReader::new(input);
            while let Some(line) = read_line(&mut input, MAX_LINE_BYTES).transpose() {
                let number = seen.n_lines.fetch_add(1, Ordering::AcqRel) + 1;
                if matches!(&line, Ok(Line::Complete(bytes)) if is_interrupt(bytes)) {
                    seen.last_interrupt.store(number, Ordering::Release);
                }
                let failed = line.is_err();
                if !seen.reserve(cost(&line)) || sender.send(line).is_err() || failed {
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
        self.arrivals.release(cost(&line));
        Ok(Arrival { line: line?, interrupt: self.interrupt() })
    }
}

impl Drop for Input {
    fn drop(&mut self) {
        *self.arrivals.waiting.lock().expect("no holder of this lock panics") = None;
        self.arrivals.taken.notify_one();
    }
}
