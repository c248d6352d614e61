//! A line as a small board of the region with numbered moves.

use go_board::Point;
use go_games::dictionary::{LineTree, Region};

/// The board with the moves of the line, Black's odd or even numbers as the line has it; a line under it tells tenuki and
/// moves on points that were played before.
pub(super) fn draw(tree: &LineTree, region: &Region, line: usize) -> String {
    let size = region.size();
    let moves = tree.moves(line);
    let (mut numbers, mut remarks) = (std::collections::BTreeMap::new(), Vec::new());
    for (nth, (_, point)) in moves.iter().enumerate() {
        match point {
            Some(point) if !numbers.contains_key(point) => {
                numbers.insert(*point, nth + 1);
            }
            Some(point) => remarks.push(format!("{} at {}", nth + 1, size.name(*point))),
            None => remarks.push(format!("{} elsewhere", nth + 1)),
        }
    }
    let rows = region.points().map(Point::y).max().unwrap_or(0);
    let left = region.points().map(Point::x).min().unwrap_or(0);
    let mut text = String::new();
    for y in 0..=rows {
        for x in left..size.get() {
            let Some(point) = size.point(usize::from(x), usize::from(y)) else { continue };
            match numbers.get(&point) {
                Some(number) => text.push_str(&format!("{number:>3}")),
                None if region.contains(point) => text.push_str("  ."),
                None => text.push_str("   "),
            }
        }
        text.push_str(&format!("  {}\n", size.get() - y));
    }
    for x in left..size.get() {
        let name = size.point(usize::from(x), 0).map(|point| size.name(point)).unwrap_or_default();
        text.push_str(&format!("{:>3}", name.trim_end_matches(|c: char| c.is_ascii_digit())));
    }
    text.push('\n');
    if !remarks.is_empty() {
        text.push_str(&format!("{}\n", remarks.join(", ")));
    }
    text
}
