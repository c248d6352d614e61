//! Simultaneous perturbation (Spall 1992) on the player's configuration: every step plays a pair of games between theta + c Delta and theta - c
//! Delta, Delta a vector of random signs, and moves theta to the side that won:
//! theta <- theta + a_k s Delta with s in {-1, 0, 1}, a_k = a / (k + A)^0.602, c_k = c / k^0.101 (gains in units of a parameter's `step`).
//! A pair of games says next to nothing, so the gain is small and the result is the mean of theta over the second half (Polyak and Juditsky 1992).
//!
//! A parameter is a number of [`EngineConfig`] by its dotted name. Nothing is measured here: whether the result is better than the start is for a
//! match to say.

use std::fmt;

use anyhow::{Context, Result, bail, ensure};
use go_engine::EngineConfig;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use super::self_play::{SelfPlaySettings, play_game};

/// What to tune and how long.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TuningConfig {
    /// Lines of the board.
    pub board: usize,
    /// What White receives.
    pub komi: f32,
    /// Playouts of a move.
    pub playouts: u64,
    /// Steps of two games each.
    pub steps: u64,
    /// Seed of everything.
    pub seed: u64,
    /// File of the move predictor, if any.
    pub model: Option<String>,
    /// The tuned parameters.
    pub parameter: Vec<Parameter>,
}

/// A number of the configuration.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameter {
    /// Such as `tree.exploration`.
    pub name: String,
    /// Where the search begins.
    pub start: f64,
    /// Never less.
    pub low: f64,
    /// Never more.
    pub high: f64,
    /// How far from theta the two sides of the first step play.
    pub step: f64,
}

/// One line of the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// From 1.
    pub step: u64,
    /// Wins of theta + c Delta minus those of theta - c Delta, halved.
    pub score: f64,
    /// The parameters after the step, in the order of the configuration.
    pub theta: Vec<f64>,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}

/// Delay of the gain, and the gain of the first step in units of `step`. Without any slope a thousand steps of two even games then lead about
/// one `step` away; with half a step of gain it was more than three.
const STABILITY: f64 = 20.0;
const FIRST_GAIN: f64 = 0.15;

/// The configuration with these values in place of the defaults.
pub fn configured(parameters: &[Parameter], theta: &[f64]) -> Result<EngineConfig> {
    let mut table = toml::Table::try_from(EngineConfig::default()).context("a configuration is plain data")?;
    for (parameter, &value) in parameters.iter().zip(theta) {
        let (section, key) =
            parameter.name.split_once('.').with_context(|| format!("no section in {:?}", parameter.name))?;
        let slot = table.get_mut(section).and_then(|section| section.get_mut(key));
        let slot = slot.with_context(|| format!("the configuration has no {:?}", parameter.name))?;
        *slot = match slot {
            toml::Value::Float(_) => toml::Value::Float(value),
            toml::Value::Integer(_) => toml::Value::Integer(value.round() as i64),
            _ => bail!("{:?} is not a number", parameter.name),
        };
    }
    let config: EngineConfig = table.try_into().context("a tuned configuration is a configuration")?;
    config.check()?;
    Ok(config)
}

/// Tunes from the first step, or after the steps of a log; `note` is called after every step. Returns the mean of the
/// later parameters.
pub fn tune(
    config: &TuningConfig,
    settings: &SelfPlaySettings,
    done: &[Step],
    note: impl FnMut(&Step) -> Result<()>,
) -> Result<Vec<f64>> {
    let play = |plus: &[f64], minus: &[f64], step: u64| -> Result<f64> {
        let [plus, minus] = [plus, minus].map(|theta| configured(&config.parameter, theta));
        let (plus, minus, seed) = (plus?, minus?, config.seed.wrapping_mul(1_000_003) + step);
        let first = f64::from(play_game(settings, &plus, &minus, seed).signum());
        let second = f64::from(-play_game(settings, &minus, &plus, seed).signum());
        Ok((first + second) / 2.0)
    };
    climb(config, done, play, note)
}

/// The optimisation itself, independent of how games are played.
fn climb(
    config: &TuningConfig,
    done: &[Step],
    mut play: impl FnMut(&[f64], &[f64], u64) -> Result<f64>,
    mut note: impl FnMut(&Step) -> Result<()>,
) -> Result<Vec<f64>> {
    let parameters = &config.parameter;
    ensure!(!parameters.is_empty(), "there is no parameter to tune");
    let mut theta: Vec<f64> = match done.last() {
        Some(last) => last.theta.clone(),
        None => parameters.iter().map(|parameter| parameter.start).collect(),
    };
    ensure!(theta.len() == parameters.len(), "the log has {} parameters, not {}", theta.len(), parameters.len());
    let mut way: Vec<Vec<f64>> = done.iter().map(|step| step.theta.clone()).collect();
    for step in done.len() as u64 + 1..=config.steps {
        let k = step as f64;
        let gain = FIRST_GAIN * ((1.0 + STABILITY) / (k + STABILITY)).powf(0.602);
        let spread = k.powf(-0.101);
        let mut random = Xoshiro256PlusPlus::seed_from_u64(config.seed ^ step << 20);
        let signs: Vec<f64> = theta.iter().map(|_| if random.random::<bool>() { 1.0 } else { -1.0 }).collect();
        let side = |direction: f64| -> Vec<f64> {
            let moved = |((parameter, at), sign): ((&Parameter, &f64), &f64)| {
                (at + direction * spread * sign * parameter.step).clamp(parameter.low, parameter.high)
            };
            parameters.iter().zip(&theta).zip(&signs).map(moved).collect()
        };
        let score = play(&side(1.0), &side(-1.0), step)?;
        for ((parameter, at), sign) in parameters.iter().zip(&mut theta).zip(&signs) {
            *at = (*at + gain * score * sign * parameter.step).clamp(parameter.low, parameter.high);
        }
        note(&Step { step, score, theta: theta.clone() })?;
        way.push(theta.clone());
    }
    let late = &way[way.len() / 2..];
    let mean = |i: usize| late.iter().map(|theta| theta[i]).sum::<f64>() / late.len() as f64;
    Ok(if late.is_empty() { theta } else { (0..theta.len()).map(mean).collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(steps: u64) -> TuningConfig {
        let parameter = |name: &str, start| Parameter { name: name.to_owned(), start, low: 0.0, high: 2.0, step: 0.1 };
        TuningConfig {
            board: 9,
            komi: 7.5,
            playouts: 10,
            steps,
            seed: 1,
            model: None,
            parameter: vec![parameter("tree.exploration", 1.6), parameter("playout.pattern", 0.2)],
        }
    }

    /// The side nearer to (0.6, 1.0) wins, less surely the smaller the difference.
    fn play(plus: &[f64], minus: &[f64], step: u64) -> Result<f64> {
        let loss = |theta: &[f64]| (theta[0] - 0.6).powi(2) + (theta[1] - 1.0).powi(2);
        let chance = 1.0 / (1.0 + (8.0 * (loss(plus) - loss(minus))).exp());
        let mut random = Xoshiro256PlusPlus::seed_from_u64(step);
        Ok(if random.random::<f64>() < chance { 1.0 } else { -1.0 })
    }

    #[test]
    fn the_climb_finds_the_top_of_a_hill() {
        let theta = climb(&config(3000), &[], play, |_| Ok(())).expect("a result");
        assert!((theta[0] - 0.6).abs() < 0.25 && (theta[1] - 1.0).abs() < 0.25, "{theta:?}");
    }

    #[test]
    fn a_run_resumes_from_its_log() {
        let mut all = Vec::new();
        let whole = climb(&config(40), &[], play, |step| {
            all.push(step.clone());
            Ok(())
        })
        .expect("a result");
        let resumed = climb(&config(40), &all[..25], play, |_| Ok(())).expect("a result");
        assert_eq!(whole, resumed);
    }

    #[test]
    fn parameters_are_named_as_in_the_configuration() {
        let tuned = configured(&config(1).parameter, &[0.25, 0.5]).expect("a configuration");
        assert_eq!((tuned.tree.exploration, tuned.playout.pattern), (0.25, 0.5));
        for wrong in ["exploration", "tree.explration", "tree.explore"] {
            let parameter = Parameter { name: wrong.to_owned(), ..config(1).parameter[0].clone() };
            assert!(configured(&[parameter], &[1.0]).is_err(), "{wrong}");
        }
    }
}
