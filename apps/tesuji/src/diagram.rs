//! `tesuji diagram`: a position of a game as SVG or PNG.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use clap::Args;
use go_models::{Prediction, Predictor};
use go_review::diagram::{DiagramOptions, diagram};
use go_review::picture;
use goban_svg::{Spot, Window};
use output_files::{check_ending, write_whole};
use report::png::{FontDatabase, render};

use crate::embedded;
use crate::games::inputs;

/// Draw a position of a game as SVG or PNG
#[derive(Args)]
pub(crate) struct Arguments {
    /// A game record; of a collection the first game is taken
    #[arg(value_name = "FILE.sgf")]
    file: PathBuf,
    /// The position after this move; 0 is before the first, without it the end of the game
    #[arg(long = "move", value_name = "N")]
    after: Option<usize>,
    /// Number the last K moves
    #[arg(long, value_name = "K", default_value_t = 0, num_args = 0..=1, default_missing_value = "1000000")]
    numbers: usize,
    /// Colour the points by the probability that a model gives to the next move there
    #[arg(long)]
    heat: bool,
    /// A model file for --heat; without it the embedded model of the game's board size is used
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,
    /// Draw only the part between two corners, such as A1:K10
    #[arg(long, value_name = "FROM:TO")]
    part: Option<String>,
    /// No letters and numbers around the board
    #[arg(long)]
    no_coordinates: bool,
    /// Where to write; a name that ends in .png gives a PNG, one that ends in .svg an SVG. Without it the SVG goes to the standard output
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Width of a PNG in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(16..=8000))]
    width: u32,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let name = arguments.file.display();
    arguments.out.as_deref().map_or(Ok(()), |out| check_ending("--out", out, &["svg", "png"]))?;
    let bytes = inputs::read_unpacked(&arguments.file)?;
    let decoded = sgf::decode(&bytes);
    let tree = sgf::parse_first(&decoded.text).with_context(|| format!("{name} is not a game record"))?;
    let options = DiagramOptions { after: arguments.after, n_numbered: arguments.numbers };
    let drawn = diagram(&tree, options).with_context(|| format!("cannot draw {name}"))?;
    let mut goban = drawn.goban;
    let size = drawn.board.size();
    goban.coordinates = !arguments.no_coordinates;
    if let Some(part) = &arguments.part {
        let (from, to) = part.split_once(':').context("--part wants two corners, such as A1:K10")?;
        let (a, b) = (size.parse_point(from)?, size.parse_point(to)?);
        let from = Spot::new(a.x().min(b.x()), a.y().min(b.y()));
        goban.window = Some(Window { from, to: Spot::new(a.x().max(b.x()), a.y().max(b.y())) });
    }
    if arguments.heat {
        let model = embedded::model_or(arguments.model.as_deref(), size)?;
        let mut prediction = Prediction::default();
        model.predict(drawn.board.position(), &mut prediction);
        goban.heat = picture::heat(&prediction);
    }
    let svg = goban.draw();
    let Some(out) = &arguments.out else {
        write!(io::stdout().lock(), "{svg}")?;
        return Ok(());
    };
    let bytes = if is_png(out) {
        png(&svg.to_string(), arguments.width as f32 / svg.width() as f32)?
    } else {
        svg.to_string().into_bytes()
    };
    write_whole(out, bytes)
}

fn is_png(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("png"))
}

fn png(svg: &str, scale: f32) -> Result<Vec<u8>> {
    let mut fonts = FontDatabase::new();
    fonts.load_system_fonts();
    if fonts.is_empty() {
        bail!(
            "no fonts are installed, and a PNG needs one for its letters; write an .svg, or install a font (fonts-dejavu-core)"
        );
    }
    Ok(render(svg, scale, Arc::new(fonts))?)
}
