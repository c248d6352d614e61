//! Thresholds that move apart until both colours make as many learned moves (Basaldúa 2013, section 4.7.4).
//!
//! Black's threshold is t + b and White's is t - b. The learned moves of each colour are counted; every so many playouts b takes a step towards balance,
//! if the difference exceeds two standard deviations of a fair coin (the difference of n throws has the deviation sqrt n), or a leap if one colour made
//! more than twice as many as the other.

use std::sync::atomic::{AtomicI32, AtomicU32, Ordering::Relaxed};

use go_board::Color;

/// b of one kind of move, shared by the threads of a search.
#[derive(Default)]
pub(super) struct Balance {
    /// b: the unbalance against Black.
    offset: AtomicI32,
    /// Moves since the last correction.
    n_made: [AtomicU32; 2],
}

impl Balance {
    /// The threshold of a colour, within the states that a scale of so many states has.
    pub(super) fn threshold(&self, base: u8, color: Color, n_states: usize) -> u8 {
        let offset = self.offset.load(Relaxed);
        let moved = i32::from(base) + if color == Color::Black { offset } else { -offset };
        moved.clamp(1, n_states.saturating_sub(1).clamp(1, 255) as i32) as u8
    }

    /// Counts the moves of a playout, Black's first.
    pub(super) fn count(&self, n_made: [u32; 2]) {
        for (shared, n) in self.n_made.iter().zip(n_made).filter(|&(_, n)| n > 0) {
            shared.fetch_add(n, Relaxed);
        }
    }

    /// Corrects b and begins to count again.
    pub(super) fn correct(&self, leap: u32) {
        let [black, white] = [&self.n_made[0], &self.n_made[1]].map(|n| i64::from(n.swap(0, Relaxed)));
        let difference = black - white;
        let step = if difference * difference <= 4 * (black + white) {
            0
        } else if black.max(white) > 2 * black.min(white) {
            leap.min(255) as i32
        } else {
            1
        };
        // No scale has more states than 8 bits: farther away nothing changes.
        let moved = self.offset.load(Relaxed) + step * difference.signum() as i32;
        self.offset.store(moved.clamp(-255, 255), Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_colour_that_makes_more_moves_has_a_harder_threshold() {
        let balance = Balance::default();
        let thresholds = |balance: &Balance| Color::BOTH.map(|color| balance.threshold(100, color, 253));
        balance.count([1040, 960]);
        balance.correct(4);
        assert_eq!(thresholds(&balance), [100, 100], "within two deviations of 2,000 throws");
        balance.count([1100, 900]);
        balance.correct(4);
        assert_eq!(thresholds(&balance), [101, 99]);
        balance.correct(4);
        assert_eq!(thresholds(&balance), [101, 99], "counted moves count once");
        balance.count([30, 100]);
        balance.correct(4);
        assert_eq!(thresholds(&balance), [97, 103]);
        for _ in 0..200 {
            balance.count([0, 100]);
            balance.correct(8);
        }
        assert_eq!(thresholds(&balance), [1, 252], "within the scale");
    }
}
