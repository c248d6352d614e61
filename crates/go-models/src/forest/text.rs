//! Forests as text, one parenthesised block per tree, in the manner of the original program's files: `NEW[B W|within|8]`,
//! `NEW[E|beside|0]`, `DIST[0|1|<|4]`, `CONN[0|1|=|2]`, `ATTR[LIB|1|=|1]`. B is the side to move, W the other one, S a
//! side, E an empty point or region.

use super::{BadForest, Forest, GraphTree};
use go_features::graph::{Attribute, EdgeMeasure, GraphOptions, GraphSystem, Query, Reach, Relation, Status};
use go_features::graph::{StatusSet, Test};
use learn::tree::{QueryLanguage, TextError, read_text, write_text};
use thiserror::Error;

/// A text that is not a forest.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum ForestTextError {
    /// Not the form of a tree.
    #[error(transparent)]
    Form(#[from] TextError),
    /// The tag names no query system.
    #[error(transparent)]
    System(#[from] go_features::graph::UnknownSystem),
    /// The queries are invalid.
    #[error(transparent)]
    Queries(#[from] BadForest),
}

/// Writes a forest with the weight of every leaf.
pub fn forest_to_text(forest: &Forest, weights: &[f64]) -> String {
    let mut text = String::new();
    for (number, GraphTree { system, tree }) in forest.trees().iter().enumerate() {
        let first = forest.first_leaf(number) as usize;
        text.push_str(&write_text(
            &GraphLanguage,
            system.name(),
            tree,
            &weights[first..first + tree.n_leaves()],
            first,
        ));
    }
    text
}

/// Reads a forest and the weights of its leaves.
pub fn forest_from_text(text: &str, options: GraphOptions) -> Result<(Forest, Vec<f64>), ForestTextError> {
    let (mut trees, mut weights) = (Vec::new(), Vec::new());
    for (tag, tree, leaf_weights) in read_text(&GraphLanguage, text)? {
        trees.push(GraphTree { system: tag.parse::<GraphSystem>()?, tree });
        weights.extend(leaf_weights);
    }
    Ok((Forest::new(options, trees)?, weights))
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
