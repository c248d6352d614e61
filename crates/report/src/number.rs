//! Readable numbers: thousands separators, SI prefixes, significant digits, durations, intervals.
//!
//! Not locale-aware on purpose: results are pasted into reports and compared as text.

use std::time::Duration;

/// `1 game`, `1,234 games`: a noun whose plural has an s.
pub fn counted(n: u64, noun: &str) -> String {
    format!("{} {noun}{}", count(n), if n == 1 { "" } else { "s" })
}

/// `1234567` as `1,234,567`.
pub fn count(n: u64) -> String {
    let digits = n.to_string();
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// `x` with `digits` significant digits, without an exponent between 1e-4 and 1e15: `significant(0.012345, 3)` is `0.0123`.
pub fn significant(x: f64, digits: usize) -> String {
    let digits = digits.max(1);
    if !x.is_finite() {
        return if x.is_nan() {
            "-".into()
        } else if x > 0.0 {
            "inf".into()
        } else {
            "-inf".into()
        };
    }
    if x == 0.0 {
        return "0".into();
    }
    // Round first: 9.996 with three digits is 10.0, one magnitude up.
    let scientific = format!("{:.*e}", digits - 1, x);
    let (mantissa, exponent) = scientific.split_once('e').expect("LowerExp always prints an e");
    let exponent: i32 = exponent.parse().expect("LowerExp prints an integer exponent");
    if !(-4..15).contains(&exponent) {
        return format!("{mantissa}e{exponent}");
    }
    let decimals = (digits as i32 - 1 - exponent).max(0) as usize;
    format!("{x:.decimals$}")
}

/// `12345678.0` as `12.3 M`: three significant digits and an SI prefix from n to T.
pub fn si(x: f64) -> String {
    const PREFIXES: [(f64, &str); 7] =
        [(1e12, " T"), (1e9, " G"), (1e6, " M"), (1e3, " k"), (1.0, ""), (1e-3, " m"), (1e-6, " µ")];
    if x == 0.0 || !x.is_finite() {
        return significant(x, 3);
    }
    let magnitude = x.abs();
    // 0.9995 of a unit rounds up to it, so it gets that unit's prefix.
    let (unit, prefix) = PREFIXES.into_iter().find(|&(unit, _)| magnitude >= 0.9995 * unit).unwrap_or((1e-9, " n"));
    format!("{}{prefix}", significant(x / unit, 3))
}

/// A fraction as a percentage: `percent(0.12345, 1)` is `12.3 %`.
pub fn percent(fraction: f64, decimals: usize) -> String {
    if fraction.is_nan() { "-".into() } else { format!("{:.decimals$} %", fraction * 100.0) }
}

/// A duration with two units at most: `850 ms`, `12.3 s`, `4 min 05 s`, `2 h 07 min`, `3 d 04 h`.
pub fn duration(d: Duration) -> String {
    let seconds = d.as_secs_f64();
    if seconds < 0.9995 {
        let micros = seconds * 1e6;
        return if micros < 999.5 { format!("{micros:.0} µs") } else { format!("{:.0} ms", micros / 1e3) };
    }
    if seconds < 59.95 {
        return format!("{seconds:.1} s");
    }
    let whole = seconds.round() as u64;
    if whole < 3600 {
        format!("{} min {:02} s", whole / 60, whole % 60)
    } else if whole < 86_400 {
        format!("{} h {:02} min", whole / 3600, whole % 3600 / 60)
    } else {
        format!("{} d {:02} h", whole / 86_400, whole % 86_400 / 3600)
    }
}

/// An estimate with its interval: `12.3 [10.1, 14.9]`.
pub fn interval(estimate: f64, low: f64, high: f64, decimals: usize) -> String {
    format!("{estimate:.decimals$} [{low:.decimals$}, {high:.decimals$}]")
}

/// A count of bytes: `3.4 MiB`.
pub fn bytes(n: u64) -> String {
    const UNITS: [&str; 5] = ["B", "KiB", "MiB", "GiB", "TiB"];
    let mut value = n as f64;
    let mut unit = 0;
    while value >= 1023.5 && unit + 1 < UNITS.len() {
        value /= 1024.0;
        unit += 1;
    }
    if unit == 0 { format!("{n} B") } else { format!("{} {}", significant(value, 3), UNITS[unit]) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_grouped() {
        for (n, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(count(n), text);
        }
    }

    #[test]
    fn significant_digits_round_across_magnitudes() {
        for (x, digits, text) in [
            (0.012345, 3, "0.0123"),
            (9.996, 3, "10.0"),
            (123456.0, 2, "123456"),
            (-2.5, 1, "-2"),
            (1e-7, 2, "1.0e-7"),
            (0.0, 3, "0"),
            (f64::NAN, 3, "-"),
            (f64::NEG_INFINITY, 3, "-inf"),
        ] {
            assert_eq!(significant(x, digits), text, "{x} {digits}");
        }
    }

    #[test]
    fn si_prefixes() {
        for (x, text) in [
            (12_345_678.0, "12.3 M"),
            (999.96, "1.00 k"),
            (999.0, "999"),
            (0.0021, "2.10 m"),
            (-1500.0, "-1.50 k"),
            (3e-9, "3.00 n"),
        ] {
            assert_eq!(si(x), text, "{x}");
        }
    }

    #[test]
    fn durations() {
        for (ms, text) in [
            (0.25, "250 µs"),
            (850.0, "850 ms"),
            (12_340.0, "12.3 s"),
            (59_990.0, "1 min 00 s"),
            (245_000.0, "4 min 05 s"),
            (7_620_000.0, "2 h 07 min"),
            (273_600_000.0, "3 d 04 h"),
        ] {
            assert_eq!(duration(Duration::from_secs_f64(ms / 1e3)), text);
        }
    }

    #[test]
    fn the_rest() {
        assert_eq!(percent(0.12345, 1), "12.3 %");
        assert_eq!(interval(12.34, 10.06, 14.94, 1), "12.3 [10.1, 14.9]");
        assert_eq!(bytes(1023), "1023 B");
        assert_eq!(bytes(1024 * 1024), "1.00 MiB");
    }
}
