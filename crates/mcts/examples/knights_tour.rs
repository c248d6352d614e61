//! A complete domain in under 150 lines: the knight's tour.
//!
//! A knight starts in a corner of an n x n board and may visit every square once; how many can it reach? On 5 x 5 and
//! larger boards the answer is all of them. The expander uses Warnsdorff's rule (1823): prefer the square with the
//! fewest onward moves. Rollouts are uniformly random, so that the tree has something to contribute.
//!
//! `cargo run --release -p mcts --example knights_tour`

use mcts::{Candidate, Coverage, Expander, Outcome, RaveKey, Rollout, State, Trace, Turn, sort_by_probability};
use mcts::{Goal, KeepBest, Limits, Rules, Search, SearchConfig, StopReason};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A board of at most 8 x 8 squares, numbered by rows.
#[derive(Clone, Copy)]
struct Tour {
    size: u8,
    knight: u8,
    visited: u64,
}

impl Tour {
    fn new(size: u8) -> Self {
        Self { size, knight: 0, visited: 1 }
    }

    fn n_squares(&self) -> u32 {
        u32::from(self.size) * u32::from(self.size)
    }

    /// The unvisited squares one knight's move away.
    fn moves(&self) -> impl Iterator<Item = u8> + use<> {
        let Self { size, knight, visited } = *self;
        let (row, column) = ((knight / size) as i8, (knight % size) as i8);
        let jumps = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
        let squares = jumps.into_iter().map(move |(down, right)| (row + down, column + right));
        let on_board = squares.filter(move |&(r, c)| (0..size as i8).contains(&r) && (0..size as i8).contains(&c));
        on_board.map(move |(r, c)| r as u8 * size + c as u8).filter(move |square| visited >> square & 1 == 0)
    }
}

impl State for Tour {
    type Action = u8;

    fn turn(&self) -> Turn {
        Turn::Single
    }

    fn apply(&mut self, square: u8) {
        self.knight = square;
        self.visited |= 1 << square;
    }

    fn is_terminal(&self) -> bool {
        self.moves().next().is_none()
    }

    fn rave_key(square: u8) -> Option<RaveKey> {
        Some(RaveKey(u32::from(square)))
    }
}

/// Warnsdorff's rule as the prior; random moves in the rollout.
struct Warnsdorff;

impl Warnsdorff {
    fn weight(state: &Tour, square: u8) -> f32 {
        let mut next = *state;
        next.apply(square);
        0.1_f32.powi(next.moves().count() as i32)
    }
}

impl Expander<Tour> for Warnsdorff {
    type Scratch = ();

    fn new_scratch(&self) {}

    fn expand(&self, _: &mut (), state: &Tour, _from: usize, out: &mut Vec<Candidate<u8>>) -> Coverage {
        let total: f32 = state.moves().map(|square| Self::weight(state, square)).sum();
        out.extend(state.moves().map(|square| Candidate::new(square, Self::weight(state, square) / total)));
        sort_by_probability(out);
        Coverage::Complete
    }
}

impl Rollout<Tour> for Warnsdorff {
    type Shared = ();
    type Local = Xoshiro256PlusPlus;

    fn new_shared(&self) {}

    fn new_local(&self, seed: u64) -> Self::Local {
        Self::Local::seed_from_u64(seed)
    }

    fn play(&self, _: &(), rng: &mut Self::Local, state: &mut Tour, trace: &mut Trace<u8>) -> Outcome {
        while !state.is_terminal() {
            let chosen = rng.random_range(0..state.moves().count());
            let square = state.moves().nth(chosen).expect("one of those counted");
            trace.push(state, square);
            state.apply(square);
        }
        let visited = state.visited.count_ones();
        Outcome::with_objective(f64::from(visited) / f64::from(state.n_squares()), f64::from(visited))
    }
}

fn search(size: u8, playouts: u64) -> (Search<Tour, Warnsdorff, Warnsdorff>, StopReason) {
    let config = SearchConfig {
        rules: Rules::puct(0.5),
        keep_best: Some(KeepBest { count: 1, goal: Goal::Maximise }),
        ..SearchConfig::default()
    };
    let root = Tour::new(size);
    let mut search = Search::new(root, Warnsdorff, Warnsdorff, config);
    let reason = search.run(&Limits::playouts(playouts).until_objective(f64::from(root.n_squares())));
    (search, reason)
}

fn main() {
    let (search, reason) = search(8, 100_000);
    println!("{reason} after {} playouts\n{}", search.inspect().playouts(), search.report());
    for solution in search.solutions() {
        println!("{} squares: {:?}", solution.objective, solution.actions);
    }
}

#[test]
fn keeps_the_laws_and_finds_a_tour() {
    mcts::laws::check(&Tour::new(5), &Warnsdorff, &Warnsdorff, &mcts::laws::Extent::default()).unwrap();
    let (tour, reason) = search(6, 20_000);
    assert_eq!((reason, tour.solutions()[0].objective), (StopReason::Objective, 36.0));
    let (small, reason) = search(3, 1000);
    assert_eq!((reason, small.solutions()[0].objective), (StopReason::Proven, 8.0), "the centre cannot be reached");
}
