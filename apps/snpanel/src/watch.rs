//! A clock, a progress bar and Ctrl-C-free stopping for searches.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use report::progress::{Progress, for_stderr};
use snp_panel::search;

/// Shows a running search.
pub(crate) struct Watch {
    begin: Instant,
    bar: Box<dyn Progress + Send>,
    shown: Mutex<Instant>,
    by_time: bool,
}

impl Watch {
    /// A bar that runs to the time limit, or to the number of evaluations if there is none.
    pub(crate) fn new(name: &str, time: Option<Duration>, evaluations: Option<u64>, quiet: bool) -> Watch {
        let bar = for_stderr(quiet);
        let total = time.map(|time| time.as_millis() as u64).or(evaluations);
        bar.start(name, total);
        let begin = Instant::now();
        Watch { begin, bar, shown: Mutex::new(begin), by_time: time.is_some() }
    }

    /// Time since the start.
    pub(crate) fn elapsed(&self) -> Duration {
        self.begin.elapsed()
    }

    /// Shows how far the search is, some times a second.
    pub(crate) fn show(&self, progress: &search::Progress) {
        let mut shown = self.shown.lock().expect("no holder of this lock panics");
        if shown.elapsed() < Duration::from_millis(100) {
            return;
        }
        *shown = Instant::now();
        let position = if self.by_time { self.elapsed().as_millis() as u64 } else { progress.evaluations };
        self.bar.set_position(position);
        let best = progress.best.map_or(String::new(), |best| format!(", best {best:.4}"));
        self.bar.note(&format!("{} evaluations{best}", progress.evaluations));
    }

    /// Takes the bar away.
    pub(crate) fn finish(&self) {
        self.bar.finish();
    }
}
