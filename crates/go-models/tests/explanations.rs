//! Explanations of twenty positions, word for word, and the laws behind them: without a reason the odds of the move are
//! divided by its factor, and a reason carries its evidence.
//!
//! The model is a small one trained on games that the project ships: `cargo xtask golden go-models` trains it again and
//! writes the explanations. Review the difference before committing it.

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use go_board::{BoardSize, Move, Position};
use go_features::graph::GraphSystem;
use go_games::{Game, Replay, read_database};
use go_models::forest::ForestSettings;
use go_models::instance::{InstanceConfig, InstanceModel, PatternSettings, WeightSettings};
use go_models::kind::TrainedModel;
use go_models::laws::check_explanation;
use go_models::model_file::TrainingRecord;
use go_models::{EarlierMove, Evidence, Explanation, Prediction, Predictor, Training, train_as};

const N_POSITIONS: usize = 20;
/// Reasons shown of each move.
const N_REASONS: usize = 6;

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn games() -> Vec<Game> {
    let bytes = fs::read(file("../../data/games/policy-9x9.games")).expect("the shipped games are there");
    read_database(&bytes).expect("the shipped games are sound")
}

/// The games behind the positions are not among those that the model learned from.
fn train(games: &[Game]) -> InstanceModel {
    let mut forest = ForestSettings {
        systems: vec![GraphSystem::Sg, GraphSystem::Ig],
        n_trees: 4,
        n_games: Some(150),
        ..Default::default()
    };
    forest.growth.sampling = 0.4;
    forest.growth.threshold = 800;
    let config = InstanceConfig {
        name: "fixture".into(),
        patterns: Some(PatternSettings { n_games: None, threshold: 80, sampling: 0.5, ..Default::default() }),
        forest: Some(forest),
        weights: WeightSettings { sampling: 0.3, ..Default::default() },
        ..Default::default()
    };
    let record = TrainingRecord { collections: vec!["policy-9x9.games".into()], ..Default::default() };
    train_as(&config, &Training::new(&games[N_POSITIONS..]).with_record(record)).expect("games to learn from")
}

fn updating() -> bool {
    std::env::var_os("UPDATE_GOLDEN").is_some()
}

fn model() -> InstanceModel {
    let bytes = fs::read(file("tests/golden/fixture.model")).expect("the fixture is there");
    InstanceModel::from_bytes(&bytes).expect("the fixture is sound")
}

/// One position of each of the first games, ever later ones, with the move that was played.
fn positions(games: &[Game]) -> Vec<(Position, Move)> {
    let nth = |(i, game): (usize, &Game)| {
        let mut replay = Replay::new(game);
        let number = (3 + 3 * i).min(game.turns.len() - 1);
        for _ in 0..number {
            replay.next_position();
        }
        let (position, played) = replay.next_position().expect("a move after so many");
        (position.clone(), played)
    };
    games.iter().take(N_POSITIONS).enumerate().map(nth).collect()
}

fn name_of(mv: Move) -> String {
    BoardSize::NINE.vertex(mv).to_string()
}

fn tell(text: &mut String, title: &str, explanation: &Explanation) {
    let Explanation { mv, probability, rank, .. } = *explanation;
    writeln!(text, "{title} {}: {:.1}%, number {rank}", name_of(mv), 100.0 * probability).unwrap();
    for reason in explanation.reasons.iter().take(N_REASONS) {
        writeln!(text, "  x{:.2} {} [{}]", reason.factor, reason.words, reason.id()).unwrap();
    }
}

fn explanations(model: &InstanceModel) -> String {
    let mut text = String::new();
    for (i, (position, played)) in positions(&games()).into_iter().enumerate() {
        writeln!(text, "== position {}, {} to move\n{}", i + 1, position.to_move, position.board.to_ascii()).unwrap();
        let mut prediction = Prediction::default();
        model.predict(&position, &mut prediction);
        let best = model.explain(&position, prediction.ranked()[0].0).expect("a legal move");
        let played = model.explain(&position, played).expect("a recorded move of ours is legal");
        tell(&mut text, "played", &played);
        if best.mv != played.mv {
            tell(&mut text, "preferred", &best);
            for reason in best.advantages_over(&played).take(3) {
                writeln!(text, "only for {}: {} x{:.2}", name_of(best.mv), reason.words, reason.factor).unwrap();
            }
            for reason in played.drawbacks_beside(&best).take(3) {
                writeln!(text, "only against {}: {} x{:.2}", name_of(played.mv), reason.words, reason.factor).unwrap();
            }
        }
        text.push('\n');
    }
    text
}

#[test]
fn golden_explanations_of_twenty_positions() {
    let golden = file("tests/golden/explanations.txt");
    if updating() {
        let model = train(&games());
        fs::write(file("tests/golden/fixture.model"), model.to_bytes()).expect("the fixture can be written");
        fs::write(&golden, explanations(&model)).expect("the golden file can be written");
        return;
    }
    let expected = fs::read_to_string(&golden).expect("the golden file is there");
    let found = explanations(&model());
    let different = expected.lines().zip(found.lines()).find(|(a, b)| a != b);
    assert!(expected == found, "`cargo xtask golden go-models` writes it again; first difference: {different:#?}");
}

#[test]
fn reasons_keep_the_laws() {
    let model = model();
    let mut n_reasons = 0;
    for (position, played) in positions(&games()) {
        n_reasons += check_explanation(&model, &position, played).reasons.len();
        check_explanation(&model, &position, Move::Pass);
    }
    assert!(n_reasons > 5 * N_POSITIONS, "{n_reasons} reasons");
}

/// Shapes are around the move, paths start at it, distances are measured from earlier moves.
#[test]
fn reasons_carry_their_evidence() {
    let model = model();
    let mut kinds = [0; 4];
    for (position, played) in positions(&games()) {
        let explanation = model.explain(&position, played).expect("a recorded move of ours is legal");
        let Some(point) = played.point() else { continue };
        for reason in explanation.reasons {
            match reason.evidence {
                Evidence::Shape { center, radius } => {
                    assert!(center == point && (3..=15).contains(&radius));
                    kinds[0] += 1;
                }
                Evidence::Nodes { nodes } => {
                    assert_eq!(nodes[0], [point]);
                    kinds[1] += 1;
                }
                Evidence::EarlierMoves { moves } => {
                    let is_recorded = |m: &EarlierMove| position.last_point(m.turns_ago - 1) == Some(m.point);
                    assert!(moves.iter().all(is_recorded));
                    kinds[2] += 1;
                }
                Evidence::Chains { chains } => {
                    let is_chain = |stones: &Vec<_>| {
                        let chain = position.board.chain_at(stones[0]);
                        chain.is_some_and(|chain| position.board.chain_size(chain) == stones.len())
                    };
                    assert!(chains.iter().all(is_chain));
                    kinds[3] += 1;
                }
                Evidence::Nothing => {}
                other => panic!("{}: {other:?}", reason.words),
            }
        }
    }
    assert!(kinds.iter().all(|&n| n > 5), "{kinds:?}");
}

/// The sentences of reasons: shapes with their counts, paths through trees.
#[test]
fn shapes_and_paths_in_words() {
    let model = model();
    let mut words: Vec<String> = Vec::new();
    for (position, played) in positions(&games()) {
        words.extend(model.explain(&position, played).into_iter().flat_map(|e| e.reasons).map(|reason| reason.words));
    }
    assert!(words.iter().any(|text| text.contains("was played") && text.contains("times it was seen")));
    assert!(words.iter().all(|text| !text.is_empty()));
}
