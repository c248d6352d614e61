//! Progress of a run: a bar over the time budget with the incumbent beside it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::Thread;
use std::time::{Duration, Instant};

use report::{Progress, number};
use strip_packing::{Improvement, Listener};

/// How often the bar moves.
const TICK: Duration = Duration::from_millis(100);

/// Shows every new incumbent on a progress bar, and forwards it to another listener if given.
pub(crate) struct Watch<'a> {
    progress: &'a dyn Progress,
    also: Option<&'a (dyn Fn(&Improvement<'_>) + Sync)>,
}

impl<'a> Watch<'a> {
    /// Watches for the bar alone.
    pub(crate) fn new(progress: &'a dyn Progress) -> Self {
        Self { progress, also: None }
    }

    /// Calls `also` on every improvement.
    pub(crate) fn and(self, also: &'a (dyn Fn(&Improvement<'_>) + Sync)) -> Self {
        Self { also: Some(also), ..self }
    }
}

impl Listener for Watch<'_> {
    fn improved(&self, improvement: &Improvement<'_>) {
        let (height, bound) = (improvement.layout.height(), improvement.lower_bound);
        self.progress.note(&format!("height {height} (bound {bound}) after {}", number::duration(improvement.elapsed)));
        if let Some(also) = self.also {
            also(improvement);
        }
    }
}

/// Stops the ticker when dropped, also on a panic, so that the bar does not run for ever.
struct StopTicker<'a> {
    done: &'a AtomicBool,
    ticker: &'a Thread,
}

impl Drop for StopTicker<'_> {
    fn drop(&mut self) {
        self.done.store(true, Ordering::Relaxed);
        self.ticker.unpark();
    }
}

/// Runs `work` while the bar follows the clock up to `time`, if there is such a limit; the bar is gone afterwards.
pub(crate) fn with_bar<T>(
    progress: &dyn Progress,
    phase: &str,
    time: Option<Duration>,
    work: impl FnOnce(Instant) -> T,
) -> T {
    progress.start(phase, time.map(|time| time.as_secs().max(1)));
    let begin = Instant::now();
    let done = AtomicBool::new(false);
    let result = std::thread::scope(|scope| {
        let ticker = scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                let elapsed = begin.elapsed();
                progress.set_position(time.map_or(elapsed, |time| elapsed.min(time)).as_secs());
                std::thread::park_timeout(TICK);
            }
        });
        let _stop = StopTicker { done: &done, ticker: ticker.thread() };
        work(begin)
    });
    progress.finish();
    result
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::thread;

    use report::progress::Silent;

    use super::*;

    #[test]
    fn work_that_panics_ends() {
        let (sender, receiver) = mpsc::channel();
        thread::spawn(move || {
            let work = || with_bar(&Silent, "work", None, |_| -> u32 { panic!("this panic is part of a test") });
            sender.send(std::panic::catch_unwind(work).is_err())
        });
        assert_eq!(receiver.recv_timeout(Duration::from_secs(20)), Ok(true), "the panic went on to the caller");
    }
}
