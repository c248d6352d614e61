//! The ablation: ideas left out one by one, at the same number of evaluations.

use std::time::Duration;

use report::{Column, Table, number};

use crate::instance::Instance;
use crate::methods::tree::{ClimbConfig, Playout, TreeConfig};
use crate::methods::{Settings, best_fit, solve, tree};
use crate::run::{Budget, Clock, Method, NoListener, Run, Summary};

/// The variants, from random sampling to the complete search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Variant {
    /// Random sampling.
    Random,
    /// Our tree over uniformly random playouts. Not the search of Basaldúa 2013, section 2.3.4: the expander, RAVE, widening and the descent
    /// are in it.
    RandomTree,
    /// Greedy playouts from randomised orders.
    Greedy,
    /// Hill climbs, no tree.
    Learning,
    /// Hill climbs below a tree, without RAVE.
    WithoutRave,
    /// The whole search.
    Mcts,
}

impl Variant {
    /// From least to most.
    pub const ALL: [Variant; 6] =
        [Variant::Random, Variant::RandomTree, Variant::Greedy, Variant::Learning, Variant::WithoutRave, Variant::Mcts];

    /// The name in the table.
    pub fn name(self) -> &'static str {
        match self {
            Variant::Random => "random sampling",
            Variant::RandomTree => "tree, random playouts",
            Variant::Greedy => "greedy, random orders",
            Variant::Learning => "climbing playouts, no tree",
            Variant::WithoutRave => "tree, climbing playouts, no RAVE",
            Variant::Mcts => "tree, climbing playouts (mcts)",
        }
    }

    /// Packs an instance with so many evaluations in this thread.
    pub fn pack(self, instance: &Instance, evaluations: u64, seed: u64, clock: Clock<'_>) -> Summary {
        let budget = Budget { clock, ..Budget::evaluations(evaluations) };
        let settings = |method| Settings { method, seed, threads: 1 };
        let climb = Playout::Learning(ClimbConfig::default());
        let tree_config = match self {
            Variant::Random => return solve(instance, &settings(Method::Random), budget, &NoListener, None),
            Variant::Greedy => return solve(instance, &settings(Method::Skyline), budget, &NoListener, None),
            Variant::RandomTree => TreeConfig { playout: Playout::Random, ..TreeConfig::default() },
            Variant::Learning => {
                let run = Run::new(instance, budget, &NoListener);
                best_fit::pack(&run);
                tree::search_without_tree(&run, seed);
                return run.finish(Method::Mcts);
            }
            Variant::WithoutRave => TreeConfig { playout: climb, rave: None, ..TreeConfig::default() },
            Variant::Mcts => TreeConfig { playout: climb, ..TreeConfig::default() },
        };
        let run = Run::new(instance, budget, &NoListener);
        tree::search(&run, &settings(Method::Mcts), &tree_config);
        run.finish(Method::Mcts)
    }
}

/// One variant over all instances and seeds.
#[derive(Debug, Clone)]
pub struct AblationRow {
    /// The variant.
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
