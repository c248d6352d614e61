//! `tesuji model`: information about models.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, Subcommand};
use go_models::registry::KINDS;
use go_models::{Model, Scope};
use report::{Column, Table, number};

use crate::{embedded, model_exchange, model_leaves};

/// Show models: what they were trained on, and how good they are
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Show the header of a model: kind, features, training games, settings, figures
    Show {
        /// A model file; without it the embedded models are shown
        file: Option<PathBuf>,
        /// Print the header as JSON
        #[arg(long)]
        json: bool,
    },
    /// List the embedded models
    List,
    /// List the kinds of models that `tesuji learn` can train
    Kinds,
    /// Show the leaves of highest and lowest weight of a forest in words, with example positions
    Leaves(model_leaves::Arguments),
    /// Write the trees of a model with their weights as text
    Export(model_exchange::Export),
    /// Make a model of trees in text form, or put them into one
    Import(model_exchange::Import),
    /// Show several models side by side
    Compare {
        /// Model files
        #[arg(required = true, num_args = 2..)]
        files: Vec<PathBuf>,
    },
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let mut out = io::stdout().lock();
    match &arguments.command {
        Command::Show { file, json } => {
            let models = match file {
                Some(file) => vec![embedded::read(file)?],
                None => embedded::models()?,
            };
            for model in &models {
                if *json {
                    writeln!(out, "{}", serde_json::to_string(model.header())?)?;
                } else {
                    writeln!(out, "{}", side_by_side(std::slice::from_ref(model)).to_terminal())?;
                }
            }
        }
        Command::List => writeln!(out, "{}", side_by_side(&embedded::models()?).to_terminal())?,
        Command::Kinds => {
            let mut table = Table::new([Column::left("kind"), Column::left("what it is")]);
            for kind in KINDS {
                table.push([kind.name, kind.summary]);
            }
            writeln!(out, "{}", table.to_terminal())?;
        }
        Command::Leaves(arguments) => model_leaves::run(arguments, &mut out)?,
        Command::Export(arguments) => model_exchange::export(arguments, &mut out)?,
        Command::Import(arguments) => model_exchange::import(arguments, &mut out)?,
        Command::Compare { files } => {
            let models: Vec<Model> = files.iter().map(|file| embedded::read(file)).collect::<Result<_>>()?;
            writeln!(out, "{}", side_by_side(&models).to_terminal())?;
        }
    }
    Ok(())
}

/// The limits of what a model can be asked about, in words.
fn scope(scope: &Scope) -> String {
    let sizes: Vec<String> = scope.board_sizes.iter().map(u8::to_string).collect();
    let boards = if sizes.is_empty() { "every board".into() } else { format!("boards of size {}", sizes.join(", ")) };
    match scope.plies {
        Some((first, last)) => format!("{boards}, moves {first} to {last}"),
        None => boards,
    }
}

/// The filter of a header. Models of earlier versions hold the value as the compiler writes it, `Filter { sizes: [], ... }`: what it does not
/// filter by is left out.
fn in_words(filter: &str) -> String {
    let Some(fields) = filter.strip_prefix("Filter { ").and_then(|rest| rest.strip_suffix(" }")) else {
        return filter.to_owned();
    };
    let all = format!("{:?}", go_games::Filter::default());
    let wanted: Vec<String> = split_fields(fields)
        .into_iter()
        .filter(|field| !all.contains(field.as_str()))
        .map(|field| {
            field.replace("Some(", "").replace("BoardSize(", "").replace(['(', ')', '[', ']'], "").replace('_', " ")
        })
        .collect();
    if wanted.is_empty() { "all games".to_owned() } else { wanted.join(", ") }
}

/// The fields of a value as the compiler writes it; commas inside of brackets do not count.
fn split_fields(text: &str) -> Vec<String> {
    let mut depth = 0;
    let mut fields = vec![String::new()];
    for c in text.chars() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        if c == ',' && depth == 0 {
            fields.push(String::new());
        } else {
            fields.last_mut().expect("never empty").push(c);
        }
    }
    fields.into_iter().map(|field| field.trim().to_owned()).collect()
}

fn side_by_side(models: &[Model]) -> Table {
    let mut columns = vec![Column::left("")];
    columns.extend(models.iter().map(|model| Column::left(model.header().name.as_str())));
    let mut table = Table::new(columns);
    let mut row = |title: &str, cell: &dyn Fn(&Model) -> String| {
        let mut cells = vec![title.to_string()];
        cells.extend(models.iter().map(cell));
        table.push(cells);
    };
    row("kind", &|m| m.header().kind.clone());
    row("features", &|m| format!("{} ({})", number::count(m.n_features() as u64), m.header().feature_set));
    row("board sizes", &|m| m.header().board_sizes.iter().map(u8::to_string).collect::<Vec<_>>().join(", "));
    row("answers on", &|m| scope(&m.header().scope));
    row("collections", &|m| m.header().training.collections.join(", "));
    row("filter", &|m| in_words(&m.header().training.filter));
    row("games", &|m| number::count(m.header().training.n_games as u64));
    row("positions learned", &|m| number::count(m.header().training.n_positions as u64));
    row("sampling", &|m| m.header().training.sampling.clone());
    row("hash of the games", &|m| format!("{:016x}", m.header().training.games_hash));
    row("seed", &|m| m.header().seed.to_string());
    let mut titles: Vec<&'static str> = Vec::new();
    for (title, _) in models.iter().flat_map(Model::details) {
        if !titles.contains(&title) {
            titles.push(title);
        }
    }
    for title in titles {
        let value = |m: &Model| m.details().into_iter().find(|detail| detail.0 == title).map(|detail| detail.1);
        row(title, &|m| value(m).unwrap_or("-".into()));
    }
    let mut names: Vec<&String> = models.iter().flat_map(|m| m.header().metrics.keys()).collect();
    names.sort();
    names.dedup();
    for name in names {
        row(name, &|m| m.header().metrics.get(name).map_or("-".into(), |value| format!("{value:.4}")));
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filters_of_old_models_are_readable() {
        let default = format!("{:?}", go_games::Filter::default());
        assert_eq!(in_words(&default), "all games");
        let some =
            default.replace("handicap: 0..=255", "handicap: 0..=0").replace("sizes: []", "sizes: [BoardSize(19)]");
        assert_eq!(in_words(&some), "sizes: 19, handicap: 0..=0");
        assert_eq!(in_words("19x19, handicap 0"), "19x19, handicap 0");
    }
}
