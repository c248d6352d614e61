//! All figures of a comparison: every measure over all games, by stage where that makes sense, and the main ones game by game.

use report::{Column, Table, number};
use serde_json::{Map, Value, json};

use super::mark_measures::MARK_MEASURES;
use super::measures::{MEASURES, Measure, Unit};
use super::paired_game::PairedGame;
use super::stage::Stage;
use super::statistic::Estimate;

/// One measure, taken.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    /// Its name in JSON.
    pub key: &'static str,
    /// Its name for people.
    pub words: &'static str,
    /// How it is written.
    pub unit: Unit,
    /// Over all games and moves.
    pub all: Estimate,
    /// In the order of [`Stage::PARTS`]; empty if it has no stages.
    pub stages: Vec<Estimate>,
}

/// The figures that are shown game by game, in the order of the measures, with short names.
const BY_GAME: [(&str, &str); 6] = [
    ("win_rate_rank_correlation", "win rate, rho"),
    ("lead_rank_correlation", "lead, rho"),
    ("lead_mean_difference", "lead, difference"),
    ("marks_real_share", "marks that are real"),
    ("marked_share", "moves marked"),
    ("largest_five_marked_share", "largest five marked"),
];

/// The figures of a comparison.
#[derive(Debug, Clone, PartialEq)]
pub struct Figures {
    /// The games.
    pub n_games: usize,
    /// The positions that both judged.
    pub n_positions: usize,
    /// Every measure.
    pub figures: Vec<Figure>,
    /// Name of every game and its figures, in the order of the table
    pub by_game: Vec<(String, Vec<Estimate>)>,
}

fn measures() -> impl Iterator<Item = &'static Measure> {
    MEASURES.iter().chain(MARK_MEASURES)
}

impl Figures {
    /// Measures everything. The cost is that of the bootstrap: about a second for a hundred games.
    pub fn new(games: &[PairedGame]) -> Figures {
        let take = |measure: &Measure, stage| (measure.of)(games, stage).estimate(games.len());
        let figures = measures().map(|measure| Figure {
            key: measure.key,
            words: measure.words,
            unit: measure.unit,
            all: take(measure, Stage::ALL),
            stages: Stage::PARTS.into_iter().filter(|_| measure.by_stage).map(|stage| take(measure, stage)).collect(),
        });
        let figures = figures.collect();
        let of_game = |game: &PairedGame| {
            let alone = std::slice::from_ref(game);
            let shown = BY_GAME.iter().filter_map(|(key, _)| measures().find(|measure| measure.key == *key));
            (game.id.clone(), shown.map(|measure| (measure.of)(alone, Stage::ALL).estimate(1)).collect())
        };
        let n_positions = games.iter().map(|game| game.positions().count()).sum();
        Figures { n_games: games.len(), n_positions, figures, by_game: games.iter().map(of_game).collect() }
    }

    /// The figure with that key.
    pub fn get(&self, key: &str) -> Option<&Figure> {
        self.figures.iter().find(|figure| figure.key == key)
    }

    /// Every figure over all games.
    pub fn table(&self) -> Table {
        let mut table = Table::new([
            Column::left("what"),
            Column::right("measured"),
            Column::right("95% interval"),
            Column::right("from"),
        ]);
        for Figure { words, unit, all, .. } in &self.figures {
            let interval = all.interval.map_or_else(|| "-".to_owned(), |ends| interval(*unit, ends));
            let from = if *unit == Unit::Share { counted(all) } else { number::count(all.n as u64) };
            table.push([(*words).to_owned(), written(*unit, all.value), interval, from]);
        }
        table
    }

    /// The figures that have stages, with their intervals.
    pub fn stage_table(&self) -> Table {
        let stages = Stage::PARTS.iter().map(|stage| Column::right(format!("moves {}", stage.name)));
        let mut table = Table::new([Column::left("what")].into_iter().chain(stages));
        for figure in self.figures.iter().filter(|figure| !figure.stages.is_empty()) {
            let cell = |estimate: &Estimate| match estimate.interval {
                Some(ends) => format!("{} [{}]", written(figure.unit, estimate.value), interval(figure.unit, ends)),
                None => written(figure.unit, estimate.value),
            };
            table.push([figure.words.to_owned()].into_iter().chain(figure.stages.iter().map(cell)));
        }
        table
    }

    fn shown_by_game(&self) -> impl Iterator<Item = (&Figure, &'static str)> {
        BY_GAME.iter().filter_map(|(key, short)| Some((self.get(key)?, *short)))
    }

    /// The main figures of every game.
    pub fn game_table(&self) -> Table {
        let shown: Vec<(&Figure, &str)> = self.shown_by_game().collect();
        let columns = shown.iter().map(|(_, short)| Column::right(*short));
        let mut table = Table::new([Column::left("game")].into_iter().chain(columns));
        for (id, estimates) in &self.by_game {
            let cell = |((figure, _), estimate): (&(&Figure, &str), &Estimate)| match figure.unit {
                Unit::Share => counted(estimate),
                unit => written(unit, estimate.value),
            };
            table.push([id.clone()].into_iter().chain(shown.iter().zip(estimates).map(cell)));
        }
        table
    }

    /// One object. A figure is up to five keys: the value under its name, the ends of its interval under `_low` and `_high`, the observations
    /// under `_n`, of a share also the cases under `_count`; those of a stage have `_moves_40_79` between. `games` has the main ones of every game.
    pub fn to_json(&self) -> Map<String, Value> {
        let mut object = Map::new();
        object.insert("n_games".into(), json!(self.n_games));
        object.insert("n_positions".into(), json!(self.n_positions));
        for figure in &self.figures {
            insert(&mut object, figure.key, figure.unit, &figure.all);
            for (stage, estimate) in Stage::PARTS.iter().zip(&figure.stages) {
                insert(&mut object, &format!("{}{}", figure.key, stage.key), figure.unit, estimate);
            }
        }
        let of_game = |(id, estimates): &(String, Vec<Estimate>)| {
            let mut game = Map::from_iter([("id".to_owned(), json!(id))]);
            for ((figure, _), estimate) in self.shown_by_game().zip(estimates) {
                insert(&mut game, figure.key, figure.unit, estimate);
            }
            Value::Object(game)
        };
        object.insert("games".into(), self.by_game.iter().map(of_game).collect());
        object
    }
}

/// Writes an estimate under its key; what could not be observed is `null`.
pub(super) fn insert(object: &mut Map<String, Value>, key: &str, unit: Unit, estimate: &Estimate) {
    object.insert(key.to_owned(), json!(estimate.value));
    if let Some((low, high)) = estimate.interval {
        object.insert(format!("{key}_low"), json!(low));
        object.insert(format!("{key}_high"), json!(high));
    }
    object.insert(format!("{key}_n"), json!(estimate.n));
    if unit == Unit::Share {
        object.insert(format!("{key}_count"), json!(n_cases(estimate)));
    }
}

/// How many cases a share is of.
fn n_cases(estimate: &Estimate) -> u64 {
    (estimate.value.unwrap_or(0.0) * estimate.n as f64).round() as u64
}

/// A value in its unit.
pub(super) fn written(unit: Unit, value: Option<f64>) -> String {
    let Some(value) = value else { return "-".to_owned() };
    match unit {
        Unit::Plain => format!("{value:.3}"),
        Unit::Share | Unit::WinRate => number::percent(value, 1),
        Unit::WinDifference => format!("{:+.2} %", 100.0 * value),
        Unit::Points => format!("{value:.2}"),
        Unit::PointDifference => format!("{value:+.2}"),
    }
}

/// The ends of an interval in their unit, which is named once.
pub(super) fn interval(unit: Unit, (low, high): (f64, f64)) -> String {
    let end = |value| written(unit, Some(value)).trim_end_matches(" %").to_owned();
    format!("{} to {}", end(low), end(high))
}

/// A share as a count: `3 of 8`.
fn counted(estimate: &Estimate) -> String {
    format!("{} of {}", number::count(n_cases(estimate)), number::count(estimate.n as u64))
}
