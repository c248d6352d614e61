//! `tesuji games search`: how often a position or a part of it was played, with continuations and results.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::Args;
use go_board::{BoardSize, Color};
use go_games::{Game, Results, Shape, ShapeSearch, ShapeTally, load_position};
use report::{Column, Table, number};
use serde_json::json;

use super::filter::FilterArguments;
use super::inputs::{self, Source, load};

#[derive(Args)]
pub(crate) struct Arguments {
    /// SGF files, folders, .zst streams, databases
    #[arg(required = true, value_name = "GAMES")]
    paths: Vec<PathBuf>,
    /// The record that holds the position
    #[arg(long, value_name = "FILE.sgf")]
    position: PathBuf,
    /// The position after this move; without it the end of the record
    #[arg(long = "move", value_name = "N")]
    after: Option<usize>,
    /// Only the part between two corners, such as A1:H8, anywhere on the board; a part at an edge is found at edges
    #[arg(long, value_name = "FROM:TO")]
    part: Option<String>,
    /// How many answers are listed
    #[arg(long, default_value_t = 20)]
    most: usize,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// No progress
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    filter: FilterArguments,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let name = arguments.position.display();
    let bytes = inputs::read_unpacked(&arguments.position)?;
    let decoded = sgf::decode(&bytes);
    let tree = sgf::parse_first(&decoded.text).with_context(|| format!("{name} is not a game record"))?;
    let loaded = load_position(&tree, arguments.after.map(|n| n.saturating_add(1)))
        .with_context(|| format!("cannot play {name}"))?;
    if let Some(after) = arguments.after.filter(|&after| after > loaded.n_moves) {
        bail!("{name} has {} moves: there is no position after move {after}", loaded.n_moves);
    }
    let board = loaded.board.board();
    let shape = match &arguments.part {
        None => Shape::whole(board),
        Some(part) => {
            let (from, to) = part.split_once(':').context("--part wants two corners, such as A1:H8")?;
            Shape::part(board, board.size().parse_point(from)?, board.size().parse_point(to)?)?
        }
    };
    let quiet = arguments.quiet || arguments.json;
    let filter = arguments.filter.to_filter();
    let (games, _) = load(Source { paths: &arguments.paths, filter, keep_duplicates: false, quiet })?;
    let tally = ShapeTally::of(&ShapeSearch::new(&shape), &games);
    let out = io::stdout().lock();
    if arguments.json {
        print_json(out, arguments, &tally, board.size(), &games)
    } else {
        print(out, arguments, &tally, board.size(), &games)
    }
}

fn color_name(color: Color) -> &'static str {
    if color == Color::Black { "black" } else { "white" }
}

/// Some games that hold it: their number in the collection as it was read, who played, and after how many moves.
fn examples<'a>(
    arguments: &'a Arguments,
    tally: &'a ShapeTally,
    games: &'a [Game],
) -> impl Iterator<Item = serde_json::Value> + 'a {
    tally.examples.iter().take(arguments.most).map(|&(index, n_moves)| {
        let game = &games[index];
        json!({
            "game": index + 1,
            "black": game.players[0],
            "white": game.players[1],
            "date": game.date.map(|date| date.to_string()),
            "result": game.outcome.to_string(),
            "after_move": n_moves,
        })
    })
}

fn print_json(
    mut out: impl Write,
    arguments: &Arguments,
    tally: &ShapeTally,
    size: BoardSize,
    games: &[Game],
) -> Result<()> {
    let counts = |results: &Results| json!({"n": results.n, "black_wins": results.black, "white_wins": results.white});
    let answer = |(next, results): &(go_games::Continuation, Results)| {
        let mut object = counts(results);
        object["move"] = json!(size.name(next.point));
        object["color"] = json!(color_name(next.color));
        object
    };
    let answers: Vec<_> = tally.answers().iter().take(arguments.most).map(answer).collect();
    let object = json!({
        "games": tally.n_games,
        "found": tally.n_found,
        "occurrences": counts(&tally.total),
        "unanswered": tally.n_unanswered,
        "answers": answers,
        "examples": examples(arguments, tally, games).collect::<Vec<_>>(),
    });
    writeln!(out, "{object}")?;
    Ok(())
}

fn print(
    mut out: impl Write,
    arguments: &Arguments,
    tally: &ShapeTally,
    size: BoardSize,
    games: &[Game],
) -> Result<()> {
    writeln!(
        out,
        "{} of {} games hold it, {} times; Black won {}, White {}. Colours and corners are those of the position asked for.\n",
        number::count(tally.n_found as u64),
        number::count(tally.n_games as u64),
        number::count(tally.total.n as u64),
        number::count(tally.total.black as u64),
        number::count(tally.total.white as u64),
    )?;
    let columns = ["answer", "by", "times", "share", "Black won", "White won"];
    let mut table = Table::new(columns.iter().enumerate().map(|(i, name)| match i {
        0 | 1 => Column::left(*name),
        _ => Column::right(*name),
    }));
    for (next, results) in tally.answers().iter().take(arguments.most) {
        let share = |n: usize, of: usize| number::percent(n as f64 / of.max(1) as f64, 1);
        table.push([
            size.name(next.point),
            color_name(next.color).to_owned(),
            number::count(results.n as u64),
            share(results.n, tally.total.n),
            share(results.black, results.n),
            share(results.white, results.n),
        ]);
    }
    writeln!(out, "{}", table.to_terminal())?;
    let columns = [Column::right("game"), Column::left("Black"), Column::left("White"), Column::left("date")];
    let mut table = Table::new(columns.into_iter().chain([Column::left("result"), Column::right("after move")]));
    for example in examples(arguments, tally, games) {
        let text = |key: &str| example[key].as_str().filter(|text| !text.is_empty()).unwrap_or("?").to_owned();
        let n = |key: &str| example[key].to_string();
        table.push([n("game"), text("black"), text("white"), text("date"), text("result"), n("after_move")]);
    }
    if table.n_rows() > 0 {
        writeln!(out, "{}", table.to_terminal())?;
    }
    Ok(())
}
