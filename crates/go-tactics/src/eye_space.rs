//! Small eye spaces: their status and their vital point.
//!
//! An eye space is a connected region without stones of its owner, empty or with enemy stones inside, of at most seven
//! points and bounded by the owner and the edge. Its status follows from its shape alone: up to two points and the
//! square four make one eye, the shapes with a single vital point are unsettled while it is empty, the others make two
//! eyes. Several boundary chains, false eyes and corner shapes (bent four and the like) are not considered; that is the
//! task of a life-and-death solver.

use crate::nakade::{n_neighbours, neighbourhood};
use arrayvec::ArrayVec;
use go_board::{Board, Cell, Color, Liberties, Point, PointSet};

/// The largest eye space considered.
pub const MAX_EYE_SPACE: usize = 7;

/// The status of an eye space.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EyeStatus {
    /// One eye, whichever side moves first.
    OneEye,
    /// Unsettled: the side that plays the vital point first decides.
    Vital(Point),
    /// Two eyes, whichever side moves first.
    TwoEyes,
}

/// A small region surrounded by one colour.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EyeSpace {
    points: ArrayVec<Point, MAX_EYE_SPACE>,
    status: EyeStatus,
}

impl EyeSpace {
    /// The eye space of `owner` that the point belongs to; none if it is too large or the point holds a stone of the owner.
    pub fn around<L: Liberties>(board: &Board<L>, point: Point, owner: Color) -> Option<EyeSpace> {
        let outside = |p: Point| matches!(board.cell(p), Cell::OffBoard) || board.cell(p) == owner.cell();
        if outside(point) {
            return None;
        }
        let mut points: ArrayVec<Point, MAX_EYE_SPACE> = ArrayVec::new();
        points.push(point);
        let mut met = PointSet::new();
        met.insert(point);
        let mut n_seen = 0;
        while n_seen < points.len() {
            for neighbour in points[n_seen].neighbours() {
                if !outside(neighbour) && met.insert(neighbour) {
                    points.try_push(neighbour).ok()?;
                }
            }
            n_seen += 1;
        }
        let status = match vital_point(&points) {
            Shape::OneEye => EyeStatus::OneEye,
            Shape::TwoEyes => EyeStatus::TwoEyes,
            Shape::Vital(vital) if board.is_empty(vital) => EyeStatus::Vital(vital),
            Shape::Vital(_) => EyeStatus::OneEye,
        };
        Some(EyeSpace { points, status })
    }

    /// Its points.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// Its status.
    pub fn status(&self) -> EyeStatus {
        self.status
    }
}

enum Shape {
    OneEye,
    Vital(Point),
    TwoEyes,
}

fn vital_point(points: &[Point]) -> Shape {
    let (n_pairs, most) = neighbourhood(points);
    let centre = || Shape::Vital(points.iter().copied().max_by_key(|&p| n_neighbours(points, p)).unwrap_or(points[0]));
    match (points.len(), n_pairs, most) {
        (0..=2, ..) | (4, 4, _) => Shape::OneEye,
        (3, ..) | (4, 3, 3) | (5, 4, 4) | (5, 5, _) | (6, 6, 4) => centre(),
        _ => Shape::TwoEyes,
    }
}
