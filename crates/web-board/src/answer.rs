//! Replies: JSON, or an error with a message that the page shows unchanged.

use axum::Json;
use axum::extract::rejection::{BytesRejection, JsonRejection};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;

/// A request that cannot be answered.
#[derive(Debug)]
pub(crate) struct Refused {
    pub(crate) status: StatusCode,
    pub(crate) message: String,
}

impl Refused {
    /// The request asks for something that cannot be.
    pub(crate) fn bad(message: impl ToString) -> Self {
        Self { status: StatusCode::UNPROCESSABLE_ENTITY, message: message.to_string() }
    }

    /// The server is busy.
    pub(crate) fn busy(message: impl ToString) -> Self {
        Self { status: StatusCode::SERVICE_UNAVAILABLE, message: message.to_string() }
    }

    /// Our fault.
    pub(crate) fn broken(message: impl ToString) -> Self {
        Self { status: StatusCode::INTERNAL_SERVER_ERROR, message: message.to_string() }
    }

    /// The sender may not ask this.
    pub(crate) fn forbidden(message: impl ToString) -> Self {
        Self { status: StatusCode::FORBIDDEN, message: message.to_string() }
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        (self.status, Json(json!({ "error": self.message }))).into_response()
    }
}

impl From<JsonRejection> for Refused {
    fn from(rejection: JsonRejection) -> Self {
        Self { status: rejection.status(), message: rejection.body_text() }
    }
}

impl From<BytesRejection> for Refused {
    fn from(rejection: BytesRejection) -> Self {
        let too_large = rejection.status() == StatusCode::PAYLOAD_TOO_LARGE;
        let message = if too_large { "the file is too large".to_owned() } else { rejection.body_text() };
        Self { status: rejection.status(), message }
    }
}

/// A JSON body, or why it is none.
pub(crate) type Asked<T> = Result<Json<T>, JsonRejection>;

/// What handlers return.
pub(crate) type Answer<T> = Result<Json<T>, Refused>;

/// Processes a request on a blocking thread. A panic there fails only this request.
pub(crate) async fn work<Q, A, F>(asked: Asked<Q>, answer: F) -> Answer<A>
where
    Q: DeserializeOwned + Send + 'static,
    A: Serialize + Send + 'static,
    F: FnOnce(Q) -> Result<A, Refused> + Send + 'static,
{
    let Json(question) = asked?;
    away(move || answer(question)).await.map(Json)
}

/// Runs something that may take milliseconds, and turns its panic into an error.
pub(crate) async fn away<A: Send + 'static>(
    answer: impl FnOnce() -> Result<A, Refused> + Send + 'static,
) -> Result<A, Refused> {
    let panicked = |_| Refused::broken("the program made a mistake in this request; others are not affected");
    tokio::task::spawn_blocking(answer).await.map_err(panicked)?
}
