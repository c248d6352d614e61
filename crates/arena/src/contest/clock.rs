//! The referee's clock: absolute or Canadian time, as in `time_settings`.

use std::time::Duration;

use super::settings::ClockSettings;

/// The remaining time of one player.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct PlayerClock {
    settings: ClockSettings,
    left: f64,
    /// 0 during the main time.
    stones_left: u32,
}

impl PlayerClock {
    pub(crate) fn new(settings: ClockSettings) -> Self {
        let in_period = settings.main == 0.0;
        let (left, stones_left) = if in_period { (settings.period, settings.stones) } else { (settings.main, 0) };
        Self { settings, left, stones_left }
    }

    /// Counts a move; false when the time ran out.
    pub(crate) fn spend(&mut self, used: Duration) -> bool {
        self.left -= used.as_secs_f64();
        if self.stones_left == 0 && self.left < 0.0 && self.settings.period > 0.0 {
            // The main time ended during this move, and the first period began.
            self.left += self.settings.period;
            self.stones_left = self.settings.stones;
        }
        if self.left < 0.0 {
            return false;
        }
        if self.stones_left > 0 {
            self.stones_left -= 1;
            if self.stones_left == 0 {
                (self.left, self.stones_left) = (self.settings.period, self.settings.stones);
            }
        }
        true
    }

    /// The arguments of `time_left`, after the colour.
    pub(crate) fn time_left(&self) -> String {
        format!("{:.0} {}", self.left.floor(), self.stones_left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(settings: ClockSettings, moves: &[f64], expected: &[&str]) {
        let mut clock = PlayerClock::new(settings);
        let seen: Vec<_> = moves
            .iter()
            .map(|&used| if clock.spend(Duration::from_secs_f64(used)) { clock.time_left() } else { "lost".into() })
            .collect();
        assert_eq!(seen, expected);
    }

    #[test]
    fn absolute_time_runs_out() {
        check(ClockSettings { main: 10.0, period: 0.0, stones: 0 }, &[4.0, 5.5, 1.0], &["6 0", "0 0", "lost"]);
    }

    #[test]
    fn periods_begin_within_a_move_and_come_again() {
        let settings = ClockSettings { main: 10.0, period: 5.0, stones: 2 };
        check(settings, &[8.0, 3.0, 1.0, 2.0, 4.0], &["2 0", "4 1", "5 2", "3 1", "lost"]);
        check(ClockSettings { main: 0.0, period: 5.0, stones: 1 }, &[4.0, 4.9, 5.1], &["5 1", "5 1", "lost"]);
    }
}
