//! Progress of long work: a trait that libraries report to, a silent implementation and one for the terminal.
//!
//! The bar is drawn on stderr, only when stderr is a terminal and `quiet` is not set. Implementations take `&self`, so
//! that several threads may report to one of them.

use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Receives progress reports.
pub trait Progress: Sync {
    /// A new phase begins; `total` is its length in whatever units `advance` counts, if known.
    fn start(&self, phase: &str, total: Option<u64>);
    /// `n` more units are done.
    fn advance(&self, n: u64);
    /// Sets the number of completed units, where adding them up is less exact.
    fn set_position(&self, position: u64);
    /// A short note beside the bar: the best so far, the current file.
    fn note(&self, text: &str);
    /// Runs `print`, which may write lines to stderr, with the bar out of the way.
    fn suspend(&self, print: &dyn Fn()) {
        print();
    }
    /// The phase is over; the bar disappears.
    fn finish(&self);
}

/// Ignores all reports.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Progress for Silent {
    fn start(&self, _phase: &str, _total: Option<u64>) {}
    fn advance(&self, _n: u64) {}
    fn set_position(&self, _position: u64) {}
    fn note(&self, _text: &str) {}
    fn finish(&self) {}
}

/// A bar on stderr.
#[derive(Debug)]
pub struct TerminalProgress {
    bar: ProgressBar,
}

impl TerminalProgress {
    /// A bar that stays hidden until the first `start`.
    pub fn new() -> Self {
        Self { bar: ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(10)) }
    }
}

impl Default for TerminalProgress {
    fn default() -> Self {
        Self::new()
    }
}

impl Progress for TerminalProgress {
    fn start(&self, phase: &str, total: Option<u64>) {
        let template = match total {
            Some(_) => "{prefix:.bold} {bar:28.cyan/dim} {human_pos}/{human_len}  {elapsed} (eta {eta})  {msg}",
            None => "{prefix:.bold} {spinner:.cyan} {human_pos}  {elapsed}  {msg}",
        };
        let style = ProgressStyle::with_template(template).expect("the templates above are valid");
        self.bar.set_style(style.progress_chars("━╸─"));
        match total {
            Some(total) => self.bar.set_length(total),
            None => self.bar.unset_length(),
        }
        self.bar.set_prefix(phase.to_owned());
        self.bar.set_message("");
        self.bar.reset();
    }

    fn advance(&self, n: u64) {
        self.bar.inc(n);
    }

    fn set_position(&self, position: u64) {
        self.bar.set_position(position);
    }

    fn note(&self, text: &str) {
        self.bar.set_message(text.to_owned());
    }

    fn suspend(&self, print: &dyn Fn()) {
        self.bar.suspend(print);
    }

    fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// A bar if stderr is a terminal and `quiet` is false, silence otherwise.
pub fn for_stderr(quiet: bool) -> Box<dyn Progress + Send> {
    if !quiet && std::io::stderr().is_terminal() { Box::new(TerminalProgress::new()) } else { Box::new(Silent) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A hidden terminal: the bar's arithmetic without drawing.
    fn hidden() -> TerminalProgress {
        TerminalProgress { bar: ProgressBar::hidden() }
    }

    #[test]
    fn counts_and_restarts() {
        let progress = hidden();
        progress.start("one", Some(10));
        progress.advance(3);
        progress.advance(4);
        progress.note("best 12");
        assert_eq!(progress.bar.position(), 7);
        assert_eq!(progress.bar.message(), "best 12");
        progress.start("two", None);
        assert_eq!((progress.bar.position(), progress.bar.length()), (0, None));
        progress.set_position(5);
        assert_eq!(progress.bar.position(), 5);
        progress.finish();
    }
}
