//! The Cochran-Armitage trend test of two classes in three models of inheritance.
//!
//! Basaldúa 2013, equations 5.32-5.34. With `N_1i`, `N_2i` the genotype counts of cases and controls, `R_1`, `R_2` the numbers of
//! cases and controls, `C_i` the column sums and `t` the weights of the model:
//!
//! ```text
//! T = sum_i t_i (N_1i R_2 - N_2i R_1)
//! Var T = R_1 R_2 / N (sum_i t_i^2 C_i (N - C_i) - 2 sum_{i<j} t_i t_j C_i C_j)
//! ```
//!
//! and `T^2 / Var T` is chi-squared with one degree of freedom. The thesis prints the weights (1,1,0) for the dominant and
//! (0,0,1) for the recessive model; these two are one test, since replacing `t` by `1 - t` only turns the sign of `T`. Here,
//! as in PLINK, recessive means that two copies are needed: (1,0,0).

use crate::tally::GenotypeCounts;

/// How the first allele is thought to act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InheritanceModel {
    /// One copy is as good as two: weights (1, 1, 0).
    Dominant,
    /// Two copies are needed: weights (1, 0, 0).
    Recessive,
    /// Every copy counts: weights (2, 1, 0).
    Additive,
}

impl InheritanceModel {
    /// All three.
    pub const ALL: [InheritanceModel; 3] =
        [InheritanceModel::Dominant, InheritanceModel::Recessive, InheritanceModel::Additive];

    /// Weights of two, one and no copy of the first allele.
    fn weights(self) -> [f64; 3] {
        match self {
            InheritanceModel::Dominant => [1.0, 1.0, 0.0],
            InheritanceModel::Recessive => [1.0, 0.0, 0.0],
            InheritanceModel::Additive => [2.0, 1.0, 0.0],
        }
    }
}

/// The statistic `T^2 / Var T`; `None` when it is not defined (an empty class, or one column only).
pub fn trend_chi_squared(cases: &GenotypeCounts, controls: &GenotypeCounts, model: InheritanceModel) -> Option<f64> {
    let columns = |counts: &GenotypeCounts| {
        [counts.homozygous_first, counts.heterozygous, counts.homozygous_second].map(f64::from)
    };
    let (cases, controls, t) = (columns(cases), columns(controls), model.weights());
    let (r1, r2) = (cases.iter().sum::<f64>(), controls.iter().sum::<f64>());
    let n = r1 + r2;
    let c: [f64; 3] = std::array::from_fn(|i| cases[i] + controls[i]);
    let trend: f64 = (0..3).map(|i| t[i] * (cases[i] * r2 - controls[i] * r1)).sum();
    let squares: f64 = (0..3).map(|i| t[i] * t[i] * c[i] * (n - c[i])).sum();
    let products: f64 = [(0, 1), (0, 2), (1, 2)].iter().map(|&(i, j)| t[i] * t[j] * c[i] * c[j]).sum();
    let variance = r1 * r2 / n * (squares - 2.0 * products);
    (variance > 0.0).then(|| trend * trend / variance)
}

/// The two-sided p-value of a chi-squared statistic with one degree of freedom.
pub fn trend_p_value(chi_squared: f64) -> f64 {
    statrs::function::erf::erfc((chi_squared / 2.0).sqrt())
}

#[cfg(test)]
mod tests {
    use super::super::tests::counts;
    use super::*;

    /// With weights of 0 and 1 the trend is Pearson's test of a two-by-two table: N (ad - bc)^2 / (rows and columns).
    #[test]
    fn dominant_and_recessive_are_pearsons_test() {
        let (cases, controls) = (counts(20, 20, 20), counts(10, 20, 30));
        let pearson = |a: f64, b: f64, c: f64, d: f64| {
            (a + b + c + d) * (a * d - b * c).powi(2) / ((a + b) * (c + d) * (a + c) * (b + d))
        };
        let dominant = trend_chi_squared(&cases, &controls, InheritanceModel::Dominant).unwrap();
        assert!((dominant - pearson(40.0, 20.0, 30.0, 30.0)).abs() < 1e-9);
        let recessive = trend_chi_squared(&cases, &controls, InheritanceModel::Recessive).unwrap();
        assert!((recessive - pearson(20.0, 40.0, 10.0, 50.0)).abs() < 1e-9);
    }

    /// The textbook table 20,20,20 / 10,20,30: T = 60 (2*10 + 0) = 1200, Var T = 30 (4*30*90 + 40*80 - 4*30*40) = 276000.
    #[test]
    fn additive_by_hand() {
        let additive = trend_chi_squared(&counts(20, 20, 20), &counts(10, 20, 30), InheritanceModel::Additive).unwrap();
        assert!((additive - 1200.0 * 1200.0 / 276_000.0).abs() < 1e-9, "{additive}");
    }

    #[test]
    fn undefined_without_variation() {
        for model in InheritanceModel::ALL {
            assert_eq!(trend_chi_squared(&counts(9, 0, 0), &counts(4, 0, 0), model), None);
            assert_eq!(trend_chi_squared(&counts(9, 3, 1), &counts(0, 0, 0), model), None);
        }
    }

    #[test]
    fn p_values_of_the_table() {
        assert!((trend_p_value(3.841_458_8) - 0.05).abs() < 1e-6);
        assert!((trend_p_value(6.634_896_6) - 0.01).abs() < 1e-6);
        assert_eq!(trend_p_value(0.0), 1.0);
    }
}
