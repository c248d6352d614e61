//! An axis: label, linear or logarithmic scale, range, ticks at round numbers.
//!
//! Linear ticks step by 1, 2 or 5 times a power of ten, at most about eight of them; logarithmic ones are at powers of
//! ten, with 2 and 5 added when the range is short.

use crate::number;

/// Maps values to positions along one side of a plot.
#[derive(Debug, Clone)]
pub struct Axis {
    pub(super) label: String,
    logarithmic: bool,
    from_zero: bool,
    range: Option<(f64, f64)>,
    percent: bool,
}

impl Axis {
    /// A linear axis that fits its data.
    pub fn linear(label: impl Into<String>) -> Self {
        Self { label: label.into(), logarithmic: false, from_zero: false, range: None, percent: false }
    }

    /// A base-ten logarithmic axis; values that are not positive are left out.
    pub fn log(label: impl Into<String>) -> Self {
        Self { logarithmic: true, ..Self::linear(label) }
    }

    /// Zero is always shown (linear axes only).
    pub fn from_zero(mut self) -> Self {
        self.from_zero = true;
        self
    }

    /// Shows exactly this range.
    pub fn range(mut self, low: f64, high: f64) -> Self {
        self.range = Some((low, high));
        self
    }

    /// Tick labels are percentages of fractions.
    pub fn percent(mut self) -> Self {
        self.percent = true;
        self
    }

    pub(super) fn accepts(&self, value: f64) -> bool {
        value.is_finite() && (!self.logarithmic || value > 0.0)
    }

    /// The scale that shows all `values`; values outside its domain are ignored.
    pub(super) fn fit(&self, values: impl IntoIterator<Item = f64>) -> Scale {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.into_iter().filter(|&value| self.accepts(value)) {
            low = low.min(value);
            high = high.max(value);
        }
        if low > high {
            (low, high) = if self.logarithmic { (1.0, 10.0) } else { (0.0, 1.0) };
        }
        if self.from_zero && !self.logarithmic {
            low = low.min(0.0);
            high = high.max(0.0);
        }
        let fixed = self.range.filter(|&(a, b)| self.accepts(a) && self.accepts(b) && a < b);
        let ticks;
        if self.logarithmic {
            (low, high) = fixed.unwrap_or_else(|| widen_log(low, high));
            ticks = log_ticks(low, high);
        } else {
            (low, high) = fixed.unwrap_or_else(|| widen_linear(low, high));
            let step = round_step(low, high);
            if fixed.is_none() {
                low = (low / step + 1e-9).floor() * step;
                high = (high / step - 1e-9).ceil() * step;
            }
            ticks = linear_ticks(low, high, step);
        }
        let labels = tick_labels(&ticks, self.logarithmic, self.percent);
        Scale { low, high, logarithmic: self.logarithmic, ticks: ticks.into_iter().zip(labels).collect() }
    }
}

/// An axis fitted to data: maps values to [0, 1] and knows its ticks.
#[derive(Debug, Clone)]
pub(super) struct Scale {
    pub(super) low: f64,
    high: f64,
    logarithmic: bool,
    pub(super) ticks: Vec<(f64, String)>,
}

impl Scale {
    /// 0 at the low end, 1 at the high end; outside values are clamped slightly beyond, so that lines leave the frame.
    pub(super) fn unit(&self, value: f64) -> f64 {
        let position = if self.logarithmic {
            (value.max(f64::MIN_POSITIVE) / self.low).log10() / (self.high / self.low).log10()
        } else {
            (value - self.low) / (self.high - self.low)
        };
        position.clamp(-0.02, 1.02)
    }
}

fn widen_linear(low: f64, high: f64) -> (f64, f64) {
    if high - low > low.abs().max(high.abs()) * 1e-12 {
        return (low, high);
    }
    let margin = if low == 0.0 { 1.0 } else { low.abs() * 0.1 };
    (low - margin, high + margin)
}

fn widen_log(low: f64, high: f64) -> (f64, f64) {
    if high / low > 1.0 + 1e-9 { (low / 1.1, high * 1.1) } else { (low / 2.0, high * 2.0) }
}

fn round_step(low: f64, high: f64) -> f64 {
    let raw = (high - low) / 6.0;
    let magnitude = 10f64.powf(raw.log10().floor());
    let multiple = [1.0, 2.0, 5.0, 10.0].into_iter().find(|m| raw <= m * magnitude * 1.0001).unwrap_or(10.0);
    (multiple * magnitude).max(f64::MIN_POSITIVE)
}

fn linear_ticks(low: f64, high: f64, step: f64) -> Vec<f64> {
    let first = (low / step - 1e-9).ceil();
    (0..40).map(|i| (first + f64::from(i)) * step).take_while(|&tick| tick <= high + step * 1e-6).collect()
}

fn log_ticks(low: f64, high: f64) -> Vec<f64> {
    let decades = (high / low).log10();
    let multiples: &[f64] = if decades < 2.5 { &[1.0, 2.0, 5.0] } else { &[1.0] };
    let every = ((decades / 8.0).ceil() as i32).max(1);
    let first = low.log10().floor() as i32;
    let last = high.log10().ceil() as i32;
    (first..=last)
        .filter(|exponent| exponent.rem_euclid(every) == 0)
        .flat_map(|exponent| multiples.iter().map(move |multiple| multiple * 10f64.powi(exponent)))
        .filter(|&tick| tick >= low * 0.9999 && tick <= high * 1.0001)
        .collect()
}

fn tick_labels(ticks: &[f64], logarithmic: bool, percent: bool) -> Vec<String> {
    let factor = if percent { 100.0 } else { 1.0 };
    let unit = if percent { " %" } else { "" };
    let step = if ticks.len() > 1 { (ticks[1] - ticks[0]) * factor } else { 1.0 };
    // As many decimals as the step needs, the same for all ticks.
    let decimals = if step > 0.0 { (-(step * 1.0001).log10().floor()).clamp(0.0, 12.0) as usize } else { 0 };
    let largest = ticks.iter().fold(0.0f64, |m, t| m.max((t * factor).abs()));
    ticks
        .iter()
        .map(|&tick| {
            let value = tick * factor;
            if logarithmic || largest >= 1e5 || (largest > 0.0 && largest < 1e-4) {
                short(value) + unit
            } else {
                format!("{:.decimals$}{unit}", value + 0.0)
            }
        })
        .collect()
}

/// `20000` as `20 k`, `0.5` as `0.5`: SI prefixes without padded zeros.
fn short(value: f64) -> String {
    if value != 0.0 && (1e-3..1e3).contains(&value.abs()) {
        return format!("{}", (value * 1e6).round() / 1e6);
    }
    let text = number::si(value);
    let (digits, prefix) = text.split_once(' ').map_or((text.as_str(), ""), |(digits, prefix)| (digits, prefix));
    let trimmed = if digits.contains('.') { digits.trim_end_matches('0').trim_end_matches('.') } else { digits };
    if prefix.is_empty() { trimmed.to_owned() } else { format!("{trimmed} {prefix}") }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn labels(axis: &Axis, values: &[f64]) -> Vec<String> {
        axis.fit(values.iter().copied()).ticks.into_iter().map(|(_, label)| label).collect()
    }

    #[test]
    fn ticks_stand_at_round_numbers() {
        assert_eq!(labels(&Axis::linear(""), &[0.3, 9.7]), ["0", "2", "4", "6", "8", "10"]);
        assert_eq!(labels(&Axis::linear("").percent(), &[0.0, 0.05]), ["0 %", "1 %", "2 %", "3 %", "4 %", "5 %"]);
        assert_eq!(labels(&Axis::log(""), &[1.0, 20_000.0]), ["1", "10", "100", "1 k", "10 k"]);
        assert_eq!(labels(&Axis::log(""), &[0.1, 1.0]), ["0.1", "0.2", "0.5", "1"]);
        assert_eq!(
            labels(&Axis::linear("").from_zero(), &[150_000.0, 190_000.0]),
            ["0", "50 k", "100 k", "150 k", "200 k"]
        );
    }

    #[test]
    fn no_data_and_one_value_still_give_an_axis() {
        assert!(labels(&Axis::linear(""), &[]).len() >= 2);
        assert!(labels(&Axis::linear(""), &[7.0]).len() >= 2);
        assert!(!labels(&Axis::log(""), &[-1.0, f64::NAN]).is_empty());
    }

    proptest! {
        #[test]
        fn every_value_lands_inside(values in prop::collection::vec(-1e12f64..1e12, 1..20)) {
            let scale = Axis::linear("").fit(values.iter().copied());
            prop_assert!(scale.ticks.len() <= 12);
            for &value in &values {
                let unit = scale.unit(value);
                prop_assert!((-1e-6..=1.0 + 1e-6).contains(&unit), "{value} at {unit}");
            }
        }
    }
}
