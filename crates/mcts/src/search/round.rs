//! Rounds: all threads search one tree until an event needs exclusive access to it, or until the end.
//!
//! The calling thread also searches; only this leading thread checks the clock and the stop flag and calls the progress
//! callback. With one thread nothing is spawned.

use super::config::{Beam, Limits, StopReason};
use super::worker::{RoundContext, Worker};
use crate::inspect::Inspection;
use crate::{Expander, Rollout, State};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

/// Why a round ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Event {
    /// The search is over.
    Stop(StopReason),
    /// The memory limit is reached.
    Full,
    /// The next level of the beam has had its playouts.
    BeamLevel,
}

/// Called by the leading thread while the search runs.
pub(super) type Progress<'p, S> = &'p mut dyn FnMut(&Inspection<'_, S>);

/// State that lasts over the rounds of one run.
pub(super) struct Run<'a> {
    pub(super) limits: &'a Limits<'a>,
    /// Playouts begun.
    pub(super) started: AtomicU64,
    pub(super) next_level: usize,
    pub(super) report_every: u64,
    pub(super) reported: u64,
}

/// Ends a round for all threads.
struct Signal {
    halt: AtomicBool,
    event: Mutex<Option<Event>>,
}

impl Signal {
    fn raise(&self, event: Event) {
        self.event.lock().expect("no holder of this lock panics").get_or_insert(event);
        self.halt.store(true, Ordering::Relaxed);
    }
}

/// Stops the other threads even if this thread's rollout panics; otherwise they would search on and the panic would
/// never be reported.
struct HaltOnExit<'a>(&'a Signal);

impl Drop for HaltOnExit<'_> {
    fn drop(&mut self) {
        self.0.halt.store(true, Ordering::Relaxed);
    }
}

/// Lets all workers search until an event.
pub(super) fn run_round<S, E, P>(
    context: &RoundContext<'_, S, E, P>,
    workers: &mut [Worker<S, E, P>],
    run: &mut Run<'_>,
    progress: Progress<'_, S>,
) -> Event
where
    S: State,
    E: Expander<S>,
    P: Rollout<S>,
{
    let signal = Signal { halt: AtomicBool::new(false), event: Mutex::new(None) };
    let (lead, others) = workers.split_first_mut().expect("there is at least one worker");
    let (limits, started, next_level) = (run.limits, &run.started, run.next_level);
    let searcher = Searcher { context, signal: &signal, limits, started, next_level };
    thread::scope(|scope| {
        for worker in others {
            let searcher = &searcher;
            scope.spawn(move || searcher.work(worker, || None));
        }
        let mut reported = run.reported;
        searcher.work(lead, || searcher.lead(run.report_every, &mut reported, progress));
        run.reported = reported;
    });
    let event = signal.event.lock().expect("no holder of this lock panics");
    event.expect("a round ends with an event")
}

/// Visits of a root at which a search ends, as if its playouts were used up: counts of 32 bits would begin anew soon after. At 20,000 playouts
/// a second that is more than a day.
const MAX_VISITS: u32 = 1 << 31;

/// What every thread uses in a round.
struct Searcher<'a, 's, S: State, E: Expander<S>, P: Rollout<S>> {
    context: &'a RoundContext<'s, S, E, P>,
    signal: &'a Signal,
    limits: &'a Limits<'a>,
    started: &'a AtomicU64,
    next_level: usize,
}

impl<S: State, E: Expander<S>, P: Rollout<S>> Searcher<'_, '_, S, E, P> {
    /// Plays until the round ends; `watch` does the checks of the leading thread.
    fn work(&self, worker: &mut Worker<S, E, P>, mut watch: impl FnMut() -> Option<Event>) {
        let _halt = HaltOnExit(self.signal);
        while !self.signal.halt.load(Ordering::Relaxed) {
            let before = self.started.fetch_add(1, Ordering::Relaxed);
            let is_used_up = self.limits.budget.evaluations_left(before) == Some(0);
            if is_used_up || self.context.tree.root_node().visits() >= MAX_VISITS {
                self.started.fetch_sub(1, Ordering::Relaxed);
                self.signal.raise(Event::Stop(StopReason::Playouts));
                return;
            }
            worker.playout(self.context);
            if let Some(event) = self.tree_event().or_else(&mut watch) {
                self.signal.raise(event);
            }
        }
    }

    /// Events raised by the tree itself.
    fn tree_event(&self) -> Option<Event> {
        let context = self.context;
        if context.tree.root_node().settled().is_some() {
            return Some(Event::Stop(StopReason::Proven));
        }
        if let (Some(wanted), Some(best)) = (self.limits.objective, context.best)
            && best.reached(wanted)
        {
            return Some(Event::Stop(StopReason::Objective));
        }
        if let (Some(Beam { playouts_per_level, .. }), Some(level)) =
            (context.config.beam, context.levels.get(self.next_level))
            && level.load(Ordering::Relaxed) >= playouts_per_level
        {
            return Some(Event::BeamLevel);
        }
        context.tree.is_full().then_some(Event::Full)
    }

    /// Clock, flag, decision and progress.
    fn lead(
        &self,
        report_every: u64,
        reported: &mut u64,
        progress: &mut dyn FnMut(&Inspection<'_, S>),
    ) -> Option<Event> {
        let playouts = self.started.load(Ordering::Relaxed);
        if playouts - *reported >= report_every {
            *reported = playouts;
            progress(&self.inspect(playouts));
        }
        if self.limits.budget.is_stopped() {
            return Some(Event::Stop(StopReason::Asked));
        }
        if self.limits.budget.is_late() {
            return Some(Event::Stop(StopReason::Time));
        }
        // Checking all root edges after every playout would cost more than it saves.
        (self.limits.decided && playouts.is_multiple_of(32) && self.is_decided(playouts))
            .then_some(Event::Stop(StopReason::Decided))
    }

    fn inspect(&self, playouts: u64) -> Inspection<'_, S> {
        Inspection {
            tree: self.context.tree,
            root_turn: self.context.root_turn,
            root_chooser: self.context.root_chooser,
            best: self.context.best,
            playouts,
            elapsed: self.limits.budget.elapsed(),
        }
    }

    /// Whether the remaining playouts cannot change which action has the most visits.
    fn is_decided(&self, playouts: u64) -> bool {
        let budget = &self.limits.budget;
        let left_by_time = budget.time.map(|time| {
            let elapsed = (budget.clock)().max(Duration::from_nanos(1));
            let left = time.saturating_sub(elapsed);
            (playouts as f64 * left.as_secs_f64() / elapsed.as_secs_f64()) as u64
        });
        let left_by_playouts = budget.evaluations_left(playouts);
        let Some(left) = left_by_time.into_iter().chain(left_by_playouts).min() else { return false };
        let (mut first, mut second) = (0, 0);
        for root_move in self.inspect(playouts).root_moves() {
            let visits = u64::from(root_move.visits);
            if visits > first {
                (first, second) = (visits, first);
            } else {
                second = second.max(visits);
            }
        }
        first > second + left
    }
}
