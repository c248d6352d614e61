//! Random games on graphs with many cycles, each state solved by search and by an exhaustive twin.

use proof_search::{Game, Limits, Outcome, Search, Table, Verdict};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// States are numbers; moves lead along arrows. State 0 is the goal, state 1 is lost for good.
struct Graph {
    arrows: Vec<Vec<usize>>,
    provers_turn: Vec<bool>,
    /// Moves to these states wait until all others are known to lose.
    waits: Vec<bool>,
    salt: u64,
}

impl Graph {
    fn random(n: usize, max_moves: usize, rng: &mut Xoshiro256PlusPlus) -> Graph {
        let arrows = (0..n).map(|_| (0..rng.random_range(0..=max_moves)).map(|_| rng.random_range(0..n)).collect());
        let arrows = arrows.collect();
        let provers_turn = (0..n).map(|_| rng.random()).collect();
        let share = [0.0, 0.3, 0.8][rng.random_range(0..3)];
        let waits = (0..n).map(|_| rng.random_bool(share)).collect();
        Graph { arrows, provers_turn, waits, salt: rng.random() }
    }

    /// The attractor of the goal, by repeated sweeps: everything else is the refuter's.
    fn won_by_prover(&self) -> Vec<bool> {
        let n = self.arrows.len();
        let mut won = vec![false; n];
        won[0] = true;
        loop {
            let mut changed = false;
            for state in 2..n {
                let moves = &self.arrows[state];
                let wins = match self.provers_turn[state] {
                    true => moves.iter().any(|&next| won[next]),
                    false => moves.iter().all(|&next| won[next]),
                };
                if wins && !won[state] {
                    (won[state], changed) = (true, true);
                }
            }
            if !changed {
                return won;
            }
        }
    }
}

impl Game for &Graph {
    type State = usize;
    type Move = usize;
    type Zone = ();

    fn key(&self, &state: &usize) -> u64 {
        (state as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ self.salt
    }

    fn is_provers_turn(&self, &state: &usize) -> bool {
        self.provers_turn[state]
    }

    fn evaluate(&self, &state: &usize) -> Verdict {
        match state {
            0 => Verdict::Proved(()),
            1 => Verdict::Refuted(()),
            _ => Verdict::Open { proof: 1, disproof: 1 },
        }
    }

    fn expand(&self, &state: &usize, mut add: impl FnMut(usize, usize)) {
        for &next in &self.arrows[state] {
            add(next, next);
        }
    }

    fn waits(&self, _state: &usize) -> impl Fn(usize) -> bool {
        |next| self.waits[next]
    }

    fn whole(&self) {}
}

fn expected(won: bool) -> Outcome {
    if won { Outcome::Proved } else { Outcome::Refuted }
}

#[test]
fn the_search_agrees_with_the_exhaustive_twin() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(17);
    let mut n_cyclic = 0;
    for round in 0..3000 {
        let graph = Graph::random(3 + round % 60, 1 + round % 4, &mut rng);
        let won = graph.won_by_prover();
        let mut table = Table::with_bytes(1 << 16);
        let mut search = Search::new(&graph, &mut table, Limits { nodes: 200_000, ..Limits::default() });
        for (state, &won) in won.iter().enumerate().skip(2) {
            let outcome = search.solve(&state, &mut || false);
            assert_eq!(outcome, expected(won), "round {round}, state {state}");
            n_cyclic += usize::from(outcome == Outcome::Refuted && !graph.arrows[state].is_empty());
        }
    }
    assert!(n_cyclic > 1000, "refutations are tested too: {n_cyclic}");
}

#[test]
fn a_table_that_is_too_small_costs_answers_but_never_makes_them_wrong() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(18);
    let mut n_known = 0;
    for round in 0..300 {
        let graph = Graph::random(40, 3, &mut rng);
        let won = graph.won_by_prover();
        let mut table = Table::with_bytes(500);
        for (state, &won) in won.iter().enumerate().skip(2) {
            let mut search = Search::new(&graph, &mut table, Limits { nodes: 20_000, ..Limits::default() });
            let outcome = search.solve(&state, &mut || false);
            if outcome != Outcome::Unknown {
                n_known += 1;
                assert_eq!(outcome, expected(won), "round {round}, state {state}");
            }
        }
    }
    assert!(n_known > 5000, "{n_known}");
}

#[test]
fn winning_moves_keep_the_outcome() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(19);
    for _ in 0..300 {
        let graph = Graph::random(30, 3, &mut rng);
        let won = graph.won_by_prover();
        let mut table = Table::with_bytes(1 << 14);
        let mut search = Search::new(&graph, &mut table, Limits::default());
        for state in 2..graph.arrows.len() {
            let is_winners_turn = graph.provers_turn[state] == won[state];
            let reply = search.winning_move(&state, &mut || false);
            assert_eq!(reply.is_some(), is_winners_turn);
            if let Some((_, next)) = reply {
                assert_eq!(won[next], won[state]);
            }
        }
    }
}

#[test]
fn limits_and_interrupts_end_a_search() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(20);
    let graph = Graph::random(4000, 4, &mut rng);
    let mut table = Table::with_bytes(1 << 20);
    let state = (2..4000)
        .find(|state| {
            let mut search = Search::new(&graph, &mut table, Limits { nodes: 50, ..Limits::default() });
            search.solve(state, &mut || false) == Outcome::Unknown && search.n_nodes() <= 50
        })
        .expect("some state needs more than 50 nodes");
    table.clear();
    let mut search = Search::new(&graph, &mut table, Limits { interrupt_every: 10, ..Limits::default() });
    assert_eq!(search.solve(&state, &mut || true), Outcome::Unknown);
    assert_eq!(search.n_nodes(), 10);
    assert_ne!(search.solve(&state, &mut || false), Outcome::Unknown);
}
