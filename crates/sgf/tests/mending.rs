//! Mending does not lose information.

use sgf::{Layout, mend, parse, write_game};

fn mended(text: &str) -> String {
    let mut collection = parse(text).expect("a record");
    mend(&mut collection.games[0]);
    write_game(&collection.games[0], Layout::Compact)
}

#[test]
fn moves_are_judged_by_the_size_that_was_meant() {
    let text = mended("(;SZ[25x25];B[yy];W[tt];B[aa])");
    for kept in ["SZ[25]", "B[yy]", "W[tt]", "B[aa]"] {
        assert!(text.contains(kept), "{kept}: {text}");
    }
}

#[test]
fn other_games_are_left_alone() {
    let text = "(;GM[2]SZ[8];W[e2-e4];B[e7-e5])";
    assert_eq!(mended(text), text);
}

#[test]
fn many_doubles_are_joined_in_their_order() {
    let comments: String = (0..3_000).map(|n| format!("C[{n}]")).collect();
    let text = mended(&format!("(;FF[4]SZ[9]{comments};B[aa])"));
    let all: Vec<String> = (0..3_000).map(|n| n.to_string()).collect();
    assert!(text.contains(&format!("C[{}]", all.join("\n"))), "{}", &text[..200]);
    assert_eq!(text.matches("C[").count(), 1);
}
