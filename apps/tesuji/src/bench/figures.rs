//! Named numbers, shown as a table or as one flat JSON object.

use std::time::{Duration, Instant};

use report::{Column, Table};

/// The figures of a run, in the order they were measured.
#[derive(Default)]
pub(crate) struct Figures {
    rows: Vec<(String, f64)>,
}

impl Figures {
    /// Adds a figure. Rates end in `_per_s`.
    pub(crate) fn put(&mut self, name: impl Into<String>, value: f64) {
        self.rows.push((name.into(), value));
    }

    pub(crate) fn to_json(&self) -> String {
        let object: serde_json::Map<_, _> =
            self.rows.iter().map(|(name, value)| (name.clone(), rounded(*value).into())).collect();
        serde_json::Value::Object(object).to_string()
    }

    pub(crate) fn to_table(&self) -> String {
        let mut table = Table::new([Column::left("figure"), Column::right("value")]);
        for (name, value) in &self.rows {
            table.push([name.clone(), rounded(*value).to_string()]);
        }
        table.to_terminal()
    }
}

/// Four digits that count: more would be noise.
fn rounded(value: f64) -> f64 {
    if value == 0.0 || !value.is_finite() {
        return value;
    }
    let scale = 10_f64.powi(3 - value.abs().log10().floor() as i32);
    (value * scale).round() / scale
}

/// Rounds that a bench makes; the best one counts.
const ROUNDS: usize = 5;

/// The shortest time of `work`, and its last result.
pub(crate) fn best_time<T>(mut work: impl FnMut() -> T) -> (Duration, T) {
    let mut timed = || {
        let start = Instant::now();
        let answer = work();
        (start.elapsed(), answer)
    };
    let (mut best, mut answer) = timed();
    for _ in 1..ROUNDS {
        let (time, again) = timed();
        best = best.min(time);
        answer = again;
    }
    (best, answer)
}

/// What this thread has spent on the processor, the first number of Linux's `schedstat`. Other
/// threads, such as those of a search with more than one, are not in it.
pub(crate) fn processor_time() -> Option<Duration> {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(told.split_whitespace().next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_digits_count() {
        assert_eq!(rounded(76_432.1), 76_430.0);
        assert_eq!(rounded(0.000_123_456), 0.000_123_5);
        assert_eq!(rounded(0.0), 0.0);
        assert_eq!(rounded(-11.115_9), -11.12);
    }

    #[test]
    fn json_is_one_flat_object() {
        let mut figures = Figures::default();
        figures.put("light_playouts_9x9_per_s", 80_000.0);
        assert_eq!(figures.to_json(), r#"{"light_playouts_9x9_per_s":80000.0}"#);
    }
}
