//! Mixtures of models that exist already: which games they are stacked on, and what is refused.

mod answering_games;

use answering_games::answering_games;
use go_board::{BoardSize, Position};
use go_games::{Game, Replay};
use go_models::laws::check_explanation;
use go_models::mixture::MixtureModel;
use go_models::{
    Combination, KnownModel, KnownModels, LearnConfig, Model, Prediction, Predictor, TrainedOn, Training, train,
};
use learn::pool::Pool;

fn config(text: &str) -> LearnConfig {
    LearnConfig::from_toml(text).expect("a configuration")
}

fn mixture_of(members: &str, more: &str) -> LearnConfig {
    config(&format!("kind = \"mixture\"\nstages = [11]\nn-positions = 200\n{more}\n{members}"))
}

fn trained(text: &str, games: &[Game]) -> Model {
    train(&config(text), &Training::new(games)).expect("a model")
}

/// `distance` learned from the first twenty games and has a list; `unlisted` has none; `nested` is a mixture.
struct Shelf {
    games: Vec<Game>,
}

impl KnownModels for Shelf {
    fn find(&self, name: &str, _: BoardSize) -> Result<KnownModel, String> {
        let seen = &self.games[..20];
        let distance = || trained("kind = \"frequency\"", seen);
        match name {
            "distance" => Ok(KnownModel { model: distance(), trained_on: Some(TrainedOn::new(seen)) }),
            "unlisted" => Ok(KnownModel { model: distance(), trained_on: None }),
            "nested" => {
                let model =
                    train(&mixture_of("[[members]]\nmodel = \"distance\"", ""), &training(self)).expect("a mixture");
                Ok(KnownModel { model, trained_on: None })
            }
            _ => Err("there is no such file".into()),
        }
    }
}

fn training(shelf: &Shelf) -> Training<'_> {
    Training::new(&shelf.games).with_models(shelf)
}

fn shelf() -> Shelf {
    Shelf { games: answering_games(40, BoardSize::NINE, 30) }
}

fn refused(members: &str) -> String {
    train(&mixture_of(members, ""), &training(&shelf())).err().expect("refused").to_string()
}

#[test]
fn only_unseen_games_are_stacked_on() {
    let shelf = shelf();
    let members = "[[members]]\nmodel = \"distance\"\n[[members]]\nconfig = { kind = \"frequency\", by = \"nothing\" }";
    let model = train(&mixture_of(members, "stacking-share = 0.4"), &training(&shelf)).expect("a mixture");
    let header = model.header();
    // The list of the mixture has the games of its member too: none of them may test it.
    let learned = TrainedOn::new(&shelf.games).union(&model.borrowed_games());
    assert_eq!(header.training.games_hash, learned.games_hash());
    assert_eq!(model.borrowed_games(), TrainedOn::new(&shelf.games[..20]));
    assert!(header.metrics["choosing_positions"] > 0.0);
    let all_seen = Shelf { games: shelf.games[..20].to_vec() };
    let error = train(&mixture_of(members, ""), &training(&all_seen)).err().expect("refused").to_string();
    assert!(error.contains("only 0 of the 20 games") && error.contains("\"distance\" has learned from 20"), "{error}");
}

#[test]
fn what_cannot_be_a_member_is_named() {
    assert!(refused("[[members]]\nmodel = \"missing\"").contains("\"missing\" cannot be used: there is no such file"));
    assert!(refused("[[members]]\nmodel = \"nested\"").contains("is a mixture"));
    let error = refused("[[members]]\nmodel = \"unlisted\"");
    assert!(error.contains("by its settings, for it has no list") && error.contains("MODEL.trained-on"), "{error}");
    assert!(refused("").contains("members"), "a mixture of nothing");
    let none = train(&mixture_of("[[members]]\nmodel = \"distance\"", ""), &Training::new(&shelf().games)).err();
    assert!(none.is_some_and(|error| error.to_string().contains("models cannot be named here")));
    let nested = config("kind = \"mixture\"\n[[members]]\nconfig = { kind = \"mixture\" }");
    assert!(train(&nested, &Training::new(&shelf().games)).is_err());
}

/// Both pools keep the laws of explanations and say which they are; a member outside of its scope changes no order.
#[test]
fn both_pools_explain_themselves() {
    let shelf = shelf();
    let members = "[[members]]\nmodel = \"distance\"\n[[members]]\n[members.config]\nkind = \"iterated\"\nrecords = 0\nplies = [1, 8]\n\
                   validation-share = 0.2\niteration.iterations = 1\niteration.negatives = 10\niteration.tree.terminal-size = 20";
    for (name, pool) in [("linear", Pool::Linear), ("logarithmic", Pool::Logarithmic)] {
        let more = format!("pool = {name:?}\nstacking-share = 0.4");
        let model = train(&mixture_of(members, &more), &training(&shelf)).expect("a mixture");
        assert_eq!(model.downcast_ref::<MixtureModel>().expect("a mixture").pool(), pool);
        let mut replay: Replay<'_> = Replay::new(&shelf.games[39]);
        let mut prediction = Prediction::default();
        while let Some((position, _)) = replay.next_position() {
            model.predict(position, &mut prediction);
            let explanation = check_explanation(&model, position, prediction.ranked()[0].0);
            let n_voices = explanation.combination.voices().len();
            match &explanation.combination {
                Combination::Mean { .. } => assert_eq!((pool, n_voices), (Pool::Linear, 2)),
                Combination::Pool { .. } => assert_eq!((pool, n_voices), (Pool::Logarithmic, voices_at(position))),
                Combination::Product => panic!("a mixture names its voices"),
            }
        }
    }
}

/// The iterated member covers the first eight moves.
fn voices_at(position: &Position) -> usize {
    1 + usize::from(position.move_number < 8)
}

#[test]
fn a_cut_file_is_refused() {
    let shelf = shelf();
    let members = "[[members]]\nmodel = \"distance\"\n[[members]]\nmodel = \"distance\"";
    let bytes = train(&mixture_of(members, ""), &training(&shelf)).expect("a mixture").to_bytes();
    let model = Model::from_bytes(&bytes).expect("the same mixture");
    let names: Vec<&str> =
        model.downcast_ref::<MixtureModel>().expect("a mixture").members().map(|(name, _)| name).collect();
    assert_eq!(names, ["distance to the last move", "distance to the last move #2"], "voices have names of their own");
    for length in (0..bytes.len()).step_by(7) {
        assert!(Model::from_bytes(&bytes[..length]).is_err(), "cut at {length}");
    }
}
