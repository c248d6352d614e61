//! Time: the systems that servers use, what is left, and a simple share of it for one move.
//!
//! Nothing here reads a clock; a [`Clock`] comes in from the program.

use std::time::Duration;

/// Time since some fixed moment, read by whoever may.
pub type Clock = Box<dyn Fn() -> Duration + Send + Sync>;

/// How the time of a game is given out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeControl {
    /// All moves within one time.
    Absolute {
        /// That time.
        main: Duration,
    },
    /// After the main time, so many stones in every period.
    Canadian {
        /// Time before the first period.
        main: Duration,
        /// Length of a period.
        period: Duration,
        /// Stones to play in each.
        n_stones: u32,
    },
    /// After the main time, a period that comes again as long as a move is made within it.
    ByoYomi {
        /// Time before the first period.
        main: Duration,
        /// Length of a period.
        period: Duration,
        /// How many periods may run out, the last one excepted.
        n_periods: u32,
    },
    /// A time that grows with every move.
    Fischer {
        /// Time at the start.
        main: Duration,
        /// What every move adds.
        increment: Duration,
    },
}

/// What the controller says is left: GTP's `time_left`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClockReading {
    /// Time left in the main time or in this period.
    pub left: Duration,
    /// Stones (Canadian) or periods (byo-yomi) left; 0 during the main time.
    pub n_left: u32,
}

/// The clock of one player in a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameClock {
    /// The system.
    pub control: TimeControl,
    /// What is left; `None` before the first reading: all of it.
    pub reading: Option<ClockReading>,
}

/// Kept back for the way to the server and back.
const LAG: Duration = Duration::from_millis(200);

impl GameClock {
    /// A fair share for one move when about `n_moves` more of ours are to come. Never more than what is left.
    pub fn share(&self, n_moves: u32) -> Duration {
        let n_moves = n_moves.max(1);
        match (self.control, self.reading) {
            (TimeControl::Absolute { main }, reading) => fraction(reading.map_or(main, |now| now.left), n_moves),
            (TimeControl::Canadian { .. }, Some(ClockReading { left, n_left: n_left @ 1.. })) => fraction(left, n_left),
            (TimeControl::ByoYomi { period, .. }, Some(ClockReading { left, n_left: 1.. })) => {
                fraction(left.min(period), 1)
            }
            (TimeControl::Canadian { main, period, n_stones }, reading) => {
                let left = reading.map_or(main, |now| now.left);
                // Without main time the first period has begun.
                let own = if left.is_zero() { fraction(period, n_stones) } else { Duration::ZERO };
                fraction(left, n_moves).max(own)
            }
            (TimeControl::ByoYomi { main, period, .. }, reading) => {
                let left = reading.map_or(main, |now| now.left);
                let own = if left.is_zero() { fraction(period, 1) } else { Duration::ZERO };
                fraction(left, n_moves).max(own)
            }
            (TimeControl::Fischer { main, increment }, reading) => {
                let left = reading.map_or(main, |now| now.left);
                (fraction(left, n_moves) + increment.mul_f64(0.8)).min(fraction(left, 1))
            }
        }
    }
}

/// An equal part of what is left, with the lag kept back once.
fn fraction(left: Duration, n_parts: u32) -> Duration {
    left.saturating_sub(LAG).div_f64(f64::from(n_parts.max(1))).mul_f64(0.9)
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(n: u64) -> Duration {
        Duration::from_secs(n)
    }

    /// Plays `n_turns` turns that each take their share and a little more, and fails when the clock runs out.
    fn survive(control: TimeControl, n_turns: u32, mut clock: impl FnMut(Duration) -> Option<ClockReading>) {
        let mut reading = None;
        for turn in 0..n_turns {
            let share = GameClock { control, reading }.share(n_turns - turn);
            assert!(share < seconds(3600), "{control:?} turn {turn}: {share:?}");
            reading = Some(clock(share + Duration::from_millis(50)).unwrap_or_else(|| {
                panic!("{control:?}: time ran out at turn {turn} with {reading:?} and a share of {share:?}")
            }));
        }
    }

    #[test]
    fn absolute_time_lasts() {
        let mut left = seconds(60);
        survive(TimeControl::Absolute { main: left }, 200, |used| {
            left = left.checked_sub(used)?;
            Some(ClockReading { left, n_left: 0 })
        });
    }

    #[test]
    fn canadian_periods_last() {
        for main in [seconds(0), seconds(20)] {
            let (mut main_left, mut left, mut n_left) = (main, seconds(30), 10);
            survive(TimeControl::Canadian { main, period: seconds(30), n_stones: 10 }, 200, |used| {
                if let Some(rest) = main_left.checked_sub(used).filter(|rest| !rest.is_zero()) {
                    main_left = rest;
                    return Some(ClockReading { left: main_left, n_left: 0 });
                }
                main_left = Duration::ZERO;
                left = left.checked_sub(used)?;
                n_left -= 1;
                if n_left == 0 {
                    (left, n_left) = (seconds(30), 10);
                }
                Some(ClockReading { left, n_left })
            });
        }
    }

    #[test]
    fn byo_yomi_periods_last() {
        let period = seconds(5);
        survive(TimeControl::ByoYomi { main: seconds(0), period, n_periods: 3 }, 100, |used| {
            (used < period).then_some(ClockReading { left: period, n_left: 3 })
        });
    }

    #[test]
    fn fischer_time_lasts() {
        let mut left = seconds(30);
        survive(TimeControl::Fischer { main: left, increment: seconds(2) }, 300, |used| {
            left = left.checked_sub(used)? + seconds(2);
            Some(ClockReading { left, n_left: 0 })
        });
    }

    #[test]
    fn the_last_moments_are_not_spent() {
        let clock = GameClock {
            control: TimeControl::Absolute { main: seconds(60) },
            reading: Some(ClockReading { left: Duration::from_millis(150), n_left: 0 }),
        };
        assert_eq!(clock.share(1), Duration::ZERO);
    }
}
