//! Random sampling: the playout of Basaldúa 2013, section 2.3.4 without a tree; the baseline for all other methods.
//!
//! One of the rectangles that fit the lowest niche is drawn uniformly, each orientation being one choice. The target
//! follows the incumbent, so hopeless attempts end early; that makes sampling faster, not better.

use rand::RngExt;

use super::Rng;
use crate::packing::{Action, Packing};
use crate::run::Run;

/// Samples until the run is over.
pub(super) fn search(run: &Run<'_>, mut rng: Rng) {
    let mut sampler = Sampler::default();
    let mut root = Packing::new(run.instance(), run.target());
    let mut packing = root.clone();
    while !run.is_over() {
        let target = run.target();
        if root.target() != target {
            root = Packing::new(run.instance(), target);
        }
        packing.clone_from(&root);
        packing.settle();
        run.count();
        sampler.play(&mut packing, &mut rng);
        if packing.is_complete() {
            let layout = Packing::replay(run.instance(), target, sampler.actions.iter().copied());
            run.offer(layout.expect("a complete packing can be replayed"));
        }
    }
}

/// Buffers of the uniformly random playout.
#[derive(Debug, Clone, Default)]
pub(crate) struct Sampler {
    fitting: Vec<u16>,
    actions: Vec<Action>,
}

impl Sampler {
    /// Plays a settled packing to its end.
    pub(crate) fn play(&mut self, packing: &mut Packing<'_>, rng: &mut Rng) {
        self.actions.clear();
        let all = packing.instance().orientations();
        while packing.n_left() > 0 && !packing.is_dead() {
            let niche = packing.niche();
            self.fitting.clear();
            for &o in packing.instance().fit_index().narrow_first() {
                let orientation = &all[usize::from(o)];
                if orientation.size.width > niche.width {
                    break;
                }
                if packing.fits(&niche, orientation) {
                    self.fitting.push(o);
                }
            }
            let action = Action::Place(self.fitting[rng.random_range(0..self.fitting.len())]);
            packing.apply_action(action);
            self.actions.push(action);
        }
    }

    /// What the last playout chose.
    pub(crate) fn actions(&self) -> &[Action] {
        &self.actions
    }
}
