//! `tesuji m-eval`: what a model of openings knows.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand, ValueEnum};
use go_engine::m_eval::Direction;
use go_features::qualities::QUALITIES;
use go_features::regions::RegionKind;
use go_games::{Filter, Game, Rank};
use go_models::m_eval::{KnownShape, MEvalModel};
use lab::m_eval::{Ranks, Told, Weighing, agreement, quality_table, tell_strength};
use report::{Column, Table};

use crate::games::inputs::{Source, load, refuse_unreadable};
use crate::{csv, embedded};

/// Show what a model of openings (kind m-eval) knows: its qualities, the most valuable shapes, how well it tells strong players from weak ones
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Show the header, the numbers of shapes, and what the two factors are made of
    Show {
        /// A model file
        model: PathBuf,
    },
    /// Show the shapes that became the most territory, with diagrams
    Shapes {
        /// A model file
        model: PathBuf,
        /// Which shapes
        #[arg(long, value_enum, default_value_t = Form::BigCorner)]
        form: Form,
        /// So many of them
        #[arg(long, default_value_t = 10)]
        top: usize,
        /// Only shapes seen so often in counted games
        #[arg(long, value_name = "N", default_value_t = 30)]
        min_counted: u32,
    },
    /// Compare the order of known answers by M-eval's value, and by frequency, with what was played
    Moves {
        /// A model file
        model: PathBuf,
        /// Games to judge on
        #[arg(long, value_name = "GAMES", required = true, num_args = 1..)]
        judge: Vec<PathBuf>,
        /// At most so many of them
        #[arg(long, value_name = "N", default_value_t = 200)]
        games: usize,
    },
    /// Write the qualities of positions of games to a file: one row a position, the eight qualities of each side, the counted lead
    Qualities {
        /// A model file
        model: PathBuf,
        /// Games to take positions from, 19x19
        #[arg(long, value_name = "GAMES", required = true, num_args = 1..)]
        games: Vec<PathBuf>,
        /// At most so many of them
        #[arg(long, value_name = "N")]
        limit: Option<usize>,
        /// After so many moves
        #[arg(long, value_name = "N,...", value_delimiter = ',', default_value = "30,60")]
        plies: Vec<usize>,
        /// The file to write (CSV)
        #[arg(long, value_name = "FILE")]
        csv: PathBuf,
    },
    /// Tell strong players from weak ones by the qualities of their openings
    Strength {
        /// A model file
        model: PathBuf,
        /// Games to learn from
        #[arg(long, value_name = "GAMES", required = true, num_args = 1..)]
        learn: Vec<PathBuf>,
        /// Games to judge on
        #[arg(long, value_name = "GAMES", required = true, num_args = 1..)]
        judge: Vec<PathBuf>,
        /// At least this rank is strong
        #[arg(long, value_name = "RANK", default_value = "8d", value_parser = rank)]
        strong: Rank,
        /// At most this rank is weak
        #[arg(long, value_name = "RANK", default_value = "6d", value_parser = rank)]
        weak: Rank,
    },
}

#[derive(Clone, Copy, ValueEnum)]
enum Form {
    SmallCorner,
    BigCorner,
    Side,
}

fn rank(text: &str) -> Result<Rank, String> {
    Rank::parse(text).ok_or_else(|| "wanted a rank such as 6d, 3k or 9p".to_owned())
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let mut out = io::stdout().lock();
    match &arguments.command {
        Command::Show { model } => show(&embedded::read_m_eval(model)?, &mut out),
        Command::Shapes { model, form, top, min_counted } => {
            let kind = match form {
                Form::SmallCorner => RegionKind::SmallCorner,
                Form::BigCorner => RegionKind::BigCorner,
                Form::Side => RegionKind::Side,
            };
            shapes(&embedded::read_m_eval(model)?, kind, (*top, *min_counted), &mut out)
        }
        Command::Moves { model, judge, games: n_games } => {
            let model = Arc::new(embedded::read_m_eval(model)?);
            let mut games = games(judge)?;
            games.truncate(*n_games);
            moves(&model, &games, &mut out)
        }
        Command::Qualities { model, games: paths, limit, plies, csv } => {
            let inputs: Vec<&Path> = paths.iter().chain([model]).map(PathBuf::as_path).collect();
            csv::prepare(Some(csv), &inputs)?;
            let model = embedded::read_m_eval(model)?;
            let mut games = games(paths)?;
            games.truncate(limit.unwrap_or(usize::MAX));
            let table = quality_table(&model, &games, plies);
            let n_rows = table.n_rows();
            if n_rows == 0 {
                bail!("none of the {} games is of size 19 and has so many moves", games.len());
            }
            csv::write(Some(csv), || table)?;
            writeln!(out, "{n_rows} positions of {} games in {}", games.len(), csv.display())?;
            Ok(())
        }
        Command::Strength { model, learn, judge, strong, weak } => {
            if weak >= strong {
                bail!("--weak {weak} is not below --strong {strong}");
            }
            let model = embedded::read_m_eval(model)?;
            let told = tell_strength(&model, &games(learn)?, &games(judge)?, Ranks { strong: *strong, weak: *weak });
            strength(&told, &mut out)
        }
    }
}

fn games(paths: &[PathBuf]) -> Result<Vec<Game>> {
    let filter = Filter::default();
    let (games, summary) = load(Source { paths, filter, keep_duplicates: false, quiet: false })?;
    refuse_unreadable(&summary)?;
    Ok(games)
}

fn show(model: &MEvalModel, out: &mut impl Write) -> Result<()> {
    writeln!(out, "{}", serde_json::to_string(model.header()).context("a header is plain data")?)?;
    for kind in RegionKind::ALL {
        let of_kind = || model.shapes().shapes().iter().filter(|shape| shape.kind() == kind);
        let n_territory = of_kind().filter(|shape| model.shapes().has_territory(shape)).count();
        let n_answered = of_kind().filter(|shape| !shape.answers.is_empty()).count();
        writeln!(
            out,
            "{}: {} shapes, {n_territory} with territory, {n_answered} with answers",
            kind.name(),
            of_kind().count()
        )?;
    }
    writeln!(out, "{} urgent patterns", model.urgencies().len())?;
    let titles = ["quality", "SD", "H 1", "H 2", "weight in l1", "weight in l2", "correlation with the lead"];
    let mut table = Table::new(titles.map(Column::right));
    let encoder = model.encoder();
    for (k, name) in QUALITIES.iter().enumerate() {
        let metric = model.header().metrics.get(&format!("lead_correlation_{}", name.replace(' ', "_")));
        table.push([
            (*name).to_owned(),
            format!("{:.2}", encoder.deviations[k]),
            format!("{:.3}", encoder.parts[0][k]),
            format!("{:.3}", encoder.parts[1][k]),
            format!("{:.3}", encoder.weights[0][k]),
            format!("{:.3}", encoder.weights[1][k]),
            metric.map_or(String::new(), |value| format!("{value:.3}")),
        ]);
    }
    writeln!(out, "{}", table.to_terminal())?;
    writeln!(out, "a move is worth ({:.3}, {:.3})", encoder.tempo[0], encoder.tempo[1])?;
    Ok(())
}

fn shapes(model: &MEvalModel, kind: RegionKind, (top, min_counted): (usize, u32), out: &mut impl Write) -> Result<()> {
    let mut shapes: Vec<&KnownShape> = model
        .shapes()
        .shapes()
        .iter()
        .filter(|shape| shape.kind() == kind && shape.n_counted >= min_counted && !shape.stones.is_empty())
        .collect();
    let best = |shape: &KnownShape| shape.territory().into_iter().fold(0.0, f32::max);
    shapes.sort_by(|a, b| best(b).total_cmp(&best(a)));
    for (number, shape) in shapes.iter().take(top).enumerate() {
        let [first, second] = shape.territory();
        let ink = usize::from(second > first);
        writeln!(
            out,
            "{}. {:.1} ± {:.1} for X, at least {:.1}; seen {} times, {} counted",
            number + 1,
            shape.mean[ink],
            shape.deviation[ink],
            first.max(second),
            shape.n_seen,
            shape.n_counted
        )?;
        writeln!(out, "{}", drawing(shape, ink))?;
    }
    if shapes.is_empty() {
        bail!("no {} was counted {min_counted} times", kind.name());
    }
    Ok(())
}

/// The shape with X for this colour of it: the edges of the board are at the top and, in a corner, to the left.
fn drawing(shape: &KnownShape, ink: usize) -> String {
    let kind = shape.kind();
    let places: Vec<(u8, u8)> = kind.places().collect();
    let (columns, rows) = kind.extent();
    let letter = |x: u8, y: u8| {
        let Some(cell) = places.iter().position(|&place| place == (x, y)) else { return ' ' };
        let stone = shape.stones.iter().find(|stone| usize::from(**stone >> 1) == cell);
        stone.map_or('.', |stone| if usize::from(stone & 1) == ink { 'X' } else { 'O' })
    };
    let row = |y: u8| -> String { (0..columns).flat_map(|x| [' ', letter(x, y)]).collect::<String>() };
    (0..rows).map(|y| format!("  {}\n", row(y).trim_end())).collect()
}

fn moves(model: &Arc<MEvalModel>, games: &[Game], out: &mut impl Write) -> Result<()> {
    let titles = ["order", "positions", "played one is known", "answers", "played one is first", "its mean place"];
    let mut table = Table::new(titles.map(Column::left));
    let even = Direction::default();
    let orders = [
        ("frequency", Weighing::Frequency),
        ("value, 1 move", Weighing::Value(even, [1, 1])),
        ("value, 4 moves, local replies", Weighing::Value(even, [4, 1])),
        ("value, 2 moves, replies anywhere", Weighing::Value(even, [2, 2])),
        ("value, 4 moves, replies anywhere", Weighing::Value(even, [4, 2])),
        ("the same, l1 alone", Weighing::Value(Direction::of([1.0, 0.0]), [4, 2])),
        ("the same, l2 alone", Weighing::Value(Direction::of([0.0, 1.0]), [4, 2])),
    ];
    for (name, weighing) in orders {
        let found = agreement(model, games, weighing);
        let share = |n: usize, of: usize| format!("{n} ({:.1}%)", 100.0 * n as f64 / of.max(1) as f64);
        table.push([
            name.to_owned(),
            found.n_positions.to_string(),
            share(found.n_known, found.n_positions),
            format!("{:.1}", found.mean_answers),
            share(found.n_first, found.n_known),
            format!("{:.3}", found.mean_place),
        ]);
    }
    writeln!(out, "{}", table.to_terminal())?;
    Ok(())
}

fn strength(told: &[Told], out: &mut impl Write) -> Result<()> {
    let titles = ["players", "learned from: weak, strong", "judged: weak, strong", "AUC", "95% interval"];
    let mut table = Table::new(titles.map(Column::left));
    for told in told {
        table.push([
            told.color.to_string(),
            format!("{}, {}", told.n_learned[0], told.n_learned[1]),
            format!("{}, {}", told.n_judged[0], told.n_judged[1]),
            format!("{:.3}", told.auc),
            format!("{:.3} to {:.3}", told.interval.low, told.interval.high),
        ]);
    }
    writeln!(out, "{}", table.to_terminal())?;
    let mut table = Table::new(["quality alone", "AUC, Black", "AUC, White"].map(Column::left));
    for (k, name) in QUALITIES.iter().enumerate() {
        let of = |told: &Told| told.single.get(k).map_or(String::new(), |(_, auc)| format!("{auc:.3}"));
        table.push([(*name).to_owned(), told.first().map_or(String::new(), of), told.get(1).map_or(String::new(), of)]);
    }
    writeln!(out, "{}", table.to_terminal())?;
    Ok(())
}
