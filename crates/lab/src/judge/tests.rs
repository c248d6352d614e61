//! A small judged file of our own making, with figures worked out by hand.

use go_board::Move;
use go_review::{Candidate, Judgement};

use super::*;

/// The first moves of the shipped 9x9 game, with made-up numbers of a referee. Of its positions one is `null`, one is not judged and one has no lead.
const FILE: &str = include_str!("tests/judged.jsonl");

fn games() -> Vec<JudgedGame> {
    read_judged_games(FILE.as_bytes(), None).expect("our own file")
}

#[test]
fn the_file_is_read() {
    let games = games();
    assert_eq!(games.len(), 2);
    let first = &games[0];
    assert_eq!((first.id.as_str(), first.referee.as_str(), first.subject.moves().len()), ("self-9x9", "by hand", 6));
    let judged: Vec<bool> = first.positions.iter().map(Option::is_some).collect();
    assert_eq!(judged, [true, true, true, false, true, true, true]);
    let start = first.positions[0].as_ref().expect("it is judged");
    assert_eq!(start.values, Values { win: 0.5, lead: Some(0.0) });
    assert_eq!(start.top.len(), 2);
    assert_eq!(first.subject.name(start.top[0].0), "E5");
    assert_eq!(first.positions[6].as_ref().and_then(|position| position.values.lead), None);
    assert_eq!(games[1].id, "line 3", "a game without a name has its line's; the line before is empty");
    assert_eq!(read_judged_games(FILE.as_bytes(), Some(1)).expect("our own file").len(), 1);
    assert_eq!(read_judged_games(b"\n \n", None).expect("nothing is no error").len(), 0);
    assert!(games[1].positions.iter().flatten().all(|position| position.top.iter().all(|(mv, _)| *mv != Move::Pass)));
}

#[test]
fn bad_files_are_refused_with_their_line_and_a_remedy() {
    let said = |line: &str| {
        let file = format!("{}\n{line}\n", FILE.lines().next().expect("a line"));
        read_judged_games(file.as_bytes(), None).err().expect("refused").to_string()
    };
    let game = |positions: &str| format!("{{\"sgf\":\"(;SZ[9];B[ee];W[ec])\",\"positions\":[{positions}]}}");
    let expected = [
        ("{\"sgf\":".to_owned(), "line 2: this is no judged game (EOF while parsing a value at column 7)"),
        ("{\"sgf\":\"(;SZ[9];B[ee])\"}".to_owned(), "missing field `positions`"),
        (game("{\"ply\":0,\"black_win\":NaN}"), "holds NaN"),
        (game("{\"ply\":0,\"black_win\":1.01}"), "ply 0: black_win is 1.01, which is not between 0 and 1"),
        (game("{\"ply\":1,\"black_win\":0.5,\"black_lead\":-1e9}"), "ply 1: black_lead is -1000000000"),
        (game("{\"ply\":3,\"black_win\":0.5}"), "ply 3 is beyond the game, which has 2 moves"),
        (game("{\"ply\":2,\"black_win\":0.5},{\"ply\":2,\"black_win\":0.5}"), "ply 2 is there twice"),
        (game("{\"ply\":-1,\"black_win\":0.5}"), "no judged game"),
        (game("{\"ply\":0,\"black_win\":0.5,\"top\":[{\"move\":\"K5\"}]}"), "\"K5\" is no move on this board"),
        ("{\"sgf\":\"(;SZ[9];B[ee];W[ee])\",\"positions\":[]}".to_owned(), "its record cannot be used"),
        ("{\"sgf\":\"(;SZ[9])\",\"positions\":[]}".to_owned(), "the record holds no move"),
    ];
    for (line, words) in expected {
        let message = said(&line);
        assert!(message.starts_with("line 2: ") && message.contains(words), "{line}: {message}");
    }
    let binary = read_judged_games(b"\xff\xfe", None).err().expect("refused").to_string();
    assert!(binary.contains("line 1: this is not UTF-8 text"), "{binary}");
    // What follows two passes is not compared, and is no error.
    let after = "{\"sgf\":\"(;SZ[9];B[];W[];B[ee])\",\"positions\":[{\"ply\":3,\"black_win\":0.5}]}";
    assert_eq!(read_judged_games(after.as_bytes(), None).expect("a game")[0].positions.len(), 2);
}

/// A judgement for the side to move.
fn judgement(win_rate: f64, lead: f64, best: &str) -> Judgement {
    let best = Candidate { mv: best.to_owned(), n_visits: 3000, win_rate, variation: vec![best.to_owned()] };
    Judgement {
        n_playouts: 4000,
        win_rate,
        score_lead: Some(lead),
        candidates: vec![best],
        ownership: Vec::new(),
        probability: Some(0.1),
        rank: Some(1),
        likeliest: 0.3,
        played_visits: 10,
        grounds: None,
        comparison: None,
    }
}

/// Predicts nothing.
struct NoModel;

impl go_models::Predictor for NoModel {
    fn name(&self) -> &str {
        "none"
    }

    fn predict(&self, _: &go_board::Position, into: &mut go_models::Prediction) {
        *into = go_models::Prediction::default();
    }

    fn explain(&self, _: &go_board::Position, _: Move) -> Option<go_models::Explanation> {
        None
    }
}

/// The second game, moves E5 E7 F6 F7 C4 F3, Black first. Black is said to be even at first and far ahead after White's F7, where we would have played G4.
fn judgements() -> [Judgement; 7] {
    [
        judgement(0.5, 0.0, "E5"),
        judgement(0.5, 0.0, "E7"),
        judgement(0.5, 1.0, "F6"),
        judgement(0.5, -1.0, "G4"),
        judgement(0.95, 29.0, "C4"),
        judgement(0.05, -29.0, "F3"),
        judgement(0.95, 29.5, "G4"),
    ]
}

#[test]
fn ours_are_turned_to_black_and_compared_with_theirs() {
    let game = &games()[1];
    let paired = PairedGame::new(game, &judgements(), &NoModel);
    let ours: Vec<f64> = paired.ours.iter().map(|values| (values.win * 100.0).round()).collect();
    assert_eq!(ours, [50.0, 50.0, 50.0, 50.0, 95.0, 95.0, 95.0]);
    let leads: Vec<f64> = paired.ours.iter().filter_map(|values| values.lead).collect();
    assert_eq!(leads, [0.0, 0.0, 1.0, 1.0, 29.0, 29.0, 29.5]);
    let own: Vec<bool> = paired.moves.iter().map(|mv| mv.is_own_choice).collect();
    assert_eq!(own, [true, true, true, false, true, true]);
    let marked: Vec<bool> = paired.moves.iter().map(|mv| mv.is_marked).collect();
    assert_eq!(marked, [false, false, false, true, false, false], "White lost 45% and 28 points");
    // After G4 Black has -2 by the referee, after the move that was played 9: White would gain 11.
    assert_eq!(paired.moves[3].better, Some(Better::Gains(11.0)));
    assert_eq!(paired.moves[2].better, None);
    let loss = paired.their_loss(&paired.moves[3]).expect("both are judged");
    assert!((loss.win - 0.2).abs() < 1e-9 && loss.points == Some(7.0) && loss.is_real(), "{loss:?}");
    assert_eq!(paired.their_loss(&paired.moves[4]), None, "the position after it is not judged");
    assert!(!paired.is_counted, "the record names no result");
    let first = PairedGame::new(&games()[0], &judgements(), &NoModel);
    assert!(first.is_counted);
    assert_eq!(first.moves[3].better, Some(Better::Unjudged), "the referee did not judge that position");
}

#[test]
fn a_loss_is_real_from_two_points_or_five_hundredths() {
    let real = |win: f64, points| Loss { win, points }.is_real();
    assert!(real(0.6 - 0.55, None) && real(0.0, Some(2.0)) && real(-0.1, Some(2.1)));
    assert!(!real(0.049, Some(1.9)) && !real(0.0, None));
}

fn values(pairs: &[(f64, f64)]) -> Vec<Values> {
    pairs.iter().map(|&(win, lead)| Values { win, lead: Some(lead) }).collect()
}

/// Two games with plain numbers. In the first White moves first.
fn by_hand() -> Vec<PairedGame> {
    let mv = |ply, is_black| PairedMove { ply, is_black, is_marked: false, is_own_choice: false, better: None };
    let marked = |ply, is_black, better| PairedMove { is_marked: true, better: Some(better), ..mv(ply, is_black) };
    let first = PairedGame {
        id: "first".into(),
        is_counted: true,
        ours: values(&[(0.5, 0.0), (0.55, 2.0), (0.6, -3.0), (0.7, 5.0), (0.75, 4.0)]),
        theirs: values(&[(0.5, 0.0), (0.6, 3.0), (0.52, 1.0), (0.97, 12.0), (0.995, 13.5)])
            .into_iter()
            .map(Some)
            .collect(),
        moves: vec![
            PairedMove { is_own_choice: true, ..mv(0, false) },
            marked(1, true, Better::Gains(1.5)),
            marked(2, false, Better::Unjudged),
            marked(3, true, Better::Gains(-1.0)),
        ],
    };
    let theirs = values(&[(0.4, -2.0), (0.3, -1.0)]);
    let second = PairedGame {
        id: "second".into(),
        is_counted: false,
        ours: values(&[(0.45, -1.0), (0.5, 0.0), (0.5, 2.0)]),
        theirs: vec![Some(theirs[0]), None, Some(theirs[1])],
        moves: vec![marked(0, true, Better::Gains(0.2)), PairedMove { is_own_choice: true, ..mv(1, false) }],
    };
    vec![first, second]
}

#[test]
fn figures_by_hand() {
    let figures = Figures::new(&by_hand());
    assert_eq!((figures.n_games, figures.n_positions), (2, 7));
    let expected = [
        // Ranks of ours 2.5 4 5 6 7 1 2.5, of theirs 3 5 4 6 7 2 1: 25 / sqrt(27.5 * 28).
        ("win_rate_rank_correlation", 25.0 / 770f64.sqrt(), 7),
        ("win_rate_mean_difference", 0.895 / 7.0, 7),
        ("lead_mean_difference", 25.5 / 7.0, 7),
        // Ours .05 .05 .1 .05 have the ranks 2 2 4 2, theirs .1 -.08 .45 .025 have 3 1 4 2: 3 / sqrt(3 * 5).
        ("win_rate_change_rank_correlation", 3.0 / 15f64.sqrt(), 4),
        ("win_rate_where_referee_95_to_99", 0.7, 1),
        ("win_rate_where_referee_over_99", 0.75, 1),
        ("win_rate_largest", 0.75, 2),
        ("sign_disagreement_share", 1.0 / 7.0, 7),
        // Losses in points: White 3 and 11, Black 2 and -1.5; the second game's moves lack a position.
        ("marks_real_share", 2.0 / 3.0, 3),
        ("unmarked_real_share", 1.0, 1),
        ("marked_share", 4.0 / 6.0, 6),
        ("largest_five_marked_share", 2.0 / 3.0, 3),
        ("losses_of_ten_marked_share", 1.0, 1),
        ("better_unjudged_share", 1.0 / 4.0, 4),
        ("better_by_a_point_share", 1.0 / 3.0, 3),
        ("better_worse_by_a_point_share", 1.0 / 3.0, 3),
        ("last_20_marked_share", 3.0 / 4.0, 4),
        ("last_20_wrong_share", 3.0 / 4.0, 4),
        ("last_20_falsely_marked_share", 1.0 / 4.0, 4),
        ("optimism_win_rate", 0.025, 2),
        ("optimism_points", 2.0, 2),
    ];
    for (key, value, n) in expected {
        let found = figures.get(key).unwrap_or_else(|| panic!("{key} is measured")).all;
        assert!(found.value.is_some_and(|found| (found - value).abs() < 1e-9) && found.n == n, "{key}: {found:?}");
    }
    let stages = &figures.get("lead_mean_difference").expect("measured").stages;
    assert_eq!(stages[0].value, Some(25.5 / 7.0));
    assert_eq!((stages[1].value, stages[1].n, stages[1].interval), (None, 0, None));
    // A draw is twice one game or both: the interval reaches from one game's mean to the other's.
    let (low, high) = figures.get("lead_mean_difference").and_then(|figure| figure.all.interval).expect("two games");
    assert!((low - 2.0).abs() < 1e-9 && (high - 21.5 / 5.0).abs() < 1e-9, "{low} {high}");
}

/// Logits of .9 and .1 are twice those of .75 and .25; beyond 99.9% all is the same.
#[test]
fn the_slope_of_logits() {
    let game = |theirs: [f64; 2]| PairedGame {
        id: String::new(),
        is_counted: false,
        ours: values(&[(0.75, 1.0), (0.25, -1.0)]),
        theirs: theirs.map(|win| Some(Values { win, lead: None })).to_vec(),
        moves: Vec::new(),
    };
    let slope = |theirs| Figures::new(&[game(theirs)]).get("logit_slope").and_then(|figure| figure.all.value);
    assert!((slope([0.9, 0.1]).expect("two points") - 0.5).abs() < 1e-9);
    assert_eq!(slope([0.9999, 0.0]), slope([0.999, 0.001]));
    assert_eq!(slope([0.7, 0.7]), None);
    let figures = Figures::new(&[game([0.9, 0.1])]);
    assert_eq!(figures.get("lead_mean_difference").map(|figure| figure.all.n), Some(0), "the referee counts no points");
    assert!(figures.figures.iter().all(|figure| figure.all.interval.is_none()), "one game has no interval");
}

#[test]
fn the_report_holds_every_figure() {
    let games = by_hand();
    let figures = Figures::new(&games);
    let report = JudgeReport { games: &games, figures: &figures, engine: "ours", referee: "theirs" };
    let folder = tempfile::tempdir().expect("a folder");
    report.write(folder.path()).expect("written");
    let text = std::fs::read_to_string(folder.path().join("report.md")).expect("a report");
    assert!(text.contains("ours against theirs: 2 games, 7 positions"), "{text}");
    assert!(text.contains("| marked moves that are real mistakes") && text.contains("2 of 3"), "{text}");
    for name in ["reliability.svg", "leads.svg", "by-move.svg"] {
        assert!(text.contains(&format!("({name})")), "{name}");
        let svg = std::fs::read_to_string(folder.path().join(name)).expect("a plot");
        assert!(svg.starts_with("<svg") && svg.matches("<circle").count() > 2, "{name}");
    }
    let json = report.to_json();
    assert_eq!((&json["marks_real_share_count"], &json["marks_real_share_n"]), (&2.into(), &3.into()));
    assert_eq!(json["lead_mean_difference_moves_0_39"], 25.5 / 7.0);
    assert!(json["lead_mean_difference_moves_40_79"].is_null() && json["lead_mean_difference_low"] == 2.0);
    assert_eq!(json["games"][1]["id"], "second");
    let is_flat = |key: &String| key.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    assert!(json.keys().all(is_flat));
}

#[test]
fn any_bytes_are_borne() {
    fuzz::fuzz_judged_file(FILE.as_bytes());
    for end in 0..FILE.len() {
        fuzz::fuzz_judged_file(&FILE.as_bytes()[..end]);
    }
}

fn forecast(ply: usize, win: f64, black_won: bool) -> Forecast {
    Forecast { ply, win, black_won }
}

/// Of two positions at 62% and 68% Black won one, of two at 100% both.
#[test]
fn bins_and_scores_by_hand() {
    let forecasts =
        [forecast(0, 0.62, true), forecast(50, 0.68, false), forecast(50, 1.0, true), forecast(130, 1.0, true)];
    let found = bins(&forecasts);
    assert_eq!(
        found.iter().map(Option::is_some).collect::<Vec<_>>(),
        [[false; 6].as_slice(), &[true, false, false, true]].concat()
    );
    let bin = found[6].expect("two positions");
    assert!(bin.n == 2 && (bin.mean - 0.65).abs() < 1e-9 && bin.won == 0.5 && (bin.error() - 0.15).abs() < 1e-9);
    let report = ResultsReport::new(&forecasts, "ours".into());
    let json = report.to_json();
    let value = |key: &str| json[key].as_f64().expect(key);
    assert!((value("mean_bin_error") - 0.075).abs() < 1e-9);
    assert!(json["largest_bin_error"].is_null(), "no bin has enough positions");
    let brier = (0.38f64.powi(2) + 0.68f64.powi(2)) / 4.0;
    assert!((value("brier") - brier).abs() < 1e-9);
    let log_loss = -(0.62f64.ln() + 0.32f64.ln() + 2.0 * 0.999f64.ln()) / 4.0;
    assert!((value("log_loss") - log_loss).abs() < 1e-9);
    assert_eq!((json["brier_moves_40_79_n"].as_u64(), json["brier_moves_80_119_n"].as_u64()), (Some(2), Some(0)));
    assert!(json["brier_moves_120_on"].as_f64() == Some(0.0) && json["brier_moves_80_119"].is_null());
    assert!(report.to_terminal().contains("60-70 %"));
}

#[test]
fn the_largest_error_is_of_a_bin_with_enough_positions() {
    let sure = (0..30).map(|n| forecast(n, 0.95, n % 2 == 0));
    let forecasts: Vec<Forecast> = sure.chain([forecast(0, 0.05, true)]).collect();
    let json = ResultsReport::new(&forecasts, "ours".into()).to_json();
    assert!((json["largest_bin_error"].as_f64().expect("thirty positions") - 0.45).abs() < 1e-9);
}

#[test]
fn one_position_of_every_game_is_drawn() {
    let text = |at: &str, result: &str| format!("(;SZ[5]RE[{result}];B[{at}];W[cc];B[dd];W[de])");
    let games: Vec<go_games::Game> = ["aa", "ab", "ba", "bb"]
        .iter()
        .zip(["B+R", "W+3.5", "0", "B+T"])
        .map(|(at, result)| {
            let text = text(at, result);
            go_games::game_from_tree(&sgf::parse_first(&text).expect("a tree")).expect("a game")
        })
        .collect();
    let drawn = |most, seed| -> Vec<(u64, usize, bool)> {
        draw_positions(&games, most, seed).iter().map(|one| (one.fingerprint, one.ply, one.black_won)).collect()
    };
    let all = drawn(9, 1);
    assert_eq!((all.len(), all.iter().filter(|one| one.2).count()), (3, 2), "a draw has no winner");
    assert!(all.iter().all(|one| one.1 <= 4));
    assert_eq!(drawn(2, 1), all[..2], "more games begin with the same ones");
    assert!((2..20).any(|seed| drawn(9, seed) != all), "another seed draws others");
}
