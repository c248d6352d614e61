//! The weight of a leaf in the text of a forest: a decimal number that reads back as exactly the same logarithm, which is what a model keeps.
//!
//! As few digits as that takes. Where no decimal will do, because the logarithm is too near 0 or too far from it for its exponential to be told
//! from that of its neighbours, the text holds the logarithm: `WEIGHT[e^1e-12]`. Does not know what a leaf is.

use learn::tree::LeafWeight;

/// The natural logarithm of a weight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LogWeight(pub(super) f32);

impl LeafWeight for LogWeight {
    fn write(&self) -> String {
        let weight = f64::from(self.0).exp();
        let decimal = |n_digits: usize| {
            let rounded: f64 = format!("{weight:.n_digits$e}").parse().ok()?;
            let text = rounded.to_string();
            (LogWeight::read(&text).map(|read| read.0.to_bits()) == Some(self.0.to_bits())).then_some(text)
        };
        (0..17).find_map(decimal).unwrap_or_else(|| format!("e^{:e}", self.0))
    }

    fn read(text: &str) -> Option<LogWeight> {
        let log = match text.strip_prefix(['e', 'E']).and_then(|rest| rest.strip_prefix('^')) {
            Some(log) => log.parse().ok()?,
            None => text.parse::<f64>().ok().filter(|weight| *weight > 0.0)?.ln() as f32,
        };
        log.is_finite().then_some(LogWeight(log))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    fn text(log: f32) -> String {
        LogWeight(log).write()
    }

    #[test]
    fn every_logarithm_reads_back_to_the_bit() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for _ in 0..5_000 {
            let (any, usual) = (f32::from_bits(rng.random()), rng.random_range(-12.0..12.0));
            for log in [any, usual].into_iter().filter(|log: &f32| log.is_finite()) {
                let read = LogWeight::read(&text(log)).expect("its own text");
                assert_eq!(read.0.to_bits(), log.to_bits(), "{log:e} as {}", text(log));
            }
        }
    }

    #[test]
    fn decimals_where_they_suffice() {
        assert_eq!(text(0.0), "1");
        assert_eq!(text(2f64.ln() as f32), "2");
        assert_eq!(text(1e-12), "e^1e-12");
        assert_eq!(text(-0.0), "e^-0e0");
        assert_eq!(text(1e6), "e^1e6");
        assert!(!text(-2.3).contains("e^") && text(-2.3).len() < 12, "{}", text(-2.3));
    }

    #[test]
    fn what_is_no_weight_is_refused() {
        for bad in ["0", "-1", "nan", "inf", "e^inf", "e^", "", "1e999", "two"] {
            assert_eq!(LogWeight::read(bad), None, "{bad}");
        }
    }
}
