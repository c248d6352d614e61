//! The direction in which encodings are valued, learned from the searches of a game (Basaldúa 2013, section 3.4.7).
//!
//!     v = L . (l1, l2),   |L| = 1,   at first L = (1, 1) / sqrt 2
//!
//! After a search L is compared with L + (step, 0) and L + (0, step), both scaled to length 1. Each sorts the root's moves by its own values. The lists are read rank by rank: where the
//! move of one list won more than those of both others, it gets a point. A candidate with two points more than L takes its place.
//!
//! Ours: only the upper half of the lists is read. Over whole lists an order loses at the bottom what it gains at the top, and a direction that was just left wins its points back there.

use go_models::m_eval::Encoding;

/// A direction of length 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Direction(Encoding);

/// The lead in points that changes the direction.
const LEAD: u32 = 2;

impl Default for Direction {
    fn default() -> Self {
        Direction([std::f32::consts::FRAC_1_SQRT_2; 2])
    }
}

/// A move of the root as both see it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tried {
    /// What M-eval saw at the end of its line, as its mover sees it.
    pub encoding: Encoding,
    /// What the search found: the share of wins.
    pub win_rate: f64,
}

impl Direction {
    /// The direction of these numbers; the first one if they have none.
    pub fn of([a, b]: Encoding) -> Direction {
        let length = a.hypot(b);
        if length > 0.0 && length.is_finite() { Direction([a / length, b / length]) } else { Direction::default() }
    }

    /// Its two numbers.
    pub fn weights(self) -> Encoding {
        self.0
    }

    /// The value of an encoding.
    pub fn value(self, encoding: Encoding) -> f32 {
        self.0[0] * encoding[0] + self.0[1] * encoding[1]
    }

    /// The direction after a search that tried these moves.
    pub fn learned(self, tried: &[Tried], step: f32) -> Direction {
        let [a, b] = self.0;
        let candidates = [self, Direction::of([a + step, b]), Direction::of([a, b + step])];
        let lists = candidates.map(|candidate| {
            let mut list = tried.to_vec();
            list.sort_by(|x, y| candidate.value(y.encoding).total_cmp(&candidate.value(x.encoding)));
            list
        });
        let mut points = [0_u32; 3];
        let [a, b, c] = &lists;
        for ((a, b), c) in a.iter().zip(b).zip(c).take(tried.len().div_ceil(2)) {
            let rates = [a, b, c].map(|tried| tried.win_rate);
            for (list, of_list) in points.iter_mut().enumerate() {
                let beats = |other: usize| other == list || rates[list] > rates[other];
                *of_list += u32::from((0..3).all(beats));
            }
        }
        let best = if points[2] > points[1] { 2 } else { 1 };
        if points[best] >= points[0] + LEAD { candidates[best] } else { self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three moves that one of the two numbers favours and that win, and three that the other favours a little more and that lose.
    fn tried(factor: usize) -> Vec<Tried> {
        let one = |k: usize| {
            let wins = k.is_multiple_of(2);
            let mut encoding = [0.0; 2];
            encoding[if wins { factor } else { 1 - factor }] = if wins { 1.0 } else { 1.05 };
            Tried { encoding, win_rate: if wins { 0.6 } else { 0.4 } }
        };
        (0..6).map(one).collect()
    }

    #[test]
    fn the_direction_turns_to_the_number_that_wins() {
        for factor in 0..2 {
            let mut direction = Direction::default();
            for _ in 0..20 {
                direction = direction.learned(&tried(factor), 0.3);
            }
            let weights = direction.weights();
            assert!(weights[factor] > weights[1 - factor], "{factor}: {weights:?}");
            assert!((weights[0].hypot(weights[1]) - 1.0).abs() < 1e-5);
        }
    }

    #[test]
    fn without_evidence_it_stays() {
        let direction = Direction::default();
        assert_eq!(direction.learned(&[], 0.3), direction);
        let same = [Tried { encoding: [1.0, 0.0], win_rate: 0.5 }; 5];
        assert_eq!(direction.learned(&same, 0.3), direction);
        assert_eq!(direction.learned(&tried(0), 0.0), direction, "no step");
    }
}
