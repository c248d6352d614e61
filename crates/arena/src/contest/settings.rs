//! The settings of a match. The same settings and programs give the same pairings and openings.

use go_board::{BoardSize, RuleSet, max_fixed_handicap};
use serde::{Deserialize, Serialize};

use super::opening::Opening;
use crate::host::Side;

/// The settings of a match.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchSettings {
    /// Command line of the first program.
    pub a: String,
    /// Command line of the second program.
    pub b: String,
    /// Number of games; with pairs an even number is fair.
    pub games: u64,
    /// Lines of the board.
    pub size: usize,
    /// Komi.
    pub komi: f32,
    /// The rules' name.
    pub rules: String,
    /// Fixed handicap stones. From 2 on, B has Black in every game and takes them.
    pub handicap: usize,
    /// How the games begin.
    pub opening: Opening,
    /// Time of each player, if there is a clock.
    pub clock: Option<ClockSettings>,
    /// Seconds after which a program that thinks about a move counts as hung.
    pub patience: f64,
    /// Seed of openings and of programs that take one.
    pub seed: u64,
}

/// Canadian time: GTP's `time_settings`. A period of 0 means absolute time.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockSettings {
    /// Seconds before the first period.
    pub main: f64,
    /// Seconds of a period.
    pub period: f64,
    /// Stones in a period.
    pub stones: u32,
}

/// Settings that cannot be played.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum SettingsError {
    /// The board.
    #[error("board size {0} is not 1 to 25")]
    Size(usize),
    /// The rules.
    #[error("rules {0:?} are not known")]
    Rules(String),
    /// The handicap.
    #[error("{stones} handicap stones do not fit a {size}x{size} board: 0 or 2 to {most}")]
    Handicap {
        /// The requested number.
        stones: usize,
        /// The board.
        size: usize,
        /// The largest possible number.
        most: usize,
    },
    /// The komi or a time.
    #[error("{what} is {value}, wanted {wanted}")]
    Number {
        /// Which number.
        what: &'static str,
        /// Its value.
        value: f64,
        /// What it should be.
        wanted: &'static str,
    },
}

/// Checked settings.
#[derive(Debug, Clone)]
pub(crate) struct ValidSettings {
    pub(crate) settings: MatchSettings,
    pub(crate) size: BoardSize,
    pub(crate) rules: RuleSet,
}

impl MatchSettings {
    /// Two programs under Chinese rules on 9x9, an empty board and no clock.
    pub fn new(a: impl Into<String>, b: impl Into<String>) -> Self {
        Self {
            a: a.into(),
            b: b.into(),
            games: 100,
            size: 9,
            komi: 7.5,
            rules: RuleSet::Chinese.name().to_owned(),
            handicap: 0,
            opening: Opening::Empty,
            clock: None,
            patience: 600.0,
            seed: 1,
        }
    }

    /// Checks whether the match can be played.
    pub fn check(&self) -> Result<(), SettingsError> {
        self.validate().map(drop)
    }

    pub(crate) fn validate(&self) -> Result<ValidSettings, SettingsError> {
        let size = BoardSize::new(self.size).map_err(|_| SettingsError::Size(self.size))?;
        let rules = RuleSet::parse(&self.rules).ok_or_else(|| SettingsError::Rules(self.rules.clone()))?;
        let most = max_fixed_handicap(size);
        if self.handicap == 1 || self.handicap > most {
            return Err(SettingsError::Handicap { stones: self.handicap, size: self.size, most });
        }
        let number = |what, value: f64, good: bool, wanted| {
            if good { Ok(()) } else { Err(SettingsError::Number { what, value, wanted }) }
        };
        let komi = f64::from(self.komi);
        number("komi", komi, komi.abs() <= 625.0, "-625 to 625")?;
        let is_time = |seconds: f64| (0.0..=1e7).contains(&seconds);
        number("patience", self.patience, is_time(self.patience) && self.patience > 0.0, "a time in seconds")?;
        if let Some(clock) = self.clock {
            // GTP's clocks count whole seconds.
            let is_told = |seconds: f64| is_time(seconds) && seconds.fract() == 0.0;
            number("main time", clock.main, is_told(clock.main), "whole seconds")?;
            number("period", clock.period, is_told(clock.period), "whole seconds")?;
            let stones_fit = clock.period == 0.0 || clock.stones > 0;
            number("stones of a period", f64::from(clock.stones), stones_fit, "1 or more")?;
            number("all time together", clock.main + clock.period, clock.main + clock.period > 0.0, "more than 0")?;
        }
        Ok(ValidSettings { settings: self.clone(), size, rules })
    }

    /// The side that plays Black: colours alternate, and with handicap B takes the stones.
    pub fn black(&self, game: u64) -> Side {
        if self.handicap > 0 || game % 2 == 1 { Side::B } else { Side::A }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_alternate_unless_stones_are_given() {
        let even = MatchSettings::new("a", "b");
        assert_eq!([0, 1, 2, 3].map(|game| even.black(game)), [Side::A, Side::B, Side::A, Side::B]);
        let handicap = MatchSettings { handicap: 4, ..even };
        assert_eq!([0, 1].map(|game| handicap.black(game)), [Side::B, Side::B]);
    }

    #[test]
    fn invalid_settings_are_rejected() {
        let good = MatchSettings::new("a", "b");
        assert_eq!(good.check(), Ok(()));
        let check = |bad: MatchSettings, message: &str| {
            assert_eq!(bad.check().expect_err(message).to_string(), message);
        };
        check(MatchSettings { size: 26, ..good.clone() }, "board size 26 is not 1 to 25");
        check(MatchSettings { rules: "calvinball".into(), ..good.clone() }, "rules \"calvinball\" are not known");
        check(MatchSettings { handicap: 1, ..good.clone() }, "1 handicap stones do not fit a 9x9 board: 0 or 2 to 9");
        check(MatchSettings { komi: f32::NAN, ..good.clone() }, "komi is NaN, wanted -625 to 625");
        check(MatchSettings { patience: 0.0, ..good.clone() }, "patience is 0, wanted a time in seconds");
        let clock = Some(ClockSettings { main: 0.4, period: 0.0, stones: 0 });
        check(MatchSettings { clock, ..good.clone() }, "main time is 0.4, wanted whole seconds");
        let clock = Some(ClockSettings { main: 0.0, period: 0.0, stones: 0 });
        check(MatchSettings { clock, ..good }, "all time together is 0, wanted more than 0");
    }
}
