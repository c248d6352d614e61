//! Forests as text, one parenthesised block per tree, in the manner of the original program's files: `NEW[B W|within|8]`,
//! `NEW[E|beside|0]`, `DIST[0|1|<|4]`, `CONN[0|1|=|2]`, `ATTR[LIB|1|=|1]`. B is the side to move, W the other one, S a
//! side, E an empty point or region.
//!
//! The tag of a tree names its query system, and how the graphs are read where that is not the default:
//! `TREE[IG-C|shortest-path|last-line]`, `TREE[SG|last-two]` where the last two moves are nodes 1 and 2. Weights are those of [`LogWeight`]. Text and forest determine each other exactly; comments and spaces
//! of a foreign text are not kept.

use super::weight::LogWeight;
use super::{BadForest, Forest, GraphTree};
use go_features::graph::{
    Attribute, EdgeMeasure, GraphOptions, GraphSystem, History, OppositeSides, Query, Reach, RegionDistance, Relation,
    Status, StatusSet, Test,
};
use learn::tree::{QueryLanguage, TaggedTree, TextError, read_text, write_text};
use thiserror::Error;

/// A forest and the logarithms of the weights of its leaves.
#[derive(Clone, Debug, PartialEq)]
pub struct WeighedForest {
    /// The trees.
    pub forest: Forest,
    /// One logarithm a leaf, in the order of their numbers.
    pub log_weights: Vec<f32>,
}

/// A text that is not a forest.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum ForestTextError {
    /// Not the form of a tree.
    #[error(transparent)]
    Form(#[from] TextError),
    /// The tag names no query system, or no way to read its graphs.
    #[error(
        "line {line}: {tag:?} names no query system with a way to read its graphs, such as SG or IG-C|shortest-path"
    )]
    Tag {
        /// Line, from 1.
        line: usize,
        /// The tag.
        tag: String,
    },
    /// All graphs of a forest are read in the same way.
    #[error("line {line}: the graphs of this tree are read in another way than those of the first")]
    MixedOptions {
        /// Line, from 1.
        line: usize,
    },
    /// A query that cannot be asked where it stands.
    #[error("line {line}: {bad}")]
    Query {
        /// Line, from 1.
        line: usize,
        /// The query and the problem.
        bad: BadForest,
    },
    /// A text without any tree.
    #[error("there is no tree in this text: a tree begins with (TREE[SG] or another query system")]
    NoTree,
}

/// Writes a forest with the weight of every leaf, given by its logarithm. Panics if there are not as many as leaves.
pub fn forest_to_text(forest: &Forest, log_weights: &[f32]) -> String {
    let weights: Vec<LogWeight> = log_weights.iter().copied().map(LogWeight).collect();
    let mut text = String::new();
    for (number, GraphTree { system, tree }) in forest.trees().iter().enumerate() {
        let (tag, first) = (write_tag(*system, forest.options()), forest.first_leaf(number) as usize);
        text.push_str(&write_text(&GraphLanguage, &tag, tree, &weights[first..first + tree.n_leaves()], first));
    }
    text
}

/// Reads a forest and the weights of its leaves.
pub fn forest_from_text(text: &str) -> Result<WeighedForest, ForestTextError> {
    let (mut trees, mut log_weights, mut lines) = (Vec::new(), Vec::new(), Vec::new());
    let mut of_all: Option<GraphOptions> = None;
    for TaggedTree { tag, tree, weights, line, node_lines } in read_text::<_, LogWeight>(&GraphLanguage, text)? {
        let (system, options) = read_tag(&tag).ok_or(ForestTextError::Tag { line, tag })?;
        if *of_all.get_or_insert(options) != options {
            return Err(ForestTextError::MixedOptions { line });
        }
        trees.push(GraphTree { system, tree });
        log_weights.extend(weights.iter().map(|weight| weight.0));
        lines.push(node_lines);
    }
    let options = of_all.ok_or(ForestTextError::NoTree)?;
    let at_line = |bad: BadForest| ForestTextError::Query { line: lines[bad.tree][bad.place], bad };
    Ok(WeighedForest { forest: Forest::new(options, trees).map_err(at_line)?, log_weights })
}

const SHORTEST_PATH: &str = "shortest-path";
const LAST_LINE: &str = "last-line";

fn write_tag(system: GraphSystem, options: GraphOptions) -> String {
    let mut tag = system.name().to_owned();
    if options.region_distance == RegionDistance::ShortestPath {
        tag += &format!("|{SHORTEST_PATH}");
    }
    if options.opposite_sides == OppositeSides::LastLine {
        tag += &format!("|{LAST_LINE}");
    }
    if !options.history.is_none() {
        tag += &format!("|{}", options.history.name());
    }
    tag
}

fn read_tag(tag: &str) -> Option<(GraphSystem, GraphOptions)> {
    let mut parts = tag.split('|').map(str::trim);
    let system = parts.next()?.parse().ok()?;
    let mut options = GraphOptions::default();
    for part in parts {
        match part.to_ascii_lowercase().as_str() {
            SHORTEST_PATH => options.region_distance = RegionDistance::ShortestPath,
            LAST_LINE => options.opposite_sides = OppositeSides::LastLine,
            name => options.history = *History::ALL.iter().find(|history| history.name() == name)?,
        }
    }
    Some((system, options))
}

struct GraphLanguage;

/// The reach determines the class of the graph, and with it the neutral status.
fn letter(status: Status, reach: Reach) -> &'static str {
    match (status, reach) {
        (Status::Own, _) => "B",
        (Status::Opponent, _) => "W",
        (Status::Neutral, Reach::Within(_)) => "S",
        (Status::Neutral, Reach::NextTo(_)) => "E",
    }
}

fn write_test(test: Test) -> String {
    let relation = match test.relation {
        Relation::LessThan => '<',
        Relation::EqualTo => '=',
    };
    format!("{relation}|{}", test.value)
}

fn read_test(relation: &str, value: &str) -> Option<Test> {
    let value = value.parse().ok()?;
    match relation {
        "<" => Some(Test::less_than(value)),
        "=" => Some(Test::equal_to(value)),
        _ => None,
    }
}

fn read_statuses(letters: &str) -> Option<StatusSet> {
    let mut bits = 0u8;
    for letter in letters.split_whitespace() {
        bits |= match letter.to_ascii_uppercase().as_str() {
            "B" => 1,
            "W" => 2,
            "S" | "E" => 4,
            _ => return None,
        };
    }
    StatusSet::try_from(bits).ok()
}

impl QueryLanguage for GraphLanguage {
    type Query = Query;

    fn write(&self, query: &Query) -> String {
        match *query {
            Query::New { statuses, reach } => {
                let letters: Vec<&str> = statuses.iter().map(|status| letter(status, reach)).collect();
                let place = match reach {
                    Reach::Within(distance) => format!("within|{distance}"),
                    Reach::NextTo(node) => format!("beside|{node}"),
                };
                format!("NEW[{}|{place}]", letters.join(" "))
            }
            Query::Edge { measure, nodes: [a, b], test } => {
                let name = match measure {
                    EdgeMeasure::Distance => "DIST",
                    EdgeMeasure::Connectivity => "CONN",
                };
                format!("{name}[{a}|{b}|{}]", write_test(test))
            }
            Query::Attribute { attribute, node, test } => {
                let name = match attribute {
                    Attribute::Liberties => "LIB",
                    Attribute::Size => "SIZE",
                };
                format!("ATTR[{name}|{node}|{}]", write_test(test))
            }
        }
    }

    fn read(&self, text: &str) -> Option<Query> {
        let (name, parameters) = text.strip_suffix(']')?.split_once('[')?;
        let parameters: Vec<&str> = parameters.split('|').map(str::trim).collect();
        match (name.to_ascii_uppercase().as_str(), parameters.as_slice()) {
            ("NEW", [letters, place, value]) => {
                let reach = match place.to_ascii_uppercase().as_str() {
                    "WITHIN" => Reach::Within(value.parse().ok()?),
                    "BESIDE" => Reach::NextTo(value.parse().ok()?),
                    _ => return None,
                };
                Some(Query::New { statuses: read_statuses(letters)?, reach })
            }
            (name @ ("DIST" | "CONN"), [a, b, relation, value]) => {
                let measure = if name == "DIST" { EdgeMeasure::Distance } else { EdgeMeasure::Connectivity };
                let nodes = [a.parse().ok()?, b.parse().ok()?];
                Some(Query::Edge { measure, nodes, test: read_test(relation, value)? })
            }
            ("ATTR", [attribute, node, relation, value]) => {
                let attribute = match attribute.to_ascii_uppercase().as_str() {
                    "LIB" => Attribute::Liberties,
                    "SIZE" => Attribute::Size,
                    _ => return None,
                };
                Some(Query::Attribute { attribute, node: node.parse().ok()?, test: read_test(relation, value)? })
            }
            _ => None,
        }
    }

    fn n_outcomes(&self, query: &Query) -> usize {
        query.n_outcomes()
    }

    fn label(&self, query: &Query, outcome: usize) -> &str {
        match query {
            Query::New { statuses, reach } => {
                statuses.iter().nth(outcome).map_or("none", |status| letter(status, *reach))
            }
            Query::Edge { .. } | Query::Attribute { .. } => ["yes", "no"][outcome.min(1)],
        }
    }
}
