//! Files made to use up memory cost what the budget says, and the message names the budget.

use go_games::{ReadBudget, ReadError, UnpackError, check_file, read_games, read_games_within};

fn packed(text: &[u8]) -> Vec<u8> {
    zstd::encode_all(text, 19).expect("packing into memory")
}

#[test]
fn a_small_file_that_unpacks_to_much_is_refused() {
    let bomb = packed(&[&b"(;C["[..], &vec![b'x'; 64 << 20], b"])"].concat());
    assert!(bomb.len() < 20_000, "{}", bomb.len());
    let error = read_games(&bomb).expect_err("beyond the budget");
    assert!(matches!(error, ReadError::Unpack(UnpackError::TooLarge { .. })), "{error}");
    assert!(error.to_string().contains("--max-unpacked"), "{error}");
    assert!(check_file(&bomb).is_err());
    let raised = ReadBudget { max_unpacked: Some(80 << 20), ..ReadBudget::default() };
    assert!(read_games_within(&bomb, &raised).is_ok(), "whoever trusts it can read it");
}

#[test]
fn a_game_of_empty_nodes_is_refused() {
    let text = [&b"(;SZ[9]"[..], &vec![b';'; 3 << 20], b")"].concat();
    for bytes in [&text, &packed(&text)] {
        let error = read_games(bytes).expect_err("beyond the budget");
        assert!(matches!(error, ReadError::TooManyNodes { .. }), "{error}");
        assert!(check_file(bytes).is_err());
    }
    let properties = [&b"(;"[..], &b"B[]".repeat(5 << 20), b")"].concat();
    assert!(matches!(read_games(&properties), Err(ReadError::TooManyNodes { .. })));
    assert!(sgf::parse(std::str::from_utf8(&text).expect("ASCII")).is_err());
    assert!(sgf::parse_first(std::str::from_utf8(&text).expect("ASCII")).is_err());
}

#[test]
fn a_file_of_empty_games_is_refused() {
    let budget = ReadBudget { max_games: 1000, ..ReadBudget::default() };
    assert!(read_games_within(&b"(;)".repeat(1000), &budget).is_ok());
    let error = read_games_within(&b"(;)".repeat(1001), &budget).expect_err("beyond the budget");
    assert!(error.to_string().contains("more than 1000 games"), "{error}");
}

#[test]
fn real_records_are_far_from_the_budget() {
    let game = "(;FF[4]GM[1]SZ[19]KM[6.5]PB[A]PW[B]RE[B+R];B[pd];W[dd];B[pq];W[dp];B[fq];W[cn];B[jp])\n";
    let text = game.repeat(2000);
    // Even the same game two thousand times, which no archive holds, is read.
    assert!(read_games(&packed(text.as_bytes())).is_ok());
}
