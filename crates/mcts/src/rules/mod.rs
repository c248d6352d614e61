//! The selection rule, made of parts that can be combined freely.
//!
//! For every open edge, with n visits in a node of N visits:
//!
//! score = alpha V_prior + beta V_RAVE + (1 - alpha - beta) (mean + bound) + bonus + bias      (Basaldúa 2013, eq. 3.15)
//!
//! | part | chooses | file |
//! |---|---|---|
//! | [`Explore`] | bound and bonus: UCB1, PUCT, PUCB | `explore.rs` |
//! | [`Rave`] | V_RAVE and beta | `rave.rs` |
//! | [`PriorValue`] | V_prior and alpha, or virtual visits | `prior.rs` |
//! | [`Bias`], [`FirstPlay`] | progressive bias; the mean of an unvisited action | `prior.rs` |
//! | [`Widening`] | which edges are open | `widening.rs` |
//!
//! Where alpha + beta would exceed 1 (both are 1 before the first visit) beta is reduced, so that the weights stay
//! convex; the thesis does not define this case. The parts are small enums rather than type parameters: the same arm is
//! taken for every edge of a search, so the branches are predicted and cost nothing measurable.

mod explore;
mod prior;
mod rave;
mod widening;

pub use explore::Explore;
pub use prior::{Bias, FirstPlay, PriorValue};
pub use rave::{Rave, RaveWeight};
pub use widening::{Schedule, Widening, Width};

use explore::ExploreFrame;

/// What the rules know about a node.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct NodeStats {
    /// Visits before this one.
    pub(crate) visits: u32,
    /// Mean reward from the point of view of the player to move.
    pub(crate) mean: f32,
    /// Mean reward from the point of view of the player who chose this node.
    pub(crate) chosen_mean: f32,
    /// RAVE visits of all edges together.
    pub(crate) rave_visits: u64,
    /// Edges known so far.
    pub(crate) n_candidates: u32,
}

/// What the rules know about an edge; rewards from the point of view of the player to move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct EdgeStats {
    pub(crate) visits: u32,
    pub(crate) sum: f32,
    pub(crate) rave_visits: u32,
    pub(crate) rave_sum: f32,
    pub(crate) prior: f32,
    pub(crate) value: Option<f32>,
    pub(crate) horizon: f32,
}

/// The selection rule. Build one from parts, or change parts of a preset.
///
/// ```
/// use mcts::rules::{Bias, Explore, FirstPlay, Rave, Rules, Schedule, Widening};
///
/// let mut rules = Rules::puct(1.5);
/// rules.rave = Some(Rave::least_error(1.0 / 3000.0));
/// rules.widening = Widening::with_promotion(Schedule::geometric());
/// rules.bias = Bias::Permanent { weight: 0.02 };
/// assert_eq!(rules.first_play, FirstPlay::BelowParent(0.1));
/// assert_eq!(rules.explore, Explore::Puct { c: 1.5, growth: None });
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rules {
    /// Exploration.
    pub explore: Explore,
    /// RAVE, or none.
    pub rave: Option<Rave>,
    /// The a-priori value.
    pub prior_value: PriorValue,
    /// The bias towards likely actions.
    pub bias: Bias,
    /// The value of an unvisited action.
    pub first_play: FirstPlay,
    /// Which edges are considered.
    pub widening: Widening,
}

impl Default for Rules {
    /// UCB1 with a constant suited to rewards spread over \[0, 1\].
    fn default() -> Self {
        Self::ucb1(0.7)
    }
}

impl Rules {
    /// Plain UCT (van Niekerk 2014, eq. 2.1).
    pub fn ucb1(c: f32) -> Self {
        Self {
            explore: Explore::Ucb1 { c },
            rave: None,
            prior_value: PriorValue::Ignore,
            bias: Bias::Off,
            first_play: FirstPlay::Always,
            widening: Widening::OFF,
        }
    }

    /// UCT with RAVE (Basaldúa 2013, eq. 3.13).
    pub fn uct_rave(c: f32, bias: f32) -> Self {
        Self { rave: Some(Rave::least_error(bias)), first_play: FirstPlay::Fixed(1.0), ..Self::ucb1(c) }
    }

    /// GoKnot: a fading a-priori value, RAVE and UCT (Basaldúa 2013, eq. 3.15-3.17), with Aya's widening but four edges
    /// at the start.
    pub fn goknot(c: f32) -> Self {
        Self {
            prior_value: PriorValue::Fading,
            widening: Widening::with_promotion(Schedule::goknot(Width::Middle)),
            ..Self::uct_rave(c, 1.0 / 3000.0)
        }
    }

    /// The settings of Oakfoam 0.2.0: RAVE with five initial wins, progressive bias 10 P / (n + 1) and widening by
    /// wins.
    pub fn oakfoam() -> Self {
        Self {
            explore: Explore::Ucb1 { c: 0.02 },
            rave: Some(Rave::optimistic()),
            prior_value: PriorValue::Ignore,
            bias: Bias::Fading { weight: 10.0, offset: 1.0 },
            first_play: FirstPlay::Fixed(1.1),
            widening: Widening { schedule: Schedule::by_wins(), promotion: 0.0 },
        }
    }

    /// PUCT; an unvisited action has the value of its parent less 0.1.
    pub fn puct(c: f32) -> Self {
        Self { explore: Explore::Puct { c, growth: None }, first_play: FirstPlay::BelowParent(0.1), ..Self::ucb1(0.0) }
    }

    /// Rosin's PUCB with the floor 0.0001 and the given penalty factor.
    pub fn pucb(penalty: f32) -> Self {
        Self {
            explore: Explore::Pucb { c: 1.0, floor: 0.0001, penalty },
            first_play: FirstPlay::Fixed(1.0),
            ..Self::ucb1(0.0)
        }
    }

    /// The panel search of Basaldúa 2013, eq. 5.44: the a-priori value is one virtual visit.
    pub fn panel(k: f32) -> Self {
        Self { prior_value: PriorValue::Virtual { visits: 1.0 }, ..Self::ucb1(k) }
    }

    /// The terms that are the same for all edges of a node.
    #[inline]
    pub(crate) fn frame(&self, node: &NodeStats) -> Frame {
        Frame {
            explore: self.explore.frame(node, self.prior_value.virtual_visits()),
            log_siblings: match self.rave {
                Some(rave) if rave.exploration > 0.0 => (node.rave_visits.max(1) as f32).ln(),
                _ => 0.0,
            },
            first_play: self.first_play.value(node.mean),
        }
    }

    /// The score of one open edge.
    #[inline]
    pub(crate) fn score(&self, frame: &Frame, edge: &EdgeStats) -> f32 {
        let virtual_visits = if edge.value.is_some() { self.prior_value.virtual_visits() } else { 0.0 };
        let alpha = self.prior_value.alpha(edge);
        let mut score = alpha * edge.value.unwrap_or(0.0);
        let mut rest = 1.0 - alpha;
        if let Some(rave) = &self.rave {
            let (value, m) = rave.value(edge.rave_visits, edge.rave_sum, frame.log_siblings);
            let beta = rave.weight.beta(edge.visits as f32, m).min(rest);
            score += beta * value;
            rest -= beta;
        }
        if rest > 0.0 {
            let n = edge.visits as f32 + virtual_visits;
            score += rest
                * if n > 0.0 {
                    (edge.sum + virtual_visits * edge.value.unwrap_or(0.0)) / n + self.explore.bound(&frame.explore, n)
                } else {
                    frame.first_play
                };
        }
        score + self.explore.bonus(&frame.explore, edge) + self.bias.term(edge)
    }
}

/// Computed once per node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    explore: ExploreFrame,
    log_siblings: f32,
    first_play: f32,
}

#[cfg(test)]
mod tests;
