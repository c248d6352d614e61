//! Description lengths of rules and their exceptions (Quinlan 1995; Cohen 1995), in bits.

/// Bits that name `k` of `n` things if each is chosen with probability `p`.
pub(super) fn subset(n: f64, k: f64, p: f64) -> f64 {
    // Expected errors may exceed the rows when rules are bad: a certain choice then costs many bits instead of none that exist.
    let p = p.min(1.0 - 1e-12);
    let chosen = if p > 0.0 { -k * p.log2() } else { 0.0 };
    let others = if n - k > 0.0 { -(n - k) * (1.0 - p).log2() } else { 0.0 };
    chosen + others
}

/// Bits of a rule with `k` of `n_conditions` possible conditions; halved, as conditions repeat each other.
pub(super) fn theory(k: usize, n_conditions: f64) -> f64 {
    if k == 0 {
        return 0.0;
    }
    let k = k as f64;
    let mut bits = k.log2();
    if k > 1.0 {
        bits += 2.0 * bits.log2();
    }
    0.5 * (bits + subset(n_conditions, k, k / n_conditions))
}

/// What a list of rules covers: weights of covered and uncovered rows, and of those of the class among them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Coverage {
    pub(super) covered: f64,
    pub(super) uncovered: f64,
    pub(super) true_positives: f64,
    pub(super) false_positives: f64,
    pub(super) false_negatives: f64,
}

impl Coverage {
    /// Bits that name the exceptions; `expected` is the share of false positives among errors that is expected.
    pub(super) fn data(&self, expected: f64) -> f64 {
        let Coverage { covered, uncovered, false_positives: fp, false_negatives: fn_, .. } = *self;
        let total = (covered + uncovered + 1.0).log2();
        let (in_covered, in_uncovered) = if covered > uncovered + 1e-6 {
            let errors = expected * (fp + fn_);
            let rest = if uncovered > 1e-6 { subset(uncovered, fn_, fn_ / uncovered) } else { 0.0 };
            (subset(covered, fp, errors / covered), rest)
        } else {
            let errors = (1.0 - expected) * (fp + fn_);
            let first = if covered > 1e-6 { subset(covered, fp, fp / covered) } else { 0.0 };
            (first, subset(uncovered, fn_, errors / uncovered))
        };
        total + in_covered + in_uncovered
    }

    /// The share of wrong rows among the covered is half or more.
    pub(super) fn is_mostly_wrong(&self) -> bool {
        self.false_positives / self.covered >= 0.5 - 1e-6
    }

    /// If the total is shorter without the rule: removes it and returns by how many bits.
    pub(super) fn potential(&mut self, rule: &Coverage, theory: f64, expected: f64) -> Option<f64> {
        let without = Coverage {
            covered: self.covered - rule.covered,
            uncovered: self.uncovered + rule.covered,
            true_positives: self.true_positives - rule.true_positives,
            false_positives: self.false_positives - rule.false_positives,
            false_negatives: self.false_negatives + rule.true_positives,
        };
        let saved = self.data(expected) + theory - without.data(expected);
        if saved < -1e-6 && !rule.is_mostly_wrong() {
            return None;
        }
        *self = without;
        Some(saved)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths() {
        assert_eq!(subset(8.0, 4.0, 0.5), 8.0);
        assert_eq!(theory(0, 100.0), 0.0);
        assert!(theory(3, 100.0) > theory(2, 100.0));
        let perfect = Coverage { covered: 50.0, uncovered: 50.0, true_positives: 50.0, ..Coverage::default() };
        let useless = Coverage { uncovered: 100.0, false_negatives: 50.0, ..Coverage::default() };
        assert!(perfect.data(0.5) < useless.data(0.5));
        let mut whole = perfect;
        assert_eq!(whole.potential(&perfect, 5.0, 0.5), None, "a rule that explains half of the rows is kept");
        assert_eq!(whole, perfect);
    }
}
