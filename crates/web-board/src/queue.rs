//! One search at a time, in fair turns: the browser that has waited longest is next, and one that needs more than a
//! time slice goes to the end of the queue as soon as another waits.
//!
//! A browser has at most one search; a new one replaces the old. One worker thread (searches use several themselves)
//! sleeps on a condition variable while the queue is empty, so an idle board costs nothing. A panic fails only the
//! search of that browser; the thread continues.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use parking_lot::{Condvar, Mutex};
use serde_json::json;
use tokio::sync::mpsc;

use crate::answer::Refused;
use crate::search::SearchContext;

/// Searches that may wait. With more, an answer would come too late to be one.
const MAX_WAITING: usize = 512;
/// Messages that may be queued for a browser; further reports are dropped.
const MAX_UNREAD: usize = 64;

/// Whether a piece of work wants another turn.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    Done,
    Again,
}

/// Work that takes turns.
pub(crate) trait Work: Send {
    /// Works for a slice; `context` is the state of the search thread, `call` where the answer goes.
    fn turn(&mut self, context: &mut SearchContext, call: &Call) -> Turn;
}

/// A message to the page: its name and its contents.
pub(crate) type Message = (&'static str, serde_json::Value);

/// A waiting request.
pub(crate) struct Call {
    out: mpsc::Sender<Message>,
    replaced: Arc<AtomicBool>,
    n_waiting: Arc<AtomicUsize>,
}

impl Call {
    /// Whether the page is closed or has sent another request.
    pub(crate) fn is_over(&self) -> bool {
        self.replaced.load(Ordering::Relaxed) || self.out.is_closed()
    }

    /// How many others wait for their turn.
    pub(crate) fn n_waiting(&self) -> usize {
        self.n_waiting.load(Ordering::Relaxed)
    }

    /// Says something that the next report makes old. One place is kept free for the answer.
    pub(crate) fn report(&self, name: &'static str, text: serde_json::Value) {
        if self.out.capacity() > 1 {
            let _ = self.out.try_send((name, text));
        }
    }

    /// Says something that must arrive. A page that reads nothing gets no more than its share of memory.
    pub(crate) fn answer(&self, name: &'static str, text: serde_json::Value) {
        if self.out.try_send((name, text)).is_err() {
            self.replaced.store(true, Ordering::Relaxed);
        }
    }
}

struct Job {
    client: String,
    work: Box<dyn Work>,
    call: Call,
}

#[derive(Default)]
struct QueueState {
    waiting: VecDeque<Job>,
    /// Whose turn it is now.
    running: Option<(String, Arc<AtomicBool>)>,
    closed: bool,
}

/// The queue; dropping it ends its thread.
pub(crate) struct SearchQueue {
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<QueueState>,
    wake: Condvar,
    n_waiting: Arc<AtomicUsize>,
}

impl SearchQueue {
    pub(crate) fn start(context: SearchContext) -> std::io::Result<Self> {
        let shared = Arc::new(Shared::default());
        let worker = Arc::clone(&shared);
        thread::Builder::new().name("search".to_owned()).spawn(move || worker.serve(context))?;
        Ok(Self { shared })
    }

    /// Enqueues a search. The receiver first gets the number of searches ahead.
    pub(crate) fn submit(&self, client: String, work: Box<dyn Work>) -> Result<mpsc::Receiver<Message>, Refused> {
        let mut state = self.shared.state.lock();
        state.cancel(&client);
        if state.waiting.len() >= MAX_WAITING {
            return Err(Refused::busy("too many searches are waiting: try again in a minute"));
        }
        let (out, messages) = mpsc::channel(MAX_UNREAD);
        let call = Call { out, replaced: Arc::default(), n_waiting: Arc::clone(&self.shared.n_waiting) };
        call.report("queue", json!({ "ahead": state.waiting.len() + usize::from(state.running.is_some()) }));
        state.waiting.push_back(Job { client, work, call });
        self.shared.note(&state);
        self.shared.wake.notify_one();
        Ok(messages)
    }
}

impl Drop for SearchQueue {
    fn drop(&mut self) {
        let mut state = self.shared.state.lock();
        state.closed = true;
        state.waiting.clear();
        if let Some((_, replaced)) = &state.running {
            replaced.store(true, Ordering::Relaxed);
        }
        self.shared.wake.notify_one();
    }
}

impl QueueState {
    fn cancel(&mut self, client: &str) {
        self.waiting.retain(|job| job.client != client);
        if let Some((_, replaced)) = self.running.as_ref().filter(|(name, _)| name == client) {
            replaced.store(true, Ordering::Relaxed);
        }
    }
}

impl Shared {
    fn note(&self, state: &QueueState) {
        self.n_waiting.store(state.waiting.len(), Ordering::Relaxed);
    }

    fn serve(&self, mut context: SearchContext) {
        while let Some(mut job) = self.next() {
            let turn = catch_unwind(AssertUnwindSafe(|| match job.call.is_over() {
                true => Turn::Done,
                false => job.work.turn(&mut context, &job.call),
            }));
            let turn = turn.unwrap_or_else(|_| {
                // What a panic left behind is not to be trusted.
                context.forget();
                job.call.answer("error", json!({ "error": "the engine made a mistake here and was started again" }));
                Turn::Done
            });
            let mut state = self.state.lock();
            state.running = None;
            if turn == Turn::Again && !job.call.is_over() && !state.closed {
                state.waiting.push_back(job);
            }
            self.note(&state);
        }
    }

    fn next(&self) -> Option<Job> {
        let mut state = self.state.lock();
        loop {
            if state.closed {
                return None;
            }
            if let Some(job) = state.waiting.pop_front() {
                state.running = Some((job.client.clone(), Arc::clone(&job.call.replaced)));
                // Everybody else is one nearer.
                for (nth, waiting) in state.waiting.iter().enumerate() {
                    waiting.call.report("queue", json!({ "ahead": nth + 1 }));
                }
                self.note(&state);
                return Some(job);
            }
            self.wake.wait(&mut state);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Says its letter every turn; `P` panics.
    struct Letter(char, usize);

    impl Work for Letter {
        fn turn(&mut self, _: &mut SearchContext, call: &Call) -> Turn {
            assert!(self.0 != 'P', "as asked");
            call.answer("letter", json!(self.0.to_string()));
            self.1 -= 1;
            if self.1 == 0 { Turn::Done } else { Turn::Again }
        }
    }

    /// Holds the thread until its page is gone, so that others can get in line.
    struct Hold;

    impl Work for Hold {
        fn turn(&mut self, _: &mut SearchContext, call: &Call) -> Turn {
            while !call.is_over() {
                thread::yield_now();
            }
            Turn::Done
        }
    }

    fn read(mut messages: mpsc::Receiver<Message>) -> Vec<String> {
        std::iter::from_fn(move || messages.blocking_recv()).map(|(name, text)| format!("{name} {text}")).collect()
    }

    fn queue() -> SearchQueue {
        SearchQueue::start(crate::search::context_for_tests()).expect("a thread")
    }

    #[test]
    fn turns_go_round() {
        let queue = queue();
        let hold = queue.submit("hold-page".into(), Box::new(Hold)).expect("room");
        let order = Arc::new(Mutex::new(String::new()));
        struct Noting(char, usize, Arc<Mutex<String>>);
        impl Work for Noting {
            fn turn(&mut self, _: &mut SearchContext, _: &Call) -> Turn {
                self.2.lock().push(self.0);
                self.1 -= 1;
                if self.1 == 0 { Turn::Done } else { Turn::Again }
            }
        }
        let pages: Vec<_> = [('a', 3), ('b', 1), ('c', 2)]
            .into_iter()
            .map(|(letter, n)| {
                queue.submit(format!("page-{letter}"), Box::new(Noting(letter, n, Arc::clone(&order)))).expect("room")
            })
            .collect();
        drop(hold);
        let first: Vec<_> = pages.into_iter().map(|page| read(page)[0].clone()).collect();
        assert_eq!(first, [r#"queue {"ahead":1}"#, r#"queue {"ahead":2}"#, r#"queue {"ahead":3}"#]);
        assert_eq!(*order.lock(), "abcaca");
    }

    #[test]
    fn a_page_has_one_search_and_a_panic_does_not_stop_others() {
        let queue = queue();
        let old = queue.submit("page-1".into(), Box::new(Hold)).expect("room");
        let new = queue.submit("page-1".into(), Box::new(Letter('n', 1))).expect("room");
        assert_eq!(read(new).last().map(String::as_str), Some(r#"letter "n""#));
        drop(old);
        let panics = read(queue.submit("page-2".into(), Box::new(Letter('P', 1))).expect("room"));
        assert!(panics.last().is_some_and(|message| message.starts_with("error ")), "{panics:?}");
        let after = read(queue.submit("page-2".into(), Box::new(Letter('x', 1))).expect("room"));
        assert_eq!(after.last().map(String::as_str), Some(r#"letter "x""#));
    }

    #[test]
    fn the_line_is_bounded_and_its_room_comes_back() {
        let queue = queue();
        let hold = queue.submit("hold-page".into(), Box::new(Hold)).expect("room");
        // The thread has taken that one out of the line when it is somebody's turn.
        while queue.shared.state.lock().running.is_none() {
            thread::yield_now();
        }
        let submit = |n: usize| queue.submit(format!("page-{n}"), Box::new(Letter('x', 1)));
        let mut waiting: Vec<_> = (0..).map(submit).take_while(Result::is_ok).take(10_000).flatten().collect();
        let n_taken = waiting.len();
        assert!((200..10_000).contains(&n_taken), "{n_taken} searches may wait");
        let refused = submit(n_taken + 1).expect_err("no room");
        assert_eq!(refused.status, axum::http::StatusCode::SERVICE_UNAVAILABLE);
        // A page that asks again keeps its one place; a search that ends makes room.
        assert!(submit(0).is_ok());
        drop(hold);
        let last = read(waiting.pop().expect("many"));
        assert_eq!(last.last().map(String::as_str), Some(r#"letter "x""#), "the last in line is answered");
        assert_eq!(last.first().cloned(), Some(format!(r#"queue {{"ahead":{n_taken}}}"#)));
        assert!(last.len() > 10, "it was told as it came nearer");
        assert!(submit(n_taken + 2).is_ok());
    }
}
