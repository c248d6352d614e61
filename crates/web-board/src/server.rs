//! The routes, and the loop that serves them.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::Json;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::rejection::BytesRejection;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use futures_core::Stream;
use go_models::{Appraiser, Predictors};
use serde_json::{Value, json};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::mpsc;

use crate::admission::{self, Admission};
use crate::answer::{Answer, Asked, Refused, away, work};
use crate::board_view::{self, BoardQuestion, BoardView};
use crate::clock::{self, ClockAnswer, ClockQuestion};
use crate::collection::{Collection, OpenQuestion};
use crate::connections::{self, Limits};
use crate::guard::{self, Reach};
use crate::life::{PracticeQuestion, Problems, SolveQuestion};
use crate::opened::{self, Opened, RecordFile};
use crate::predict::{self, PredictAnswer, PredictQuestion};
use crate::queue::{Message, SearchQueue};
use crate::record::{self, Record};
use crate::review::{self, ReviewFiles, ReviewQuestion};
use crate::score::{self, CountAnswer, CountQuestion};
use crate::search::{SearchContext, SearchQuestion, SearchSettings, SharedClock};
use crate::why::{self, WhyAnswer, WhyQuestion};
use crate::{about, assets};

/// The longest question. A line of 10,000 steps has about 150 kB.
const MAX_QUESTION: usize = 1 << 20;
/// The largest file that a page may send.
const MAX_FILE: usize = 4 << 20;

/// The longest answer about a file.
const MAX_ANSWER: usize = 2 * MAX_FILE;

/// What the server needs from outside.
pub struct Settings {
    /// What `tesuji --version` prints.
    pub version: String,
    /// The models.
    pub predictors: Predictors,
    /// The model of final ownership, if there is one.
    pub appraiser: Option<Arc<dyn Appraiser>>,
    /// The games that are searched for shapes and positions.
    pub collection: Arc<Collection>,
    /// Life-and-death problems to practise with, from easy to hard.
    pub problems: Vec<tsumego::Task>,
    /// From where it may be reached.
    pub reach: Reach,
    /// Playouts of a position in a review.
    pub review_playouts: u64,
    /// Threads that search.
    pub n_threads: usize,
    /// Makes searches random in another way.
    pub seed: u64,
    /// Time since some moment.
    pub clock: SharedClock,
    /// What one connection may cost, and how many there may be.
    pub limits: Limits,
}

/// State shared by all handlers.
struct AppState {
    about: Value,
    version: String,
    predictors: Arc<Predictors>,
    collection: Arc<Collection>,
    problems: Problems,
    queue: SearchQueue,
}

type Shared = State<Arc<AppState>>;

/// Serves until the process ends.
pub fn run(listener: std::net::TcpListener, settings: Settings) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let limits = settings.limits;
    runtime()?.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        connections::serve(listener, router(settings)?, limits).await
    })
}

/// The threads that move bytes. Timers are part of it: every connection has limits of time.
fn runtime() -> io::Result<Runtime> {
    Builder::new_multi_thread().worker_threads(2).max_blocking_threads(8).enable_all().build()
}

/// All routes behind the guard.
fn router(settings: Settings) -> io::Result<Router> {
    let predictors = Arc::new(settings.predictors);
    let collection = settings.collection;
    let problems = Problems::new(settings.problems);
    let context = SearchContext::new(SearchSettings {
        predictors: Arc::clone(&predictors),
        appraiser: settings.appraiser,
        collection: Arc::clone(&collection),
        clock: settings.clock,
        review_playouts: settings.review_playouts,
        n_threads: settings.n_threads.max(1),
        seed: settings.seed,
    });
    let app = Arc::new(AppState {
        about: about::about(&settings.version, &predictors, collection.name(), problems.len()),
        version: settings.version,
        queue: SearchQueue::start(context)?,
        predictors,
        collection,
        problems,
    });
    let mut router = Router::new();
    for asset in assets::ASSETS {
        router = router.route(asset.path, get(|| async { asset.response() }));
    }
    let files = |route: MethodRouter<Arc<AppState>>| route.layer(DefaultBodyLimit::max(MAX_FILE));
    let router = router
        .route("/board.css", get(|| async { assets::board_style() }))
        .route("/api/about", get(tell_about))
        .route("/api/board", post(show_board))
        .route("/api/predict", post(predict))
        .route("/api/why", post(why))
        .route("/api/clock", post(spend_time))
        .route("/api/count", post(count))
        .route("/api/search", post(search))
        .route("/api/games/open", post(open_game))
        .route("/api/tsumego/solve", post(solve))
        .route("/api/tsumego/practice", post(practise))
        .route("/api/review", files(post(review)))
        .route("/api/review/files", files(post(review_files)))
        .route("/api/record/read", files(post(read_record)))
        .route("/api/record/write", files(post(write_record)))
        .fallback(|| async {
            Refused { status: axum::http::StatusCode::NOT_FOUND, message: "there is nothing here".to_owned() }
        })
        .layer(DefaultBodyLimit::max(MAX_QUESTION))
        .layer(from_fn_with_state(Admission::new(settings.limits.body, MAX_FILE), admission::admit))
        .layer(from_fn_with_state(settings.reach, guard::guard));
    Ok(router.with_state(app))
}

async fn tell_about(State(app): Shared) -> Json<Value> {
    Json(app.about.clone())
}

async fn show_board(State(app): Shared, asked: Asked<BoardQuestion>) -> Answer<BoardView> {
    work(asked, move |question| board_view::view(question, &app.predictors)).await
}

async fn predict(State(app): Shared, asked: Asked<PredictQuestion>) -> Answer<PredictAnswer> {
    work(asked, move |question| predict::predict(question, &app.predictors)).await
}

async fn why(State(app): Shared, asked: Asked<WhyQuestion>) -> Answer<WhyAnswer> {
    work(asked, move |question| why::why(question, &app.predictors)).await
}

async fn spend_time(asked: Asked<ClockQuestion>) -> Answer<ClockAnswer> {
    work(asked, clock::spend).await
}

async fn count(asked: Asked<CountQuestion>) -> Answer<CountAnswer> {
    work(asked, score::count).await
}

async fn read_record(bytes: Result<Bytes, BytesRejection>) -> Result<Response, Refused> {
    let bytes = bytes?;
    let answer = away(move || bounded(&opened::read(&bytes)?)).await?;
    Ok(([(CONTENT_TYPE, "application/json")], answer).into_response())
}

/// An answer as text, if it is not much larger than the largest file: a few bytes of a record can become many of an answer.
fn bounded(answer: &RecordFile) -> Result<Vec<u8>, Refused> {
    let text = serde_json::to_vec(answer).map_err(Refused::broken)?;
    if text.len() > MAX_ANSWER {
        return Err(Refused::bad("the file is too large to be shown; open its games one by one"));
    }
    Ok(text)
}

async fn write_record(asked: Asked<Record>) -> Answer<Value> {
    work(asked, |asked: Record| Ok(json!({ "sgf": record::write(&asked)? }))).await
}

async fn open_game(State(app): Shared, asked: Asked<OpenQuestion>) -> Answer<Opened> {
    work(asked, move |question| app.collection.open(&question)).await
}

async fn review_files(State(app): Shared, asked: Asked<ReviewQuestion>) -> Answer<ReviewFiles> {
    work(asked, move |question| review::files(question, &app.predictors, &app.version)).await
}

async fn review(State(app): Shared, headers: HeaderMap, asked: Asked<ReviewQuestion>) -> Result<Response, Refused> {
    let client = guard::client(&headers)?;
    let Json(question) = asked?;
    let messages = away(move || app.queue.submit(client, question.work()?)).await?;
    Ok(events(messages))
}

async fn search(State(app): Shared, headers: HeaderMap, asked: Asked<SearchQuestion>) -> Result<Response, Refused> {
    let client = guard::client(&headers)?;
    let Json(question) = asked?;
    let messages = away(move || app.queue.submit(client.clone(), question.work(&client)?)).await?;
    Ok(events(messages))
}

async fn solve(State(app): Shared, headers: HeaderMap, asked: Asked<SolveQuestion>) -> Result<Response, Refused> {
    let client = guard::client(&headers)?;
    let Json(question) = asked?;
    let messages = away(move || app.queue.submit(client, question.work()?)).await?;
    Ok(events(messages))
}

async fn practise(State(app): Shared, headers: HeaderMap, asked: Asked<PracticeQuestion>) -> Result<Response, Refused> {
    let client = guard::client(&headers)?;
    let Json(question) = asked?;
    let messages = away(move || app.queue.submit(client, question.work(&app.problems)?)).await?;
    Ok(events(messages))
}

fn events(messages: mpsc::Receiver<Message>) -> Response {
    ([(CONTENT_TYPE, "text/event-stream")], Body::from_stream(EventStream(messages))).into_response()
}

/// Messages as server-sent events.
struct EventStream(mpsc::Receiver<Message>);

impl Stream for EventStream {
    type Item = Result<String, std::convert::Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0
            .poll_recv(context)
            .map(|message| message.map(|(name, text)| Ok(format!("event: {name}\ndata: {text}\n\n"))))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// Without timers a shortage of file descriptors would be a panic in the loop that serves.
    #[test]
    fn the_server_can_wait_for_a_moment() {
        runtime().expect("a runtime").block_on(async { tokio::time::sleep(Duration::from_millis(1)).await });
    }
}
