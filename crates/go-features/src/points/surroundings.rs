//! What the board shows around an empty point: areas that one colour borders, influence, the nearest stones. All in signs, Black above 0.

use go_board::{Board, Color, Point, PointMap};

use super::sign;

/// A stone's influence falls by this factor with every step.
const FADING: f32 = 0.6;
/// Influence reaches so far.
const REACH: i32 = 6;
/// Enclosed areas of more empty points are no sure territory.
const LARGEST_AREA: usize = 30;

/// The colour that alone borders the area of each empty point, as a sign.
pub(super) fn enclosed(board: &Board) -> PointMap<f32> {
    let mut owner = PointMap::filled(0.0);
    let mut seen = PointMap::filled(false);
    for &start in board.empty_points() {
        if seen[start] {
            continue;
        }
        seen[start] = true;
        let mut area = vec![start];
        let mut borders = [false; 2];
        let mut next = 0;
        while next < area.len() {
            for near in area[next].neighbours() {
                match board.color_at(near) {
                    Some(color) => borders[color.index()] = true,
                    None if board.is_empty(near) && !seen[near] => {
                        seen[near] = true;
                        area.push(near);
                    }
                    None => {}
                }
            }
            next += 1;
        }
        if borders[0] != borders[1] && area.len() <= LARGEST_AREA {
            let value = if borders[Color::Black.index()] { 1.0 } else { -1.0 };
            area.into_iter().for_each(|point| owner[point] = value);
        }
    }
    owner
}

/// Influence of all stones on empty points: fading with the distance, limited to -1 and 1.
pub(super) fn influence(board: &Board) -> PointMap<f32> {
    let mut sum = PointMap::filled(0.0);
    let last = i32::from(board.size().get()) - 1;
    for point in board.size().points() {
        let Some(color) = board.color_at(point) else { continue };
        let (x, y) = (i32::from(point.x()), i32::from(point.y()));
        for row in (y - REACH).max(0)..=(y + REACH).min(last) {
            let left = REACH - (row - y).abs();
            for column in (x - left).max(0)..=(x + left).min(last) {
                let steps = (row - y).abs() + (column - x).abs();
                let seen_from = point.shifted(column - x, row - y);
                sum[seen_from] += sign(color) * FADING.powi(steps);
            }
        }
    }
    board.size().points().for_each(|point| sum[point] = sum[point].tanh());
    sum
}

/// The colour of the nearest stones; 0 if both are as near, or none within reach.
pub(super) fn nearer(board: &Board, point: Point) -> f32 {
    let last = i32::from(board.size().get()) - 1;
    let (x, y) = (i32::from(point.x()), i32::from(point.y()));
    for steps in 1..=REACH {
        let mut found = [false; 2];
        for dx in -steps..=steps {
            let rest = steps - dx.abs();
            for dy in [-rest, rest] {
                if (0..=last).contains(&(x + dx))
                    && (0..=last).contains(&(y + dy))
                    && let Some(color) = board.color_at(point.shifted(dx, dy))
                {
                    found[color.index()] = true;
                }
            }
        }
        if found[0] || found[1] {
            return f32::from(found[Color::Black.index()]) - f32::from(found[Color::White.index()]);
        }
    }
    0.0
}
