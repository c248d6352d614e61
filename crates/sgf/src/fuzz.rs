//! Properties that hold for any bytes, as plain functions that any fuzzer can call; they panic only if a property
//! fails.

use crate::{GameTree, Layout, check, decode, mend, parse, write};

/// Reading: never panics; the games read are written and read again unchanged; every node has a place inside the text.
pub fn fuzz_sgf_read(data: &[u8]) {
    let decoded = decode(data);
    let Ok(collection) = parse(&decoded.text) else {
        return;
    };
    for layout in [Layout::Compact, Layout::Lines(20)] {
        let written = write(&collection.games, layout);
        let again = parse(&written).expect("what was written can be read");
        assert!(again.games == collection.games, "writing changed the games: {written}");
    }
    for game in &collection.games {
        assert_eq!(game.preorder().count(), game.n_nodes(), "every node is reached once");
        assert!(game.preorder().all(|node| node.offset() <= decoded.text.len()));
    }
}

/// Checking and mending: never panics; mending is idempotent; a mended game can be written and read again.
pub fn fuzz_sgf_mend(data: &[u8]) {
    let decoded = decode(data);
    let Ok(collection) = parse(&decoded.text) else {
        return;
    };
    for mut game in collection.games {
        check(&game);
        mend(&mut game);
        let once: GameTree<'_> = game.clone();
        let second = mend(&mut game);
        assert!(second.repaired.is_empty(), "mended twice: {:?}", second.repaired);
        assert!(once == game);
        let written = write([&game], Layout::Compact);
        assert!(parse(&written).expect("what was mended can be read").games[0] == game, "{written}");
    }
}
