//! Numbers that people type, with their ranges: one reader for each kind, for all programs. The message says the range.
//!
//! Plain functions from text, as `clap` takes them; whole numbers with a range of their own use `clap`'s.

use std::num::NonZeroUsize;
use std::time::Duration;

/// More threads than any machine has use for; each takes memory and time of its own.
pub const MAX_THREADS: usize = 256;
/// A leap year in seconds.
pub const MAX_SECONDS: f64 = 366.0 * 24.0 * 3600.0;

/// A number of threads or of jobs at once.
pub fn threads(text: &str) -> Result<NonZeroUsize, String> {
    let number = text.parse::<NonZeroUsize>().ok().filter(|number| number.get() <= MAX_THREADS);
    number.ok_or_else(|| format!("must be a whole number from 1 to {MAX_THREADS}"))
}

/// The same where 0 means one for each processor.
pub fn threads_or_all(text: &str) -> Result<usize, String> {
    let number = text.parse::<usize>().ok().filter(|&number| number <= MAX_THREADS);
    number.ok_or_else(|| format!("must be a whole number from 1 to {MAX_THREADS}, or 0 for one for each processor"))
}

/// A time in seconds, with a fraction if need be.
pub fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse::<f64>() {
        Ok(value) if (0.0..=MAX_SECONDS).contains(&value) => Ok(Duration::from_secs_f64(value)),
        _ => Err(format!("must be a number of seconds from 0 to {MAX_SECONDS:.0} (a year)")),
    }
}

/// A number from 0 to 1.
pub fn share(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if (0.0..=1.0).contains(&value) => Ok(value),
        _ => Err("must be a number from 0 to 1".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_kept_and_named() {
        assert_eq!(threads("2").map(NonZeroUsize::get), Ok(2));
        for wrong in ["0", "257", "512", "-1", "two", "18446744073709551616", ""] {
            assert!(threads(wrong).is_err_and(|error| error.contains("from 1 to 256")), "{wrong}");
        }
        assert_eq!((threads_or_all("0"), threads_or_all("256")), (Ok(0), Ok(256)));
        assert!(threads_or_all("512").is_err());
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        for wrong in ["-1", "NaN", "inf", "1e300", "soon"] {
            assert!(seconds(wrong).is_err_and(|error| error.contains("from 0 to 31622400")), "{wrong}");
        }
        assert_eq!(share("1"), Ok(1.0));
        assert!(share("NaN").is_err() && share("1.1").is_err() && share("-0.1").is_err());
    }
}
