//! Packing methods: baselines of the literature and the tree search, all behind [`solve`].
//!
//! | method | what it does with its time |
//! |---|---|
//! | [`random`] | draws uniformly among what fits |
//! | [`bottom_left`] | a few sorted orders, each rectangle as low as it goes; then done |
//! | [`best_fit`] | the widest that fits the lowest niche, three ways to stand; then done |
//! | [`skyline`] | the greedy playout from freshly randomised orders, over and over |
//! | [`beam`] | level by level, the best few partial packings stay; wider and wider |
//! | [`tree`] | Monte-Carlo tree search whose playouts are hill climbs |

mod beam;
pub(crate) mod best_fit;
mod bottom_left;
mod random;
mod skyline;
pub(crate) mod tree;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::instance::Instance;
use crate::layout::Layout;
use crate::run::{Budget, Listener, Method, Run, Summary};

/// Random numbers of this crate.
pub(crate) type Rng = Xoshiro256PlusPlus;

/// The settings of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// How to pack.
    pub method: Method,
    /// Random seed; with one thread and a limit on evaluations, the same seed gives the same packing.
    pub seed: u64,
    /// Threads to use; at least 1.
    pub threads: usize,
}

/// Packs `instance`, resuming from `start` if given.
///
/// # Panics
/// If `start` is not a packing of `instance`.
pub fn solve(
    instance: &Instance,
    settings: &Settings,
    budget: Budget<'_>,
    listener: &dyn Listener,
    start: Option<Layout>,
) -> Summary {
    let run = Run::new(instance, budget, listener);
    if let Some(layout) = start {
        run.offer(layout);
    }
    match settings.method {
        Method::Mcts => tree::search(&run, settings, &tree::TreeConfig::default()),
        Method::Skyline => in_threads(settings, |rng| skyline::search(&run, rng)),
        Method::BestFit => best_fit::pack(&run),
        Method::BottomLeft => bottom_left::pack(&run),
        Method::Beam => {
            ensure_incumbent(&run);
            in_threads(settings, |rng| beam::search(&run, rng));
        }
        Method::Random => in_threads(settings, |rng| random::search(&run, rng)),
    }
    run.finish(settings.method)
}

/// Packs by best fit if there is no incumbent. Limits only apply once there is a result to return, and the first beam
/// or tree over thousands of rectangles takes minutes.
fn ensure_incumbent(run: &Run<'_>) {
    if run.best_height().is_none() {
        best_fit::pack(run);
    }
}

/// Runs `work` on every thread with its own random generator; on this thread if there is only one.
fn in_threads(settings: &Settings, work: impl Fn(Rng) + Sync) {
    let first = Rng::seed_from_u64(settings.seed);
    if settings.threads <= 1 {
        return work(first);
    }
    std::thread::scope(|scope| {
        let mut rng = first;
        for _ in 0..settings.threads {
            let own = rng.clone();
            rng.jump();
            scope.spawn(|| work(own));
        }
    });
}
