//! A descent in words: the findings of the queries on a path as a sentence that a player can check on the board (like
//! the captions of Figures 5.1 and 5.2 of van Niekerk 2014).
//!
//! Facts about one node are combined: three tests of the same liberties become one range. Liberties are the thesis's
//! pseudo-liberties; they are called so only where true liberties could differ (three or more as a lower bound).

use super::bounds::Bounds;
use super::facts::{Knowledge, Origin};
use super::{Attribute, BoardGraph, Discovered, EdgeMeasure, GraphSystem, History, Query, Reach, Status, StatusSet};
use go_board::{Color, Point};

/// A query and its outcome.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PathStep {
    /// The query.
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
    history: History,
    labels: Vec<String>,
}

/// History nodes by their number less 1.
const EARLIER: [&str; 2] = ["the last move", "the move before the last"];

impl Wording {
    /// Without a position: own, opposing, the last move, node 1, node 2.
    pub fn general(history: History, n_nodes: usize) -> Wording {
        let label = |number: usize| match number {
            0 => "the move".to_owned(),
            earlier if earlier <= history.n_nodes() => EARLIER[earlier - 1].to_owned(),
            found => format!("node {found}"),
        };
        Wording { own: "own", opponent: "opposing", history, labels: (0..n_nodes).map(label).collect() }
    }

    /// On a board: black, white, and each node's point nearest to the move.
    pub fn on_board<G: BoardGraph>(graph: &G, seen: &Discovered, candidate: Point, to_move: Color) -> Wording {
        let color = |color: Color| if color == Color::Black { "black" } else { "white" };
        let history = graph.history();
        let mut labels = vec![graph.size().name(candidate)];
        labels.extend((1..seen.n_nodes()).map(|number| {
            let points = graph.points(seen.node(number));
            let place = nearest_to(candidate, &points).map(|point| graph.size().name(point));
            match place {
                Some(place) if number <= history.n_nodes() => format!("{} ({place})", EARLIER[number - 1]),
                Some(place) => place,
                // Only an earlier move that was a pass or none is nowhere.
                None => EARLIER.get(number - 1).copied().unwrap_or_default().to_owned(),
            }
        }));
        Wording { own: color(to_move), opponent: color(to_move.opponent()), history, labels }
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

/// The points that a board should mark for each discovered node: node 0 is the move, history nodes follow, stones and chains are marked whole, a
/// side or an empty region where it is nearest, and an earlier move that was none not at all.
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

/// One thing to say, in the order of the path.
enum Statement {
    /// About the node with that number.
    Node(usize),
    /// Nothing like this was found when so many nodes were discovered.
    Absence { statuses: StatusSet, reach: Reach, n_nodes: usize },
}

/// The path as phrases, in the order of the queries; facts about a node are given with its discovery. Panics if a query
/// refers to a node that is not discovered there or has no label; trees are checked when they are read.
pub fn path_phrases(system: GraphSystem, steps: &[PathStep], wording: &Wording) -> Vec<Phrase> {
    let n_known = 1 + wording.history.n_nodes();
    let mut nodes: Vec<Knowledge> = (0..n_known).map(|number| Knowledge::new(Origin::known(number))).collect();
    let mut statements: Vec<Statement> = (0..n_known).map(Statement::Node).collect();
    for &PathStep { query, outcome } in steps {
        match query {
            Query::New { statuses, reach } => match statuses.iter().nth(outcome) {
                Some(status) => {
                    statements.push(Statement::Node(nodes.len()));
                    nodes.push(Knowledge::new(Origin::Found(statuses, reach, status)));
                }
                None => {
                    let absence = Statement::Absence { statuses, reach, n_nodes: nodes.len() };
                    statements.retain(|earlier| !absence.says_all_of(earlier));
                    statements.push(absence);
                }
            },
            Query::Edge { measure, nodes: [a, b], test } => {
                // A side can be at distance 0, and so can the node of an earlier move: it is another's.
                let may_coincide = |&n: &u8| {
                    let node = &nodes[n as usize];
                    node.is_earlier() || system.is_stone_graph() && node.is_neutral()
                };
                let least = u16::from(measure == EdgeMeasure::Distance && ![a, b].iter().any(may_coincide));
                nodes[b as usize].edge(a, measure, least).learn(test, outcome == 0);
            }
            Query::Attribute { attribute, node, test } => {
                let bounds = match attribute {
                    Attribute::Liberties => &mut nodes[node as usize].liberties,
                    Attribute::Size => &mut nodes[node as usize].size,
                };
                bounds.learn(test, outcome == 0);
            }
        }
    }
    let phrase = |statement: &Statement| match *statement {
        Statement::Node(number) => Phrase { text: presence(system, number, &nodes, wording), node: number as u8 },
        Statement::Absence { statuses, reach, n_nodes } => {
            absence(system, (statuses, reach), &nodes[..n_nodes], wording)
        }
    };
    statements.iter().map(phrase).filter(|phrase| !phrase.text.is_empty()).collect()
}

impl Statement {
    /// Does this absence make an earlier one superfluous?
    fn says_all_of(&self, earlier: &Statement) -> bool {
        let (
            Statement::Absence { statuses, reach, n_nodes },
            Statement::Absence { statuses: fewer, reach: nearer, n_nodes: before },
        ) = (self, earlier)
        else {
            return false;
        };
        let reaches = match (reach, nearer) {
            (Reach::Within(far), Reach::Within(near)) => far >= near,
            (a, b) => a == b,
        };
        reaches && n_nodes == before && fewer.iter().all(|status| statuses.contains(status))
    }
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
    nodes.iter().any(|node| matches!(node.origin, Origin::Found(.., status) if statuses.contains(status)))
}

/// "no other black stone within distance 5"
fn absence(
    system: GraphSystem,
    (statuses, reach): (StatusSet, Reach),
    nodes: &[Knowledge],
    wording: &Wording,
) -> Phrase {
    let other = if already_found(statuses, nodes) { "other " } else { "" };
    let noun = noun(system, statuses, wording);
    let (place, node) = match reach {
        Reach::Within(distance) => (format!("within distance {distance}"), 0),
        Reach::NextTo(node) => (format!("next to {}", wording.labels[node as usize]), node),
    };
    Phrase { text: format!("no {other}{noun} {place}"), node }
}

/// "the nearest stone (Q16) is white, within distance 3, in atari"; "next to D3 a white stone (C3) but no black one"
fn presence(system: GraphSystem, number: usize, nodes: &[Knowledge], wording: &Wording) -> String {
    let node = &nodes[number];
    let mut facts = node.facts(system, nodes, &wording.labels);
    let label = &wording.labels[number];
    let subject = match node.origin {
        Origin::Candidate | Origin::Earlier if facts.is_empty() => return String::new(),
        Origin::Candidate if system.merges_empties() => format!("the empty region of {label}"),
        Origin::Candidate => format!("the empty area around {label}"),
        Origin::Earlier => label.clone(),
        Origin::Found(statuses, Reach::Within(distance), status) => {
            let asked = node.edges.iter().find(|&&(to, ..)| to == 0);
            let mut bounds = asked.map_or(Bounds::from(0), |edge| edge.2.clone());
            bounds.at_most(distance);
            facts.insert(0, bounds.distance_words());
            if statuses.len() > 1 {
                facts.insert(0, format!("is {}", wording.adjective(status).unwrap_or("a side")));
            }
            let order = if already_found(statuses, &nodes[..number]) { "next nearest" } else { "nearest" };
            format!("the {order} {} ({label})", noun(system, statuses, wording))
        }
        Origin::Found(statuses, Reach::NextTo(beside), status) => {
            let only = StatusSet::only(status);
            let noun_found = noun(system, only, wording);
            let article = match already_found(only, &nodes[..number]) {
                true => "another",
                false if noun_found.starts_with(['a', 'e', 'o']) => "an",
                false => "a",
            };
            // NEW looks for own stones first, then for opposing ones, then for empty points.
            let missed: Vec<&str> =
                statuses.iter().filter(|&other| other < status).filter_map(|other| wording.adjective(other)).collect();
            let but = if missed.is_empty() { String::new() } else { format!(" but no {} one", missed.join(" or ")) };
            format!("next to {} {article} {noun_found} ({label}){but}", wording.labels[beside as usize])
        }
    };
    match facts.is_empty() {
        true => subject,
        false if subject.ends_with(')') || !matches!(node.origin, Origin::Found(..)) => {
            format!("{subject} {}", facts.join(", "))
        }
        false => format!("{subject}, {}", facts.join(", ")),
    }
}
