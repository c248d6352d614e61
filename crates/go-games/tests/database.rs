//! Damaged databases: every one is rejected with a message that says what to do.

use go_games::{DatabaseError, Importer, is_database, read_database, read_games, write_database};

fn database() -> Vec<u8> {
    let mut importer = Importer::default();
    importer.add("games.sgf", read_games(include_bytes!("data/mixed.sgf")));
    let (games, _) = importer.finish();
    assert!(games.len() >= 3);
    let mut bytes = Vec::new();
    write_database(&games, &mut bytes).unwrap();
    bytes
}

#[test]
fn a_database_of_version_1_can_be_read_for_ever() {
    let mut importer = Importer::default();
    importer.add("version-1.sgf", read_games(include_bytes!("data/version-1.sgf")));
    let (games, _) = importer.finish();
    assert_eq!(read_database(include_bytes!("data/version-1.games")).unwrap(), games);
}

#[test]
fn every_cut_is_noticed() {
    let bytes = database();
    assert!(is_database(&bytes) && read_database(&bytes).is_ok());
    for end in 1..bytes.len() {
        let error = read_database(&bytes[..end]).unwrap_err();
        assert!(matches!(error, DatabaseError::CutOff { .. }), "{end}: {error}");
    }
}

#[test]
fn every_flipped_bit_is_noticed() {
    let bytes = database();
    for at in 0..bytes.len() {
        for bit in 0..8 {
            let mut flipped = bytes.clone();
            flipped[at] ^= 1 << bit;
            assert!(read_database(&flipped).is_err(), "byte {at}, bit {bit}");
        }
    }
}

#[test]
fn other_files_and_versions_are_named() {
    let bytes = database();
    let other = [b"TESUJI-GAMES 7", &bytes[14..]].concat();
    assert_eq!(
        read_database(&other).unwrap_err().to_string(),
        "a game database of version 7; this program reads version 1: import the games again"
    );
    assert!(matches!(read_database(b""), Err(DatabaseError::NotADatabase { .. })));
    assert!(matches!(read_database(b"(;GM[1])"), Err(DatabaseError::NotADatabase { found }) if found == "(;GM[1])"));
    let longer = [&bytes[..], b"x"].concat();
    assert!(matches!(read_database(&longer), Err(DatabaseError::Damaged { .. })));
}
