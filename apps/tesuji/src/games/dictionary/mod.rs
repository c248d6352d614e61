//! `tesuji games joseki` and `tesuji games fuseki`: what was played in the corner or on the whole board, as a tree of
//! sequences with frequencies and results, as JSON or as an SGF file with variations.

mod diagram;
mod json;
mod text;
mod words;

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;
use go_board::{BoardSize, Point};
use go_games::Game;
use go_games::dictionary::{Dictionary, Ended, LineTree, Region, RegionKind, TreeSettings, WalkSettings};
use output_files::{OutputLock, refuse_inputs, write_whole};

use super::filter::FilterArguments;
use super::import::explain;
use super::inputs::{Source, load};

/// Moves of a line at most: far more than any joseki.
const DEEPEST: usize = 60;

#[derive(Args)]
pub(crate) struct Common {
    /// SGF files, folders, .zst streams, databases
    #[arg(required = true, value_name = "GAMES")]
    paths: Vec<PathBuf>,
    /// Lines of the board that is looked at
    #[arg(long, value_name = "N", default_value_t = 19)]
    board: usize,
    /// Leave out moves seen less often; without it, what one game in a thousand holds, and at least 2
    #[arg(long, value_name = "N")]
    least: Option<usize>,
    /// Answers to a position that are shown
    #[arg(long, value_name = "N", default_value_t = 5)]
    most: usize,
    /// Lines drawn as diagrams, the most frequent first
    #[arg(long, value_name = "N", default_value_t = 3)]
    diagrams: usize,
    /// Tell who owned the region at the end of counted games: dead stones are found by playing on, which takes most of the time
    #[arg(long)]
    territory: bool,
    /// Also write a record with all lines as variations, for any SGF editor
    #[arg(long, value_name = "OUT.sgf")]
    sgf: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// No progress
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    filter: FilterArguments,
}

#[derive(Args)]
pub(crate) struct Joseki {
    #[command(flatten)]
    common: Common,
    /// Moves of a sequence, tenuki included
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = parse_depth)]
    depth: usize,
    /// Moves of a game that are looked at
    #[arg(long, value_name = "N", default_value_t = 150)]
    within: usize,
    /// A corner of so many columns and rows instead of the triangle of 66 points
    #[arg(long, value_name = "N")]
    square: Option<u8>,
    /// Follow a corner only as long as no stone lies next to it
    #[arg(long)]
    enclosed: bool,
}

#[derive(Args)]
pub(crate) struct Fuseki {
    #[command(flatten)]
    common: Common,
    /// Moves of an opening
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = parse_depth)]
    depth: usize,
}

fn parse_depth(text: &str) -> Result<usize> {
    match text.parse() {
        Ok(depth @ 1..=DEEPEST) => Ok(depth),
        _ => bail!("a depth is a number from 1 to {DEEPEST}"),
    }
}

pub(crate) fn run_joseki(arguments: &Joseki) -> Result<()> {
    let kind = arguments.square.map_or(RegionKind::Corner, RegionKind::Square);
    let Joseki { common, depth, within, enclosed, .. } = arguments;
    if matches!(arguments.square, Some(side) if side == 0 || usize::from(side) > common.board) {
        bail!("--square wants a number from 1 to the lines of the board, {}", common.board);
    }
    // A line has at least as many moves as the corner has stones in it.
    run(common, kind, WalkSettings { until: *within, depth: *depth + 1, is_enclosed: *enclosed })
}

pub(crate) fn run_fuseki(arguments: &Fuseki) -> Result<()> {
    let until = arguments.depth + 1;
    run(&arguments.common, RegionKind::Board, WalkSettings { until, depth: until, is_enclosed: false })
}

/// Everything that is printed.
struct Findings<'a> {
    dictionary: &'a Dictionary,
    tree: &'a LineTree,
    games: &'a [Game],
    least: usize,
    n_diagrams: usize,
}

fn run(common: &Common, kind: RegionKind, walk: WalkSettings) -> Result<()> {
    let size = BoardSize::new(common.board)?;
    let _lock = match &common.sgf {
        Some(out) => {
            refuse_inputs(out, common.paths.iter().map(PathBuf::as_path))?;
            Some(OutputLock::take(out)?)
        }
        None => None,
    };
    let quiet = common.quiet || common.json;
    let (mut games, summary) =
        load(Source { paths: &common.paths, filter: common.filter.to_filter(), keep_duplicates: false, quiet })?;
    games.retain(|game| game.size == size);
    if games.is_empty() {
        explain(&summary, io::stderr())?;
        bail!("no games on {size} are left");
    }
    let least = common.least.unwrap_or((games.len() / 1000).max(2));
    let dictionary = count(&games, Region::new(size, kind), walk, (common.territory, quiet));
    let tree = LineTree::new(&dictionary, TreeSettings { least, most: common.most, depth: walk.depth - 1 });
    let found = Findings { dictionary: &dictionary, tree: &tree, games: &games, least, n_diagrams: common.diagrams };
    let mut out = io::stdout().lock();
    if common.json {
        writeln!(out, "{}", json::object(&found))?;
    } else {
        text::print(&mut out, &found)?;
    }
    if let Some(path) = &common.sgf {
        let record = tree.to_sgf(&|line| words::comment(&found, line));
        write_whole(path, sgf::write([&record], sgf::Layout::Lines(80)))?;
        if !quiet {
            writeln!(out, "wrote {}: {} variations to look through", path.display(), tree.lines.len())?;
        }
    }
    Ok(())
}

/// Counts the games, with their final owners if wanted.
fn count(games: &[Game], region: Region, walk: WalkSettings, (territory, quiet): (bool, bool)) -> Dictionary {
    let progress = report::progress::for_stderr(quiet);
    let done = |n: usize| progress.advance(n as u64);
    let total = Some(games.len() as u64);
    if !territory {
        progress.start("counting", total);
        let dictionary = Dictionary::of(region, walk, games, &done);
        progress.finish();
        return dictionary;
    }
    progress.start("counting the ends of the games", total);
    let finished = lab::territory::finished_games(games, &|n| progress.set_position(n as u64));
    let owners: Vec<_> =
        finished.into_iter().map(|game| game.owners.map(|owners| move |point: Point| owners.of(point))).collect();
    let owned: Vec<(&Game, Option<Ended<'_>>)> =
        games.iter().zip(&owners).map(|(game, owner)| (game, owner.as_ref().map(|owner| owner as Ended<'_>))).collect();
    progress.start("counting", total);
    let dictionary = Dictionary::with_owners(region, walk, &owned, &done);
    progress.finish();
    dictionary
}
