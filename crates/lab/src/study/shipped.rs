//! Embedded studies, and games for the small scale.

use go_games::{Game, read_database};

use super::{Data, Study};

const FILES: [(&str, &str); 20] = [
    ("niekerk-5.1", include_str!("../../../../experiments/niekerk-5.1.toml")),
    ("niekerk-5.2", include_str!("../../../../experiments/niekerk-5.2.toml")),
    ("niekerk-5.3", include_str!("../../../../experiments/niekerk-5.3.toml")),
    ("niekerk-5.4", include_str!("../../../../experiments/niekerk-5.4.toml")),
    ("niekerk-5.5", include_str!("../../../../experiments/niekerk-5.5.toml")),
    ("niekerk-5.6", include_str!("../../../../experiments/niekerk-5.6.toml")),
    ("niekerk-5.7", include_str!("../../../../experiments/niekerk-5.7.toml")),
    ("niekerk-5.8", include_str!("../../../../experiments/niekerk-5.8.toml")),
    ("niekerk-5.9", include_str!("../../../../experiments/niekerk-5.9.toml")),
    ("niekerk-figure-5.3", include_str!("../../../../experiments/niekerk-figure-5.3.toml")),
    ("niekerk-figure-5.4", include_str!("../../../../experiments/niekerk-figure-5.4.toml")),
    ("niekerk-figure-5.5", include_str!("../../../../experiments/niekerk-figure-5.5.toml")),
    ("niekerk-figure-5.6", include_str!("../../../../experiments/niekerk-figure-5.6.toml")),
    ("niekerk-figure-5.7", include_str!("../../../../experiments/niekerk-figure-5.7.toml")),
    ("niekerk-figure-5.8", include_str!("../../../../experiments/niekerk-figure-5.8.toml")),
    ("niekerk-figure-5.9", include_str!("../../../../experiments/niekerk-figure-5.9.toml")),
    ("niekerk-figure-5.10", include_str!("../../../../experiments/niekerk-figure-5.10.toml")),
    ("niekerk-figure-5.11", include_str!("../../../../experiments/niekerk-figure-5.11.toml")),
    ("niekerk-figure-5.12", include_str!("../../../../experiments/niekerk-figure-5.12.toml")),
    ("niekerk-figure-5.13", include_str!("../../../../experiments/niekerk-figure-5.13.toml")),
];

/// Games of the embedded 9x9 model against itself, drawn from its probabilities (`data/games/README.md`).
const SMALL_GAMES: &[u8] = include_bytes!("../../../../data/games/policy-9x9.games");
/// The same on 19x19, a few: for tests and benches.
const LARGE_BOARD_GAMES: &[u8] = include_bytes!("../../../../data/games/policy-19x19.games");
/// Every so many of them one is for testing.
const TEST_EVERY: usize = 10;

/// All studies, in the order of the thesis.
pub fn studies() -> Vec<Study> {
    let read =
        |(name, text): &(&str, &str)| Study::from_toml(name, text).expect("a shipped study is sound: a test reads it");
    FILES.iter().map(read).collect()
}

/// The games of the small scale.
pub fn small_games() -> Data {
    let games = read_database(SMALL_GAMES).expect("the shipped games are sound: a test reads them");
    let split = |is_test: bool| {
        let chosen = games.iter().enumerate().filter(|(i, _)| (i % TEST_EVERY == 0) == is_test);
        chosen.map(|(_, game)| game.clone()).collect::<Vec<Game>>()
    };
    let source = format!("{} games of our own model against itself", games.len());
    Data { train: split(false), test: split(true), source }
}

/// Some games on 19x19.
pub fn large_board_games() -> Vec<Game> {
    read_database(LARGE_BOARD_GAMES).expect("the shipped games are sound: a test reads them")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::{Measure, Scale};
    use go_board::BoardSize;
    use go_games::fingerprint;
    use std::collections::BTreeSet;

    #[test]
    fn every_study_is_sound() {
        let studies = studies();
        let names: BTreeSet<&str> = studies.iter().map(|study| study.name.as_str()).collect();
        assert_eq!(names.len(), 20);
        let n_train = small_games().train.len();
        for study in &studies {
            for (row, column) in (0..study.rows.len()).flat_map(|row| (0..study.columns.len()).map(move |c| (row, c))) {
                let cell = study.cell(row, column);
                for scale in [Scale::Small, Scale::Paper] {
                    let instance = cell.instance(study.sizes(scale), n_train, 1);
                    let sound = instance.forest.as_ref().map_or(Ok(()), |forest| forest.check(n_train));
                    assert_eq!(sound, Ok(()), "{} {row} {column}", study.name);
                }
            }
        }
        // Capping the trees must not make rows alike that differ in nothing else: that turned Figure 5.9 round.
        for study in studies.iter().filter(|study| study.name.starts_with("niekerk-figure-5.9")) {
            let forests = (0..study.rows.len()).map(|row| {
                let published = study.cell(row, 0);
                let forest = published.instance(study.sizes(Scale::Small), n_train, 1).forest.expect("trees");
                assert_eq!(Some(forest.n_trees), published.tau, "{}", study.rows[row].label);
                forest.n_trees * forest.n_games.expect("a number of games")
            });
            let products: Vec<usize> = forests.collect();
            let (least, most) = (products.iter().min().expect("rows"), products.iter().max().expect("rows"));
            assert!(most * 10 <= least * 11, "rho tau is not the same in all rows: {products:?}");
        }
        let table = studies.iter().find(|study| study.name == "niekerk-5.4").expect("Table 5.4");
        assert_eq!(table.rows.len() * table.columns.len(), 84);
        assert_eq!(table.thesis[&Measure::M1][9][0], 31.0);
    }

    #[test]
    fn training_and_test_games_do_not_meet() {
        let Data { train, test, .. } = small_games();
        assert!(train.iter().chain(&test).all(|game| game.size == BoardSize::NINE && game.check().is_ok()));
        let learned: BTreeSet<u64> = train.iter().map(fingerprint).collect();
        assert_eq!(test.iter().filter(|game| learned.contains(&fingerprint(game))).count(), 0);
        assert!(train.len() >= 300 && test.len() >= 30, "{} and {}", train.len(), test.len());
        assert!(large_board_games().iter().all(|game| game.size == BoardSize::NINETEEN && game.check().is_ok()));
    }
}
