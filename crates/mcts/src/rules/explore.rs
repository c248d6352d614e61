//! The exploration term of the selection.
//!
//! | rule | term | source |
//! |---|---|---|
//! | UCB1 | C sqrt(ln N / n) | van Niekerk 2014, eq. 2.1, Basaldúa 2013, eq. 2.2 and 3.6 |
//! | PUCT | c P sqrt(N) / (1 + n) | Silver et al. 2016; c may grow with ln N (2018) |
//! | PUCB | sqrt(3 ln N / (2 n)) - (2 / M) sqrt(ln N / N) | Rosin 2011, as used by Tidwell 2012 |
//!
//! Confidence bounds belong to the mean of an action and share its weight (Basaldúa 2013, eq. 3.11); PUCT's bonus and
//! PUCB's penalty are added to the total.

use super::{EdgeStats, NodeStats};

/// The exploration term.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Explore {
    /// None: RAVE, first-play urgency and the prior provide the exploration.
    Greedy,
    /// Upper confidence bound with exploration constant C.
    Ucb1 {
        /// C; convergence is proven for rewards in \[0, 1\] and C >= sqrt(2), programs use much less.
        c: f32,
    },
    /// Predictor and upper confidence bound as in AlphaGo.
    Puct {
        /// Weight of the prior.
        c: f32,
        /// If given, c grows by ln((N + growth + 1) / growth).
        growth: Option<f32>,
    },
    /// Rosin's predictor and upper confidence bound: unlikely actions pay a penalty that decreases over time.
    Pucb {
        /// Scale of the confidence bound; 1 in the article.
        c: f32,
        /// Lower bound of the weights: the prior is mixed with the uniform distribution so that they still sum to 1.
        floor: f32,
        /// Scale of the penalty; 1 in the article, where 361 arms make it dominate.
        penalty: f32,
    },
}

/// The part of [`Explore`] that is computed once per node.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ExploreFrame {
    log_visits: f32,
    scale: f32,
    floor: f32,
    prior_share: f32,
}

impl Explore {
    #[inline]
    pub(crate) fn frame(&self, node: &NodeStats, virtual_visits: f32) -> ExploreFrame {
        let visits = (node.visits as f32 + virtual_visits).max(1.0);
        match *self {
            Explore::Greedy => ExploreFrame::default(),
            Explore::Ucb1 { .. } => ExploreFrame { log_visits: visits.ln(), ..ExploreFrame::default() },
            Explore::Puct { c, growth } => {
                let c = c + growth.map_or(0.0, |growth| ((visits + growth + 1.0) / growth).ln());
                ExploreFrame { scale: c * visits.sqrt(), ..ExploreFrame::default() }
            }
            Explore::Pucb { floor, penalty, .. } => {
                let log_visits = visits.ln();
                let fade = if visits > 1.0 { (log_visits / visits).sqrt() } else { 1.0 };
                let floor = floor.min(1.0 / node.n_candidates.max(1) as f32);
                let prior_share = 1.0 - floor * node.n_candidates as f32;
                ExploreFrame { log_visits, scale: 2.0 * penalty * fade, floor, prior_share }
            }
        }
    }

    /// The confidence bound on a mean of `visits` (more than 0) rewards.
    #[inline]
    pub(crate) fn bound(&self, frame: &ExploreFrame, visits: f32) -> f32 {
        match *self {
            Explore::Ucb1 { c } => c * (frame.log_visits / visits).sqrt(),
            Explore::Pucb { c, .. } => c * (1.5 * frame.log_visits / visits).sqrt(),
            Explore::Greedy | Explore::Puct { .. } => 0.0,
        }
    }

    /// The term that is added to the mixed value.
    #[inline]
    pub(crate) fn bonus(&self, frame: &ExploreFrame, edge: &EdgeStats) -> f32 {
        match *self {
            Explore::Puct { .. } => frame.scale * edge.prior / (1.0 + edge.visits as f32),
            Explore::Pucb { .. } => -frame.scale / (frame.floor + frame.prior_share * edge.prior),
            Explore::Greedy | Explore::Ucb1 { .. } => 0.0,
        }
    }
}
