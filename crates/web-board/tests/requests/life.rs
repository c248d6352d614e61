//! Life and death over the socket: groups solved, marks refused in words, shipped problems practised.

use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};
use tsumego::{Task, read_tasks};

use super::{Reply, ask_as, event};

/// The shipped problems.
pub(super) fn problems() -> Vec<Task> {
    let tasks = read_tasks(include_bytes!("../../../../data/problems/people.txt")).expect("shipped problems");
    tasks.into_iter().map(|task| task.expect("a problem")).collect()
}

/// Three points in a row: Black lives or dies by B9.
fn corner() -> Value {
    json!({ "b": ["D9", "A8", "B8", "C8", "D8"], "w": ["E9", "E8", "A7", "B7", "C7", "D7", "E7"], "turn": "w" })
}

/// A page of its own for every question: tests run side by side, and a page's next question ends its last one.
fn new_page() -> String {
    static PAGES: AtomicUsize = AtomicUsize::new(0);
    format!("page-about-life-{}", PAGES.fetch_add(1, Ordering::Relaxed))
}

fn solve(set: Value, target: &[&str], more: Value) -> Reply {
    let line = json!({ "size": 9, "rules": "chinese", "komi": 7.5, "steps": [{ "set": set }] });
    let mut question = json!({ "line": line, "target": target });
    for (key, value) in more.as_object().expect("an object") {
        question[key] = value.clone();
    }
    ask_as(&new_page(), "tsumego/solve", &question)
}

fn of_verdict<'a>(solved: &'a Value, verdict: &str) -> Vec<&'a str> {
    let moves = solved["moves"].as_array().expect("moves");
    moves.iter().filter(|mv| mv["verdict"] == verdict).map(|mv| mv["move"].as_str().expect("a name")).collect()
}

#[test]
fn a_marked_group_is_solved_for_either_side() {
    let white = event(&solve(corner(), &["A8"], json!({})), "solved");
    assert_eq!(
        (&white["status"], &white["after_pass"], &white["proved"]),
        (&json!("dead"), &json!("alive"), &json!(true))
    );
    assert_eq!(white["words"], "White to play captures: Black is dead.");
    assert_eq!((of_verdict(&white, "right"), of_verdict(&white, "unknown")), (vec!["B9"], vec![]));
    let wrong = white["moves"].as_array().expect("moves").iter().find(|mv| mv["move"] == "A9").expect("A9 is legal");
    assert_eq!((&wrong["verdict"], &wrong["words"]), (&json!("wrong"), &json!("Black lives")));
    assert_eq!((&wrong["line"][0], &wrong["line"][1]), (&json!("A9"), &json!("B9")), "the refutation: {wrong}");
    let black = event(&solve(corner(), &["D9"], json!({ "turn": "b" })), "solved");
    assert_eq!((&black["status"], of_verdict(&black, "right")), (&json!("alive"), vec!["B9"]));
    assert_eq!(black["words"], "Black to play lives. It gets two eyes.");
}

/// A board with room for everything is not read out in 10 seconds; the page need not wait for that.
#[test]
fn another_question_ends_a_search() {
    let ask = |set: Value, target: &str, part: Value| {
        let line = json!({ "size": 13, "rules": "chinese", "komi": 7.5, "steps": [{ "set": set }] });
        ask_as("page-that-is-impatient", "tsumego/solve", &json!({ "line": line, "target": [target], "part": part }))
    };
    let open = json!({ "b": ["G7", "A13"], "w": ["N1"] });
    let first = std::thread::spawn(move || ask(open, "G7", json!(["C11", "L3"])));
    std::thread::sleep(std::time::Duration::from_millis(300));
    let small = json!({ "b": ["D13", "A12", "B12", "C12", "D12"], "w": ["E13", "E12", "A11", "B11", "C11", "D11", "E11"], "turn": "w" });
    let second = event(&ask(small, "A12", json!(["A13", "C13"])), "solved");
    assert_eq!(second["status"], "dead");
    let first = event(&first.join().expect("no panic"), "solved");
    assert_eq!((&first["status"], &first["proved"]), (&json!("unknown"), &json!(false)));
    assert!(first["seconds"].as_f64().is_some_and(|seconds| seconds < 9.0), "{}", first["seconds"]);
}

#[test]
fn a_region_can_be_bounded() {
    let bounded = event(&solve(corner(), &["A8"], json!({ "part": ["C9", "A9"] })), "solved");
    assert_eq!((&bounded["status"], &bounded["filled"]), (&json!("dead"), &json!([])));
    let small = solve(corner(), &["A8"], json!({ "part": ["A9", "A9"] }));
    assert_eq!(small.status, 422);
    assert!(small.error().contains("mark a larger region"), "{}", small.error());
}

#[test]
fn questions_about_no_group_are_refused_in_words() {
    for (set, target, part) in [
        (corner(), vec![], "no chain is marked"),
        (corner(), vec!["B9"], "the target point B9 is empty"),
        (corner(), vec!["A8", "A7"], "stones of both colours"),
        (corner(), vec!["Z9"], "not a point"),
        (json!({ "b": ["E5"] }), vec!["E5"], "not enclosed"),
        // Both chains are dead: no board can show them.
        (json!({ "b": ["A9"], "w": ["B9", "A8", "B8"] }), vec!["A9"], "without liberty"),
        (json!({ "b": every_point() }), vec!["A9"], "without liberty"),
    ] {
        let reply = solve(set.clone(), &target, json!({}));
        assert_eq!(reply.status, 422, "{set} {target:?}: {}", reply.body);
        assert!(reply.error().contains(part), "{set} {target:?}: {}", reply.error());
    }
    assert_eq!(solve(corner(), &["A8"], json!({ "turn": "green" })).status, 422);
    assert_eq!(solve(corner(), &["A8"], json!({ "part": ["A9", "/etc"] })).status, 422);
}

fn every_point() -> Vec<String> {
    "ABCDEFGHJ".chars().flat_map(|column| (1..=9).map(move |row| format!("{column}{row}"))).collect()
}

fn practise(number: usize, more: Value) -> Reply {
    let mut question = json!({ "problem": { "number": number, "symmetry": 5, "swapped": true } });
    for (key, value) in more.as_object().expect("an object") {
        question[key] = value.clone();
    }
    ask_as(&new_page(), "tsumego/practice", &question)
}

#[test]
fn a_problem_is_posed_hinted_and_played_to_its_end() {
    for number in [0, 100, 250, 499] {
        let posed = event(&practise(number, json!({})), "problem");
        assert_eq!(posed["level"], number / 25 + 1);
        assert!(posed["goal"].as_str().is_some_and(|goal| goal.contains("to play and")), "{posed}");
        let mut moves = json!([]);
        let mut verdicts = Vec::new();
        while verdicts.last().is_none_or(|verdict| verdict == "right") {
            let hint = event(&practise(number, json!({ "moves": moves, "hint": true })), "hint");
            let right = hint["right"][0].clone();
            assert!(hint["offered"].as_array().is_some_and(|offered| offered.contains(&right)), "{hint}");
            let answer = event(&practise(number, json!({ "moves": moves, "play": right })), "answer");
            moves = answer["moves"].clone();
            verdicts.push(answer["verdict"].as_str().expect("a verdict").to_owned());
        }
        assert_eq!(verdicts.last().map(String::as_str), Some("solved"), "{number}: {verdicts:?}");
    }
}

#[test]
fn a_wrong_move_is_refuted_and_no_move_of_the_problem_refused() {
    let number = 40;
    let hint = event(&practise(number, json!({ "hint": true })), "hint");
    let right = hint["right"].as_array().expect("right moves");
    let wrong = hint["offered"].as_array().expect("points").iter().find(|name| !right.contains(name)).expect("another");
    let answer = event(&practise(number, json!({ "play": wrong })), "answer");
    assert_eq!(answer["verdict"], "wrong", "{answer}");
    assert!(answer["line"].as_array().is_some_and(|line| !line.is_empty()), "a refutation: {answer}");
    let posed = event(&practise(number, json!({})), "problem");
    let stone = event(&practise(number, json!({ "play": posed["target"][0] })), "answer");
    assert_eq!(stone["verdict"], "impossible");
    // The corner opposite to a problem is outside of it.
    let corners = ["A1", "J9", "A9", "J1", "N13", "T19"];
    let outside = corners.iter().filter_map(|name| {
        let reply = practise(number, json!({ "play": name }));
        (reply.status == 200).then(|| event(&reply, "answer"))
    });
    assert!(outside.into_iter().any(|answer| answer["words"].as_str().is_some_and(|words| words.contains("outside"))));
    let error = event(&practise(number, json!({ "moves": ["pass", "pass"], "play": wrong })), "error");
    assert_eq!(error["error"], "these moves are no line of the problem");
    for strange in [json!({ "play": "Z99" }), json!({ "moves": vec!["A1"; 201] }), json!({ "moves": ["<b>"] })] {
        assert_eq!(practise(number, strange).status, 422);
    }
    assert_eq!(practise(500, json!({})).status, 422);
}
