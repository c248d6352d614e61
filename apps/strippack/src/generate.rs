//! `strippack generate`: an instance with a known optimum, cut from a full rectangle.

use anyhow::Result;
use clap::Args;
use command_line::print;
use strip_packing::formats::text;
use strip_packing::{CutPlan, Size, cut_sheet};

/// Cut a sheet to pieces at random and print them as an instance
#[derive(Args)]
pub(crate) struct Arguments {
    /// Width of the sheet and of the strip
    #[arg(long, default_value_t = 60)]
    width: u32,
    /// Height of the sheet: the optimum
    #[arg(long, default_value_t = 30)]
    height: u32,
    /// Pieces
    #[arg(long, default_value_t = 28)]
    pieces: usize,
    /// No side is cut shorter than this
    #[arg(long, default_value_t = 2)]
    min_side: u32,
    /// Seed of the cuts
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// What to call it
    #[arg(long, default_value = "cut")]
    name: String,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let plan = CutPlan {
        sheet: Size::new(arguments.width, arguments.height),
        n_pieces: arguments.pieces,
        min_side: arguments.min_side,
        seed: arguments.seed,
    };
    print(&text::write(&cut_sheet(&arguments.name, &plan)?))
}
