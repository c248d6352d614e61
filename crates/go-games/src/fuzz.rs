//! Properties that hold for any bytes, as plain functions that any fuzzer can call; they panic only if a property
//! fails.

use crate::codec;
use crate::{Game, Importer, Replay, game_from_tree, read_database, read_games, tree_from_game, write_database};

/// Importing: never panics; a kept game survives conversion to SGF and back, the database, and replay to its end.
pub fn fuzz_import(data: &[u8]) {
    let mut importer = Importer::default();
    importer.add("input", read_games(data));
    let (games, summary) = importer.finish();
    assert_eq!(summary.n_records, games.len() + summary.refused.values().sum::<usize>());
    for game in &games {
        let again = game_from_tree(&tree_from_game(game)).expect("a game that was written can be read");
        assert_eq!(again.turns, game.turns);
        assert_eq!(again.setup, game.setup);
        let end: go_board::Position = Replay::new(game).into_final_position();
        assert_eq!(end.move_number, game.turns.len(), "every kept game can be played to its end");
    }
    let mut bytes = Vec::new();
    write_database(&games, &mut bytes).expect("writing to memory works");
    let again = read_database(&bytes).expect("a database that was written can be read");
    assert_eq!(again.len(), games.len());
}

/// Reading a database: never panics; the games read are written as a database that reads the same. The checksum rejects
/// nearly all inputs, so the bytes are also tried as the games behind it.
pub fn fuzz_database(data: &[u8]) {
    if let Ok(games) = read_database(data) {
        check_games(&games);
    }
    if let Some((&n_games, body)) = data.split_first()
        && let Ok(games) = codec::decode(body, n_games.into())
    {
        check_games(&games);
    }
}

fn check_games(games: &[Game]) {
    for game in games {
        let _: go_board::Position = Replay::new(game).into_final_position();
    }
    let mut bytes = Vec::new();
    write_database(games, &mut bytes).expect("writing to memory works");
    assert_eq!(read_database(&bytes).expect("a database that was written can be read"), games);
}
