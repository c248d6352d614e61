//! Hostile texts: very long lines, deep nesting, files truncated anywhere, bytes that are not text.

use sgf::{Layout, ProblemKind, fuzz};

/// Runs a test on a stack far smaller than recursion over these trees would need.
fn on_a_small_stack(test: fn()) {
    std::thread::Builder::new().stack_size(128 * 1024).spawn(test).unwrap().join().unwrap();
}

#[test]
fn a_main_line_of_a_million_nodes() {
    on_a_small_stack(|| {
        let text = format!("(;SZ[19]{})", ";B[aa];W[bb]".repeat(500_000));
        let mut collection = sgf::parse(&text).unwrap();
        assert!(collection.problems.is_empty());
        assert_eq!(collection.games[0].main_line().count(), 1_000_001);
        assert_eq!(sgf::write_game(&collection.games[0], Layout::Compact), text);
        assert!(collection.games[0] == collection.games[0].clone());
        sgf::mend(&mut collection.games[0]);
        drop(collection);
    });
}

#[test]
fn a_hundred_thousand_nested_variations() {
    on_a_small_stack(|| {
        const DEPTH: usize = 100_000;
        let text = format!("(;SZ[19]{}{})", "(;B[aa](;W[cc])".repeat(DEPTH), ")".repeat(DEPTH));
        let collection = sgf::parse(&text).unwrap();
        assert!(collection.problems.is_empty());
        let game = &collection.games[0];
        assert_eq!(game.n_nodes(), 1 + 2 * DEPTH);
        assert_eq!(game.preorder().count(), game.n_nodes());
        let written = sgf::write_game(game, Layout::Compact);
        assert!(sgf::parse(&written).unwrap().games[0] == *game);
        assert!(!sgf::check(game).is_empty(), "FF is missing");
    });
}

#[test]
fn parentheses_without_end() {
    on_a_small_stack(|| {
        for text in ["(".repeat(1_000_000), ")".repeat(1_000_000), "()".repeat(500_000), "(;".repeat(500_000)] {
            let reader = sgf::Reader::new(&text).unwrap();
            assert!(reader.map(|game| game.n_nodes()).sum::<usize>() <= 500_000);
        }
        let opened_and_closed = format!("{};B[aa]{}", "(".repeat(300_000), ")".repeat(300_000));
        assert_eq!(sgf::parse(&opened_and_closed).unwrap().games.len(), 1);
    });
}

#[test]
fn many_problems_take_linear_time_and_little_memory() {
    let text = format!("(;{})", "x]".repeat(1_000_000));
    let mut reader = sgf::Reader::new(&text).unwrap();
    assert_eq!(reader.by_ref().count(), 1);
    assert!(reader.problems().len() <= 10_000);
    let wide = format!("(;{})", "B[aa]".repeat(20_000));
    let mut game = sgf::parse(&wide).unwrap().games.remove(0);
    sgf::mend(&mut game);
    assert_eq!(game.main_line().count(), 1);
}

#[test]
fn a_text_cut_off_anywhere_is_read_as_far_as_it_goes() {
    let whole = include_str!("data/variations.sgf");
    for end in (0..whole.len()).filter(|&end| whole.is_char_boundary(end)) {
        let cut = &whole[..end];
        fuzz::fuzz_sgf_read(cut.as_bytes());
        fuzz::fuzz_sgf_mend(cut.as_bytes());
        match sgf::parse(cut) {
            Ok(collection) => {
                use ProblemKind::{JunkOutsideGame, MissingClose, NameWithoutValue, UnclosedValue};
                let expected = [MissingClose, UnclosedValue, NameWithoutValue, JunkOutsideGame];
                let complete = cut.trim_end().ends_with(')') && collection.problems.is_empty();
                assert!(
                    complete || collection.problems.iter().any(|problem| expected.contains(&problem.kind)),
                    "{cut}"
                );
            }
            Err(problem) => assert_eq!(problem.kind, ProblemKind::NoGame, "{cut}"),
        }
    }
}

#[test]
fn bytes_that_are_not_text_are_not_a_game() {
    let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\x1f\x15\xc4\x89";
    let decoded = sgf::decode(png);
    let problem = sgf::parse(&decoded.text).unwrap_err();
    assert_eq!(problem.kind, ProblemKind::NoGame);
    assert!(problem.to_string().contains("line 1, column 1"), "{problem}");
    assert!(problem.to_string().contains("a game starts with `(;`"), "{problem}");
    for empty in ["", " \r\n\t", "(", ")", "()", "hello"] {
        assert_eq!(sgf::parse(empty).unwrap_err().kind, ProblemKind::NoGame, "{empty:?}");
    }
}
