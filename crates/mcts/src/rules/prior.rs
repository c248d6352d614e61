//! Knowledge available before the search: a-priori values, progressive bias, first-play urgency (Basaldúa 2013, section
//! 3.1.1).

use super::EdgeStats;

/// How a candidate's a-priori value is used.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum PriorValue {
    /// Not at all.
    Ignore,
    /// As a separate term: alpha = max(0, (n_H - n) / n_H) fades linearly until the candidate's horizon (Basaldúa 2013,
    /// eq. 3.15 and 3.17), after which it no longer affects the result.
    Fading,
    /// As many virtual visits with that value: (sum + k V) / (n + k), and n + k in the confidence bound (Basaldúa 2013, eq. 5.44 with
    /// k = 1).
    Virtual {
        /// k.
        visits: f32,
    },
}

impl PriorValue {
    /// alpha of Basaldúa 2013, eq. 3.17.
    #[inline]
    pub(crate) fn alpha(&self, edge: &EdgeStats) -> f32 {
        match self {
            PriorValue::Fading if edge.value.is_some() && edge.horizon > 0.0 => {
                ((edge.horizon - edge.visits as f32) / edge.horizon).max(0.0)
            }
            _ => 0.0,
        }
    }

    /// Virtual visits of an edge that has an a-priori value.
    #[inline]
    pub(crate) fn virtual_visits(&self) -> f32 {
        match *self {
            PriorValue::Virtual { visits } => visits,
            PriorValue::Ignore | PriorValue::Fading => 0.0,
        }
    }
}

/// A term that favours likely actions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Bias {
    /// None.
    Off,
    /// Progressive bias weight P / (n + offset). Offset 0 is f(H, n) = H / n of van Niekerk 2014, eq. 2.3 (unvisited actions then wait
    /// for the first-play urgency); offset 1 and weight 10 is what Oakfoam ran with.
    Fading {
        /// Weight of the probability.
        weight: f32,
        /// Added to the visits.
        offset: f32,
    },
    /// A bias that never fades (The Many Faces of Go, Basaldúa 2013, section 3.1.1): weight P.
    Permanent {
        /// Weight of the probability.
        weight: f32,
    },
}

impl Bias {
    #[inline]
    pub(crate) fn term(&self, edge: &EdgeStats) -> f32 {
        match *self {
            Bias::Off => 0.0,
            Bias::Fading { weight, offset } => {
                let visits = edge.visits as f32 + offset;
                if visits > 0.0 { weight * edge.prior / visits } else { 0.0 }
            }
            Bias::Permanent { weight } => weight * edge.prior,
        }
    }
}

/// The value of an unvisited action.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum FirstPlay {
    /// Above everything: each open action is tried once before any is tried twice.
    Always,
    /// A fixed urgency.
    Fixed(f32),
    /// The value of the parent from the point of view of the player to move, less this.
    BelowParent(f32),
}

impl FirstPlay {
    #[inline]
    pub(crate) fn value(&self, parent_mean: f32) -> f32 {
        match *self {
            FirstPlay::Always => f32::INFINITY,
            FirstPlay::Fixed(urgency) => urgency,
            FirstPlay::BelowParent(less) => parent_mean - less,
        }
    }
}
