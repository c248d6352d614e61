//! Requests that cost more than a click wait for each other: large bodies are read, worked on and answered a few at a time.
//!
//! A click is a small question with a small answer and passes at once. Everything else takes one of a few places *before* its
//! body is read, and gives it back when its answer has been taken, so that memory is bounded by the places and not by the clients.
//! Streams of a search give the place back when they begin: the queue of searches has its own bounds.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use hyper::body::{Frame, SizeHint};
use tokio::sync::Semaphore;
use tokio::time::timeout;

use crate::answer::Refused;

/// The largest body of a click. A line of 2,000 steps has about 30 kB.
const MAX_CLICK: u64 = 64 << 10;
/// Large requests at once.
const N_PLACES: usize = 3;
/// How long one waits for a place.
const PATIENCE: Duration = Duration::from_secs(20);

/// The places for large requests, and the time that a body may take.
#[derive(Clone)]
pub(crate) struct Admission {
    places: Arc<Semaphore>,
    body: Duration,
    max_body: usize,
}

impl Admission {
    /// For bodies of at most `max_body` bytes that arrive within `body`.
    pub(crate) fn new(body: Duration, max_body: usize) -> Self {
        Self { places: Arc::new(Semaphore::new(N_PLACES)), body, max_body }
    }
}

/// Reads the body within its time, large ones in turn.
pub(crate) async fn admit(State(admission): State<Admission>, request: Request, next: Next) -> Response {
    match admitted(&admission, request, next).await {
        Ok(response) => response,
        Err(refused) => refused.into_response(),
    }
}

async fn admitted(admission: &Admission, request: Request, next: Next) -> Result<Response, Refused> {
    if request.body().is_end_stream() {
        return Ok(next.run(request).await);
    }
    let length = request.headers().get(CONTENT_LENGTH).and_then(|text| text.to_str().ok()?.parse::<u64>().ok());
    let place = match length.is_some_and(|length| length <= MAX_CLICK) {
        true => None,
        false => {
            let place = timeout(PATIENCE, Arc::clone(&admission.places).acquire_owned()).await;
            let place = place.map_err(|_| Refused::busy("too many files are being read: try again in a minute"))?;
            Some(place.map_err(Refused::broken)?)
        }
    };
    let (head, body) = request.into_parts();
    let read = timeout(admission.body, read_body(body, admission.max_body)).await;
    let slow = |_| Refused { status: StatusCode::REQUEST_TIMEOUT, message: "the request came too slowly".to_owned() };
    let bytes = read.map_err(slow)??;
    let response = next.run(Request::from_parts(head, Body::from(bytes))).await;
    let is_stream = response.headers().get(CONTENT_TYPE).is_some_and(|kind| kind == "text/event-stream");
    match place {
        Some(place) if !is_stream => Ok(response.map(|body| Body::new(Holding::new(body, place)))),
        _ => Ok(response),
    }
}

/// The whole body. One that is too large is read on for a while and thrown away: a client that is still writing would otherwise see
/// a closed connection and not the reason.
async fn read_body(body: Body, max_bytes: usize) -> Result<Bytes, Refused> {
    const MAX_DRAINED: usize = 4;
    let mut stream = body.into_data_stream();
    let (mut bytes, mut n_bytes) = (Vec::new(), 0);
    while let Some(chunk) = poll_fn(|context| Pin::new(&mut stream).poll_next(context)).await {
        let chunk = chunk.map_err(|_| Refused::bad("the request was cut off"))?;
        n_bytes += chunk.len();
        if n_bytes <= max_bytes {
            bytes.extend_from_slice(&chunk);
        } else if n_bytes > MAX_DRAINED * max_bytes {
            break;
        } else {
            bytes = Vec::new();
        }
    }
    match n_bytes <= max_bytes {
        true => Ok(bytes.into()),
        false => Err(Refused { status: StatusCode::PAYLOAD_TOO_LARGE, message: "the file is too large".to_owned() }),
    }
}

/// An answer that holds something until it has been taken.
pub(crate) struct Holding<T> {
    body: Body,
    _held: T,
}

impl<T> Holding<T> {
    pub(crate) fn new(body: Body, held: T) -> Self {
        Self { body, _held: held }
    }
}

impl<T: Unpin> HttpBody for Holding<T> {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
