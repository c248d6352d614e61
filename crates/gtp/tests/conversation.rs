//! Conversations over pipes, client against server: behaviour that depends on when input arrives.

use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use gtp::{Client, ClientError, Ended, Failure, Registry, serve};

const PATIENCE: Duration = Duration::from_secs(20);
const SHORT: Duration = Duration::from_millis(50);

/// An engine that counts what it did.
#[derive(Default)]
struct Counter {
    n_idle: u64,
}

fn registry() -> Registry<Counter> {
    let mut registry = Registry::new();
    registry.add("name", |_, _| Ok("counter".into()));
    registry.add("idle", |counter: &mut Counter, _| Ok(counter.n_idle.to_string()));
    registry.add("think", |_, call| {
        while !call.interrupt.requested() {
            thread::yield_now();
        }
        Ok("interrupted".into())
    });
    registry.add("stop_early", |_, call| Ok(call.interrupt.requested().to_string()));
    registry.add_streaming("analyze", |_, call, stream| {
        call.arguments.finish()?;
        for n_visits in 0_u64.. {
            stream.line(&format!("info move D4 visits {n_visits}"))?;
            if call.interrupt.input_waiting() {
                break;
            }
        }
        Ok(())
    });
    registry.add_streaming("break", |_, _, stream| {
        stream.line("one line")?;
        Err(Failure::refused("too late to say"))
    });
    registry
}

/// A server on a thread, and a client that talks to it.
fn connect(registry: Registry<Counter>) -> (Client<PipeWriter>, JoinHandle<io::Result<Ended>>) {
    let (server_input, to_server) = io::pipe().expect("a pipe");
    let (from_server, server_output) = io::pipe().expect("a pipe");
    let server = thread::spawn(move || serve(&registry, &mut Counter::default(), server_input, server_output));
    (Client::new(from_server, to_server), server)
}

#[test]
fn questions_and_answers() {
    let (mut client, server) = connect(registry());
    assert_eq!(client.ask("name", PATIENCE).expect("a name"), "counter");
    assert_eq!(client.ask("known_command analyze", PATIENCE).expect("known"), "true");
    assert_eq!(client.ask("known_command fly", PATIENCE).expect("known"), "false");
    assert_eq!(client.ask("protocol_version", PATIENCE).expect("a version"), "2");
    let commands = client.ask("list_commands", PATIENCE).expect("a list");
    assert!(commands.lines().eq(commands.lines().collect::<std::collections::BTreeSet<_>>()), "sorted: {commands}");
    assert!(commands.lines().any(|name| name == "quit"));
    let refused = client.ask("fly away", PATIENCE).expect_err("no such command");
    assert_eq!(refused.to_string(), "fly away: the engine says \"unknown command\"");
    client.ask("quit", PATIENCE).expect("quit is answered");
    assert_eq!(server.join().expect("no panic").expect("no error"), Ended::Quit);
}

#[test]
fn analysis_streams_until_any_input() {
    let (mut client, server) = connect(registry());
    for nudge in ["", "# a comment"] {
        client.send("analyze").expect("sent");
        assert_eq!(client.first_line(PATIENCE).expect("a head").text, "");
        for n_visits in 0..100 {
            let line = client.next_line(PATIENCE).expect("a line").expect("not the end");
            assert_eq!(line, format!("info move D4 visits {n_visits}"));
        }
        client.nudge(nudge).expect("sent");
        while client.next_line(PATIENCE).expect("a line").is_some() {}
        assert_eq!(client.ask("name", PATIENCE).expect("a name"), "counter");
    }
    let wrong = client.ask("analyze now", PATIENCE).expect_err("a wrong argument");
    assert!(matches!(wrong, ClientError::Refused { .. }), "{wrong}");
    assert_eq!(client.ask("break", PATIENCE).expect("a reply that has begun succeeds"), "\none line");
    drop(client);
    assert_eq!(server.join().expect("no panic").expect("no error"), Ended::EndOfInput);
}

#[test]
fn analysis_ends_when_the_controller_closes_its_end() {
    let mut output = Vec::new();
    let ended = serve(&registry(), &mut Counter::default(), &b"analyze"[..], &mut output).expect("no error");
    assert_eq!(ended, Ended::EndOfInput);
    assert!(output.ends_with(b"\n\n"), "{}", String::from_utf8_lossy(&output));
}

#[test]
fn an_interrupt_ends_the_command_before_it() {
    let (mut client, _server) = connect(registry());
    client.send("think").expect("sent");
    client.nudge("# interrupt").expect("sent");
    assert_eq!(client.first_line(PATIENCE).expect("a reply").text, "interrupted");
    assert_eq!(client.next_line(PATIENCE).expect("the end"), None);
    assert_eq!(client.ask("stop_early", PATIENCE).expect("an older interrupt does not count"), "false");
}

/// A controller may have sent many commands before it changes its mind.
#[test]
fn an_interrupt_is_seen_behind_many_commands() {
    let mut output = Vec::new();
    let input = format!("think\n{}# interrupt\n", "name\n".repeat(20_000));
    let input = std::io::Cursor::new(input.into_bytes());
    serve(&registry(), &mut Counter::default(), input, &mut output).expect("no error");
    let text = String::from_utf8(output).expect("text");
    assert!(text.starts_with("= interrupted\n\n= counter\n\n"), "{}", &text[..60.min(text.len())]);
    assert_eq!(text.matches("= counter").count(), 20_000);
}

#[test]
fn queued_commands_do_not_interrupt() {
    let mut output = Vec::new();
    let input = "stop_early\nstop_early\nname\n";
    serve(&registry(), &mut Counter::default(), input.as_bytes(), &mut output).expect("no error");
    assert_eq!(String::from_utf8(output).expect("text"), "= false\n\n= false\n\n= counter\n\n");
}

#[test]
fn idle_work_runs_between_commands_and_yields() {
    let mut registry = registry();
    registry.when_idle(|counter, interrupt| {
        while !interrupt.input_waiting() {
            counter.n_idle += 1;
        }
    });
    let (mut client, server) = connect(registry);
    thread::sleep(SHORT);
    let n_idle: u64 = client.ask("idle", PATIENCE).expect("a number").parse().expect("a number");
    assert!(n_idle > 0, "the engine had time and did nothing");
    drop(client);
    assert_eq!(server.join().expect("no panic").expect("no error"), Ended::EndOfInput);
}

#[test]
fn odd_input_is_answered_and_survived() {
    let mut input = b"\xef\xbb\xbf1 name\r\n\n\r\n# comment\n7\n  \t2\tname  # why\n".to_vec();
    input.extend_from_slice(&vec![b'x'; (1 << 20) + 1]);
    input.extend_from_slice(b"\n\xff\xfe\n3 name");
    let mut output = Vec::new();
    serve(&registry(), &mut Counter::default(), io::Cursor::new(input), &mut output).expect("no error");
    let expected = "=1 counter\n\n?7 syntax error: an id and no command\n\n=2 counter\n\n\
                    ? syntax error: a line of more than 1048576 bytes\n\n? unknown command\n\n=3 counter\n\n";
    assert_eq!(String::from_utf8(output).expect("text"), expected);
}

/// A client whose engine is simulated by the test.
fn puppet() -> (Client<PipeWriter>, PipeReader, PipeWriter) {
    let (engine_input, to_engine) = io::pipe().expect("a pipe");
    let (from_engine, engine_output) = io::pipe().expect("a pipe");
    (Client::new(from_engine, to_engine), engine_input, engine_output)
}

#[test]
fn a_hung_engine_is_silent() {
    let (mut client, _input, _output) = puppet();
    let error = client.ask("genmove b", SHORT).expect_err("no answer");
    assert_eq!(error.to_string(), "genmove b: no reply within 0.05 seconds");
}

#[test]
fn a_crashed_engine_is_gone() {
    let (mut client, mut input, output) = puppet();
    client.send("genmove b").expect("sent");
    let mut sent = [0; 12];
    input.read_exact(&mut sent).expect("the command");
    assert_eq!(&sent, b"1 genmove b\n");
    drop(output);
    assert!(matches!(client.first_line(PATIENCE), Err(ClientError::Gone { .. })));
    drop(input);
    assert!(matches!(client.send("name"), Err(ClientError::Gone { .. })));
}

#[test]
fn output_that_is_not_a_reply_is_garbled() {
    for noise in ["Loading weights...\n", "=2 a reply to something else\n\n"] {
        let (mut client, _input, mut output) = puppet();
        output.write_all(noise.as_bytes()).expect("written");
        assert!(matches!(client.ask("name", PATIENCE), Err(ClientError::Garbled { .. })), "{noise:?}");
    }
}

#[test]
fn a_server_without_reader_reports_it() {
    struct Closed;
    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    for command in ["name\n", "analyze\n", "fly\n"] {
        let error = serve(&registry(), &mut Counter::default(), command.as_bytes(), Closed).expect_err("no reader");
        assert_eq!(error.kind(), io::ErrorKind::BrokenPipe, "{command:?}");
    }
}
