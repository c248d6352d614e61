//! Progressive widening: only the best few actions of a node are considered until it has more visits (Basaldúa 2013,
//! section 3.1.3; van Niekerk 2014, section 2.4.2).
//!
//! A schedule gives the count at which the next edge opens. Which edge opens depends on the expander's order and, where
//! an edge further down has good RAVE statistics, on RAVE:
//!
//! urgency = P / P_best + promotion * m / (m + 50) * (RAVE mean - mean of the node)
//!
//! over the hidden edges. Basaldúa 2013, section 3.1.3 only states that the two are combined; the formula is ours.

use super::NodeStats;

/// How wide GoKnot explores: "a configurable categorical factor setting the values to narrower/wider exploration in five categorical steps"
/// (Basaldúa 2013, section 3.1.3).
///
/// Only the middle one is published: Aya's K_s and K_f with N_min = 4. The others are ours: a step adds a move to N_min, which stays near the "few (3 to 6) moves" of
/// that section, and makes K_s larger by sqrt 2, so that the widest has four times as many moves beyond N_min as the narrowest.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Width {
    /// K_s / 2, N_min = 2.
    Narrowest,
    /// K_s / sqrt 2, N_min = 3.
    Narrow,
    /// Aya's K_s and K_f, N_min = 4: the published one.
    #[default]
    Middle,
    /// K_s sqrt 2, N_min = 5.
    Wide,
    /// 2 K_s, N_min = 6.
    Widest,
}

impl Width {
    /// All of them, the narrowest first.
    pub const ALL: [Width; 5] = [Width::Narrowest, Width::Narrow, Width::Middle, Width::Wide, Width::Widest];

    /// The factor of Aya's K_s, and N_min.
    fn settings(self) -> (f32, u32) {
        match self {
            Width::Narrowest => (0.5, 2),
            Width::Narrow => (std::f32::consts::FRAC_1_SQRT_2, 3),
            Width::Middle => (1.0, 4),
            Width::Wide => (std::f32::consts::SQRT_2, 5),
            Width::Widest => (2.0, 6),
        }
    }
}

/// When the next edge opens.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Schedule {
    /// All edges are open from the start.
    AtOnce,
    /// N = scale ln(frequency n) + minimum edges after n visits (Basaldúa 2013, eq. 3.4).
    Logarithmic {
        /// K_s; Aya: 1 / ln 1.4.
        scale: f32,
        /// K_f; Aya: 1/40.
        frequency: f32,
        /// N_min, also the width at the start; Aya: 2, GoKnot: 4.
        minimum: u32,
    },
    /// The n-th edge, n >= 2, opens after first * growth^(n - 2) visits (Coulom 2007: 40 and 1.4).
    Geometric {
        /// Visits at which the second edge opens.
        first: f32,
        /// Factor from one edge to the next.
        growth: f32,
    },
    /// Oakfoam: counts the node's *wins* for the player who chose it, and t(n + 1) = t(n) + step growth^n (1 - leniency
    /// p), n being the edges open before the latest one and p the win rate at that moment. A node that wins is widened
    /// more, because the opponent's refutation must be found.
    ByWins {
        /// 20.
        step: f32,
        /// 1.4.
        growth: f32,
        /// 0.67.
        leniency: f32,
    },
}

impl Schedule {
    /// Basaldúa 2013, eq. 3.4 with Aya's constants and the given initial width.
    pub fn logarithmic(minimum: u32) -> Self {
        Schedule::Logarithmic { scale: 1.0 / 1.4_f32.ln(), frequency: 1.0 / 40.0, minimum }
    }

    /// One of GoKnot's five widths.
    pub fn goknot(width: Width) -> Self {
        let (factor, minimum) = width.settings();
        Schedule::Logarithmic { scale: factor / 1.4_f32.ln(), frequency: 1.0 / 40.0, minimum }
    }

    /// 40 x 1.4^(n - 2).
    pub fn geometric() -> Self {
        Schedule::Geometric { first: 40.0, growth: 1.4 }
    }

    /// Oakfoam's schedule.
    pub fn by_wins() -> Self {
        Schedule::ByWins { step: 20.0, growth: 1.4, leniency: 0.67 }
    }

    /// Edges open when a node is expanded.
    pub(crate) fn initial(&self) -> usize {
        match *self {
            Schedule::AtOnce => usize::MAX,
            Schedule::Logarithmic { minimum, .. } => minimum.max(1) as usize,
            Schedule::Geometric { .. } | Schedule::ByWins { .. } => 1,
        }
    }

    /// The count that is compared with the threshold.
    #[inline]
    pub(crate) fn clock(&self, node: &NodeStats) -> f32 {
        match self {
            Schedule::ByWins { .. } => node.chosen_mean * node.visits as f32,
            _ => node.visits as f32,
        }
    }

    /// The count at which one more edge than `open` opens, given the threshold of the last one.
    pub(crate) fn threshold(&self, open: usize, previous: f32, node: &NodeStats) -> f32 {
        match *self {
            // Only reached with an expander that pages: fetch the next page when every edge can have been visited.
            Schedule::AtOnce => open as f32,
            Schedule::Logarithmic { scale, frequency, minimum } => {
                ((open as f32 + 1.0 - minimum.max(1) as f32) / scale).exp() / frequency
            }
            Schedule::Geometric { first, growth } => first * growth.powf(open as f32 - 1.0),
            Schedule::ByWins { step, growth, leniency } => {
                previous + step * growth.powf(open as f32 - 1.0) * (1.0 - leniency * node.chosen_mean)
            }
        }
    }
}

/// Which edges the selection considers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Widening {
    /// When the next edge opens.
    pub schedule: Schedule,
    /// How much RAVE may promote an edge ahead of the expander's order; 0 disables promotion.
    pub promotion: f32,
}

impl Widening {
    /// No widening.
    pub const OFF: Widening = Widening { schedule: Schedule::AtOnce, promotion: 0.0 };

    /// Widening with promotion by RAVE: a RAVE mean a quarter above the node's counts like the top of the list.
    pub fn with_promotion(schedule: Schedule) -> Self {
        Self { schedule, promotion: 4.0 }
    }

    /// The urgency of a hidden edge; the one with the largest opens next.
    pub(crate) fn urgency(&self, relative_prior: f32, rave_visits: u32, rave_mean: f32, node_mean: f32) -> f32 {
        let m = rave_visits as f32;
        relative_prior + self.promotion * m / (m + 50.0) * (rave_mean - node_mean)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(visits: u32, chosen_mean: f32) -> NodeStats {
        NodeStats { visits, mean: 1.0 - chosen_mean, chosen_mean, rave_visits: 0, n_candidates: 100 }
    }

    /// The width that a schedule has reached after `visits` visits.
    fn width(schedule: Schedule, visits: u32, chosen_mean: f32) -> usize {
        let mut open = schedule.initial();
        let mut threshold = schedule.threshold(open, 0.0, &node(0, chosen_mean));
        for visits in 0..=visits {
            let node = node(visits, chosen_mean);
            while schedule.clock(&node) >= threshold {
                open += 1;
                threshold = schedule.threshold(open, threshold, &node);
            }
        }
        open
    }

    #[test]
    fn follows_equation_3_4() {
        for (visits, minimum) in [(10_u32, 2_u32), (100, 2), (1000, 4), (5000, 4)] {
            let formula = (visits as f64 / 40.0).ln() / 1.4_f64.ln() + f64::from(minimum);
            let expected = formula.floor().max(f64::from(minimum)) as usize;
            assert_eq!(width(Schedule::logarithmic(minimum), visits, 0.5), expected, "{visits} visits");
        }
    }

    #[test]
    fn goknots_widths_are_in_order_round_the_published_one() {
        assert_eq!(Schedule::goknot(Width::default()), Schedule::logarithmic(4));
        for visits in [0, 50, 200, 1000, 20_000] {
            let widths = Width::ALL.map(|setting| width(Schedule::goknot(setting), visits, 0.5));
            assert!(widths.windows(2).all(|pair| pair[0] < pair[1]), "{widths:?} after {visits} visits");
        }
        // ln(1000/40) / ln 1.4 = 9.57 moves beyond the minimum in the middle, half and twice of that at the ends.
        let widths = Width::ALL.map(|setting| width(Schedule::goknot(setting), 1000, 0.5));
        assert_eq!(widths, [2 + 4, 3 + 6, 4 + 9, 5 + 13, 6 + 19]);
    }

    #[test]
    fn follows_the_40_times_1_4_schedule() {
        // 40, 56, 78.4, 109.8, ...
        for (visits, expected) in [(39, 1), (40, 2), (55, 2), (56, 3), (78, 3), (79, 4), (109, 4), (110, 5)] {
            assert_eq!(width(Schedule::geometric(), visits, 0.5), expected, "{visits} visits");
        }
    }

    #[test]
    fn wins_are_the_clock_of_the_third_schedule() {
        // With p = 1 the steps are 20 x 0.33 x 1.4^n wins: 6.6, 15.84, ...
        for (wins, expected) in [(6, 1), (7, 2), (15, 2), (16, 3)] {
            assert_eq!(width(Schedule::by_wins(), wins, 1.0), expected, "{wins} wins");
        }
        assert_eq!(width(Schedule::by_wins(), 1000, 0.0), 1, "a node that never wins is never widened");
    }

    #[test]
    fn rave_promotes_only_if_enabled() {
        let listed = Widening { schedule: Schedule::geometric(), promotion: 0.0 };
        let promoting = Widening::with_promotion(Schedule::geometric());
        assert!(listed.urgency(1.0, 0, 0.0, 0.5) > listed.urgency(0.1, 500, 1.0, 0.5));
        assert!(promoting.urgency(1.0, 0, 0.0, 0.5) < promoting.urgency(0.1, 500, 1.0, 0.5));
    }
}
