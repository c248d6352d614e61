//! When the player may ponder: after its own move, as long as the board is unchanged.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use go_board::{GameBoard, Move};
use go_engine::{Choice, FinalStatus, Player, Task};
use go_gtp::{GtpEngine, Identity, NoFiles, registry};
use gtp::Client;

const PATIENCE: Duration = Duration::from_secs(60);

/// Plays the first legal point and counts how often it is asked to ponder.
struct Counter(Arc<AtomicU64>);

impl Player for Counter {
    fn new_game(&mut self) {}

    fn choose(&mut self, game: &GameBoard, _: &mut Task<'_>) -> Choice {
        let is_legal = |mv: &Move| game.check(game.to_move(), *mv).is_ok();
        Choice::Play(game.size().points().map(Move::Play).find(is_legal).unwrap_or(Move::Pass))
    }

    fn final_status(&mut self, _: &GameBoard) -> FinalStatus {
        FinalStatus::default()
    }

    fn ponder(&mut self, _: &GameBoard, _: &(dyn Fn() -> bool + Sync)) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    fn set_seed(&mut self, _: u64) {}
}

#[test]
fn pondering_ends_with_the_position_it_is_about() {
    let (engine_input, to_engine) = io::pipe().expect("a pipe");
    let (from_engine, engine_output) = io::pipe().expect("a pipe");
    let count = Arc::new(AtomicU64::new(0));
    let player = Box::new(Counter(Arc::clone(&count)));
    let server = std::thread::spawn(move || {
        let identity = Identity { name: "Counter".into(), version: "1".into() };
        let mut engine = GtpEngine::new(identity, player, Box::new(NoFiles), Box::new(|| Duration::ZERO));
        gtp::serve(&registry(), &mut engine, engine_input, engine_output)
    });
    let mut client = Client::new(from_engine, to_engine);
    // Commands with a pause after each, in which the engine has nothing to do; then how often the player was asked.
    let mut ponders = |commands: &[&str]| {
        for command in commands {
            client.send(command).expect("sent");
            client.reply(PATIENCE).expect("a reply");
            std::thread::sleep(Duration::from_millis(30));
        }
        let before = count.load(Ordering::Relaxed);
        for command in ["name", "version", "name"] {
            client.send(command).expect("sent");
            client.reply(PATIENCE).expect("a reply");
            std::thread::sleep(Duration::from_millis(30));
        }
        count.load(Ordering::Relaxed) - before
    };
    assert!(ponders(&["boardsize 9", "genmove b"]) > 0, "our move is on the board");
    assert_eq!(ponders(&["play w E5"]), 0, "it is our turn");
    assert!(ponders(&["undo"]) > 0, "our move is the last one again");
    assert_eq!(ponders(&["undo", "play b D4"]), 0, "another move than ours");
    assert!(ponders(&["genmove w"]) > 0);
    assert_eq!(ponders(&["clear_board", "play b D4", "play w E5"]), 0, "another game of the same length");
    client.send("quit").expect("sent");
    client.reply(PATIENCE).expect("a reply");
    server.join().expect("no panic").expect("a conversation");
}
