//! The greedy skyline heuristic from many orders, without learning.
//!
//! First the plain sorted orders, then orders sorted by a measure multiplied by fresh noise. The same playout as in the
//! tree search, but nothing is carried over from one packing to the next.

use rand::RngExt;

use super::Rng;
use crate::fill::Filler;
use crate::order::{Order, SortKey};
use crate::packing::Packing;
use crate::run::Run;

/// Sizes are multiplied by a factor in [1 - NOISE, 1 + NOISE] before sorting.
const NOISE: f64 = 0.5;

/// Packs from one order after the other until the run is over.
pub(super) fn search(run: &Run<'_>, mut rng: Rng) {
    let instance = run.instance();
    let mut filler = Filler::new(instance);
    let mut root = Packing::new(instance, run.target());
    let mut packing = root.clone();
    let sorted = SortKey::ALL.map(|key| Order::sorted(instance, key));
    let mut attempt = 0;
    while !run.is_over() {
        let order = match sorted.get(attempt) {
            Some(order) => order.clone(),
            None => Order::noisy(instance, SortKey::ALL[rng.random_range(0..SortKey::ALL.len())], NOISE, &mut rng),
        };
        attempt += 1;
        let target = run.target();
        if root.target() != target {
            root = Packing::new(instance, target);
        }
        packing.clone_from(&root);
        run.count();
        filler.fill(&mut packing, &order);
        if packing.is_complete() {
            let layout = Packing::replay(instance, target, filler.actions().iter().copied());
            run.offer(layout.expect("a complete packing can be replayed"));
        }
    }
}
