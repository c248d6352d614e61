//! The candidate queries of a leaf with `n` discovered nodes, and the values from which their outcomes follow.
//!
//! Candidates come in *families*: all thresholds of one ATTR or EDGE, all distances of one NEW. A family's statistics
//! are read off a few columns of the values that [`BoardGraph::observe`](super::BoardGraph::observe) writes for a descent:
//!
//! - ATTR, EDGE: one column, the attribute or measure itself.
//! - NEW in a stone graph: three columns, the distance of the nearest free own stone, opposing stone and side (`u16::MAX` if none).
//!   NEW takes the nearest of the allowed ones, ties in that order.
//! - NEW in an intersection graph: one column per node, the statuses of its free neighbours as bits.
//!
//! Order (the program's; it decides ties between equally good candidates): ATTR by node, liberties before size; EDGE by pair,
//! distance before connectivity; NEW by node and then by the bits of the status set. Stone graphs do not ask node 0
//! for attributes: it has none.

use super::{Attribute, EdgeMeasure, GraphSystem, MAX_DISCOVERED, Query, Reach, Relation, StatusSet, Test};

/// The values of one descent, one per column.
pub type Values = Vec<u16>;

/// Candidate queries that differ only in their threshold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// ATTR: one attribute of one node.
    Attribute {
        /// Liberties or size.
        attribute: Attribute,
        /// The node.
        node: u8,
        /// Its column.
        column: usize,
    },
    /// EDGE: one measure between two nodes.
    Edge {
        /// Distance or connectivity.
        measure: EdgeMeasure,
        /// The nodes.
        nodes: [u8; 2],
        /// Its column.
        column: usize,
    },
    /// NEW in a stone graph.
    Nearest {
        /// The statuses that match.
        statuses: StatusSet,
        /// The first of the three columns.
        column: usize,
    },
    /// NEW in an intersection graph: no threshold, so that the family is one query.
    Adjacent {
        /// The statuses that match.
        statuses: StatusSet,
        /// Next to which node.
        node: u8,
        /// Its column.
        column: usize,
    },
}

impl Family {
    /// The query with that test (ATTR, EDGE), or that distance (NEW in a stone graph: the value, independent of the
    /// relation).
    pub fn query(&self, test: Test) -> Query {
        match *self {
            Family::Attribute { attribute, node, .. } => Query::Attribute { attribute, node, test },
            Family::Edge { measure, nodes, .. } => Query::Edge { measure, nodes, test },
            Family::Nearest { statuses, .. } => Query::New { statuses, reach: Reach::Within(test.value) },
            Family::Adjacent { statuses, node, .. } => Query::New { statuses, reach: Reach::NextTo(node) },
        }
    }

    /// Whether the queries of this family discover a node (NEW).
    pub fn is_new(&self) -> bool {
        matches!(self, Family::Nearest { .. } | Family::Adjacent { .. })
    }
}

/// The number of columns that `observe` writes for a descent with that many discovered nodes.
pub fn n_columns(system: GraphSystem, n_nodes: usize) -> usize {
    let pairs = n_nodes * (n_nodes - 1) / 2;
    if system.is_stone_graph() { 2 * (n_nodes - 1) + pairs + 3 } else { 2 * n_nodes + 2 * pairs + n_nodes }
}

/// All families at a leaf with that many discovered nodes (node 0 included), in the order in which they are compared.
pub fn families(system: GraphSystem, n_nodes: usize) -> Vec<Family> {
    let stone_graph = system.is_stone_graph();
    let n = n_nodes as u8;
    let mut families = Vec::new();
    let mut columns = 0..;
    let mut column = || columns.next().expect("endless");
    for node in u8::from(stone_graph)..n {
        for attribute in [Attribute::Liberties, Attribute::Size] {
            families.push(Family::Attribute { attribute, node, column: column() });
        }
    }
    for a in 0..n {
        for b in a + 1..n {
            families.push(Family::Edge { measure: EdgeMeasure::Distance, nodes: [a, b], column: column() });
            if !stone_graph {
                families.push(Family::Edge { measure: EdgeMeasure::Connectivity, nodes: [a, b], column: column() });
            }
        }
    }
    if n_nodes >= MAX_DISCOVERED {
        return families;
    }
    if stone_graph {
        let column = column();
        families.extend(StatusSet::all().map(|statuses| Family::Nearest { statuses, column }));
    } else {
        for node in 0..n {
            let column = column();
            families.extend(StatusSet::all().map(|statuses| Family::Adjacent { statuses, node, column }));
        }
    }
    families
}

/// The outcome that a query has for a descent with these values: the law that ties `observe` to `answer`.
pub fn outcome_from_values(family: &Family, test: Test, values: &[u16]) -> usize {
    match *family {
        Family::Attribute { column, .. } | Family::Edge { column, .. } => usize::from(!test.holds(values[column])),
        Family::Nearest { statuses, column } => {
            debug_assert_eq!(test.relation, Relation::LessThan);
            let nearest = statuses.iter().min_by_key(|&status| values[column + status as usize]);
            statuses.outcome(nearest.filter(|&status| values[column + status as usize] <= test.value))
        }
        Family::Adjacent { statuses, column, .. } => {
            statuses.outcome(statuses.iter().find(|&status| values[column] & (1 << status as u8) != 0))
        }
    }
}
