//! Leaves and path lengths of forests under several readings of van Niekerk 2014: cells of Table 5.6 without weights, tree by tree. Figures of few trees
//! mislead: the variance differs by a factor of eighty between trees of one forest.
//!
//! ```text
//! cargo run --release -p go-models --example path_lengths -- GAMES.sgf.zst IG:WS,IG:WWLS 8 default,beside-comparison,program,program-double,thesis
//! ```

use std::process::ExitCode;

use go_games::{Game, Importer, read_games};
use go_models::forest::{ForestSettings, grow_forest};
use learn::tree::{Discoveries, Precision};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, cells, n_trees, readings] = &arguments[..] else {
        eprintln!("four arguments: games, cells as SYSTEM:CRITERION, trees, readings");
        return ExitCode::from(2);
    };
    match run(file, cells, n_trees, readings) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(file: &str, cells: &str, n_trees: &str, readings: &str) -> Result<(), Box<dyn std::error::Error>> {
    let mut importer = Importer::default();
    importer.add(file, read_games(&std::fs::read(file)?));
    let (games, _) = importer.finish();
    let n_trees: usize = n_trees.parse()?;
    for cell in cells.split(',') {
        let (system, criterion) = cell.split_once(':').ok_or("a cell is SYSTEM:CRITERION")?;
        for reading in readings.split(',') {
            let mut settings =
                ForestSettings { systems: vec![system.parse()?], n_trees, seed: 1, ..Default::default() };
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
            print_cell(&format!("{system} {criterion} {reading}"), &settings, &games)?;
        }
    }
    Ok(())
}

fn print_cell(title: &str, settings: &ForestSettings, games: &[Game]) -> Result<(), Box<dyn std::error::Error>> {
    let forest = grow_forest(settings, games, |_| {})?;
    let trees: Vec<Vec<f64>> = forest
        .trees()
        .iter()
        .map(|tree| tree.tree.leaf_depths().into_iter().map(|depth| depth as f64).collect())
        .collect();
    let all = trees.concat();
    let longest = all.iter().copied().fold(0.0, f64::max);
    let leaves = all.len() as f64 / settings.n_trees as f64;
    let (mean, variance) = moments(&all);
    println!(
        "{title}: {leaves:.0} leaves a tree, paths of {mean:.1} on average, variance {variance:.2}, longest {longest:.0}"
    );
    let of_trees: Vec<String> = trees.iter().map(|depths| format!("{:.0}", moments(depths).1)).collect();
    println!("  variances of single trees: {}", of_trees.join(" "));
    Ok(())
}

/// Mean and variance.
fn moments(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    (mean, values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / n)
}
