//! Beam search over partial packings: level by level, only the best `width` stay.
//!
//! A level is a number of placed rectangles. Partial packings are compared by the area that is certainly lost: skipped
//! niches, and niches too narrow for any remaining rectangle; ties are broken by more placed area and then by a
//! smoother contour (fewer segments). Equal contours with equal remaining rectangles are one packing. The target is one
//! less than the incumbent, which initially comes from best fit; when a beam fails the next is twice as wide, with
//! random weights, until time is up.
//!
//! An evaluation is one partial packing made, divided by the number of rectangles: as much work as one playout.

use std::collections::HashSet;

use rand::RngExt;

use super::Rng;
use crate::packing::{Action, Packing};
use crate::run::Run;

/// Widest beam; beyond it the weights still change from one beam to the next.
const MAX_WIDTH: usize = 1 << 13;

/// Runs beams until the run is over.
pub(super) fn search(run: &Run<'_>, mut rng: Rng) {
    let mut beam = Beam { run, made: 0, weights: Weights::default() };
    let mut width = 1;
    while !run.is_over() {
        let target = run.target();
        if let Some(actions) = beam.descend(target, width) {
            let layout = Packing::replay(run.instance(), target, actions);
            run.offer(layout.expect("a complete packing can be replayed"));
        } else {
            width = (width * 2).min(MAX_WIDTH);
            beam.weights = Weights::random(&mut rng);
        }
    }
}

/// The weights of the comparison; the first beam uses the plain ones.
#[derive(Debug, Clone, Copy)]
struct Weights {
    placed: f64,
    roughness: f64,
}

impl Default for Weights {
    fn default() -> Self {
        Self { placed: 0.02, roughness: 0.5 }
    }
}

impl Weights {
    fn random(rng: &mut Rng) -> Self {
        Self { placed: 0.1 * rng.random::<f64>(), roughness: 2.0 * rng.random::<f64>() }
    }
}

/// A partial packing in the beam and its history.
struct Entry<'a> {
    packing: Packing<'a>,
    /// Index into the history, which holds each entry's parent and action.
    trail: usize,
}

struct Beam<'r, 'a> {
    run: &'r Run<'a>,
    /// Partial packings made since the last full evaluation was counted.
    made: usize,
    weights: Weights,
}

impl<'a> Beam<'_, 'a> {
    /// One beam from the empty strip; the actions of a complete packing if it finds one.
    fn descend(&mut self, target: u32, width: usize) -> Option<Vec<Action>> {
        let mut root = Packing::new(self.run.instance(), target);
        root.settle();
        let mut history: Vec<(usize, Action)> = vec![(0, Action::Skip)];
        let mut next = root.clone();
        let mut level = vec![Entry { packing: root, trail: 0 }];
        while !level.is_empty() {
            // Children are made twice, for their cost and again if they are kept: storing all of them would take
            // gigabytes.
            let mut candidates: Vec<(f64, u32, Action)> = Vec::new();
            let mut seen = HashSet::new();
            for (parent, entry) in level.iter().enumerate() {
                for action in placements(&entry.packing) {
                    next.clone_from(&entry.packing);
                    next.apply_action(action);
                    self.count();
                    if next.is_complete() {
                        return Some(trace(&history, entry.trail, action));
                    }
                    if !next.is_dead() && seen.insert(next.fingerprint()) {
                        candidates.push((self.cost(&next), parent as u32, action));
                    }
                }
                if self.run.is_over() {
                    return None;
                }
            }
            if candidates.len() > width {
                candidates.select_nth_unstable_by(width - 1, |a, b| a.0.total_cmp(&b.0));
                candidates.truncate(width);
            }
            let next_level = candidates.into_iter().map(|(_, parent, action)| {
                let parent = &level[parent as usize];
                let mut packing = parent.packing.clone();
                packing.apply_action(action);
                history.push((parent.trail, action));
                Entry { packing, trail: history.len() - 1 }
            });
            level = next_level.collect();
        }
        None
    }

    fn count(&mut self) {
        self.made += 1;
        if self.made >= self.run.instance().n_rectangles() {
            self.made = 0;
            self.run.count();
        }
    }

    /// Smaller is better.
    fn cost(&self, packing: &Packing<'_>) -> f64 {
        let instance = packing.instance();
        let all = instance.orientations();
        let narrowest = instance.fit_index().narrow_first().iter().map(|&o| &all[usize::from(o)]);
        let narrowest = narrowest.into_iter().find(|o| packing.remaining()[usize::from(o.kind)] > 0);
        let narrowest = narrowest.map_or(0, |o| o.size.width);
        let segments = packing.skyline().segments();
        let mut hopeless = 0u64;
        for (i, segment) in segments.iter().enumerate().filter(|(_, segment)| segment.width < narrowest) {
            let left = if i == 0 { u32::MAX } else { segments[i - 1].y };
            let right = segments.get(i + 1).map_or(u32::MAX, |right| right.y);
            let rim = left.min(right).min(packing.target());
            hopeless += u64::from(segment.width) * u64::from(rim.saturating_sub(segment.y));
        }
        let lost = hopeless as f64 - packing.waste_left() as f64;
        let unit = f64::from(narrowest.max(1));
        lost - self.weights.placed * packing.placed_area() as f64
            + self.weights.roughness * unit * segments.len() as f64
    }
}

fn placements<'p>(packing: &'p Packing<'_>) -> impl Iterator<Item = Action> + 'p {
    let niche = packing.niche();
    let all = packing.instance().orientations();
    let narrow_first = packing.instance().fit_index().narrow_first().iter().copied();
    narrow_first
        .take_while(move |&o| all[usize::from(o)].size.width <= niche.width)
        .filter(move |&o| packing.fits(&niche, &all[usize::from(o)]))
        .map(Action::Place)
}

fn trace(history: &[(usize, Action)], mut trail: usize, last: Action) -> Vec<Action> {
    let mut actions = vec![last];
    while trail != 0 {
        let (parent, action) = history[trail];
        actions.push(action);
        trail = parent;
    }
    actions.reverse();
    actions
}
