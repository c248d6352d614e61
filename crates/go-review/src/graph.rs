//! The course of a game as a graph: Black's win rate after every move, mistakes as stones on the line.

use crate::rating::Review;
use report::color::Rgb;
use report::svg::{Element, PathData, Svg};

const WIDTH: f64 = 960.0;
const HEIGHT: f64 = 240.0;
const LEFT: f64 = 46.0;
const RIGHT: f64 = 14.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 30.0;

/// The graph. Its classes (`course-...`) may be styled by a page.
pub fn win_rate_graph(review: &Review) -> Svg {
    let mut svg = Svg::new(WIDTH, HEIGHT).attribute("class", "course").title("Black's win rate, move by move");
    let n_last = (review.black_win_rates.len().max(2) - 1) as f64;
    let x = |n: usize| LEFT + (WIDTH - LEFT - RIGHT) * n as f64 / n_last;
    let y = |rate: f64| TOP + (HEIGHT - TOP - BOTTOM) * (1.0 - rate);
    svg.push(
        Element::rect(LEFT, TOP, WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM)
            .set("class", "course-paper")
            .fill(Rgb(0xf4, 0xf1, 0xea)),
    );
    let curve = review.black_win_rates.iter().enumerate().map(|(n, &rate)| (x(n), y(rate)));
    if let Some(last) = review.black_win_rates.len().checked_sub(1) {
        let area = PathData::through(curve.clone()).line_to(x(last), y(0.0)).line_to(x(0), y(0.0)).close();
        svg.push(Element::path(&area).set("class", "course-area").fill(Rgb(0x33, 0x36, 0x3d)).opacity(0.82));
    }
    let mut axis = Element::group().set("class", "course-axis").fill(Rgb::MUTED).font_size(12.0);
    for percent in [0, 25, 50, 75, 100] {
        let at = y(f64::from(percent) / 100.0);
        let dash = if percent == 50 { "none" } else { "2 5" };
        axis.push(
            Element::line(LEFT, at, WIDTH - RIGHT, at).stroke(Rgb(0x9a, 0x97, 0x90), 0.8).set("stroke-dasharray", dash),
        );
        axis.push(Element::text(LEFT - 8.0, at + 4.0, &format!("{percent}%")).right_aligned());
    }
    let step = [5, 10, 20, 25, 50, 100, 200].into_iter().find(|step| n_last / f64::from(*step) <= 14.0).unwrap_or(200);
    for n in (0..review.black_win_rates.len()).step_by(step as usize) {
        axis.push(Element::text(x(n), HEIGHT - 10.0, &n.to_string()).centered());
    }
    svg.push(axis);
    for mistake in &review.mistakes {
        let rating = &mistake.rating;
        let rate = review.black_win_rates[rating.number];
        let (fill, rim) = if rating.is_black { (Rgb::BLACK, Rgb::WHITE) } else { (Rgb::WHITE, Rgb::BLACK) };
        let note = format!(
            "move {}: {} {}, {:.1} points lost",
            rating.number,
            rating.verdict.name(),
            rating.mv,
            rating.points_lost
        );
        let radius = 3.0 + 12.0 * (rating.points_lost / 20.0).max(rating.loss).min(0.5);
        svg.push(Element::circle(x(rating.number), y(rate), radius).fill(fill).stroke(rim, 1.2).tooltip(&note));
    }
    svg
}
