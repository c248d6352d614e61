//! Urgency models: what is counted, what is learned, and how far the figures of the header go.

mod answering_games;

use answering_games::answering_games;
use go_board::{BoardSize, Color, Move, Position};
use go_games::{Game, Turn};
use go_models::{LearnConfig, Model, Prediction, Predictor, TrainError, Training, train};

fn model(more: &str, games: &[Game]) -> Result<Model, TrainError> {
    let config = LearnConfig::from_toml(&format!("kind = \"urgency\"\n{more}")).expect("a configuration");
    train(&config, &Training::new(games))
}

/// Both sides play beside the last stone, always in the same way.
fn ladder() -> Game {
    let size = BoardSize::NINE;
    let mut game = Game::new(size);
    for (name, color) in ["E5", "E6", "F6", "F7", "G7", "G8"].into_iter().zip(Color::BOTH.into_iter().cycle()) {
        game.turns.push(Turn::new(color, Move::Play(size.parse_point(name).expect("a point"))));
    }
    game
}

#[test]
fn a_pattern_that_is_always_played_comes_first_in_every_orientation() {
    let games = vec![ladder(); 8];
    for strengths in ["urgency", "bradley-terry"] {
        let text = format!("cells = 8\nstrengths = \"{strengths}\"\nsampling = 1.0\nvalidation-share = 0.0");
        let model = model(&text, &games).expect("a model");
        for (first, answers) in [("E5", ["E6", "E4", "D5", "F5"]), ("C7", ["C8", "C6", "B7", "D7"])] {
            let mut position: Position = Position::new(BoardSize::NINE, 7.5);
            position.play(Move::Play(BoardSize::NINE.parse_point(first).expect("a point")));
            let mut prediction = Prediction::default();
            model.predict(&position, &mut prediction);
            let p =
                answers.map(|name| prediction.probability(Move::Play(BoardSize::NINE.parse_point(name).expect("one"))));
            assert!(p.iter().all(|&other| (other - p[0]).abs() < 1e-6), "{strengths}: {p:?}");
            let best = prediction.ranked()[0].1;
            assert!((best - p[0]).abs() < 1e-6 && p[0] > 0.02, "{strengths}: {p:?} of {best}");
            let mv = Move::Play(BoardSize::NINE.parse_point(answers[0]).expect("one"));
            let explanation = model.explain(&position, mv).expect("legal");
            assert!(explanation.reasons[0].words.contains("was played 8 of "), "{:?}", explanation.reasons);
            assert!(explanation.reasons[0].factor > 1.0);
        }
    }
}

#[test]
fn weighing_is_more_likely_than_counting() {
    let games = answering_games(60, BoardSize::NINE, 40);
    let evidence = |text: &str| {
        let model = model(text, &games).expect("a model");
        let (mut sum, mut n) = (0.0, 0);
        for game in &games {
            let mut replay: go_games::Replay<'_> = go_games::Replay::new(game);
            while let Some((position, played)) = replay.next_position() {
                let mut prediction = Prediction::default();
                model.predict(position, &mut prediction);
                sum += f64::from(prediction.probability(played)).max(1e-9).ln();
                n += 1;
            }
        }
        sum / f64::from(n)
    };
    let base = "cells = 12\nleast-played = 1\nsampling = 1.0\nvalidation-share = 0.0\n";
    let counted = evidence(&format!("{base}strengths = \"urgency\""));
    let weighed = [0, 1, 5, 20].map(|rounds| evidence(&format!("{base}rounds = {rounds}")));
    assert!((weighed[0] - counted).abs() < 1e-9, "no round changes nothing");
    // The win and the loss against an unknown pattern hold rare patterns back: later rounds need not fit these games better.
    assert!(weighed[1] > weighed[0] && weighed[1..].iter().all(|&one| one > counted + 0.01), "{weighed:?}");
}

#[test]
fn figures_are_those_of_games_set_aside() {
    let games = answering_games(40, BoardSize::NINE, 40);
    let model = model("cells = 8\nvalidation-share = 0.3", &games).expect("a model");
    let metrics = &model.header().metrics;
    let covered = metrics["validation_covered"];
    assert!((0.0..=1.0).contains(&covered) && metrics["validation_positions"] > 0.0, "{metrics:?}");
    let shares = [1, 2, 5, 7, 15, 62, 99].map(|rank| metrics[&format!("validation_covered_m{rank}")]);
    assert!(shares.is_sorted() && shares[6] <= 1.0, "{shares:?}");
    let of_all = model_without_validation(&games);
    assert_eq!(of_all.header().metrics.len(), 1, "{:?}", of_all.header().metrics);
}

fn model_without_validation(games: &[Game]) -> Model {
    model("cells = 8\nvalidation-share = 0.0", games).expect("a model")
}

#[test]
fn settings_out_of_range_are_named() {
    let games = [ladder()];
    for (text, key) in [
        ("cells = 10", "cells"),
        ("patterns = 0", "patterns"),
        ("least-played = 0", "least-played"),
        ("sampling = 0.0", "sampling"),
        ("validation-share = -0.1", "validation-share"),
        ("rounds = 1000000", "rounds"),
    ] {
        let error = model(&format!("{text}\n"), &games).err().map(|error| error.to_string());
        assert!(error.as_ref().is_some_and(|error| error.contains(key)), "{text}: {error:?}");
    }
}
