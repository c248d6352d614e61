//! The query system of trips (van Niekerk 2014, section 3.5: all that a new domain needs). The first node is the candidate; others are
//! discovered by looking around a node for the nearest of some kinds. Nothing here knows what makes a city a good one.

use crate::trip::{City, FARTHEST, Trip};
use learn::tree::{ABSENT, Competitions, Family, Learn, PathStep, QuerySystem, Split};

const KINDS: [&str; 3] = ["where the traveller is", "the end of the trip", "another city to visit"];
/// A descent discovers no more than this.
const MOST_NODES: usize = 5;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Query {
    /// The nearest undiscovered node of these kinds, at most so far from a node.
    New { kinds: u8, node: usize, reach: u16 },
    /// Are these nodes less far apart than this, or exactly so far?
    Apart { nodes: [usize; 2], less: bool, value: u16 },
    /// Is the first node nearer to the second than to the third?
    Nearer { nodes: [usize; 3] },
    /// Are fewer cities than this left, or exactly so many?
    Left { less: bool, value: u16 },
}

/// One trip; the item is the number of a city to visit.
pub(crate) struct Map<'a>(pub(crate) &'a Trip);

/// The places of the discovered nodes: cities to visit by their numbers, then where the traveller is, then the end.
type Nodes = Vec<usize>;

impl Map<'_> {
    fn city(&self, place: usize) -> City {
        match place.checked_sub(self.0.rest.len()) {
            None => self.0.rest[place],
            Some(0) => self.0.here,
            Some(_) => self.0.end,
        }
    }

    fn distance(&self, a: usize, b: usize) -> u16 {
        self.city(a).distance(self.city(b))
    }

    /// The nearest undiscovered nodes of a kind around a node.
    fn nearest(&self, nodes: &Nodes, node: usize, kind: usize) -> (u16, Vec<usize>) {
        let n = self.0.rest.len();
        let places = if kind == 2 { 0..n } else { n + kind..n + kind + 1 };
        let undiscovered: Vec<usize> = places.filter(|place| !nodes.contains(place)).collect();
        let least = undiscovered.iter().map(|&place| self.distance(nodes[node], place)).min().unwrap_or(ABSENT);
        (least, undiscovered.into_iter().filter(|&place| self.distance(nodes[node], place) == least).collect())
    }
}

fn pairs(n: usize) -> impl Iterator<Item = [usize; 2]> {
    (0..n).flat_map(move |a| (a + 1..n).map(move |b| [a, b]))
}

fn triples(n: usize) -> impl Iterator<Item = [usize; 3]> {
    (0..n).flat_map(move |a| pairs(n).filter(move |pair| !pair.contains(&a)).map(move |[b, c]| [a, b, c]))
}

/// A family of queries, and the query of it that has this split.
type Asked = (Family, Box<dyn Fn(Split) -> Query>);

/// Every family of queries after so many discoveries, with the query that has these splits; columns in the order in which they are observed.
fn families(n: usize) -> Vec<Asked> {
    fn threshold(split: Split) -> (bool, u16) {
        match split {
            Split::LessThan(value) => (true, value),
            Split::EqualTo(value) => (false, value),
            Split::Within(_) | Split::Whole => unreachable!("a threshold has a constant"),
        }
    }
    let left = |split| {
        let (less, value) = threshold(split);
        Query::Left { less, value }
    };
    let mut all: Vec<Asked> = vec![(Family::Threshold { column: 0, n_values: 10 }, Box::new(left))];
    let mut column = 1;
    for nodes in pairs(n) {
        let apart = move |split| {
            let (less, value) = threshold(split);
            Query::Apart { nodes, less, value }
        };
        all.push((Family::Threshold { column, n_values: FARTHEST }, Box::new(apart)));
        column += 1;
    }
    for nodes in triples(n) {
        all.push((Family::Categorical { column, n_outcomes: 2 }, Box::new(move |_| Query::Nearer { nodes })));
        column += 1;
    }
    let n_searched = if n < MOST_NODES { n } else { 0 };
    for node in 0..n_searched {
        for kinds in 1..1 << KINDS.len() {
            let new = move |split| match split {
                Split::Within(reach) => Query::New { kinds, node, reach },
                _ => unreachable!("a search has a reach"),
            };
            all.push((Family::Nearest { column, kinds, n_values: FARTHEST }, Box::new(new)));
        }
        column += KINDS.len();
    }
    all
}

impl QuerySystem for Map<'_> {
    type Item = usize;
    type Query = Query;
    type Path = Nodes;
    type Found = usize;

    fn begin(&mut self, item: usize) -> Nodes {
        vec![item]
    }

    fn n_outcomes(query: &Query) -> usize {
        match query {
            Query::New { kinds, .. } => kinds.count_ones() as usize + 1,
            _ => 2,
        }
    }

    fn answer(&mut self, query: &Query, nodes: &Nodes, found: &mut Vec<usize>) -> usize {
        let is = |measured: u16, less: bool, value: u16| if less { measured < value } else { measured == value };
        let yes = match *query {
            Query::New { kinds, node, reach } => {
                let allowed: Vec<usize> = (0..KINDS.len()).filter(|kind| kinds >> kind & 1 == 1).collect();
                let nearest = allowed.iter().map(|&kind| self.nearest(nodes, node, kind)).enumerate();
                return match nearest.min_by_key(|(_, (distance, _))| *distance) {
                    Some((outcome, (distance, places))) if distance <= reach => {
                        found.extend(places);
                        outcome
                    }
                    _ => allowed.len(),
                };
            }
            Query::Apart { nodes: [a, b], less, value } => is(self.distance(nodes[a], nodes[b]), less, value),
            Query::Nearer { nodes: [a, b, c] } => self.distance(nodes[a], nodes[b]) < self.distance(nodes[a], nodes[c]),
            Query::Left { less, value } => is(self.0.rest.len() as u16, less, value),
        };
        usize::from(!yes)
    }

    fn discover(nodes: &mut Nodes, found: usize) {
        nodes.push(found);
    }

    fn n_discovered(nodes: &Nodes) -> usize {
        nodes.len()
    }

    fn families(&self, n: usize) -> Vec<Family> {
        families(n).into_iter().map(|(family, _)| family).collect()
    }

    fn query(&self, n: usize, family: usize, split: Split) -> Query {
        families(n)[family].1(split)
    }

    fn observe(&mut self, nodes: &Nodes, values: &mut Vec<u16>) {
        let n = nodes.len();
        values.push(self.0.rest.len() as u16);
        values.extend(pairs(n).map(|[a, b]| self.distance(nodes[a], nodes[b])));
        let nearer = |[a, b, c]: [usize; 3]| self.distance(nodes[a], nodes[b]) < self.distance(nodes[a], nodes[c]);
        values.extend(triples(n).map(|nodes| u16::from(!nearer(nodes))));
        if n < MOST_NODES {
            for node in 0..n {
                values.extend((0..KINDS.len()).map(|kind| self.nearest(nodes, node, kind).0));
            }
        }
    }
}

/// Trips with their right next cities.
pub(crate) struct Lessons<'a>(pub(crate) &'a [(Trip, usize)]);

impl<'a> Competitions<Map<'a>> for Lessons<'a> {
    fn walk(&self, wanted: &mut dyn FnMut() -> bool, learn: &mut Learn<'_, Map<'a>>) {
        for (trip, best) in self.0 {
            if wanted() {
                let items: Vec<usize> = (0..trip.rest.len()).collect();
                learn(&mut Map(trip), &items, Some(*best));
            }
        }
    }
}

/// A step of the way to a leaf in words; nodes have letters, the candidate is A.
pub(crate) fn in_words(step: &PathStep<'_, Query>, n_nodes: usize) -> String {
    let name = |node: usize| char::from(b'A' + node as u8);
    let not = if step.outcome == 0 { "" } else { "not " };
    let than = |less: bool| if less { "less than" } else { "exactly" };
    match *step.query {
        Query::New { kinds, node, reach } => {
            let allowed: Vec<&str> = (0..3).filter(|kind| kinds >> kind & 1 == 1).map(|kind| KINDS[kind]).collect();
            match allowed.get(step.outcome) {
                Some(kind) => format!("{} is {kind}, the nearest to {} within {reach}", name(n_nodes), name(node)),
                None => format!("within {reach} of {} there is no more of: {}", name(node), allowed.join(", ")),
            }
        }
        Query::Apart { nodes: [a, b], less, value } => {
            format!("{} and {} are {not}{} {value} apart", name(a), name(b), than(less))
        }
        Query::Nearer { nodes: [a, b, c] } => {
            format!("{} is {not}nearer to {} than to {}", name(a), name(b), name(c))
        }
        Query::Left { less, value } => format!("{not}{} {value} cities are left", than(less)),
    }
}
