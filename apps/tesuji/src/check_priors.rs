//! `tesuji check-priors`: a-priori information of moves against what the search finds.

use std::io::{self, Write};
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Result, ensure};
use clap::Args;
use go_board::GameBoard;
use go_engine::{PriorQuestion, check_priors};
use go_games::{Filter, Game};
use go_models::Predictor;
use lab::priors::{CheckedPosition, PriorReport, drawn_position};
use lab::study::small_games;
use rayon::prelude::*;
use report::progress;
use serde_json::json;

use crate::games::inputs::{Source, load, refuse_unreadable};
use crate::gtp::{engine_config, models};
use crate::{csv, embedded};

/// Check how well the priors of moves agree with what the search finds
///
/// Searches one position of every game and compares the order of moves by their probability, and by the a-priori value of M-eval, with the order by the results of their
/// playouts: rank correlations from -1 to 1, over the nodes of the search tree. Compare configurations or models on the same games before a match is played.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Games to take positions from [default: 9x9 games that come with the program]
    #[arg(long, value_name = "GAMES", num_args = 1..)]
    games: Vec<PathBuf>,
    /// Positions, one a game
    #[arg(long, value_name = "N", default_value_t = 40)]
    positions: usize,
    /// Playouts of a search
    #[arg(long, value_name = "N", default_value = "2000")]
    playouts: NonZeroU64,
    /// Only moves with so many playouts count
    #[arg(long, value_name = "N", default_value_t = 20)]
    min_visits: u32,
    /// Another model than the embedded ones
    #[arg(long, value_name = "F")]
    model: Option<PathBuf>,
    /// A model of openings (kind m-eval), used as the configuration says
    #[arg(long, value_name = "F")]
    m_eval: Option<PathBuf>,
    /// Parameters of the engine (TOML); docs/engine.md lists them
    #[arg(long, value_name = "F")]
    config: Option<PathBuf>,
    /// The same seed draws the same positions and playouts
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Also write a line for every position: its correlations over the tree and at the root (CSV)
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// No progress
    #[arg(long, short)]
    quiet: bool,
}

/// A position to search, with the model for its board.
struct Drawn {
    game: usize,
    ply: usize,
    board: GameBoard,
    predictor: Option<Arc<dyn Predictor>>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let others = [&arguments.model, &arguments.m_eval, &arguments.config];
    let inputs: Vec<&Path> = arguments.games.iter().chain(others.into_iter().flatten()).map(PathBuf::as_path).collect();
    csv::prepare(arguments.csv.as_deref(), &inputs)?;
    let config = engine_config(arguments.config.as_deref())?;
    let models = models(arguments.model.as_deref())?;
    let m_eval = arguments.m_eval.as_deref().map(embedded::read_m_eval).transpose()?.map(Arc::new);
    let games = read(arguments)?;
    let draw = |(number, game): (usize, &Game)| {
        let (ply, board) = drawn_position(game, arguments.seed)?;
        Some(Drawn { game: number + 1, ply, predictor: models(game.size), board })
    };
    let drawn: Vec<Drawn> = games.iter().enumerate().filter_map(draw).take(arguments.positions).collect();
    ensure!(!drawn.is_empty(), "there is no position to search");
    let shown = progress::for_stderr(arguments.quiet || arguments.json);
    shown.start("positions", Some(drawn.len() as u64));
    let check = |drawn: &Drawn| {
        let question = PriorQuestion {
            config: &config,
            predictor: drawn.predictor.clone(),
            m_eval: m_eval.clone(),
            n_playouts: arguments.playouts.get(),
            min_visits: arguments.min_visits,
            seed: arguments.seed,
        };
        let answer = check_priors(&drawn.board, &question);
        shown.advance(1);
        CheckedPosition::new((drawn.game, drawn.ply), &answer, arguments.min_visits)
    };
    let report = PriorReport::new(drawn.par_iter().map(check).collect());
    shown.finish();
    csv::write(arguments.csv.as_deref(), || report.positions_table())?;
    print(arguments, &report)
}

fn read(arguments: &Arguments) -> Result<Vec<Game>> {
    if arguments.games.is_empty() {
        return Ok(small_games().test);
    }
    let quiet = arguments.quiet || arguments.json;
    let source = Source { paths: &arguments.games, filter: Filter::default(), keep_duplicates: false, quiet };
    let (games, summary) = load(source)?;
    refuse_unreadable(&summary)?;
    Ok(games)
}

fn print(arguments: &Arguments, report: &PriorReport) -> Result<()> {
    let mut out = io::stdout().lock();
    let n = report.positions.len();
    if arguments.json {
        let object = json!({
            "positions": n,
            "playouts": arguments.playouts,
            "min_visits": arguments.min_visits,
            "correlations": report.rows,
            "likeliest_is_most_visited": report.first_share,
            "mean_place_of_most_visited": report.mean_place,
        });
        writeln!(out, "{object}")?;
        return Ok(());
    }
    writeln!(out, "{n} positions, {} playouts each", arguments.playouts)?;
    writeln!(out, "{}", report.table().to_terminal().trim_end())?;
    writeln!(
        out,
        "the likeliest move was visited most in {:.0}% of the positions; the most visited one has place {:.1} by probability",
        100.0 * report.first_share,
        report.mean_place
    )?;
    Ok(())
}
