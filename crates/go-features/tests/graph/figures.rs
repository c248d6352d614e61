//! The worked examples of van Niekerk 2014: Figures 3.1 to 3.4 (graphs and descents) and 5.1, 5.2 (descents of a grown
//! forest), as far as the text describes them. The boards are ours: the drawings are not in the text.

use crate::explicit_graph::ExplicitGraph;
use go_board::{Board, BoardSize, Color, Point, TrueLiberties};
use go_features::graph::{
    Attribute, BoardGraph, Discovered, EdgeMeasure, GraphOptions, GraphSystem, IntersectionGraph, PathStep, Query,
    Reach, Status, StatusSet, StoneGraph, Test, Wording, path_phrases, points_looked_at, sentence,
};

const OWN: StatusSet = StatusSet::only(Status::Own);
const OPPONENT: StatusSet = StatusSet::only(Status::Opponent);
const NEUTRAL: StatusSet = StatusSet::only(Status::Neutral);

fn board(drawing: &str) -> (Board<TrueLiberties>, Point) {
    let (board, marks) = Board::parse_ascii(drawing).expect("a board");
    let candidate = marks.iter().find(|mark| mark.0 == 'a').expect("the move is marked a").1;
    (board, candidate)
}

/// Asks the queries one after the other, taking the first node where several remain.
fn walk<G: BoardGraph>(graph: &mut G, candidate: Point, queries: &[Query]) -> (Vec<usize>, Discovered) {
    let mut seen = graph.begin(candidate);
    let (mut outcomes, mut found) = (Vec::new(), Vec::new());
    for &query in queries {
        let outcome = graph.answer(query, &seen, &mut found);
        if query.discovers(outcome) {
            seen.discover(found[0]);
        }
        outcomes.push(outcome);
    }
    (outcomes, seen)
}

fn told<G: BoardGraph>(graph: &G, queries: &[Query], outcomes: &[usize], wording: &Wording) -> String {
    let steps: Vec<PathStep> =
        queries.iter().zip(outcomes).map(|(&query, &outcome)| PathStep { query, outcome }).collect();
    sentence(&path_phrases(graph.system(), &steps, wording))
}

fn within(statuses: StatusSet, distance: u16) -> Query {
    Query::New { statuses, reach: Reach::Within(distance) }
}

fn next_to(statuses: StatusSet, node: u8) -> Query {
    Query::New { statuses, reach: Reach::NextTo(node) }
}

fn distance(nodes: [u8; 2], test: Test) -> Query {
    Query::Edge { measure: EdgeMeasure::Distance, nodes, test }
}

fn liberties(node: u8, test: Test) -> Query {
    Query::Attribute { attribute: Attribute::Liberties, node, test }
}

/// Figure 3.1: one small position as the four intersection graphs; nodes and edges (with connectivity) are counted.
#[test]
fn figure_3_1_compression_merges_nodes_and_adds_up_connectivity() {
    let (board, candidate) = board(
        "X X a
         O X .
         . O O",
    );
    let graph = |system| ExplicitGraph::new(&board, Color::Black, candidate, (system, GraphOptions::default()));
    let counts = |graph: &ExplicitGraph| {
        let weights: Vec<usize> = (0..graph.nodes.len())
            .flat_map(|a| (a + 1..graph.nodes.len()).map(move |b| graph.connectivity[a][b]))
            .filter(|&pairs| pairs > 0)
            .collect();
        (graph.nodes.len(), weights.len(), weights.iter().sum::<usize>())
    };
    // A 3x3 grid has 12 adjacencies. Merging nodes hides those inside: 2 in the black chain, 1 in the white one,
    // 1 in the region on the right.
    assert_eq!(counts(&graph(GraphSystem::Ig)), (9, 12, 12));
    assert_eq!(counts(&graph(GraphSystem::IgC)), (6, 8, 9));
    assert_eq!(counts(&graph(GraphSystem::IgE)), (8, 11, 11));
    assert_eq!(counts(&graph(GraphSystem::IgCe)), (5, 6, 8));
}

/// Figure 3.2: an intersection graph's path to "captures a single adjacent opposing chain of undetermined size".
#[test]
fn figure_3_2_a_capture() {
    let queries = [next_to(OPPONENT, 0), next_to(OPPONENT, 0), liberties(1, Test::equal_to(1))];
    let drawing = ". . . . .
                   . X X . .
                   X O O a .
                   . X X . .
                   . . . . .";
    let (position, candidate) = board(drawing);
    let mut graph = IntersectionGraph::new(GraphSystem::Ig, GraphOptions::default(), position.size());
    graph.look_at(&position, Color::Black);
    let (outcomes, seen) = walk(&mut graph, candidate, &queries);
    assert_eq!(outcomes, [0, 1, 0], "an opposing stone, no other, one liberty: yes");
    let wording = Wording::on_board(&graph, &seen, candidate, Color::Black);
    assert_eq!(
        told(&graph, &queries, &outcomes, &wording),
        "Next to D3 a white stone (C3) in atari; no other white stone next to D3."
    );
    // Without the stone on the left the chain has two liberties, and the path ends elsewhere.
    let (position, candidate) = board(&drawing.replace("X O O a", ". O O a"));
    graph.look_at(&position, Color::Black);
    assert_eq!(walk(&mut graph, candidate, &queries).0, [0, 1, 1]);
}

/// Figure 3.3: a portion of a position as stone graphs; the weight of an edge is the shortest Manhattan distance.
#[test]
fn figure_3_3_edge_weights() {
    let (position, candidate) = board(
        ". . . . . . .
         . X X . . O .
         . . . . . O .
         . . a . . . .
         . . . . . . .
         . . . . . . .
         . . . . . . .",
    );
    // Own, opposing, then the sides: top, left.
    let queries = [within(OWN, 9), within(OPPONENT, 9), within(NEUTRAL, 9), within(NEUTRAL, 9)];
    let edges = |system| {
        let mut graph = StoneGraph::new(system, GraphOptions::default(), position.size());
        graph.look_at(&position, Color::Black);
        let (_, seen) = walk(&mut graph, candidate, &queries);
        let pairs = [[0, 1], [0, 2], [1, 2], [0, 3], [1, 3], [2, 3]];
        pairs.map(|nodes| graph.edge(&seen, EdgeMeasure::Distance, nodes))
    };
    // The nearest own stone is straight above, the nearest opposing one three to the right and one up; the nearest side
    // is on the left.
    assert_eq!(edges(GraphSystem::Sg), [2, 4, 4, 2, 2, 5]);
    // As chains: the upper opposing stone brings its chain nearer to ours, and our left stone brings ours to the side.
    assert_eq!(edges(GraphSystem::SgC), [2, 4, 3, 2, 1, 5]);
}

/// Figure 3.4: a stone graph's path to "a move on the fourth line with no stones within a Manhattan distance of eight".
#[test]
fn figure_3_4_the_fourth_line_in_the_open() {
    let queries = [within(StatusSet::STONES, 8), within(NEUTRAL, 18), distance([0, 1], Test::equal_to(3))];
    let mut graph = StoneGraph::new(GraphSystem::Sg, GraphOptions::default(), BoardSize::NINETEEN);
    let mut position: Board<TrueLiberties> = Board::new(BoardSize::NINETEEN);
    let name = |name| BoardSize::NINETEEN.parse_point(name).unwrap();
    position.play_unchecked(name("Q16"), Color::Black);
    graph.look_at(&position, Color::White);
    let (outcomes, seen) = walk(&mut graph, name("D10"), &queries);
    assert_eq!(outcomes, [2, 0, 0], "no stone, a side, at distance three: yes");
    let wording = Wording::on_board(&graph, &seen, name("D10"), Color::White);
    assert_eq!(
        told(&graph, &queries, &outcomes, &wording),
        "No stone within distance 8; the nearest side (A10) at distance 3."
    );
    assert_eq!(walk(&mut graph, name("C10"), &queries).0, [2, 0, 1]);
    assert_eq!(walk(&mut graph, name("Q10"), &queries).0[0], 1, "an opposing stone");
}

/// Figure 5.1: "a move on the 4-4 point in an empty corner, with an opposing stone in the far corner of the board".
#[test]
fn figure_5_1_the_empty_corner() {
    let queries = [
        within(StatusSet::STONES, 20),
        within(NEUTRAL, 3),
        distance([0, 1], Test::equal_to(3)),
        within(NEUTRAL, 3),
        distance([1, 2], Test::less_than(1)),
        distance([0, 2], Test::less_than(3)),
        within(OPPONENT, 30),
        distance([0, 3], Test::less_than(24)),
    ];
    let mut graph = StoneGraph::new(GraphSystem::Sg, GraphOptions::default(), BoardSize::NINETEEN);
    let mut position: Board<TrueLiberties> = Board::new(BoardSize::NINETEEN);
    let name = |name| BoardSize::NINETEEN.parse_point(name).unwrap();
    position.play_unchecked(name("Q16"), Color::Black);
    graph.look_at(&position, Color::White);
    let (outcomes, seen) = walk(&mut graph, name("D4"), &queries);
    assert_eq!(outcomes, [2, 0, 0, 0, 0, 1, 0, 1]);
    let wording = Wording::on_board(&graph, &seen, name("D4"), Color::White);
    assert_eq!(
        told(&graph, &queries, &outcomes, &wording),
        "No stone within distance 20; the nearest side (A4) at distance 3; the next nearest side (D1) at distance 3, \
         at distance 0 from A4; the nearest black stone (Q16) at distance 24 to 30."
    );
    assert_eq!(
        points_looked_at(&graph, &seen, name("D4")),
        ["D4", "A4", "D1", "Q16"].map(|point| vec![name(point)]).to_vec()
    );
    assert_eq!(
        told(&graph, &queries, &outcomes, &Wording::general(graph.history(), seen.n_nodes())),
        "No stone within distance 20; the nearest side (node 1) at distance 3; the next nearest side (node 2) at \
         distance 3, at distance 0 from node 1; the nearest opposing stone (node 3) at distance 24 to 30."
    );
}

/// Figure 5.2: "a move on the third line, with three or more opposing stones in closer proximity than any supporting stones".
#[test]
fn figure_5_2_alone_among_opponents() {
    let queries = [
        within(StatusSet::STONES, 3),
        within(StatusSet::STONES, 3),
        within(StatusSet::STONES, 4),
        within(OWN, 4),
        within(NEUTRAL, 2),
        liberties(1, Test::less_than(2)),
        distance([1, 2], Test::less_than(3)),
    ];
    let (position, candidate) = board(
        ". . . . . . . . .
         . . . . . . . . .
         . . . O a . . . .
         . . . . O . . . .
         . . . O . . . . .
         . . . . . . . X .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .",
    );
    let mut graph = StoneGraph::new(GraphSystem::Sg, GraphOptions::default(), position.size());
    graph.look_at(&position, Color::Black);
    let (outcomes, seen) = walk(&mut graph, candidate, &queries);
    assert_eq!(outcomes, [1, 1, 1, 1, 0, 1, 0]);
    let wording = Wording::on_board(&graph, &seen, candidate, Color::Black);
    assert_eq!(
        told(&graph, &queries, &outcomes, &wording),
        "The nearest stone (D7) is white, within distance 3, with at least 2 liberties; the next nearest stone (E6) is \
         white, within distance 3, within distance 2 from D7; the next nearest stone (D5) is white, within distance 4; \
         no black stone within distance 4; the nearest side (E9) within distance 2."
    );
}
