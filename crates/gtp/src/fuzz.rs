//! Properties that hold for any bytes from a controller or an engine. See `cargo xtask fuzz`.

use crate::input::{Arrival, Interrupt, MAX_LINE_BYTES};
use crate::line::{Line, read_line};
use crate::registry::Registry;
use crate::reply::{clean, write_reply};
use crate::request::Request;
use crate::response::{Response, parse_all, parse_first_line};
use crate::server::answer;
use crate::vertex::{Color, MAX_SIZE, Move};

/// A server fed with any bytes answers every request once, in order, with its id, inside the frame.
pub fn fuzz_server(data: &[u8]) {
    let mut expected = Vec::new();
    let mut output = Vec::new();
    let registry = toy_registry();
    let mut input = data;
    while let Some(line) = read_line(&mut input, MAX_LINE_BYTES).expect("a slice never fails") {
        match &line {
            Line::Complete(bytes) => expected.extend(Request::parse(bytes).map(|request| request.id)),
            Line::TooLong => expected.push(None),
        }
        let arrival = Arrival { line, interrupt: Interrupt::never() };
        if answer(&registry, &mut 0, arrival, &mut output).expect("a vector takes everything") {
            break;
        }
    }
    let text = String::from_utf8(output).expect("replies are text");
    let ids: Vec<_> = parse_all(&text).expect("replies keep the frame").iter().map(|response| response.id).collect();
    assert_eq!(ids, expected, "one reply to every request");
}

/// A controller given any bytes parses them without a panic, and a reply that it understood reads the same when written
/// again.
pub fn fuzz_responses(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    for response in text.lines().filter_map(parse_first_line) {
        let mut output = Vec::new();
        write_reply(&mut output, response.status, response.id, &response.text).expect("a vector");
        let again = parse_all(std::str::from_utf8(&output).expect("replies are text")).expect("a frame");
        let text = clean(&response.text).trim_start_matches([' ', '\t']).to_owned();
        assert_eq!(again, [Response { text, ..response }]);
    }
}

/// Commands that use every argument parser and echo their arguments.
fn toy_registry() -> Registry<u64> {
    let mut registry = Registry::new();
    registry.add("echo", |_, call| Ok(call.arguments.rest().join("\n \n")));
    registry.add("play", |n_moves, call| {
        let color = call.arguments.color()?;
        let played = call.arguments.vertex_or_pass(MAX_SIZE)?;
        call.arguments.finish()?;
        *n_moves += 1;
        assert_eq!(Color::parse(&color.to_string()), Some(color));
        assert_eq!(Move::parse(&played.to_string(), MAX_SIZE), Some(played));
        Ok(played.to_string())
    });
    registry.add("boardsize", |_, call| Ok(call.arguments.integer("size", 1..=MAX_SIZE)?.to_string()));
    registry.add("komi", |_, call| Ok(call.arguments.float("komi")?.to_string()));
    registry.add("flag", |_, call| Ok(call.arguments.boolean("flag")?.to_string()));
    registry.add_streaming("analyze", |_, call, stream| {
        let n_lines = call.arguments.integer("lines", 0..=9_u8)?;
        for word in call.arguments.rest().iter().take(usize::from(n_lines)) {
            stream.line(word)?;
        }
        call.arguments.finish()
    });
    registry
}
