//! The loop that accepts connections, and what one of them may cost.
//!
//! | limit | why |
//! |---|---|
//! | time for a request's head, and between two requests | a client that sends a byte a minute holds a descriptor for ever |
//! | time for a request's body ([`crate::admission`]) | the same, with memory |
//! | time for a stalled answer | an answer that is not read stays in memory |
//! | number of connections | memory and descriptors |
//!
//! At the limit, and when the system has no descriptor left, the connection that has been idle longest is closed for the new one: slow
//! clients can use up their own time, not the board's. Connections that are being answered are never closed for others.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::response::Response;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use parking_lot::Mutex;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::AbortHandle;
use tokio::time::{Instant, Sleep, sleep};

/// How long a client may take, and how many there may be.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// For the head of a request, and between two requests.
    pub head: Duration,
    /// For the body of a request.
    pub body: Duration,
    /// Without a byte of an answer being taken.
    pub stalled: Duration,
    /// Connections at once.
    pub n_connections: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            head: Duration::from_secs(15),
            body: Duration::from_secs(20),
            stalled: Duration::from_secs(20),
            n_connections: 2048,
        }
    }
}

/// The pause after the system refused a connection.
const PAUSE: Duration = Duration::from_millis(5);
/// The longest head of a request.
const MAX_HEAD: usize = 16 << 10;

/// Serves connections until the process ends.
pub(crate) async fn serve(listener: TcpListener, router: Router, limits: Limits) -> io::Result<()> {
    let open = Arc::new(Open::default());
    loop {
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(_) => {
                // Mostly a shortage of descriptors: an idle connection gives its own away. A client that gave up is no news.
                open.close_idle();
                sleep(PAUSE).await;
                continue;
            }
        };
        if open.len() >= limits.n_connections && !open.close_idle() {
            // Every connection is being answered: this one has to come again.
            drop(stream);
            continue;
        }
        let requests = Arc::new(AtomicUsize::new(0));
        let connection = connection(stream, router.clone(), limits, Arc::clone(&requests));
        let registry = Arc::clone(&open);
        let id = open.next_id();
        let task = tokio::spawn(async move {
            connection.await;
            registry.remove(id);
        });
        open.add(id, requests, task.abort_handle());
    }
}

/// Serves one connection to its end; whatever ends it is the client's affair.
async fn connection(stream: TcpStream, router: Router, limits: Limits, requests: Arc<AtomicUsize>) {
    // Moves are small messages that somebody waits for.
    let _ = stream.set_nodelay(true);
    let io = TokioIo::new(Stalling { stream, patience: limits.stalled, waiting: None });
    let service = hyper::service::service_fn(move |request: hyper::Request<Incoming>| {
        let busy = Busy::new(&requests);
        let router = router.clone();
        async move {
            let response = answer(router, request.map(axum::body::Body::new)).await;
            // Busy until the last byte of the answer has been handed over.
            Ok::<_, Infallible>(response.map(|body| axum::body::Body::new(crate::admission::Holding::new(body, busy))))
        }
    });
    let _ = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.head)
        .max_buf_size(MAX_HEAD)
        .keep_alive(true)
        .serve_connection(io, service)
        .await;
}

async fn answer(mut router: Router, request: Request) -> Response {
    use tower_service::Service;
    // A router is always ready, and never fails.
    match Service::<Request>::call(&mut router, request).await {
        Ok(response) => response,
        Err(never) => match never {},
    }
}

/// A request that is being answered on a connection.
struct Busy(Arc<AtomicUsize>);

impl Busy {
    fn new(requests: &Arc<AtomicUsize>) -> Self {
        requests.fetch_add(1, Ordering::Relaxed);
        Self(Arc::clone(requests))
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The open connections, oldest first.
#[derive(Default)]
struct Open {
    connections: Mutex<VecDeque<(usize, Arc<AtomicUsize>, AbortHandle)>>,
    next: AtomicUsize,
}

impl Open {
    fn next_id(&self) -> usize {
        self.next.fetch_add(1, Ordering::Relaxed)
    }

    fn len(&self) -> usize {
        self.connections.lock().len()
    }

    fn add(&self, id: usize, requests: Arc<AtomicUsize>, task: AbortHandle) {
        let mut connections = self.connections.lock();
        // It may have ended already.
        if !task.is_finished() {
            connections.push_back((id, requests, task));
        }
    }

    fn remove(&self, id: usize) {
        self.connections.lock().retain(|(other, _, task)| *other != id && !task.is_finished());
    }

    /// Closes the oldest connection on which nothing is being answered.
    fn close_idle(&self) -> bool {
        let mut connections = self.connections.lock();
        connections.retain(|(_, _, task)| !task.is_finished());
        let idle = connections.iter().position(|(_, requests, _)| requests.load(Ordering::Relaxed) == 0);
        let closed = idle.and_then(|idle| connections.remove(idle));
        if let Some((_, _, task)) = &closed {
            task.abort();
        }
        closed.is_some()
    }
}

/// A stream whose writes fail when the other side takes nothing for too long.
struct Stalling {
    stream: TcpStream,
    patience: Duration,
    /// Runs while a write waits.
    waiting: Option<Pin<Box<Sleep>>>,
}

impl Stalling {
    fn watch<T>(&mut self, context: &mut Context<'_>, outcome: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if outcome.is_ready() {
            self.waiting = None;
            return outcome;
        }
        let deadline = Instant::now() + self.patience;
        let waiting = self.waiting.get_or_insert_with(|| Box::pin(tokio::time::sleep_until(deadline)));
        match waiting.as_mut().poll(context) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl AsyncRead for Stalling {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Stalling {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let outcome = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.watch(context, outcome)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let outcome = Pin::new(&mut self.stream).poll_flush(context);
        self.watch(context, outcome)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let outcome = Pin::new(&mut self.stream).poll_shutdown(context);
        self.watch(context, outcome)
    }
}
