//! The server over a real socket: what it answers, what it refuses, and that nothing stops it.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, LazyLock};
use std::thread;
use std::time::{Duration, Instant};

use go_board::{Move, Position};
use go_models::{Explanation, Prediction, Predictor};
use serde_json::{Value, json};
use web_board::{NamedPredictor, Predictors, Reach, Settings};

/// Expects every legal move alike, and panics after a first move on A1.
struct Fragile;

impl Predictor for Fragile {
    fn name(&self) -> &str {
        "fragile"
    }

    fn predict(&self, position: &Position, prediction: &mut Prediction) {
        let corner = position.board.size().parse_point("A1").expect("a corner");
        let fatal = position.move_number == 1 && !position.board.is_empty(corner);
        assert!(!fatal, "a stone in the corner: this panic is part of a test");
        prediction.moves = position.legal_points().map(Move::Play).chain([Move::Pass]).collect();
        prediction.probabilities = vec![1.0 / prediction.moves.len() as f32; prediction.moves.len()];
    }

    fn explain(&self, _: &Position, _: Move) -> Option<Explanation> {
        None
    }
}

/// One server for all tests, as one server has all browsers.
static PORT: LazyLock<u16> = LazyLock::new(|| {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let start = Instant::now();
    let settings = Settings {
        version: "0 (test)".to_owned(),
        predictors: Predictors::by_size(vec![NamedPredictor::new("fragile", vec![9], || Arc::new(Fragile))]),
        reach: Reach::Loopback,
        n_threads: 1,
        seed: 1,
        clock: Arc::new(move || start.elapsed()),
    };
    thread::spawn(move || web_board::run(listener, settings).expect("a server"));
    port
});

struct Reply {
    status: u16,
    head: String,
    body: String,
}

impl Reply {
    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    fn error(&self) -> String {
        self.json()["error"].as_str().expect("an error message").to_owned()
    }
}

fn send(request: &str, headers: &[(&str, &str)], body: &[u8]) -> Reply {
    let mut stream = TcpStream::connect(("127.0.0.1", *PORT)).expect("the server listens");
    stream.set_read_timeout(Some(Duration::from_secs(120))).expect("a timeout");
    let mut head = format!("{request} HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n", body.len());
    headers.iter().for_each(|(name, value)| head.push_str(&format!("{name}: {value}\r\n")));
    stream.write_all(format!("{head}\r\n").as_bytes()).expect("written");
    // A server that has heard enough closes before everything is written.
    let _ = stream.write_all(body);
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{request}: no answer: {text:?}"));
    let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).expect("a status");
    Reply { status, head: head.to_ascii_lowercase(), body: body.to_owned() }
}

fn host() -> String {
    format!("127.0.0.1:{}", *PORT)
}

fn ask_as(client: &str, path: &str, question: &Value) -> Reply {
    let headers = [("Host", &*host()), ("Content-Type", "application/json"), ("X-Tesuji-Client", client)];
    send(&format!("POST /api/{path}"), &headers, question.to_string().as_bytes())
}

fn ask(path: &str, question: &Value) -> Reply {
    ask_as("test-page", path, question)
}

fn line(steps: Value) -> Value {
    json!({ "size": 9, "rules": "chinese", "komi": 7.5, "steps": steps })
}

#[test]
fn a_move_is_played_and_an_illegal_one_refused_in_words() {
    let reply = ask("board", &json!({ "line": line(json!([])), "play": "E5" }));
    let view = reply.json();
    assert_eq!((reply.status, &view["step"], &view["to_move"]), (200, &json!({ "b": "E5" }), &json!("w")));
    assert!(view["svg"].as_str().is_some_and(|svg| svg.starts_with("<svg")));
    let again = ask("board", &json!({ "line": line(json!([{ "b": "E5" }])), "play": "E5" }));
    assert_eq!((again.status, again.error()), (422, "E5: the point is occupied".to_owned()));
}

#[test]
fn the_engine_answers_with_events() {
    let question = json!({ "line": line(json!([{ "b": "E5" }])), "task": { "move": { "level": "20k" } } });
    let reply = ask_as("page-of-a-move", "search", &question);
    assert!(reply.head.contains("content-type: text/event-stream"), "{}", reply.head);
    assert!(reply.body.contains("event: queue") && reply.body.contains("event: move\ndata: {"), "{}", reply.body);
}

#[test]
fn foreign_pages_and_names_are_refused() {
    let question = json!({ "line": line(json!([])), "play": "E5" }).to_string();
    let ours = [("Host", "localhost"), ("Content-Type", "application/json"), ("X-Tesuji-Client", "test-page")];
    let with = |name: &'static str, value: &'static str| {
        let mut headers: Vec<_> = ours.into_iter().filter(|(other, _)| *other != name).collect();
        headers.push((name, value));
        send("POST /api/board", &headers, question.as_bytes()).status
    };
    assert_eq!(with("Origin", "http://localhost"), 200);
    assert_eq!(with("Host", "rebound.example"), 403);
    assert_eq!(with("Host", "rebound.example:8361"), 403);
    assert_eq!(with("Origin", "https://evil.example"), 403);
    assert_eq!(with("Sec-Fetch-Site", "cross-site"), 403);
    assert_eq!(with("X-Tesuji-Client", ""), 403);
    // A form of another site can send text, but no JSON.
    assert_eq!(with("Content-Type", "text/plain"), 415);
    // Permission to send our header across sites is never given.
    let preflight =
        [("Host", "localhost"), ("Origin", "https://evil.example"), ("Access-Control-Request-Method", "POST")];
    let reply = send("OPTIONS /api/board", &preflight, b"");
    assert!(reply.status >= 400 && !reply.head.contains("access-control-allow"), "{}", reply.head);
}

#[test]
fn every_answer_carries_the_policy() {
    for request in ["GET /", "GET /js/main.js", "GET /board.css", "GET /nothing", "GET /api/about"] {
        let head = send(request, &[("Host", "localhost")], b"").head;
        assert!(head.contains("content-security-policy: default-src 'none'; script-src 'self'"), "{request}: {head}");
        assert!(!head.contains("unsafe-inline") && head.contains("x-content-type-options: nosniff"), "{request}");
    }
}

#[test]
fn no_path_reaches_the_file_system() {
    for path in
        ["/../Cargo.toml", "/js/../../Cargo.toml", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd", "/js/", "/index.html"]
    {
        let reply = send(&format!("GET {path}"), &[("Host", "localhost")], b"");
        assert!([400, 404].contains(&reply.status), "{path}: {}", reply.status);
    }
}

#[test]
fn what_is_too_large_or_no_question_is_refused() {
    let headers = [("Host", "localhost"), ("Content-Type", "application/json"), ("X-Tesuji-Client", "test-page")];
    let large = send("POST /api/record/read", &headers, &vec![b'x'; (4 << 20) + 1]);
    assert_eq!((large.status, large.error()), (413, "the file is too large".to_owned()));
    let question = send("POST /api/board", &headers, &vec![b' '; (1 << 20) + 1]);
    assert_eq!(question.status, 413);
    for garbage in [&b"{"[..], b"[]", b"null", b"\xff\xff", br#"{"line": {"size": 9}}"#] {
        let reply = send("POST /api/board", &headers, garbage);
        assert!((400..=422).contains(&reply.status) && !reply.error().is_empty(), "{}: {}", reply.status, reply.body);
    }
    let no_record = send("POST /api/record/read", &headers, b"%PDF-1.4 garbage");
    assert_eq!(no_record.status, 422);
    assert!(no_record.error().contains("no SGF"), "{}", no_record.body);
}

#[test]
fn a_script_in_a_comment_stays_text() {
    let headers = [("Host", "localhost"), ("X-Tesuji-Client", "test-page")];
    let sgf = r"(;SZ[9]C[<script>alert(1)</script>]LB[ee:<b>];B[ee])";
    let read = send("POST /api/record/read", &headers, sgf.as_bytes()).json();
    assert_eq!(read["games"][0]["nodes"][0]["properties"][1], json!(["C", ["<script>alert(1)</script>"]]));
    let marks = json!([["E5", "label", "<b>"]]);
    let view = ask("board", &json!({ "line": line(json!([])), "show": { "marks": marks } })).json();
    let svg = view["svg"].as_str().expect("a drawing");
    assert!(svg.contains("&lt;b&gt;") && !svg.contains("<b>"), "{svg}");
}

#[test]
fn a_panic_is_one_answer_and_the_server_goes_on() {
    let fatal = line(json!([{ "b": "A1" }]));
    let reply = ask("predict", &json!({ "line": fatal, "most": 3 }));
    assert_eq!(reply.status, 500);
    assert!(reply.error().contains("mistake"), "{}", reply.body);
    let search = ask_as("page-of-a-panic", "search", &json!({ "line": fatal, "task": { "move": { "level": "20k" } } }));
    assert!(search.body.contains("event: error"), "{}", search.body);
    assert_eq!(ask("predict", &json!({ "line": line(json!([{ "b": "B2" }])), "most": 3 })).status, 200);
    let next = ask_as("page-of-a-panic", "search", &json!({ "line": line(json!([])), "task": { "judge": {} } }));
    assert!(next.body.contains("event: judgement"), "{}", next.body);
}

/// Fifty pages want a move at once; each gets its own, and a click is answered in between.
#[test]
fn fifty_pages_have_a_game_each() {
    let pages: Vec<_> = (0..50)
        .map(|n| {
            thread::spawn(move || {
                let place = format!("{}{}", ["B", "C", "D", "E", "F"][n % 5], 2 + n / 10);
                let question = json!({ "line": line(json!([{ "b": place }])), "task": { "move": { "level": "20k" } } });
                ask_as(&format!("page-number-{n}"), "search", &question)
            })
        })
        .collect();
    for n in 0..10 {
        let click = ask_as(&format!("clicking-{n}"), "board", &json!({ "line": line(json!([])), "play": "E5" }));
        assert_eq!(click.status, 200);
    }
    for page in pages {
        let reply = page.join().expect("no panic");
        assert!(reply.body.contains("event: move"), "{}: {}", reply.status, reply.body);
    }
}
