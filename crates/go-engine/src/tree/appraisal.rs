//! What a model of final ownership says of a position, as the search counts it: a chance and a lead in Black's view.
//!
//! With lead L (komi included) and its spread s: V = 1/2 logistic(pi / sqrt 3 * L / s) + 1/2 P, where P is the model's own chance that Black wins. The first
//! term is the chance that a logistic variable with mean L and standard deviation s is positive. P is for the komi of the position: where
//! another one counts (a handicap bonus, the shift of [`crate::dynamic_komi`]) the first term stands alone.
//!
//! The small weight of the margin in the reward of a playout is left out: near the ends, where it matters, a model knows less than playouts.

use go_models::Appraiser;
use mcts::Appraisal;

use super::state::GoState;

/// A lead known better than this is not trusted to be: half a point decides nothing that a model can see.
const LEAST_SPREAD: f32 = 0.5;

/// The chance that Black wins with this expected lead and spread.
fn chance(lead: f32, spread: f32) -> f32 {
    let scale = std::f32::consts::PI / 3.0_f32.sqrt();
    1.0 / (1.0 + (-scale * lead / spread.max(LEAST_SPREAD)).exp())
}

/// The appraisal of a state; `None` where the model does not cover it or says nothing that is a number.
pub(crate) fn appraise(appraiser: &dyn Appraiser, state: &GoState) -> Option<Appraisal> {
    let position = &state.position;
    if !appraiser.covers(position) {
        return None;
    }
    let go_models::Appraisal { area_lead, spread, black_wins, .. } = appraiser.appraise(position);
    let lead = state.expected_lead(area_lead);
    let by_lead = chance(lead, spread);
    let value = if state.has_plain_komi() { (by_lead + black_wins) / 2.0 } else { by_lead };
    ((0.0..=1.0).contains(&value) && lead.is_finite()).then_some(Appraisal { value, measure: Some(lead) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chance_follows_the_lead_and_its_spread() {
        assert_eq!(chance(0.0, 10.0), 0.5);
        assert!((chance(3.0, 10.0) + chance(-3.0, 10.0) - 1.0).abs() < 1e-6);
        assert!(chance(3.0, 5.0) > chance(3.0, 10.0) && chance(6.0, 10.0) > chance(3.0, 10.0));
        // One standard deviation: 0.86 for the logistic distribution, 0.84 for the normal one.
        assert!((chance(10.0, 10.0) - 0.859).abs() < 1e-3, "{}", chance(10.0, 10.0));
        assert!(chance(400.0, 0.0) > 0.999 && chance(-400.0, 0.0) < 0.001);
    }
}
