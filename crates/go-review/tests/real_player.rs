//! Reviews by the real player: the same review in any order, unusual games included.

use std::time::Duration;

use go_engine::{Effort, TreePlayer};
use go_models::{Explanation, Prediction, Predictor};
use go_review::{Judgement, Review, Subject, annotate, html, judge, judge_config};

/// No opinion.
struct Even;

impl Predictor for Even {
    fn name(&self) -> &str {
        "even"
    }

    fn predict(&self, position: &go_board::Position, prediction: &mut Prediction) {
        prediction.moves = position.legal_points().map(go_board::Move::Play).chain([go_board::Move::Pass]).collect();
        prediction.probabilities = vec![1.0 / prediction.moves.len() as f32; prediction.moves.len()];
    }

    fn explain(&self, _: &go_board::Position, _: go_board::Move) -> Option<Explanation> {
        None
    }
}

fn player() -> TreePlayer {
    let effort = Effort { n_playouts: Some(40), n_threads: 1, ..Effort::default() };
    TreePlayer::new(judge_config(), effort, Box::new(|_| None), 9, Box::new(|| Duration::ZERO))
}

fn judged(subject: &Subject, order: impl Iterator<Item = usize>) -> Vec<Judgement> {
    let mut player = player();
    let mut done: Vec<(usize, Judgement)> = order.map(|n| (n, judge(subject, n, &mut player, &Even, 5))).collect();
    done.sort_by_key(|(n, _)| *n);
    done.into_iter().map(|(_, judgement)| judgement).collect()
}

#[test]
fn forwards_and_backwards_are_the_same() {
    let records = [
        "(;SZ[5]KM[0.5];B[cc];W[cb];B[bb];W[dc];B[dd];W[])",
        "(;SZ[5];B[];W[cc];B[];W[])",
        "(;SZ[3];B[bb];B[aa];B[cc];W[ab];B[])",
        "(;SZ[1];B[])",
        "(;SZ[3]AB[aa];W[cc];B[ab];AW[ca];W[])",
    ];
    for text in records {
        let subject = Subject::from_bytes(text.as_bytes()).expect(text);
        let forwards = judged(&subject, 0..subject.n_positions());
        assert_eq!(forwards, judged(&subject, (0..subject.n_positions()).rev()), "{text}");
        for judgement in &forwards {
            assert!((0.0..=1.0).contains(&judgement.win_rate), "{text}");
            let plan = go_review::checkpoint::Plan::new(&subject, 10, 1, "test".into());
            let line: String = plan.judged(0, judgement);
            assert!(line.ends_with("}\n"));
        }
        let review = Review::new(&subject, &forwards, &Even);
        assert_eq!(review.ratings.len(), subject.moves().len(), "{text}");
        assert!(html::page(&subject, &review, "test").contains("</html>"));
        assert!(sgf::parse(&sgf::write_game(&annotate::annotate(&subject, &review), sgf::Layout::Compact)).is_ok());
    }
}
