//! `tesuji model leaves`: the best and the worst leaves of a forest in words, with example positions as diagrams.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use go_board::Color;
use go_games::Filter;
use go_models::instance::{InstanceModel, LeafExample, WeighedLeaf, leaf_examples};

use crate::embedded;
use crate::games::inputs::{Source, load, refuse_unreadable};
use crate::model_exchange::no_trees;

#[derive(Args)]
pub(crate) struct Arguments {
    /// A model of kind `instance` with trees
    file: PathBuf,
    /// Games to take examples from: SGF files, folders, .zst streams, databases
    #[arg(long, value_name = "GAMES", num_args = 1..)]
    games: Vec<PathBuf>,
    /// So many of the best and of the worst
    #[arg(long, value_name = "N", default_value_t = 3)]
    count: usize,
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<()> {
    let model = embedded::read(&arguments.file)?;
    let instance: Option<&InstanceModel> = model.downcast_ref();
    let forest = instance.and_then(InstanceModel::shared_forest);
    let (instance, forest) = instance.zip(forest).with_context(|| no_trees(&arguments.file))?;
    let [best, worst] = instance.extreme_leaves(arguments.count);
    let leaves: Vec<u32> = best.iter().chain(&worst).map(|leaf| leaf.leaf).collect();
    let examples = if arguments.games.is_empty() {
        vec![None; leaves.len()]
    } else {
        let source = Source { paths: &arguments.games, filter: Filter::default(), keep_duplicates: true, quiet: true };
        let (mut games, summary) = load(source)?;
        refuse_unreadable(&summary)?;
        let sizes = &model.header().board_sizes;
        games.retain(|game| sizes.contains(&game.size.get()));
        leaf_examples(&forest, &leaves, &games)
    };
    let mut examples = examples.iter();
    for (title, list) in [("best", &best), ("worst", &worst)] {
        for (rank, leaf) in (1..).zip(list) {
            show(out, &format!("{title} {rank}"), leaf, examples.next().and_then(Option::as_ref))?;
        }
    }
    Ok(())
}

fn show(out: &mut impl Write, title: &str, leaf: &WeighedLeaf, example: Option<&LeafExample>) -> Result<()> {
    let WeighedLeaf { leaf, tree, system, weight, sentence } = leaf;
    writeln!(out, "{title}: weight {weight:.3}, leaf {leaf} (tree {}, {system})", tree + 1)?;
    writeln!(out, "  {sentence}")?;
    if let Some(LeafExample { position, game, point, played }) = example {
        let mover = if position.to_move == Color::Black { "Black (X)" } else { "White (O)" };
        let what = if *played { "played" } else { "did not play" };
        let (number, size) = (position.move_number + 1, position.board.size());
        writeln!(out, "  game {}, move {number}: {mover} {what} * ({})", game + 1, size.name(*point))?;
        let mut rows: Vec<Vec<u8>> = position.board.to_ascii().lines().map(|row| row.as_bytes().to_vec()).collect();
        rows[usize::from(point.y())][2 * usize::from(point.x())] = b'*';
        for row in rows {
            writeln!(out, "    {}", String::from_utf8_lossy(&row))?;
        }
    }
    writeln!(out)?;
    Ok(())
}
