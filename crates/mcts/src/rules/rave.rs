//! Rapid action value estimation: the mean reward of playouts in which an action was played at any later time (Basaldúa
//! 2013, sections 3.1.2, 3.2.1; Gelly and Silver 2007).
//!
//! V = beta V_RAVE + (1 - beta) V_UCT (Basaldúa 2013, eq. 3.9), where beta falls as real visits accumulate.

/// The weight of RAVE with `m` RAVE visits against `n` real visits.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum RaveWeight {
    /// beta = m / (m + n + m n b): least squared error (Basaldúa 2013, eq. 3.13). b = b_r^2 / (q (1 - q)) is one constant: 1/3000 in
    /// Pachi and in Oakfoam, 1/400 in Zen.
    LeastError {
        /// b.
        bias: f32,
    },
    /// beta = sqrt(k / (3 n + k)), independent of m (Basaldúa 2013, eq. 3.14; k = 100 in Aya).
    ByVisits {
        /// k.
        equivalence: f32,
    },
}

impl RaveWeight {
    /// beta.
    #[inline]
    pub fn beta(&self, n: f32, m: f32) -> f32 {
        match *self {
            _ if m <= 0.0 => 0.0,
            RaveWeight::LeastError { bias } => m / (m + n + m * n * bias),
            RaveWeight::ByVisits { equivalence } => (equivalence / (3.0 * n + equivalence)).sqrt(),
        }
    }
}

/// RAVE in the selection.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rave {
    /// beta.
    pub weight: RaveWeight,
    /// K_r of Basaldúa 2013, eq. 3.10; 0 omits the confidence bound (eq. 3.16).
    pub exploration: f32,
    /// RAVE visits that every action starts with.
    pub initial_visits: f32,
    /// Their mean reward.
    pub initial_mean: f32,
}

impl Rave {
    /// Basaldúa 2013, eq. 3.13 with the given constant and no bound.
    pub fn least_error(bias: f32) -> Self {
        Self { weight: RaveWeight::LeastError { bias }, exploration: 0.0, initial_visits: 0.0, initial_mean: 0.0 }
    }

    /// Aya's simple weight (Basaldúa 2013, eq. 3.14) with its bounds K_r = K_u = 0.31; set the latter with
    /// [`Explore::Ucb1`](super::Explore::Ucb1).
    pub fn by_visits() -> Self {
        Self { weight: RaveWeight::ByVisits { equivalence: 100.0 }, exploration: 0.31, ..Self::least_error(0.0) }
    }

    /// Oakfoam: 1/3000, and five RAVE wins for every new action.
    pub fn optimistic() -> Self {
        Self { initial_visits: 5.0, initial_mean: 1.0, ..Self::least_error(1.0 / 3000.0) }
    }

    /// V_RAVE, including initial visits and confidence bound, and its visits.
    #[inline]
    pub(crate) fn value(&self, visits: u32, sum: f32, log_siblings: f32) -> (f32, f32) {
        let m = visits as f32 + self.initial_visits;
        if m <= 0.0 {
            return (0.0, 0.0);
        }
        let mean = (sum + self.initial_visits * self.initial_mean) / m;
        let bound = if self.exploration > 0.0 { self.exploration * (log_siblings / m).sqrt() } else { 0.0 };
        (mean + bound, m)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beta_follows_the_published_formulas() {
        let pachi = RaveWeight::LeastError { bias: 1.0 / 3000.0 };
        assert_eq!(pachi.beta(0.0, 10.0), 1.0);
        assert!((pachi.beta(1000.0, 1000.0) - 1000.0 / (1000.0 + 1000.0 + 1_000_000.0 / 3000.0)).abs() < 1e-6);
        assert_eq!(pachi.beta(5.0, 0.0), 0.0);
        let aya = RaveWeight::ByVisits { equivalence: 100.0 };
        assert_eq!(aya.beta(0.0, 1.0), 1.0);
        assert!((aya.beta(100.0, 1.0) - 0.5).abs() < 1e-6);
    }

    #[test]
    fn initial_visits_are_counted() {
        let (value, m) = Rave::optimistic().value(5, 0.0, 0.0);
        assert_eq!((value, m), (0.5, 10.0));
        assert_eq!(Rave::least_error(0.01).value(0, 0.0, 0.0), (0.0, 0.0));
    }
}
