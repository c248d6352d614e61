//! Statistics of playouts beyond the winner and the score: the owner of each point and the criticality of points.
//!
//! Criticality of a point (Coulom 2009, Pellegrino et al. 2009): P(its owner wins) - P(owner = Black) P(Black wins) - P(owner = White) P(White wins);
//! 0 where it does not matter. Counts are updated with relaxed loads and stores: two threads at the same moment may count once,
//! which no picture shows.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use go_board::{Board, Color, Point, PointMap};

use crate::playout::RuleCounts;

/// Counts of one point.
#[derive(Default)]
struct Owned {
    by_black: AtomicU32,
    /// Black owned it and won, or White owned it and won.
    by_winner: AtomicU32,
}

/// What all threads of a search learn from playouts.
pub struct PlayoutTables {
    points: Vec<Owned>,
    n_playouts: AtomicU32,
    n_black_wins: AtomicU32,
    /// Moves by the rule that made them.
    pub rules: RuleCounts,
}

impl Default for PlayoutTables {
    fn default() -> Self {
        Self {
            points: (0..go_board::GRID_CELLS).map(|_| Owned::default()).collect(),
            n_playouts: AtomicU32::new(0),
            n_black_wins: AtomicU32::new(0),
            rules: RuleCounts::default(),
        }
    }
}

#[inline(always)]
fn count(counter: &AtomicU32, by: bool) {
    counter.store(counter.load(Relaxed) + u32::from(by), Relaxed);
}

impl PlayoutTables {
    /// Counts the end of a playout; `lead` is Black's, komi included.
    pub(crate) fn count_end(&self, board: &Board, lead: f32) {
        let black_wins = lead > 0.0;
        for point in board.size().points() {
            let black = match board.color_at(point) {
                Some(color) => color == Color::Black,
                None => board.is_eye_like(point, Color::Black),
            };
            let owned = &self.points[point.index()];
            count(&owned.by_black, black);
            count(&owned.by_winner, black == black_wins);
        }
        count(&self.n_playouts, true);
        count(&self.n_black_wins, black_wins);
    }

    /// Forgets the counts.
    pub(crate) fn clear(&self) {
        for owned in &self.points {
            owned.by_black.store(0, Relaxed);
            owned.by_winner.store(0, Relaxed);
        }
        self.n_playouts.store(0, Relaxed);
        self.n_black_wins.store(0, Relaxed);
        self.rules.clear();
    }

    /// Playouts counted.
    pub fn n_playouts(&self) -> u32 {
        self.n_playouts.load(Relaxed)
    }

    /// How often Black owns the point at the end.
    pub fn black_share(&self, point: Point) -> f64 {
        f64::from(self.points[point.index()].by_black.load(Relaxed)) / f64::from(self.n_playouts().max(1))
    }

    /// How much owning the point and winning go together.
    pub fn criticality(&self, point: Point) -> f64 {
        let n = f64::from(self.n_playouts().max(1));
        let by_winner = f64::from(self.points[point.index()].by_winner.load(Relaxed)) / n;
        let (black, wins) = (self.black_share(point), f64::from(self.n_black_wins.load(Relaxed)) / n);
        by_winner - black * wins - (1.0 - black) * (1.0 - wins)
    }

    /// Criticality of every point.
    pub(crate) fn criticality_map(&self, points: impl Iterator<Item = Point>) -> Box<PointMap<f32>> {
        let mut map = Box::new(PointMap::filled(0.0));
        points.for_each(|point| map[point] = self.criticality(point) as f32);
        map
    }

    /// From -1 (the opponent's) to 1 (`color`'s).
    pub(crate) fn ownership(&self, points: impl Iterator<Item = Point>, color: Color) -> Box<PointMap<f32>> {
        let mut map = Box::new(PointMap::filled(0.0));
        let sign = if color == Color::Black { 1.0 } else { -1.0 };
        points.for_each(|point| map[point] = sign * (2.0 * self.black_share(point) - 1.0) as f32);
        map
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_that_decides_is_critical() {
        let read = |drawing: &str| Board::parse_ascii(drawing).expect("a drawing").0;
        let (black, white) = (read("X X O\n. X O\nX X ."), read("X O O\n. X O\nX X ."));
        let tables = PlayoutTables::default();
        for _ in 0..10 {
            tables.count_end(&black, 1.0);
            tables.count_end(&white, -1.0);
        }
        let at = |name: &str| black.size().parse_point(name).expect("a point");
        assert!((tables.criticality(at("B3")) - 0.5).abs() < 1e-9);
        assert!(tables.criticality(at("A1")).abs() < 1e-9);
        assert!((tables.black_share(at("B3")) - 0.5).abs() < 1e-9);
        assert_eq!((tables.black_share(at("A2")), tables.black_share(at("C2"))), (1.0, 0.0));
    }
}
