//! The fast graphs against their slow twin, on random games, for all six systems and both readings of the thesis; and the laws that the
//! query language promises: invariance under the symmetries of the board and under exchange of colours.

use crate::explicit_graph::ExplicitGraph;
use go_board::{Board, BoardSize, Color, Point, Symmetry, TrueLiberties};
use go_features::graph::{
    Attribute, BoardGraph, Discovered, EdgeMeasure, Family, Found, GraphOptions, GraphSystem, History,
    IntersectionGraph, Query, Reach, RecentPoints, StatusSet, StoneGraph, Test, families, n_columns,
    outcome_from_values,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus as Rng;
use std::collections::BTreeSet;

/// A board after some random legal moves, and whose turn it is.
fn random_board(size: BoardSize, n_moves: usize, rng: &mut Rng) -> (Board<TrueLiberties>, Color) {
    let mut board: Board<TrueLiberties> = Board::new(size);
    let mut to_move = Color::Black;
    for _ in 0..n_moves {
        let legal: Vec<Point> = size.points().filter(|&p| board.is_legal(p, to_move)).collect();
        if legal.len() < 3 {
            break;
        }
        // Half of the moves near another stone, so that chains, captures and ataris come about.
        let near = |p: &&Point| board.n_empty_neighbours(**p) < 3;
        let close: Vec<&Point> = legal.iter().filter(near).collect();
        let point = if rng.random_bool(0.5) && !close.is_empty() {
            *close[rng.random_range(0..close.len())]
        } else {
            legal[rng.random_range(0..legal.len())]
        };
        board.play_unchecked(point, to_move);
        to_move = to_move.opponent();
    }
    (board, to_move)
}

/// Any two points as the latest moves, with stones or without (captured), or none (a pass).
fn random_moves(size: BoardSize, rng: &mut Rng) -> RecentPoints {
    [0, 1].map(|_| size.from_dense_index(rng.random_range(0..size.area())).filter(|_| rng.random_bool(0.8)))
}

fn random_new(system: GraphSystem, n_nodes: usize, rng: &mut Rng) -> Query {
    let statuses = StatusSet::try_from(rng.random_range(1..8u8)).unwrap();
    let reach = if system.is_stone_graph() {
        Reach::Within(rng.random_range(0..12))
    } else {
        Reach::NextTo(rng.random_range(0..n_nodes as u8))
    };
    Query::New { statuses, reach }
}

fn point_sets<G: BoardGraph>(graph: &G, found: &[Found]) -> BTreeSet<BTreeSet<Point>> {
    found.iter().map(|f| graph.points(f.node()).into_iter().collect()).collect()
}

/// Everything that can be asked of the discovered graph is the same on both sides.
fn compare_state<G: BoardGraph>(graph: &mut G, slow: &ExplicitGraph, seen: &Discovered, slow_seen: &[usize]) {
    let n = seen.n_nodes();
    for (node, &twin) in slow_seen.iter().enumerate().skip(usize::from(graph.system().is_stone_graph())) {
        for attribute in [Attribute::Liberties, Attribute::Size] {
            let expected = slow.attribute(twin, attribute);
            assert_eq!(graph.attribute(seen, attribute, node as u8) as usize, expected, "{attribute:?} of {node}");
        }
    }
    for a in 0..n {
        for b in a + 1..n {
            let nodes = [a as u8, b as u8];
            let expected = slow.distance[slow_seen[a]][slow_seen[b]];
            assert_eq!(graph.edge(seen, EdgeMeasure::Distance, nodes) as usize, expected, "distance {nodes:?}");
            if !graph.system().is_stone_graph() {
                let expected = slow.connectivity[slow_seen[a]][slow_seen[b]];
                assert_eq!(graph.edge(seen, EdgeMeasure::Connectivity, nodes) as usize, expected, "edge {nodes:?}");
            }
        }
    }
}

/// The outcome of every candidate query follows from the observed values.
fn compare_candidates<G: BoardGraph>(graph: &mut G, slow: &ExplicitGraph, seen: &Discovered, slow_seen: &[usize]) {
    let mut values = Vec::new();
    graph.observe(seen, &mut values);
    assert_eq!(values.len(), n_columns(graph.system(), seen.n_nodes()));
    for family in families(graph.system(), seen.n_nodes()) {
        let tests: Vec<Test> = match family {
            Family::Attribute { column, .. } | Family::Edge { column, .. } => (values[column].saturating_sub(1)
                ..=values[column] + 1)
                .flat_map(|value| [Test::less_than(value), Test::equal_to(value)])
                .collect(),
            Family::Nearest { .. } => [0, 1, 2, 5, 30].map(Test::less_than).to_vec(),
            Family::Adjacent { .. } => vec![Test::less_than(0)],
        };
        for test in tests {
            let query = family.query(test);
            let outcome = outcome_from_values(&family, test, &values);
            assert_eq!(outcome, slow.answer(query, slow_seen), "values against the twin: {query:?}");
            assert_eq!(outcome, graph.answer(query, seen, &mut Vec::new()), "values against the graph: {query:?}");
        }
    }
}

/// One random descent, compared step by step with the twin.
fn compare_descent<G: BoardGraph>(graph: &mut G, slow: &ExplicitGraph, candidate: Point, rng: &mut Rng) {
    let mut seen = graph.begin(candidate);
    let mut slow_seen = slow.known.clone();
    for _ in 0..7 {
        let query = random_new(graph.system(), seen.n_nodes(), rng);
        let Query::New { statuses, reach } = query else { unreachable!() };
        let mut found = Vec::new();
        let outcome = graph.answer(query, &seen, &mut found);
        assert_eq!(outcome, slow.answer(query, &slow_seen), "{query:?}");
        let expected = slow.find(&slow_seen, statuses, reach);
        let sets: BTreeSet<BTreeSet<Point>> = expected.iter().map(|&n| slow.nodes[n].points.clone()).collect();
        assert_eq!(point_sets(graph, &found), sets, "{query:?} at {candidate:?}");
        if query.discovers(outcome) {
            let chosen = found[rng.random_range(0..found.len())];
            let points: BTreeSet<Point> = graph.points(chosen.node()).into_iter().collect();
            let twin = expected.into_iter().find(|&n| slow.nodes[n].points == points).unwrap();
            assert_eq!(Some(graph.status(chosen.node())), slow.nodes[twin].status);
            seen.discover(chosen);
            slow_seen.push(twin);
        }
        compare_state(graph, slow, &seen, &slow_seen);
    }
    compare_candidates(graph, slow, &seen, &slow_seen);
}

fn compare_system(system: GraphSystem, options: GraphOptions) {
    fn run<G: BoardGraph>(mut graph: G, options: GraphOptions, rng: &mut Rng) {
        for _ in 0..12 {
            let (board, to_move) = random_board(graph.size(), rng.random_range(0..70), rng);
            let recent = random_moves(graph.size(), rng);
            graph.look_at(&board, to_move);
            graph.remember(recent);
            for _ in 0..3 {
                let empties = board.empty_points();
                let candidate = empties[rng.random_range(0..empties.len())];
                let mut slow = ExplicitGraph::new(&board, to_move, candidate, (graph.system(), options));
                recent.iter().take(options.history.n_nodes()).for_each(|&point| slow.remember(point));
                // Twice: the second descent uses surroundings that the first has already expanded.
                for _ in 0..2 {
                    compare_descent(&mut graph, &slow, candidate, rng);
                }
            }
        }
    }
    let mut rng = Rng::seed_from_u64(system as u64);
    for size in [5, 9] {
        let size = BoardSize::new(size).unwrap();
        if system.is_stone_graph() {
            run(StoneGraph::new(system, options, size), options, &mut rng);
        } else {
            run(IntersectionGraph::new(system, options, size), options, &mut rng);
        }
    }
}

#[test]
fn the_fast_graphs_answer_as_the_slow_ones() {
    for system in GraphSystem::ALL {
        for history in History::ALL {
            compare_system(system, GraphOptions { history, ..GraphOptions::default() });
        }
    }
}

#[test]
fn so_they_do_under_the_letter_of_the_thesis() {
    for system in GraphSystem::ALL {
        compare_system(system, GraphOptions::THESIS_TEXT);
        compare_system(system, GraphOptions { history: History::LastTwo, ..GraphOptions::THESIS_TEXT });
    }
}

/// A descent on a board and on its mirror image (colours exchanged) meets the same outcomes and mirrored nodes.
fn compare_mirrored<G: BoardGraph>([graph, mirrored]: &mut [G; 2], rng: &mut Rng) {
    let size = graph.size();
    let (board, to_move) = random_board(size, rng.random_range(0..200), rng);
    let symmetry = Symmetry::ALL[rng.random_range(0..8)];
    let mut image: Board<TrueLiberties> = Board::new(size);
    for point in size.points() {
        if let Some(color) = board.color_at(point) {
            image.set_stone(symmetry.apply(size, point), color.opponent());
        }
    }
    graph.look_at(&board, to_move);
    mirrored.look_at(&image, to_move.opponent());
    let recent = random_moves(size, rng);
    graph.remember(recent);
    mirrored.remember(recent.map(|point| point.map(|point| symmetry.apply(size, point))));
    for _ in 0..10 {
        let candidate = board.empty_points()[rng.random_range(0..board.empty_points().len())];
        let mut seen = [graph.begin(candidate), mirrored.begin(symmetry.apply(size, candidate))];
        for _ in 0..8 {
            let query = random_new(graph.system(), seen[0].n_nodes(), rng);
            let mut found = [Vec::new(), Vec::new()];
            let outcome = graph.answer(query, &seen[0], &mut found[0]);
            assert_eq!(outcome, mirrored.answer(query, &seen[1], &mut found[1]), "{query:?} under {symmetry:?}");
            let reflect = |points: &BTreeSet<Point>| points.iter().map(|&p| symmetry.apply(size, p)).collect();
            let images: BTreeSet<BTreeSet<Point>> = point_sets(graph, &found[0]).iter().map(reflect).collect();
            assert_eq!(images, point_sets(mirrored, &found[1]));
            if query.discovers(outcome) {
                let chosen = found[0][rng.random_range(0..found[0].len())];
                let image = reflect(&graph.points(chosen.node()).into_iter().collect());
                let same = |f: &&Found| image == mirrored.points(f.node()).into_iter().collect::<BTreeSet<_>>();
                let twin = *found[1].iter().find(same).unwrap();
                seen[0].discover(chosen);
                seen[1].discover(twin);
            }
        }
        let mut values = [Vec::new(), Vec::new()];
        graph.observe(&seen[0], &mut values[0]);
        mirrored.observe(&seen[1], &mut values[1]);
        assert_eq!(values[0], values[1]);
    }
}

#[test]
fn symmetry_and_colour_do_not_matter() {
    let mut rng = Rng::seed_from_u64(7);
    let size = BoardSize::NINETEEN;
    for (system, history) in GraphSystem::ALL.into_iter().flat_map(|s| History::ALL.map(|history| (s, history))) {
        let options = GraphOptions { history, ..GraphOptions::default() };
        if system.is_stone_graph() {
            let mut pair = [0, 1].map(|_| StoneGraph::new(system, options, size));
            (0..10).for_each(|_| compare_mirrored(&mut pair, &mut rng));
        } else {
            let mut pair = [0, 1].map(|_| IntersectionGraph::new(system, options, size));
            (0..10).for_each(|_| compare_mirrored(&mut pair, &mut rng));
        }
    }
}
