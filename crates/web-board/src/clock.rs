//! Clocks sent by the page. The page counts seconds down; `go-engine` decides the time of a move.

use std::time::Duration;

use go_engine::{ClockReading, GameClock, TimeControl};
use serde::{Deserialize, Serialize};

use crate::answer::Refused;

/// Longer times are rejected.
const MAX_SECONDS: f64 = 86_400.0;
/// More stones or periods than any system gives.
const MAX_COUNT: u32 = 1_000;

/// A player's clock: the time system in seconds, and the remaining time.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClockState {
    system: System,
    main: f64,
    /// Length of a period, or what every move adds.
    #[serde(default)]
    period: f64,
    /// Stones or periods.
    #[serde(default)]
    count: u32,
    left: Option<f64>,
    #[serde(default)]
    n_left: u32,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum System {
    Absolute,
    Fischer,
    Canadian,
    ByoYomi,
}

impl ClockState {
    /// The clock as the engine knows it.
    pub(crate) fn clock(&self) -> Result<GameClock, Refused> {
        let (main, period) = (seconds(self.main)?, seconds(self.period)?);
        let most = self.count.max(self.n_left);
        if most > MAX_COUNT {
            return Err(Refused::bad(format!("{most} stones or periods are not possible: {MAX_COUNT} are the most")));
        }
        if matches!(self.system, System::ByoYomi) && period.is_zero() {
            return Err(Refused::bad("a period of byo-yomi has at least a moment"));
        }
        let control = match self.system {
            System::Absolute => TimeControl::Absolute { main },
            System::Fischer => TimeControl::Fischer { main, increment: period },
            System::Canadian => TimeControl::Canadian { main, period, n_stones: self.count.max(1) },
            System::ByoYomi => TimeControl::ByoYomi { main, period, n_periods: self.count.max(1) },
        };
        let left = self.left.map(seconds).transpose()?;
        Ok(GameClock { control, reading: left.map(|left| ClockReading { left, n_left: self.n_left }) })
    }
}

fn seconds(number: f64) -> Result<Duration, Refused> {
    if !(0.0..=MAX_SECONDS).contains(&number) {
        return Err(Refused::bad(format!("{number} seconds are not possible")));
    }
    Ok(Duration::from_secs_f64(number))
}

/// A move was made and took so long.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClockQuestion {
    clock: ClockState,
    used: f64,
}

/// The remaining time.
#[derive(Serialize)]
pub(crate) struct ClockAnswer {
    left: f64,
    n_left: u32,
    in_time: bool,
}

pub(crate) fn spend(question: ClockQuestion) -> Result<ClockAnswer, Refused> {
    let mut clock = question.clock.clock()?;
    let in_time = clock.spend(seconds(question.used)?);
    let ClockReading { left, n_left } = clock.reading.unwrap_or(ClockReading { left: Duration::ZERO, n_left: 0 });
    Ok(ClockAnswer { left: left.as_secs_f64(), n_left, in_time })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_costs_what_the_system_says() {
        let question = r#"{"clock": {"system": "fischer", "main": 60, "period": 5, "left": 30}, "used": 12}"#;
        let answer = spend(serde_json::from_str(question).expect("a question")).expect("an answer");
        assert_eq!((answer.left, answer.in_time), (23.0, true));
        let late = r#"{"clock": {"system": "byo-yomi", "main": 10, "period": 5, "count": 2, "left": 5, "n_left": 1}, "used": 6}"#;
        assert!(!spend(serde_json::from_str(late).expect("a question")).expect("an answer").in_time);
    }

    #[test]
    fn implausible_clocks_are_rejected() {
        for clock in [
            r#"{"system": "absolute", "main": -1}"#,
            r#"{"system": "byo-yomi", "main": 0, "period": 0, "count": 3}"#,
            r#"{"system": "byo-yomi", "main": 0, "period": 1, "count": 4294967295}"#,
            r#"{"system": "byo-yomi", "main": 0, "period": 1, "count": 1, "left": 0, "n_left": 4294967295}"#,
            r#"{"system": "canadian", "main": 0, "period": 1, "count": 1001}"#,
        ] {
            let question = format!(r#"{{"clock": {clock}, "used": 86400}}"#);
            assert!(spend(serde_json::from_str(&question).expect("a question")).is_err(), "{clock}");
        }
    }
}
