//! `strippack` alone: the shipped example packed by every method, and the best packing as a picture in the terminal.

use std::io::IsTerminal;
use std::time::Duration;

use anyhow::Result;
use command_line::print;
use report::{Column, Table, number};
use strip_packing::formats::{ReadOptions, text};
use strip_packing::{Budget, Method, Settings, Style, sketch, solve};

use crate::watch::{Watch, with_bar};

const EXAMPLE: &[u8] = include_bytes!("../../../data/packing/sheet-60x60-49.txt");
const TIME: Duration = Duration::from_secs(2);
const COLUMNS: usize = 60;

/// Runs the example.
pub(crate) fn run() -> Result<()> {
    let instance = text::read("example", EXAMPLE, &ReadOptions::default())?;
    print(&format!(
        "{} rectangles on a strip of width {}; a packing of height {} exists. {} for each method.\n\n",
        instance.n_rectangles(),
        instance.strip_width(),
        instance.known_optimum().unwrap_or_default(),
        number::duration(TIME),
    ))?;
    let progress = report::progress::for_stderr(false);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut table = Table::new([
        Column::left("method"),
        Column::right("height"),
        Column::left(""),
        Column::right("evaluations"),
        Column::right("time"),
    ]);
    let mut best = None;
    for method in Method::ALL.into_iter().rev() {
        let settings = Settings { method, seed: 1, threads };
        let summary = with_bar(&*progress, method.name(), Some(TIME), |begin| {
            let clock = || begin.elapsed();
            solve(&instance, &settings, Budget::time(TIME, &clock), &Watch::new(&*progress), None)
        });
        table.push([
            method.name().to_owned(),
            summary.height().to_string(),
            if summary.is_optimal() { "optimal" } else { "" }.to_owned(),
            number::count(summary.evaluations),
            number::duration(summary.elapsed),
        ]);
        best = Some(summary);
    }
    print(&table.to_terminal())?;
    let style = if std::io::stdout().is_terminal() { Style::Blocks } else { Style::Letters };
    if let Some(summary) = best {
        print(&format!("\n{}", sketch(&instance, &summary.layout, COLUMNS, style)))?;
    }
    print("\nPack your own: strippack solve FILE --time 60 --svg packing.svg   (strippack --help says more)\n")
}
