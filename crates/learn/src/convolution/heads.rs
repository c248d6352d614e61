//! The heads: a logit for every cell, and the scalars; what is lost on a target, and the gradient of that loss down to the last field.

use super::frame::Frame;
use super::linear::{add_linear, back_linear};
use super::net::ConvNet;
use super::passes::{add_to, mask, rectify};
use super::pooled::Pooled;
use super::shape::{HIDDEN, SCALARS};
use serde::{Deserialize, Serialize};

/// Bounds of the logarithm of the spread.
const LOG_SPREAD: (f32, f32) = (0.0, 5.0);
/// The hidden layer sees the sum of the signs in units of so many cells: their mean would be too small a number to learn from.
const SIGN_UNIT: f32 = 10.0;
/// The slope of the hidden units below 0: with none, large steps at the beginning would silence all of them for good.
const LEAK: f32 = 0.1;
/// Errors below this share of the scale count by their square, so that the loss has a slope everywhere.
const ROUNDING: f32 = 0.1;

/// What is known about an input.
#[derive(Clone, Copy, Debug, Default)]
pub struct Target<'a> {
    /// The probability of every cell, in [0, 1].
    pub cells: Option<&'a [f32]>,
    /// The result, in [0, 1].
    pub result: Option<f32>,
    /// The measure.
    pub measure: Option<f32>,
}

/// How much each loss counts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Losses {
    /// Cross-entropy of the cells, averaged over them.
    pub cells: f32,
    /// Cross-entropy of the result.
    pub result: f32,
    /// Negative log-likelihood of the measure under the forecast's Laplace distribution: a few wild values must not rule the rest.
    pub measure: f32,
}

impl Default for Losses {
    fn default() -> Self {
        Losses { cells: 1.0, result: 0.5, measure: 0.05 }
    }
}

/// What the heads computed, and the gradients that pass through them.
#[derive(Clone, Debug, Default)]
pub(super) struct Heads {
    /// The last field, rectified.
    pub(super) last: Vec<f32>,
    pub(super) logits: Vec<f32>,
    /// `tanh(logit / 2)` of every cell.
    signs: Vec<f32>,
    pooled: Pooled,
    /// What the hidden layer sees.
    inputs: Vec<f32>,
    hidden: [f32; HIDDEN],
    pub(super) scalars: [f32; SCALARS],
    of_logits: Vec<f32>,
    of_pooled: Vec<f32>,
}

/// The losses of one example; `None` where the target is silent.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ExampleLoss {
    pub(super) cells: Option<f32>,
    pub(super) result: Option<f32>,
    pub(super) measure: Option<f32>,
}

/// `-t ln p - (1 - t) ln(1 - p)` and its derivative by the logit of `p`.
fn cross_entropy(logit: f32, target: f32) -> (f32, f32) {
    let small = (-logit.abs()).exp();
    let p = if logit >= 0.0 { 1.0 / (1.0 + small) } else { small / (1.0 + small) };
    (logit.max(0.0) - target * logit + small.ln_1p(), p - target)
}

impl Heads {
    pub(super) fn measure(&self) -> f32 {
        self.signs.iter().sum::<f32>() + self.scalars[1]
    }

    pub(super) fn log_spread(&self) -> f32 {
        self.scalars[2].clamp(LOG_SPREAD.0, LOG_SPREAD.1)
    }

    pub(super) fn run(&mut self, net: &ConvNet, frame: Frame, trunk: &[f32], globals: &[f32]) {
        let n_channels = net.shape().channels;
        self.last.resize(trunk.len(), 0.0);
        rectify(trunk, &mut self.last);
        let kernel = net.part(&net.layout.cell_kernel);
        let bias = net.weights[net.layout.cell_bias];
        self.logits.clear();
        self.logits.extend(frame.cells().map(|position| {
            let at = &self.last[position * n_channels..][..n_channels];
            bias + at.iter().zip(kernel).map(|(value, weight)| value * weight).sum::<f32>()
        }));
        self.signs.clear();
        self.signs.extend(self.logits.iter().map(|logit| (0.5 * logit).tanh()));

        self.pooled.pool(frame, &self.last, n_channels);
        self.inputs.clone_from(&self.pooled.values);
        self.inputs.extend_from_slice(globals);
        self.inputs.push(self.signs.iter().sum::<f32>() / SIGN_UNIT);
        let [hidden, hidden_bias, scalars, scalars_bias] = net.scalar_maps();
        self.hidden.copy_from_slice(hidden_bias);
        add_linear(hidden, &self.inputs, &mut self.hidden);
        self.hidden.iter_mut().for_each(|unit| *unit = unit.max(LEAK * *unit));
        self.scalars.copy_from_slice(scalars_bias);
        add_linear(scalars, &self.hidden, &mut self.scalars);
    }

    /// What is lost, and the derivatives of the weighted sum by the scalars; those by the logits are left in `of_logits`.
    fn lose(&mut self, target: &Target<'_>, losses: &Losses) -> (ExampleLoss, [f32; SCALARS]) {
        let mut loss = ExampleLoss::default();
        let mut of_scalars = [0.0; SCALARS];
        self.of_logits.clear();
        self.of_logits.resize(self.logits.len(), 0.0);
        if let Some(cells) = target.cells {
            assert_eq!(cells.len(), self.logits.len(), "cells of the target");
            let share = losses.cells / cells.len() as f32;
            let mut sum = 0.0;
            for ((of_logit, &logit), &cell) in self.of_logits.iter_mut().zip(&self.logits).zip(cells) {
                let (lost, slope) = cross_entropy(logit, cell);
                sum += lost;
                *of_logit = share * slope;
            }
            loss.cells = Some(sum / cells.len() as f32);
        }
        if let Some(result) = target.result {
            let (lost, slope) = cross_entropy(self.scalars[0], result);
            loss.result = Some(lost);
            of_scalars[0] = losses.result * slope;
        }
        if let Some(measure) = target.measure {
            let log_spread = self.log_spread();
            let spread = log_spread.exp();
            let error = (self.measure() - measure) / spread;
            let distance = (error * error + ROUNDING * ROUNDING).sqrt();
            loss.measure = Some(distance + log_spread + std::f32::consts::LN_2);
            of_scalars[1] = losses.measure * error / (distance * spread);
            let of_log_spread = losses.measure * (1.0 - error * error / distance);
            // Outside the bounds only what leads back in counts: otherwise a spread that left them would stay there.
            let raw = self.scalars[2];
            let leads_out = raw <= LOG_SPREAD.0 && of_log_spread > 0.0 || raw >= LOG_SPREAD.1 && of_log_spread < 0.0;
            of_scalars[2] = if leads_out { 0.0 } else { of_log_spread };
        }
        (loss, of_scalars)
    }

    /// Adds the gradients of the heads' weights to `gradient`, and leaves that of the trunk after the last block in `of_trunk`.
    pub(super) fn run_back(
        &mut self,
        net: &ConvNet,
        frame: Frame,
        (target, losses): (&Target<'_>, &Losses),
        gradient: &mut [f32],
        of_trunk: &mut [f32],
    ) -> ExampleLoss {
        let (loss, of_scalars) = self.lose(target, losses);
        let layout = &net.layout;
        let [hidden, _, scalars, _] = net.scalar_maps();
        let mut of_hidden = [0.0; HIDDEN];
        add_to(&mut gradient[layout.scalars_bias.clone()], &of_scalars);
        back_linear(scalars, &self.hidden, &of_scalars, &mut gradient[layout.scalars.clone()], |unit, slope| {
            of_hidden[unit] = if self.hidden[unit] > 0.0 { slope } else { LEAK * slope };
        });
        add_to(&mut gradient[layout.hidden_bias.clone()], &of_hidden);
        let n_channels = net.shape().channels;
        let of_pooled = &mut self.of_pooled;
        of_pooled.resize(2 * n_channels, 0.0);
        let mut of_sign_sum = 0.0;
        back_linear(hidden, &self.inputs, &of_hidden, &mut gradient[layout.hidden.clone()], |idx, slope| {
            if let Some(of_pooled) = of_pooled.get_mut(idx) {
                *of_pooled = slope;
            }
            // The last one stays.
            of_sign_sum = slope;
        });

        // A sign counts in the measure and, as a part of their sum, in the hidden layer; its slope is half of one minus its square.
        let of_sign = of_scalars[1] + of_sign_sum / SIGN_UNIT;
        for (of_logit, sign) in self.of_logits.iter_mut().zip(&self.signs) {
            *of_logit += of_sign * 0.5 * (1.0 - sign * sign);
        }
        let kernel = net.part(&layout.cell_kernel);
        let of_kernel = &mut gradient[layout.cell_kernel.clone()];
        let mut of_bias = 0.0;
        for (position, &of_logit) in frame.cells().zip(&self.of_logits) {
            let at = position * n_channels..(position + 1) * n_channels;
            of_bias += of_logit;
            of_kernel.iter_mut().zip(&self.last[at.clone()]).for_each(|(of, value)| *of += of_logit * value);
            of_trunk[at].iter_mut().zip(kernel).for_each(|(of, weight)| *of = of_logit * weight);
        }
        gradient[layout.cell_bias] += of_bias;
        self.pooled.spread(frame, &self.of_pooled, of_trunk);
        mask(of_trunk, &self.last);
        loss
    }
}
