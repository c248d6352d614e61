//! Matches between misbehaving toy programs: which one is blamed, what is counted, and how a match is resumed.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use crate::toys::{Quirk, ToyHost};
use arena::contest::{
    ClockSettings, GameRecord, MatchError, MatchSettings, Opening, Outcome, Summary, read_records, run_match,
    write_record,
};
use arena::{FaultKind, Side};

fn settings(games: u64) -> MatchSettings {
    MatchSettings { games, size: 5, komi: 0.5, patience: 0.3, ..MatchSettings::new("toy a", "toy b") }
}

/// Plays and returns the records in the order of the games.
fn play(settings: &MatchSettings, host: &ToyHost) -> Vec<GameRecord> {
    let mut records = Vec::new();
    run_match(settings, &[], 2, host, &mut |played| {
        records.push(played.record.clone());
        ControlFlow::Continue(())
    })
    .expect("a match");
    records.sort_by_key(|record: &GameRecord| record.game);
    records
}

/// Both games of a pair must end by this fault of this side.
fn check_fault(a: Quirk, b: Quirk, side: Side, kind: FaultKind) {
    for record in play(&settings(2), &ToyHost::new(a, b)) {
        let Outcome::Forfeit { fault } = &record.outcome else { panic!("{a:?} {b:?}: {record:?}") };
        assert_eq!((fault.side, fault.kind), (side, kind), "{a:?} {b:?}: {fault}");
        assert_eq!(record.outcome.points(), Some(if side == Side::B { 1.0 } else { 0.0 }));
    }
}

#[test]
fn faults_lose_and_are_named() {
    check_fault(Quirk::None, Quirk::Illegal, Side::B, FaultKind::IllegalMove);
    check_fault(Quirk::Babbles, Quirk::None, Side::A, FaultKind::IllegalMove);
    check_fault(Quirk::None, Quirk::Crashes, Side::B, FaultKind::Crashed);
    check_fault(Quirk::Hangs, Quirk::None, Side::A, FaultKind::Hung);
    check_fault(Quirk::None, Quirk::Refuses, Side::B, FaultKind::Refused);
}

#[test]
fn games_are_counted_and_colours_alternate() {
    let records = play(&settings(4), &ToyHost::new(Quirk::None, Quirk::None));
    assert_eq!(records.iter().map(|record| record.game).collect::<Vec<_>>(), [0, 1, 2, 3]);
    for record in &records {
        let Outcome::Score { winner: Some(winner), result } = &record.outcome else { panic!("{record:?}") };
        assert_eq!(result.starts_with('B'), *winner == record.black, "{record:?}");
        assert_eq!(record.black, if record.game % 2 == 0 { Side::A } else { Side::B });
        assert_eq!(usize::try_from(record.n_chosen[0] + record.n_chosen[1]), Ok(record.moves.len()));
    }
    let summary = Summary::new(&records, None);
    assert_eq!((summary.games, summary.wins, summary.losses), (4, 2, 2), "the same game with colours exchanged");
    assert_eq!(summary.duplicates, 2);
}

#[test]
fn resignation_and_dispute() {
    for record in play(&settings(2), &ToyHost::new(Quirk::Resigns, Quirk::None)) {
        assert_eq!(record.outcome, Outcome::Resignation { winner: Side::B });
    }
    for record in play(&settings(2), &ToyHost::new(Quirk::None, Quirk::Miscounts)) {
        assert!(matches!(record.outcome, Outcome::Disputed { .. }), "{record:?}");
    }
    // One program that counts is enough.
    for record in play(&settings(2), &ToyHost::new(Quirk::CannotCount, Quirk::None)) {
        assert!(matches!(record.outcome, Outcome::Score { .. }), "{record:?}");
    }
}

#[test]
fn a_repetition_that_the_opponent_refuses_loses() {
    // The stones on A1 and B1 take their own last liberty: the position repeats.
    let black = Quirk::Follows(&["E5", "E4", "E3", "A1", "B1"]);
    let white = Quirk::Follows(&["A2", "B2", "C1"]);
    let settings = MatchSettings { rules: "tromp-taylor".into(), size: 5, ..settings(1) };
    for record in play(&settings, &ToyHost::new(black, white)) {
        let Outcome::Forfeit { fault } = &record.outcome else { panic!("{record:?}") };
        assert_eq!((fault.side, fault.kind), (Side::A, FaultKind::IllegalMove), "{fault}");
        assert!(fault.detail.contains("B1 repeats a position"), "{fault}");
    }
}

#[test]
fn a_clock_runs_out() {
    // The host's clock advances at least a second between two readings.
    let clock = Some(ClockSettings { main: 2.0, period: 0.0, stones: 0 });
    for record in play(&MatchSettings { clock, ..settings(2) }, &ToyHost::new(Quirk::None, Quirk::None)) {
        let Outcome::Forfeit { fault } = &record.outcome else { panic!("{record:?}") };
        assert_eq!(fault.kind, FaultKind::OutOfTime);
    }
}

#[test]
fn handicap_stones_are_taken_by_b() {
    let settings = MatchSettings { size: 9, handicap: 4, ..settings(2) };
    let mut texts = Vec::new();
    run_match(&settings, &[], 1, &ToyHost::new(Quirk::None, Quirk::None), &mut |played| {
        assert_eq!(played.record.black, Side::B);
        texts.push(played.sgf.expect("a game").to_owned());
        ControlFlow::Continue(())
    })
    .expect("a match");
    assert!(texts[0].contains("HA[4]") && texts[0].contains(";W["), "{}", texts[0]);
    // An opening that only suits an empty board is rejected before any game.
    let opening = Opening::Lines(vec![vec!["E5".into()], vec!["G7".into()]]);
    let settings = MatchSettings { opening, ..settings };
    let host = ToyHost::new(Quirk::None, Quirk::None);
    let error =
        run_match(&settings, &[], 1, &host, &mut |_| ControlFlow::Continue(())).expect_err("a stone on a stone");
    assert_eq!(error.to_string(), "opening 2: \"G7\" is not a legal move there on 9x9");
}

#[test]
fn pairs_share_an_opening_and_files_read_back() {
    let settings = MatchSettings { size: 9, opening: Opening::Random { moves: 4 }, ..settings(6) };
    let mut firsts = vec![Vec::new(); 6];
    run_match(&settings, &[], 2, &ToyHost::new(Quirk::None, Quirk::None), &mut |played| {
        let record = played.record;
        firsts[usize::try_from(record.game).expect("small")] = record.moves[..4].to_vec();
        let text = played.sgf.expect("a game");
        let collection = sgf::parse_strict(text).expect("good SGF");
        let game = go_games::game_from_tree(&collection.games[0]).expect("a game");
        assert_eq!(game.turns.len(), record.moves.len());
        assert!(game.players[0].starts_with("Toy"), "{text}");
        ControlFlow::Continue(())
    })
    .expect("a match");
    assert!(firsts.chunks(2).all(|pair| pair[0] == pair[1]), "{firsts:?}");
    assert_eq!(firsts.iter().collect::<BTreeSet<_>>().len(), 3, "{firsts:?}");
}

#[test]
fn a_match_is_resumed() {
    let settings = MatchSettings { opening: Opening::Random { moves: 2 }, ..settings(6) };
    let whole = play(&settings, &ToyHost::new(Quirk::None, Quirk::Resigns));
    // Stop after two games, as a person or a sequential test does.
    let mut file = String::new();
    run_match(&settings, &[], 1, &ToyHost::new(Quirk::None, Quirk::Resigns), &mut |played| {
        file += &write_record(played.record, &settings);
        if played.record.game >= 1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })
    .expect("a match");
    let done = read_records(&file, &settings).expect("records");
    assert_eq!(done.len(), 2);
    let mut again = done.clone();
    run_match(&settings, &done, 1, &ToyHost::new(Quirk::None, Quirk::Resigns), &mut |played| {
        again.push(played.record.clone());
        ControlFlow::Continue(())
    })
    .expect("a match");
    let essence = |records: &[GameRecord]| {
        records
            .iter()
            .map(|record| (record.game, record.black, record.outcome.clone(), record.moves.clone()))
            .collect::<Vec<_>>()
    };
    assert_eq!(essence(&again), essence(&whole));
    // A match that is complete starts nothing.
    let host = ToyHost::new(Quirk::None, Quirk::None);
    run_match(&settings, &whole, 1, &host, &mut |_| panic!("nothing is left")).expect("a match");
    assert_eq!(host.n_started.load(Ordering::Relaxed), 0);
}

#[test]
fn a_program_without_genmove_is_rejected_at_the_start() {
    let host = ToyHost::new(Quirk::None, Quirk::CannotPlay);
    let error = run_match(&settings(100), &[], 2, &host, &mut |_| panic!("no game")).expect_err("unfit");
    assert_eq!(error.to_string(), "program B (toy b): it lacks genmove");
    assert!(matches!(error, MatchError::Unfit { side: Side::B, .. }));
    let error = run_match(&MatchSettings { size: 0, ..settings(1) }, &[], 1, &host, &mut |_| panic!("no game"));
    assert_eq!(error.expect_err("no board").to_string(), "board size 0 is not 1 to 25");
}
