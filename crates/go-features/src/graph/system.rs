//! The six query systems by name, and the points on which the thesis and its program differ.
//!
//! Van Niekerk 2014, section 3.3: a *stone graph* (SG) has a node per stone and per side of the board, an *intersection graph*
//! (IG) a node per intersection. With chain compression (C) the stones of a chain are one node, with empty compression
//! (E, intersection graphs only) a region of empty points is one.

use super::History;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A query system: what the nodes of the graph are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum GraphSystem {
    /// A node per intersection.
    #[serde(rename = "IG")]
    Ig,
    /// A node per chain and per empty intersection: the common fate graph.
    #[serde(rename = "IG-C")]
    IgC,
    /// A node per stone and per region of empty intersections.
    #[serde(rename = "IG-E")]
    IgE,
    /// A node per chain and per region of empty intersections.
    #[serde(rename = "IG-CE")]
    IgCe,
    /// A node per stone and per side of the board.
    #[serde(rename = "SG")]
    Sg,
    /// A node per chain and per side of the board.
    #[serde(rename = "SG-C")]
    SgC,
}

/// A name that is none of the six.
#[derive(Debug, Error, PartialEq, Eq, Clone)]
#[error("{0:?} is not a query system (expected IG, IG-C, IG-E, IG-CE, SG or SG-C)")]
pub struct UnknownSystem(pub String);

impl GraphSystem {
    /// All six, in the order of Table 5.7's classes.
    pub const ALL: [GraphSystem; 6] =
        [GraphSystem::Ig, GraphSystem::IgC, GraphSystem::IgE, GraphSystem::IgCe, GraphSystem::Sg, GraphSystem::SgC];

    /// The name used in configs, files and tables.
    pub const fn name(self) -> &'static str {
        match self {
            GraphSystem::Ig => "IG",
            GraphSystem::IgC => "IG-C",
            GraphSystem::IgE => "IG-E",
            GraphSystem::IgCe => "IG-CE",
            GraphSystem::Sg => "SG",
            GraphSystem::SgC => "SG-C",
        }
    }

    /// Stones and sides (true) or intersections (false)?
    pub const fn is_stone_graph(self) -> bool {
        matches!(self, GraphSystem::Sg | GraphSystem::SgC)
    }

    /// Is a chain one node?
    pub const fn merges_chains(self) -> bool {
        matches!(self, GraphSystem::IgC | GraphSystem::IgCe | GraphSystem::SgC)
    }

    /// Is a region of empty points one node?
    pub const fn merges_empties(self) -> bool {
        matches!(self, GraphSystem::IgE | GraphSystem::IgCe)
    }

    /// The largest `val` of a candidate query plus one (the statistics have one more bin for everything above).
    pub const fn n_values(self) -> u16 {
        if self.is_stone_graph() { 100 } else { 500 }
    }
}

impl std::fmt::Display for GraphSystem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl std::str::FromStr for GraphSystem {
    type Err = UnknownSystem;
    fn from_str(name: &str) -> Result<Self, UnknownSystem> {
        let wanted = name.trim().replace('_', "-");
        let found = GraphSystem::ALL.into_iter().find(|system| system.name().eq_ignore_ascii_case(&wanted));
        found.ok_or_else(|| UnknownSystem(name.chars().take(40).collect()))
    }
}

/// Where the program behind the thesis departs from its text. The defaults reproduce the tables of chapter 5.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct GraphOptions {
    /// The distance between nodes of an intersection graph.
    pub region_distance: RegionDistance,
    /// The distance between two opposite sides in a stone graph.
    pub opposite_sides: OppositeSides,
    /// Which earlier moves are nodes (section 6.2; in no table of the thesis).
    #[serde(skip_serializing_if = "History::is_none")]
    pub history: History,
}

impl GraphOptions {
    /// Section 3.3 to the letter.
    pub const THESIS_TEXT: GraphOptions = GraphOptions {
        region_distance: RegionDistance::ShortestPath,
        opposite_sides: OppositeSides::LastLine,
        history: History::None,
    };
}

/// The distance between two nodes of an intersection graph; both are the same without compression.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RegionDistance {
    /// The Manhattan distance between the closest points of both nodes: what the program did, so that a chain never is a
    /// shortcut. Reproduces the tables.
    #[default]
    ClosestPoints,
    /// The number of edges on the shortest path through the compressed graph: what section 3.3.1 says.
    ShortestPath,
}

/// The distance between two opposite sides of a board of `n` lines.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OppositeSides {
    /// `n`: what the program did. Reproduces the tables.
    #[default]
    BoardSize,
    /// `n - 1`: from the first line to the last, as footnote 7 of section 3.3.2 says.
    LastLine,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for system in GraphSystem::ALL {
            assert_eq!(system.name().parse(), Ok(system));
            assert_eq!(system.name().to_lowercase().replace('-', "_").parse(), Ok(system));
        }
        assert_eq!("IGX".parse::<GraphSystem>(), Err(UnknownSystem("IGX".into())));
    }
}
