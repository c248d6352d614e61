//! Where free handicap stones go: on the fixed points, then each where it is farthest from the others and off the edge.

use go_board::{BoardSize, Point, fixed_handicap, max_fixed_handicap};

/// `n` different points; `n` must be at most the board's area.
pub(crate) fn free_handicap(size: BoardSize, n: usize) -> Vec<Point> {
    // Eight stones are better on the sides than seven in the middle; the specification's order takes care of that.
    let n_fixed = n.min(max_fixed_handicap(size));
    let mut points = fixed_handicap(size, n_fixed).unwrap_or_default();
    while points.len() < n {
        let best =
            size.points().filter(|point| !points.contains(point)).max_by_key(|&point| room(size, &points, point));
        let Some(best) = best else { break };
        points.push(best);
    }
    points
}

/// How far a point is from the stones, squared; close to the edge is as bad as close to a stone.
fn room(size: BoardSize, stones: &[Point], point: Point) -> u32 {
    let distance = |other: &Point| {
        let (dx, dy) = (u32::from(point.x().abs_diff(other.x())), u32::from(point.y().abs_diff(other.y())));
        dx * dx + dy * dy
    };
    let edge = 2 * u32::from(size.line(point) - 1).pow(2);
    stones.iter().map(distance).min().unwrap_or(u32::MAX).min(edge)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_placed_on_every_size() {
        for n_lines in 2..=25 {
            let size = BoardSize::new(n_lines).expect("a size");
            for n in 2..size.area().min(40) {
                let points = free_handicap(size, n);
                let distinct: std::collections::BTreeSet<_> = points.iter().collect();
                assert_eq!((points.len(), distinct.len()), (n, n), "{n} on {size}");
            }
        }
    }

    #[test]
    fn the_first_nine_are_the_usual_ones() {
        assert_eq!(free_handicap(BoardSize::NINETEEN, 9), fixed_handicap(BoardSize::NINETEEN, 9).expect("nine"));
    }
}
