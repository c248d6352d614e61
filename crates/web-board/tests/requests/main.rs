//! The server over a real socket: replies, rejections and robustness.

mod life;
mod opening;

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, LazyLock};
use std::thread;
use std::time::{Duration, Instant};

use go_board::{BoardSize, Move, Position};
use go_games::game_from_tree;
use go_models::{Explanation, NamedPredictor, Prediction, Predictor, Predictors};
use serde_json::{Value, json};
use web_board::{Collection, Limits, Reach, Settings};

/// Expects every legal move alike, and panics after a first move on A1 of a 9x9 board.
struct Fragile;

impl Predictor for Fragile {
    fn name(&self) -> &str {
        "fragile"
    }

    fn predict(&self, position: &Position, prediction: &mut Prediction) {
        let corner = position.board.size().parse_point("A1").expect("a corner");
        let is_nine = position.board.size() == BoardSize::NINE;
        let fatal = is_nine && position.move_number == 1 && !position.board.is_empty(corner);
        assert!(!fatal, "a stone in the corner: this panic is part of a test");
        prediction.moves = position.legal_points().map(Move::Play).chain([Move::Pass]).collect();
        prediction.probabilities = vec![1.0 / prediction.moves.len() as f32; prediction.moves.len()];
    }

    fn explain(&self, _: &Position, _: Move) -> Option<Explanation> {
        None
    }
}

/// Three games: two begin alike up to symmetry and exchanged colours, and a name wants to be markup.
const GAMES: &str = "(;SZ[9]PB[Ada]PW[<b>Bo</b>]RE[B+3];B[ee];W[cc];B[gg])(;SZ[9]PB[Eve]RE[W+R];B[ee];W[gc];B[cc])(;SZ[9]RE[B+1];B[dd])";

fn collection() -> Arc<Collection> {
    let trees = sgf::parse(GAMES).expect("records").games;
    Collection::of("three games", trees.iter().map(|tree| game_from_tree(tree).expect("a game")).collect())
}

/// One server for all tests, as one server has all browsers.
static PORT: LazyLock<u16> = LazyLock::new(|| {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let start = Instant::now();
    let settings = Settings {
        version: "0 (test)".to_owned(),
        predictors: Predictors::by_size(vec![NamedPredictor::new("fragile", vec![9], || Arc::new(Fragile))]),
        appraiser: None,
        collection: collection(),
        problems: life::problems(),
        reach: Reach::Loopback,
        review_playouts: 40,
        n_threads: 1,
        seed: 1,
        clock: Arc::new(move || start.elapsed()),
        limits: Limits {
            n_connections: 100,
            head: Duration::from_secs(3),
            body: Duration::from_secs(3),
            ..Limits::default()
        },
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
    try_send(request, headers, body).unwrap_or_else(|text| panic!("{request}: no answer: {text:?}"))
}

/// A request that is too large. A server that has heard enough answers and closes while the rest is on its way, and the reset that the system then sends
/// may overtake the answer: such a request is made again.
fn send_large(request: &str, headers: &[(&str, &str)], body: &[u8]) -> Reply {
    let answered = (0..10).find_map(|_| try_send(request, headers, body).ok());
    answered.unwrap_or_else(|| panic!("{request}: no answer in ten tries"))
}

fn try_send(request: &str, headers: &[(&str, &str)], body: &[u8]) -> Result<Reply, String> {
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
    let Some((head, body)) = text.split_once("\r\n\r\n") else { return Err(text) };
    let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).expect("a status");
    Ok(Reply { status, head: head.to_ascii_lowercase(), body: body.to_owned() })
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

/// The text of the last event of that name.
fn event(reply: &Reply, name: &str) -> Value {
    let start = format!("event: {name}\ndata: ");
    let text = reply.body.rsplit(&start).next().filter(|_| reply.body.contains(&start));
    let text = text.and_then(|rest| rest.split("\n\n").next());
    serde_json::from_str(text.unwrap_or_else(|| panic!("no {name} in {}", reply.body))).expect("JSON")
}

#[test]
fn a_position_and_a_part_are_found_in_the_collection() {
    let find = |steps: Value, part: Value| {
        let question = json!({ "line": line(steps), "task": { "find": { "part": part } } });
        ask_as("page-that-finds", "search", &question)
    };
    let whole = event(&find(json!([{ "b": "E5" }, { "w": "G3" }]), Value::Null), "found");
    assert_eq!((&whole["games"], &whole["found"]), (&json!(3), &json!(2)));
    assert_eq!(whole["total"], json!({ "n": 2, "black": 1, "white": 1 }));
    let answers: Vec<_> =
        whole["answers"].as_array().expect("answers").iter().map(|answer| &answer["results"]["n"]).collect();
    assert_eq!(answers, [1, 1]);
    assert_eq!(whole["examples"][0]["title"], "Ada – <b>Bo</b>, B+3");
    let part = event(&find(json!([{ "b": "E5" }]), json!(["D4", "F6"])), "found");
    assert_eq!(part["found"], 3, "a single stone away from the edge: {part}");
    for wrong in [json!(["A1", "Z9"]), json!(["/etc", "passwd"])] {
        assert_eq!(find(json!([]), wrong).status, 422);
    }
    let opened = ask("games/open", &json!({ "game": whole["examples"][1]["game"] }));
    assert!(opened.body.contains("Eve"), "{}", opened.body);
    let settings = json!({ "size": 9, "rules": "chinese", "komi": 7.5, "handicap": 0 });
    assert_eq!(opened.json()["settings"], settings);
    assert_eq!(ask("games/open", &json!({ "game": 99 })).status, 422);
    assert_eq!(ask("games/open", &json!({ "game": "../Cargo.toml" })).status, 422);
}

#[test]
fn a_review_can_be_cut_continued_and_saved() {
    let sgf = "(;SZ[3]KM[0.5]PB[<script>]C[<script>alert(1)</script>];B[bb];W[ab](;B[ba];W[])(;B[aa]))";
    let headers = [("Host", "localhost"), ("X-Tesuji-Client", "test-page")];
    let record =
        json!({ "nodes": send("POST /api/record/read", &headers, sgf.as_bytes()).json()["games"][0]["nodes"] });
    let review = |judgements: Value| {
        ask_as("page-that-reviews", "review", &json!({ "record": record, "judgements": judgements }))
    };
    let judged = |reply: &Reply| -> Vec<Value> {
        let events = reply.body.split("event: judged\ndata: ").skip(1).filter_map(|rest| rest.split("\n\n").next());
        events.map(|text| serde_json::from_str::<Value>(text).expect("JSON")["judgement"].clone()).collect()
    };
    let whole = review(json!([]));
    let all = judged(&whole);
    assert_eq!((all.len(), &event(&whole, "review")["moves"]), (5, &json!(4)));
    let rest = judged(&review(json!(all[..2])));
    assert_eq!(rest, all[2..], "what is continued is what was not stopped");
    assert_eq!(event(&review(json!(all)), "review"), event(&whole, "review"));
    let files = ask("review/files", &json!({ "record": record, "judgements": all })).json();
    let (text, page) = (files["sgf"].as_str().expect("SGF"), files["html"].as_str().expect("HTML"));
    assert!(text.contains("Tesuji: move 4") && text.contains("B[aa]"), "{text}");
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("<svg") && !page.contains("<script"), "{page}");
    // A page may send any data as judgements.
    let strange = |win_rate: f64| {
        let first = json!({ "n_playouts": 0, "win_rate": win_rate, "score_lead": null, "probability": null, "rank": null, "ownership": [1],
            "candidates": [{ "mv": "<b>", "n_visits": 0, "win_rate": -7, "variation": ["Z99"] }] });
        ask("review/files", &json!({ "record": record, "judgements": [first, all[1]] }))
    };
    let page = strange(1.0).json()["html"].as_str().expect("HTML").to_owned();
    assert!(page.contains("&lt;b&gt;") && !page.contains("<b>"));
    assert_eq!(strange(1e300).status, 422);
    assert_eq!(ask("review", &json!({ "record": { "nodes": [] }, "judgements": [] })).status, 422);
}

/// A white stone in Black's corner is as good as dead, but counts under rules without agreement on dead stones.
#[test]
fn no_dead_stones_are_proposed_where_every_stone_counts() {
    let walls = json!({ "b": ["B1", "B2", "B3", "B4", "B5"], "w": ["D1", "D2", "D3", "D4", "D5", "A3"] });
    let judged = |rules: &str| {
        let steps = json!([{ "set": walls }, { "b": "pass" }, { "w": "pass" }]);
        let line = json!({ "size": 5, "rules": rules, "komi": 0.5, "steps": steps });
        let reply = ask_as("page-that-counts", "search", &json!({ "line": line, "task": { "judge": {} } }));
        event(&reply, "judgement")["dead"].clone()
    };
    assert_eq!((judged("chinese"), judged("tromp-taylor")), (json!(["A3"]), json!([])));
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
fn oversized_and_malformed_requests_are_rejected() {
    let headers = [("Host", "localhost"), ("Content-Type", "application/json"), ("X-Tesuji-Client", "test-page")];
    let large = send_large("POST /api/record/read", &headers, &vec![b'x'; (4 << 20) + 1]);
    assert_eq!((large.status, large.error()), (413, "the file is too large".to_owned()));
    let question = send_large("POST /api/board", &headers, &vec![b' '; (1 << 20) + 1]);
    assert_eq!(question.status, 413);
    for garbage in [&b"{"[..], b"[]", b"null", b"\xff\xff", br#"{"line": {"size": 9}}"#] {
        let reply = send("POST /api/board", &headers, garbage);
        assert!((400..=422).contains(&reply.status) && !reply.error().is_empty(), "{}: {}", reply.status, reply.body);
    }
    let no_record = send("POST /api/record/read", &headers, b"%PDF-1.4 garbage");
    assert_eq!(no_record.status, 422);
    assert!(no_record.error().contains("not an SGF"), "{}", no_record.body);
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
fn a_panic_fails_one_request_only() {
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

/// Connections that never finish a request: they are closed in time, and meanwhile a click is answered.
#[test]
fn slow_connections_hold_nobody_up() {
    let slow = |text: &[u8]| {
        let mut stream = TcpStream::connect(("127.0.0.1", *PORT)).expect("the server listens");
        stream.write_all(text).expect("written");
        stream
    };
    let half_body = format!(
        "POST /api/board HTTP/1.1\r\nHost: {}\r\nX-Tesuji-Client: slow-page\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{{",
        host()
    );
    let mut open: Vec<TcpStream> = (0..150)
        .map(|n| match n % 3 {
            0 => slow(b""),
            1 => slow(b"GET / HTTP/1.1\r\nHost: loc"),
            _ => slow(half_body.as_bytes()),
        })
        .collect();
    let begin = Instant::now();
    let reply = ask("board", &json!({ "line": line(json!([])), "play": "E5" }));
    assert_eq!(reply.status, 200);
    assert!(begin.elapsed() < Duration::from_secs(10), "{:?}", begin.elapsed());
    for stream in &mut open {
        stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a timeout");
        let mut rest = Vec::new();
        let outcome = stream.read_to_end(&mut rest);
        let is_open = outcome.is_err_and(|error| matches!(error.kind(), std::io::ErrorKind::WouldBlock));
        assert!(!is_open, "a connection is still open");
        let text = String::from_utf8_lossy(&rest);
        assert!(text.is_empty() || text.starts_with("HTTP/1.1 408"), "{text}");
    }
}

/// Large answers that nobody reads take a few places, not all memory, and no click waits for them.
#[test]
fn unread_answers_hold_up_no_click() {
    let file = format!("(;SZ[9]{})", ";C[some words]B[ee]W[cc]".repeat(40_000));
    let unread: Vec<TcpStream> = (0..6)
        .map(|_| {
            let mut stream = TcpStream::connect(("127.0.0.1", *PORT)).expect("the server listens");
            let head = format!(
                "POST /api/record/read HTTP/1.1\r\nHost: {}\r\nX-Tesuji-Client: greedy-page\r\nContent-Length: {}\r\n\r\n",
                host(),
                file.len()
            );
            stream.set_write_timeout(Some(Duration::from_millis(300))).expect("a timeout");
            let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(file.as_bytes()));
            stream
        })
        .collect();
    for _ in 0..5 {
        assert_eq!(ask("board", &json!({ "line": line(json!([])), "play": "E5" })).status, 200);
    }
    drop(unread);
}
