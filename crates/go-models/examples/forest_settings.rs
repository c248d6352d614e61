//! Small comparisons of what van Niekerk 2014 leaves to later work (sections 6.1 and 6.2), with models of trees alone: other criteria, models
//! for stages of the game, and greedy ascent over the numbers of trees and games, history nodes.
//!
//! ```text
//! cargo run --release -p go-models --example forest_settings -- GAMES.sgf.zst N_TRAIN N_TEST WHAT
//! ```
//!
//! WHAT is `criteria`, `stages`, `ascent`, or history nodes with trees alone (`history`), beside the tactical features that know no history
//! (`history-agnostic`) and beside all of them (`history-tactical`). The first games are for training, the next ones for measuring.

use std::process::ExitCode;

use go_features::graph::History;
use go_features::tactical::HistoryUse;
use go_games::{Game, Importer, read_games};
use go_models::evaluate::{Plies, evaluate_log};
use go_models::forest::ForestSettings;
use go_models::instance::{InstanceConfig, WeightSettings};
use go_models::{Training, paired_difference, train_as};
use learn::ascent::{AscentLimits, ascend};

type Failure = Box<dyn std::error::Error>;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, n_train, n_test, what] = &arguments[..] else {
        eprintln!("four arguments: games, how many to train on, how many to measure on, and what");
        return ExitCode::from(2);
    };
    match run(file, n_train, n_test, what) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(file: &str, n_train: &str, n_test: &str, what: &str) -> Result<(), Failure> {
    let mut importer = Importer::default();
    importer.add(file, read_games(&std::fs::read(file)?));
    let (mut games, _) = importer.finish();
    games.retain(|game| game.size.get() == 19);
    let (n_train, n_test): (usize, usize) = (n_train.parse()?, n_test.parse()?);
    if games.len() < n_train + n_test {
        return Err(format!("{file} has only {} games on 19x19", games.len()).into());
    }
    let (train, test) = games[..n_train + n_test].split_at(n_train);
    let bench = Bench { train, test };
    match what {
        "criteria" => bench.criteria(),
        "stages" => bench.stages(),
        "ascent" => bench.ascent(),
        "history" => bench.history(None),
        "history-agnostic" => bench.history(Some(HistoryUse::Agnostic)),
        "history-tactical" => bench.history(Some(HistoryUse::Used)),
        _ => Err(format!("nothing is called {what}").into()),
    }
}

struct Bench<'g> {
    train: &'g [Game],
    test: &'g [Game],
}

struct Measured {
    leaves: f64,
    m1: f64,
    /// Half of the 95% interval of M(1).
    margin: f64,
    log_evidence: f64,
}

/// Four trees of the stone graph and nothing else; a larger share of the positions than usual, for few games.
fn base() -> InstanceConfig {
    with_forest(|_| ())
}

fn with_forest(change: impl FnOnce(&mut ForestSettings)) -> InstanceConfig {
    let mut forest = ForestSettings { n_trees: 4, n_games: None, seed: 1, ..Default::default() };
    forest.growth.sampling = 0.3;
    change(&mut forest);
    InstanceConfig {
        without_tactical: true,
        forest: Some(forest),
        weights: WeightSettings { sampling: 0.3, ..Default::default() },
        ..Default::default()
    }
}

impl Bench<'_> {
    fn measure(&self, config: &InstanceConfig, plies: Option<Plies>) -> Result<Measured, Failure> {
        let model = train_as(config, &Training::new(self.train))?;
        let found = evaluate_log(&model, self.test, plies, |_| ()).summary();
        Ok(Measured {
            leaves: model.forest().map_or(0, |forest| forest.n_leaves()) as f64,
            m1: 100.0 * found.top[0],
            margin: 100.0 * found.top1_margin,
            log_evidence: found.mean_log_evidence,
        })
    }

    fn row(&self, title: &str, config: &InstanceConfig, plies: Option<Plies>) -> Result<(), Failure> {
        let Measured { leaves, m1, margin, log_evidence } = self.measure(config, plies)?;
        println!("| {title} | {leaves:.0} | {m1:.1}% ±{margin:.1} | {log_evidence:.3} |");
        Ok(())
    }

    fn criteria(&self) -> Result<(), Failure> {
        for name in ["WWLS", "WSS", "MI", "GR", "CHI"] {
            let criterion = name.parse()?;
            self.row(name, &with_forest(|forest| forest.growth.criterion = criterion), None)?;
        }
        Ok(())
    }

    /// One model for the whole game, and one of its own for every stage, measured on the plies of the stage.
    fn stages(&self) -> Result<(), Failure> {
        for plies in [(1, 60), (61, 150), (151, 1000)] {
            let (first, last) = plies;
            self.row(&format!("moves {first} to {last}, learned from whole games"), &base(), Some(plies))?;
            let own = InstanceConfig { plies: Some(plies), ..base() };
            self.row(&format!("moves {first} to {last}, learned from them alone"), &own, Some(plies))?;
        }
        Ok(())
    }

    /// Without history nodes, with one and with two; beside these tactical features, if any. The last column is the gain in M(1) over no history nodes
    /// with its 95% interval, on the same positions.
    fn history(&self, tactical: Option<HistoryUse>) -> Result<(), Failure> {
        let mut plain = None;
        for history in History::ALL {
            let mut config = with_forest(|forest| forest.graph.history = history);
            config.without_tactical = tactical.is_none();
            config.tactical.history = tactical.unwrap_or_default();
            let model = train_as(&config, &Training::new(self.train))?;
            let log = evaluate_log(&model, self.test, None, |_| ());
            let (found, leaves) = (log.summary(), model.forest().map_or(0, |forest| forest.n_leaves()));
            let gain = plain.as_ref().and_then(|plain| paired_difference(&log, plain)).map_or("-".into(), |gain| {
                let [low, high] = gain.interval.map(|end| 100.0 * end);
                format!("{:+.2} ({low:+.2} to {high:+.2})", 100.0 * gain.difference)
            });
            let (name, m1, margin) = (history.name(), 100.0 * found.top[0], 100.0 * found.top1_margin);
            println!("| {name} | {leaves} | {m1:.2}% ±{margin:.2} | {:.3} | {gain} |", found.mean_log_evidence);
            plain.get_or_insert(log);
        }
        Ok(())
    }

    /// From one tree, an eighth of the games for growing and an eighth for weighing, each doubled at a step.
    fn ascent(&self) -> Result<(), Failure> {
        let n = self.train.len();
        let start = Numbers { tau: 1, rho: n / 8, phi: n / 8 };
        let double = |value: usize, most: usize| (2 * value <= most).then_some(2 * value);
        let tau = |s: &Numbers| Some(Numbers { tau: double(s.tau, 8)?, ..*s });
        let rho = |s: &Numbers| Some(Numbers { rho: double(s.rho, n)?, ..*s });
        let phi = |s: &Numbers| Some(Numbers { phi: double(s.phi, n)?, ..*s });
        let measure = |numbers: &Numbers| {
            let mut config = with_forest(|forest| (forest.n_trees, forest.n_games) = (numbers.tau, Some(numbers.rho)));
            config.weights.n_games = Some(numbers.phi);
            self.measure(&config, None).map(|found| found.m1)
        };
        let limits = AscentLimits { n_steps: 9, least_gain: 0.05 };
        for step in ascend(start, &[&tau, &rho, &phi], limits, measure)? {
            let names = ["trees", "games grown from", "games weighed"];
            let taken = step.taken.map_or("-", |taken| names[taken]);
            let tried: Vec<String> =
                step.tried.iter().map(|(which, m1)| format!("{} {m1:.2}%", names[*which])).collect();
            let Numbers { tau, rho, phi } = step.settings;
            println!("| {taken} | {tau} | {rho} | {phi} | {:.2}% | {} |", step.value, tried.join(", "));
        }
        Ok(())
    }
}

/// What the thesis calls tau, rho and phi: trees, games to grow them from, games to weigh them with.
#[derive(Clone, Copy)]
struct Numbers {
    tau: usize,
    rho: usize,
    phi: usize,
}
