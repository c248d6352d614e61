//! Measures the cost of the tree: playouts per second with rollouts that are almost free.
//!
//! The domain is a bush as wide and deep as a Go game (81 actions and 100 steps, 361 and 450), with RAVE on every step
//! and two selection rules. The rollout is timed alone as well; the difference is the cost of selection, expansion,
//! RAVE and backpropagation per playout. With one thread the time is the CPU time of the thread where the kernel
//! reports it, because wall-clock time on a shared machine depends on other processes. With several threads it is
//! wall-clock time, and the cost of sharing is measured against the same threads with one tree each, which other
//! processes disturb in the same way. Every search asserts that it counted all playouts and chose an action better than
//! most.
//!
//! `cargo run --release -p mcts --example search_speed -- [playouts] [threads]`

use mcts::rules::{Rave, Rules, Schedule, Widening};
use mcts::toy::{Bush, BushExpander, BushRollout, BushShape};
use mcts::{Limits, Rollout, Search, SearchConfig, Trace};
use std::time::Instant;

/// CPU time of this thread in seconds, or wall-clock time where the kernel does not report it.
struct Stopwatch {
    begin: Instant,
    ran: Option<f64>,
}

impl Stopwatch {
    /// Nanoseconds on the processor, the first number of Linux's `schedstat`.
    fn thread_seconds() -> Option<f64> {
        let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        Some(told.split_whitespace().next()?.parse::<f64>().ok()? * 1e-9)
    }

    fn start(threads: usize) -> Self {
        Self { begin: Instant::now(), ran: if threads == 1 { Self::thread_seconds() } else { None } }
    }

    fn seconds(&self) -> f64 {
        let ran = self.ran.and_then(|before| Some(Self::thread_seconds()? - before));
        ran.unwrap_or_else(|| self.begin.elapsed().as_secs_f64())
    }
}

struct Trial {
    name: &'static str,
    shape: BushShape,
    rules: Rules,
}

fn trials() -> Vec<Trial> {
    let bush = |width, depth| BushShape { width, depth, two_players: true, noise: 0.3, seed: 5 };
    let widened = Rules { rave: Some(Rave::least_error(1.0 / 3000.0)), ..Rules::goknot(0.1) };
    let open = Rules { rave: Some(Rave::least_error(1.0 / 3000.0)), widening: Widening::OFF, ..Rules::puct(1.5) };
    let plain = Rules { widening: Widening { schedule: Schedule::geometric(), promotion: 0.0 }, ..Rules::ucb1(0.3) };
    vec![
        Trial { name: " 81 wide, UCB1, widening      ", shape: bush(81, 100), rules: plain },
        Trial { name: " 81 wide, UCT + RAVE, widening", shape: bush(81, 100), rules: widened },
        Trial { name: " 81 wide, PUCT + RAVE         ", shape: bush(81, 100), rules: open },
        Trial { name: "361 wide, UCT + RAVE, widening", shape: bush(361, 450), rules: widened },
        Trial { name: "361 wide, PUCT + RAVE         ", shape: bush(361, 450), rules: open },
    ]
}

fn measure(trial: &Trial, playouts: u64, threads: usize) {
    let root = Bush::new(trial.shape);
    let expander = BushExpander { sharpness: 3.0, ..BushExpander::default() };

    let (mut rng, mut trace) = (BushRollout.new_local(1), Trace::new());
    let watch = Stopwatch::start(1);
    for _ in 0..playouts / 4 {
        trace.clear();
        BushRollout.play(&(), &mut rng, &mut root.clone(), &mut trace);
    }
    let rollout = watch.seconds() / (playouts / 4).max(1) as f64;

    let new_search = |threads| {
        let config = SearchConfig { rules: trial.rules, threads, expand_after: 8, ..SearchConfig::default() };
        Search::new(root, expander, BushRollout, config)
    };
    let mut search = new_search(threads);
    let watch = Stopwatch::start(threads);
    search.run(&Limits::playouts(playouts));
    let whole = watch.seconds() / playouts as f64;

    assert_eq!(u64::from(search.inspect().root_visits()), playouts, "every playout is counted");
    let chosen = search.best_action().expect("the root has actions");
    let worse = (0..trial.shape.width).filter(|&action| root.worth_of(action) < root.worth_of(chosen)).count();
    assert!(worse * 4 > usize::from(trial.shape.width) * 3, "action {chosen} is worth more than only {worse}");

    let stats = search.stats();
    println!(
        "{}  {:8.0} playouts/s   {:6.2} us each, {:6.2} us of it rollout   depth {:.1}, {:.1} MiB",
        trial.name,
        1.0 / whole,
        whole * 1e6,
        rollout * 1e6,
        stats.mean_depth,
        stats.bytes as f64 / f64::from(1 << 20),
    );
    if threads > 1 {
        let begin = Instant::now();
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| new_search(1).run(&Limits::playouts(playouts)));
            }
        });
        let separate = begin.elapsed().as_secs_f64() / (playouts * threads as u64) as f64;
        println!(
            "{:32}{:8.0} playouts/s with a tree for each thread: sharing keeps {:.2} of it",
            "",
            1.0 / separate,
            separate / whole
        );
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1).map(|argument| argument.parse().expect("a number"));
    let playouts = arguments.next().unwrap_or(100_000);
    let threads = arguments.next().unwrap_or(1);
    for trial in trials() {
        measure(&trial, playouts, threads as usize);
    }
}

#[test]
fn the_answers_hold_with_few_playouts() {
    for trial in trials() {
        measure(&trial, 3000, 2);
    }
}
