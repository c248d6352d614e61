//! A descent in words: what the queries on a path have found out, as a sentence a player can check on the board (as the
//! captions of Figures 5.1 and 5.2 of seed 000 do).
//!
//! Facts about one node are gathered: three tests of the same liberties become one range. Liberties are the thesis's pseudo-liberties;
//! they are called so only where true liberties could differ from what is said (three or more as a lower bound).

use super::bounds::{Bounds, Unit};
use super::{Attribute, BoardGraph, Discovered, EdgeMeasure, GraphSystem, Query, Reach, Status, StatusSet};
use go_board::{Color, Point};

/// A query and its outcome.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PathStep {
    /// What was asked.
    pub query: Query,
    /// The number of the outcome.
    pub outcome: usize,
}

/// A part of the sentence and the node that it is about (0: the move itself).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Phrase {
    /// The words.
    pub text: String,
    /// The number of the node in the order of discovery.
    pub node: u8,
}

/// How nodes are called.
#[derive(Clone, Debug)]
pub struct Wording {
    own: &'static str,
    opponent: &'static str,
    labels: Vec<String>,
}

impl Wording {
    /// Without a position: own, opposing, node 1, node 2.
    pub fn general(n_nodes: usize) -> Wording {
        let labels = (0..n_nodes).map(|number| if number == 0 { "the move".into() } else { format!("node {number}") });
        Wording { own: "own", opponent: "opposing", labels: labels.collect() }
    }

    /// On a board: black, white, and each node's point nearest to the move.
    pub fn on_board<G: BoardGraph>(graph: &G, seen: &Discovered, candidate: Point, to_move: Color) -> Wording {
        let color = |color: Color| if color == Color::Black { "black" } else { "white" };
        let mut labels = vec![graph.size().name(candidate)];
        labels.extend((1..seen.n_nodes()).map(|number| {
            let points = graph.points(seen.node(number));
            nearest_to(candidate, &points).map_or_else(String::new, |point| graph.size().name(point))
        }));
        Wording { own: color(to_move), opponent: color(to_move.opponent()), labels }
    }

    fn adjective(&self, status: Status) -> Option<&'static str> {
        match status {
            Status::Own => Some(self.own),
            Status::Opponent => Some(self.opponent),
            Status::Neutral => None,
        }
    }
}

fn nearest_to(candidate: Point, points: &[Point]) -> Option<Point> {
    let distance = |p: &Point| p.x().abs_diff(candidate.x()) as u32 + p.y().abs_diff(candidate.y()) as u32;
    points.iter().copied().min_by_key(distance)
}

/// The points that a board should mark for each discovered node: node 0 is the move, stones and chains are marked whole, a side
/// or an empty region where it is nearest.
pub fn points_looked_at<G: BoardGraph>(graph: &G, seen: &Discovered, candidate: Point) -> Vec<Vec<Point>> {
    let mut points = vec![vec![candidate]];
    for number in 1..seen.n_nodes() {
        let node = seen.node(number);
        let all = graph.points(node);
        points.push(match graph.status(node) {
            Status::Own | Status::Opponent => all,
            Status::Neutral => nearest_to(candidate, &all).into_iter().collect(),
        });
    }
    points
}

/// What the path knows about a discovered node.
struct Knowledge {
    found: Option<(StatusSet, Reach, Status)>,
    liberties: Bounds,
    size: Bounds,
    /// Distance and connectivity to lower-numbered nodes, as far as asked.
    edges: Vec<(u8, EdgeMeasure, Bounds)>,
    phrase: usize,
}

/// The path as phrases, in the order in which the queries were asked; facts about a node stand with its discovery.
pub fn path_phrases(system: GraphSystem, steps: &[PathStep], wording: &Wording) -> Vec<Phrase> {
    let mut nodes = vec![Knowledge::new(None, 0)];
    let mut phrases = vec![Phrase { text: String::new(), node: 0 }];
    for &PathStep { query, outcome } in steps {
        match query {
            Query::New { statuses, reach } => match statuses.iter().nth(outcome) {
                Some(status) => {
                    nodes.push(Knowledge::new(Some((statuses, reach, status)), phrases.len()));
                    phrases.push(Phrase { text: String::new(), node: nodes.len() as u8 - 1 });
                }
                None => phrases.push(absence(system, statuses, reach, &nodes, wording)),
            },
            Query::Edge { measure, nodes: [a, b], test } => {
                if let Some(node) = nodes.get_mut(b as usize) {
                    node.edge(a, measure).learn(test, outcome == 0);
                }
            }
            Query::Attribute { attribute, node, test } => {
                if let Some(node) = nodes.get_mut(node as usize) {
                    let bounds = match attribute {
                        Attribute::Liberties => &mut node.liberties,
                        Attribute::Size => &mut node.size,
                    };
                    bounds.learn(test, outcome == 0);
                }
            }
        }
    }
    for number in 0..nodes.len() {
        phrases[nodes[number].phrase].text = presence(system, number, &nodes, wording);
    }
    phrases.retain(|phrase| !phrase.text.is_empty());
    phrases
}

/// The phrases as one sentence.
pub fn sentence(phrases: &[Phrase]) -> String {
    let mut text = phrases.iter().map(|phrase| phrase.text.as_str()).collect::<Vec<_>>().join("; ");
    if let Some(first) = text.get(..1).map(str::to_uppercase) {
        text.replace_range(..1, &first);
        text.push('.');
    }
    text
}

impl Knowledge {
    fn new(found: Option<(StatusSet, Reach, Status)>, phrase: usize) -> Knowledge {
        Knowledge { found, liberties: Bounds::from(1), size: Bounds::from(1), edges: Vec::new(), phrase }
    }

    fn edge(&mut self, to: u8, measure: EdgeMeasure) -> &mut Bounds {
        let place = match self.edges.iter().position(|&(node, kind, _)| (node, kind) == (to, measure)) {
            Some(place) => place,
            None => {
                self.edges.push((to, measure, Bounds::from(0)));
                self.edges.len() - 1
            }
        };
        &mut self.edges[place].2
    }
}

/// "stone", "black stone", "side", "stone or side"; chains are stones too.
fn noun(system: GraphSystem, statuses: StatusSet, wording: &Wording) -> String {
    let stone = if system.merges_chains() { "chain" } else { "stone" };
    let neutral = match (system.is_stone_graph(), system.merges_empties()) {
        (true, _) => "side",
        (false, true) => "empty region",
        (false, false) => "empty point",
    };
    let stones = match (statuses.contains(Status::Own), statuses.contains(Status::Opponent)) {
        (true, true) => Some(stone.to_string()),
        (true, false) => Some(format!("{} {stone}", wording.own)),
        (false, true) => Some(format!("{} {stone}", wording.opponent)),
        (false, false) => None,
    };
    match (stones, statuses.contains(Status::Neutral)) {
        (Some(stones), true) => format!("{stones} or {neutral}"),
        (Some(stones), false) => stones,
        (None, _) => neutral.to_string(),
    }
}

fn already_found(statuses: StatusSet, nodes: &[Knowledge]) -> bool {
    nodes.iter().any(|node| node.found.is_some_and(|(.., status)| statuses.contains(status)))
}

/// "no other black stone within distance 5"
fn absence(system: GraphSystem, statuses: StatusSet, reach: Reach, nodes: &[Knowledge], wording: &Wording) -> Phrase {
    let other = if already_found(statuses, nodes) { "other " } else { "" };
    let noun = noun(system, statuses, wording);
    let (place, node) = match reach {
        Reach::Within(distance) => (format!("within distance {distance}"), 0),
        Reach::NextTo(node) => (format!("next to {}", wording.labels[node as usize]), node),
    };
    Phrase { text: format!("no {other}{noun} {place}"), node }
}

/// "the nearest stone (Q16) is white, within distance 3, in atari"
fn presence(system: GraphSystem, number: usize, nodes: &[Knowledge], wording: &Wording) -> String {
    let node = &nodes[number];
    let mut facts = Vec::new();
    let subject = match node.found {
        None if system.merges_empties() => format!("the empty region of {}", wording.labels[0]),
        None => format!("the empty area around {}", wording.labels[0]),
        Some((statuses, reach, status)) => {
            let noun = noun(system, statuses, wording);
            let again = already_found(statuses, &nodes[..number]);
            if statuses.len() > 1 {
                facts.push(match wording.adjective(status) {
                    Some(adjective) => format!("is {adjective}"),
                    None => format!("is {} {}", if system.is_stone_graph() { "a" } else { "an" }, {
                        self::noun(system, StatusSet::only(Status::Neutral), wording)
                    }),
                });
            }
            match reach {
                Reach::Within(distance) => {
                    let to_move =
                        |&&(to, measure, _): &&(u8, EdgeMeasure, Bounds)| (to, measure) == (0, EdgeMeasure::Distance);
                    let mut bounds = node.edges.iter().find(to_move).map_or(Bounds::from(0), |edge| edge.2.clone());
                    bounds.at_most(distance);
                    facts.push(bounds.distance_words());
                    let order = if again { "next nearest" } else { "nearest" };
                    format!("the {order} {noun} ({})", wording.labels[number])
                }
                Reach::NextTo(beside) => {
                    let other = if again {
                        "another"
                    } else if noun.starts_with(['a', 'e', 'o']) {
                        "an"
                    } else {
                        "a"
                    };
                    format!("next to {} {other} {noun} ({})", wording.labels[beside as usize], wording.labels[number])
                }
            }
        }
    };
    let is_stones = node.found.is_some_and(|(.., status)| status != Status::Neutral);
    if is_stones && node.liberties != Bounds::from(1) {
        facts.push(match node.liberties.exactly() {
            Some(1) => "in atari".to_string(),
            Some(2) => "with 2 liberties".to_string(),
            _ if node.liberties.low() > 2 => {
                format!("with {}", node.liberties.words(1, &Unit("pseudo-liberty", "pseudo-liberties")))
            }
            _ => format!("with {}", node.liberties.words(1, &Unit("liberty", "liberties"))),
        });
    }
    if node.size != Bounds::from(1) {
        let unit = if is_stones { Unit("stone", "stones") } else { Unit("point", "points") };
        facts.push(format!("of {}", node.size.words(1, &unit)));
    }
    for (to, measure, bounds) in &node.edges {
        let said = *to == 0 && *measure == EdgeMeasure::Distance && system.is_stone_graph();
        let to = &wording.labels[*to as usize];
        match measure {
            EdgeMeasure::Distance if said => {}
            EdgeMeasure::Distance => facts.push(format!("{} from {to}", bounds.distance_words())),
            EdgeMeasure::Connectivity => {
                facts.push(format!("touching {to} in {}", bounds.words(0, &Unit("place", "places"))));
            }
        }
    }
    match (node.found, facts.is_empty()) {
        (None, true) => String::new(),
        (Some(_), true) => subject,
        _ => format!("{subject} {}", facts.join(", ")),
    }
}
