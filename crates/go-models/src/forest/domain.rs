//! A board graph as a domain of `learn::tree`: items are candidate moves, paths are discovered graphs.

use go_board::Point;
use go_features::graph::{self, BoardGraph, Discovered, Found, Query, Relation, Test};
use learn::tree::{Family, QuerySystem, Split};

/// A graph that has taken up a position.
pub(super) struct Domain<G>(pub(super) G);

impl<G: BoardGraph> Domain<G> {
    /// NEW is tried with distances 0 to 98, one less than the largest `val` of the other queries.
    fn n_reaches(&self) -> u16 {
        self.0.system().n_values() - 1
    }
}

impl<G: BoardGraph> QuerySystem for Domain<G> {
    type Item = Point;
    type Query = Query;
    type Path = Discovered;
    type Found = Found;

    #[inline]
    fn begin(&mut self, item: Point) -> Discovered {
        self.0.begin(item)
    }

    fn n_outcomes(query: &Query) -> usize {
        query.n_outcomes()
    }

    #[inline]
    fn answer(&mut self, query: &Query, path: &Discovered, found: &mut Vec<Found>) -> usize {
        self.0.answer(*query, path, found)
    }

    #[inline]
    fn discover(path: &mut Discovered, found: Found) {
        path.discover(found);
    }

    /// Node 0 is there from the start.
    fn n_discovered(path: &Discovered) -> usize {
        path.n_nodes() - 1
    }

    fn families(&self, n_discovered: usize) -> Vec<Family> {
        let n_values = self.0.system().n_values();
        let to_learn = |family: graph::Family| match family {
            graph::Family::Attribute { column, .. } | graph::Family::Edge { column, .. } => {
                Family::Threshold { column, n_values }
            }
            graph::Family::Nearest { statuses, column } => {
                Family::Nearest { column, kinds: statuses.bits(), n_values: self.n_reaches() }
            }
            graph::Family::Adjacent { statuses, column, .. } => Family::FirstPresent { column, kinds: statuses.bits() },
        };
        graph::families(self.0.system(), n_discovered + 1).into_iter().map(to_learn).collect()
    }

    fn query(&self, n_discovered: usize, family: usize, split: Split) -> Query {
        let test = match split {
            Split::LessThan(value) | Split::Within(value) => Test { relation: Relation::LessThan, value },
            Split::EqualTo(value) => Test { relation: Relation::EqualTo, value },
            Split::Whole => Test { relation: Relation::LessThan, value: 0 },
        };
        graph::families(self.0.system(), n_discovered + 1)[family].query(test)
    }

    fn observe(&mut self, path: &Discovered, values: &mut Vec<u16>) {
        self.0.observe(path, values);
    }
}
