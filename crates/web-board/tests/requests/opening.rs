//! What was answered in the games of the collection, in a corner and on the whole board.

use serde_json::{Value, json};

use super::{ask_as, event, line};

/// A page has one search at a time, so that tests that run together are different pages.
fn opening(page: &str, steps: Value, near: Value) -> super::Reply {
    let question = json!({ "line": line(steps), "task": { "opening": { "near": near } } });
    ask_as(page, "search", &question)
}

#[test]
fn the_answers_in_the_corner_and_on_the_board_are_told_as_they_lie() {
    // Two games begin with E5 and a stone on a 3-3 point; one goes on in the opposite corner, one beside it.
    let told = event(&opening("page-of-answers", json!([{ "b": "E5" }, { "w": "G3" }]), Value::Null), "opening");
    assert_eq!((&told["games"], &told["color"]), (&json!(3), &json!("b")));
    let board = &told["board"];
    assert_eq!((&board["n"], &board["found"], &board["left"]), (&json!(2), &json!(2), &json!(0)));
    let mut moves: Vec<&str> =
        board["answers"].as_array().expect("answers").iter().filter_map(|answer| answer["move"].as_str()).collect();
    moves.sort_unstable();
    // A corner beside the stone is one of two that the position's own symmetry makes equal.
    assert!(moves == ["C3", "C7"] || moves == ["C7", "G7"], "{moves:?}");
    let first = &board["answers"][0];
    assert_eq!(
        (&first["n"], first["won"].as_u64().map(|won| won + first["lost"].as_u64().unwrap_or(0))),
        (&json!(1), Some(1))
    );
    assert!(board["answers"].to_string().contains("Ada – <b>Bo</b>, B+3"), "{board}");
    // The corner of the last move: a 3-3 stone of the opponent, left alone both times.
    let corner = &told["corner"];
    assert!(corner["points"].as_array().expect("points").contains(&json!("G3")), "{corner}");
    assert!(corner["n"].as_u64().is_some_and(|n| n >= 2), "{corner}");
    assert_eq!(corner["left"], corner["reached"]);
}

#[test]
fn a_corner_may_be_named_and_nonsense_is_refused() {
    let told = event(&opening("page-of-a-corner", json!([]), json!("C3")), "opening");
    assert!(told["corner"]["points"].as_array().expect("points").contains(&json!("A1")), "{told}");
    assert_eq!(
        event(&opening("page-of-a-corner", json!([]), Value::Null), "opening")["corner"],
        Value::Null,
        "no move, no corner"
    );
    assert_eq!(event(&opening("page-of-a-corner", json!([]), Value::Null), "opening")["board"]["found"], 3);
    for wrong in [json!("Z9"), json!("../etc"), json!(3)] {
        assert_eq!(opening("page-of-a-corner", json!([]), wrong).status, 422);
    }
    // E5 on 9x9 is in no corner.
    assert_eq!(
        event(&opening("page-of-a-corner", json!([{ "b": "E5" }]), Value::Null), "opening")["corner"],
        Value::Null
    );
}
