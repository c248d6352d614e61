//! The result of a study of playout lengths: Markdown, JSON and a plot of each board.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use output_files::write_whole;
use report::{Axis, Column, Series, Table, XyPlot};
use serde_json::{Value, json};

use super::figures::{Fit, fit, groups};
use super::run::{BoardResult, LengthRun, Lengths};

/// A study that was run.
pub struct LengthOutput<'a> {
    /// What was run.
    pub run: &'a LengthRun<'a>,
    /// What was found on each board.
    pub results: &'a [BoardResult],
}

/// The value below which so large a share of sorted numbers is.
fn quantile(sorted: &[usize], share: f64) -> f64 {
    let place = share * sorted.len().saturating_sub(1) as f64;
    let at = |index: usize| sorted.get(index).map_or(f64::NAN, |&length| length as f64);
    let (below, above) = (at(place.floor() as usize), at(place.ceil() as usize));
    below + (above - below) * place.fract()
}

/// First quartile, mean, third quartile.
fn spread(lengths: &Lengths) -> [f64; 3] {
    let sum: usize = lengths.lengths.iter().sum();
    let mean = sum as f64 / lengths.lengths.len() as f64;
    [quantile(&lengths.lengths, 0.25), mean, quantile(&lengths.lengths, 0.75)]
}

impl LengthOutput<'_> {
    /// Writes `NAME.md`, `NAME.json` and the plots into the folder.
    pub fn write(&self, folder: &Path) -> Result<()> {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let name = &self.run.study.name;
        write_whole(&folder.join(format!("{name}.md")), self.to_markdown())?;
        write_whole(&folder.join(format!("{name}.json")), format!("{:#}\n", self.to_json()))?;
        for board in self.results {
            write_whole(&folder.join(self.plot_name(board)), self.plot(board).draw().to_string())?;
        }
        Ok(())
    }

    fn plot_name(&self, board: &BoardResult) -> String {
        format!("{}-{}x{}.svg", self.run.study.name, board.size, board.size)
    }

    /// The report.
    pub fn to_markdown(&self) -> String {
        let LengthRun { study, scale, size, source, .. } = self.run;
        let mut text = format!(
            "# {}\n\n{}; scale {}; games: {source}; {} playouts from each position.\n\n{}\n",
            study.title,
            study.source,
            scale.name(),
            size.playouts,
            study.remark.trim()
        );
        text += &format!("\n## Length of a game that is played out\n\n{}", self.lengths().to_markdown());
        for board in self.results {
            text += &format!("\n## Variance, {0}x{0}\n\n{1}", board.size, self.by_length(board).to_markdown());
            text += &match fit(&board.positions) {
                Some(found) => sentence(&found),
                None => "\nAll playouts are as long.\n".to_owned(),
            };
            text += &format!("\n![variance and length]({})\n", self.plot_name(board));
        }
        text
    }

    fn lengths(&self) -> Table {
        let titles = ["playouts", "first quartile", "mean", "third quartile", "published"];
        let mut table = Table::new([Column::left("from")].into_iter().chain(titles.map(Column::right)));
        let [low, mean, high] = self.run.study.published_length;
        for board in self.results {
            for lengths in &board.lengths {
                let [first, middle, third] = spread(lengths);
                let published =
                    if board.size == 19 { format!("{mean:.0} ({low:.0} to {high:.0})") } else { String::new() };
                table.push([
                    format!("{0}x{0}, after {1} moves", board.size, lengths.ply),
                    lengths.lengths.len().to_string(),
                    format!("{first:.0}"),
                    format!("{middle:.1}"),
                    format!("{third:.0}"),
                    published,
                ]);
            }
        }
        table
    }

    fn by_length(&self, board: &BoardResult) -> Table {
        let groups = groups(&board.positions);
        let has_record = groups.iter().any(|group| group.record.is_some());
        let mut titles = vec!["moves of a playout", "positions", "variance", "variance a move", "decided"];
        if has_record {
            titles.extend(["counted", "error for the winner", "distance", "same winner"]);
        }
        let mut table = Table::new(titles.into_iter().map(Column::right));
        for group in groups {
            let mut row = vec![
                format!("{:.1}", group.length),
                group.n.to_string(),
                format!("{:.1}", group.variance),
                format!("{:.2}", group.variance / group.length),
                format!("{:.2}", group.decided),
            ];
            match group.record {
                Some(record) => row.extend([
                    record.n.to_string(),
                    format!("{:+.1}", record.error),
                    format!("{:.1}", record.distance),
                    format!("{:.1}%", 100.0 * record.same_winner),
                ]),
                None if has_record => row.extend([const { String::new() }; 4]),
                None => {}
            }
            table.push(row);
        }
        table
    }

    /// Every position, the groups, and the line through 0 that a Wiener process with as much variance in all would follow.
    fn plot(&self, board: &BoardResult) -> XyPlot {
        let (x, y) = (Axis::linear("moves of a playout").from_zero(), Axis::linear("variance of the lead").from_zero());
        let title = format!("Variance of playouts, {0}x{0}", board.size);
        let subtitle = format!("scale {}, {}", self.run.scale.name(), self.run.source);
        let groups = groups(&board.positions);
        let sum = |of: fn(&super::run::Played) -> f64| board.positions.iter().map(of).sum::<f64>();
        let rate = sum(|played| played.variance) / sum(|played| played.length);
        let longest = board.positions.iter().map(|played| played.length).fold(0.0, f64::max);
        XyPlot::new(title, x, y)
            .subtitle(subtitle)
            .with(Series::points("positions", board.positions.iter().map(|played| (played.length, played.variance))))
            .with(Series::line("groups of positions", groups.iter().map(|group| (group.length, group.variance))))
            .with(Series::reference("in proportion to the length", [(0.0, 0.0), (longest, rate * longest)]))
    }

    /// Everything that was measured; of the lengths their spread.
    pub fn to_json(&self) -> Value {
        let LengthRun { study, scale, size, source, seed, .. } = self.run;
        let board = |result: &BoardResult| {
            let lengths = result.lengths.iter().map(|lengths| {
                let [first_quartile, mean, third_quartile] = spread(lengths);
                json!({
                    "after": lengths.ply,
                    "playouts": lengths.lengths.len(),
                    "first_quartile": first_quartile,
                    "mean": mean,
                    "third_quartile": third_quartile,
                })
            });
            json!({
                "size": result.size,
                "lengths": lengths.collect::<Vec<_>>(),
                "groups": groups(&result.positions),
                "fit": fit(&result.positions),
                "positions": result.positions,
            })
        };
        json!({
            "study": study.name,
            "title": study.title,
            "scale": scale.name(),
            "games": source,
            "seed": seed,
            "playouts": size.playouts,
            "published_length": study.published_length,
            "boards": self.results.iter().map(board).collect::<Vec<_>>(),
        })
    }
}

fn sentence(found: &Fit) -> String {
    let interval =
        found.exponent_interval.map_or(String::new(), |[low, high]| format!(" (95% interval {low:.2} to {high:.2})"));
    format!(
        "\nVariance grows with length to the power {:.2}{interval}; a Wiener process has 1. As a straight line: {:.2} a move and {:+.1} at length 0.\n",
        found.exponent, found.slope, found.intercept
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quartiles_lie_between_numbers() {
        let lengths = Lengths { ply: 0, lengths: vec![10, 20, 30, 40, 100] };
        assert_eq!(spread(&lengths), [20.0, 40.0, 40.0]);
        assert_eq!(quantile(&[10, 20], 0.25), 12.5);
    }
}
