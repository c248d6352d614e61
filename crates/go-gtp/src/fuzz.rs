//! Properties that hold for any bytes sent to the whole engine. See `cargo xtask fuzz`.

use std::io;
use std::time::Duration;

use go_board::{GameBoard, Move};
use go_engine::{Choice, FinalStatus, Player, Task};

use crate::files::Files;
use crate::{GtpEngine, Identity, registry};

/// Plays on the first point that the rules allow: fast, and legal by definition.
struct FirstLegal;

impl Player for FirstLegal {
    fn new_game(&mut self) {}

    fn choose(&mut self, game: &GameBoard, _: &mut Task<'_>) -> Choice {
        let first = game.size().points().map(Move::Play).find(|&mv| game.check(game.to_move(), mv).is_ok());
        Choice::Play(first.unwrap_or(Move::Pass))
    }

    fn final_status(&mut self, _: &GameBoard) -> FinalStatus {
        FinalStatus::default()
    }

    fn set_seed(&mut self, _: u64) {}
}

/// Every file holds the same bytes.
struct OneFile(Vec<u8>);

impl Files for OneFile {
    fn read(&self, _: &str) -> io::Result<Vec<u8>> {
        Ok(self.0.clone())
    }

    fn write(&self, _: &str, bytes: &[u8]) -> io::Result<()> {
        let decoded = sgf::decode(bytes);
        sgf::parse_strict(&decoded.text).expect("what we write is good SGF");
        Ok(())
    }
}

/// Any conversation leaves a board that is consistent and can be taken back to its start. The bytes after the first
/// zero are what `loadsgf` reads.
pub fn fuzz_engine(data: &[u8]) {
    let (commands, file) = match data.iter().position(|&byte| byte == 0) {
        Some(at) => (&data[..at], &data[at + 1..]),
        None => (data, data),
    };
    let identity = Identity { name: "fuzz".into(), version: "0".into() };
    let files = Box::new(OneFile(file.to_vec()));
    let mut engine = GtpEngine::new(identity, Box::new(FirstLegal), files, Box::new(|| Duration::ZERO));
    gtp::serve(&registry(), &mut engine, io::Cursor::new(commands.to_vec()), io::sink()).expect("a slice and a sink");
    engine.game.board().check_consistency().expect("chains, liberties and hashes fit the stones");
    let n_moves = engine.game.moves().len();
    let n_undone = std::iter::repeat_with(|| engine.game.undo()).take_while(|&undone| undone).count();
    assert_eq!(n_undone, n_moves, "every move can be taken back");
    engine.game.board().check_consistency().expect("chains, liberties and hashes fit the stones");
}
