//! Draws one plot of each kind into the folder named on the command line: `cargo run -p report --example gallery -- OUT`;
//! with `--features png` also as PNG, with the fonts of this system.

use std::path::PathBuf;

use report::{Axis, BarChart, HeatMap, Sample, Series, XyPlot};

fn main() -> std::io::Result<()> {
    let out = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| ".".into()));
    let learning = XyPlot::new("Prediction by training games", Axis::log("games"), Axis::linear("top-1").percent())
        .subtitle("made-up numbers, 95 % intervals")
        .with(Series::line(
            "decision forest",
            [100.0, 300.0, 1000.0, 3000.0, 10_000.0].map(|n: f64| {
                let y = 0.18 + 0.045 * n.log10();
                Sample::with_interval(n, y, y - 0.3 / n.sqrt(), y + 0.3 / n.sqrt())
            }),
        ))
        .with(Series::line("patterns", [100.0, 1000.0, 10_000.0].map(|n: f64| (n, 0.15 + 0.05 * n.log10()))))
        .with(Series::reference("published", [(100.0, 0.36), (10_000.0, 0.36)]));
    let gaps = BarChart::new("Gap to the optimum", ["C1", "C2", "C3", "C4"], Axis::linear("gap").percent())
        .group("greedy", [0.05, 0.067, 0.033, 0.041])
        .group_with_intervals("MCTS", [(0.0, 0.0, 0.0), (0.01, 0.0, 0.02), (0.011, 0.0, 0.02), (0.017, 0.01, 0.02)])
        .x_label("class");
    let confusion = HeatMap::new("Confusion", ["CEU", "CHB", "YRI"])
        .labels("assigned", "truth")
        .with_values()
        .row("CEU", [92.0, 6.0, 2.0])
        .row("CHB", [4.0, 95.0, 1.0])
        .row("YRI", [0.0, 2.0, 98.0]);
    let drawings = [("line.svg", learning.draw()), ("bars.svg", gaps.draw()), ("heat.svg", confusion.draw())];
    for (name, drawing) in drawings {
        std::fs::write(out.join(name), drawing.to_string())?;
        #[cfg(feature = "png")]
        std::fs::write(out.join(name).with_extension("png"), png(&drawing))?;
    }
    Ok(())
}

#[cfg(feature = "png")]
fn png(drawing: &report::Svg) -> Vec<u8> {
    let mut fonts = report::png::FontDatabase::new();
    fonts.load_system_fonts();
    fonts.set_sans_serif_family("DejaVu Sans");
    report::png::render(&drawing.to_string(), 2.0, std::sync::Arc::new(fonts)).expect("our own drawings are valid SVG")
}
