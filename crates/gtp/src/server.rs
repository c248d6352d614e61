//! The engine's side of a conversation: a line in, a reply out, until `quit` or the end of the input.

use std::io::{self, Read, Write};

use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::input::{Arrival, Input, Interrupt, MAX_LINE_BYTES};
use crate::line::Line;
use crate::registry::{Call, Handler, Registry};
use crate::reply::{Status, write_reply};
use crate::request::Request;
use crate::stream::Stream;

/// The version of the protocol.
const PROTOCOL_VERSION: &str = "2";

/// Why the conversation ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// The controller said `quit`.
    Quit,
    /// The controller closed its end.
    EndOfInput,
}

/// Serves commands until the conversation ends. An error means that reading or writing failed.
pub fn serve<E, W>(
    registry: &Registry<E>,
    engine: &mut E,
    input: impl Read + Send + 'static,
    mut output: W,
) -> io::Result<Ended>
where
    W: Write + Send,
{
    let mut input = Input::new(input);
    loop {
        let arrival = match (input.next_if_ready(), registry.idle()) {
            (Some(arrival), _) => Some(arrival),
            (None, None) => input.next(),
            (None, Some(idle)) => {
                idle(engine, &input.interrupt());
                input.next()
            }
        };
        let Some(arrival) = arrival.transpose()? else { return Ok(Ended::EndOfInput) };
        if answer(registry, engine, arrival, &mut output)? {
            return Ok(Ended::Quit);
        }
    }
}

/// Answers one line; true when it was `quit`.
pub(crate) fn answer<E>(
    registry: &Registry<E>,
    engine: &mut E,
    arrival: Arrival,
    output: &mut (dyn Write + Send),
) -> io::Result<bool> {
    let bytes = match arrival.line {
        Line::Complete(bytes) => bytes,
        Line::TooLong => {
            let text = Failure::syntax(format!("a line of more than {MAX_LINE_BYTES} bytes")).to_string();
            return write_reply(output, Status::Failure, None, &text).map(|()| false);
        }
    };
    let Some(request) = Request::parse(&bytes) else { return Ok(false) };
    let result = match registry.handler(&request.name) {
        Some(Handler::Streaming(handler)) => {
            let mut stream = Stream::new(output, request.id);
            let result = handler(engine, &mut call(&request, arrival.interrupt), &mut stream);
            match result {
                Err(Failure::OutputClosed(error)) => return Err(error),
                Err(failure) if !stream.has_begun() => Err(failure),
                // An error after the first line cannot be reported: the reply has begun with `=`.
                _ => return stream.end().map(|()| false),
            }
        }
        Some(Handler::Plain(handler)) => handler(engine, &mut call(&request, arrival.interrupt)),
        None => built_in(registry, &request),
    };
    let quits = request.name == "quit" && result.is_ok();
    match result {
        Ok(text) => write_reply(output, Status::Success, request.id, &text)?,
        Err(Failure::OutputClosed(error)) => return Err(error),
        Err(failure) => write_reply(output, Status::Failure, request.id, &failure.to_string())?,
    }
    Ok(quits)
}

fn call(request: &Request, interrupt: Interrupt) -> Call<'_> {
    Call { arguments: Arguments::new(&request.arguments), interrupt }
}

fn built_in<E>(registry: &Registry<E>, request: &Request) -> Result<String, Failure> {
    let mut arguments = Arguments::new(&request.arguments);
    match request.name.as_str() {
        "quit" => Ok(String::new()),
        "protocol_version" => Ok(PROTOCOL_VERSION.to_owned()),
        "list_commands" => Ok(registry.names().join("\n")),
        "known_command" => Ok(registry.knows(arguments.word("a command")?).to_string()),
        "" => Err(Failure::syntax("an id and no command")),
        _ => Err(Failure::UnknownCommand),
    }
}
