//! A factor model that begins with another one: what carries over, to other boards and feature sets too, and what is refused.

mod answering_games;

use answering_games::answering_games;
use go_board::BoardSize;
use go_games::Game;
use go_models::{KnownModel, KnownModels, LearnConfig, Model, TrainedOn, Training, train};

const SETTINGS: &str =
    "kind = \"factor\"\nn-harvest = 300\nthreshold = 10\nn-validation = 300\nvalidation-share = 0.2\n";

fn trained(more: &str, training: &Training<'_>) -> Model {
    let config = LearnConfig::from_toml(&format!("{SETTINGS}{more}")).expect("a configuration");
    train(&config, training).expect("a model")
}

/// `first` learned from the first thirty games and has a list; `other` is of another kind.
struct Shelf {
    games: Vec<Game>,
}

impl Shelf {
    fn new() -> Shelf {
        Shelf { games: answering_games(60, BoardSize::NINE, 40) }
    }

    fn seen(&self) -> &[Game] {
        &self.games[..30]
    }
}

impl KnownModels for Shelf {
    fn find(&self, name: &str, _: BoardSize) -> Result<KnownModel, String> {
        let seen = self.seen();
        match name {
            "first" => {
                let model = trained("name = \"first\"\nn-positions = 1500", &Training::new(seen));
                Ok(KnownModel { model, trained_on: Some(TrainedOn::new(seen)) })
            }
            "other" => {
                let config = LearnConfig::from_toml("kind = \"frequency\"").expect("a configuration");
                Ok(KnownModel { model: train(&config, &Training::new(seen)).expect("a model"), trained_on: None })
            }
            _ => Err("there is no such file".into()),
        }
    }
}

fn evidence(model: &Model) -> f64 {
    model.header().metrics["validation_log_evidence"]
}

#[test]
fn what_is_known_is_not_learned_again() {
    let shelf = Shelf::new();
    let training = Training::new(&shelf.games[30..]).with_models(&shelf);
    let few = "n-positions = 40\n[settings]\nweight-rate = 0.05\nfactor-rate = 0.02";
    let fresh = trained(few, &training);
    let begun = trained(&format!("begin-with = \"first\"\n{few}"), &training);
    let first = shelf.find("first", BoardSize::NINE).expect("a model").model;
    assert!(evidence(&begun) > evidence(&fresh) + 0.3, "begun {}, fresh {}", evidence(&begun), evidence(&fresh));
    assert!(evidence(&begun) > evidence(&first) - 0.1, "begun {}, the first {}", evidence(&begun), evidence(&first));
    let header = begun.header();
    assert!(header.training.sampling.contains("begun with first (1500 positions)"), "{}", header.training.sampling);
    // None of the games of either may test it.
    assert_eq!(begun.borrowed_games(), TrainedOn::new(shelf.seen()));
    let config = begun.config().expect("its settings");
    let own = TrainedOn::new(shelf.games[30..].iter().filter(|game| config.learns_from(game)));
    assert_eq!(header.training.games_hash, own.union(&begun.borrowed_games()).games_hash());
    assert!(begun.to_bytes() == trained(&format!("begin-with = \"first\"\n{few}"), &training).to_bytes());
}

#[test]
fn a_larger_board_and_another_set_begin_with_it_too() {
    let shelf = Shelf::new();
    let games = answering_games(40, BoardSize::new(13).expect("a size"), 60);
    let training = Training::new(&games).with_models(&shelf);
    let few = "feature-sets = [\"tactical-3\"]\nn-positions = 60\n";
    let fresh = trained(few, &training);
    let begun = trained(&format!("begin-with = \"first\"\nbegin-share = 0.1\n{few}"), &training);
    assert!(evidence(&begun) > evidence(&fresh) + 0.2, "begun {}, fresh {}", evidence(&begun), evidence(&fresh));
    assert_eq!(begun.header().board_sizes, [13]);
    assert!(begun.header().feature_set.ends_with("+tactical-3"), "{}", begun.header().feature_set);
}

#[test]
fn what_cannot_be_begun_with_is_named() {
    let shelf = Shelf::new();
    let refused = |more: &str| {
        let config = LearnConfig::from_toml(&format!("{SETTINGS}{more}")).expect("a configuration");
        train(&config, &Training::new(&shelf.games).with_models(&shelf)).err().expect("refused").to_string()
    };
    let missing = refused("begin-with = \"missing\"");
    assert!(missing.contains("\"missing\" to begin with cannot be used: there is no such file"), "{missing}");
    let other = refused("begin-with = \"other\"");
    assert!(other.contains("\"other\" is of kind \"frequency\""), "{other}");
    let share = refused("begin-share = 1.5");
    assert!(share.contains("begin-share is 1.5, wanted 0 to 1"), "{share}");
}
