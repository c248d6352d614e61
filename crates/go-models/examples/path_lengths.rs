//! Leaves and path lengths of forests under several readings of van Niekerk 2014: cells of Table 5.6 without weights, tree by tree. Figures of few trees
//! mislead: the variance differs by a factor of eighty between trees of one forest. The interval is what forests of as many trees would have, by a
//! bootstrap over the trees: it knows nothing of other games.
//!
//! ```text
//! cargo run --release -p go-models --example path_lengths -- GAMES.sgf.zst IG:WS,IG:WWLS 8 default,beside-comparison,program,program-double,thesis [PARTS]
//! ```
//!
//! `8:2` instead of `8` is eight trees of seed 2. PARTS is a folder of trees that a study has grown from the same games (`work/parts` of its results): they are not grown again.

use std::path::Path;
use std::process::ExitCode;

use go_games::{Game, Importer, read_games};
use go_models::Training;
use go_models::checkpoint::CheckpointFns;
use go_models::forest::{Forest, ForestSettings};
use go_models::instance::{InstanceConfig, grow_trees};
use learn::stats::Bootstrap;
use learn::tree::{Discoveries, Precision};

/// Draws behind the interval.
const BOOTSTRAP: Bootstrap = Bootstrap { replicates: 2000, seed: 1 };

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (Some((four, parts)), true) = (arguments.split_first_chunk::<4>(), arguments.len() < 6) else {
        eprintln!(
            "four or five arguments: games, cells as SYSTEM:CRITERION, trees, readings, and a folder of grown trees"
        );
        return ExitCode::from(2);
    };
    match run(four, parts.first().map(Path::new)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run([file, cells, n_trees, readings]: &[String; 4], parts: Option<&Path>) -> Result<(), Box<dyn std::error::Error>> {
    let mut importer = Importer::default();
    importer.add(file, read_games(&std::fs::read(file)?));
    let (games, _) = importer.finish();
    let (n_trees, seed) = n_trees.split_once(':').unwrap_or((n_trees, "1"));
    let (n_trees, seed): (usize, u64) = (n_trees.parse()?, seed.parse()?);
    for cell in cells.split(',') {
        let (system, criterion) = cell.split_once(':').ok_or("a cell is SYSTEM:CRITERION")?;
        for reading in readings.split(',') {
            let mut settings = ForestSettings { systems: vec![system.parse()?], n_trees, seed, ..Default::default() };
            settings.growth.criterion = criterion.parse()?;
            match reading {
                "default" => {}
                "beside-comparison" => settings.growth.discoveries = Discoveries::BesideComparison,
                "program" => settings = settings.as_the_program(),
                "program-double" => {
                    settings = settings.as_the_program();
                    settings.growth.criterion_options.precision = Precision::Double;
                }
                "thesis" => settings = settings.as_the_thesis(),
                _ => return Err(format!("no reading is called {reading}").into()),
            }
            print_cell(&format!("{system} {criterion} {reading}"), &grow(settings, &games, parts)?);
        }
    }
    Ok(())
}

fn grow(settings: ForestSettings, games: &[Game], parts: Option<&Path>) -> Result<Forest, Box<dyn std::error::Error>> {
    let load = |part: &str| std::fs::read(parts?.join(format!("{part}.part"))).ok();
    let known = CheckpointFns { load, save: |_: &str, _: &[u8]| () };
    let config = InstanceConfig { forest: Some(settings), ..Default::default() };
    let forest = grow_trees(&config, &Training::new(games).with_checkpoints(&known))?;
    Ok(forest.expect("the settings have trees"))
}

fn print_cell(title: &str, forest: &Forest) {
    let trees: Vec<Vec<f64>> = forest
        .trees()
        .iter()
        .map(|tree| tree.tree.leaf_depths().into_iter().map(|depth| depth as f64).collect())
        .collect();
    let all = trees.concat();
    let longest = all.iter().copied().fold(0.0, f64::max);
    let leaves = all.len() as f64 / trees.len() as f64;
    let (mean, variance) = moments(&all);
    // The variance of several trees together from their leaves, means and variances.
    let parts: Vec<(f64, f64, f64)> = trees
        .iter()
        .map(|depths| {
            let (mean, variance) = moments(depths);
            (depths.len() as f64, mean, variance)
        })
        .collect();
    let of_drawn = |drawn: &[usize]| {
        let n: f64 = drawn.iter().map(|&tree| parts[tree].0).sum();
        let mean = drawn.iter().map(|&tree| parts[tree].0 * parts[tree].1).sum::<f64>() / n;
        let around = |&(n, of_tree, variance): &(f64, f64, f64)| n * (variance + (of_tree - mean).powi(2));
        drawn.iter().map(|&tree| around(&parts[tree])).sum::<f64>() / n
    };
    let spread = BOOTSTRAP.percentile(trees.len(), 0.95, of_drawn);
    println!(
        "{title}: {leaves:.0} leaves a tree, paths of {mean:.1} on average, variance {variance:.2} ({:.2} to {:.2}), longest {longest:.0}",
        spread.low, spread.high
    );
    let of_trees: Vec<String> = trees.iter().map(|depths| format!("{:.0}", moments(depths).1)).collect();
    println!("  variances of single trees: {}", of_trees.join(" "));
}

/// Mean and variance.
fn moments(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    (mean, values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / n)
}
