//! Paths as sentences, without a position.

use go_features::graph::{
    Attribute, EdgeMeasure, GraphSystem, History, PathStep, Query, Reach, StatusSet, Test, Wording, path_phrases,
    sentence,
};

const YES: usize = 0;
const NO: usize = 1;

/// Own stones, opposing stones, both, everything.
const B: u8 = 1;
const W: u8 = 2;
const BW: u8 = 3;
const BWS: u8 = 7;

fn new(statuses: u8, reach: Reach) -> Query {
    Query::New { statuses: StatusSet::try_from(statuses).unwrap(), reach }
}

fn within(statuses: u8, distance: u16) -> Query {
    new(statuses, Reach::Within(distance))
}

fn beside(statuses: u8, node: u8) -> Query {
    new(statuses, Reach::NextTo(node))
}

fn liberties(node: u8, test: Test) -> Query {
    Query::Attribute { attribute: Attribute::Liberties, node, test }
}

fn size(node: u8, test: Test) -> Query {
    Query::Attribute { attribute: Attribute::Size, node, test }
}

fn edge(measure: EdgeMeasure, nodes: [u8; 2], test: Test) -> Query {
    Query::Edge { measure, nodes, test }
}

fn check(system: GraphSystem, steps: &[(Query, usize)], expected: &str) {
    check_with(History::None, system, steps, expected);
}

fn check_with(history: History, system: GraphSystem, steps: &[(Query, usize)], expected: &str) {
    let steps: Vec<PathStep> = steps.iter().map(|&(query, outcome)| PathStep { query, outcome }).collect();
    let n_nodes = 1 + history.n_nodes() + steps.iter().filter(|step| step.query.discovers(step.outcome)).count();
    assert_eq!(sentence(&path_phrases(system, &steps, &Wording::general(history, n_nodes))), expected);
}

#[test]
fn the_root_has_no_phrases() {
    check(GraphSystem::Sg, &[], "");
}

#[test]
fn several_tests_become_one_fact() {
    let steps = [
        (within(BW, 5), 1),
        (edge(EdgeMeasure::Distance, [0, 1], Test::equal_to(1)), NO),
        (liberties(1, Test::less_than(5)), YES),
        (liberties(1, Test::less_than(2)), NO),
        (size(1, Test::equal_to(3)), NO),
        (edge(EdgeMeasure::Distance, [0, 1], Test::less_than(4)), YES),
    ];
    check(
        GraphSystem::Sg,
        &steps,
        "The nearest stone (node 1) is opposing, at distance 2 to 3, with 2 to 4 liberties, of other than 3 stones.",
    );
}

#[test]
fn three_pseudo_liberties_may_be_two_real_ones() {
    let steps = [(within(B, 5), 0), (liberties(1, Test::less_than(3)), NO)];
    check(
        GraphSystem::SgC,
        &steps,
        "The nearest own chain (node 1) within distance 5, with at least 3 pseudo-liberties.",
    );
}

#[test]
fn a_wider_absence_replaces_a_narrower_one() {
    check(GraphSystem::Sg, &[(within(W, 3), 1), (within(BW, 2), 2), (within(BW, 6), 2)], "No stone within distance 6.");
    let found_between = [(within(W, 3), 1), (within(W, 6), 0), (within(BWS, 6), 3)];
    check(
        GraphSystem::Sg,
        &found_between,
        "No opposing stone within distance 3; the nearest opposing stone (node 1) within distance 6; \
         no other stone or side within distance 6.",
    );
}

#[test]
fn an_unsuccessful_first_search_is_mentioned() {
    let steps = [
        (size(0, Test::less_than(30)), YES),
        (beside(BW, 0), 1),
        (beside(BWS, 1), 2),
        (edge(EdgeMeasure::Connectivity, [1, 2], Test::equal_to(2)), YES),
        (edge(EdgeMeasure::Distance, [0, 2], Test::equal_to(1)), NO),
    ];
    check(
        GraphSystem::IgC,
        &steps,
        "The empty area around the move of fewer than 30 points; next to the move an opposing chain (node 1) but no own \
         one; next to node 1 an empty point (node 2) but no own or opposing one, touching node 1 in 2 places, \
         farther than 1 from the move.",
    );
}

fn distance(nodes: [u8; 2], test: Test) -> Query {
    edge(EdgeMeasure::Distance, nodes, test)
}

#[test]
fn earlier_moves_are_called_by_their_turn() {
    let near = [
        (distance([0, 1], Test::less_than(4)), YES),
        (liberties(1, Test::less_than(2)), YES),
        (distance([1, 2], Test::less_than(3)), NO),
        (within(W, 5), 0),
        (distance([1, 3], Test::equal_to(0)), YES),
        (distance([2, 3], Test::less_than(1)), NO),
        (distance([0, 2], Test::equal_to(255)), YES),
    ];
    check_with(
        History::LastTwo,
        GraphSystem::Sg,
        &near,
        "The last move with 0 or 1 liberties, within distance 3 from the move; the move before the last farther \
         than 2 from the last move, a pass or none; the nearest opposing stone (node 3) within distance 5, holding the \
         last move, not holding the move before the last.",
    );
}

#[test]
fn an_earlier_move_may_have_left_no_stone() {
    let check = |system, steps: &[(Query, usize)], expected| check_with(History::LastMove, system, steps, expected);
    let captured = [(liberties(1, Test::equal_to(0)), YES), (size(1, Test::less_than(1)), YES)];
    check(GraphSystem::Sg, &captured, "The last move without a stone on the board.");
    check(GraphSystem::SgC, &[(size(1, Test::equal_to(0)), NO)], "The last move with its stone on the board.");
    let beside = [(beside(BW, 1), 2), (size(1, Test::less_than(3)), YES)];
    check(GraphSystem::Ig, &beside, "The last move of fewer than 3 points; no stone next to the last move.");
}
