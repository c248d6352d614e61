//! Time: the time systems of servers, the remaining time, and a simple share of it for one move.
//!
//! Nothing here reads a clock; a [`Clock`] comes in from the program.

use std::time::Duration;

/// A monotonic clock supplied by the caller.
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
    /// The remaining time; `None` before the first reading: all of it.
    pub reading: Option<ClockReading>,
}

/// Kept back once, for a hiccup of the network or the machine.
const RESERVE: Duration = Duration::from_millis(200);
/// Kept back for every move still to come: the way to the server and back.
const LAG: Duration = Duration::from_millis(60);

impl GameClock {
    /// A clock that has not run yet.
    pub fn new(control: TimeControl) -> Self {
        Self { control, reading: None }
    }

    /// Counts a move that took so long, as the server does; false when the time ran out. Controllers that send no
    /// readings leave this to the engine.
    pub fn spend(&mut self, used: Duration) -> bool {
        let (main, n_left) = match (self.control, self.reading) {
            (_, Some(reading)) => (reading.left, reading.n_left),
            (TimeControl::Canadian { main, period, n_stones }, None) if main.is_zero() => (period, n_stones),
            (TimeControl::ByoYomi { main, period, n_periods }, None) if main.is_zero() => (period, n_periods),
            (
                TimeControl::Absolute { main }
                | TimeControl::Canadian { main, .. }
                | TimeControl::ByoYomi { main, .. }
                | TimeControl::Fischer { main, .. },
                None,
            ) => (main, 0),
        };
        let next = match self.control {
            TimeControl::Absolute { .. } => main.checked_sub(used).map(|left| (left, 0)),
            TimeControl::Fischer { increment, .. } => main.checked_sub(used).map(|left| (left + increment, 0)),
            TimeControl::Canadian { period, n_stones, .. } => spend_canadian(main, n_left, used, (period, n_stones)),
            TimeControl::ByoYomi { period, n_periods, .. } => spend_byo_yomi(main, n_left, used, (period, n_periods)),
        };
        let (left, n_left) = next.unwrap_or((Duration::ZERO, n_left));
        self.reading = Some(ClockReading { left, n_left });
        next.is_some()
    }

    /// A fair share for one move when about `n_moves` more are expected. Never more than the remaining time, including
    /// periods.
    pub fn share(&self, n_moves: u32) -> Duration {
        let n_moves = n_moves.max(1);
        match (self.control, self.reading) {
            (TimeControl::Absolute { main }, reading) => fraction(reading.map_or(main, |now| now.left), n_moves),
            (TimeControl::Canadian { .. }, Some(ClockReading { left, n_left: n_left @ 1.. })) => fraction(left, n_left),
            (TimeControl::ByoYomi { period, .. }, Some(ClockReading { left, n_left: 1.. })) => {
                fraction(left.min(period), 1)
            }
            // A move that outlasts the main time runs on in the first period, so a period's share is always there to be used.
            (TimeControl::Canadian { main, period, n_stones }, reading) => {
                fraction(reading.map_or(main, |now| now.left), n_moves).max(fraction(period, n_stones))
            }
            (TimeControl::ByoYomi { main, period, .. }, reading) => {
                fraction(reading.map_or(main, |now| now.left), n_moves).max(fraction(period, 1))
            }
            (TimeControl::Fischer { main, increment }, reading) => {
                let left = reading.map_or(main, |now| now.left);
                (fraction(left, n_moves) + increment.mul_f64(0.8)).min(fraction(left, 1))
            }
        }
    }
}

/// The remaining time after a move in or before a Canadian period.
fn spend_canadian(left: Duration, n_left: u32, used: Duration, full: (Duration, u32)) -> Option<(Duration, u32)> {
    match (left.checked_sub(used), n_left) {
        (Some(left), 0) => Some((left, 0)),
        (None, 0) if full.1 > 0 => spend_canadian(full.0, full.1, used - left, full),
        (Some(_), 1) => Some(full),
        (Some(left), _) => Some((left, n_left - 1)),
        (None, _) => None,
    }
}

/// The remaining time after a move in or before the byo-yomi periods: the time of a period is restored after every
/// move.
fn spend_byo_yomi(left: Duration, n_left: u32, used: Duration, full: (Duration, u32)) -> Option<(Duration, u32)> {
    let (period, n_periods) = full;
    match (left.checked_sub(used), n_left) {
        (Some(left), 0) => Some((left, 0)),
        (Some(_), _) => Some((period, n_left)),
        (None, 0) if n_periods > 0 => spend_byo_yomi(period, n_periods, used - left, full),
        // This period and all that the rest fills are gone; the one that it ends in comes back.
        (None, 1..) if !period.is_zero() => {
            let n_gone = u32::try_from((used - left).as_nanos().div_ceil(period.as_nanos())).ok()?;
            (n_gone < n_left).then(|| (period, n_left - n_gone))
        }
        (None, _) => None,
    }
}

/// An equal part of the remaining time, less reserve and lag.
fn fraction(left: Duration, n_parts: u32) -> Duration {
    let n_parts = n_parts.max(1);
    left.saturating_sub(RESERVE).saturating_sub(LAG.saturating_mul(n_parts)) / n_parts
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(n: u64) -> Duration {
        Duration::from_secs(n)
    }

    /// Plays `n_turns` turns that each take their share and a little more, and fails when the clock runs out.
    fn survive(control: TimeControl, n_turns: u32) {
        let mut clock = GameClock::new(control);
        for turn in 0..n_turns {
            let before = clock;
            let share = clock.share(n_turns - turn);
            let in_time = clock.spend(share + Duration::from_millis(50));
            assert!(in_time, "time ran out at turn {turn}: {before:?} and a share of {share:?}");
        }
    }

    #[test]
    fn every_system_lasts() {
        for main in [seconds(0), seconds(1), seconds(20), seconds(600)] {
            survive(TimeControl::Canadian { main, period: seconds(30), n_stones: 10 }, 200);
            survive(TimeControl::ByoYomi { main, period: seconds(5), n_periods: 1 }, 200);
            survive(TimeControl::ByoYomi { main, period: seconds(5), n_periods: 5 }, 200);
            survive(TimeControl::Fischer { main: main + seconds(1), increment: seconds(2) }, 200);
            survive(TimeControl::Absolute { main: main + seconds(20) }, 150);
        }
    }

    #[test]
    fn what_periods_give_is_used_while_the_main_time_ends() {
        for left in [0, 1, 5, 20] {
            let reading = Some(ClockReading { left: seconds(left), n_left: 0 });
            let byo_yomi = TimeControl::ByoYomi { main: seconds(600), period: seconds(5), n_periods: 1 };
            assert!(GameClock { control: byo_yomi, reading }.share(100) > seconds(4), "{left} s of main time");
            let canadian = TimeControl::Canadian { main: seconds(600), period: seconds(50), n_stones: 25 };
            assert!(GameClock { control: canadian, reading }.share(100) > seconds(1), "{left} s of main time");
        }
    }

    fn check(control: TimeControl, moves: &[u64], expected: &[Option<(u64, u32)>]) {
        let mut clock = GameClock::new(control);
        for (&used, &expected) in moves.iter().zip(expected) {
            let in_time = clock.spend(seconds(used));
            let reading = clock.reading.expect("a clock that has run");
            assert_eq!(in_time.then_some((reading.left.as_secs(), reading.n_left)), expected, "{control:?} {moves:?}");
        }
    }

    #[test]
    fn clocks_run_as_on_a_server() {
        check(TimeControl::Absolute { main: seconds(10) }, &[4, 6, 1], &[Some((6, 0)), Some((0, 0)), None]);
        check(
            TimeControl::Fischer { main: seconds(10), increment: seconds(3) },
            &[4, 9, 4],
            &[Some((9, 0)), Some((3, 0)), None],
        );
        let canadian = TimeControl::Canadian { main: seconds(10), period: seconds(5), n_stones: 2 };
        check(canadian, &[8, 3, 1, 2, 4], &[Some((2, 0)), Some((4, 1)), Some((5, 2)), Some((3, 1)), None]);
        let byo_yomi = TimeControl::ByoYomi { main: seconds(10), period: seconds(5), n_periods: 3 };
        check(
            byo_yomi,
            &[8, 3, 4, 6, 5, 11],
            &[Some((2, 0)), Some((5, 3)), Some((5, 3)), Some((5, 2)), Some((5, 2)), None],
        );
        // Two periods of three are gone with the last moment of the third; then the same with one moment more.
        check(byo_yomi, &[25], &[Some((5, 1))]);
        check(byo_yomi, &[26], &[None]);
        // Unreasonable clocks that a front end may still send.
        let many = TimeControl::ByoYomi { main: seconds(0), period: Duration::from_nanos(1), n_periods: u32::MAX };
        check(many, &[86_400], &[None]);
        for period in [0, 5] {
            let nothing = TimeControl::ByoYomi { main: seconds(0), period: seconds(period), n_periods: 0 };
            check(nothing, &[7], &[None]);
            let nothing = TimeControl::Canadian { main: seconds(0), period: seconds(period), n_stones: 0 };
            check(nothing, &[7], &[None]);
        }
    }

    #[test]
    fn the_last_moments_are_not_spent() {
        let reading = Some(ClockReading { left: Duration::from_millis(150), n_left: 0 });
        let clock = GameClock { control: TimeControl::Absolute { main: seconds(60) }, reading };
        assert_eq!(clock.share(1), Duration::ZERO);
    }
}
