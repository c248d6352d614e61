//! A complete review with a player of known judgements, on valid and damaged records.

use go_board::{GameBoard, Move, Point, PointMap, Position};
use go_engine::{Analysis, Choice, FinalStatus, MoveReport, Player, Task};
use go_models::{Evidence, Explanation, Prediction, Predictor, Reason};
use go_review::checkpoint::{self, Plan};
use go_review::{Judgement, Kind, Review, Subject, Verdict, annotate, html, judge};

/// Thinks that the side to move wins unless it has just let White's chance at the centre pass; always wants the centre first.
struct Scripted;

impl Player for Scripted {
    fn new_game(&mut self) {}

    fn choose(&mut self, game: &GameBoard, task: &mut Task<'_>) -> Choice {
        let centre = game.size().point(4, 4).expect("9x9");
        let taken = game.board().color_at(centre);
        // The side that holds the centre wins; until then the side to move is slightly ahead.
        let win_rate = taken.map_or(0.7, |owner| if owner == game.to_move() { 0.9 } else { 0.1 });
        let mv = if taken.is_none() { Move::Play(centre) } else { Move::Pass };
        let mut ownership = PointMap::filled(0.0_f32);
        if let Some(owner) = taken {
            game.size().points().for_each(|point| ownership[point] = if owner == game.to_move() { 1.0 } else { -1.0 });
        }
        let best = MoveReport {
            mv,
            n_visits: 900,
            win_rate,
            win_rate_low: win_rate,
            prior: 0.5,
            score_lead: None,
            score_spread: None,
            variation: vec![mv, Move::Pass],
        };
        let analysis = Analysis {
            n_playouts: 1000,
            win_rate,
            score_lead: Some(20.0 * (win_rate - 0.5)),
            moves: vec![best],
            ownership: Some(Box::new(ownership)),
            ..Analysis::default()
        };
        (task.watch.as_mut().expect("an observer").show)(&analysis);
        Choice::Play(mv)
    }

    fn final_status(&mut self, _: &GameBoard) -> FinalStatus {
        FinalStatus::default()
    }

    fn set_seed(&mut self, _: u64) {}
}

/// Likes every move the same, and the centre for a reason.
struct Even;

impl Predictor for Even {
    fn name(&self) -> &str {
        "even"
    }

    fn predict(&self, position: &Position, prediction: &mut Prediction) {
        prediction.moves = position.legal_points().map(Move::Play).chain([Move::Pass]).collect();
        prediction.probabilities = vec![1.0 / prediction.moves.len() as f32; prediction.moves.len()];
    }

    fn explain(&self, position: &Position, mv: Move) -> Option<Explanation> {
        let mut prediction = Prediction::default();
        self.predict(position, &mut prediction);
        let central = mv.point().is_some_and(|point| (point.x(), point.y()) == (4, 4));
        let reason = Reason {
            features: vec!["<centre>".into()],
            words: "in the middle".into(),
            factor: 3.0,
            evidence: Evidence::Shape { center: Point::new(4, 4).expect("a point"), radius: 3 },
            leaf: None,
        };
        let reasons = if central { vec![reason] } else { Vec::new() };
        Explanation::product(&prediction, mv, 1.0, reasons)
    }
}

fn judged(subject: &Subject) -> Vec<Judgement> {
    (0..subject.n_positions()).map(|n| judge(subject, n, &mut Scripted, &Even, 1)).collect()
}

const GAME: &str = "(;SZ[9]KM[6.5]C[before](;B[aa]C[mine];W[ee];B[bb])(;B[cc]))";

#[test]
fn a_mistake_is_found_named_and_written_down() {
    let subject = Subject::from_bytes(GAME.as_bytes()).expect("a game");
    let review = Review::new(&subject, &judged(&subject), &Even);
    let verdicts: Vec<Verdict> = review.ratings.iter().map(|rating| rating.verdict).collect();
    // A9 leaves White 0.7, E5 would have left White 0.1; E5 is what the search wants; after it B8 changes nothing.
    assert_eq!(verdicts, [Verdict::Blunder, Verdict::Best, Verdict::Good]);
    assert!((review.ratings[0].loss - 0.6).abs() < 1e-9);
    assert!((review.ratings[0].points_lost - 12.0).abs() < 1e-9 && (review.ratings[0].lead_before - 8.0).abs() < 1e-9);
    assert_eq!(review.black_win_rates.len(), 4);
    let mistake = &review.mistakes[0];
    assert_eq!((mistake.kind, mistake.missed.len()), (Kind::Unclear, 1));
    let tree = annotate::annotate(&subject, &review);
    let text = sgf::write_game(&tree, sgf::Layout::Compact);
    assert!(
        text.contains("C[before\n\nTesuji: Black") && text.contains("C[mine\n\nTesuji: move 1, Black A9"),
        "{text}"
    );
    assert!(text.contains("BM[2]LB[ee:A]") && text.contains("[<centre>\\]"), "{text}");
    assert!(
        text.contains("(;B[cc])") && text.contains("(;B[ee]C[Tesuji: better than A9: win rate 90%, B+8.0.];W[];B[])"),
        "{text}"
    );
    let read = sgf::parse_strict(&text).expect("what is written can be read");
    assert_eq!(read.games[0], tree);
}

/// The stones of the strongest missed reason are circled on the board of the better move.
#[test]
fn the_report_marks_the_stones_of_a_missed_reason() {
    let page = |set_up: &str| {
        let record = format!("(;SZ[9]{set_up};B[aa];W[ee])");
        let subject = Subject::from_bytes(record.as_bytes()).expect("a game");
        html::page(&subject, &Review::new(&subject, &judged(&subject), &Even), "test")
    };
    assert!(page("AW[ed]").contains("Circles: what its strongest reason looks at."));
    assert!(!page("AW[hh]").contains("Circles:"), "no stone within the shape");
}

#[test]
fn stopped_and_continued_is_the_same_review() {
    let subject = Subject::from_bytes(GAME.as_bytes()).expect("a game");
    let all = judged(&subject);
    let plan = Plan::new(&subject, 1000, 1, "test".into());
    let text = plan.line() + &plan.judged(2, &all[2]) + &plan.judged(0, &all[0]);
    let known = checkpoint::read(&text, &plan).expect("the same plan");
    let continued: Vec<Judgement> = known
        .into_iter()
        .enumerate()
        .map(|(n, known)| known.unwrap_or_else(|| judge(&subject, n, &mut Scripted, &Even, 1)))
        .collect();
    assert_eq!(continued, all);
    let page = |judgements: &[Judgement]| html::page(&subject, &Review::new(&subject, judgements, &Even), "test");
    assert_eq!(page(&continued), page(&all));
    let half = Review::new(&subject, &all[..2], &Even);
    assert_eq!(half.ratings.len(), 1);
}

#[test]
fn text_of_a_record_stays_text() {
    let script = "<script>alert(1)</script>";
    let record = format!(
        "(;SZ[9]PB[{script}\"'&]PW[<img src=x onerror=alert(1)>]DT[{script}]RE[{script}]C[{script}];B[aa]C[\\]{script}\\\\];W[ee])"
    );
    let subject = Subject::from_bytes(record.as_bytes()).expect("a game");
    let review = Review::new(&subject, &judged(&subject), &Even);
    let page = html::page(&subject, &review, script);
    assert!(!page.contains("<script") && !page.contains("<img"), "{page}");
    assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;"), "{page}");
    let text = sgf::write_game(&annotate::annotate(&subject, &review), sgf::Layout::Compact);
    let read = sgf::parse(&text).expect("what is written can be read");
    let comment = read.games[0].root().first_child().and_then(|node| node.value("C")).expect("a comment");
    assert!(sgf::text::text(comment).starts_with(&format!("]{script}\\")), "{comment}");
}

#[test]
fn a_better_line_begins_only_where_it_is_its_turn() {
    // Black's and White's move in one node: White's better line has no node to begin at.
    let subject = Subject::from_bytes(b"(;SZ[9];B[aa]W[bb];B[cc])").expect("a game");
    let review = Review::new(&subject, &judged(&subject), &Even);
    let text = sgf::write_game(&annotate::annotate(&subject, &review), sgf::Layout::Compact);
    assert!(review.mistakes.iter().any(|mistake| mistake.rating.number == 2), "B8 is a mistake");
    assert!(!text.contains("(;W["), "{text}");
}

#[test]
fn what_a_record_says_survives_stones_set_up_in_the_middle() {
    let text = "(;SZ[9]KM[0.5]PB[Alice]PW[Bob];B[ee];W[cc];AB[gg];B[gc])";
    let subject = Subject::from_bytes(text.as_bytes()).expect("a game");
    let page = html::page(&subject, &Review::new(&subject, &judged(&subject), &Even), "test");
    assert!(page.contains("Alice") && page.contains("Bob") && page.contains("0.5"), "{page}");
}

#[test]
fn strange_records_are_reviewed_or_refused() {
    let strange = [
        "(;SZ[9];B[aa]W[bb];B[cc])",
        "(;SZ[9]AB[aa][bb]AW[ee];W[cc];AB[hh];B[gg])",
        "(;SZ[9];B[];W[];B[aa])",
        "(;SZ[9];B[tt];W[aa])",
        "(;B[aa]SZ[9])",
        "(;SZ[9];B[aa];B[bb];B[cc])",
        "(;SZ[9]RU[japanese]KM[-3];W[ba];B[aa];W[ab])",
    ];
    for text in strange {
        let subject = Subject::from_bytes(text.as_bytes()).expect(text);
        let review = Review::new(&subject, &judged(&subject), &Even);
        assert_eq!(review.ratings.len(), subject.moves().len(), "{text}");
        assert!(html::page(&subject, &review, "test").ends_with("</html>\n"), "{text}");
        let annotated = sgf::write_game(&annotate::annotate(&subject, &review), sgf::Layout::Compact);
        assert!(sgf::parse(&annotated).is_ok(), "{annotated}");
    }
    for text in ["", "\u{0}\u{1}", "(;SZ[99];B[aa])", "(;SZ[9];B[zz])", "(;GM[2];B[aa])", "(;SZ[9]AB[aa:ii];W[ee])"] {
        assert!(Subject::from_bytes(text.as_bytes()).is_err(), "{text:?}");
    }
}
