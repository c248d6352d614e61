//! Comparing methods over a set of instances: the benchmark table and the ablation.
//!
//! The benchmark gives every method the same time; the ablation the same number of evaluations (attempts to pack
//! everything), one thread and several seeds, so that it asks what an idea is worth and not how fast its code is.

use std::time::Duration;

use report::{Column, Table, number};
use serde::Serialize;

use crate::instance::Instance;
use crate::methods::tree::{ClimbConfig, Playout, TreeConfig};
use crate::methods::{Settings, best_fit, solve, tree};
use crate::run::{Budget, Clock, Deaf, Method, Run, Summary};

/// One method on one instance.
#[derive(Debug, Clone, Serialize)]
pub struct BenchRow {
    /// Name of the instance.
    pub instance: String,
    /// Its class: the name up to the first `_` or `-`.
    pub class: String,
    /// Rectangles to place.
    pub rectangles: usize,
    /// The method.
    pub method: String,
    /// Height reached.
    pub height: u32,
    /// Lower bound.
    pub lower_bound: u32,
    /// The optimal height if the file knows it, otherwise the lower bound.
    pub reference: u32,
    /// (height - reference) / reference.
    pub gap: f64,
    /// Whether the packing is proven optimal.
    pub optimal: bool,
    /// Attempts to pack everything.
    pub evaluations: u64,
    /// Seconds until it stopped.
    pub seconds: f64,
}

impl BenchRow {
    /// The row of one run.
    pub fn new(instance: &Instance, summary: &Summary) -> Self {
        let reference = instance.known_optimum().unwrap_or(summary.lower_bound);
        Self {
            instance: instance.name().to_owned(),
            class: instance.name().split(['_', '-']).next().unwrap_or_default().to_owned(),
            rectangles: instance.n_rectangles(),
            method: summary.method.to_string(),
            height: summary.height(),
            lower_bound: summary.lower_bound,
            reference,
            gap: (f64::from(summary.height()) - f64::from(reference)) / f64::from(reference.max(1)),
            optimal: summary.is_optimal(),
            evaluations: summary.evaluations,
            seconds: summary.elapsed.as_secs_f64(),
        }
    }
}

/// Heights per instance, one column per method; optimal ones are marked.
pub fn height_table(rows: &[BenchRow]) -> Table {
    let methods = distinct(rows, |row| &row.method);
    let mut columns = vec![Column::left("instance"), Column::right("n"), Column::right("optimum")];
    for method in &methods {
        columns.push(Column::right(*method));
        columns.push(Column::right("s"));
    }
    let mut table = Table::new(columns);
    for instance in distinct(rows, |row| &row.instance) {
        let of_instance: Vec<&BenchRow> = rows.iter().filter(|row| row.instance == instance).collect();
        let first = of_instance[0];
        let mut cells = vec![instance.to_owned(), first.rectangles.to_string(), first.reference.to_string()];
        for method in &methods {
            match of_instance.iter().find(|row| row.method == *method) {
                Some(row) => {
                    cells.push(format!("{}{}", row.height, if row.optimal { "*" } else { "" }));
                    cells.push(number::significant(row.seconds, 2));
                }
                None => cells.extend(["-".into(), "-".into()]),
            }
        }
        table.push(cells);
    }
    table
}

/// Mean gap per class and over all instances, one column per method.
pub fn gap_table(rows: &[BenchRow]) -> Table {
    let methods = distinct(rows, |row| &row.method);
    let columns = [Column::left("class"), Column::right("instances")];
    let mut table = Table::new(columns.into_iter().chain(methods.iter().map(|method| Column::right(*method))));
    let mut push = |name: &str, selected: &dyn Fn(&BenchRow) -> bool| {
        let mut cells = vec![name.to_owned(), String::new()];
        for method in &methods {
            let gaps: Vec<f64> =
                rows.iter().filter(|row| row.method == *method && selected(row)).map(|row| row.gap).collect();
            cells[1] = gaps.len().to_string();
            cells.push(number::percent(gaps.iter().sum::<f64>() / gaps.len() as f64, 2));
        }
        table.push(cells);
    };
    let classes = distinct(rows, |row| &row.class);
    for class in &classes {
        push(class, &|row| row.class == *class);
    }
    if classes.len() > 1 {
        push("all", &|_| true);
    }
    table
}

fn distinct<'r>(rows: &'r [BenchRow], key: impl Fn(&'r BenchRow) -> &'r String) -> Vec<&'r str> {
    let mut seen: Vec<&str> = Vec::new();
    for row in rows {
        if !seen.contains(&key(row).as_str()) {
            seen.push(key(row));
        }
    }
    seen
}

/// What is left in and out: from random sampling to the whole search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Variant {
    /// Random sampling.
    Random,
    /// The seed's search: a tree over random playouts.
    RandomTree,
    /// Greedy playouts from randomised orders.
    Greedy,
    /// Learning playouts, no tree.
    Learning,
    /// Learning playouts below a tree, without RAVE.
    WithoutRave,
    /// The whole search.
    Mcts,
}

impl Variant {
    /// From least to most.
    pub const ALL: [Variant; 6] =
        [Variant::Random, Variant::RandomTree, Variant::Greedy, Variant::Learning, Variant::WithoutRave, Variant::Mcts];

    /// What it is called in the table.
    pub fn name(self) -> &'static str {
        match self {
            Variant::Random => "random sampling",
            Variant::RandomTree => "tree, random playouts",
            Variant::Greedy => "greedy, random orders",
            Variant::Learning => "learning playouts, no tree",
            Variant::WithoutRave => "tree, learning playouts, no RAVE",
            Variant::Mcts => "tree, learning playouts (mcts)",
        }
    }

    /// Packs an instance with so many evaluations in this thread.
    pub fn pack(self, instance: &Instance, evaluations: u64, seed: u64, clock: Clock<'_>) -> Summary {
        let budget = Budget { clock, ..Budget::evaluations(evaluations) };
        let settings = |method| Settings { method, seed, threads: 1 };
        let climb = Playout::Learning(ClimbConfig::default());
        let tree_config = match self {
            Variant::Random => return solve(instance, &settings(Method::Random), budget, &Deaf, None),
            Variant::Greedy => return solve(instance, &settings(Method::Skyline), budget, &Deaf, None),
            Variant::RandomTree => TreeConfig { playout: Playout::Random, ..TreeConfig::default() },
            Variant::Learning => {
                let run = Run::new(instance, budget, &Deaf);
                best_fit::pack(&run);
                tree::search_without_tree(&run, seed);
                return run.finish(Method::Mcts);
            }
            Variant::WithoutRave => TreeConfig { playout: climb, rave: None, ..TreeConfig::default() },
            Variant::Mcts => TreeConfig { playout: climb, ..TreeConfig::default() },
        };
        let run = Run::new(instance, budget, &Deaf);
        tree::search(&run, &settings(Method::Mcts), &tree_config);
        run.finish(Method::Mcts)
    }
}

/// One variant over all instances and seeds.
#[derive(Debug, Clone)]
pub struct AblationRow {
    /// What was tried.
    pub variant: Variant,
    /// Gap of every run.
    pub gaps: Vec<f64>,
    /// Runs that reached the reference height.
    pub n_optimal: usize,
    /// Time of all runs together.
    pub elapsed: Duration,
}

/// The ablation as a table.
pub fn ablation_table(rows: &[AblationRow]) -> Table {
    let mut table = Table::new([
        Column::left("variant"),
        Column::right("runs"),
        Column::right("mean gap"),
        Column::right("optimal"),
        Column::right("time"),
    ]);
    for row in rows {
        table.push([
            row.variant.name().to_owned(),
            row.gaps.len().to_string(),
            number::percent(row.gaps.iter().sum::<f64>() / row.gaps.len() as f64, 2),
            row.n_optimal.to_string(),
            number::duration(row.elapsed),
        ]);
    }
    table
}
